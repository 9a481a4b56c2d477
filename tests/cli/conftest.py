"""Fixtures for the tests of the command line."""

from collections.abc import Callable

import pytest

from cli.run import Ran, underdeck
from underdeck.study import match

Run = Callable[..., Ran]
"""`run(command, *args)`: the command is split at spaces, the other arguments are not."""


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run commands of the laboratory without compiling, which takes longer than a few games."""
    monkeypatch.setattr(match, "can_compile", lambda: False)
    return lambda command, *args: underdeck(*command.split(), *args)
