"""Responses about the games: their options and their lessons."""

from typing import Any

import msgspec


class GameShown(msgspec.Struct, frozen=True):
    """A game, its options and its bots."""

    game: str
    players: list[int]
    options: dict[str, list[int | bool]]
    """The values of each option; of more than twenty numbers only the minimum and the maximum."""
    defaults: dict[str, int | bool]
    bots: list[str]


class Games(msgspec.Struct, frozen=True):
    """The games, phrases and languages of this server."""

    games: list[GameShown]
    phrases: list[str]
    languages: list[str]


class LessonStep(msgspec.Struct, frozen=True):
    """One moment of a lesson: the view of the first seat, the learner's, and the next move."""

    view: dict[str, Any]
    events: list[dict[str, Any]]
    story: list[str]
    rules: list[str]
    """Explanations of rules that apply for the first time."""
    seat: int | None
    """The seat that moves next; null at the end."""
    move: str | None
    before: str | None
    """A hint before a move of the learner's."""
    why: str | None
    """The reason for the scripted move."""


class Lesson(msgspec.Struct, frozen=True):
    """A scripted game for learners."""

    game: str
    intro: str
    outro: str
    steps: list[LessonStep]
    result: dict[str, Any]
