"""Run the command line in a process, as a user does."""

import os
import subprocess
import sys
from typing import NamedTuple

UNDERDECK = [sys.executable, "-c", "from underdeck.cli import main; main()"]


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def underdeck(*args: str, typed: str = "", **environment: str) -> Ran:
    """Run a command with these lines typed, and return its exit code and output."""
    done = subprocess.run(
        [*UNDERDECK, *args],
        input=typed.encode("utf-8", "surrogateescape"),
        capture_output=True,
        env=os.environ | {"COLUMNS": "80", "PYTHONUTF8": "1"} | environment,
        timeout=60,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    assert "Traceback" not in ran.err + ran.out, ran.err
    return ran
