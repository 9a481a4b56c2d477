"""The measures of any game, from its results alone; games override what they know better."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from underdeck.fast.runner import Policy, Rows, find_harness
from underdeck.game import Move
from underdeck.intervals import DIGITS, Interval, mean_of_sums, share_interval
from underdeck.sfc32 import below
from underdeck.study.counts import Counts, count_values, mean_of, shares, summarize
from underdeck.study.draw.bars import SeatChart
from underdeck.study.draw.chart import Chart
from underdeck.study.draw.differences import DifferenceChart
from underdeck.study.draw.formatting import Speaker, game_text, mean_text, number, share_text
from underdeck.study.draw.histogram import HistogramChart
from underdeck.study.draw.html import Safe

if TYPE_CHECKING:
    from underdeck.playthrough import AnyPlaythrough
    from underdeck.study.draw.data import PlotData
    from underdeck.study.match import Match

Knobs = Mapping[str, tuple[int, str]]
"""The parameters of a policy: the default of each, and its meaning."""

Column = npt.NDArray[np.int32]
"""One number of every game."""

MAX_LENGTH = 4096
"""Longer games count as this long."""
MAX_SEATS = 64
UNKNOWN = -1
"""The value of a column that the result of a game doesn't have."""
INDENT = "  "


class Player(Protocol):
    """Plays whole games by itself, because it needs more than the view of a policy.

    It is sent to other processes.
    """

    @property
    def chunks(self) -> tuple[int, int]:
        """The smallest and the largest number of compiled games in one task."""
        ...

    def rows(self, options: Any, seed: str, first: int, count: int) -> Rows:
        """Play the numbered games of a seed, compiled, and return their rows."""
        ...

    def move(self, state: Any) -> Move:
        """Return the move to make; it depends only on what the player knows of the state."""
        ...


class BuiltInPolicy(NamedTuple):
    """A policy that can be named on the command line: a function, or a player of whole games."""

    choose: Policy | None
    knobs: Knobs = MappingProxyType({})
    player: Player | None = None


def random_policy(
    _s: object, _moves: list[int], count: int, stream: list[int], _knobs: list[int]
) -> int:
    """Choose any legal move, each with the same probability."""
    return below(stream, count)


class Measures:
    """What a simulation of one game counts, reports and draws."""

    columns: tuple[str, ...] = ("won", "winner", "turns", "moves")
    """The numbers kept of each game; `winner` is a seat, or -1 for none."""
    policies: Mapping[str, BuiltInPolicy] = {"random": BuiltInPolicy(random_policy)}
    default_policy = "random"
    min_chunk, max_chunk = 1_000, 20_000
    """Compiled games in one task: few if the whole run is short, else about a second's work."""
    compared: tuple[str, ...] = ("won", "moves")
    """The measures by which matches on the same deals are compared; a win is that of seat 0."""
    shares: frozenset[str] = frozenset({"won"})
    """Those of `compared` that are shares of games; the others are means."""
    aims: Mapping[str, str] = {"wins": "won"}
    """What a sweep may maximize: the measure of each value of `--aim`."""
    sweep_columns: tuple[str, ...] = ("won", "moves")
    """The measures in the order in which a sweep lists them."""
    spreads: Mapping[str, str] = {"turns": "turns", "moves": "moves"}
    """Counts whose mean, median, minimum and maximum are reported, with their catalogue keys."""
    spread_caption = "length"

    def __init__(self, game: str) -> None:
        self.game = game
        harness = find_harness(game)
        if harness is not None:
            self.columns = harness.columns

    # Counting

    def row(self, played: "AnyPlaythrough") -> Sequence[int]:
        """Return the columns of a game that was played move by move."""
        result = played.result() or {}
        winner = result.get("winner")
        known = {
            "won": int(result.get("won", UNKNOWN)),
            "winner": UNKNOWN if winner is None else winner,
            "turns": int(result.get("turns", UNKNOWN)),
            "moves": len(played.record.moves),
        }
        return [known.get(name, UNKNOWN) for name in self.columns]

    def shift_seats(self, row: Sequence[int], shift: int, seats: int) -> Sequence[int]:
        """Return a row in which seats are counted from the seat of the first bot."""
        if "winner" not in self.columns or not shift:
            return row
        place, changed = self.columns.index("winner"), list(row)
        if changed[place] != UNKNOWN:
            changed[place] = (changed[place] - shift) % seats
        return changed

    def column(self, rows: Rows, name: str) -> Column:
        """Return one column of all games; unknown values if there is no such column."""
        if name not in self.columns:
            return np.full(len(rows), UNKNOWN, np.int32)
        return rows[:, self.columns.index(name)]

    def count(self, rows: Rows) -> dict[str, Counts]:
        """Count the games of some rows; every game has a number of `moves`."""
        sizes = {"won": 2, "winner": MAX_SEATS, "turns": MAX_LENGTH, "moves": MAX_LENGTH}
        values = {name: self.column(rows, name) for name in sizes}
        return {
            name: count_values(values[name][values[name] > UNKNOWN], size)
            for name, size in sizes.items()
        }

    def values(self, rows: Rows, name: str) -> Column | npt.NDArray[np.bool_]:
        """Return a measure of every game, for comparisons."""
        if name != "won":
            return self.column(rows, name)
        won, first = self.column(rows, "won") == 1, self.column(rows, "winner") == 0
        return np.asarray(won | first, np.bool_)

    def games(self, counts: Mapping[str, Counts]) -> int:
        """Return the number of games."""
        return int(counts["moves"].sum())

    def wins(self, counts: Mapping[str, Counts], seat: int = 0) -> int:
        """Return how many games a seat won."""
        by_seat = counts["winner"].any()
        return int(counts["winner"][seat] if by_seat else counts["won"][1])

    # Statistics

    def as_json(self, counts: Mapping[str, Counts], seats: int) -> dict[str, Any]:
        """Return the statistics of the games as JSON."""
        games = self.games(counts)
        data: dict[str, Any] = {"games": games}
        if seats == 1:
            data["won"] = share_interval(self.wins(counts), games)
        data |= {
            name: summary for name in ("turns", "moves") if (summary := summarize(counts[name]))
        }
        return data if seats == 1 else data | self.seats_as_json(counts, seats)

    def seats_as_json(self, counts: Mapping[str, Counts], seats: int) -> dict[str, Any]:
        """Return the games won by each seat, and its advantage; seats are numbered from 1."""
        wins = {str(seat + 1): self.wins(counts, seat) for seat in range(seats)}
        advantages = {str(seat + 1): self.advantage(counts, seat, seats) for seat in range(seats)}
        return {"seats": shares(wins, self.games(counts)), "advantage": advantages}

    def advantage(self, counts: Mapping[str, Counts], seat: int, seats: int) -> Interval:
        """Return a seat's share of all games beyond an even share of those that were won."""
        games, wins = self.games(counts), self.wins(counts, seat)
        won = sum(self.wins(counts, other) for other in range(seats))
        if not games:
            return {}
        # Multiplied by the number of seats, a game counts seats - 1 for its winner, -1 for the
        # other seats, and 0 if nobody won.
        scaled = mean_of_sums(games, seats * wins - won, wins * (seats - 1) ** 2 + won - wins)
        return {name: round(value / seats, DIGITS) for name, value in scaled.items()}

    def compared_figure(self, data: Mapping[str, Any], name: str) -> Interval:
        """Return the figure of a compared measure from the statistics of a match."""
        figure: Interval = data["seats"]["1"] if name == "won" and "seats" in data else data[name]
        return figure

    # Words

    def credit(self, _words: Speaker) -> str:
        """Return a line about the author of the game, if there is one."""
        return ""

    def measure_name(self, words: Speaker, name: str, seats: int) -> str:
        """Return the name of a compared measure."""
        return self.text(words, f"measure.{seat_key(name, seats)}")

    def comparison(self, words: Speaker, name: str, seats: int, figure: str, apart: str) -> str:
        """Return a measure and its difference from the first match in a sentence."""
        key = f"comparison.{seat_key(name, seats)}"
        return self.text(words, key, figure=figure, apart=apart)

    def text(self, words: Speaker, path: str, **parts: object) -> str:
        """Return a text of this game's simulations, or the one of all games."""
        return game_text(words, self.game, path, **parts)

    def lines(self, words: Speaker, match: "Match", data: Mapping[str, Any]) -> list[str]:
        """Return the statistics of a match as lines of text."""
        lines = []
        if "won" in data:
            lines.append(words.say("study.line.won", share=share_text(words, data["won"])))
        lines += [
            words.say(f"study.line.{name}", **spread_parts(words, data[name]))
            for name in ("turns", "moves")
            if name in data
        ]
        return lines + (self.seat_lines(words, match, data) if "seats" in data else [])

    def seat_lines(self, words: Speaker, match: "Match", data: Mapping[str, Any]) -> list[str]:
        """Return the lines about the games that each seat won."""
        lines = []
        names = match.bot_labels() if match.rotate else match.bots
        key = "study.line.bot" if match.rotate else "study.line.seat"
        for seat, share in data["seats"].items():
            who = names[int(seat) - 1] if names else match.label
            ahead = signed_mean(words, data["advantage"][seat], 100)
            lines += [
                words.say(key, seat=seat, who=who, share=share_text(words, share)),
                *(INDENT + line for line in self.seat_details(words, data, int(seat) - 1)),
                INDENT + words.say("study.line.ahead", ahead=ahead),
            ]
        return lines

    def seat_details(self, _words: Speaker, _data: Mapping[str, Any], _seat: int) -> list[str]:
        """Return more lines about the games that a seat won."""
        return []

    # Report and charts

    def headlines(self, data: "PlotData", index: int) -> dict[str, str]:
        """Return the most important figures of a match for a report, by name."""
        say, words, tally = data.words.say, data.words, data.tallies[index]
        if data.matches[index].seats == 1:
            won = share_interval(tally.wins(), tally.games)
            figures = {say("study.row.won"): share_text(words, won)}
        else:
            figures = seat_headlines(data, index)
        lengths = {
            say(f"study.row.{name}"): mean_text(words, mean)
            for name in ("turns", "moves")
            if (mean := mean_of(tally.counts[name]))
        }
        return lengths | figures

    def charts(self, data: "PlotData") -> list[Chart]:
        """Return the charts of a simulation in their order."""
        differences = [DifferenceChart()] if data.several else []
        return [*self.main_charts(data), *differences, *self.further_charts(data)]

    def main_charts(self, data: "PlotData") -> Sequence[Chart]:
        """Return the charts that are drawn first."""
        has_turns = all(tally.counts["turns"].any() for tally in data.tallies)
        length = (
            HistogramChart("length", "turns")
            if has_turns
            else HistogramChart("moves", "moves", "moves")
        )
        seats = max(match.seats for match in data.matches)
        return [length, *([SeatChart(rows=max(3, seats))] if seats > 1 else [])]

    def further_charts(self, _data: "PlotData") -> Sequence[Chart]:
        """Return the charts that are drawn after the comparison."""
        return []

    def match_tables(self, _data: "PlotData", _index: int) -> list[Safe]:
        """Return more tables about one match for a report."""
        return []


def seat_key(name: str, seats: int) -> str:
    """Return the catalogue key of a measure; with several seats a win is that of seat 0."""
    return "won_seat" if name == "won" and seats > 1 else name


def seat_headlines(data: "PlotData", index: int) -> dict[str, str]:
    """Return the share of games that each seat won, by name."""
    chart = SeatChart()
    # A match of fewer seats than others has fewer bars than there are labels.
    named = zip(chart.labels(data), chart.groups(data)[index], strict=False)
    return {
        data.words.say("study.row.seat_won", who=name): share_text(data.words, bar._asdict())
        for name, bar in named
    }


def spread_parts(words: Speaker, part: Mapping[str, float]) -> dict[str, str]:
    """Return mean, median, minimum and maximum as parts of a sentence."""
    median = number(words, part["median"], 0 if part["median"].is_integer() else 1)
    return {
        "mean": mean_text(words, part),
        "median": median,
        **{name: number(words, part[name]) for name in ("least", "most")},
    }


def signed_mean(words: Speaker, part: Mapping[str, float], scale: float) -> str:
    """Return a mean with its interval, with a plus sign if it is positive."""
    text = mean_text(words, part, scale).replace("−", "-")
    return f"+{text}" if part["mean"] > 0 else text
