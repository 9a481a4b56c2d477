"""What a client is shown of a game: its view with facts, and its cards, as JSON data.

Clients need not know the rules: legal moves are objects, and the facts that a screen shows come
with the view. They are computed from the view alone, so that nothing hidden can leak.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from underdeck.cards import JOKER, code_of, rank_of
from underdeck.game import Move, View
from underdeck.json_types import JsonObject


class CardFacts(NamedTuple):
    """A card in one game."""

    kind: str
    """The name of its role in the game, such as `monster`."""
    rank: str
    """The rank in its code: `7`, `K`, `Jk`."""
    number: int
    """The rank as a number, as in events: an ace is 1, a king 13, a joker 14."""
    suit: str | None
    """S, H, D or C; None for a joker."""
    value: int | None
    """The number that the card counts in the game; None if it counts nothing by itself."""


class ClientView(Protocol):
    """The part `client_view` of a game's manifest."""

    constants: Mapping[str, int]
    """Numbers of the rules that a screen shows, such as the hit points at the start."""
    cards: Mapping[str, CardFacts]
    """Every card by its code."""

    def shown(self, view: Any) -> JsonObject:
        """Return a view as JSON data, with legal moves as objects and with facts."""
        ...

    def move(self, move: Any) -> JsonObject:
        """Return a move as an object, without what depends on the view."""
        ...


def card_facts(card: int, kind: str, value: int | None) -> CardFacts:
    """Return the facts about a card that follow from its code, together with the given ones."""
    code = code_of(card)
    if card == JOKER:
        return CardFacts(kind, code, rank_of(card), None, value)
    return CardFacts(kind, code[:-1], rank_of(card), code[-1], value)


def plain_view(view: View) -> JsonObject:
    """Return the view of a game without a `client_view`: its data, with legal moves as objects."""
    return view.as_json() | {"legal": [plain_move(move) for move in view.legal]}


def plain_move(move: Move) -> JsonObject:
    """Return a move as an object of its words alone."""
    return {"text": str(move), "verb": move.word, "label": move.word}
