"""Entries that are due in a game without a move for resigning."""

import pytest

from table.local_table import dungeon
from underdeck.games.dungeon import Dungeon
from underdeck.refusal import InvalidMove
from underdeck.table.due import RESIGN, due_entry
from underdeck.table.entries import Clock, Replaced


@pytest.fixture
def _no_resignation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Dungeon have no move for resigning."""
    read_move = Dungeon.read_move

    def refuse_resign(self: Dungeon, text: str) -> object:
        if text == RESIGN:
            raise InvalidMove("unknown_move", text=text)
        return read_move(self, text)

    monkeypatch.setattr(Dungeon, "read_move", refuse_resign)


@pytest.mark.usefixtures("_no_resignation")
def test_a_bot_replaces_a_person_who_resigns() -> None:
    local = dungeon(people=2, players=2)
    (seat, *_) = local.table.waiting
    local.add(local.table.resign(seat))
    assert local.settle() == [Replaced(seat, "careful")]
    assert local.table.bots_to_ask() == [seat]


@pytest.mark.usefixtures("_no_resignation")
def test_a_bot_replaces_a_person_whose_clock_has_run_out() -> None:
    local = dungeon(people=2, players=2, clock=Clock(10, 0, "lose"))
    (seat, *_) = local.table.waiting
    assert due_entry(local.table, local.now + 10) == Replaced(seat, "careful")
