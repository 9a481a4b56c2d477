"""States are packed into records and unpacked again."""

from typing import Any

import pytest

from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.dungeon.state import State as DungeonState
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, State

np = pytest.importorskip("numpy")

from underdeck.fast.layout import layout_of, pack, unpack  # noqa: E402  needs numpy


@pytest.mark.parametrize(
    "state",
    [
        State(Options(drop_sum=True), [*DECK, 0], top=7, hand=1 << 56),
        DungeonState(DungeonOptions(players=3), turn=-5),
    ],
)
def test_a_packed_state_is_unpacked_the_same(state: Any) -> None:
    records = np.zeros(1, layout_of(type(state)))
    pack(state, records[0])
    other = type(state)(state.options)
    assert other != state
    unpack(records[0], other)
    assert other == state


def test_the_fields_are_those_of_the_dataclass() -> None:
    assert layout_of(State).names == State.__slots__
    assert layout_of(State)["stacks"].shape == (27,)
    assert layout_of(State)["options"].names == Options.__slots__
