"""The test suite itself: independence of the caller's signals, and a time limit per test."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

SIGNALS_OF_A_CHILD = """
import signal
print(*(signal.getsignal(number).name for number in (signal.SIGTERM, signal.SIGHUP)))
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
print(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to inherit")
def test_processes_of_tests_can_be_interrupted_whatever_the_caller_ignores(tmp_path: Path) -> None:
    test = tmp_path / "test_signals.py"
    test.write_text(
        "import subprocess, sys\n"
        "def test_child():\n"
        f"    subprocess.run([sys.executable, '-c', {SIGNALS_OF_A_CHILD!r}], check=True)\n"
    )
    conftest = Path(__file__).parent / "conftest.py"
    (tmp_path / "conftest.py").write_text(conftest.read_text(encoding="utf-8"), encoding="utf-8")

    def ignore_signals() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", test],
        preexec_fn=ignore_signals,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("SIG_DFL SIG_DFL\nTrue\nset()\n")


def test_every_test_has_a_time_limit(request: pytest.FixtureRequest) -> None:
    assert float(request.config.getini("timeout")) > 0
