"""What a simulation of Dungeon counts, reports and draws."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from underdeck.fast.dungeon_rows import (
    ALIVE,
    COLUMNS,
    FIRST_HAND,
    FIRST_PASSES,
    FIRST_TURNS,
    STARTER,
    WINNER,
    close_row,
    note_move,
    open_row,
)
from underdeck.fast.runner import Rows
from underdeck.games.dungeon.state import ENDINGS, SEATS
from underdeck.study.counts import Counts, count_values, mean_of, shares, summarize
from underdeck.study.draw.bars import Bar, BarChart, SeatChart, seat_names
from underdeck.study.draw.chart import Chart
from underdeck.study.draw.formatting import Speaker, mean_text, number, share_text
from underdeck.study.draw.histogram import HistogramChart
from underdeck.study.draw.html import Row, Safe, table
from underdeck.study.measures.base import MAX_LENGTH, Measures, seat_headlines
from underdeck.study.measures.dungeon_decisions import (
    OpeningChart,
    count_opening_hands,
    count_starters,
    decision_lines,
    decisions_as_json,
    passes_as_json,
)

if TYPE_CHECKING:
    from underdeck.playthrough import AnyPlaythrough
    from underdeck.study.draw.data import PlotData
    from underdeck.study.match import Match
    from underdeck.study.tally import Tally


class DungeonMeasures(Measures):
    """The measures of Dungeon: endings, length, and the games that each seat won."""

    columns = COLUMNS
    compared = ("won", "turns")
    sweep_columns = compared

    def row(self, played: "AnyPlaythrough") -> Sequence[int]:
        """Return the columns of a game that was played move by move."""
        row = [0] * len(COLUMNS)
        started = False
        for state, seat, move in played.decisions():
            if not started:
                open_row(state, row)
                started = True
            note_move(state, seat, move.action, row)
        close_row(played.state, row)
        return row

    def shift_seats(self, row: Sequence[int], shift: int, seats: int) -> Sequence[int]:
        """Return a row in which seats are counted from the seat of the first bot."""
        if not shift:
            return row
        changed = list(row)
        for column in (WINNER, STARTER):
            if row[column] >= 0:
                changed[column] = (row[column] - shift) % seats
        changed[ALIVE] = 0
        for seat in range(seats):
            place = (seat - shift) % seats
            for first in (FIRST_HAND, FIRST_TURNS, FIRST_PASSES):
                changed[first + place] = row[first + seat]
            changed[ALIVE] |= (row[ALIVE] >> seat & 1) << place
        return changed

    def count(self, rows: Rows) -> dict[str, Counts]:
        """Count the games of some rows."""
        ending, winner = self.column(rows, "ending"), self.column(rows, "winner")
        ways, won = winner * len(ENDINGS) + ending, winner >= 0
        return {
            "ending": count_values(ending, len(ENDINGS)),
            "winner": count_values(winner[won], SEATS),
            "ways": count_values(ways[won], SEATS * len(ENDINGS)),
            "turns": count_values(self.column(rows, "turns"), MAX_LENGTH),
            "moves": count_values(self.column(rows, "moves"), MAX_LENGTH),
            "starter": count_starters(rows),
            "opening": count_opening_hands(rows),
            "decisions": rows.sum(axis=0, dtype=np.int64),
        }

    def wins(self, counts: Mapping[str, Counts], seat: int = 0) -> int:
        """Return how many games a seat won."""
        return int(counts["winner"][seat])

    def as_json(self, counts: Mapping[str, Counts], seats: int) -> dict[str, Any]:
        """Return the statistics of the games as JSON; seats are numbered from 1."""
        games = self.games(counts)
        endings = {
            name: int(counts["ending"][index])
            for index, name in enumerate(ENDINGS)
            if name and counts["ending"][index]
        }
        ways = counts["ways"].reshape(SEATS, len(ENDINGS))
        return {
            "games": games,
            "endings": shares(endings, games),
            "turns": summarize(counts["turns"]),
            "moves": summarize(counts["moves"]),
            **self.seats_as_json(counts, seats),
            "ways": [
                {
                    "seat": int(seat) + 1,
                    "ending": ENDINGS[ending],
                    **shares({"": int(ways[seat, ending])}, games)[""],
                }
                for seat, ending in np.argwhere(ways)
            ],
            "passes": passes_as_json(counts, seats),
            **decisions_as_json(counts),
        }

    def credit(self, words: Speaker) -> str:
        """Return a line about the author of the game."""
        return words.say("study_dungeon.credit.game")

    def lines(self, words: Speaker, match: "Match", data: Mapping[str, Any]) -> list[str]:
        """Return the statistics of a match as lines of text."""
        endings = [
            words.say(f"study_dungeon.line.{name}", share=share_text(words, share))
            for name, share in data["endings"].items()
        ]
        return [*endings, *super().lines(words, match, data), *decision_lines(words, data)]

    def seat_details(self, words: Speaker, data: Mapping[str, Any], seat: int) -> list[str]:
        """Return lines about the ways in which a seat won, and about its passes."""
        ways = [
            words.say(f"study_dungeon.way.{way['ending']}", share=share_text(words, way))
            for way in data["ways"]
            if way["seat"] == seat + 1
        ]
        passes = data["passes"].get(str(seat + 1))
        if passes is None:
            return ways
        return [*ways, words.say("study_dungeon.seat.passes", share=share_text(words, passes))]

    def headlines(self, data: "PlotData", index: int) -> dict[str, str]:
        """Return the most important figures of a match for a report, by name."""
        turns = mean_text(data.words, mean_of(data.tallies[index].counts["turns"]))
        return {data.words.say("study.row.turns"): turns, **seat_headlines(data, index)}

    def main_charts(self, data: "PlotData") -> Sequence[Chart]:
        """Return the charts that are drawn first."""
        rows = max(3, *(match.seats for match in data.matches))
        return [
            HistogramChart("length", "turns", wide=True),
            SeatChart(rows=rows),
            BarChart("ways", ending_bars, rows=rows),
        ]

    def further_charts(self, data: "PlotData") -> Sequence[Chart]:
        """Return the charts that are drawn after the comparison."""
        has_hands = all(tally.counts["opening"].any() for tally in data.tallies)
        return [OpeningChart()] if has_hands else []

    def match_tables(self, data: "PlotData", index: int) -> list[Safe]:
        """Return the table of the games that each seat won, by the way of winning."""
        say, seats = data.words.say, data.matches[index].seats
        kinds = [
            (column, name) for column, name in enumerate(ENDINGS) if name and name != "stalemate"
        ]
        ways = data.tallies[index].counts["ways"].reshape(SEATS, len(ENDINGS))
        rows = [
            Row(title, [number(data.words, int(line[column])) for column, _ in kinds])
            for title, line in zip(seat_names(data), ways[:seats], strict=False)
        ]
        head = [
            say("study.column.player"),
            *(say(f"study_dungeon.bar.{name}") for _, name in kinds),
        ]
        return [table(data.caption_of("ways", index), head, rows)]


def ending_bars(tally: "Tally", _match: "Match") -> list[Bar]:
    """Return how games ended, by the way of winning."""
    return [
        Bar.of(name, int(tally.counts["ending"][index]), tally.games)
        for index, name in enumerate(ENDINGS)
        if name
    ]


MEASURES = DungeonMeasures("dungeon")
