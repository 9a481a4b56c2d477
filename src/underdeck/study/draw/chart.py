"""One chart of a simulation, in all its forms."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from underdeck.study.draw.data import PlotData
from underdeck.study.draw.html import Safe

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure

HEIGHT_IN, MAX_HEIGHT_ALONE_IN = 3.5, 3.4
"""The usual height of a chart in a figure of several, and the maximum in one of its own."""


@dataclass(frozen=True)
class Chart:
    """A chart that can draw itself with matplotlib, sketch itself in a terminal, and so on."""

    name: str
    """The key of its title in the catalogue."""

    index = 0
    """The match that it is about, if each has a chart of its own."""
    wide = False
    """Whether it takes a whole row of a figure."""
    has_legend = True
    """Whether it shows several matches, so that it needs a legend of them."""

    def title(self, data: PlotData) -> str:
        """Return the chart's title."""
        return data.text(f"panel.{self.name}", first=data.labels[0])

    def height(self, _data: PlotData) -> float:
        """Return the chart's height in inches in a figure of several charts."""
        return HEIGHT_IN

    def height_alone(self, data: PlotData) -> float:
        """Return the chart's height in inches in a figure of its own."""
        return min(self.height(data), MAX_HEIGHT_ALONE_IN)

    def has_enough_games(self, _data: PlotData) -> bool:
        """Return whether there are enough games to draw it."""
        return True

    def note(self, _data: PlotData) -> str:
        """Return a note on how to read it, if it needs one."""
        return ""

    def draw(self, figure: "Figure | SubFigure", data: PlotData) -> None:
        """Draw the chart into a matplotlib figure."""
        raise NotImplementedError

    def sketch(self, data: PlotData, width: int, *, colour: bool) -> str:
        """Return the chart as text for a terminal."""
        raise NotImplementedError

    def describe(self, data: PlotData) -> str:
        """Return what it shows in words and numbers, for people who can't see it."""
        raise NotImplementedError

    def table(self, _data: PlotData) -> Safe | None:
        """Return the chart's numbers as an HTML table, if it has one."""
        return None
