"""Compiled programs in a worker: awaited for a while, and done without if they can't be had."""

from threading import Event

import pytest

from underdeck.serve import programs
from underdeck.serve.programs import has_programs


@pytest.fixture(autouse=True)
def compilations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_compilations", {})


def fail() -> None:
    raise MemoryError


def test_programs_are_used_once_they_are_compiled() -> None:
    compiled = Event()
    assert not has_programs("slow", compiled.wait, 0)
    compiled.set()
    assert has_programs("slow", fail, 60)


def test_a_failed_compilation_leaves_the_quick_answers() -> None:
    assert not has_programs("broken", fail, 60)
    assert not has_programs("broken", fail, 60)


def test_without_a_compiler_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "can_compile", lambda: False)
    assert not has_programs("any", fail, 60)
