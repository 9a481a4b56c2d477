"""The knowledge of one seat: the places where each card may be, tracked event by event."""

import copy
from collections import Counter
from collections.abc import Collection
from typing import Self

from underdeck.cards import rank_of
from underdeck.game import Event
from underdeck.games.dungeon.options import is_dark
from underdeck.games.dungeon.state import deck_of
from underdeck.games.dungeon.view import DungeonView

Place = tuple[str, int, int]
"""A place where a card may be: its kind, the seat it belongs to, and the number of a passage."""

DECK: Place = ("deck", 0, 0)
DISCARDS: Place = ("discards", 0, 0)
TRIED: Place = ("tried", 0, 0)
"""§14.3 The place of a card tried in secret, until the outcome is known."""


def hand(seat: int) -> Place:
    """Return the place of a hand."""
    return ("hand", seat, 0)


class Token:
    """One card of the deck, and the places where it may be."""

    __slots__ = ("card", "places")

    def __init__(self, card: int, places: set[Place]) -> None:
        self.card = card
        self.places = places


class Knowledge:
    """The places where each card may be, as far as one seat can know."""

    def __init__(self, view: DungeonView) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.dark = is_dark(view.options)
        others = [player.seat for player in view.players if player.seat != self.seat]
        anywhere = {DECK, *(hand(player) for player in others)}
        anywhere |= {("cell", player.seat, 0) for player in view.players if player.cell is None}
        self.tokens = [Token(card, set(anywhere)) for card in deck_of(view.options)]
        self.twins: dict[int, list[Token]] = {}
        """The tokens of each card."""
        for token in self.tokens:
            self.twins.setdefault(token.card, []).append(token)
        for card in view.players[self.seat].hand or ():
            self.locate(card, DECK, hand(self.seat))
        self.depth = Counter[int]()
        """The number of passages in each dungeon."""
        self.asked_rank = 0
        """The rank that was asked for last."""
        self.shown: list[Token] = []
        """The cards of a hand that is being shown."""
        self.played: list[Token] = []
        """The cards played face up in this turn, which may not be discarded yet."""
        self.arrivals: Counter[int] | None = None
        """D-22 The cards that came into each hand since a renewal in this turn; None before one."""

    def copy(self) -> Self:
        """Return a copy that shares nothing mutable; sets of places are never changed in place."""
        twin = copy.copy(self)
        tokens = {token: Token(token.card, token.places) for token in self.tokens}
        twin.tokens = list(tokens.values())
        twin.twins = {card: [tokens[each] for each in group] for card, group in self.twins.items()}
        twin.shown = [tokens[token] for token in self.shown]
        twin.played = [tokens[token] for token in self.played]
        twin.depth = self.depth.copy()
        twin.arrivals = None if self.arrivals is None else self.arrivals.copy()
        return twin

    # Updates

    def locate(self, card: int, source: Place, place: Place, but: Collection[Token] = ()) -> Token:
        """Note that a known card moved from `source` to `place`, and return its token.

        Equal cards that may have been the one that moved may now be wherever either was.
        """
        fits = [token for token in self.twins[card] if source in token.places and token not in but]
        token = min(fits, key=lambda token: len(token.places))
        for twin in fits:
            if twin is not token:
                twin.places = twin.places | token.places
        token.places = {place}
        return token

    def spread(self, source: Place, place: Place, rank: int = 0) -> None:
        """Note that an unseen card, perhaps of a known rank, may have moved."""
        for token in self.tokens:
            if (
                source in token.places
                and place not in token.places
                and rank in (0, rank_of(token.card))
            ):
                token.places = token.places | {place}

    def move_all(self, source: Place, place: Place) -> None:
        """Note that every card in one place moved to another."""
        for token in self.tokens:
            if source in token.places:
                token.places = token.places - {source} | {place}

    def rule_out(self, place: Place, *, but: Collection[Token], rank: int = 0) -> None:
        """Note that a place holds no cards, or none of a rank, except those in `but`."""
        for token in self.tokens:
            if place in token.places and token not in but and rank in (0, rank_of(token.card)):
                token.places = token.places - {place}

    def note_arrival(self, seat: int) -> None:
        """D-22 Count a card that came into a hand."""
        if self.arrivals is not None:
            self.arrivals[seat] += 1

    # Events

    def observe(self, event: Event) -> None:
        """Learn from an event, if this seat may know it."""
        if event.is_for(self.seat):
            getattr(self, f"on_{event.name}", self.ignore)(**event.parts)

    def ignore(self, **_parts: int) -> None:
        """Learn nothing from an event."""

    def observe_discards(self, view: DungeonView) -> None:
        """Learn from the discards, if they may be seen."""
        if view.seen_discards is None:
            return
        known: set[Token] = set()
        for card in [*view.seen_discards, *self.cards_aside(view)]:
            known.add(self.locate(card, DISCARDS, DISCARDS, but=known))
        self.rule_out(DISCARDS, but=known)

    def cards_aside(self, view: DungeonView) -> list[int]:
        """Return the face-up cards that will go to the discards, which count as there already.

        A card that this seat tried in secret is not among them.
        """
        own_try = any(
            token.places == {TRIED} and token.card == view.creature for token in self.tokens
        )
        return [
            *view.laid,
            *(card for card in (None if own_try else view.creature, view.robber) if card),
        ]

    def on_bid_laid(self, seat: int) -> None:
        """Note that an opponent laid an unseen card."""
        if seat != self.seat:
            self.spread(hand(seat), ("bid", seat, 0))

    def on_bid_with(self, seat: int, card: int) -> None:
        """Note the own bid."""
        self.locate(card, hand(seat), ("bid", seat, 0))

    def on_bid_shown(self, seat: int, card: int) -> None:
        """Note that a bid was shown and discarded."""
        self.locate(card, ("bid", seat, 0), DISCARDS)
        self.rule_out(("bid", seat, 0), but=[])

    def on_drew(self, seat: int, n: int) -> None:
        """Note that an opponent drew an unseen card."""
        self.note_arrival(seat)
        if seat != self.seat:
            self.spread(DECK, hand(seat))

    def on_drew_card(self, seat: int, card: int) -> None:
        """Note the card that this seat drew."""
        self.locate(card, DECK, hand(seat))

    def on_deck_renewed(self, n: int) -> None:
        """Note that the discards became the deck.

        Cards played in this turn may not have reached the discards before.
        """
        self.arrivals = self.arrivals or Counter()
        self.rule_out(DECK, but=[])
        late = [token for token in self.tokens if DISCARDS in token.places and token in self.played]
        self.move_all(DISCARDS, DECK)
        for token in late:
            token.places = token.places | {DISCARDS}

    def on_turn_begun(self, seat: int, turn: int) -> None:
        """Forget the cards and arrivals of the last turn."""
        self.played = []
        self.arrivals = None

    def on_dug(self, seat: int, card: int, value: int, place: int) -> None:
        """Note a passage laid face up."""
        self.depth[seat] += 1
        self.locate(card, hand(seat), ("passage", seat, self.depth[seat]))

    def on_dug_hidden(self, seat: int, value: int, place: int) -> None:
        """Note a passage laid face down by an opponent."""
        self.depth[seat] += 1
        if seat != self.seat:
            self.spread(hand(seat), ("passage", seat, self.depth[seat]))

    def on_laid_as(self, seat: int, card: int, value: int) -> None:
        """Note the own passage laid face down."""
        self.locate(card, hand(seat), ("passage", seat, self.depth[seat]))

    def on_front_lost(self, seat: int) -> None:
        """Note that a front was discarded, and the card tried against it."""
        self.move_all(TRIED, DISCARDS)
        self.move_all(("passage", seat, self.depth[seat]), DISCARDS)
        self.depth[seat] -= 1

    def on_dungeon_lost(self, seat: int, n: int) -> None:
        """Note that all passages of a dungeon were discarded."""
        while self.depth[seat]:
            self.on_front_lost(seat)

    def play(self, seat: int, card: int) -> None:
        """Note a card played face up; it will go to the discards."""
        self.played.append(self.locate(card, hand(seat), DISCARDS))

    def on_caved_in(self, seat: int, target: int, card: int, value: int) -> None:
        """Note the card of a cave-in."""
        self.play(seat, card)

    def on_cave_tried(self, seat: int, target: int) -> None:
        """Note that an opponent tried a cave-in with an unseen card."""
        if seat != self.seat:
            self.spread(hand(seat), TRIED)

    def on_tried_with(self, seat: int, card: int, value: int) -> None:
        """Note the card that this seat tried."""
        self.locate(card, hand(seat), TRIED)

    def on_cave_missed(self, seat: int, target: int) -> None:
        """Note that the card tried was discarded."""
        self.move_all(TRIED, DISCARDS)

    def on_joker_lost(self, seat: int) -> None:
        """Note that the card tried was discarded with the joker."""
        self.move_all(TRIED, DISCARDS)

    def on_joker_saved(self, seat: int, card: int) -> None:
        """Note the card that saved a joker; the card tried was discarded."""
        self.play(seat, card)
        self.move_all(TRIED, DISCARDS)

    def on_attacked(self, seat: int, target: int, card: int, value: int) -> None:
        """Note the attacking creature."""
        self.play(seat, card)

    def on_fight_laid(self, seat: int, card: int, value: int) -> None:
        """Note a fighting card."""
        self.play(seat, card)

    def on_rob_called(self, seat: int, card: int) -> None:
        """Note a Graverobber."""
        self.play(seat, card)

    def on_ace_played(self, seat: int, card: int) -> None:
        """Note an ace."""
        self.play(seat, card)

    def on_countered(self, seat: int, card: int) -> None:
        """Note a counter."""
        self.play(seat, card)

    def on_took(self, seat: int, card: int) -> None:
        """Note a card seen to be taken from the discards."""
        self.note_arrival(seat)
        self.locate(card, DISCARDS, hand(seat))

    def on_took_secretly(self, seat: int) -> None:
        """Note that an opponent took an unseen card from the discards."""
        if seat != self.seat:
            self.note_arrival(seat)
            self.spread(DISCARDS, hand(seat))

    def on_fished(self, seat: int, target: int, card: int, rank: int) -> None:
        """Note a Myrmiddon and the rank asked for."""
        self.asked_rank = rank
        self.play(seat, card)

    def on_gave(self, seat: int, target: int, rank: int) -> None:
        """Note that an unseen card of a known rank changed hands."""
        self.note_arrival(target)
        if self.seat not in (seat, target):
            self.spread(hand(seat), hand(target), rank)

    def on_gave_card(self, seat: int, target: int, card: int) -> None:
        """Note the card that this seat gave or got."""
        self.locate(card, hand(seat), hand(target))

    def on_demanded(self, seat: int, target: int) -> None:
        """Prepare for a hand to be shown."""
        self.shown = []

    def on_hand_shown(self, seat: int, card: int) -> None:
        """Note a card of a hand that is shown."""
        if seat != self.seat:
            self.shown.append(self.locate(card, hand(seat), hand(seat), but=self.shown))

    def on_told_truth(self, seat: int) -> None:
        """Rule out the rank asked for; if the hand was shown, all cards but those shown."""
        if self.shown:
            self.rule_out(hand(seat), but=self.shown)
        elif seat != self.seat:
            self.rule_out(hand(seat), but=[], rank=self.asked_rank)

    def on_lied(self, seat: int) -> None:
        """If the hand was shown, rule out all cards but those shown."""
        if self.shown:
            self.rule_out(hand(seat), but=self.shown)

    def on_hand_lost(self, seat: int, n: int) -> None:
        """Note that a hand was discarded unseen; face up, its cards follow as events."""
        if self.dark or n == 0:
            self.move_all(hand(seat), DISCARDS)

    def on_lost_card(self, seat: int, card: int) -> None:
        """Note a card of a hand that is discarded face up."""
        self.locate(card, hand(seat), DISCARDS)

    def on_discarded(self, seat: int, card: int) -> None:
        """Note a card discarded face up."""
        self.locate(card, hand(seat), DISCARDS)

    def on_discarded_hidden(self, seat: int) -> None:
        """Note that an opponent discarded an unseen card."""
        if seat != self.seat:
            self.spread(hand(seat), DISCARDS)

    def on_own_discard(self, seat: int, card: int) -> None:
        """Note the card that this seat discarded face down."""
        self.locate(card, hand(seat), DISCARDS)

    def on_passage_shown(self, seat: int, place: int, card: int, value: int) -> None:
        """Note the card of a passage that is shown."""
        here = ("passage", seat, place)
        self.rule_out(here, but=[self.locate(card, here, here)])

    def on_resigned(self, seat: int) -> None:
        """Note that a hidden bid was discarded."""
        self.move_all(("bid", seat, 0), DISCARDS)
