"""The data of charts and reports: the matches of a simulation, their tallies and their labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

from underdeck.intervals import CONFIDENCE
from underdeck.refusal import Refusal
from underdeck.study.draw.formatting import (
    Speaker,
    game_text,
    number,
    percent,
    printable,
    shorten,
)

if TYPE_CHECKING:
    from underdeck.study.match import Match
    from underdeck.study.measures import Measures
    from underdeck.study.simulation import Difference, Outcome
    from underdeck.study.tally import Tally


class Played(Protocol):
    """A simulation, or the saved results of one."""

    @property
    def matches(self) -> "tuple[Match, ...]":
        """The matches that were played."""

    @property
    def outcome(self) -> "Outcome":
        """Their results."""


class Results(NamedTuple):
    """The saved results of a simulation."""

    matches: "tuple[Match, ...]"
    outcome: "Outcome"


@dataclass(frozen=True)
class PlotData:
    """Everything that charts and reports show of a simulation, in one language."""

    matches: "tuple[Match, ...]"
    outcome: "Outcome"
    words: Speaker

    @classmethod
    def of(cls, played: Played, words: Speaker) -> "PlotData":
        """Take the results of a simulation; refuse one without games."""
        if not played.outcome.games:
            raise Refusal("picture_empty")
        return cls(tuple(played.matches), played.outcome, words)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.matches[0].game

    @property
    def measures(self) -> "Measures":
        """The measures of the game."""
        return self.matches[0].measures

    @property
    def tallies(self) -> "list[Tally]":
        """The tally of each match."""
        return self.outcome.tallies

    @property
    def games(self) -> int:
        """The number of games of each match."""
        return self.tallies[0].games

    @property
    def several(self) -> bool:
        """Whether matches are compared."""
        return len(self.matches) > 1

    @cached_property
    def labels(self) -> list[str]:
        """A short label for each match."""
        return [shorten(label) for label in full_labels(self.matches)]

    @property
    def game_title(self) -> str:
        """The name of the game for people."""
        return self.words.say(f"{self.game}.game.name")

    @cached_property
    def title(self) -> str:
        """The game, and its players."""
        who = self.words.say("study.title.comparison") if self.several else self.labels[0]
        return self.words.say("study.title.whole", game=self.game_title, who=who)

    @cached_property
    def caption(self) -> str:
        """The number of games, their seed and their common options."""
        say, rules = self.words.say, common_rules(self.matches)
        games = "study.caption.each" if self.several else "study.caption.games"
        parts = [say(games, games=number(self.words, self.games), n=self.games)]
        if not self.several:
            players = "study.caption.policy" if self.matches[0].policy else "study.caption.bots"
            parts.append(say(players, who=self.labels[0]))
        if self.matches[0].rotate:
            parts.append(say("study.caption.rotate"))
        parts.append(say("study.caption.seed", seed=shorten(printable(self.matches[0].seed))))
        if rules:
            parts.append(say("study.caption.house", options=", ".join(rules)))
        intervals = say("study.caption.intervals", share=percent(self.words, CONFIDENCE, 0))
        return " · ".join([*parts, intervals])

    def caption_of(self, name: str, index: int) -> str:
        """Return the caption of a table about one match, with its label if there are several."""
        caption = self.text(f"report.{name}_caption")
        return f"{caption}: {self.labels[index]}" if self.several else caption

    def text(self, path: str, **parts: object) -> str:
        """Return a text of this game's simulations, or the one of all games."""
        return game_text(self.words, self.game, path, **parts)

    @property
    def credit(self) -> str:
        """A line about the author of the game; empty if unknown."""
        return self.measures.credit(self.words)

    def differences(self, index: int) -> "list[Difference]":
        """Return the differences of a match from the first one."""
        return self.outcome.differences[index - 1]

    def measure_name(self, name: str) -> str:
        """Return the name of a compared measure."""
        return self.measures.measure_name(self.words, name, self.matches[0].seats)

    def is_share(self, name: str) -> bool:
        """Return whether a compared measure is a share of games."""
        return name in self.measures.shares


def full_labels(matches: "Sequence[Match]") -> list[str]:
    """Return the players of each match with the rules that not all share; numbered if ambiguous."""
    same = common_rules(matches)
    labels = [
        " ".join([players(match), *(rule for rule in match.house_rules() if rule not in same)])
        for match in matches
    ]
    if len(set(labels)) == len(labels):
        return labels
    return [f"{place}: {label}" for place, label in enumerate(labels, 1)]


def players(match: "Match") -> str:
    """Return the policy, or the bots: `careful,random`, `4 × careful`."""
    if match.policy:
        return printable(match.policy.label)
    if len(match.bots) > 1 and len(set(match.bots)) == 1:
        return f"{len(match.bots)} × {match.bots[0]}"
    return ",".join(match.bots)


def common_rules(matches: "Sequence[Match]") -> list[str]:
    """Return the house rules that all matches have."""
    return [
        rule
        for rule in matches[0].house_rules()
        if all(rule in match.house_rules() for match in matches)
    ]
