"""The legal moves of a seat, computed only from what that seat can see."""

from underdeck.cards import ACE, JACK, KING, QUEEN, TEN, TWO, rank_of
from underdeck.games.dungeon.creatures import can_win_without, may_fight_with, wins_fight
from underdeck.games.dungeon.frames import (
    asked_seats,
    fight_defender,
    fight_value,
    find_fight,
    frame_rank,
    frame_seat,
    pending_kind,
)
from underdeck.games.dungeon.moves import (
    ACCUSE,
    ATTACK,
    BELIEVE,
    BID_CARD,
    BURN,
    CAVE,
    COUNTER,
    DEMAND,
    DENY,
    DIG,
    DISCARD,
    FALL,
    FIGHT,
    FISH,
    GIVE,
    KIND_SHIFT,
    PASS,
    PLAY_ACE,
    RANK_SHIFT,
    RETREAT,
    ROB,
    SAVE,
    SEAT_SHIFT,
    STRIKE,
    TAKE,
    VALUE_SHIFT,
    YIELD,
)
from underdeck.games.dungeon.options import is_wild
from underdeck.games.dungeon.passages import fitting_value
from underdeck.games.dungeon.pending import (
    ACCUSATIONS,
    ACES,
    ANSWERED,
    ASKED,
    ATTACKED,
    BID,
    CAUGHT,
    CHANCE_KINDS,
    COUNTERS,
    END,
    ROBBING,
    SAVING,
    TURN,
    WINDOWS,
)
from underdeck.games.dungeon.state import JOKER_RANK, RUNNING, State, is_alive
from underdeck.games.dungeon.zones import (
    find_in_hand,
    front_index,
    has_rank,
    ranks_in_hand,
    ranks_of_oldest,
)

MAX_MOVES = 4096
"""An upper bound of the number of legal moves."""
NO_TARGET = -1
"""The target of a move that isn't aimed at a seat."""


def waiting(s: State) -> int:
    """Return the seats that the game waits for, a bit each; 0 for chance and at the end."""
    kind = pending_kind(s)
    if s.ending != RUNNING or kind in CHANCE_KINDS:
        return 0
    if kind == BID or kind in WINDOWS:
        return asked_seats(s)
    return 1 << frame_seat(s)


def legal(s: State, seat: int, moves: list[int]) -> int:
    """Write a seat's legal actions into `moves` and return their number."""
    seats = waiting(s)
    if seats == 0 or not is_alive(s, seat):
        return 0
    ranks = ranks_in_hand(s, seat)
    count = 0
    if (seats >> seat) & 1:
        count = legal_decision(s, seat, ranks, moves)
    if aces_allowed(s, seat):
        count = add_as(PLAY_ACE, ranks_for_aces(s, seat, ranks), ACE, NO_TARGET, 0, moves, count)
    return count


def aces_allowed(s: State, seat: int) -> bool:
    """§7.3 Return whether a seat may play an ace now; D-25 in an ace's window only in answer."""
    kind = pending_kind(s)
    if kind == ACES:
        return (asked_seats(s) >> seat) & 1 == 1
    return kind != ANSWERED and not (
        kind == ATTACKED and s.pile_size > 0 and not s.options.aces_in_fights
    )


def ranks_for_aces(s: State, seat: int, ranks: int) -> int:
    """Return those ranks of a hand whose cards may be played as aces.

    D-22 Not those drawn after a renewal in this turn; D-12 nor a joker that a fight needs.
    """
    if s.fresh[seat] > 0:
        ranks = ranks_of_oldest(s, seat, s.hand_size[seat] - s.fresh[seat])
    if s.options.aces_in_fights and needs_joker(s, seat):
        ranks &= ~(1 << JOKER_RANK)
    return ranks


def needs_joker(s: State, seat: int) -> bool:
    """D-12 Return whether this seat is in a fight that it can't win without a joker."""
    fight = find_fight(s)
    if fight < 0 or fight_defender(s, fight) != seat:
        return False
    creature = fight_value(s, fight)
    return not wins_fight(s, creature) and not can_win_without(
        s, seat, JOKER_RANK, s.pile_sum, creature
    )


def is_fight_lost(s: State) -> bool:
    """D-20 Return whether there is a fight that its defender can no longer win.

    That never happens in a game, but may where hidden cards were sampled.
    """
    fight = find_fight(s)
    if fight < 0:
        return False
    creature = fight_value(s, fight)
    return not wins_fight(s, creature) and not can_win_without(
        s, fight_defender(s, fight), 0, s.pile_sum, creature
    )


def add(
    moves: list[int], count: int, kind: int, rank: int, value: int, target: int, place: int
) -> int:
    """Add a move and return the new number of moves."""
    moves[count] = (
        kind << KIND_SHIFT
        | rank << RANK_SHIFT
        | value << VALUE_SHIFT
        | (target + 1) << SEAT_SHIFT
        | place
    )
    return count + 1


def add_held(
    ranks: int,
    moves: list[int],
    count: int,
    kind: int,
    rank: int,
    value: int,
    target: int,
    place: int,
) -> int:
    """Write a move without a branch; it counts only if its rank is among the ranks."""
    add(moves, count, kind, rank, value, target, place)
    return count + (ranks >> rank & 1)


def add_plain(kind: int, moves: list[int], count: int) -> int:
    """Add a move without a card or a target and return the new number of moves."""
    moves[count] = kind << KIND_SHIFT
    return count + 1


def add_give(s: State, seat: int, moves: list[int]) -> int:
    """§6.2 Write the move that gives the card asked for, if the seat holds one."""
    return add_plain(GIVE, moves, 0) if find_in_hand(s, seat, frame_rank(s)) >= 0 else 0


def has_for(ranks: int, value: int) -> bool:
    """§12.1 Return whether there is a card of that value, or a joker to stand for it."""
    return has_rank(ranks, value) or has_rank(ranks, JOKER_RANK)


def add_as(
    kind: int, ranks: int, value: int, target: int, place: int, moves: list[int], count: int
) -> int:
    """Add a move with a card of that value, and §12.1 one with a joker."""
    count = add_held(ranks, moves, count, kind, value, value, target, place)
    if has_rank(ranks, JOKER_RANK):
        count = add(moves, count, kind, JOKER_RANK, value, target, place)
    return count


def legal_decision(s: State, seat: int, ranks: int, moves: list[int]) -> int:
    """Write the answers to the pending decision and return their number."""
    kind = pending_kind(s)
    if kind == TURN:
        return legal_turn(s, seat, ranks, moves)
    if kind == BID:
        return add_ranks(BID_CARD, ranks, moves)
    if kind == END:
        return add_ranks(DISCARD, ranks, moves)
    if kind == ATTACKED:
        return legal_attacked(s, seat, ranks, moves)
    if kind == ROBBING:
        return add_ranks(TAKE, discarded_ranks(s), moves)
    if kind == ASKED:
        return add_plain(DENY, moves, add_give(s, seat, moves))
    if kind == CAUGHT:
        return add_plain(BURN, moves, add_give(s, seat, moves))
    if kind == ANSWERED:
        return add_plain(DEMAND, moves, add_plain(BELIEVE, moves, 0))
    if kind == SAVING:
        count = add_plain(YIELD, moves, 0)
        value = frame_rank(s)
        if has_rank(ranks, value):
            count = add(moves, count, SAVE, value, value, NO_TARGET, 0)
        return count
    count = add_plain(PASS, moves, 0)
    if kind == COUNTERS:
        count = add_as(COUNTER, ranks, frame_rank(s), NO_TARGET, 0, moves, count)
    elif kind == ACCUSATIONS:
        count = add(moves, count, ACCUSE, 0, 0, frame_seat(s), 0)
    return count


def discarded_ranks(s: State) -> int:
    """Return the ranks among the discards, a bit for each."""
    ranks = 0
    for place in range(s.discard_size):
        ranks |= 1 << rank_of(s.discards[place])
    return ranks


def add_ranks(kind: int, ranks: int, moves: list[int]) -> int:
    """Write one move for each rank and return their number."""
    count = 0
    for rank in range(1, JOKER_RANK + 1):
        count = add_held(ranks, moves, count, kind, rank, rank, NO_TARGET, 0)
    return count


def legal_attacked(s: State, seat: int, ranks: int, moves: list[int]) -> int:
    """§4.3 - §4.7 Fight, strike, retreat or fall."""
    creature = frame_rank(s)
    count = 0
    for rank in range(TWO, KING + 1):
        if has_rank(ranks, rank) and may_fight_with(s, seat, rank, rank, creature):
            count = add(moves, count, FIGHT, rank, rank, NO_TARGET, 0)
        if has_rank(ranks, JOKER_RANK) and may_fight_with(s, seat, JOKER_RANK, rank, creature):
            count = add(moves, count, FIGHT, JOKER_RANK, rank, NO_TARGET, 0)
    if s.pile_size > 0:
        return add_plain(STRIKE, moves, count) if wins_fight(s, creature) else count
    return add_plain(RETREAT if s.depth[seat] > 0 else FALL, moves, count)


def legal_turn(s: State, seat: int, ranks: int, moves: list[int]) -> int:
    """§2.1 The card of the turn; §2.2 or none; §14.4 and accusations."""
    count = add_digs(s, seat, ranks, moves, 0)
    for target in range(s.players):
        if target != seat and is_alive(s, target):
            count = add_against(s, target, ranks, moves, count)
    if s.discard_size > 0:
        count = add_as(ROB, ranks, JACK, NO_TARGET, 0, moves, count)
    if not s.options.must_play or count == 0:
        count = add_plain(PASS, moves, count)
    if s.options.pitch_black and (
        s.depth[seat] > 0 or (s.options.accuse_freely and s.accused == 0)
    ):
        for target in range(s.players):
            if target != seat and is_alive(s, target) and s.depth[target] > 0:
                count = add(moves, count, ACCUSE, 0, 0, target, 0)
    return count


def add_digs(s: State, seat: int, ranks: int, moves: list[int], count: int) -> int:
    """§3.1 - §3.2 Add a passage wherever one fits; §14.1 in pitch black with any card."""
    for place in range(s.depth[seat] + 1):
        value = fitting_value(s, seat, place)
        if value == 0:
            continue
        if not s.options.pitch_black:
            count = add_as(DIG, ranks, value, NO_TARGET, place, moves, count)
            continue
        for rank in range(1, JOKER_RANK + 1):
            if has_rank(ranks, rank):
                count = add(moves, count, DIG, rank, value, NO_TARGET, place)
    return count


def add_against(s: State, target: int, ranks: int, moves: list[int], count: int) -> int:
    """§3.4 Add cave-ins, §4.2 attacks and §6.1 fishing against one opponent."""
    if s.depth[target] > 0:
        if s.options.pitch_black:
            for value in range(TWO, TEN + 1):
                count = add_as(CAVE, ranks, value, target, 0, moves, count)
        else:
            count = add_as(CAVE, ranks, s.claims[front_index(s, target)], target, 0, moves, count)
    if (s.left_cell >> target) & 1:
        for creature in range(JACK, KING + 1):
            count = add_as(ATTACK, ranks, creature, target, 0, moves, count)
    if s.hand_size[target] > 0 and has_for(ranks, QUEEN):
        last = JOKER_RANK if is_wild(s.options) else KING
        for rank in range(1, last + 1):
            count = add_as(FISH, ranks, QUEEN, target, rank, moves, count)
    return count
