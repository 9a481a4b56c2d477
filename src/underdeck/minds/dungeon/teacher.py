"""A rule of thumb for Dungeon, over ints: quick games to learn first values from, and a rival.

It weighs moves as `agents.careful` does, in a simpler way: dig on, cave in, attack, rob and fish by
what they gain and by the value of the card that they spend. The functions run interpreted or
compiled.
"""

from underdeck.cards import rank_of
from underdeck.games.dungeon.frames import frame_rank, is_last_passage, pending_kind
from underdeck.games.dungeon.moves import (
    ACCUSE,
    ATTACK,
    BELIEVE,
    BID_CARD,
    CAVE,
    DENY,
    DIG,
    DISCARD,
    FALL,
    FIGHT,
    FISH,
    GIVE,
    PLAY_ACE,
    RETREAT,
    ROB,
    SAVE,
    STRIKE,
    TAKE,
    action_kind,
    action_place,
    action_rank,
    action_target,
    action_value,
)
from underdeck.games.dungeon.options import cell_value, is_dark
from underdeck.games.dungeon.pending import ACCUSATIONS, ACES, ATTACKED
from underdeck.games.dungeon.state import GRAVEROBBER, JOKER_RANK, MAX_CARDS, WIGHT, State, is_alive
from underdeck.games.dungeon.zones import find_in_hand, front_index, lowest_value
from underdeck.minds.memory import Ints
from underdeck.sfc32 import below

WIN = 1000.0
"""The worth of the last passage."""
THREAT = 3
"""A dungeon with this value or less may escape in the next turn."""
PLENTY = 8
"""More face-down discards than this are worth robbing."""
MAX_FIGHTING_HAND = 7
"""The cards of a hand that are tried together in a fight."""
NOISE = 16
"""The number of different random numbers, from 0 to almost 1, that are added to worths."""


def teacher_move(s: State, seat: int, moves: Ints, count: int, stream: Ints) -> int:
    """Return the move of the highest worth."""
    chosen: int = moves[0]
    best = -1e9
    for index in range(count):
        worth = worth_of(s, seat, moves[index]) + below(stream, NOISE) / NOISE
        if worth > best:
            chosen, best = moves[index], worth
    return chosen


def worth_of(s: State, seat: int, action: int) -> float:
    """Return what a move is worth; a pass is worth 0."""
    kind, rank = action_kind(action), action_rank(action)
    if kind == DIG:
        return dig_worth(s, seat, action)
    if kind in (CAVE, ATTACK):
        return harm_worth(s, seat, action) - 0.25 * keep_value(s, seat, rank)
    if kind == ROB:
        return rob_worth(s, seat) - 0.25 * keep_value(s, seat, rank)
    if kind == FISH:
        needed = lowest_value(s, seat) - 1
        return (7.0 if action_place(action) == needed else -5.0) - 0.25 * keep_value(s, seat, rank)
    if kind == PLAY_ACE:
        return ace_worth(s, seat, rank)
    if kind == DISCARD:
        return -keep_value(s, seat, rank)
    if kind == BID_CARD:
        return rank - (4.0 if rank in (1, 9, 10, JOKER_RANK) else 0.0)
    if kind == TAKE:
        return keep_value(s, seat, rank)
    if kind == ACCUSE:
        return 5.0 if pending_kind(s) == ACCUSATIONS and is_last_passage(s) else -5.0
    return answer_worth(s, seat, kind, rank)


def answer_worth(s: State, seat: int, kind: int, rank: int) -> float:
    """Return what an answer to an opponent is worth."""
    if kind == FIGHT:
        return fight_worth(s, seat, rank)
    if kind == RETREAT:
        reach = lowest_value(s, seat)
        is_vital = s.claims[front_index(s, seat)] == reach
        return -(8.0 + 2.0 * (cell_value(s.options) - reach)) if is_vital else -4.0
    if kind in (STRIKE, FALL):
        return WIN if kind == STRIKE else -WIN
    if kind == DENY:
        return keep_value(s, seat, frame_rank(s)) - 12.0
    return 2.0 if kind in (GIVE, BELIEVE, SAVE) else 0.0


def keep_value(s: State, seat: int, rank: int) -> float:
    """Return the value of having a card of a rank."""
    if rank == JOKER_RANK:
        return 20.0
    if rank == 1:
        return 12.0
    if rank >= GRAVEROBBER:
        return 6.0 + rank - GRAVEROBBER
    distance = lowest_value(s, seat) - 1 - rank
    value = 15.0 - 4.0 * distance if distance >= 0 else 0.25 * rank
    for other in range(s.players):
        if other != seat and is_alive(s, other):
            if s.depth[other] > 0 and s.claims[front_index(s, other)] == rank:
                value = max(value, 8.0)
            elif lowest_value(s, other) - 1 == rank:
                value = max(value, 5.0)
    return max(value, 0.25 * rank)


def dig_worth(s: State, seat: int, action: int) -> float:
    """Return what a passage is worth: towards the exit, or as a shield beside the lowest one."""
    rank, value = action_rank(action), action_value(action)
    if rank not in (value, JOKER_RANK):
        return -30.0
    reach = lowest_value(s, seat)
    if value < reach:
        worth = WIN if value == 2 else 20.0
        return worth - (8.0 if rank == JOKER_RANK else 0.0)
    return 6.0 - 0.25 * keep_value(s, seat, rank) - (20.0 if rank == JOKER_RANK else 0.0)


def harm_worth(s: State, seat: int, action: int) -> float:
    """Return what a cave-in or an attack is worth."""
    target, value = action_target(action), action_value(action)
    is_attack = action_kind(action) == ATTACK
    strength = 0.5 * (value - GRAVEROBBER) if is_attack else 0.0
    if s.depth[target] == 0:
        return 8.0 + 6.0 * max(0, 4 - s.hand_size[target]) + strength
    front, reach = s.claims[front_index(s, target)], lowest_value(s, target)
    if not is_attack and value != front:
        return -20.0
    if front != reach:
        return 5.0 + strength
    worth = (12.0 if is_attack else 18.0) + 0.5 * (lowest_value(s, seat) - reach) + strength
    return worth + (10.0 if reach <= THREAT else 0.0)


def rob_worth(s: State, seat: int) -> float:
    """Return what it is worth to take the best discard; in the dark that is unknown."""
    if is_dark(s.options):
        return 16.0 if s.discard_size > PLENTY else 0.0
    best = 0.0
    for place in range(s.discard_size):
        rank = rank_of(s.discards[place])
        held = rank <= 10 and find_in_hand(s, seat, rank) >= 0
        best = max(best, keep_value(s, seat, rank) - (8.0 if held else 0.0))
    return 16.0 - 0.5 * (15.0 - best)


def ace_worth(s: State, seat: int, rank: int) -> float:
    """Return what two more cards are worth."""
    if s.bottom - s.top + s.discard_size == 0:
        return -50.0
    kind = pending_kind(s)
    if kind == ATTACKED:
        return 5.0 if rank == 1 and s.pile_size == 0 else -30.0
    if kind == ACES:
        return 1.5 if s.hand_size[seat] <= 3 else -3.0
    return 100.0 if rank == 1 and s.current == seat else -30.0


def fight_worth(s: State, seat: int, rank: int) -> float:
    """Return what it is worth to fight with a card: the cheapest fights are best."""
    creature = frame_rank(s)
    if rank >= GRAVEROBBER or (rank == 2 and creature == WIGHT and s.pile_size == 0):
        return -keep_value(s, seat, rank)
    missing = creature - rank
    for place in range(s.pile_size):
        missing -= rank_of(s.pile[place])
    paid = keep_value(s, seat, rank)
    return -(paid + rest_cost(s, seat, rank, missing)) + 0.01 * rank


def rest_cost(s: State, seat: int, rank: int, missing: int) -> float:
    """Return the least value of passages beside one of a rank that add up to a strength."""
    if missing <= 0:
        return 0.0
    start, first = seat * MAX_CARDS, seat * MAX_CARDS
    while first < start + s.hand_size[seat] and rank_of(s.hands[first]) != rank:
        first += 1
    best = WIN
    for chosen in range(1, 1 << min(s.hand_size[seat], MAX_FIGHTING_HAND)):
        total, cost = 0, 0.0
        for index in range(MAX_FIGHTING_HAND):
            if (chosen >> index) & 1:
                held = rank_of(s.hands[start + index])
                is_passage = 2 <= held <= 10 and start + index != first
                total += held if is_passage else -100
                cost += keep_value(s, seat, held) if is_passage else 0.0
        if total >= missing:
            best = min(best, cost)
    return best
