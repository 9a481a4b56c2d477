"""Play many games of one kind with one policy: compiled if Numba is installed, else interpreted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from underdeck.fast.harness import Harness, Workspace, choose
from underdeck.fast.inlining import inline
from underdeck.fast.layout import layout_of, pack
from underdeck.options import GameOptions
from underdeck.registry import find_part
from underdeck.sfc32 import words_of
from underdeck.state import Cloneable

Policy = Callable[[Any, list[int], int, list[int], list[int]], int]
"""`choose(s, moves, count, stream, knobs)`: the index of the chosen move.

What `s` is depends on the game: a view of the state, or only the number of the seat.
"""
AnyHarness = Harness[Cloneable, GameOptions]
"""A harness found by the name of its game."""
States = list[Cloneable] | npt.NDArray[np.void]
"""States of games: records where they are compiled."""
Rows = npt.NDArray[np.int32]
"""A row for each game, with the columns of its harness or its measures."""


def find_harness(game: str) -> AnyHarness | None:
    """Return the harness of a game, or None if it can only be played move by move."""
    harness: AnyHarness | None = find_part(game, "harness")
    return harness


@dataclass(frozen=True)
class Runner:
    """Plays the numbered games of a seed; the same seed and number are always the same game."""

    game: str
    options: GameOptions
    policy: Policy
    knobs: tuple[int, ...] = ()
    compiled: bool = True

    @property
    def harness(self) -> AnyHarness:
        """The harness of the game, which must have one."""
        harness = find_harness(self.game)
        assert harness is not None, f"{self.game} has no harness"
        return harness

    def run(self, seed: str, first: int, count: int) -> Rows:
        """Play `count` games from number `first` on and return their rows."""
        harness = self.harness
        rows = np.zeros((count, len(harness.columns)), np.int32)
        workspace = Workspace(
            key=self._ints(words_of(seed)),
            knobs=self._ints(self.knobs),
            stream=self._ints([0] * 4),
            chance=self._ints([0] * 4),
            moves=self._ints([0] * harness.max_moves),
            order=self._ints([0] * harness.max_order),
        )
        states, fresh = self._states(harness.open(self.options))
        is_default = self.options == type(self.options)()
        frozen = self.options if harness.freezes_default_options and is_default else None
        play_games = find_program(self.game, self.policy, frozen, compiled=self.compiled)
        play_games(states, fresh, workspace, first, rows)
        return rows

    def _ints(self, values: Sequence[int]) -> list[int]:
        """Return an array for compiled functions, a list for interpreted ones."""
        # Compiled code uses arrays like lists.
        return np.array(values, np.int64) if self.compiled else list(values)  # type: ignore[return-value]

    def _states(self, state: Cloneable) -> tuple[States, States]:
        """Return room for a running game's state, and the state that every game starts from."""
        if not self.compiled:
            return [state], [state]
        both = np.zeros((2, 1), layout_of(type(state)))
        pack(state, both[1, 0])
        return both[0], both[1]


@cache
def find_program(
    game: str, policy: Policy, frozen_options: GameOptions | None = None, *, compiled: bool
) -> Callable[..., None]:
    """Return the function that plays many games with a policy, under the frozen options if given.

    Frozen options are constants of the compiled program, which makes it faster.
    """
    harness = find_harness(game)
    assert harness is not None, f"{game} has no harness"
    if not compiled:
        return inline(harness.play_games, {choose: policy}, harness.silent)
    from underdeck.fast.compiler import Program, compile_program  # noqa: PLC0415  needs Numba

    return compile_program(
        Program(
            harness.play_games,
            harness.state,
            {choose: policy},
            harness.silent,
            harness.policy_view,
            frozen_options,
            trusts_indices=True,
        )
    )


@cache
def find_step(game: str) -> Callable[..., int]:
    """Return the compiled function that makes one move in one of many games."""
    from underdeck.fast.compiler import Program, compile_program  # noqa: PLC0415  needs Numba

    harness = find_harness(game)
    assert harness is not None, f"{game} has no harness"
    return compile_program(Program(harness.step, harness.state, {}, harness.silent))
