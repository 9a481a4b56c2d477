"""The statistics of a player in one game: drawn, or in sentences for a screen reader."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from underdeck.cli.career_texts import (
    day,
    game_name,
    has_points,
    house_text,
    kind_label,
    label,
    player_name,
    score_text,
    value_label,
)
from underdeck.cli.charts import (
    GAP,
    MAX_BARS,
    RANGE,
    Bar,
    bar_chart,
    group_numbers,
    scale,
    sparkline,
)
from underdeck.cli.terminal import Terminal
from underdeck.intervals import Interval, share_interval
from underdeck.say.sentences import listed
from underdeck.serve import messages
from underdeck.study.draw.formatting import mean_text, number, share_text

MAX_SCALE_WIDTH = 25
MIN_SCALE_WIDTH = 9
MIN_COLUMNS_WIDTH = 76
"""From this width on two charts are drawn next to each other."""
WON = "won_"
"""The beginning of kinds that count the wins of another kind, such as `won_seat`."""
MAX_DIGITS = 9
MAX_OPPONENTS = 10
MAX_HOUSES = 8


class Chart(NamedTuple):
    """A chart in lines, and its title."""

    title: str
    lines: list[str]


class Share(NamedTuple):
    """A share with its interval, and what follows it."""

    label: str
    interval: Interval
    note: str = ""


class StatisticsReport:
    """Shows statistics on a terminal."""

    def __init__(self, terminal: Terminal, found: messages.StatisticsShown) -> None:
        self.terminal, self.words = terminal, terminal.words
        self.found = found
        self.plain = terminal.plain
        self.letters = terminal.letters or not terminal.can_show("█●━·▁")

    def show(self) -> None:
        """Show all parts that have something to say."""
        self.show_title()
        self.show_bests()
        self.show_recent()
        self.show_rates()
        self.show_means()
        self.show_distributions()
        self.show_opponents()
        self.show_challenges()
        self.show_houses()

    def show_title(self) -> None:
        """Show the game and the number of games."""
        found = self.found
        title = self.text("stats.title", game=game_name(self.words, found.game), n=found.games)
        self.terminal.show(self.terminal.bold(title))
        if found.assisted:
            self.line(self.text("stats.assisted", n=found.assisted))

    def show_bests(self) -> None:
        """Show the personal best, the best series and the rating."""
        found = self.found
        if best := found.best:
            score = self.score(best.kings, best.points)
            self.line(self.text("stats.best", score=score, turns=best.turns, date=day(best.at)))
        for series in found.best_series:
            counts = {"points": series.points, "kings": series.kings, "turns": series.turns}
            self.line(self.text("stats.best_series", n=series.games, **counts))
        if rating := found.rating:
            shown = number(self.words, rating.shown, 1)
            self.line(self.text("stats.rating", rating=shown, n=rating.games))

    def show_recent(self) -> None:
        """Show the last games, oldest first."""
        recent = self.found.recent[len(GAP) - self.terminal.width :]
        if not recent:
            return
        self.heading(self.text("stats.recent", n=len(recent)))
        if self.plain or self.letters:
            self.line(listed(self.words, [self.recent_text(game) for game in recent]) + ".")
            return
        if has_points(self.found.game):
            values = [game.points if game.survived else None for game in recent]
            legend = self.text("stats.spark_points")
        else:
            values = [int(game.won) for game in recent]
            legend = self.text("stats.spark_wins")
        self.terminal.show_lines([f"{GAP}{sparkline(values)}"])
        self.line(legend)

    def recent_text(self, game: messages.RecentGame) -> str:
        """Return one of the last games in a list."""
        if has_points(self.found.game) and game.survived:
            return str(game.points)
        return value_label(self.words, "outcome", game.outcome)

    def show_rates(self) -> None:
        """Show shares of games with their intervals, and wins by seat and the like."""
        rates = [
            Share(kind_label(self.words, kind), {"share": rate.share, **ends(rate)})
            for kind, rate in self.found.rates.items()
        ]
        if rates:
            self.heading(self.text("stats.rates"))
            self.show_shares(rates)
        for kind in self.found.distributions:
            if shares := self.shares_won(kind):
                self.heading(self.text("stats.won_by", kind=kind_label(self.words, kind).lower()))
                self.show_shares(shares)

    def shares_won(self, kind: str) -> list[Share]:
        """Return the share of games won for each value of a kind, if its wins are counted."""
        won = {each.value: each.count for each in self.found.distributions.get(WON + kind, ())}
        if not won:
            return []
        return [
            Share(
                value_label(self.words, kind, each.value),
                share_interval(won.get(each.value, 0), each.count),
                self.text("stats.of_games", n=each.count),
            )
            for each in self.found.distributions[kind]
        ]

    def show_shares(self, shares: Sequence[Share]) -> None:
        """Show shares on a scale from 0 to 100 %, with their intervals."""
        texts = [share_text(self.words, each.interval, digits=0) + each.note for each in shares]
        first = max(len(each.label) for each in shares)
        room = self.terminal.width - first - max(map(len, texts)) - 3 * len(GAP)
        for each, text in zip(shares, texts, strict=True):
            if self.plain or room < MIN_SCALE_WIDTH:
                self.line(self.text("stats.value", label=each.label, value=text))
                continue
            width = min(room, MAX_SCALE_WIDTH)
            drawn = scale(**each.interval, width=width, letters=self.letters)
            self.terminal.show_lines([GAP + GAP.join([each.label.ljust(first), drawn, text])])

    def show_means(self) -> None:
        """Show means with their intervals, and medians."""
        if not self.found.means:
            return
        self.heading(self.text("stats.means"))
        labels = {kind: kind_label(self.words, kind) for kind in self.found.means}
        first = max(map(len, labels.values()))
        for kind, mean in self.found.means.items():
            value = self.mean_text(mean)
            row = f"{labels[kind].ljust(first)}{GAP}{value}"
            if self.plain or len(GAP + row) > self.terminal.width:
                self.line(self.text("stats.value", label=labels[kind], value=value))
            else:
                self.terminal.show_lines([GAP + row])

    def mean_text(self, mean: messages.Mean) -> str:
        """Return a mean with its interval and the median; equal values have no interval.

        Everything that is counted is 0 or more.
        """
        median = self.number(mean.median)
        if mean.low == mean.high:
            return self.text("stats.mean", mean=self.number(mean.mean), median=median)
        interval = {"mean": mean.mean, "low": max(mean.low, 0.0), "high": mean.high}
        return self.text("stats.mean", mean=mean_text(self.words, interval), median=median)

    def number(self, value: float) -> str:
        """Return a number without needless decimals."""
        return number(self.words, value, int(value != int(value)))

    def show_distributions(self) -> None:
        """Show how often each value occurred, in one or two columns of charts."""
        kinds = [
            (kind, self.bars(kind, counts))
            for kind, counts in self.found.distributions.items()
            if self.is_drawn(kind)
        ]
        if self.plain and kinds:
            self.heading(self.text("stats.distributions"))
            for kind, bars in kinds:
                counts = [self.counted(each) for each in bars if each.games]
                label = kind_label(self.words, kind)
                self.line(self.text("stats.value", label=label, value="; ".join(counts)))
            return
        has_columns = self.terminal.width >= MIN_COLUMNS_WIDTH
        width = (self.terminal.width - len(GAP)) // 2 if has_columns else self.terminal.width
        charts = [
            Chart(kind_label(self.words, kind), bar_chart(bars, width, letters=self.letters))
            for kind, bars in kinds
        ]
        step = 2 if has_columns else 1
        for place in range(0, len(charts), step):
            self.show_charts(charts[place : place + step], width)

    def is_drawn(self, kind: str) -> bool:
        """Return whether a distribution is drawn: it has several values and isn't shown before."""
        found = self.found
        is_shown = kind in found.rates or kind.startswith(WON) or WON + kind in found.distributions
        return len(found.distributions[kind]) > 1 and not is_shown

    def show_charts(self, charts: Sequence[Chart], width: int) -> None:
        """Show one or two charts next to each other."""
        bold = self.terminal.bold
        titles = [
            bold(chart.title) + " " * (width - len(chart.title) + len(GAP)) for chart in charts
        ]
        rows = zip_longest(*(chart.lines for chart in charts), fillvalue="")
        lines = ["".join(cell.ljust(width + len(GAP)) for cell in row).rstrip() for row in rows]
        self.terminal.show_lines(["", "".join(titles).rstrip(), *lines])

    def counted(self, each: Bar) -> str:
        """Return a bar in words."""
        first, dash, last = each.label.strip().partition(RANGE)
        value = (
            self.text("stats.range", first=first, last=last) if dash and last.isdecimal() else first
        )
        return self.text("stats.counted", label=value, n=each.games)

    def bars(self, kind: str, counts: Sequence[messages.ValueCount]) -> list[Bar]:
        """Return a distribution as bars; numbers are in order and without gaps."""
        has_names = self.words.has(f"career.value.{kind}_{counts[0].value}")
        if not has_names and all(is_number(each.value) for each in counts):
            return group_numbers([(int(each.value), each.count) for each in counts])
        if len(counts) > MAX_BARS:
            counts = sorted(counts, key=lambda each: -each.count)[:MAX_BARS]
        return [Bar(value_label(self.words, kind, each.value), each.count) for each in counts]

    def show_opponents(self) -> None:
        """Show the most frequent opponents with their results and ratings."""
        opponents = self.found.opponents
        if not opponents:
            return
        self.heading(self.text("stats.opponents"))
        for each in opponents[:MAX_OPPONENTS]:
            name = player_name(self.words, each.player, each.name)
            parts = [self.text("stats.opponent", name=name, won=each.won, n=each.games)]
            if each.rating is not None:
                parts.append(
                    self.text("stats.their_rating", rating=number(self.words, each.rating, 1))
                )
            self.line(", ".join(parts))
        if len(opponents) > MAX_OPPONENTS:
            self.line(self.text("stats.more", n=len(opponents) - MAX_OPPONENTS))

    def show_challenges(self) -> None:
        """Show the ladder of challenges: what is reached, what is next and what comes later."""
        steps = self.found.challenges
        if not steps:
            return
        self.heading(self.text("stats.challenges"))
        following = next((step for step in steps if not step.is_reached), None)
        for step in steps:
            state = "reached" if step.is_reached else "next" if step is following else "later"
            text = label(self.words, f"career.challenge.{step.name}", step.name)
            note = self.note(state, step)
            if self.plain:
                self.line(self.text("stats.value", label=text, value=note))
                continue
            shown = f"{text} ({note})" if state == "next" else text
            self.terminal.show(f"{self.mark(state)} {shown}", indent=GAP, hang=GAP)

    def note(self, state: str, step: messages.ChallengeShown) -> str:
        """Return whether a step is reached or next, and how far the player is."""
        if state == "next" and step.goal > 1:
            return self.text("stats.next_of", n=step.n, goal=step.goal)
        return self.text(f"stats.{state}")

    def mark(self, state: str) -> str:
        """Return the mark of a step."""
        marks = ("x", ">", ".") if self.letters else ("✓", "→", "·")
        return marks[("reached", "next", "later").index(state)]

    def show_houses(self) -> None:
        """Show the sets of house rules that were played, if there are several."""
        houses = self.found.houses
        if len(houses) < 2:
            return
        self.heading(self.text("stats.houses"))
        for each in houses[:MAX_HOUSES]:
            rules = house_text(self.words, self.found.game, each.house)
            self.line(self.text("stats.counted", label=rules, n=each.games))
        if len(houses) > MAX_HOUSES:
            self.line(self.text("stats.more", n=len(houses) - MAX_HOUSES))

    # Lines

    def text(self, key: str, **parts: object) -> str:
        """Return a sentence of the report."""
        return self.words.say(f"cli.{key}", **parts)

    def score(self, kings: int, points: int) -> str:
        """Return a score as this terminal shows it."""
        return score_text(self.words, self.found.game, kings, points, spoken=self.plain)

    def heading(self, text: str) -> None:
        """Show the title of a part."""
        self.terminal.show()
        self.terminal.show(self.terminal.bold(text))

    def line(self, text: str) -> None:
        """Show a line of a part."""
        self.terminal.show(text, indent=GAP, hang=GAP)


def is_number(value: str) -> bool:
    """Return whether a value is a number that a game could count."""
    return value.isdecimal() and len(value) <= MAX_DIGITS


def ends(rate: messages.Rate) -> Interval:
    """Return both ends of an interval."""
    return {"low": rate.low, "high": rate.high}
