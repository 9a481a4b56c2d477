"""The browser and the server of these tests end with the tests, however those end."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from e2e.browser import find_browser
from e2e.restartable_server import TESTS
from e2e.shared_browser import SharedBrowser
from processes import kill_parent

PROGRAM = """
import sys
from pathlib import Path
from e2e.restartable_server import RestartableServer
from e2e.shared_browser import SharedBrowser
server = RestartableServer(Path(sys.argv[1]))
with SharedBrowser(sys.argv[2]).in_use() as browser:
    page = browser.new_page()
    page.goto(server.address)
    print("ready", flush=True)
    page.wait_for_event("close", timeout=0)
"""


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder for temporary files; pytest's own is too long for the browser's socket."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


def test_killed_tests_leave_no_process_and_no_temporary_file(
    shared_browser: SharedBrowser, tmp_path: Path, temporary: Path
) -> None:
    tests = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path), find_browser() or ""],
        cwd=TESTS,
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert tests.stdout is not None
    with tests.stdout:
        ready = tests.stdout.readline()
        kill_parent(tests)
    assert ready == "ready\n"
    assert list(temporary.iterdir()) == []
