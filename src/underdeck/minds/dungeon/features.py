"""The features of a game of Dungeon as one seat sees it, at any moment.

Features are the numbers of the set features that apply, and a few scalars. They are computed from
what the seat may know: its hand, the public layout, and discards that lie face up. With open hands
they also tell what the rivals hold: for the value of a world, which a search averages over many
worlds, and for reviews. The functions run interpreted or compiled.
"""

from typing import NamedTuple

from underdeck.cards import rank_of
from underdeck.games.dungeon.frames import (
    asked_seats,
    fight_attacker,
    fight_defender,
    fight_value,
    find_attack,
    frame_opponent,
    frame_rank,
    frame_seat,
    pending_kind,
)
from underdeck.games.dungeon.options import cell_value, is_dark, is_wild
from underdeck.games.dungeon.pending import BID, NOTHING, PENDING, QUESTIONS, WINDOWS
from underdeck.games.dungeon.state import (
    GRAVEROBBER,
    JOKER_RANK,
    MAX_CARDS,
    SEATS,
    WIGHT,
    State,
    is_alive,
)
from underdeck.games.dungeon.zones import lowest_value
from underdeck.minds.memory import Floats, Ints

RANKS = 15
"""The number of ranks, 0 included, which no card has."""
VALUES = 10
"""The values that a dungeon may have reached: 2 to 10, and the cell."""
SIZES = 10
"""Sizes of a hand that are told apart, the last for all larger ones."""
COPIES = 3
"""Cards of one rank in a hand that are told apart."""
CHAIN = 6
"""Passages in hand that continue each other, told apart up to this number."""
SOON = 4
"""The next passages that a dungeon needs, told apart."""
LEADS = 19
"""Differences between the values that two dungeons have reached."""
CREATURES = 4
"""Creatures in a hand, told apart up to one less than this number."""

_own = {
    "held": RANKS * COPIES,
    "hand_size": SIZES,
    "reach": VALUES,
    "front": VALUES,
    "chain": CHAIN + 1,
    "branches": 3,
    "left_cell": 1,
    "dishonest": 3,
    "soon": SOON * 2,
    "fights": 3,
    "creatures": CREATURES,
}
_rival = {
    "alive": 1,
    "reach": VALUES,
    "front": VALUES,
    "hand_size": SIZES,
    "left_cell": 1,
    "cave_in": 3,
    "blocked": 3,
    "branches": 3,
    "ready": (SOON - 1) * 2,
    "lead": LEADS,
    "held": RANKS * COPIES,
    "chain": CHAIN + 1,
    "soon": SOON * 2,
    "fights": 3,
    "creatures": CREATURES,
    "against": SOON,
    "dishonest": 3,
}
"""From `held` on only with open hands."""
_shared = {
    "pending": len(PENDING) * 2,
    "frame_seat": SEATS,
    "current": SEATS,
    "opponent": SEATS,
    "attack": 3 * 2,
    "fight": 4,
    "asked": RANKS,
    "players": 3,
    "option": 12,
    "open": 1,
}


def _starts(sizes: dict[str, int], first: int) -> list[int]:
    """Return the first feature of each group."""
    values = list(sizes.values())
    return [first + sum(values[:index]) for index in range(len(values))]


(
    HELD,
    HAND_SIZE,
    REACH,
    FRONT,
    CHAINED,
    BRANCHES,
    LEFT_CELL,
    DISHONEST,
    NEEDED_SOON,
    FIGHTS,
    HELD_CREATURES,
) = _starts(_own, 0)
RIVAL = sum(_own.values())
"""The first feature of the next seat; those of the seats after it follow in the same order."""
RIVAL_SIZE = sum(_rival.values())
(
    RIVAL_ALIVE,
    RIVAL_REACH,
    RIVAL_FRONT,
    RIVAL_HAND,
    RIVAL_LEFT_CELL,
    RIVAL_CAVE_IN,
    RIVAL_BLOCKED,
    RIVAL_BRANCHES,
    RIVAL_READY,
    RIVAL_LEAD,
    RIVAL_HELD,
    RIVAL_CHAIN,
    RIVAL_SOON,
    RIVAL_FIGHTS,
    RIVAL_CREATURES,
    RIVAL_AGAINST,
    RIVAL_DISHONEST,
) = _starts(_rival, 0)
(
    AT_PENDING,
    FRAME_SEAT,
    CURRENT,
    OPPONENT,
    ATTACK,
    FIGHT,
    ASKED_RANK,
    PLAYERS,
    OPTION,
    OPEN_HANDS,
) = _starts(_shared, RIVAL + (SEATS - 1) * RIVAL_SIZE)
SET_FEATURES = RIVAL + (SEATS - 1) * RIVAL_SIZE + sum(_shared.values())
MAX_ACTIVE = 208
"""More than the set features that can apply at the same time."""

UNSEEN = 0
"""15 scalars: the share of unseen cards that have a rank."""
LYING = UNSEEN + RANKS
"""15 scalars: the cards of a rank among the visible discards, a quarter each."""
AMOUNTS = LYING + RANKS
"""6 scalars: cards in the deck, discards, the own needs among the unseen cards and the discards,
idle turns, whether the player of the turn has accused."""
SCALARS = 36
FEATURES = SET_FEATURES + SCALARS


class Counts(NamedTuple):
    """Room for the number of cards of each rank."""

    held: Ints
    """In the own hand."""
    seen: Ints
    """Among all cards that the seat sees, or that are claimed."""
    lying: Ints
    """Among the visible discards."""
    other: Ints
    """In the hand of a rival."""


def count_hand(s: State, seat: int, held: Ints) -> None:
    """Count the ranks in a hand."""
    for rank in range(RANKS):
        held[rank] = 0
    for place in range(s.hand_size[seat]):
        held[rank_of(s.hands[seat * MAX_CARDS + place])] += 1


def count_ranks(s: State, seat: int, is_open: bool, counts: Counts) -> None:
    """Count the ranks in the own hand, among all seen cards, and among visible discards."""
    held, seen, lying = counts.held, counts.seen, counts.lying
    count_hand(s, seat, held)
    for rank in range(RANKS):
        lying[rank] = 0
    if is_open or not is_dark(s.options):
        for place in range(s.discard_size):
            lying[rank_of(s.discards[place])] += 1
    for rank in range(RANKS):
        seen[rank] = held[rank] + lying[rank]
    for place in range(s.pile_size):
        seen[rank_of(s.pile[place])] += 1
    for other in range(s.players):
        for place in range(other * MAX_CARDS, other * MAX_CARDS + s.depth[other]):
            if is_open or other == seat or not s.options.pitch_black:
                seen[rank_of(s.passages[place])] += 1
            else:
                seen[s.claims[place]] += 1
        if is_open and other != seat:
            for place in range(s.hand_size[other]):
                seen[rank_of(s.hands[other * MAX_CARDS + place])] += 1


def decks_of(s: State) -> int:
    """Return the number of decks."""
    return s.options.decks if s.options.decks > 0 else (1 if s.players == 2 else 2)


def front_of(s: State, seat: int) -> int:
    """Return the claimed value of a dungeon's front, or the cell's."""
    if s.depth[seat] == 0:
        return cell_value(s.options)
    return s.claims[seat * MAX_CARDS + s.depth[seat] - 1]


def write_features(  # noqa: PLR0913, PLR0917  what is seen, and memory
    s: State, seat: int, is_open: bool, counts: Counts, active: Ints, scalars: Floats
) -> int:
    """Write the set features that apply, and the scalars; return the number of the former."""
    count_ranks(s, seat, is_open, counts)
    count = write_own(s, seat, counts.held, active)
    reach = lowest_value(s, seat)
    other, first = seat, RIVAL
    for _ in range(s.players - 1):
        other = (other + 1) % s.players
        if is_alive(s, other):
            count = write_rival(s, other, reach, counts.held, counts.seen, first, active, count)
            if is_open:
                count_hand(s, other, counts.other)
                count = write_open_rival(s, seat, other, counts.other, first, active, count)
        first += RIVAL_SIZE
    if is_open:
        active[count] = OPEN_HANDS
        count += 1
    count = write_pending(s, seat, active, count)
    count = write_options(s, active, count)
    write_scalars(s, seat, counts.seen, counts.lying, scalars)
    return count


def write_own(s: State, seat: int, held: Ints, active: Ints) -> int:
    """Write the features of the own hand and dungeon; return their number."""
    reach = lowest_value(s, seat)
    count = write_held(held, HELD, active, 0)
    active[count] = HAND_SIZE + min(s.hand_size[seat], SIZES - 1)
    active[count + 1] = REACH + reach - 2
    active[count + 2] = FRONT + front_of(s, seat) - 2
    active[count + 3] = CHAINED + chain_of(held, reach)
    active[count + 4] = BRANCHES + branches_of(s, seat, reach)
    active[count + 5] = HELD_CREATURES + creatures_of(held)
    count += 6
    if (s.left_cell >> seat) & 1:
        active[count] = LEFT_CELL
        count += 1
    if s.options.pitch_black:
        active[count] = DISHONEST + min(false_passages(s, seat), 2)
        count += 1
    count = write_soon(held, reach, SOON, NEEDED_SOON, active, count)
    return write_fights(held, FIGHTS, active, count)


def write_held(held: Ints, first: int, active: Ints, count: int) -> int:
    """Add the features of the ranks in a hand; return the new count."""
    for rank in range(1, RANKS):
        for copy in range(min(held[rank], COPIES)):
            active[count] = first + rank * COPIES + copy
            count += 1
    return count


def write_soon(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    held: Ints, reach: int, number: int, first: int, active: Ints, count: int
) -> int:
    """Add which of the passages after a value are in a hand, once or twice; return the count."""
    for step in range(number):
        value = reach - 1 - step
        if value >= 2:
            for copy in range(min(held[value], 2)):
                active[count] = first + 2 * step + copy
                count += 1
    return count


def write_fights(held: Ints, first: int, active: Ints, count: int) -> int:
    """Add which creatures a hand can beat; return the new count."""
    total = 10 * held[JOKER_RANK]
    for rank in range(2, 11):
        total += rank * held[rank]
    for creature in range(GRAVEROBBER, WIGHT + 1):
        beats = total >= creature or (creature == WIGHT and held[2] > 0)
        for rank in range(creature, WIGHT + 1):
            beats = beats or held[rank] > 0
        if beats:
            active[count] = first + creature - GRAVEROBBER
            count += 1
    return count


def creatures_of(held: Ints) -> int:
    """Return the number of creatures in a hand, up to a maximum."""
    total: int = held[GRAVEROBBER] + held[GRAVEROBBER + 1] + held[WIGHT]
    return min(total, CREATURES - 1)


def chain_of(held: Ints, reach: int) -> int:
    """Return how many passages in hand continue each other from a value on."""
    length = 0
    while length < CHAIN and reach - 1 - length >= 2 and held[reach - 1 - length] > 0:
        length += 1
    return length


def branches_of(s: State, seat: int, reach: int) -> int:
    """Return how many passages a dungeon has more than it needs, up to 2."""
    return min(max(s.depth[seat] - (cell_value(s.options) - reach), 0), 2)


def false_passages(s: State, seat: int) -> int:
    """Return the number of passages in the own dungeon that aren't what they claim."""
    count = 0
    for place in range(seat * MAX_CARDS, seat * MAX_CARDS + s.depth[seat]):
        rank = rank_of(s.passages[place])
        if rank != JOKER_RANK and rank != s.claims[place]:
            count += 1
    return count


def write_rival(  # noqa: PLR0913, PLR0917  the place of the features changes, the rest is memory
    s: State,
    other: int,
    own_reach: int,
    held: Ints,
    seen: Ints,
    first: int,
    active: Ints,
    count: int,
) -> int:
    """Add the features of a living rival; return the new count."""
    reach, front = lowest_value(s, other), front_of(s, other)
    active[count] = first + RIVAL_ALIVE
    active[count + 1] = first + RIVAL_REACH + reach - 2
    active[count + 2] = first + RIVAL_FRONT + front - 2
    active[count + 3] = first + RIVAL_HAND + min(s.hand_size[other], SIZES - 1)
    active[count + 4] = first + RIVAL_BRANCHES + branches_of(s, other, reach)
    active[count + 5] = first + RIVAL_LEAD + own_reach - reach + LEADS // 2
    count += 6
    if (s.left_cell >> other) & 1:
        active[count] = first + RIVAL_LEFT_CELL
        count += 1
    if s.depth[other] > 0 and held[front] > 0:
        active[count] = first + RIVAL_CAVE_IN + min(held[front], 3) - 1
        count += 1
    if reach > 2:
        left = 4 * decks_of(s) - seen[reach - 1]
        if left < 3:
            active[count] = first + RIVAL_BLOCKED + max(left, 0)
            count += 1
    return write_soon(held, reach, SOON - 1, first + RIVAL_READY, active, count)


def write_open_rival(  # noqa: PLR0913, PLR0917  the place of the features changes
    s: State, seat: int, other: int, held: Ints, first: int, active: Ints, count: int
) -> int:
    """Add the features of a rival's open hand and hidden passages; return the new count."""
    reach, own_reach = lowest_value(s, other), lowest_value(s, seat)
    count = write_held(held, first + RIVAL_HELD, active, count)
    active[count] = first + RIVAL_CHAIN + chain_of(held, reach)
    active[count + 1] = first + RIVAL_CREATURES + creatures_of(held)
    count += 2
    count = write_soon(held, reach, SOON, first + RIVAL_SOON, active, count)
    count = write_fights(held, first + RIVAL_FIGHTS, active, count)
    if s.depth[seat] > 0 and held[front_of(s, seat)] > 0:
        active[count] = first + RIVAL_AGAINST
        count += 1
    for step in range(1, SOON):
        if own_reach - step >= 2 and held[own_reach - step] > 0:
            active[count] = first + RIVAL_AGAINST + step
            count += 1
    if s.options.pitch_black:
        active[count] = first + RIVAL_DISHONEST + min(false_passages(s, other), 2)
        count += 1
    return count


def write_pending(s: State, seat: int, active: Ints, count: int) -> int:
    """Add the features of the pending decision; return the new count."""
    kind = pending_kind(s)
    asked = kind in WINDOWS or kind == BID
    waits = ((asked_seats(s) >> seat) & 1) == 1 if asked else frame_seat(s) == seat
    active[count] = AT_PENDING + 2 * kind + (1 if waits and kind != NOTHING else 0)
    active[count + 1] = CURRENT + (max(s.current, 0) - seat) % s.players
    count += 2
    if kind != NOTHING:
        active[count] = FRAME_SEAT + (frame_seat(s) - seat) % s.players
        count += 1
    if kind in QUESTIONS:
        active[count] = OPPONENT + (frame_opponent(s) - seat) % s.players
        active[count + 1] = ASKED_RANK + frame_rank(s)
        count += 2
    attack = find_attack(s)
    if attack >= 0:
        mine = fight_defender(s, attack) == seat
        strength = min(max(fight_value(s, attack) - GRAVEROBBER, 0), 2)
        active[count] = ATTACK + 2 * strength + (1 if mine else 0)
        active[count + 1] = OPPONENT + (fight_attacker(s, attack) - seat) % s.players
        active[count + 2] = FIGHT + min(s.pile_size, 3)
        count += 3
    return count


def write_options(s: State, active: Ints, count: int) -> int:
    """Add the features of the options; return the new count."""
    options = s.options
    active[count] = PLAYERS + s.players - 2
    count += 1
    flags = (
        (1 if is_wild(options) else 0)
        | (2 if is_dark(options) else 0)
        | (4 if options.pitch_black else 0)
        | (8 if options.suicide_queen else 0)
        | (16 if options.counter_attack in (1, 3) else 0)
        | (32 if options.counter_attack in (2, 3) else 0)
        | (64 if options.short_tunnel else 0)
        | (128 if options.must_play else 0)
        | (256 if options.aces_in_fights else 0)
        | (512 if options.reveal_on_escape else 0)
        | (1024 if options.accuse_freely else 0)
        | (2048 if options.surrender_keeps_rest else 0)
    )
    for bit in range(12):
        if (flags >> bit) & 1:
            active[count] = OPTION + bit
            count += 1
    return count


def write_scalars(s: State, seat: int, seen: Ints, lying: Ints, scalars: Floats) -> None:
    """Write all scalars, each between 0 and about 1."""
    decks = decks_of(s)
    left = 0
    for rank in range(1, RANKS):
        copies = (2 if is_wild(s.options) else 0) if rank == JOKER_RANK else 4
        unseen = max(copies * decks - seen[rank], 0)
        scalars[UNSEEN + rank] = unseen
        scalars[LYING + rank] = min(lying[rank], 4) / 4
        left += unseen
    share = 1.0 / max(left, 1)
    for rank in range(1, RANKS):
        scalars[UNSEEN + rank] *= share * 4
    needed = lowest_value(s, seat) - 1
    scalars[UNSEEN], scalars[LYING] = 0.0, 0.0
    scalars[AMOUNTS] = (s.bottom - s.top) / 50
    scalars[AMOUNTS + 1] = s.discard_size / 50
    scalars[AMOUNTS + 2] = scalars[UNSEEN + needed] if needed > 1 else 1.0
    scalars[AMOUNTS + 3] = scalars[LYING + needed] if needed > 1 else 1.0
    scalars[AMOUNTS + 4] = s.idle / 4
    scalars[AMOUNTS + 5] = s.accused
