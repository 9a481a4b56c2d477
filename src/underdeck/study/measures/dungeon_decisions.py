"""What players of Dungeon began with and decided: the start, opening hands, lies, accusations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from underdeck.fast.dungeon_rows import (
    COLUMNS,
    FIRST_HAND,
    FIRST_PASSES,
    FIRST_TURNS,
    HAND_BITS,
    STARTER,
    WINNER,
)
from underdeck.fast.runner import Rows
from underdeck.games.dungeon.moves import RANKS
from underdeck.games.dungeon.state import HAND_LIMIT, SEATS
from underdeck.intervals import share_interval
from underdeck.study.counts import Counts
from underdeck.study.draw.bars import Bar, BarChart
from underdeck.study.draw.data import PlotData
from underdeck.study.draw.formatting import Speaker, number, share_text

if TYPE_CHECKING:
    from underdeck.study.match import Match
    from underdeck.study.tally import Tally

ALL, WON = range(2)
"""Places in counts of games or hands: all of them, and those that won."""
SHARES = {
    "passes": ("passes", "turns"),
    "lies": ("lies", "holders"),
    "caught": ("caught", "lies"),
    "demands": ("caught", "demands"),
    "false_passages": ("false_passages", "passages"),
    "accusations": ("right_accusations", "accusations"),
}
"""The shares of decisions that are reported: the column counted, and that of all such decisions."""


def count_starters(rows: Rows) -> Counts:
    """Count the games that somebody began, and those that this player won."""
    begun = rows[rows[:, STARTER] >= 0]
    won = np.count_nonzero(begun[:, STARTER] == begun[:, WINNER])
    return np.array([len(begun), won], np.int64)


def count_opening_hands(rows: Rows) -> Counts:
    """Count for each rank the opening hands that hold it, and those of them that won."""
    counts = np.zeros((len(RANKS), 2), np.int64)
    for seat in range(SEATS):
        hands, won = rows[:, FIRST_HAND + seat], rows[:, WINNER] == seat
        held = [(hands >> HAND_BITS * place) % (1 << HAND_BITS) for place in range(HAND_LIMIT)]
        for rank in range(1, len(RANKS)):
            holds = np.logical_or.reduce([each == rank for each in held])
            counts[rank, ALL] += np.count_nonzero(holds)
            counts[rank, WON] += np.count_nonzero(holds & won)
    return counts


def decisions_as_json(counts: Mapping[str, Counts]) -> dict[str, Any]:
    """Return the starter's share of wins, that of each card's hands, and shares of decisions."""
    begun, won = (int(count) for count in counts["starter"])
    totals = dict(zip(COLUMNS, counts["decisions"].tolist(), strict=True))
    for name, first in (("turns", FIRST_TURNS), ("passes", FIRST_PASSES)):
        totals[name] = int(counts["decisions"][first : first + SEATS].sum())
    return {
        "starter": {"games": begun, **share_interval(won, begun)} if begun else {},
        "opening": {
            RANKS[rank]: {"hands": int(hands), **share_interval(int(wins), int(hands))}
            for rank, (hands, wins) in enumerate(counts["opening"])
            if hands
        },
        "decisions": {
            name: {"of": totals[whole], **share_interval(totals[part], totals[whole])}
            for name, (part, whole) in SHARES.items()
            if totals[whole]
        },
    }


def passes_as_json(counts: Mapping[str, Counts], seats: int) -> dict[str, Any]:
    """Return the share of each seat's turns without a card played; seats are numbered from 1."""
    totals = counts["decisions"]
    return {
        str(seat + 1): {"of": turns, **share_interval(int(totals[FIRST_PASSES + seat]), turns)}
        for seat in range(seats)
        if (turns := int(totals[FIRST_TURNS + seat]))
    }


def decision_lines(words: Speaker, data: Mapping[str, Any]) -> list[str]:
    """Return lines about the player who began, and about decisions."""
    lines = []
    if data["starter"]:
        share = share_text(words, data["starter"])
        lines.append(words.say("study_dungeon.line.starter", share=share))
    return lines + [
        words.say(
            f"study_dungeon.line.{name}",
            share=share_text(words, figure),
            count=number(words, figure["of"]),
            n=figure["of"],
        )
        for name, figure in data["decisions"].items()
    ]


def opening_bars(tally: "Tally", _match: "Match") -> list[Bar]:
    """Return the share of games won with each rank in the opening hand."""
    return [
        Bar.of(RANKS[rank], int(wins), int(hands))
        for rank, (hands, wins) in enumerate(tally.counts["opening"])
        if hands
    ]


@dataclass(frozen=True)
class OpeningChart(BarChart):
    """The share of games won with each rank in the opening hand."""

    name: str = "opening"
    bars: "Callable[[Tally, Match], list[Bar]]" = opening_bars
    rows: int = 14

    column = "card"
    caption = "opening"

    def labels(self, data: PlotData) -> list[str]:
        """Return the rank of each group of bars."""
        return [bar.name for bar in max(self.groups(data), key=len)]

    def reference_share(self, data: PlotData, index: int) -> float:
        """Return an even share."""
        return 1 / data.matches[index].seats
