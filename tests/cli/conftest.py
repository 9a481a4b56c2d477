"""Fixtures for the tests of the command line."""

from collections.abc import Callable

import pytest

from cli.run import Ran, underdeck
from underdeck.cli.speech import Speech
from underdeck.say import Words
from underdeck.study import match

Run = Callable[..., Ran]
"""`run(command, *args)`: the command is split at spaces, the other arguments are not."""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin in English, whatever the command before has spoken."""
    monkeypatch.setattr(Speech, "words", Words("en"))


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run commands of the laboratory without compiling, which takes longer than a few games."""
    monkeypatch.setattr(match, "can_compile", lambda: False)
    return lambda command, *args: underdeck(*command.split(), *args)
