"""Responses about the games: their options and their lessons."""

import msgspec

from underdeck.serve.messages.fields import EventData, ResultData, ViewData


class CardShown(msgspec.Struct, frozen=True):
    """A card in one game."""

    kind: str
    """Its role, such as `monster` or `passage`."""
    rank: str
    """The rank in its code: `7`, `K`, `Jk`."""
    number: int
    """The rank as a number, as in events: an ace is 1, a king 13, a joker 14."""
    suit: str | None
    value: int | None
    """The number that it counts in the game; null if it counts nothing by itself."""


class MootValue(msgspec.Struct, frozen=True):
    """A value of an option that changes nothing, or is refused, beside a value of another one."""

    option: str
    value: int | bool
    other: str
    other_value: int | bool


class CharacterShown(msgspec.Struct, frozen=True):
    """A bot that has a name, a portrait and quips of its own; the catalogues have the words."""

    bot: str
    stars: int
    """Its strength, from 1 to 5."""


class GameShown(msgspec.Struct, frozen=True):
    """A game: its options, its bots, its cards and the numbers of its rules."""

    game: str
    players: list[int]
    options: dict[str, list[int | bool]]
    """The values of each option; of more than twenty numbers only the minimum and the maximum."""
    defaults: dict[str, int | bool]
    bots: list[str]
    characters: list[CharacterShown]
    """Those of the bots that are characters, the weakest first."""
    opponents: list[str]
    """The bots of a new game in which none are chosen, one for each other seat."""
    is_solitaire: bool
    has_advice: bool
    """Whether its player may ask for advice."""
    has_review: bool
    """Whether finished games can be compared with strong play."""
    needs: dict[str, str]
    """Options that make no sense without another one."""
    excludes: list[list[str]]
    """Groups of options of which at most one may be on; each includes those before it."""
    moot: list[MootValue]
    """Values that a form need not offer beside values of other options."""
    variants: dict[str, dict[str, int | bool]]
    """The variants of the rulebook by name: the options that they set."""
    cards: dict[str, CardShown]
    """Every card by its code; none for a game that doesn't describe its cards."""
    ranks: dict[str, int]
    """The number of each rank, as in events and in keys of the catalogues."""
    constants: dict[str, int]
    """Numbers of the rules, such as `max_hit_points`."""


class Games(msgspec.Struct, frozen=True):
    """The games, phrases and languages of this server."""

    games: list[GameShown]
    phrases: list[str]
    languages: list[str]


class LessonStep(msgspec.Struct, frozen=True):
    """One moment of a lesson: the view of the first seat, the learner's, and the next move."""

    view: ViewData
    events: list[EventData]
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
    result: ResultData
