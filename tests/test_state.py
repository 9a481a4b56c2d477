"""Cloning of states."""

from dataclasses import fields

from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, State


def test_a_clone_has_every_field_and_shares_no_list() -> None:
    state = State(Options(), [*DECK, 0], hand=5, turn=3, phase=2)
    clone = state.clone()
    assert clone == state
    for part in fields(State):
        value = getattr(state, part.name)
        if isinstance(value, list):
            assert getattr(clone, part.name) is not value
