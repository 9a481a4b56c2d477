"""Run the command line: within this process, which is faster, or in a process of its own."""

import io
import json
import logging
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from underdeck.cli.app import run
from underdeck.cli.speech import Speech


def program_after(statement: str) -> list[str]:
    """Return the program that executes a statement first."""
    return [sys.executable, "-c", f"{statement}; from underdeck.cli import main; main()"]


UNDERDECK = program_after("pass")
ENVIRONMENT = {"COLUMNS": "80", "PYTHONUTF8": "1"}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LIMITED = ["sh", "-c", 'ulimit -t 300; exec "$@"', "sh"]
"""Limits the CPU time of a command, so that it ends even if the tests are killed meanwhile."""


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def underdeck(*args: str, typed: str | Iterable[str] = "", **environment: str) -> Ran:
    """Run a command within this process, and return its exit code and output.

    An iterable of typed lines is read as the command asks for them, so that a generator can do
    something else between two lines.
    """
    out, err = io.BytesIO(), io.BytesIO()
    streams = {
        "stdin": text_stream(typed_bytes(typed), "surrogateescape"),
        "stdout": text_stream(out, "surrogateescape"),
        "stderr": text_stream(err, "backslashreplace"),
    }
    with like_a_process(args, streams, environment):
        code = run(args)
        sys.stdout.flush()
        sys.stderr.flush()
    return ran(code, out.getvalue(), err.getvalue())


def ran(code: int, out: bytes, err: bytes) -> Ran:
    """Return what a command wrote, which must not be a traceback."""
    done = Ran(code, out.decode("utf-8"), err.decode("utf-8"))
    assert "Traceback" not in done.err + done.out, done.err
    return done


def json_of(done: Ran) -> dict[str, Any]:
    """Return the JSON of a successful command, which must be one line."""
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\n") == 1
    data: dict[str, Any] = json.loads(done.out)
    return data


# Within this process


def text_stream(binary: io.BytesIO | io.BufferedReader, errors: str) -> io.TextIOWrapper:
    """Return a stream with the settings of Python's own in UTF-8 mode."""
    return io.TextIOWrapper(binary, "utf-8", errors, newline="\n")


def typed_bytes(typed: str | Iterable[str]) -> io.BytesIO | io.BufferedReader:
    """Return standard input with these lines."""
    if isinstance(typed, str):
        return io.BytesIO(typed.encode("utf-8", "surrogateescape"))
    return io.BufferedReader(TypedLines(typed))


class TypedLines(io.RawIOBase):
    """Standard input that takes each line when the command reads it."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        line = next(self._lines, "").encode()
        buffer[: len(line)] = line
        return len(line)


@contextmanager
def like_a_process(
    args: Iterable[str], streams: dict[str, io.TextIOWrapper], environment: dict[str, str]
) -> Iterator[None]:
    """Give a command streams, arguments and an environment, and undo all that it changes."""
    folder, variables = os.getcwd(), dict(os.environ)
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    levels = {logger: logger.level for logger in loggers()}
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
            patch.setattr(sys, f"__{name}__", stream)
        patch.setattr(sys, "argv", ["-c", *args])
        for name in ("words", "plain", "in_menu"):
            patch.setattr(Speech, name, getattr(Speech, name))
        os.environ.update(ENVIRONMENT | environment)
        try:
            yield
        finally:
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(variables)
            for number, handler in handlers.items():
                if signal.getsignal(number) is not handler:
                    signal.signal(number, handler)
            for logger in loggers():
                logger.setLevel(levels.get(logger, logging.NOTSET))


def loggers() -> list[logging.Logger]:
    """Return all loggers that exist."""
    return [logging.getLogger(name) for name in list(logging.root.manager.loggerDict)]


# In a process of its own


def underdeck_process(
    *args: str, typed: str = "", program: Sequence[str] = UNDERDECK, **environment: str
) -> Ran:
    """Run a command in a process with these lines typed."""
    done = subprocess.run(
        [*LIMITED, *program, *args],
        input=typed.encode("utf-8", "surrogateescape"),
        capture_output=True,
        env=os.environ | ENVIRONMENT | environment,
        check=False,
    )
    return ran(done.returncode, done.stdout, done.stderr)


class Started:
    """A command that runs beside the test, as a process with pipes."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self.stdin, self.stdout, self.stderr = process.stdin, process.stdout, process.stderr

    def type_in(self, text: str) -> None:
        """Type a text."""
        self.stdin.write(text)
        self.stdin.flush()

    def wait_for(self, text: str) -> str:
        """Return the output up to a text."""
        output = ""
        while text not in " ".join(output.split()):
            char = self.stdout.read(1)
            assert char, output
            output += char
        return output


@contextmanager
def started(
    *args: str, program: Sequence[str] = UNDERDECK, **environment: str
) -> Iterator[Started]:
    """Start a command, and end it with the block, or at last when it has used too much time."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*LIMITED, *UNDERDECK, *args],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=os.environ | ENVIRONMENT | environment,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            yield Started(process)
        finally:
            process.kill()
