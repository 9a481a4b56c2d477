"""Many games in one step, for both games: their memory, and the table of numbers about each.

A game supplies a `Program`. Its function `step_all` plays one order per game and writes the
observations; it runs compiled or interpreted, on the same table.
"""

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from underdeck.fast.harness import Harness
from underdeck.fast.layout import layout_of, pack
from underdeck.fast.libraries import can_compile
from underdeck.fast.twin import Swaps, interpret
from underdeck.options import GameOptions
from underdeck.sfc32 import open_stream, words_of

KEY, EPISODE, ORDER, STEPS, OVER, ILLEGAL = 0, 3, 4, 5, 6, 7
"""Columns of the table: the three words of the seed, the number of the deal, the order to carry
out, the steps since the deal, whether the game is over, and whether its action was illegal."""
OWN_COLUMN = 8
"""The first column that depends on the game."""

NO_MOVE, NEW_DEAL, SKIP = -1, -2, -3
"""Orders besides actions: write the observation only, deal a new game, leave the game alone."""
STREAM, SEED_WORDS, MOVES, NUMBERS, SHUFFLED, COUNTS = range(6)
"""The rows of a workspace: a random stream, the words of its seed, legal moves, their actions,
items that chance shuffles, and counters."""

Table = NDArray[np.int64]
Observations = NDArray[np.float32]
Masks = NDArray[np.int8]
States = MutableSequence[Any] | NDArray[np.uint8]
"""States of games and, after them, the opening that every game starts from."""


@dataclass(frozen=True)
class Program:
    """How one game is played in many copies."""

    harness: Harness[Any, Any]
    step_all: Callable[..., int]
    """Carries out the order of each game; returns -1, or the first game with a refused action."""
    columns: int
    """The number of columns of the table."""
    swaps: Swaps = field(default_factory=dict)
    """Functions that are replaced in compiled code."""
    found: dict[bool, Callable[..., int]] = field(default_factory=dict)
    """The step function that was made already, interpreted (False) or compiled."""

    def stepper(self, *, compiled: bool) -> Callable[..., int]:
        """Return the step function, compiled or interpreted."""
        if compiled not in self.found:
            self.found[compiled] = self._make(compiled=compiled)
        return self.found[compiled]

    def _make(self, *, compiled: bool) -> Callable[..., int]:
        if not compiled:
            return interpret(self.step_all, {})
        from underdeck.fast import compiler  # noqa: PLC0415  only with Numba

        return compiler.compile_program(
            compiler.Program(
                self.step_all,
                self.harness.state,
                {begin: begin_record, **self.swaps},
                self.harness.silent,
            )
        )


class Rows(NamedTuple):
    """What a game's rows look like."""

    template: Sequence[float]
    """An observation in which only the house rules are written."""
    actions: int
    """The length of a mask."""


class Batch:
    """A number of games that are stepped together."""

    def __init__(
        self,
        program: Program,
        options: GameOptions,
        rows: Rows,
        count: int,
        *,
        compiled: bool,
    ) -> None:
        self.count, self.compiled = count, compiled
        self.template = np.array(rows.template, np.float32)
        self.table: Table = np.zeros((count, program.columns), np.int64)
        self.states: States = new_states(program, options, count, compiled=compiled)
        self._record = layout_of(program.harness.state)
        self._actions = rows.actions
        self._workspace = new_workspace(program.harness, compiled=compiled)
        self._step = program.stepper(compiled=compiled)

    def set_seed(self, place: int, text: str) -> None:
        """Let the deals of a game follow from a seed, beginning with number 0."""
        self.table[place, KEY : KEY + 3] = words_of(text)
        self.table[place, EPISODE] = -1

    def put(self, place: int, state: object) -> None:
        """Set a game to a state."""
        if isinstance(self.states, np.ndarray):
            pack(state, self.states.view(self._record)[place])
        else:
            self.states[place] = state

    def step(self, *, strict: bool = False, limit: int = 0) -> tuple[int, Observations, Masks]:
        """Carry out the orders in the table; return a refused game or -1, and the output."""
        observations = np.empty((self.count, len(self.template)), np.float32)
        masks = np.empty((self.count, self._actions), np.int8)
        return self.step_into(observations, masks, strict, limit), observations, masks

    def step_into(
        self, observations: Observations, masks: Masks, strict: bool = False, limit: int = 0
    ) -> int:
        """Carry out the orders in the table, with given arrays for the output."""
        return self._step(
            self.states,
            self.table,
            self._workspace,
            self.template,
            observations,
            masks,
            strict,
            limit,
        )


def new_states(program: Program, options: GameOptions, count: int, *, compiled: bool) -> States:
    """Return the memory of games: bytes for compiled code."""
    opening = program.harness.open(options)
    if not compiled:
        return [opening.clone() for _ in range(count)] + [opening]
    records = np.zeros(count + 1, layout_of(program.harness.state))
    pack(opening, records[count])
    return records.view(np.uint8)


def new_workspace(harness: Harness[Any, Any], *, compiled: bool) -> Any:
    """Return buffers: an array of rows for compiled code, otherwise lists."""
    shape = COUNTS + 1, max(harness.max_moves, harness.max_order, 2 * 16)
    workspace = np.zeros(shape, np.int64)
    return workspace if compiled else workspace.tolist()


def wants_compiled(compiled: bool | None) -> bool:
    """Return whether to compile: by default if Numba is installed."""
    if compiled and not can_compile():
        raise ValueError("compiled can't be True without Numba: pip install numba, or leave it out")
    return can_compile() if compiled is None else compiled


# Functions that the games' step functions call, interpreted or compiled


def begin(states: MutableSequence[Any], place: int) -> None:
    """Replace a game by the opening, which is the last state."""
    states[place] = states[len(states) - 1].clone()


def begin_record(states: NDArray[np.void], place: int) -> None:
    """Replace a game by the opening, for NumPy records, which assignment copies."""
    states[place] = states[len(states) - 1]


def open_game_stream(row: MutableSequence[int], workspace: Sequence[list[int]], part: int) -> None:
    """Open the random stream of a part of a game: its deal, or a chance event."""
    for word in range(3):
        workspace[SEED_WORDS][word] = int(row[KEY + word])
    open_stream(workspace[STREAM], workspace[SEED_WORDS], int(row[EPISODE]), part)
