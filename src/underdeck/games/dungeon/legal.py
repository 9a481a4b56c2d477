"""What a seat may do now, computed from nothing that this seat can't see. Legal moves are data: everyone asks here."""

from underdeck.cards import JACK, KING, QUEEN, TEN, TWO, rank_of
from underdeck.games.dungeon.creatures import can_win_without, is_enough, may_fight_with
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
from underdeck.games.dungeon.passages import fitting
from underdeck.games.dungeon.primitives import (
    asked,
    find_in_hand,
    frame,
    front,
    has_rank,
    is_wild,
    lives,
    pending,
    ranks_among,
    ranks_in_hand,
)
from underdeck.games.dungeon.state import (
    ACCUSATIONS,
    ACES,
    ANSWERED,
    ASKED,
    ATTACKED,
    BID,
    CAUGHT,
    COUNTERS,
    END,
    FRAME,
    JOKER_RANK,
    LOT,
    RENEW,
    ROBBING,
    RUNNING,
    SAVING,
    TURN,
    State,
)

MOST_MOVES = 4096


def waiting(s: State) -> int:
    """The seats whose decision the game waits for, a bit each; none while it waits for chance or is over."""
    kind = pending(s)
    if s.ending != RUNNING or kind in (RENEW, LOT):
        return 0
    if kind in (BID, ACES, COUNTERS, ACCUSATIONS):
        return asked(s)
    return 1 << frame(s, 1)


def legal(s: State, seat: int, moves: list[int]) -> int:
    """Write a seat's legal actions into `moves` and say how many there are."""
    seats = waiting(s)
    if seats == 0 or not lives(s, seat):
        return 0
    ranks = ranks_in_hand(s, seat)
    count = 0
    if (seats >> seat) & 1:
        count = legal_decision(s, seat, ranks, moves)
    if aces_allowed(s, seat):
        count = add_as(PLAY_ACE, ranks_for_aces(s, seat), 1, 0, 0, moves, count)
    return count


def aces_allowed(s: State, seat: int) -> bool:
    """§7.3 At any time, but not between answer and demand, nor in the middle of a fight; D-25 in an ace's window only in answer."""
    kind = pending(s)
    if kind == ACES:
        return (asked(s) >> seat) & 1 == 1
    return kind != ANSWERED and not (
        kind == ATTACKED and s.pile_size > 0 and not s.options.aces_in_fights
    )


def ranks_for_aces(s: State, seat: int) -> int:
    """The ranks of the cards that may be aces now: D-22 none that came after a renewal in this turn, D-12 no joker that a fight needs."""
    ranks = ranks_among(s, seat, s.hand_size[seat] - s.fresh[seat])
    if s.options.aces_in_fights and needs_joker(s, seat):
        ranks &= ~(1 << JOKER_RANK)
    return ranks


def needs_joker(s: State, seat: int) -> bool:
    """D-12 Is this seat in the middle of a fight that it can't win without a joker?"""
    start = fight_in_stack(s)
    if start < 0 or s.stack[start + 1] != seat:
        return False
    attacker = s.stack[start + 3]
    return not is_enough(s, attacker) and not can_win_without(
        s, seat, JOKER_RANK, s.pile_sum, attacker
    )


def is_fight_lost(s: State) -> bool:
    """D-20 Is there a fight whose defender can't win it any more? Never in a game, but perhaps where hidden cards were dealt anew."""
    start = fight_in_stack(s)
    if start < 0:
        return False
    attacker = s.stack[start + 3]
    return not is_enough(s, attacker) and not can_win_without(
        s, s.stack[start + 1], 0, s.pile_sum, attacker
    )


def fight_in_stack(s: State) -> int:
    """Where the frame of a fight starts whose first card is laid, even beneath an ace's window; -1 if there is none."""
    if s.pile_size > 0:
        for number in range(s.height):
            if s.stack[number * FRAME] == ATTACKED:
                return number * FRAME
    return -1


def add(
    moves: list[int], count: int, kind: int, rank: int, value: int, target: int, place: int
) -> int:
    """One more move; `target` counts from 0, -1 for none."""
    moves[count] = (
        kind << KIND_SHIFT
        | rank << RANK_SHIFT
        | value << VALUE_SHIFT
        | (target + 1) << SEAT_SHIFT
        | place
    )
    return count + 1


def has_for(ranks: int, value: int) -> bool:
    """Is there a card of that rank, or §12.1 a joker, which only a wild deck deals, to stand for it?"""
    return has_rank(ranks, value) or has_rank(ranks, JOKER_RANK)


def add_as(
    kind: int, ranks: int, value: int, target: int, place: int, moves: list[int], count: int
) -> int:
    """A card of that rank played as what it is, and §12.1 a joker played as it; `target` counts from 1, 0 for none."""
    if has_rank(ranks, value):
        count = add(moves, count, kind, value, value, target - 1, place)
    if has_rank(ranks, JOKER_RANK):
        count = add(moves, count, kind, JOKER_RANK, value, target - 1, place)
    return count


def legal_decision(s: State, seat: int, ranks: int, moves: list[int]) -> int:
    """What answers the very thing that the game waits for."""
    kind = pending(s)
    if kind == TURN:
        return legal_turn(s, seat, ranks, moves)
    if kind == BID:
        return add_ranks(BID_CARD, ranks, moves)
    if kind == END:
        return add_ranks(DISCARD, ranks, moves)
    if kind == ATTACKED:
        return legal_attacked(s, seat, ranks, moves)
    if kind == ROBBING:
        discarded = 0
        for place in range(s.discard_size):
            discarded |= 1 << rank_of(s.discards[place])
        return add_ranks(TAKE, discarded, moves)
    if kind == ASKED or kind == CAUGHT:  # noqa: PLR1714, SIM109  the same two answers, but for the second
        count = 0
        if find_in_hand(s, seat, frame(s, 3)) >= 0:
            count = add(moves, count, GIVE, 0, 0, -1, 0)
        return add(moves, count, DENY if kind == ASKED else BURN, 0, 0, -1, 0)
    if kind == ANSWERED:
        return add(moves, add(moves, 0, BELIEVE, 0, 0, -1, 0), DEMAND, 0, 0, -1, 0)
    if kind == SAVING:
        count = add(moves, 0, YIELD, 0, 0, -1, 0)
        value = frame(s, 2)
        return add(moves, count, SAVE, value, value, -1, 0) if has_rank(ranks, value) else count
    count = add(moves, 0, PASS, 0, 0, -1, 0)
    if kind == COUNTERS:
        count = add_as(COUNTER, ranks, frame(s, 3), 0, 0, moves, count)
    elif kind == ACCUSATIONS:
        count = add(moves, count, ACCUSE, 0, 0, frame(s, 1), 0)
    return count


def add_ranks(kind: int, ranks: int, moves: list[int]) -> int:
    """One move for each rank."""
    count = 0
    for rank in range(1, JOKER_RANK + 1):
        if has_rank(ranks, rank):
            count = add(moves, count, kind, rank, rank, -1, 0)
    return count


def legal_attacked(s: State, seat: int, ranks: int, moves: list[int]) -> int:
    """§4.3 - §4.7 Fight, strike, retreat or fall."""
    attacker = frame(s, 3)
    count = 0
    for rank in range(TWO, KING + 1):
        if has_rank(ranks, rank) and may_fight_with(s, seat, rank, rank, attacker):
            count = add(moves, count, FIGHT, rank, rank, -1, 0)
        if has_rank(ranks, JOKER_RANK) and may_fight_with(s, seat, JOKER_RANK, rank, attacker):
            count = add(moves, count, FIGHT, JOKER_RANK, rank, -1, 0)
    if s.pile_size > 0:
        return add(moves, count, STRIKE, 0, 0, -1, 0) if is_enough(s, attacker) else count
    return add(moves, count, RETREAT if s.depth[seat] > 0 else FALL, 0, 0, -1, 0)


def legal_turn(s: State, seat: int, ranks: int, moves: list[int]) -> int:
    """§2.1 The card of the turn; §2.2 or none; §14.4 and accusations."""
    count = add_digs(s, seat, ranks, moves, 0)
    for target in range(s.players):
        if target != seat and lives(s, target):
            count = add_against(s, target, ranks, moves, count)
    if s.discard_size > 0:
        count = add_as(ROB, ranks, JACK, 0, 0, moves, count)
    if not s.options.must_play or count == 0:
        count = add(moves, count, PASS, 0, 0, -1, 0)
    if s.options.pitch_black and (
        s.depth[seat] > 0 or (s.options.accuse_freely and s.accused == 0)
    ):
        for target in range(s.players):
            if target != seat and lives(s, target) and s.depth[target] > 0:
                count = add(moves, count, ACCUSE, 0, 0, target, 0)
    return count


def add_digs(s: State, seat: int, ranks: int, moves: list[int], count: int) -> int:
    """§3.1 - §3.2 A passage in every place where one fits; §14.1 in pitch black every card passes for it."""
    for place in range(s.depth[seat] + 1):
        value = fitting(s, seat, place)
        if value == 0:
            continue
        if not s.options.pitch_black:
            count = add_as(DIG, ranks, value, 0, place, moves, count)
            continue
        for rank in range(1, JOKER_RANK + 1):
            if has_rank(ranks, rank):
                count = add(moves, count, DIG, rank, value, -1, place)
    return count


def add_against(s: State, target: int, ranks: int, moves: list[int], count: int) -> int:
    """§3.4 Cave-ins, §4.2 attacks and §6.1 fishing against one opponent."""
    if s.depth[target] > 0:
        if s.options.pitch_black:
            for value in range(TWO, TEN + 1):
                count = add_as(CAVE, ranks, value, target + 1, 0, moves, count)
        else:
            count = add_as(CAVE, ranks, s.claims[front(s, target)], target + 1, 0, moves, count)
    if (s.left >> target) & 1:
        for creature in range(JACK, KING + 1):
            count = add_as(ATTACK, ranks, creature, target + 1, 0, moves, count)
    if s.hand_size[target] > 0 and has_for(ranks, QUEEN):
        last = JOKER_RANK if is_wild(s) else KING
        for rank in range(1, last + 1):
            count = add_as(FISH, ranks, QUEEN, target + 1, rank, moves, count)
    return count
