"""Many games of one kind: a policy, a house, and rows of what came of each; compiled where Numba is there, interpreted where not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from underdeck.dungeon import legal as dungeon_legal
from underdeck.dungeon.state import MOST_CARDS, deck_of
from underdeck.dungeon.state import State as DungeonState
from underdeck.dungeon.table import tell as tell_dungeon
from underdeck.dungeon.table import whisper
from underdeck.fast import dungeon, tomb
from underdeck.fast.layout import layout_of, pack
from underdeck.fast.swaps import Desk, choose
from underdeck.fast.twin import interpret
from underdeck.sfc32 import words_of
from underdeck.tomb import legal as tomb_legal
from underdeck.tomb.rules import expect_a_card
from underdeck.tomb.rules import tell as tell_tomb
from underdeck.tomb.sight import Sight, look
from underdeck.tomb.state import DECK
from underdeck.tomb.state import State as TombState

Policy = Callable[[Any, Any, int, Any, Any], int]
"""`choose(s, moves, count, stream, knobs)`: the place of the chosen move; in Dungeon `s` is only the seat."""
Rows = npt.NDArray[np.int32]
"""A row for each game, with the columns of its game."""

SILENT = tell_tomb, expect_a_card
"""What compiled games of Tomb leave out."""

COLUMNS = {"tomb": tomb.COLUMNS, "dungeon": dungeon.COLUMNS}


def can_compile() -> bool:
    """Is Numba there?"""
    return find_spec("numba") is not None


@dataclass(frozen=True)
class Runner:
    """Plays games of one kind; those of the same seed and number are the same for ever."""

    game: str
    house: Any
    policy: Policy
    knobs: tuple[int, ...] = ()
    compiled: bool = True

    def run(self, seed: str, first: int, count: int) -> Rows:
        """So many games from that number on."""
        state, room = _OPENINGS[self.game](self.house)
        rows = np.zeros((count, len(COLUMNS[self.game])), np.int32)
        desk = Desk(
            key=self._row(words_of(seed)),
            knobs=self._row(self.knobs),
            stream=self._row([0] * 4),
            fate=self._row([0] * 4),
            moves=self._row([0] * room),
            order=self._row([0] * MOST_CARDS),
        )
        states, fresh = self._states(state)
        usual = self.house if self.game == "tomb" and self.house == type(self.house)() else None
        play_of(self.game, self.policy, usual, compiled=self.compiled)(states, fresh, desk, first, rows)
        return rows

    def _row(self, values: Sequence[int]) -> Any:
        """Some ints: an array for compiled functions, a list for Python's own."""
        return np.array(values, np.int64) if self.compiled else list(values)

    def _states(self, state: Any) -> tuple[Any, Any]:
        """Room for a state, and the one that every game begins with."""
        if not self.compiled:
            return [state], [state]
        both = np.zeros((2, 1), layout_of(type(state)))
        pack(state, both[1, 0])
        return both[0], both[1]


def open_tomb(house: Any) -> tuple[TombState, int]:
    """A game of Tomb before the shuffle, and how many moves there may be."""
    return TombState(house, [*DECK, 0]), tomb_legal.MOST_MOVES


def open_dungeon(house: Any) -> tuple[DungeonState, int]:
    """A game of Dungeon before the shuffle, and how many moves there may be."""
    state = DungeonState(house, players=house.players, bottom=len(deck_of(house)))
    state.deck[: state.bottom] = deck_of(house)
    return state, dungeon_legal.MOST_MOVES


_OPENINGS: dict[str, Callable[[Any], tuple[Any, int]]] = {"tomb": open_tomb, "dungeon": open_dungeon}


@cache
def play_of(game: str, policy: Policy, house: Any = None, *, compiled: bool) -> Any:
    """The function that plays many games with that policy, under that house if one is given: it takes less time then."""
    function = {"tomb": tomb.play_games, "dungeon": dungeon.play_games}[game]
    if not compiled:
        return interpret(function, {choose: policy})
    from underdeck.fast.compiler import Program, compile_program  # noqa: PLC0415  only where Numba is there

    if game == "tomb":
        return compile_program(Program(function, TombState, {choose: policy}, SILENT, (look, Sight), house))
    return compile_program(Program(function, DungeonState, {choose: policy}, (tell_dungeon, whisper)))


@cache
def step_of(game: str) -> Any:
    """The compiled function that makes one move in one of many games, for those who step through them from Python."""
    from underdeck.fast.compiler import Program, compile_program  # noqa: PLC0415  only where Numba is there

    if game == "tomb":
        return compile_program(Program(tomb.step, TombState, {}, SILENT))
    return compile_program(Program(dungeon.step, DungeonState, {}, (tell_dungeon, whisper)))
