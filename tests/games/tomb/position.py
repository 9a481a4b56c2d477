"""A game of Tomb with a stacked deck, so that tests read like the rulebook."""

from typing import Any

from underdeck.cards import codes_of, read_cards
from underdeck.deal import deal_from_cards
from underdeck.game import Event
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.view import TombView
from underdeck.options import read_options
from underdeck.playthrough import Playthrough

SAFE = [code for code in codes_of(DECK) if code[0] != "A"] + ["AS", "AH", "AD", "AC"]
"""The rest of a stacked deck, aces last."""


class Position:
    """A game whose deck begins with the given cards and ends with `bottom`."""

    def __init__(self, top: str, *, bottom: str = "", **options: Any) -> None:
        first, last = top.split(), bottom.split()
        rest = [code for code in SAFE if code not in first + last]
        deal = deal_from_cards(DECK, read_cards(first + rest + last))
        self.played = Playthrough.begin(GAME, read_options(GAME.Options, options), deal)
        self.events: list[Event] = []

    def play(self, *moves: str) -> "Position":
        """Make moves and keep their events in `events`."""
        self.events = [event for step in self.played.replay(list(moves)) for event in step.events]
        return self

    @property
    def view(self) -> TombView:
        view = self.played.view()
        assert isinstance(view, TombView)
        return view

    @property
    def legal(self) -> list[str]:
        return [str(move) for move in self.view.legal]

    @property
    def hand(self) -> set[str]:
        return set(codes_of(self.view.hand))

    @property
    def column(self) -> list[str]:
        return codes_of(self.view.column)

    @property
    def torches(self) -> set[str]:
        return set(codes_of(self.view.torches))

    @property
    def hit_points(self) -> int:
        return self.view.hit_points

    @property
    def over(self) -> bool:
        return self.played.result() is not None

    @property
    def result(self) -> dict[str, Any]:
        result = self.played.result()
        assert result is not None
        return result

    @property
    def event_names(self) -> list[str]:
        return [event.name for event in self.events]

    def stack(self, turn: int) -> set[str]:
        """Return the hidden cards of a finished turn."""
        cards = self.played.state.stacks[turn - 1]
        return {code for code, card in zip(codes_of(DECK), DECK, strict=True) if cards >> card & 1}

    @property
    def discards(self) -> set[str]:
        cards = self.played.state.discards
        return {code for code, card in zip(codes_of(DECK), DECK, strict=True) if cards >> card & 1}

    @property
    def deck(self) -> list[str]:
        state = self.played.state
        return codes_of(state.deck[state.top : state.bottom])
