"""Small outcomes to draw and report: interpreted games of Tomb, and made-up games of Dungeon."""

from functools import cache
from typing import Any

import numpy as np

from underdeck.fast.dungeon_rows import COLUMNS, HAND_BITS
from underdeck.fast.runner import Runner
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.dungeon.state import HAND_LIMIT
from underdeck.games.tomb.options import Options as TombOptions
from underdeck.study.draw.data import Results
from underdeck.study.match import Match, with_turn_limit
from underdeck.study.policies import find_policy, knob_values, read_policy
from underdeck.study.simulation import Difference, Outcome
from underdeck.study.tally import Tally

GAMES = 300


@cache
def tomb_rows(policy: str, options: TombOptions, games: int) -> Any:
    spec = read_policy("tomb", policy)
    values = knob_values("tomb", spec)
    runner = Runner("tomb", options, find_policy("tomb", spec), values, compiled=False)
    return runner.run("caverns", 0, games)


def tomb(
    *policies: str, games: int = GAMES, times: int = 1, option_sets: tuple[TombOptions, ...] = ()
) -> Results:
    """Return policies of Tomb on the same deals, with each game counted several times."""
    settings = list(zip(policies, option_sets or (TombOptions(),) * len(policies), strict=True))
    matches = tuple(
        Match("tomb", options, "caverns", read_policy("tomb", policy))
        for policy, options in settings
    )
    rows = [tomb_rows(policy, options, games) for policy, options in settings]
    return results_of(matches, [np.repeat(each, times, axis=0) for each in rows])


def dungeon(*seatings: tuple[str, ...], seed: str = "caverns", games: int = 40) -> Results:
    """Return matches of bots with made-up results."""
    matches = tuple(
        Match("dungeon", with_turn_limit(DungeonOptions(players=len(bots))), seed, None, bots)
        for bots in seatings
    )
    rows = []
    for match in matches:
        random = np.random.default_rng(match.seats)
        winner = random.integers(match.seats, size=games)
        ending = random.integers(1, 3, games)
        turns = random.integers(20, 300, games)
        known = {
            "ending": ending,
            "winner": winner,
            "turns": turns,
            "moves": 2 * turns,
            "alive": 1 << winner,
            "starter": random.integers(match.seats, size=games),
            **{f"hand_{seat + 1}": random_hands(random, games) for seat in range(match.seats)},
        }
        columns = [known.get(name, np.zeros(games)) for name in COLUMNS]
        rows.append(np.stack(columns, axis=1).astype(np.int32))
    return results_of(matches, rows)


def random_hands(random: np.random.Generator, games: int) -> Any:
    """Return hands of five ranks, each as a number."""
    ranks = random.integers(1, 14, (games, HAND_LIMIT))
    return ranks @ (1 << HAND_BITS * np.arange(HAND_LIMIT))


def results_of(matches: tuple[Match, ...], rows: list[Any]) -> Results:
    """Return the results of these rows, with the differences from the first match."""
    tallies = [Tally.of(match.game, each) for match, each in zip(matches, rows, strict=True)]
    differences = [
        [Difference.of(name, match, each, rows[0]) for name in match.measures.compared]
        for match, each in zip(matches[1:], rows[1:], strict=True)
    ]
    return Results(matches, Outcome(tallies, differences))
