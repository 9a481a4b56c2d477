"""Nothing that the tests have started outlives them, even if they are killed."""

import json
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from processes import assert_end, spawn

TESTS = Path(__file__).parent
PROGRAM = """
import json, pathlib, sys, time
from processes import spawn
from serve.server import Server
from store.postgres import Postgres

postgres = Postgres()
server = Server.start(pathlib.Path(sys.argv[1]), database=postgres.new_database())
others = [spawn(["sleep", "600"])] if sys.platform == "linux" else []
pids = [postgres.process_id, server.process.pid, *(other.pid for other in others)]
print(json.dumps({"pids": pids, "folder": postgres.folder}), flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_servers_and_postgresql_end_with_tests_that_are_killed(tmp_path: Path) -> None:
    tests = spawn(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        cwd=TESTS,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert tests.stdout is not None
    with tests.stdout:
        started = json.loads(tests.stdout.readline())
        roots = [psutil.Process(pid) for pid in started["pids"]]
        processes = [*roots, *(child for root in roots for child in root.children(recursive=True))]
        names = " ".join(process.name() for process in processes)
        tests.kill()
        tests.wait()
    assert_end(processes)
    assert "postgres" in names
    assert not Path(started["folder"]).exists()
