"""Where cards lie: hands, discards and dungeons."""

from underdeck.cards import rank_of
from underdeck.game import EVERYONE
from underdeck.games.dungeon import events
from underdeck.games.dungeon.events import Sink, emit, emit_to
from underdeck.games.dungeon.options import cell_value, is_dark
from underdeck.games.dungeon.state import JOKER_RANK, MAX_CARDS, State

# Hands


def add_to_hand(s: State, seat: int, card: int) -> None:
    """Add a card to a hand as its newest."""
    s.hands[seat * MAX_CARDS + s.hand_size[seat]] = card
    s.hand_size[seat] += 1
    s.fresh[seat] += s.renewed


def find_in_hand(s: State, seat: int, rank: int) -> int:
    """D-19 Return the place of the longest-held card of a rank, or -1."""
    start = seat * MAX_CARDS
    for place in range(s.hand_size[seat]):
        if rank_of(s.hands[start + place]) == rank:
            return place
    return -1


def take_from_hand(s: State, seat: int, rank: int) -> int:
    """D-19 Remove the longest-held card of a rank from a hand and return it."""
    start = seat * MAX_CARDS
    place = find_in_hand(s, seat, rank)
    card = s.hands[start + place]
    if place >= s.hand_size[seat] - s.fresh[seat]:
        s.fresh[seat] -= 1
    s.hand_size[seat] -= 1
    for later in range(place, s.hand_size[seat]):
        s.hands[start + later] = s.hands[start + later + 1]
    return card


def ranks_in_hand(s: State, seat: int) -> int:
    """Return the ranks in a hand, a bit for each."""
    return ranks_of_oldest(s, seat, s.hand_size[seat])


def ranks_of_oldest(s: State, seat: int, count: int) -> int:
    """Return the ranks of a hand's `count` longest-held cards, a bit for each."""
    ranks = 0
    for place in range(count):
        ranks |= 1 << rank_of(s.hands[seat * MAX_CARDS + place])
    return ranks


def has_rank(ranks: int, rank: int) -> bool:
    """Return whether a rank is in a set of ranks."""
    return (ranks >> rank) & 1 == 1


# Discards


def add_to_discards(s: State, card: int) -> None:
    """Add a card to the discards without an event."""
    s.discards[s.discard_size] = card
    s.discard_size += 1


def discard(s: State, seat: int, card: int, sink: Sink) -> None:
    """§2.1 Discard a card from a hand, face up; §13.3 in the dark only its owner sees it."""
    add_to_discards(s, card)
    if is_dark(s.options):
        emit(sink, events.DISCARDED_HIDDEN, seat)
        emit_to(sink, 1 << seat, events.OWN_DISCARD, seat, card)
    else:
        emit(sink, events.DISCARDED, seat, card)


def discard_hand(s: State, seat: int, sink: Sink) -> None:
    """Discard a whole hand."""
    emit(sink, events.HAND_LOST, seat, s.hand_size[seat])
    for place in range(s.hand_size[seat]):
        card = s.hands[seat * MAX_CARDS + place]
        add_to_discards(s, card)
        if not is_dark(s.options):
            emit(sink, events.LOST_CARD, seat, card)
    s.hand_size[seat] = 0
    s.fresh[seat] = 0


def take_from_discards(s: State, rank: int) -> int:
    """D-19 Remove a card of a rank from the discards: the first in the order of suits.

    The others stay in the order in which they were discarded.
    """
    best = -1
    for place in range(s.discard_size):
        card = s.discards[place]
        if rank_of(card) == rank and (best < 0 or card < s.discards[best]):
            best = place
    card = s.discards[best]
    s.discard_size -= 1
    for place in range(best, s.discard_size):
        s.discards[place] = s.discards[place + 1]
    return card


# Dungeons


def front_index(s: State, seat: int) -> int:
    """§3.3 Return the index of a dungeon's front in the rows of passages; it must have one."""
    return seat * MAX_CARDS + s.depth[seat] - 1


def remove_front(s: State, seat: int) -> int:
    """Remove the front of a dungeon and return its card."""
    place = front_index(s, seat)
    s.followers[seat * (MAX_CARDS + 1) + s.parents[place]] -= 1
    s.depth[seat] -= 1
    return s.passages[place]


def discard_front(s: State, seat: int, sink: Sink) -> None:
    """Discard the front of a dungeon; its card is hidden from others if it was face down."""
    card = remove_front(s, seat)
    emit(sink, events.FRONT_LOST, seat)
    audience = 1 << seat if s.options.pitch_black else EVERYONE
    emit_to(sink, audience, events.FRONT_WAS, seat, card)
    add_to_discards(s, card)


def discard_dungeon(s: State, seat: int, sink: Sink) -> None:
    """Discard all passages of a dungeon."""
    emit(sink, events.DUNGEON_LOST, seat, s.depth[seat])
    while s.depth[seat] > 0:
        add_to_discards(s, remove_front(s, seat))


def lowest_value(s: State, seat: int) -> int:
    """§3.2 Return the lowest value in a dungeon; the cell's if it is empty."""
    value = cell_value(s.options)
    for place in range(s.depth[seat]):
        value = min(value, s.claims[seat * MAX_CARDS + place])
    return value


def true_value(card: int, claim: int) -> int:
    """§14.2 Return the true value of a passage: a joker has the value that it claims."""
    return claim if rank_of(card) == JOKER_RANK else rank_of(card)
