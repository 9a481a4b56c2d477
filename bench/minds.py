"""The minds of both games: games per second of strong play, and the time of one decision.

Times are CPU times of the process, so that others on the machine don't count.
"""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from statistics import median

from bench.load import quantile_ms
from bench.measure import Line, cpu_seconds
from underdeck.agents import find_bot
from underdeck.deal import Drawn, deal_from_seed
from underdeck.fast.libraries import can_compile
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.dungeon.view import DungeonView
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, State
from underdeck.minds.dungeon.analyst import prepare, value_moves
from underdeck.minds.dungeon.bots import master
from underdeck.minds.tomb.analyst import Analyst
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.search import WIN
from underdeck.playthrough import Playthrough
from underdeck.study.match import Match
from underdeck.study.policies import read_policy

SEED = "bench"
GAMES = {"strong": 500, "strong-points": 500, "strong-quick": 20_000}
"""The games of each policy."""
GOALS = {"strong": 150, "strong-points": 150, "strong-quick": 2_000}
"""The games per second that each policy must reach on one core."""
DECISION_GOAL_MS = 30
DECISIONS = 200
MASTER_TABLES = (
    DungeonOptions(players=2),
    DungeonOptions(players=3),
    DungeonOptions(players=4),
    DungeonOptions(players=4, pitch_black=True),
)
"""The house rules of the games of `master`."""
MASTER_GAMES = 10
"""The games of `master` with each of them."""
MASTER_GOALS = "median < 150 ms, worst < 1,000 ms"
PLAIN_CHOICES = 10
"""The choices of `master` without Numba."""


def lines() -> Iterator[Line]:
    """Measure strong play and decisions."""
    yield from tomb_lines()
    yield from master_lines()


def tomb_lines() -> Iterator[Line]:
    """Measure strong play and decisions in Tomb."""
    for policy, games in GAMES.items():
        match = Match("tomb", Options(), SEED, read_policy("tomb", policy))
        match.prepare()
        rate = games / cpu_seconds(lambda match=match, games=games: match.rows(0, games))  # type: ignore[misc]
        yield Line(f"Tomb, `{policy}`", "", f"{rate:,.0f} games/s", "", f">= {GOALS[policy]:,}")
    yield decisions("`strong-quick`, without NumPy", Analyst(WIN, plies=0, compiled=False))
    yield decisions("`strong`, with Numba", Analyst(WIN))


def decisions(name: str, analyst: Analyst) -> Line:
    """Measure the decisions of one player."""
    positions = some_positions()
    analyst.values(positions[0])
    times = [1000 * cpu_seconds(lambda each=each: analyst.values(each)) for each in positions]  # type: ignore[misc]
    return Line(
        f"a decision of {name}",
        f"median {median(times):.1f} ms",
        f"worst {max(times):.1f} ms",
        "",
        f"< {DECISION_GOAL_MS} ms",
    )


def some_positions() -> list[State]:
    """Return positions with a choice, from games that draw whenever they can and delve long."""
    found: list[State] = []
    for number in range(DECISIONS):
        state = GAME.start(Options(), Drawn(SEED, number).deal(DECK).cards)
        while legal := GAME.legal(state, 0):
            if len(legal) > 1:
                found.append(position_in(state))
            GAME.play(state, 0, legal[-1 if state.turn > number % 8 else 0])
    return found[:: max(len(found) // DECISIONS, 1)]


Choose = Callable[[DungeonView, Random, DungeonMemory], DungeonMove]


def master_lines() -> Iterator[Line]:
    """Measure the choices of `master` in whole games of Dungeon, and a few without Numba."""
    if can_compile():
        prepare()
        for options in MASTER_TABLES:
            times_s = [
                each
                for number in range(MASTER_GAMES)
                for each in time_game(options, number, master)
            ]
            yield choice_line("", options, sorted(times_s))
    options = MASTER_TABLES[0]
    few = islice(time_game(options, 0, choose_plainly), PLAIN_CHOICES)
    yield choice_line(" without Numba", options, sorted(few))


def choose_plainly(view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Choose like `master` where Numba isn't installed or hasn't compiled yet."""
    return value_moves(view, memory, seed=f"{random.getrandbits(64)}", compiled=False)[0].move


def choice_line(how: str, options: DungeonOptions, times_s: list[float]) -> Line:
    """Return the times of choices as a line of the results."""
    dark = " in pitch black" if options.pitch_black else ""
    return Line(
        f"a choice of `master`{how}, Dungeon with {options.players} players{dark}, CPU time of "
        f"{len(times_s):,} choices",
        f"median {quantile_ms(times_s, 0.5):.1f} ms, p99 {quantile_ms(times_s, 0.99):.1f} ms",
        f"worst {times_s[-1] * 1000:.1f} ms",
        "",
        "" if how else MASTER_GOALS,
    )


def time_game(options: DungeonOptions, number: int, choose: Choose) -> Iterator[float]:
    """Play a game against `careful`, in each seat in turn; yield the CPU time of each choice.

    Moves without an alternative aren't choices.
    """
    careful = find_bot("careful", "dungeon")
    deal = deal_from_seed(DUNGEON.deck(options), f"{SEED} {number}")
    game = Playthrough.begin(DUNGEON, options, deal)
    random = Random(number)
    while waiting := DUNGEON.waiting(game.state):
        seat = waiting[0]
        view = game.view(seat)
        if seat != number % options.players:
            move = careful(view, random)
        elif len(view.legal) == 1:
            move = view.legal[0]
        else:
            memory = game.memory(seat)
            assert isinstance(memory, DungeonMemory)
            began = time.process_time()
            move = choose(view, random, memory)
            yield time.process_time() - began
        game.play(move, seat)
