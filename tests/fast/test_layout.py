"""A state goes into memory and comes back the same."""

from typing import Any

import pytest

from underdeck.dungeon.house import House as DungeonHouse
from underdeck.dungeon.state import State as DungeonState
from underdeck.tomb.house import House
from underdeck.tomb.state import DECK, State

np = pytest.importorskip("numpy")

from underdeck.fast.layout import layout_of, pack, unpack  # noqa: E402  after numpy is known to be there


@pytest.mark.parametrize(
    "state", [State(House(drop_sum=True), [*DECK, 0], top=7, hand=1 << 56), DungeonState(DungeonHouse(players=3), turn=-5)]
)
def test_packed_and_unpacked(state: Any) -> None:
    rows = np.zeros(1, layout_of(type(state)))
    pack(state, rows[0])
    other = type(state)(state.house)
    assert other != state
    unpack(rows[0], other)
    assert other == state


def test_the_fields_are_those_of_the_dataclass() -> None:
    assert layout_of(State).names == State.__slots__
    assert layout_of(State)["stacks"].shape == (27,)
    assert layout_of(State)["house"].names == House.__slots__
