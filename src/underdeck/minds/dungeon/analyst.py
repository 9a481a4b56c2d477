"""An analyst of Dungeon: the value of each move, from what a seat knows, compiled if possible.

The moves of a seat are valued by a search over worlds sampled from its view and its memory. Nothing
else is read, so that no hidden card can influence a value. Without Numba the same search runs
interpreted, with few iterations.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from random import Random
from threading import Thread
from typing import Any, NamedTuple

from underdeck.fast.libraries import can_compile
from underdeck.fast.twin import Swaps, interpret
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.legal import MAX_MOVES
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import FIGHT, DungeonMove, move_of
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import MAX_CARDS, SEATS, State
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon import sampling, search, values
from underdeck.minds.dungeon.evidence import find_clues
from underdeck.minds.dungeon.exposed import find_exposed
from underdeck.minds.dungeon.features import MAX_ACTIVE, RANKS, SCALARS, Counts
from underdeck.minds.dungeon.fights import Cards, edges_of, find_cards
from underdeck.minds.dungeon.sampling import Evidence, Slots
from underdeck.minds.dungeon.search import MAX_DEPTH, Manner, Tree
from underdeck.minds.dungeon.slots import find_slots
from underdeck.minds.dungeon.values import Mind, network_value
from underdeck.minds.dungeon.worlds import LARGEST_WORLD
from underdeck.minds.network import Network, read_networks
from underdeck.sfc32 import CHANCE, open_stream, words_of

ITERATIONS = 1000
"""The iterations of a search by default."""
PLAIN_ITERATIONS = 24
"""The maximum without Numba, where an iteration takes about ten milliseconds."""
MAX_WORLDS = 4096
"""The worlds of a search: usually one for each iteration."""
MANNER = Manner(iterations=0, effort=40_000, curiosity=0.3, heat=0.03, trust=1.0, ahead=0)
"""How a search is done, apart from the number of its iterations."""
PLAIN_NODES, PLAIN_EDGES = 1 << 8, 1 << 13
"""The room for a tree without Numba."""


class MoveValue(NamedTuple):
    """A legal move with its value by a search."""

    move: DungeonMove
    value: float
    """The chance to win of the seat that moves."""
    visits: int
    """How often the search tried the move; a value with few visits is a guess."""
    cards: Cards = ()
    """The fighting cards that the search lays, this one first; empty if it doesn't know them all,
    or if the move lays none."""


def value_moves(
    view: DungeonView,
    memory: DungeonMemory,
    *,
    iterations: int = ITERATIONS,
    seed: str = "",
    compiled: bool | None = None,
) -> list[MoveValue]:
    """Return the legal moves of the view's seat with their values, the best first.

    The same view, memory, iterations and seed give the same values. The order is that of visits: a
    later move may have a higher value, but was tried too seldom to trust it.
    """
    tools = find_tools(compiled=has_programs() if compiled is None else compiled)
    return tools.value_moves(view, memory, iterations, seed)


def value_seats(state: State, *, compiled: bool | None = None) -> tuple[float, ...]:
    """Return the chance to win of each seat, with all hands open; they add up to 1."""
    tools = find_tools(compiled=has_programs() if compiled is None else compiled)
    return tools.value_seats(state)


# Compilation


def prepare() -> None:
    """Compile the programs of a search, if possible, so that no later call waits for it."""
    if can_compile():
        find_tools(compiled=True).warm_up()


class Preparation(Thread):
    """A thread that compiles the programs."""

    def __init__(self) -> None:
        super().__init__(name="compile-dungeon", daemon=True)
        self.is_ready = False
        """Whether the programs can be used; they never can if compiling them failed."""

    def run(self) -> None:
        """Compile; without the memory for it searches stay interpreted."""
        with suppress(Exception):
            prepare()
            self.is_ready = True


_preparations: list[Preparation] = []
"""The thread of this process, once it was started."""


def prepare_in_background() -> None:
    """Compile the programs in a thread; searches are interpreted until it is done."""
    if can_compile() and not _preparations:
        _preparations.append(Preparation())
        _preparations[0].start()


def has_programs() -> bool:
    """Return whether a search should use compiled programs: not before a thread is done."""
    return can_compile() and all(thread.is_ready for thread in _preparations)


@cache
def load_network() -> Network:
    """Return the network that comes with the package."""
    data = files("underdeck.minds.dungeon").joinpath("win.weights").read_bytes()
    return read_networks(data)[0]


@cache
def find_tools(*, compiled: bool) -> "Tools":
    """Return the functions of a search with their memory."""
    return CompiledTools() if compiled else Tools()


def give_way() -> None:
    """Let other processes run, if some wait for this core."""
    if hasattr(os, "sched_yield"):
        os.sched_yield()


class Tools:
    """The functions of a search with their memory, interpreted."""

    max_iterations = PLAIN_ITERATIONS

    def __init__(self) -> None:
        swaps: Swaps = {network_value: plain_value}
        self.stack: Any = Copies([State(Options())] * 3)
        self.mind = plain_mind(load_network())
        self.tree = plain_tree()
        self.deal_worlds: Callable[..., None] = interpret(sampling.deal_worlds, swaps)
        self.search_on: Callable[..., int] = interpret(search.search_on, swaps)
        self.value_all: Callable[..., None] = interpret(values.value_all, swaps)

    def warm_up(self) -> None:
        """Make the next calls as fast as later ones; there is nothing to do without programs."""

    def put(self, position: State, count: int) -> Any:
        """Put a position at the start of the stack; return room for worlds."""
        self.stack[0] = position
        return Copies([position] * count)

    def ints(self, numbers: Sequence[int]) -> Any:
        """Return a row of integers."""
        return list(numbers)

    def floats(self, numbers: Sequence[float]) -> Any:
        """Return a row of numbers."""
        return list(numbers)

    def value_moves(
        self, view: DungeonView, memory: DungeonMemory, iterations: int, seed: str
    ) -> list[MoveValue]:
        """Return the legal moves with their values, the best first."""
        assert view.seat is not None
        iterations = max(min(iterations, self.max_iterations), 1)
        words = [0] * 4
        open_stream(words, list(words_of(f"search {seed}")), 0, CHANCE)
        stream = self.ints(words)
        worlds = self.sample_worlds(view, memory, min(iterations, MAX_WORLDS), stream)
        manner = MANNER._replace(iterations=iterations)
        root = self.run_search(worlds, view.seat, stream, manner)
        assert memory.position is not None
        return [
            each._replace(cards=find_cards(self.tree, memory.position, view.seat, each.move))
            if each.move.kind == FIGHT and each.visits
            else each
            for each in self.read_root(root)
        ]

    def sample_worlds(
        self, view: DungeonView, memory: DungeonMemory, count: int, stream: Any
    ) -> Any:
        """Return worlds that fit what the seat knows and what its opponents did."""
        assert view.seat is not None
        random = Random(view.turn)  # noqa: S311  only the first arrangement, which is shuffled
        position, slots = find_slots(view, memory, random)
        clues = find_clues(view, memory)
        evidence = Evidence(
            seat=self.ints([clue.seat for clue in clues]),
            newer=self.ints([clue.newer for clue in clues]),
            rank=self.ints([clue.rank for clue in clues]),
            factor=self.floats([clue.factor for clue in clues]),
        )
        for place, number in enumerate(find_exposed(view.seat, memory)):
            self.mind.exposed[place] = number
        worlds = self.put(position, count)
        rows = Slots(*(self.ints(row) for row in slots))
        self.deal_worlds(self.stack, worlds, rows, evidence, stream)
        return worlds

    def run_search(self, worlds: Any, seat: int, stream: Any, manner: Manner) -> int:
        """Search from the decision of a seat; return the root, whose edges hold the outcome.

        A server on the same core that has work to do runs in between, not after the search.
        """
        iteration = 0
        while iteration != search.FINISHED:
            iteration = self.search_on(
                self.stack, worlds, seat, self.mind, self.tree, stream, manner, iteration
            )
            give_way()
        return int(self.tree.counters[search.ROOT])

    def read_root(self, root: int) -> list[MoveValue]:
        """Return the moves of the root with their values, the best first."""
        tree, edges = self.tree, list(edges_of(self.tree, root))
        visits = sum(tree.visits[edge] for edge in edges)
        best = max(tree.prior[edge] for edge in edges)
        level = sum(tree.total[edge] for edge in edges) / visits - best if visits else 0.0
        found = [
            MoveValue(
                move_of(int(tree.action[edge])),
                float(
                    min(max(tree.prior[edge] + level, 0.0), 1.0)
                    if tree.visits[edge] == 0
                    else tree.total[edge] / tree.visits[edge]
                ),
                int(tree.visits[edge]),
            )
            for edge in edges
        ]
        return sorted(found, key=lambda each: (-each.visits, -each.value, each.move.action))

    def value_seats(self, state: State) -> tuple[float, ...]:
        """Return the chance to win of each seat, with all hands open."""
        self.put(state, 0)
        self.value_all(self.stack[0], self.mind, self.tree.result)
        return tuple(float(self.tree.result[seat]) for seat in range(state.players))


class Copies(list[State]):
    """A row of states that copies what is put into it, like an array of records."""

    def __setitem__(self, place: int, state: State) -> None:  # type: ignore[override]
        super().__setitem__(place, state.clone())


def plain_value(mind: Mind, count: int) -> float:
    """Return the network's output for the features in memory, without other libraries."""
    value: float = mind.weights.value(mind.active[:count], mind.scalars)
    return value


def plain_mind(network: Network | None) -> Mind:
    """Return a mind that works without other libraries."""
    return Mind(
        weights=network,
        hidden=[],
        hidden2=[],
        active=[0] * MAX_ACTIVE,
        scalars=[0.0] * SCALARS,
        words=(),
        base=[],
        counts=Counts(*([0] * RANKS for _ in Counts._fields)),
        moves=[0] * MAX_MOVES,
        order=[0] * MAX_CARDS,
        exposed=[0] * SEATS * SEATS,
        cards=[0] * LARGEST_WORLD,
        values=[0.0] * MAX_MOVES,
    )


def plain_tree(nodes: int = PLAIN_NODES, edges: int = PLAIN_EDGES) -> Tree:
    """Return room for a tree, without other libraries."""
    return Tree(
        keys=[0] * nodes,
        first=[0] * nodes,
        action=[0] * edges,
        following=[0] * edges,
        visits=[0.0] * edges,
        prior=[0.0] * edges,
        total=[0.0] * edges,
        path=[0] * (MAX_DEPTH + 1),
        movers=[0] * (MAX_DEPTH + 1),
        result=[0.0] * SEATS,
        counters=[0, 0, 0],
    )


class CompiledTools(Tools):
    """The functions of a search with their memory, compiled by Numba."""

    max_iterations = 1 << 20

    def __init__(self) -> None:
        import numpy as np  # noqa: PLC0415  only with NumPy and Numba

        from underdeck.fast.layout import pack  # noqa: PLC0415
        from underdeck.minds.dungeon import programs  # noqa: PLC0415
        from underdeck.minds.evaluate import layers_of  # noqa: PLC0415

        self._np, self._pack = np, pack
        self.stack, _ = programs.new_stack([])
        self.mind = programs.new_mind(layers_of(load_network()))
        self.tree = programs.new_tree()
        self.worlds = np.zeros(MAX_WORLDS, self.stack.dtype)
        self.deal_worlds = programs.find_program(sampling.deal_worlds)
        self.search_on = programs.find_program(search.search_on)
        self.value_all = programs.find_program(values.value_all)

    def warm_up(self) -> None:
        """Search the beginning of a game once: programs on disk are loaded by their first call."""
        options = Options()
        played = GAME.start(options, GAME.deck(options))
        memory = DungeonMemory(GAME.view(played, 0))
        memory.observe_position(GAME.position(played, 0))
        self.value_moves(GAME.view(played, 0), memory, 1, "")
        self.value_seats(played)

    def put(self, position: State, count: int) -> Any:
        """Put a position at the start of the stack; return room for worlds."""
        self._pack(position, self.stack[0])
        return self.worlds[:count]

    def ints(self, numbers: Sequence[int]) -> Any:
        """Return a row of integers."""
        return self._np.array(numbers, self._np.int64)

    def floats(self, numbers: Sequence[float]) -> Any:
        """Return a row of numbers."""
        return self._np.array(numbers, self._np.float64)
