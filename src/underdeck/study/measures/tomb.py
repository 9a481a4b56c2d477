"""What a simulation of Tomb counts, reports and draws."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from underdeck.agents import tomb_policies as policies
from underdeck.cards import DIAMONDS
from underdeck.fast.runner import Rows
from underdeck.fast.tomb import COLUMNS
from underdeck.games.tomb.moves import RETREAT, WORDS
from underdeck.games.tomb.state import ENDINGS, ESCAPED, LOST, SLAIN
from underdeck.games.tomb.treasure import ALL_HOARDS, kings_in, points_in
from underdeck.intervals import share_interval
from underdeck.minds.tomb.player import PLAYERS
from underdeck.study.counts import Counts, count_values, frequencies, mean_of, shares, summarize
from underdeck.study.draw.bars import BarChart
from underdeck.study.draw.chart import Chart
from underdeck.study.draw.formatting import Speaker, mean_text, share_text
from underdeck.study.draw.histogram import HistogramChart
from underdeck.study.draw.html import Safe
from underdeck.study.draw.tomb import (
    CARDS,
    CAUSES,
    DEPTHS,
    TORCH_COUNTS,
    HoardChart,
    SurvivalChart,
    TurningMap,
    ending_bars,
    torches_table,
    turning_table,
)
from underdeck.study.measures.base import MAX_LENGTH, BuiltInPolicy, Column, Measures, spread_parts

if TYPE_CHECKING:
    from underdeck.playthrough import AnyPlaythrough
    from underdeck.study.draw.data import PlotData
    from underdeck.study.match import Match

MAX_POINTS = 120
BAR_ROWS = 5


class TombMeasures(Measures):
    """The measures of Tomb: endings, points, hoards, depth, and when games turned around."""

    columns = COLUMNS
    policies = {  # noqa: RUF012  read-only
        "heuristic": BuiltInPolicy(policies.heuristic, policies.KNOBS),
        "heuristic-wins": BuiltInPolicy(policies.heuristic, policies.KNOBS_FOR_WINS),
        "random": BuiltInPolicy(policies.random),
        **{name: BuiltInPolicy(None, player=player) for name, player in PLAYERS.items()},
    }
    default_policy = "heuristic"
    min_chunk, max_chunk = 10_000, 250_000
    compared = ("won", "survived", "points")
    shares = frozenset({"won", "survived"})
    aims = {"wins": "won", "points": "points"}  # noqa: RUF012  read-only
    sweep_columns = ("won", "points", "survived")
    spreads = {  # noqa: RUF012  read-only
        "points": "points",
        "points_out": "points_out",
        "deepest": "depth",
        "turns": "turns",
        "cards_left": "cards_left",
        "moves": "moves",
    }
    spread_caption = "points"

    def row(self, played: "AnyPlaythrough") -> Sequence[int]:
        """Return the columns of a game that was played move by move."""
        s, moves = played.state, played.record.moves
        kings, points = (kings_in(s.hand), points_in(s.hand)) if s.ending == ESCAPED else (0, 0)
        slayer = s.encounter if s.ending == SLAIN else 0
        numbers = [s.turn, s.deepest, s.hit_points, s.torches, s.bottom - s.top, slayer, len(moves)]
        return [s.ending, kings, points, *numbers, *state_before_turning(played)]

    def count(self, rows: Rows) -> dict[str, Counts]:
        """Count the games of some rows."""
        part = {name: self.column(rows, name) for name in COLUMNS}
        out = part["ending"] == ESCAPED
        suits = part["slayer"] & 3
        causes = np.where(part["ending"] == LOST, 2, np.where(suits == DIAMONDS, 1, 0))[~out]
        torches, cards = part["torches_turning"], part["cards_turning"]
        turning = (part["deepest"] * TORCH_COUNTS + torches) * CARDS + cards
        turned, cells = part["deepest"] > 0, DEPTHS * TORCH_COUNTS * CARDS
        return {
            "ending": count_values(part["ending"], len(ENDINGS)),
            "won": count_values((part["kings"] == ALL_HOARDS).astype(np.int64), 2),
            "kings": count_values(part["kings"], 5),
            "kings_out": count_values(part["kings"][out], 5),
            "points": count_values(part["points"], MAX_POINTS),
            "points_out": count_values(part["points"][out], MAX_POINTS),
            "cause": count_values(causes, len(CAUSES)),
            "deepest": count_values(np.where(turned, part["deepest"], part["turns"]), DEPTHS),
            "turns": count_values(part["turns"], 2 * DEPTHS),
            "turns_dead": count_values(part["turns"][~out], 2 * DEPTHS),
            "hit_points": count_values(part["hit_points"][out], 10),
            "cards_left": count_values(part["cards_left"], CARDS),
            "moves": count_values(part["moves"], MAX_LENGTH),
            "turning": count_values(turning[turned], cells),
            "turning_out": count_values(turning[turned & out], cells),
            "turning_points": np.bincount(turning[turned], part["points"][turned], cells).astype(
                np.int64
            ),
        }

    def values(self, rows: Rows, name: str) -> Column | npt.NDArray[np.bool_]:
        """Return a measure of every game, for comparisons."""
        match name:
            case "won":
                return np.equal(self.column(rows, "kings"), ALL_HOARDS)
            case "survived":
                return np.equal(self.column(rows, "ending"), ESCAPED)
        return self.column(rows, name)

    def wins(self, counts: Mapping[str, Counts], _seat: int = 0) -> int:
        """Return how many games were won with all four hoards."""
        return int(counts["won"][1])

    def as_json(self, counts: Mapping[str, Counts], _seats: int) -> dict[str, Any]:
        """Return the statistics of the games as JSON."""
        games = self.games(counts)
        endings = {ENDINGS[each]: int(counts["ending"][each]) for each in (ESCAPED, SLAIN, LOST)}
        causes = {name: int(counts["cause"][index]) for index, name in enumerate(CAUSES)}
        kings = {str(kings): int(number) for kings, number in enumerate(counts["kings_out"])}
        return {
            "games": games,
            "won": share_interval(self.wins(counts), games),
            "survived": share_interval(endings["escaped"], games),
            "endings": shares(endings, games),
            "causes": shares(causes, games),
            "points": {
                **summarize(counts["points"]),
                "when_out": summarize(counts["points_out"]),
                "counts": frequencies(counts["points_out"]),
            },
            "kings": shares(kings, games),
            "depth": {**summarize(counts["deepest"]), "counts": frequencies(counts["deepest"])},
            "turns": summarize(counts["turns"]),
            "cards_left": summarize(counts["cards_left"]),
            "moves": summarize(counts["moves"]),
        }

    def credit(self, words: Speaker) -> str:
        """Return a line about the author of the game."""
        return words.say("study_tomb.credit.game")

    def lines(self, words: Speaker, _match: "Match", data: Mapping[str, Any]) -> list[str]:
        """Return the statistics of a match as lines of text."""
        say = words.say
        lines = [
            say(f"study_tomb.line.{name}", share=share_text(words, data[name]))
            for name in ("won", "survived")
        ]
        lines.append(say("study_tomb.line.points", **spread_parts(words, data["points"])))
        if when_out := data["points"]["when_out"]:
            lines.append(say("study_tomb.line.points_out", **spread_parts(words, when_out)))
        kings = [
            say("study_tomb.line.kings_each", n=int(kings), share=share_text(words, share))
            for kings, share in data["kings"].items()
        ]
        lines.append(say("study_tomb.line.kings", kings="; ".join(kings)))
        lines += [
            say(f"study_tomb.line.{cause}", share=share_text(words, data["causes"][cause]))
            for cause in CAUSES
        ]
        return lines + [
            self.text(words, f"line.{name}", **spread_parts(words, data[name]))
            for name in ("depth", "cards_left", "turns", "moves")
        ]

    def headlines(self, data: "PlotData", index: int) -> dict[str, str]:
        """Return the most important figures of a match for a report, by name."""
        words, tally = data.words, data.tallies[index]
        survived = share_interval(int(tally.counts["ending"][ESCAPED]), tally.games)
        out = mean_of(tally.counts["points_out"])
        figures = {
            "won": share_text(words, share_interval(tally.wins(), tally.games)),
            "survived": share_text(words, survived),
            "points": mean_text(words, mean_of(tally.counts["points"])),
            "points_out": mean_text(words, out) if out else data.text("mark.none"),
        }
        return {data.text(f"row.{name}"): figure for name, figure in figures.items()}

    def main_charts(self, _data: "PlotData") -> Sequence[Chart]:
        """Return the charts that are drawn first."""
        return [
            HistogramChart("points", "points_out", "points", "out_share"),
            SurvivalChart(),
            BarChart("endings", ending_bars, rows=BAR_ROWS),
            HoardChart(rows=BAR_ROWS),
        ]

    def further_charts(self, data: "PlotData") -> Sequence[Chart]:
        """Return a map of when games turned around for each match."""
        return [
            TurningMap(index=index)
            for index, tally in enumerate(data.tallies)
            if tally.counts["turning"].any()
        ]

    def match_tables(self, data: "PlotData", index: int) -> list[Safe]:
        """Return the tables about when the games of a match turned around."""
        if not data.tallies[index].counts["turning"].any():
            return []
        return [torches_table(data, index), turning_table(data, index)]


def state_before_turning(played: "AnyPlaythrough") -> tuple[int, int]:
    """Return torches burnt and cards left when a game turned around; zeros if it never did."""
    moves = played.record.moves
    if WORDS[RETREAT] not in moves:
        return 0, 0
    before = type(played).before(played.record)
    for _ in before.replay(moves[: moves.index(WORDS[RETREAT])]):
        pass
    return before.state.torches, before.state.bottom - before.state.top


MEASURES = TombMeasures("tomb")
