"""What pictures and reports show: who played, and the numbers that a tally comes to, before anything is drawn."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from underdeck.games.dungeon.state import ENDINGS as DUNGEON_ENDINGS
from underdeck.games.dungeon.state import SEATS
from underdeck.games.tomb.state import ESCAPED
from underdeck.refusal import Refusal
from underdeck.study.intervals import CONFIDENCE, mean_interval, share_interval
from underdeck.study.match import Match
from underdeck.study.simulation import Difference, Outcome
from underdeck.study.tally import CARDS, CAUSES, DEPTHS, LIGHTS, Counts, Tally

Floats = npt.NDArray[np.float64]

FEW = 30
"""Fewer games than this say too little to give their mean a colour."""
CELL_WIDTHS = (1, 2, 4, 8)
"""How many numbers of cards may be one cell of a map."""
LONGEST_LABEL = 56
WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
FEWEST_BARS = 10
SPREADS = {"tomb": "points_out", "dungeon": "turns"}
"""What a histogram shows."""
DECIMALS = (1, 0.1, 0.004)
"""How wide half an interval must be for no decimal, one, two."""
SHARES = frozenset({"won", "survived"})
"""The measures that are shares; their differences are told in percentage points."""


class Speaker(Protocol):
    """Who puts things into words."""

    @property
    def language(self) -> str:
        """`en`, `es`."""

    def say(self, path: str, /, **parts: object) -> str:
        """A sentence with its parts put in."""


class Played(Protocol):
    """Games that were played: a simulation, or what was kept of one."""

    @property
    def matches(self) -> tuple[Match, ...]:
        """What was played."""

    @property
    def outcome(self) -> Outcome:
        """What it came to."""


class Kept(NamedTuple):
    """What was kept of a simulation."""

    matches: tuple[Match, ...]
    outcome: Outcome


class Bar(NamedTuple):
    """How often something was so: a name from the catalogue, how many games, and their share with its interval."""

    name: str
    games: int
    share: float
    low: float
    high: float


class Turning(NamedTuple):
    """Games by where they turned around, and what became of them: rows of depth, torches burnt and cards left."""

    games: Counts
    out: Counts
    points: Counts

    def coarse(self, width: int) -> "Turning":
        """The same with so many numbers of cards in one."""
        blank = -self.games.shape[2] % width
        padded = [np.pad(counts, ((0, 0), (0, 0), (0, blank))) for counts in self]
        return Turning(
            *(counts.reshape(*counts.shape[:2], -1, width).sum(axis=3) for counts in padded)
        )

    @property
    def enough(self) -> npt.NDArray[np.bool_]:
        """Where there are enough games to tell their mean."""
        return self.games >= FEW


@dataclass(frozen=True)
class Histogram:
    """How whole numbers are spread: bars of one width, each match's shares by bar."""

    start: int
    width: int
    shares: tuple[Floats, ...]

    @property
    def edges(self) -> list[float]:
        """Where bars begin, and where the last one ends: halfway between whole numbers."""
        return [self.start - 0.5 + self.width * place for place in range(len(self.shares[0]) + 1)]


@dataclass(frozen=True)
class Shown:
    """All that is drawn or told of some games, in one language."""

    matches: tuple[Match, ...]
    outcome: Outcome
    words: Speaker

    @classmethod
    def of(cls, played: Played, words: Speaker) -> "Shown":
        """The games, if there are any."""
        if not played.outcome.tallies[0].games:
            raise Refusal("picture_empty")
        return cls(tuple(played.matches), played.outcome, words)

    @property
    def game(self) -> str:
        """Which game it is."""
        return self.matches[0].game

    @property
    def tallies(self) -> list[Tally]:
        """A tally for each match."""
        return self.outcome.tallies

    @property
    def games(self) -> int:
        """How many games each match had."""
        return self.tallies[0].games

    @property
    def several(self) -> bool:
        """Is it a comparison?"""
        return len(self.matches) > 1

    @cached_property
    def labels(self) -> list[str]:
        """Who played, each with what sets its table apart."""
        return [shortened(label) for label in full_labels(self.matches)]

    @cached_property
    def title(self) -> str:
        """The game, and who played it."""
        who = self.words.say("study.title.comparison") if self.several else self.labels[0]
        return self.words.say(
            "study.title.whole", game=self.words.say(f"{self.game}.game.name"), who=who
        )

    @cached_property
    def caption(self) -> str:
        """How many games there were, and from what."""
        say, rules = self.words.say, common_rules(self.matches)
        parts = [
            say(
                "study.caption.each" if self.several else "study.caption.games",
                games=number(self.words, self.games),
                n=self.games,
            )
        ]
        if not self.several:
            parts.append(
                say(
                    "study.caption.policy" if self.matches[0].policy else "study.caption.bots",
                    who=self.labels[0],
                )
            )
        parts.append(say("study.caption.seed", seed=shortened(printable(self.matches[0].seed))))
        if rules:
            parts.append(say("study.caption.house", options=", ".join(rules)))
        return " · ".join(
            [*parts, say("study.caption.intervals", share=percent(self.words, CONFIDENCE, 0))]
        )

    @property
    def credit(self) -> str:
        """Whose game it is."""
        return self.words.say(f"study.credit.{self.game}")

    def histogram(self, most: int) -> Histogram:
        """Points of those who got out, or lengths, in so many bars at the most."""
        return histogram([tally.counts[SPREADS[self.game]] for tally in self.tallies], most)

    def differences(self, place: int) -> list[Difference]:
        """What sets another match apart from the first."""
        return self.outcome.differences[place - 1]

    def measure(self, name: str) -> str:
        """What is compared, in words; in Dungeon a win is the first seat's."""
        return self.words.say(
            "study.measure.won_seat"
            if (self.game, name) == ("dungeon", "won")
            else f"study.measure.{name}"
        )


def library(name: str) -> Any:
    """A library that not everyone has, imported only when it is needed."""
    try:
        return import_module(name)
    except ImportError:
        raise Refusal("needs_lab", library=name.partition(".")[0]) from None


def printable(text: str) -> str:
    """A user's own text with nothing in it that a picture can't show."""
    return "".join(char if char.isprintable() else "?" for char in text)


def shortened(text: str, most: int = LONGEST_LABEL) -> str:
    """The text with its middle left out where it is long."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[1 - most + most // 2 :]}"


def full_labels(matches: Sequence[Match]) -> list[str]:
    """Who plays, with the house rules that aren't the same for all; numbered where that isn't enough."""
    same = common_rules(matches)
    labels = [
        " ".join([players(match), *(rule for rule in match.house_rules() if rule not in same)])
        for match in matches
    ]
    return (
        labels
        if len(set(labels)) == len(labels)
        else [f"{place}: {label}" for place, label in enumerate(labels, 1)]
    )


def players(match: Match) -> str:
    """The policy, or the bots: `careful,random`, `4 × careful`."""
    if match.policy:
        return printable(match.policy.label)
    return (
        f"{len(match.bots)} × {match.bots[0]}"
        if len(match.bots) > 1 and len(set(match.bots)) == 1
        else ",".join(match.bots)
    )


def common_rules(matches: Sequence[Match]) -> list[str]:
    """The house rules that all matches have."""
    return [
        rule
        for rule in matches[0].house_rules()
        if all(rule in match.house_rules() for match in matches)
    ]


def bin_width(span: int, games: int, most: int) -> int:
    """How wide bars must be for so few of them, and for as few as the number of games bears."""
    wanted = min(most, max(FEWEST_BARS, int(3 * games ** (1 / 3))))
    return next((width for width in WIDTHS if span // width + 1 <= wanted), WIDTHS[-1])


def histogram(rows: Sequence[Counts], most: int) -> Histogram:
    """Numbers counted by value, one row a match, as shares in bars that are the same for all."""
    together = np.flatnonzero(np.sum(rows, axis=0))
    if not len(together):
        return Histogram(0, 1, tuple(np.zeros(1) for _ in rows))
    least, largest = int(together[0]), int(together[-1])
    width = bin_width(largest - least, max(int(row.sum()) for row in rows), most)
    start = least // width * width
    bars = (largest - start) // width + 1
    end = start + bars * width
    padded = [
        np.concatenate([row, np.zeros(max(end - len(row), 0), np.int64)])[start:end] for row in rows
    ]
    return Histogram(
        start,
        width,
        tuple(row.reshape(bars, width).sum(axis=1) / max(int(row.sum()), 1) for row in padded),
    )


def fates(tally: Tally) -> tuple[Floats, Floats, Floats]:
    """Of Tomb, after each turn from the beginning on: the shares of games still inside, out, and dead."""
    dead = np.cumsum(tally.counts["turns_dead"]) / tally.games
    over = np.cumsum(tally.counts["turns"]) / tally.games
    last = int(np.flatnonzero(tally.counts["turns"])[-1])
    return 1 - over[: last + 1], (over - dead)[: last + 1], dead[: last + 1]


def alive(tally: Tally) -> Floats:
    """Of Tomb, after each turn from the beginning on: the share of games in which the player lives."""
    return 1 - fates(tally)[2]


def turning(tally: Tally) -> Turning:
    """Of Tomb: where games turned around."""
    return Turning(
        *(
            tally.counts[name].reshape(DEPTHS, LIGHTS, CARDS)
            for name in ("turning", "turning_out", "turning_points")
        )
    )


def turned_by_torches(tally: Tally) -> dict[int, tuple[int, int, int]]:
    """Games, those that got out and their points by the torches burnt when turning around, where there are any."""
    sums = [counts.sum(axis=(0, 2)) for counts in turning(tally)]
    return {
        torches: (int(games), int(out), int(points))
        for torches, (games, out, points) in enumerate(zip(*sums, strict=True))
        if games
    }


def cell_width(tallies: Sequence[Tally]) -> int:
    """How many numbers of cards must be one cell for half of each match's games to lie in cells with enough of them."""
    turned = [turning(tally) for tally in tallies]
    for width in CELL_WIDTHS:
        cells = [each.coarse(width) for each in turned]
        if all(2 * each.games[each.enough].sum() >= each.games.sum() for each in cells):
            return width
    return CELL_WIDTHS[-1]


def turning_span(cells: Sequence[Turning]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first and the last rows of depth and of cards where any match has enough games, or any at all."""
    enough = (
        [each.enough for each in cells]
        if any(each.enough.any() for each in cells)
        else [each.games > 0 for each in cells]
    )
    came_up = np.argwhere(np.any(enough, axis=0))
    least, most = came_up.min(axis=0), came_up.max(axis=0)
    return (int(least[0]), int(most[0])), (int(least[2]), int(most[2]))


def bar(name: str, games: int, of: int) -> Bar:
    """A bar with its interval."""
    told = share_interval(games, of)
    return Bar(name, games, told["share"], told["low"], told["high"])


def endings(tally: Tally) -> list[Bar]:
    """How games ended: in Tomb with what was to blame, in Dungeon by the way of winning."""
    counts, games = tally.counts, tally.games
    if tally.game == "tomb":
        named = {
            "escaped": int(counts["ending"][ESCAPED]),
            **{name: int(counts["cause"][place]) for place, name in enumerate(CAUSES)},
        }
    else:
        named = {
            name: int(counts["ending"][place]) for place, name in enumerate(DUNGEON_ENDINGS) if name
        }
    return [bar(f"{tally.game}_{name}", number, games) for name, number in named.items()]


def hoards(tally: Tally) -> list[Bar]:
    """Of Tomb: how many hoards were brought out, of all games."""
    return [
        bar(str(kings), int(number), tally.games)
        for kings, number in enumerate(tally.counts["kings_out"])
    ]


def seats(tally: Tally, count: int) -> list[Bar]:
    """Of Dungeon: what share of games each seat won."""
    return [bar(str(seat + 1), tally.wins(seat), tally.games) for seat in range(count)]


def seat_names(shown: Shown) -> list[str]:
    """Each seat, with its bot where that is the same in all matches that have the seat."""
    names = []
    for seat in range(max(match.seats for match in shown.matches)):
        bots = {
            match.bots[seat] if match.bots else "" for match in shown.matches if match.seats > seat
        }
        who = bots.pop() if len(bots) == 1 else ""
        names.append(
            shown.words.say("study.bar.seat_who", seat=seat + 1, who=who)
            if who
            else shown.words.say("study.bar.seat", seat=seat + 1)
        )
    return names


def even_shares(shown: Shown) -> list[float]:
    """What each seat would win if all won alike; more than one where tables differ in size."""
    return sorted({1 / match.seats for match in shown.matches})


def even_text(shown: Shown) -> str:
    """The same in words."""
    return shown.words.say(
        "study.mark.even",
        share=", ".join(percent(shown.words, even, 0) for even in even_shares(shown)),
    )


def groups_of(shown: Shown, name: str) -> list[list[Bar]]:
    """The bars of a panel, for each match."""
    if name == "seats":
        return [
            seats(tally, match.seats)
            for tally, match in zip(shown.tallies, shown.matches, strict=True)
        ]
    return [hoards(tally) if name == "hoards" else endings(tally) for tally in shown.tallies]


def bar_names(shown: Shown, name: str) -> list[str]:
    """What the bars of a panel stand for."""
    if name == "seats":
        return seat_names(shown)
    return [
        one.name if name == "hoards" else shown.words.say(f"study.bar.{one.name}")
        for one in groups_of(shown, name)[0]
    ]


def ways(tally: Tally, count: int) -> Counts:
    """Of Dungeon: games by seat (a row for each seat) and ending."""
    return tally.counts["ways"].reshape(SEATS, len(DUNGEON_ENDINGS))[:count]


def mean_of(counts: Counts) -> dict[str, Any]:
    """The mean of numbers counted by value, or nothing where there are none."""
    return mean_interval(counts) if counts.any() else {}


def number(words: Speaker, value: float, digits: int = 0) -> str:
    """A number as the language writes it: the catalogue's sample shows from how many digits on thousands are set apart, and how."""
    head, group, _, point, _ = re.split(r"(\D)", words.say("study.number.sample"))
    apart = abs(round(value, digits)) >= 10 ** (len(head) + 2)
    text = f"{abs(value):{',' if apart else ''}.{digits}f}"
    sign = "−" if value < 0 and text.strip("0.") else ""
    return sign + text.translate({ord(","): group, ord("."): point})


def signed(words: Speaker, value: float, digits: int) -> str:
    """A difference, with its sign unless it is nothing."""
    return ("+" if round(value, digits) > 0 else "") + number(words, value, digits)


def percent(words: Speaker, value: float, digits: int = 1) -> str:
    """A share in hundredths."""
    return words.say("study.number.percent", number=number(words, 100 * value, digits))


def digits_of(bars: Iterable[Bar]) -> int:
    """As many decimals of shares as all of these bear."""
    return min(digits_for(one._asdict(), 100) for one in bars)


def digits_for(told: Mapping[str, Any], scale: float = 1) -> int:
    """As many decimals as the width of an interval bears."""
    half = scale * (told["high"] - told["low"]) / 2
    return (
        next((digits for digits, least in enumerate(DECIMALS) if half >= least), len(DECIMALS))
        if half > 0
        else 1
    )


def share_text(words: Speaker, told: Mapping[str, Any], digits: int | None = None) -> str:
    """A share with its interval, with as many decimals as that bears unless told otherwise: 60.7% (60.5 to 60.9)."""
    digits = digits_for(told, 100) if digits is None else digits
    low, high = (number(words, 100 * told[name], digits) for name in ("low", "high"))
    return words.say(
        "study.number.interval", value=percent(words, told["share"], digits), low=low, high=high
    )


def mean_text(words: Speaker, told: Mapping[str, Any], scale: float = 1) -> str:
    """A mean with its interval: 23.8 (23.7 to 23.9)."""
    digits = digits_for(told, scale)
    value, low, high = (
        number(words, scale * told[name], digits) for name in ("mean", "low", "high")
    )
    return words.say("study.number.interval", value=value, low=low, high=high)


def difference_text(words: Speaker, difference: Difference, *, short: bool = False) -> str:
    """A difference with its interval: −5.5 percentage points (−5.6 to −5.4)."""
    share = difference.name in SHARES
    told = {name: (100 if share else 1) * value for name, value in difference.as_json().items()}
    digits = digits_for(told)
    value, low, high = (signed(words, told[name], digits) for name in ("mean", "low", "high"))
    share_unit = "study.unit.points_of_share_short" if short else "study.unit.points_of_share"
    unit = words.say(share_unit if share else f"study.unit.{difference.name}")
    return words.say("study.number.interval", value=f"{value} {unit}", low=low, high=high)
