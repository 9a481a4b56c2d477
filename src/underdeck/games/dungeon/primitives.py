"""The table itself: who sits there, hands, deck, discards and what is pending. The other rules are told in these words."""

from typing import TypeAlias

from underdeck.cards import rank_of
from underdeck.game import EVERYONE
from underdeck.games.dungeon import events
from underdeck.games.dungeon.events import Told
from underdeck.games.dungeon.state import FRAME, JOKER_RANK, MOST_CARDS, NOTHING, State

Sink: TypeAlias = list[Told] | None


def tell(sink: Sink, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Note what everyone may know."""
    if sink is not None:
        sink.append((event, EVERYONE, a, b, c, d))


def whisper(
    sink: Sink, seats: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0
) -> None:
    """Note what only these seats, a bit each, may know."""
    if sink is not None:
        sink.append((event, seats, a, b, c, d))


def is_wild(s: State) -> bool:
    """§12 Are jokers in the deck?"""
    return s.options.jokers_wild or s.options.almost_black or s.options.pitch_black


def is_dark(s: State) -> bool:
    """§13 Are discards face down?"""
    return s.options.almost_black or s.options.pitch_black


# Who is there


def lives(s: State, seat: int) -> bool:
    """Is that seat still in the game?"""
    return (s.alive >> seat) & 1 == 1


def count_alive(s: State) -> int:
    """How many are still in the game."""
    count = 0
    for seat in range(s.players):
        count += (s.alive >> seat) & 1
    return count


def next_seat(s: State, seat: int) -> int:
    """§1.5 The next living player, clockwise."""
    seat = (seat + 1) % s.players
    while not lives(s, seat):
        seat = (seat + 1) % s.players
    return seat


# What is pending


def push(s: State, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Put something on top of what is pending."""
    start = s.height * FRAME
    s.stack[start] = kind
    s.stack[start + 1] = seat
    s.stack[start + 2] = a
    s.stack[start + 3] = b
    s.stack[start + 4] = c
    s.height += 1


def pop(s: State) -> None:
    """What was on top is done."""
    s.height -= 1


def pending(s: State) -> int:
    """The kind of what is on top."""
    return s.stack[(s.height - 1) * FRAME] if s.height > 0 else NOTHING


def frame(s: State, part: int) -> int:
    """A part of what is on top: 1 its seat, 2 to 4 the others."""
    return s.stack[(s.height - 1) * FRAME + part]


def asked(s: State) -> int:
    """Whom a window or a bid still waits for, a bit each: those in its part 2 who are still in the game."""
    return frame(s, 2) & s.alive


def set_frame(s: State, part: int, value: int) -> None:
    """Change a part of what is on top."""
    s.stack[(s.height - 1) * FRAME + part] = value


# Hands


def add_to_hand(s: State, seat: int, card: int) -> None:
    """A card comes into a hand, behind the others."""
    s.hands[seat * MOST_CARDS + s.hand_size[seat]] = card
    s.hand_size[seat] += 1
    s.fresh[seat] += s.renewed


def find_in_hand(s: State, seat: int, rank: int) -> int:
    """D-19 Where the longest-held card of that rank is, -1 if there is none."""
    start = seat * MOST_CARDS
    for place in range(s.hand_size[seat]):
        if rank_of(s.hands[start + place]) == rank:
            return place
    return -1


def take_from_hand(s: State, seat: int, rank: int) -> int:
    """D-19 The longest-held card of that rank leaves the hand."""
    start = seat * MOST_CARDS
    place = find_in_hand(s, seat, rank)
    card = s.hands[start + place]
    if place >= s.hand_size[seat] - s.fresh[seat]:
        s.fresh[seat] -= 1
    s.hand_size[seat] -= 1
    for later in range(place, s.hand_size[seat]):
        s.hands[start + later] = s.hands[start + later + 1]
    return card


def ranks_in_hand(s: State, seat: int) -> int:
    """The ranks in a hand, a bit for each."""
    return ranks_among(s, seat, s.hand_size[seat])


def ranks_among(s: State, seat: int, count: int) -> int:
    """The ranks of so many of a hand's longest-held cards, a bit for each."""
    ranks = 0
    for place in range(count):
        ranks |= 1 << rank_of(s.hands[seat * MOST_CARDS + place])
    return ranks


def has_rank(ranks: int, rank: int) -> bool:
    """Is that rank among them?"""
    return (ranks >> rank) & 1 == 1


# Discards


def put_away(s: State, card: int) -> None:
    """A card goes to the discards, seen or not as it was before."""
    s.discards[s.discard_size] = card
    s.discard_size += 1


def discard(s: State, seat: int, card: int, sink: Sink) -> None:
    """§2.1 A card goes from a hand to the discards, face up; §13.3 in the dark only its owner knows which."""
    put_away(s, card)
    if is_dark(s):
        tell(sink, events.DISCARDED_HIDDEN, seat)
        whisper(sink, 1 << seat, events.OWN_DISCARD, seat, card)
    else:
        tell(sink, events.DISCARDED, seat, card)


def discard_hand(s: State, seat: int, sink: Sink) -> None:
    """A whole hand goes to the discards."""
    tell(sink, events.HAND_LOST, seat, s.hand_size[seat])
    for place in range(s.hand_size[seat]):
        card = s.hands[seat * MOST_CARDS + place]
        put_away(s, card)
        if not is_dark(s):
            tell(sink, events.LOST_CARD, seat, card)
    s.hand_size[seat] = 0
    s.fresh[seat] = 0


def take_from_discards(s: State, rank: int) -> int:
    """D-19 Of several such cards, the first in the order of suits."""
    best = -1
    for place in range(s.discard_size):
        card = s.discards[place]
        if rank_of(card) == rank and (best < 0 or card < s.discards[best]):
            best = place
    card = s.discards[best]
    s.discard_size -= 1
    s.discards[best] = s.discards[s.discard_size]
    return card


# Dungeons


def front(s: State, seat: int) -> int:
    """§3.3 Where the front of a dungeon is among its rows; there must be a passage."""
    return seat * MOST_CARDS + s.depth[seat] - 1


def drop_front(s: State, seat: int) -> int:
    """The front leaves the dungeon, and the place it lay next to has one follower less."""
    place = front(s, seat)
    s.followers[seat * (MOST_CARDS + 1) + s.parents[place]] -= 1
    s.depth[seat] -= 1
    return s.passages[place]


def lose_front(s: State, seat: int, sink: Sink) -> None:
    """Discard the front; its card is known to its owner, and to everyone unless it was face down."""
    card = drop_front(s, seat)
    tell(sink, events.FRONT_LOST, seat)
    whisper(sink, 1 << seat if s.options.pitch_black else EVERYONE, events.FRONT_WAS, seat, card)
    put_away(s, card)


def discard_dungeon(s: State, seat: int, sink: Sink) -> None:
    """All passages of a dungeon go to the discards."""
    tell(sink, events.DUNGEON_LOST, seat, s.depth[seat])
    while s.depth[seat] > 0:
        put_away(s, drop_front(s, seat))


def lowest(s: State, seat: int) -> int:
    """§3.2 The lowest value that lies in a dungeon; the cell's if it is empty."""
    value = 11
    for place in range(s.depth[seat]):
        value = min(value, s.claims[seat * MOST_CARDS + place])
    return value


def true_value(card: int, claim: int) -> int:
    """§14.2 What a passage really is: a joker is what it claims to be."""
    return claim if rank_of(card) == JOKER_RANK else rank_of(card)
