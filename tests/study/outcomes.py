"""Small outcomes to draw and to report: a few hundred real games of Tomb, interpreted, and made-up ones of Dungeon."""

from functools import cache
from typing import Any

import numpy as np

from underdeck.fast.runner import Runner
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb.options import Options as TombOptions
from underdeck.study.draw.numbers import Kept
from underdeck.study.match import Match, limited
from underdeck.study.policies import find_policy, knob_row, read_policy
from underdeck.study.simulation import MEASURES, Difference, Outcome, measure
from underdeck.study.tally import Tally

GAMES = 300


@cache
def tomb_rows(policy: str, options: TombOptions, games: int) -> Any:
    spec = read_policy("tomb", policy)
    return Runner(
        "tomb", options, find_policy("tomb", spec), knob_row("tomb", spec), compiled=False
    ).run("caverns", 0, games)


def tomb(
    *policies: str, games: int = GAMES, times: int = 1, option_sets: tuple[TombOptions, ...] = ()
) -> Kept:
    """Policies of Tomb on the same deals, each game counted so many times."""
    tables = option_sets or (TombOptions(),) * len(policies)
    matches = tuple(
        Match("tomb", options, "caverns", read_policy("tomb", policy))
        for policy, options in zip(policies, tables, strict=True)
    )
    return kept(
        matches,
        [
            np.repeat(tomb_rows(policy, options, games), times, axis=0)
            for policy, options in zip(policies, tables, strict=True)
        ],
    )


def dungeon(*tables: tuple[str, ...], seed: str = "caverns", games: int = 40) -> Kept:
    """Tables of bots, with made-up results."""
    matches = tuple(
        Match("dungeon", limited(DungeonOptions(players=len(bots))), seed, None, bots)
        for bots in tables
    )
    rows = []
    for match in matches:
        random = np.random.default_rng(match.seats)
        winner = random.integers(match.seats, size=games)
        ending = random.integers(1, 3, games)
        turns = random.integers(20, 300, games)
        rows.append(
            np.stack([ending, winner, turns, 2 * turns, 1 << winner], axis=1).astype(np.int32)
        )
    return kept(matches, rows)


def kept(matches: tuple[Match, ...], rows: list[Any]) -> Kept:
    """The outcome of these rows, with the differences between matches."""
    differences = []
    for match, played in zip(matches[1:], rows[1:], strict=True):
        told = []
        for name in MEASURES[match.game]:
            apart = measure(match, played, name).astype(np.int64) - measure(
                matches[0], rows[0], name
            ).astype(np.int64)
            told.append(Difference(name, len(apart), int(apart.sum()), int((apart * apart).sum())))
        differences.append(told)
    return Kept(
        matches,
        Outcome(
            [Tally.of(match.game, played) for match, played in zip(matches, rows, strict=True)],
            differences,
        ),
    )
