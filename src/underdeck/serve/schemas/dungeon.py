"""Views and results of Dungeon on the wire."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from underdeck.games.dungeon.moves import RESIGN, WORDS
from underdeck.games.dungeon.pending import PENDING
from underdeck.games.dungeon.question import KEYS, WARNINGS
from underdeck.games.dungeon.state import ENDINGS
from underdeck.serve.schemas.base import Card, CostShown, GameSchemas, Shape

VERBS = tuple(word for kind, word in enumerate(WORDS) if kind not in (0, RESIGN))
Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Jk"]


class DungeonMoveShown(Shape, frozen=True):
    """A legal move of Dungeon; fields that don't apply are missing."""

    text: str
    verb: Literal[VERBS]  # type: ignore[valid-type]
    label: Literal[VERBS]  # type: ignore[valid-type]
    card: Rank | UnsetType = UNSET
    """The rank of the card that is played; suits never matter."""
    as_: Rank | UnsetType = msgspec.field(default=UNSET, name="as")
    """The rank that it is played as, if another."""
    value: int | UnsetType = UNSET
    """The number that the card counts, where it counts."""
    target: int | UnsetType = UNSET
    place: int | UnsetType = UNSET
    """The number of the passage to lay it next to; 0 is the cell."""
    asked: Rank | UnsetType = UNSET
    cost: CostShown | UnsetType = UNSET
    lethal: Literal[True] | UnsetType = UNSET
    """Present if the move ends the player's game."""
    wins: Literal[True] | UnsetType = UNSET
    """Present if a fighting card beats the creature without another one after it."""
    draws: int | UnsetType = UNSET
    """How many cards an ace draws, present if the deck has too few for now."""
    lets_win: int | UnsetType = UNSET
    """The other seat that wins after this move, if nobody else prevents it."""


class FightShown(Shape, frozen=True):
    """An attack that isn't decided yet."""

    attacker: int
    defender: int
    creature: Card
    strength: int
    total: int
    """The sum of the fighting cards."""
    values: list[int]
    """The value that each fighting card was laid as."""
    is_won: bool


class QuestionShown(Shape, frozen=True):
    """What the game waits for: the key of a sentence under `dungeon.pending`, and its subject."""

    key: Literal[KEYS]  # type: ignore[valid-type]
    seats: list[int]
    """The seats that the game waits for."""
    target: int | UnsetType = UNSET
    """The seat that attacks, asks or is asked, or that played the ace, ability or passage."""
    rank: int | UnsetType = UNSET
    """The creature's value, the rank asked for, or the value of the joker to be saved."""
    lets_win: int | UnsetType = UNSET
    """The seat that wins if this seat passes or falls."""
    warning: Literal[WARNINGS] | UnsetType = UNSET  # type: ignore[valid-type]
    """The key of a sentence about that under `dungeon.lets_win`, present with `lets_win`."""


class PassageShown(Shape, frozen=True):
    """A passage: its claimed value, the place it adjoins (0 is the cell), and its card if known."""

    value: int
    next_to: int
    card: Card | None
    depth: int
    """The distance from the cell, from 1."""
    is_lie: bool | None
    """Whether the card isn't what it claims to be; null if it is hidden."""


class PlayerShown(Shape, frozen=True):
    """What a view shows of one player."""

    seat: int
    alive: bool
    left_cell: bool
    cards: int
    hand: list[Card] | None
    cell: Card | None
    dungeon: list[PassageShown]
    front: int
    """The number of the front; 0 if there is no passage."""
    next_passage: int | None
    """The value that leads on from the lowest passage; nothing follows the 2."""
    has_bid: bool


class DungeonShown(Shape, frozen=True):
    """The view of a seat, or of a spectator, of a Dungeon."""

    game: Literal["dungeon"]
    seat: int | None
    turn: int
    current: int | None
    pending: Literal[(*PENDING, "over")]  # type: ignore[valid-type]
    waiting: list[int]
    about: list[int]
    players: list[PlayerShown]
    deck: int
    discards: int
    seen_discards: list[Card] | None
    laid: list[Card]
    creature: Card | None
    robber: Card | None
    ending: Literal[tuple(filter(None, ENDINGS))] | None  # type: ignore[valid-type]
    winner: int | None
    legal: list[DungeonMoveShown]
    rule: str
    """The paragraph or section of the rules that applies, such as `4.3`."""
    is_window: bool
    """Whether several seats are asked at once, each of which may pass."""
    fight: FightShown | None
    ability: int | None
    """The rank of the creature whose ability is called."""
    top_discard: Card | None
    question: QuestionShown | None
    first_passage: int
    """The value of the passage next to the cell: 10, or 7 in short tunnels."""


class DungeonResult(Shape, frozen=True):
    """The result of a Dungeon."""

    ending: Literal[tuple(filter(None, ENDINGS))]  # type: ignore[valid-type]
    winner: int | None
    alive: list[int]
    turns: int
    assisted: bool = False


class RivalOddsShown(Shape, frozen=True):
    """What an opponent probably holds."""

    seat: int
    needed: int
    """The value of the passage that leads the opponent on."""
    dig: float
    """The chance that the opponent holds a card for it."""
    cave: float | None
    """The chance that the opponent holds a card to cave in the seat's front; null if none can."""
    creature: float
    """The chance that the opponent holds a creature."""


class DungeonOdds(Shape, frozen=True):
    """The odds of Dungeon as one seat knows them."""

    needed: int
    """The value of the passage that leads the seat on."""
    front: int | None
    """The true value of the seat's front; null if it has none that can be caved in."""
    draw: float | None
    """The chance that the next card of the deck can be laid there; null if the deck is empty."""
    is_wild: bool
    """Whether a joker fits as any passage, so that the chances count it, too."""
    rivals: list[RivalOddsShown]


SCHEMAS = GameSchemas(view=DungeonShown, result=DungeonResult, odds=DungeonOdds)
