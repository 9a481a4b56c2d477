"""The mind of Tomb: games per second of strong play, and the time of one decision."""

from collections.abc import Iterator
from statistics import median

from bench.measure import Line, cpu_seconds
from underdeck.deal import Drawn
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, State
from underdeck.minds.tomb.analyst import Analyst
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.search import WIN
from underdeck.study.match import Match
from underdeck.study.policies import read_policy

SEED = "bench"
GAMES = {"strong": 500, "strong-points": 500, "strong-quick": 20_000}
"""The games of each policy."""
GOALS = {"strong": 150, "strong-points": 150, "strong-quick": 2_000}
"""The games per second that each policy must reach on one core."""
DECISION_GOAL_MS = 30
DECISIONS = 200


def lines() -> Iterator[Line]:
    """Measure strong play and decisions."""
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
