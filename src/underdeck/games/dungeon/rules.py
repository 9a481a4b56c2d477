"""Dungeon, by Daniel Bullen: the rules of docs/rules/dungeon.md. Here the set-up, turns, aces, and how all that is pending is settled.

Plain functions over a state of ints, with no strings, randomness or choice inside, so that they also compile. What the game waits for
is an explicit stack of frames; the uppermost is the next. `sink` is a list that takes what happens, or None. `play` trusts its caller to
have asked `legal`. Chance is asked for by a frame too, and answered by `renew` and `draw_lot`.
"""

from underdeck.cards import JOKER, rank_of
from underdeck.games.dungeon import events
from underdeck.games.dungeon.creatures import (
    attack,
    believe,
    burn,
    call_graverobber,
    call_myrmiddon,
    counter,
    demand,
    deny,
    end_attack,
    fall,
    fight,
    give,
    has_caller_left,
    leave_game,
    retreat,
    strike,
    surrender,
    take,
    work_graverobber,
    work_myrmiddon,
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
    FIGHT,
    GIVE,
    KIND_SHIFT,
    PASS,
    PLAY_ACE,
    RANK_SHIFT,
    RESIGN,
    RETREAT,
    ROB,
    SAVE,
    SEAT_SHIFT,
    STRIKE,
    TAKE,
    VALUE_SHIFT,
)
from underdeck.games.dungeon.passages import (
    accuse,
    accuse_in_window,
    cave_in,
    dig,
    let_stand,
    lose_joker,
    save_joker,
)
from underdeck.games.dungeon.primitives import (
    Sink,
    add_to_hand,
    asked,
    count_alive,
    discard,
    frame,
    is_wild,
    lives,
    next_seat,
    pending,
    pop,
    push,
    put_away,
    set_frame,
    take_from_hand,
    tell,
    whisper,
)
from underdeck.games.dungeon.state import (
    ACCUSATIONS,
    ACES,
    ALONE,
    ASKED,
    ATTACKED,
    BID,
    CAUGHT,
    COUNTERS,
    DRAW,
    END,
    FISH_ABILITY,
    HAND_LIMIT,
    JOKER_RANK,
    JUDGE,
    LOT,
    PACK,
    RENEW,
    ROB_ABILITY,
    ROBBING,
    RUNNING,
    SAVING,
    STALEMATE,
    TURN,
    State,
)

ALL_ASKED = ACES, COUNTERS, ACCUSATIONS
"""Windows: frames that wait for everyone whose bit is set in their part 2."""

# §1 Setting up


def set_up(s: State, sink: Sink) -> None:
    """§1.2 - §1.3 Cells and hands from the deck; §1.4 then the bid, or the lot."""
    s.alive = (1 << s.players) - 1
    jokers = 2 * (s.bottom // PACK)
    for seat in range(s.players):
        if seat < jokers and not is_wild(s):
            s.cells[seat] = JOKER
        else:
            s.cells[seat] = s.deck[s.top]
            s.top += 1
    for _ in range(HAND_LIMIT):
        for seat in range(s.players):
            add_to_hand(s, seat, s.deck[s.top])
            s.top += 1
    if s.options.random_start:
        push(s, LOT, 0, s.alive)
    else:
        push(s, BID, 0, s.alive, s.alive)
    settle(s, sink)


def lay_bid(s: State, seat: int, rank: int, sink: Sink) -> None:
    """D-1 A card is laid face down; when the last one lies, all are shown."""
    s.bids[seat] = take_from_hand(s, seat, rank)
    set_frame(s, 2, frame(s, 2) & ~(1 << seat))
    tell(sink, events.BID_LAID, seat)
    whisper(sink, 1 << seat, events.BID_WITH, seat, s.bids[seat])


def show_bids(s: State, sink: Sink) -> None:
    """D-1 All are shown and discarded, and those who laid draw one, in the order of seats."""
    bidders = frame(s, 3) & s.alive
    ties = frame(s, 4)
    pop(s)
    push(s, JUDGE, 0, bidders, ties)
    for place in range(s.players):
        seat = s.players - 1 - place
        if (bidders >> seat) & 1:
            push(s, DRAW, seat, 1)
    for seat in range(s.players):
        if (bidders >> seat) & 1:
            tell(sink, events.BID_SHOWN, seat, s.bids[seat])
            s.stakes[seat] = bid_value(s, s.bids[seat])
            put_away(s, s.bids[seat])
            s.bids[seat] = 0


def bid_value(s: State, card: int) -> int:
    """D-1 Kings high and aces low, or 14 if the house says so; a joker counts 13."""
    rank = rank_of(card)
    if rank == JOKER_RANK:
        return 13
    return 14 if rank == 1 and s.options.ace_high else rank


def judge_bids(s: State, sink: Sink) -> None:
    """D-1 The highest begins; ties lay again, and after the third tie the lot decides."""
    bidders = frame(s, 2) & s.alive
    ties = frame(s, 3)
    pop(s)
    best = 0
    first = 0
    for seat in range(s.players):
        if (bidders >> seat) & 1:
            if s.stakes[seat] > best:
                best = s.stakes[seat]
                first = 0
            if s.stakes[seat] == best:
                first |= 1 << seat
    begin_or_tie(s, first, ties, sink)


def begin_or_tie(s: State, first: int, ties: int, sink: Sink) -> None:
    """D-1 One who is highest begins; several lay again among themselves, or draw lots after the third tie."""
    if first & (first - 1) == 0:
        for seat in range(s.players):
            if first == 1 << seat:
                begin_game(s, seat, sink)
        return
    tell(sink, events.BIDS_TIED)
    if ties == 2:
        push(s, LOT, 0, first)
    else:
        push(s, BID, 0, first, first, ties + 1)


def draw_lot(s: State, seat: int, sink: Sink) -> None:
    """D-1 Chance's answer: this seat begins."""
    pop(s)
    tell(sink, events.LOT_DRAWN, seat)
    begin_game(s, seat, sink)
    settle(s, sink)


def begin_game(s: State, seat: int, sink: Sink) -> None:
    """The first turn is this seat's."""
    tell(sink, events.BEGAN, seat)
    begin_turn(s, seat, sink)


# §2 A turn


def begin_turn(s: State, seat: int, sink: Sink) -> None:
    """§2.1 Draw one card; then the game waits for a play."""
    s.turn += 1
    s.current = seat
    s.busy = 0
    s.renewed = 0
    s.keep_discards = 0
    s.accused = 0
    for other in range(s.players):
        s.fresh[other] = 0
    tell(sink, events.TURN_BEGUN, seat, s.turn)
    push(s, TURN, seat)
    push(s, DRAW, seat, 1, 1)


def draw_cards(s: State, sink: Sink) -> None:
    """§2.4 Draw what is owed, renewing the deck where that is needed and possible.

    D-23 If the draw of a turn, which has a 1 in part 3, takes the last card, the discards stay for now.
    """
    seat = frame(s, 1)
    while frame(s, 2) > 0 and lives(s, seat):
        if s.top == s.bottom:
            if s.discard_size == 0 or s.keep_discards:
                break
            push(s, RENEW, 0)
            return
        card = s.deck[s.top]
        s.top += 1
        add_to_hand(s, seat, card)
        s.busy = 1
        tell(sink, events.DREW, seat, 1)
        whisper(sink, 1 << seat, events.DREW_CARD, seat, card)
        set_frame(s, 2, frame(s, 2) - 1)
        if frame(s, 3) == 1 and s.top == s.bottom and s.rules >= 2:
            s.keep_discards = 1
    pop(s)


def renew(s: State, order: list[int], sink: Sink) -> None:
    """§2.4 Chance's answer: the discards in this order are the new deck; D-22 if a draw waits for it, the turn goes on."""
    for place in range(s.discard_size):
        s.deck[place] = order[place]
    s.top = 0
    s.bottom = s.discard_size
    s.discard_size = 0
    pop(s)
    if pending(s) == DRAW and s.rules >= 2:
        s.renewed = 1
    tell(sink, events.DECK_RENEWED, s.bottom)
    settle(s, sink)


def end_turn(s: State, sink: Sink) -> None:
    """§2.7 The Graverobber goes, the deck is renewed, and the next turn begins, unless it is a stalemate."""
    seat = frame(s, 1)
    if s.robber != 0:
        put_away(s, s.robber)
        s.robber = 0
    if s.top == s.bottom and s.discard_size > 0:
        push(s, RENEW, 0)
        return
    pop(s)
    s.idle = 0 if s.busy else s.idle + 1
    if s.idle >= count_alive(s) or s.turn == s.options.turn_limit:
        s.ending = STALEMATE
        tell(sink, events.STALEMATE)
    else:
        begin_turn(s, next_seat(s, seat), sink)


def end_choice(s: State) -> None:
    """The card of the turn is played, or none: what comes of it goes on top of the turn's end; D-23 nothing keeps the discards now."""
    seat = frame(s, 1)
    s.keep_discards = 0
    pop(s)
    push(s, END, seat)


# §7 Aces


def play_ace(s: State, seat: int, rank: int, sink: Sink) -> None:
    """§7.1 Two cards for an ace; §7.4 but first every other player may answer with one."""
    card = take_from_hand(s, seat, rank)
    put_away(s, card)
    s.busy = 1
    tell(sink, events.ACE_PLAYED, seat, card)
    if pending(s) == ACES:
        pop(s)
    push(s, DRAW, seat, 2)
    push(s, ACES, seat, s.alive & ~(1 << seat))


def pass_window(s: State, seat: int, sink: Sink) -> None:
    """A window is let pass."""
    set_frame(s, 2, frame(s, 2) & ~(1 << seat))
    tell(sink, events.PASSED, seat)


# Settling what is pending


def settle(s: State, sink: Sink) -> None:
    """Do all that needs nobody, until the game waits for a player or for chance, or is over."""
    while s.ending == RUNNING and settle_one(s, sink):
        pass


def settle_one(s: State, sink: Sink) -> bool:
    """Do what is on top if it needs nobody; False if it waits."""
    kind = pending(s)
    if kind == DRAW:
        draw_cards(s, sink)
        return True
    if kind == BID:
        return settle_bid(s, sink)
    if kind == JUDGE:
        judge_bids(s, sink)
        return True
    if kind == END:
        if s.hand_size[frame(s, 1)] > HAND_LIMIT:
            return False
        end_turn(s, sink)
        return True
    if kind == ROB_ABILITY:
        work_graverobber(s, sink)
        return True
    if kind == FISH_ABILITY:
        work_myrmiddon(s, sink)
        return True
    if kind in (ACES, COUNTERS):
        if asked(s) == 0 or (kind == COUNTERS and has_caller_left(s)):
            pop(s)
            return True
        return False
    if kind == ACCUSATIONS:
        if not lives(s, frame(s, 1)):
            pop(s)
            return True
        if asked(s) == 0:
            let_stand(s, sink)
            return True
        return False
    if kind == ROBBING and s.discard_size == 0:
        tell(sink, events.TOOK_NOTHING, frame(s, 1))
        pop(s)
        return True
    return settle_without(s)


def settle_bid(s: State, sink: Sink) -> bool:
    """D-1 When all have laid, the bids are shown; D-8 one who is left over when the others have gone begins, or the next after them."""
    bidders = frame(s, 3) & s.alive
    if bidders == 0:
        pop(s)
        begin_game(s, next_seat(s, s.gone), sink)
        return True
    if asked(s) == 0:
        show_bids(s, sink)
        return True
    if bidders & (bidders - 1) == 0:
        pop(s)
        begin_or_tie(s, bidders, 0, sink)
        return True
    return False


def settle_without(s: State) -> bool:
    """D-8 What waits for someone who has left the game is settled without them; False if nothing does."""
    kind = pending(s)
    if kind in (RENEW, LOT):
        return False
    gone = not lives(s, frame(s, 1)) or (kind in (ASKED, CAUGHT) and not lives(s, frame(s, 2)))
    if not gone:
        return False
    if kind == TURN:
        end_choice(s)
    elif kind == ATTACKED:
        end_attack(s)
    elif kind == SAVING:
        put_away(s, s.creature)
        s.creature = 0
        pop(s)
    else:
        pop(s)
    return True


# A move


def play(s: State, seat: int, action: int, sink: Sink) -> None:
    """Make one legal move, and everything that it forces."""
    make(s, seat, action, sink)
    if s.ending == RUNNING and count_alive(s) == 1:
        s.ending = ALONE
        for last in range(s.players):
            if lives(s, last):
                s.winner = last
                tell(sink, events.ALONE, last)
    settle(s, sink)


def make(s: State, seat: int, action: int, sink: Sink) -> None:
    """The move itself: what any player may do, then what answers a window or a question, then the card of the turn."""
    kind = action >> KIND_SHIFT
    rank = (action >> RANK_SHIFT) & 15
    value = (action >> VALUE_SHIFT) & 15
    if kind == PLAY_ACE:
        play_ace(s, seat, rank, sink)
    elif kind == RESIGN:
        resign(s, seat, sink)
    elif kind == BID_CARD:
        lay_bid(s, seat, rank, sink)
    elif kind == COUNTER:
        s.busy = 1
        counter(s, seat, rank, sink)
    elif kind == PASS and pending(s) in ALL_ASKED:
        pass_window(s, seat, sink)
    elif kind == ACCUSE and pending(s) == ACCUSATIONS:
        accuse_in_window(s, seat, sink)
    elif pending(s) == TURN:
        make_turn(s, seat, action, sink)
    elif pending(s) == ATTACKED:
        s.busy = 1
        if kind == FIGHT:
            fight(s, rank, value, sink)
        elif kind == STRIKE:
            strike(s, sink)
        elif kind == RETREAT:
            retreat(s, sink)
        else:
            fall(s, sink)
    elif kind == DISCARD:
        discard(s, seat, take_from_hand(s, seat, rank), sink)
    elif kind == TAKE:
        take(s, rank, sink)
    else:
        make_answer(s, kind, sink)


def make_answer(s: State, kind: int, sink: Sink) -> None:
    """§6 The answers around the Myrmiddon; §12.2 and those about a joker."""
    if kind == GIVE and pending(s) == ASKED:
        give(s, sink)
    elif kind == GIVE:
        surrender(s, sink)
    elif kind == DENY:
        deny(s, sink)
    elif kind == BELIEVE:
        believe(s, sink)
    elif kind == DEMAND:
        demand(s, sink)
    elif kind == BURN:
        burn(s, sink)
    elif kind == SAVE:
        save_joker(s, sink)
    else:
        lose_joker(s, sink)


def make_turn(s: State, seat: int, action: int, sink: Sink) -> None:
    """§2.1 The card of the turn, or none."""
    kind = action >> KIND_SHIFT
    rank = (action >> RANK_SHIFT) & 15
    value = (action >> VALUE_SHIFT) & 15
    target = ((action >> SEAT_SHIFT) & 7) - 1
    place = action & 255
    if kind == ACCUSE:
        if s.depth[seat] == 0:
            s.accused = 1
        accuse(s, seat, target, sink)
        return
    end_choice(s)
    if kind == PASS:
        tell(sink, events.PASSED, seat)
        return
    s.busy = 1
    if kind == DIG:
        dig(s, seat, rank, value, place, sink)
    elif kind == CAVE:
        cave_in(s, seat, target, rank, value, sink)
    elif kind == ATTACK:
        attack(s, seat, target, rank, value, sink)
    elif kind == ROB:
        call_graverobber(s, seat, rank, sink)
    else:
        call_myrmiddon(s, seat, target, rank, place, sink)


def resign(s: State, seat: int, sink: Sink) -> None:
    """D-8 Leaves the game; what waited for this player is settled without."""
    tell(sink, events.RESIGNED, seat)
    if s.bids[seat] != 0:
        put_away(s, s.bids[seat])
        s.bids[seat] = 0
    leave_game(s, seat, sink)
