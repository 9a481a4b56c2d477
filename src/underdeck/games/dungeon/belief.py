"""States that a seat can't tell from the real one: its unseen cards, sampled from what it knows.

The samples share the public shape of a state and none of its hidden cards.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import islice
from random import Random
from typing import TypeVar

from underdeck.cards import rank_of
from underdeck.games.dungeon.knowledge import DECK, DISCARDS, TRIED, Knowledge, Place, Token, hand
from underdeck.games.dungeon.options import is_dark, is_wild
from underdeck.games.dungeon.state import JOKER_RANK, MAX_CARDS, State
from underdeck.games.dungeon.view import DungeonView, has_secret_try

SWAPS = 12
"""The number of exchanges for each hidden card that make an order random."""

T = TypeVar("T")

Slot = tuple[Place, str, int]
"""A slot for a card: its place, the field of the state that holds it, and the index in it."""
Weight = Callable[[State], float]
"""The likelihood of a state given the opponents' moves, on any positive scale."""


def hidden_slots(s: State, viewer: int) -> list[Slot]:
    """Return every slot whose card the viewer can't see."""
    slots: list[Slot] = [(DECK, "deck", place) for place in range(s.top, s.bottom)]
    if is_dark(s.options):
        slots += [(DISCARDS, "discards", place) for place in range(s.discard_size)]
    if has_secret_try(s) and viewer != s.current:
        slots.append((TRIED, "creature", 0))
    for seat in range(s.players):
        row = seat * MAX_CARDS
        if seat != viewer:
            slots += [(hand(seat), "hands", row + place) for place in range(s.hand_size[seat])]
            if s.bids[seat]:
                slots.append((("bid", seat, 0), "bids", seat))
            if s.options.pitch_black:
                slots += [
                    (("passage", seat, place + 1), "passages", row + place)
                    for place in range(s.depth[seat])
                ]
        if rank_of(s.cells[seat]) != JOKER_RANK or is_wild(s.options):
            slots.append((("cell", seat, 0), "cells", seat))
    return slots


def sample_state(s: State, knowledge: Knowledge, view: DungeonView, random: Random) -> State:
    """Return a state sampled uniformly from those that the seat can't tell from this one."""
    return sample_states(s, knowledge, view, random, 1)[0]


def sample_states(
    s: State, knowledge: Knowledge, view: DungeonView, random: Random, count: int
) -> list[State]:
    """Return several such states, each shuffled from the one before, which is faster."""
    slots, chosen = arrange_tokens(s, knowledge, view, random)
    places = [slot[0] for slot in slots]
    states = []
    for _ in range(count):
        shuffle_tokens(chosen, places, random)
        states.append(s.clone())
        states[-1].fresh = believed_fresh(s, knowledge)
        for (_, row, place), token in zip(slots, chosen, strict=True):
            if row == "creature":
                states[-1].creature = token.card
            else:
                getattr(states[-1], row)[place] = token.card
    return states


def arrange_tokens(
    s: State, knowledge: Knowledge, view: DungeonView, random: Random
) -> tuple[list[Slot], list[Token]]:
    """Return every slot whose card the seat can't see, and a token for each that fits."""
    knowledge.observe_discards(view)
    slots = [
        slot
        for slot in hidden_slots(s, knowledge.seat)
        if slot[0] != DISCARDS or view.seen_discards is None
    ]
    places = [slot[0] for slot in slots]
    return slots, match_tokens(hidden_tokens(knowledge, view), places, random)


def place_bits(places: list[Place], chosen: list[Token]) -> tuple[list[int], list[int]]:
    """Return the bit of each slot's place, and for each token the bits of its places."""
    bits = {place: 1 << number for number, place in enumerate(dict.fromkeys(places))}
    reach = map_tokens(chosen, lambda token: sum(bits.get(place, 0) for place in token.places))
    return [bits[place] for place in places], [reach[token] for token in chosen]


def believed_fresh(s: State, knowledge: Knowledge) -> list[int]:
    """D-22 Return the assumed number of cards in each hand that came since the renewal.

    Whether older or newer cards have left another hand is unknown; the maximum is assumed.
    """
    if not s.renewed:
        return s.fresh[:]
    arrivals = knowledge.arrivals or Counter()
    return [
        s.fresh[seat] if seat == knowledge.seat else min(arrivals[seat], s.hand_size[seat])
        for seat in range(len(s.fresh))
    ]


def sample_weighted_state(
    s: State,
    knowledge: Knowledge,
    view: DungeonView,
    random: Random,
    weight: Weight,
    tries: int = 8,
) -> State:
    """Return one of several sampled states, chosen by weight."""
    states = [sample_state(s, knowledge, view, random) for _ in range(tries)]
    return random.choices(states, [weight(state) for state in states])[0]


def hidden_tokens(knowledge: Knowledge, view: DungeonView) -> list[Token]:
    """Return the cards that the seat can't see anywhere."""
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
        for card in knowledge.cards_aside(view):
            lying = [token for token in hidden if token.card == card and DISCARDS in token.places]
            hidden.remove(min(lying, key=lambda token: len(token.places)))
    return hidden


def match_tokens(tokens: list[Token], places: list[Place], random: Random) -> list[Token]:
    """Assign a token to each slot by augmenting paths, the tokens with the fewest places first."""
    order = sorted(random.sample(tokens, len(tokens)), key=lambda token: len(token.places))
    rows = {place: number for number, place in enumerate(sorted(set(places)))}
    slots: list[list[int]] = [[] for _ in rows]
    for slot in reversed(range(len(places))):
        slots[rows[places[slot]]].append(slot)
    reach = map_tokens(
        tokens, lambda token: sorted(rows[place] for place in token.places if place in rows)
    )
    held: list[Token | None] = [None] * len(places)
    for token in order:
        assign_slot(token, [row[:] for row in slots], reach, held)
    return [token for token in held if token is not None]


def map_tokens(tokens: list[Token], reach: Callable[[Token], T]) -> dict[Token, T]:
    """Map each token by a function of its places, computed once for equal places."""
    known: dict[frozenset[Place], T] = {}
    results = {}
    for token in tokens:
        places = frozenset(token.places)
        if places not in known:
            known[places] = reach(token)
        results[token] = known[places]
    return results


def assign_slot(
    token: Token, untried: list[list[int]], reach: dict[Token, list[int]], held: list[Token | None]
) -> None:
    """Assign a slot to a token, moving other tokens along an augmenting path."""
    path: list[tuple[Token, int]] = []
    while True:
        for row in reach[token]:
            if untried[row]:
                break
        else:
            assert path, "the knowledge contradicts itself"
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


def shuffle_tokens(chosen: list[Token], places: list[Place], random: Random) -> None:
    """Exchange random pairs that fit each other's places, until every order is equally likely."""
    here, reach = place_bits(places, chosen)
    held = list(zip(chosen, reach, strict=True))
    size = len(chosen)
    drawn = filter(
        size.__gt__, iter(partial(random.getrandbits, size.bit_length()), -1)
    )  # like `randrange`, without its checks
    for one, two in islice(zip(drawn, drawn, strict=True), SWAPS * size):
        if here[one] & held[two][1] and here[two] & held[one][1]:
            held[one], held[two] = held[two], held[one]
    chosen[:] = [token for token, _ in held]
