"""What a seat may believe: all unseen cards dealt anew, consistent with everything that seat has seen.

A `Knowledge` listens to the events of one seat and keeps, for each card of the deck, the places where it may be. `deal_anew` puts the
hidden cards of a table into an order drawn from all that fit. It takes the table's public shape from a state and none of its hidden cards.
"""

from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from itertools import islice
from random import Random
from typing import TypeVar

from underdeck.cards import rank_of
from underdeck.game import Event
from underdeck.games.dungeon.primitives import is_dark
from underdeck.games.dungeon.state import MOST_CARDS, State, deck_of
from underdeck.games.dungeon.view import DungeonView, is_tried_in_secret

Place = tuple[str, int, int]
"""A place where a card may be: what it is, the seat it belongs to, and for a passage its number."""

DECK: Place = ("deck", 0, 0)
DISCARDS: Place = ("discards", 0, 0)
TRIED: Place = ("tried", 0, 0)
"""§14.3 Where a card that was tried in secret lies until it is known what came of it."""
SWAPS = 12
"""Exchanges for each hidden card until an order counts as drawn at random."""

T = TypeVar("T")

Weight = Callable[[State], float]
"""How well a state fits what an opponent did; any positive scale."""


def hand(seat: int) -> Place:
    """The place of a hand."""
    return ("hand", seat, 0)


class Token:
    """One card of the deck, and where it may be."""

    __slots__ = ("card", "places")

    def __init__(self, card: int, places: set[Place]) -> None:
        self.card = card
        self.places = places


class Knowledge:
    """All that one seat has seen and may conclude, kept event by event."""

    def __init__(self, view: DungeonView) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.dark = view.options.dark
        others = [player.seat for player in view.players if player.seat != self.seat]
        anywhere = {DECK, *(hand(player) for player in others)}
        anywhere |= {("cell", player.seat, 0) for player in view.players if player.cell is None}
        self.tokens = [Token(card, set(anywhere)) for card in deck_of(view.options)]
        self.twins: dict[int, list[Token]] = {}
        """The tokens of each card."""
        for token in self.tokens:
            self.twins.setdefault(token.card, []).append(token)
        for card in view.players[self.seat].hand or ():
            self.settle(card, DECK, hand(self.seat))
        self.depth = Counter[int]()
        self.rank = 0
        self.shown: list[Token] = []
        """The cards of a hand that is being shown."""
        self.played: list[Token] = []
        """Cards played openly in this turn: they may lie aside for a while."""
        self.came: Counter[int] | None = None
        """D-22 How many cards came into each hand since the deck was renewed in this turn; None if it wasn't."""

    # Moving cards in one's mind

    def settle(self, card: int, source: Place, place: Place, but: Collection[Token] = ()) -> Token:
        """A card was seen to go from one place to another; a twin that may have been it may be wherever either was."""
        fits = [token for token in self.twins[card] if source in token.places and token not in but]
        token = min(fits, key=lambda token: len(token.places))
        for twin in fits:
            if twin is not token:
                twin.places = twin.places | token.places
        token.places = {place}
        return token

    def blur(self, source: Place, place: Place, rank: int = 0) -> None:
        """One unseen card, or one of that rank, went from one place to another: whatever may have been there may be here now."""
        for token in self.tokens:
            if (
                source in token.places
                and place not in token.places
                and rank in (0, rank_of(token.card))
            ):
                token.places = token.places | {place}

    def move_all(self, source: Place, place: Place) -> None:
        """Everything in one place went to another."""
        for token in self.tokens:
            if source in token.places:
                token.places = token.places - {source} | {place}

    def rule_out(self, place: Place, *, but: Collection[Token], rank: int = 0) -> None:
        """No other card, or none of that rank, is in that place."""
        for token in self.tokens:
            if place in token.places and token not in but and rank in (0, rank_of(token.card)):
                token.places = token.places - {place}

    def note_arrival(self, seat: int) -> None:
        """D-22 A card came into a hand."""
        if self.came is not None:
            self.came[seat] += 1

    # Listening

    def hear(self, event: Event) -> None:
        """Learn from an event that this seat may know."""
        if event.is_for(self.seat):
            getattr(self, f"hear_{event.name}", self.ignore)(**event.parts)

    def ignore(self, **_parts: int) -> None:
        """Nothing to learn."""

    def look(self, view: DungeonView) -> None:
        """Learn from the discards where they may be seen."""
        if view.seen_discards is None:
            return
        known: set[Token] = set()
        for card in [*view.seen_discards, *self.aside(view)]:
            known.add(self.settle(card, DISCARDS, DISCARDS, but=known))
        self.rule_out(DISCARDS, but=known)

    def aside(self, view: DungeonView) -> list[int]:
        """Cards that lie open on the table and will go to the discards; here they count as being there, but for one's own secret try."""
        own_try = any(
            token.places == {TRIED} and token.card == view.creature for token in self.tokens
        )
        return [
            *view.laid,
            *(card for card in (None if own_try else view.creature, view.robber) if card),
        ]

    def hear_bid_laid(self, seat: int) -> None:
        """An unseen card is laid."""
        if seat != self.seat:
            self.blur(hand(seat), ("bid", seat, 0))

    def hear_bid_with(self, seat: int, card: int) -> None:
        """One's own bid."""
        self.settle(card, hand(seat), ("bid", seat, 0))

    def hear_bid_shown(self, seat: int, card: int) -> None:
        """It is turned up and discarded."""
        self.settle(card, ("bid", seat, 0), DISCARDS)
        self.rule_out(("bid", seat, 0), but=[])

    def hear_drew(self, seat: int, n: int) -> None:
        """Unseen cards come from the deck."""
        self.note_arrival(seat)
        if seat != self.seat:
            self.blur(DECK, hand(seat))

    def hear_drew_card(self, seat: int, card: int) -> None:
        """One's own."""
        self.settle(card, DECK, hand(seat))

    def hear_deck_renewed(self, n: int) -> None:
        """The discards are the deck, and nothing else is; but cards played in this turn may not have reached them yet."""
        self.came = self.came or Counter()
        self.rule_out(DECK, but=[])
        late = [token for token in self.tokens if DISCARDS in token.places and token in self.played]
        self.move_all(DISCARDS, DECK)
        for token in late:
            token.places = token.places | {DISCARDS}

    def hear_turn_begun(self, seat: int, turn: int) -> None:
        """What was played in the last turn lies with the discards."""
        self.played = []
        self.came = None

    def hear_dug(self, seat: int, card: int, value: int, place: int) -> None:
        """An open passage."""
        self.depth[seat] += 1
        self.settle(card, hand(seat), ("passage", seat, self.depth[seat]))

    def hear_dug_hidden(self, seat: int, value: int, place: int) -> None:
        """A hidden passage."""
        self.depth[seat] += 1
        if seat != self.seat:
            self.blur(hand(seat), ("passage", seat, self.depth[seat]))

    def hear_laid_as(self, seat: int, card: int, value: int) -> None:
        """One's own hidden passage."""
        self.settle(card, hand(seat), ("passage", seat, self.depth[seat]))

    def hear_front_lost(self, seat: int) -> None:
        """The front goes to the discards, known or not, and so does what was tried against it."""
        self.move_all(TRIED, DISCARDS)
        self.move_all(("passage", seat, self.depth[seat]), DISCARDS)
        self.depth[seat] -= 1

    def hear_dungeon_lost(self, seat: int, n: int) -> None:
        """All passages do."""
        while self.depth[seat]:
            self.hear_front_lost(seat)

    def play(self, seat: int, card: int) -> None:
        """A card is played openly; in the end it lies with the discards."""
        self.played.append(self.settle(card, hand(seat), DISCARDS))

    def hear_caved_in(self, seat: int, target: int, card: int, value: int) -> None:
        """Played openly."""
        self.play(seat, card)

    def hear_cave_tried(self, seat: int, target: int) -> None:
        """Played in secret."""
        if seat != self.seat:
            self.blur(hand(seat), TRIED)

    def hear_tried_with(self, seat: int, card: int, value: int) -> None:
        """One's own try."""
        self.settle(card, hand(seat), TRIED)

    def hear_cave_missed(self, seat: int, target: int) -> None:
        """What was tried is discarded."""
        self.move_all(TRIED, DISCARDS)

    def hear_joker_lost(self, seat: int) -> None:
        """And so it is when the joker goes."""
        self.move_all(TRIED, DISCARDS)

    def hear_joker_saved(self, seat: int, card: int) -> None:
        """Played openly; what was tried is discarded."""
        self.play(seat, card)
        self.move_all(TRIED, DISCARDS)

    def hear_attacked(self, seat: int, target: int, card: int, value: int) -> None:
        """Played openly."""
        self.play(seat, card)

    def hear_fight_laid(self, seat: int, card: int, value: int) -> None:
        """Played openly."""
        self.play(seat, card)

    def hear_rob_called(self, seat: int, card: int) -> None:
        """Played openly."""
        self.play(seat, card)

    def hear_ace_played(self, seat: int, card: int) -> None:
        """Played openly."""
        self.play(seat, card)

    def hear_countered(self, seat: int, card: int) -> None:
        """Played openly."""
        self.play(seat, card)

    def hear_took(self, seat: int, card: int) -> None:
        """Everyone sees it, or in the dark the one who took it."""
        self.note_arrival(seat)
        self.settle(card, DISCARDS, hand(seat))

    def hear_took_secretly(self, seat: int) -> None:
        """Something left the discards."""
        if seat != self.seat:
            self.note_arrival(seat)
            self.blur(DISCARDS, hand(seat))

    def hear_fished(self, seat: int, target: int, card: int, rank: int) -> None:
        """Played openly, and the rank is named."""
        self.rank = rank
        self.play(seat, card)

    def hear_gave(self, seat: int, target: int, rank: int) -> None:
        """A card of that rank changed hands; the two know which."""
        self.note_arrival(target)
        if self.seat not in (seat, target):
            self.blur(hand(seat), hand(target), rank)

    def hear_gave_card(self, seat: int, target: int, card: int) -> None:
        """Seen by the two."""
        self.settle(card, hand(seat), hand(target))

    def hear_demanded(self, seat: int, target: int) -> None:
        """A hand may be shown now."""
        self.shown = []

    def hear_hand_shown(self, seat: int, card: int) -> None:
        """A card of a hand that is shown whole."""
        if seat != self.seat:
            self.shown.append(self.settle(card, hand(seat), hand(seat), but=self.shown))

    def hear_told_truth(self, seat: int) -> None:
        """There was no such card; and if the hand was shown, nothing but what was seen."""
        if self.shown:
            self.rule_out(hand(seat), but=self.shown)
        elif seat != self.seat:
            self.rule_out(hand(seat), but=[], rank=self.rank)

    def hear_lied(self, seat: int) -> None:
        """If the hand was shown, it is known."""
        if self.shown:
            self.rule_out(hand(seat), but=self.shown)

    def hear_hand_lost(self, seat: int, n: int) -> None:
        """A whole hand goes to the discards; where it is dark unseen, else its cards are named next."""
        if self.dark or n == 0:
            self.move_all(hand(seat), DISCARDS)

    def hear_lost_card(self, seat: int, card: int) -> None:
        """One of a hand that is discarded openly."""
        self.settle(card, hand(seat), DISCARDS)

    def hear_discarded(self, seat: int, card: int) -> None:
        """Openly."""
        self.settle(card, hand(seat), DISCARDS)

    def hear_discarded_hidden(self, seat: int) -> None:
        """In the dark."""
        if seat != self.seat:
            self.blur(hand(seat), DISCARDS)

    def hear_own_discard(self, seat: int, card: int) -> None:
        """One's own, in the dark."""
        self.settle(card, hand(seat), DISCARDS)

    def hear_passage_shown(self, seat: int, place: int, card: int, value: int) -> None:
        """A hidden passage is turned up."""
        here = ("passage", seat, place)
        self.rule_out(here, but=[self.settle(card, here, here)])

    def hear_resigned(self, seat: int) -> None:
        """A bid that lay face down goes to the discards."""
        self.move_all(("bid", seat, 0), DISCARDS)


# Dealing anew


def hidden_slots(s: State, viewer: int) -> list[tuple[Place, str, int]]:
    """Every slot whose card the seat can't see: its place, the row of the state that holds it, and where in it."""
    slots: list[tuple[Place, str, int]] = [
        (DECK, "deck", place) for place in range(s.top, s.bottom)
    ]
    if is_dark(s):
        slots += [(DISCARDS, "discards", place) for place in range(s.discard_size)]
    if is_tried_in_secret(s) and viewer != s.current:
        slots.append((TRIED, "creature", 0))
    for seat in range(s.players):
        row = seat * MOST_CARDS
        if seat != viewer:
            slots += [(hand(seat), "hands", row + place) for place in range(s.hand_size[seat])]
            if s.bids[seat]:
                slots.append((("bid", seat, 0), "bids", seat))
            if s.options.pitch_black:
                slots += [
                    (("passage", seat, place + 1), "passages", row + place)
                    for place in range(s.depth[seat])
                ]
        if rank_of(s.cells[seat]) != 14 or s.options.wild:
            slots.append((("cell", seat, 0), "cells", seat))
    return slots


def deal_anew(s: State, knowledge: Knowledge, view: DungeonView, random: Random) -> State:
    """A state of the same public shape whose hidden cards are drawn from all that this seat may believe, all equally likely."""
    return deal_several(s, knowledge, view, random, 1)[0]


def deal_several(
    s: State, knowledge: Knowledge, view: DungeonView, random: Random, count: int
) -> list[State]:
    """So many of these states, one stirred out of the other, which is faster than to deal each from the beginning."""
    knowledge.look(view)
    slots = [
        slot
        for slot in hidden_slots(s, knowledge.seat)
        if slot[0] != DISCARDS or view.seen_discards is None
    ]
    places = [slot[0] for slot in slots]
    chosen = match(hidden_tokens(knowledge, view), places, random)
    states = []
    for _ in range(count):
        stir(chosen, places, random)
        states.append(s.clone())
        states[-1].fresh = believed_fresh(s, knowledge)
        for (_, row, place), token in zip(slots, chosen, strict=True):
            if row == "creature":
                states[-1].creature = token.card
            else:
                getattr(states[-1], row)[place] = token.card
    return states


def believed_fresh(s: State, knowledge: Knowledge) -> list[int]:
    """D-22 How many cards of each hand are taken to have come since the deck was renewed: the most that others can't rule out.

    Which cards have left another hand since then, the older or the newer ones, this seat can't know; of the own hand it knows.
    """
    if not s.renewed:
        return s.fresh[:]
    came = knowledge.came or Counter()
    return [
        s.fresh[seat] if seat == knowledge.seat else min(came[seat], s.hand_size[seat])
        for seat in range(len(s.fresh))
    ]


def deal_weighted(
    s: State,
    knowledge: Knowledge,
    view: DungeonView,
    random: Random,
    weight: Weight,
    tries: int = 8,
) -> State:
    """One of several states dealt anew, those likelier that fit better what opponents did."""
    states = [deal_anew(s, knowledge, view, random) for _ in range(tries)]
    return random.choices(states, [weight(state) for state in states])[0]


def hidden_tokens(knowledge: Knowledge, view: DungeonView) -> list[Token]:
    """The cards that this seat can't see lying anywhere."""
    open_places = {hand(knowledge.seat), ("bid", knowledge.seat, 0)}
    if view.creature is not None:
        open_places.add(TRIED)
    for player in view.players:
        open_places |= {
            ("passage", player.seat, place)
            for place, passage in enumerate(player.dungeon, 1)
            if passage.card is not None
        }
    if view.seen_discards is not None:
        open_places.add(DISCARDS)
    hidden = [token for token in knowledge.tokens if not token.places <= open_places]
    if view.seen_discards is None:
        for card in knowledge.aside(view):
            lying = [token for token in hidden if token.card == card and DISCARDS in token.places]
            hidden.remove(min(lying, key=lambda token: len(token.places)))
    return hidden


def match(tokens: list[Token], places: list[Place], random: Random) -> list[Token]:
    """Some order that fits: a token for each slot, by augmenting paths, those with the fewest places first."""
    order = sorted(random.sample(tokens, len(tokens)), key=lambda token: len(token.places))
    rows = {place: number for number, place in enumerate(sorted(set(places)))}
    slots: list[list[int]] = [[] for _ in rows]
    for slot in reversed(range(len(places))):
        slots[rows[places[slot]]].append(slot)
    reach = reaches(
        tokens, lambda token: sorted(rows[place] for place in token.places if place in rows)
    )
    held: list[Token | None] = [None] * len(places)
    for token in order:
        find_slot(token, [row[:] for row in slots], reach, held)
    return [token for token in held if token is not None]


def reaches(tokens: list[Token], reach: Callable[[Token], T]) -> dict[Token, T]:
    """What each token reaches, worked out once for all that may be in the same places."""
    known: dict[frozenset[Place], T] = {}
    told = {}
    for token in tokens:
        places = frozenset(token.places)
        if places not in known:
            known[places] = reach(token)
        told[token] = known[places]
    return told


def find_slot(
    token: Token, untried: list[list[int]], reach: dict[Token, list[int]], held: list[Token | None]
) -> None:
    """Give a token a slot; who holds it looks for another, and so on until one is free, with a way back from where it goes no further."""
    path: list[tuple[Token, int]] = []
    while True:
        for row in reach[token]:
            if untried[row]:
                break
        else:
            assert path, "what was seen contradicts itself"
            token, _ = path.pop()
            continue
        slot = untried[row].pop()
        path.append((token, slot))
        holder = held[slot]
        if holder is None:
            break
        token = holder
    for newcomer, taken in path:
        held[taken] = newcomer


def stir(chosen: list[Token], places: list[Place], random: Random) -> None:
    """Exchange cards at random as long as both may be where the other was: after enough of it every order is as likely as any other."""
    bits = {place: 1 << number for number, place in enumerate(dict.fromkeys(places))}
    here = [bits[place] for place in places]
    reach = reaches(chosen, lambda token: sum(bits.get(place, 0) for place in token.places))
    held = [(token, reach[token]) for token in chosen]
    size = len(chosen)
    drawn = filter(
        size.__gt__, iter(partial(random.getrandbits, size.bit_length()), -1)
    )  # As `randrange` draws, without its checks.
    for one, two in islice(zip(drawn, drawn, strict=True), SWAPS * size):
        if here[one] & held[two][1] and here[two] & held[one][1]:
            held[one], held[two] = held[two], held[one]
    chosen[:] = [token for token, _ in held]
