"""Run commands of the laboratory within this process, which is faster than starting another."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cli.run import Ran
from underdeck.cli.app import run
from underdeck.cli.speech import Speech
from underdeck.say import Words
from underdeck.study import match as matches

Run = Callable[..., Ran]
"""`run(command, *args)`: the command is split at spaces, the other arguments are not."""


def run_in_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Run]:
    """Yield a function that runs commands, and pretend that Numba isn't installed."""
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    monkeypatch.setenv("COLUMNS", "80")

    def run_command(command: str, *args: str) -> Ran:
        code = run([*command.split(), *args])
        return Ran(code, *capsys.readouterr())

    yield run_command
    Speech.words = Words("en")


def json_of(ran: Ran) -> dict[str, Any]:
    """Return the JSON of a successful command, which must be one line."""
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\n") == 1
    data: dict[str, Any] = json.loads(ran.out)
    return data
