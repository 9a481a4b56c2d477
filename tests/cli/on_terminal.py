"""Run the command line on a terminal."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import pexpect

from cli.run import LIMITED, UNDERDECK

OnTerminal: TypeAlias = "pexpect.spawn[str]"
TIMEOUT_S = 240
"""Limits the wait for an output, however busy the machine is."""


@contextmanager
def on_terminal(
    *args: str,
    program: Sequence[str] = UNDERDECK,
    size: tuple[int, int] = (80, 24),
    **environment: str,
) -> Iterator[OnTerminal]:
    """Start a command on a terminal of this many columns and lines; end it with the block."""
    command, *rest = [*LIMITED, *program, *args]
    columns, lines = size
    child: OnTerminal = pexpect.spawn(
        command,
        rest,
        dimensions=(lines, columns),
        encoding="utf-8",
        env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
        timeout=TIMEOUT_S,
    )
    child.delaybeforesend = None
    try:
        yield child
    finally:
        if child.isalive():
            child.kill(signal.SIGKILL)
            child.wait()
        child.close()


def finish(child: OnTerminal) -> int | None:
    """Wait for the end of a command and return its exit code; the output is in `before`."""
    child.expect(pexpect.EOF)
    child.wait()
    assert "Traceback" not in (child.before or "")
    return child.exitstatus
