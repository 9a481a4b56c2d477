"""Many games of one kind: a policy, a house, and rows of what came of each; compiled where Numba is there, interpreted where not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from underdeck.fast import dungeon, tomb
from underdeck.fast.harness import Desk, choose
from underdeck.fast.layout import layout_of, pack
from underdeck.fast.twin import interpret
from underdeck.games.dungeon import legal as dungeon_legal
from underdeck.games.dungeon.events import emit as emit_dungeon
from underdeck.games.dungeon.events import emit_to
from underdeck.games.dungeon.state import MAX_CARDS, deck_of
from underdeck.games.dungeon.state import State as DungeonState
from underdeck.games.tomb import legal as tomb_legal
from underdeck.games.tomb.events import emit as emit_tomb
from underdeck.games.tomb.policy_view import PolicyView, view_for_policy
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.state import State as TombState
from underdeck.games.tomb.turns import expect_a_card
from underdeck.sfc32 import words_of

Policy = Callable[[Any, Any, int, Any, Any], int]
"""`choose(s, moves, count, stream, knobs)`: the place of the chosen move; in Dungeon `s` is only the seat."""
Rows = npt.NDArray[np.int32]
"""A row for each game, with the columns of its game."""

SILENT = emit_tomb, expect_a_card
"""What compiled games of Tomb leave out."""

COLUMNS = {"tomb": tomb.COLUMNS, "dungeon": dungeon.COLUMNS}


def can_compile() -> bool:
    """Is Numba there?"""
    return find_spec("numba") is not None


@dataclass(frozen=True)
class Runner:
    """Plays games of one kind; those of the same seed and number are the same for ever."""

    game: str
    options: Any
    policy: Policy
    knobs: tuple[int, ...] = ()
    compiled: bool = True

    def run(self, seed: str, first: int, count: int) -> Rows:
        """So many games from that number on."""
        state, room = _OPENINGS[self.game](self.options)
        rows = np.zeros((count, len(COLUMNS[self.game])), np.int32)
        desk = Desk(
            key=self._row(words_of(seed)),
            knobs=self._row(self.knobs),
            stream=self._row([0] * 4),
            fate=self._row([0] * 4),
            moves=self._row([0] * room),
            order=self._row([0] * MAX_CARDS),
        )
        states, fresh = self._states(state)
        usual = (
            self.options if self.game == "tomb" and self.options == type(self.options)() else None
        )
        play_of(self.game, self.policy, usual, compiled=self.compiled)(
            states, fresh, desk, first, rows
        )
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


def open_tomb(options: Any) -> tuple[TombState, int]:
    """A game of Tomb before the shuffle, and how many moves there may be."""
    return TombState(options, [*DECK, 0]), tomb_legal.MAX_MOVES


def open_dungeon(options: Any) -> tuple[DungeonState, int]:
    """A game of Dungeon before the shuffle, and how many moves there may be."""
    state = DungeonState(options, players=options.players, bottom=len(deck_of(options)))
    state.deck[: state.bottom] = deck_of(options)
    return state, dungeon_legal.MAX_MOVES


_OPENINGS: dict[str, Callable[[Any], tuple[Any, int]]] = {
    "tomb": open_tomb,
    "dungeon": open_dungeon,
}


@cache
def play_of(game: str, policy: Policy, options: Any = None, *, compiled: bool) -> Any:
    """The function that plays many games with that policy, under that house if one is given: it takes less time then."""
    function = {"tomb": tomb.play_games, "dungeon": dungeon.play_games}[game]
    if not compiled:
        return interpret(function, {choose: policy})
    from underdeck.fast.compiler import Program, compile_program  # noqa: PLC0415  only where Numba is there

    if game == "tomb":
        return compile_program(
            Program(
                function,
                TombState,
                {choose: policy},
                SILENT,
                (view_for_policy, PolicyView),
                options,
            )
        )
    return compile_program(
        Program(function, DungeonState, {choose: policy}, (emit_dungeon, emit_to))
    )


@cache
def step_of(game: str) -> Any:
    """The compiled function that makes one move in one of many games, for those who step through them from Python."""
    from underdeck.fast.compiler import Program, compile_program  # noqa: PLC0415  only where Numba is there

    if game == "tomb":
        return compile_program(Program(tomb.step, TombState, {}, SILENT))
    return compile_program(Program(dungeon.step, DungeonState, {}, (emit_dungeon, emit_to)))
