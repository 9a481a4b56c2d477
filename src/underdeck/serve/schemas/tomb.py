"""Views and results of Tomb of Four Kings on the wire."""

from typing import Literal

from msgspec import UNSET, UnsetType

from underdeck.games.tomb.facts import ENCOUNTERS, LABELS
from underdeck.games.tomb.moves import WORDS
from underdeck.games.tomb.state import ENDINGS, PHASES
from underdeck.serve.schemas.base import Card, CostShown, GameSchemas, Shape

VERBS = WORDS[1:]


class TombMoveShown(Shape, frozen=True):
    """A legal move of Tomb; fields that don't apply are missing."""

    text: str
    verb: Literal[VERBS]  # type: ignore[valid-type]
    label: Literal[(*VERBS, *LABELS)]  # type: ignore[valid-type]
    card: Card | UnsetType = UNSET
    """The card that the move plays, drops or leaves, even if the text doesn't name it."""
    cost: CostShown | UnsetType = UNSET
    lethal: Literal[True] | UnsetType = UNSET
    """Present if the move ends the game for certain, in death or in the dark."""


class FoeShown(Shape, frozen=True):
    """The encounter in play, and the cards that win against it."""

    card: Card
    kind: Literal[tuple(ENCOUNTERS.values())]  # type: ignore[valid-type]
    value: int
    wins_from: int
    """The lowest number of a drawn card that wins."""
    wins_to: int
    """The highest number of a drawn card that wins."""
    skill: Card
    """The jack that wins."""
    skill_in_hand: bool


class TurnShown(Shape, frozen=True):
    """A turn of the delve or of the retreat, and its number of cards."""

    turn: int
    state: Literal["done", "now", "ahead"]
    cards: int


class RowsShown(Shape, frozen=True):
    """The turns in the order in which they are played."""

    delve: list[TurnShown]
    retreat: list[TurnShown]


class TombShown(Shape, frozen=True):
    """The view of the player of a Tomb."""

    game: Literal["tomb"]
    phase: Literal[PHASES]  # type: ignore[valid-type]
    turn: int
    deepest: int
    deck: int
    under: list[Card]
    torches: list[Card]
    burnt: int
    column: list[Card]
    encounter: Card | None
    stacks: list[int]
    discards: int
    hit_points: int
    blow: int
    owed: int
    dropped: int
    spent: list[Card]
    hand: list[Card]
    points: int
    kings: int
    ending: Literal[tuple(filter(None, ENDINGS))] | None  # type: ignore[valid-type]
    legal: list[TombMoveShown]
    rule: str
    """The paragraph or section of the rules that applies, such as `6.2`."""
    max_hit_points: int
    max_torches: int
    torches_left: int
    all_kings: int
    """The number of kings that wins the game."""
    turns_left: int
    """The turns to daylight, on the way back or if the player turns around now."""
    depth: int
    """The deepest turn reached."""
    foe: FoeShown | None
    rows: RowsShown


class TombResult(Shape, frozen=True):
    """The result of a Tomb."""

    ending: Literal[tuple(filter(None, ENDINGS))]  # type: ignore[valid-type]
    kings: int
    points: int
    gold: int
    won: bool
    assisted: bool = False


class ChanceShown(Shape, frozen=True):
    """The number of unseen cards that do something, and the chance that the next card is one."""

    cards: int
    chance: float


class TombOdds(Shape, frozen=True):
    """The odds of the next card of Tomb."""

    move: str | None
    """The move that turns the card; null if another decision comes first."""
    unseen: int
    """The number of cards that may come next."""
    win: ChanceShown
    """Cards that win the encounter."""
    death: ChanceShown
    """Cards that kill the player."""
    torch: ChanceShown
    """Cards that burn a torch."""
    last_torch: ChanceShown
    """Cards that burn the fourth torch, which no scroll answers."""
    lost: float
    """The chance that the fourth torch burns before the next decision."""
    deadly: int | None
    """The highest number that kills."""
    damage: float
    """The expected damage."""
    blows: dict[str, int]
    """The number of cards that strike a blow, by its damage."""
    discarded: float
    """The expected number of cards to be discarded."""
    discards: dict[str, int]
    """The number of cards that fail at a door, by the cards to be discarded."""
    left: dict[str, int]
    """The unseen cards by kind: each number, torches, jacks, queens, kings, scroll."""


SCHEMAS = GameSchemas(view=TombShown, result=TombResult, odds=TombOdds)
