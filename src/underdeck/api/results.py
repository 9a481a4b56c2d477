"""The statistics of many games, as numbers, as text, as JSON and as charts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from underdeck.api.html import rows_as_html
from underdeck.api.session import words_in
from underdeck.json_types import JsonObject
from underdeck.refusal import Refusal
from underdeck.say.words import Words
from underdeck.study.draw.formatting import difference_text, mean_text, number, share_text

if TYPE_CHECKING:  # they need NumPy; the documentation of the package is shown without it
    from matplotlib.figure import Figure

    from underdeck.intervals import Interval
    from underdeck.study.draw.data import PlotData
    from underdeck.study.simulation import Simulation

SHARE, MEAN = "share", "mean"
BY_SEAT = frozenset({"seats", "advantage", "ways"})
"""Parts of the statistics that are indexed by seat."""


class Estimate(NamedTuple):
    """A mean or a share, and the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def __float__(self) -> float:
        return self.value


class SimulationResult:
    """The statistics of a simulation, as `underdeck.simulate` returns them.

    Matches are numbered: 0 is the first, the others are those of `against`, in their order.
    """

    def __init__(self, simulation: "Simulation", asked: Sequence[str] = ()) -> None:
        self._simulation = simulation
        self._asked = list(asked)

    @property
    def games(self) -> int:
        """The number of games of each match."""
        return self._simulation.outcome.games

    def mean(self, name: str, *, match: int = 0) -> Estimate:
        """Return the mean of a number such as `points` or `turns`, with its interval."""
        return self._find(MEAN, name, match)

    def share(self, name: str = "won", *, seat: int | None = None, match: int = 0) -> Estimate:
        """Return a share of games with its interval: games `won`, or with an ending.

        In a game of several seats, name the seat that won.
        """
        if seat is None:
            return self._find(SHARE, name, match)
        played = self._simulation.matches[self._check_match(match)]
        if seat not in range(played.seats):
            raise Refusal("no_such_seat", seat=seat, seats=list(range(played.seats)))
        return estimate(SHARE, self._data(match)["seats"][str(seat + 1)])

    def difference(self, name: str = "won", *, match: int = 1) -> Estimate:
        """Return by how much a match differs from the first one on the same deals."""
        if not self._asked:
            raise Refusal("no_comparison")
        self._check_match(match)
        differences = self._simulation.outcome.differences[match - 1] if match > 0 else []
        for difference in differences:
            if difference.name == name:
                return estimate(MEAN, difference.as_json())
        names = [difference.name for difference in differences]
        raise Refusal("unknown_measure", name=name, names=names)

    def as_json(self) -> JsonObject:
        """Return all statistics as data, like `underdeck simulate --json`: seats count from 1."""
        from underdeck.study.results import results_as_json  # noqa: PLC0415

        return results_as_json(self._simulation, self._asked)

    def plot(self, lang: str = "en") -> "Figure":
        """Return the charts of the simulation as a figure of matplotlib."""
        from underdeck.study.draw.matplotlib import figure_of  # noqa: PLC0415

        return figure_of(self._simulation, words_in(lang))

    def text(self, lang: str = "en") -> str:
        """Return the statistics as lines of text, in English or Spanish."""
        words, match = words_in(lang), self._simulation.matches[0]
        lines = [*match.measures.lines(words, match, self._data(0))]
        if limit := getattr(match.options, "turn_limit", 0):
            lines.append(words.say("cli.simulate.limit", n=limit))
        for index, asked in enumerate(self._asked, 1):
            lines.append(f"{words.say('cli.simulate.against', asked=asked)}")
            lines += [f"  {line}" for line in self._difference_lines(words, index)]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        words = Words("en")
        data = self._plot_data(words)
        match, measures = self._simulation.matches[0], data.measures
        figures = []
        for name in measures.compared:
            figure = measures.compared_figure(self._data(0), name)
            text = share_text if name in measures.shares else mean_text
            label = "won by seat 0" if name == "won" and match.seats > 1 else name
            figures.append(f"{label} {text(words, figure)}")
        title = f"{number(words, self.games)} games of {data.game_title} by {data.labels[0]}"
        return f"<{title}, seed {match.seed!r}: {', '.join(figures)}>"

    def _repr_html_(self) -> str:
        """Return a table of the most important figures for a notebook."""
        words = Words("en")
        data = self._plot_data(words)
        columns = [data.measures.headlines(data, index) for index in range(len(data.matches))]
        rows = {name: [column.get(name, "") for column in columns] for name in columns[0]}
        title = f"{data.game_title}: {number(words, self.games)} games"
        return rows_as_html(title, data.caption, data.labels, rows)

    def _plot_data(self, words: Words) -> "PlotData":
        """Return the data of charts, which has titles and labels."""
        from underdeck.study.draw.data import PlotData  # noqa: PLC0415

        return PlotData.of(self._simulation, words)

    def _check_match(self, match: int) -> int:
        """Return the number of a match, or refuse another number."""
        if match not in range(len(self._simulation.matches)):
            raise Refusal("no_such_match", match=match, matches=[*range(len(self._asked) + 1)])
        return match

    def _data(self, match: int) -> dict[str, Any]:
        """Return the statistics of one match."""
        self._check_match(match)
        played, outcome = self._simulation.matches[match], self._simulation.outcome
        return outcome.tallies[match].as_json(played.seats)

    def _find(self, kind: str, name: str, match: int) -> Estimate:
        """Return a share or mean by its name, which may leave out where it is listed."""
        found = dict(estimates_in(self._data(match), kind))
        fitting = [path for path in found if name in (path, path.rpartition(".")[2])]
        if not fitting:
            by_seat = ["won with seat=0"] if kind == SHARE and "seats" in self._data(match) else []
            raise Refusal("unknown_measure", name=name, names=[*by_seat, *found])
        return estimate(kind, found[fitting[0]])

    def _difference_lines(self, words: Words, match: int) -> Iterator[str]:
        """Yield the differences of a match from the first, one line each."""
        played = self._simulation.matches[match]
        for difference in self._simulation.outcome.differences[match - 1]:
            is_share = difference.name in played.measures.shares
            name = played.measures.measure_name(words, difference.name, played.seats)
            yield f"{name}: {difference_text(words, difference, is_share=is_share)}"


def estimate(kind: str, part: "Interval") -> Estimate:
    """Return a share or a mean with its interval."""
    return Estimate(part[kind], part["low"], part["high"])


def estimates_in(data: Mapping[str, Any], kind: str, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every share or mean in statistics with its path, except those of seats."""
    for name, part in data.items():
        if isinstance(part, Mapping) and name not in BY_SEAT:
            if kind in part:
                yield prefix + name, part
            yield from estimates_in(part, kind, f"{prefix}{name}.")
