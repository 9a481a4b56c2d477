"""Dungeon, by Daniel Bullen: the rules of docs/rules/dungeon.md.

Set-up, aces, moves and the settling of pending frames are here; bidding, turns, passages and
creatures have modules of their own. Rules are plain functions over a state of ints, without
strings, randomness or choices, so that they also compile. A frame on the stack (frames.py) requests
a decision or an answer of chance. Events go to `sink`. `play` expects a legal action.
"""

from underdeck.cards import JOKER
from underdeck.games.dungeon import events
from underdeck.games.dungeon.bidding import begin_game, judge_bids, lay_bid, settle_bid
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
    resolve_graverobber,
    resolve_myrmiddon,
    retreat,
    strike,
    surrender,
    take,
)
from underdeck.games.dungeon.events import Sink, emit
from underdeck.games.dungeon.frames import (
    asked_seats,
    frame_opponent,
    frame_seat,
    note_answer,
    pending_kind,
    pop,
    push,
    push_bid,
    push_draw,
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
    PASS,
    PLAY_ACE,
    RESIGN,
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
from underdeck.games.dungeon.options import is_wild
from underdeck.games.dungeon.passages import (
    accuse,
    accuse_in_window,
    cave_in,
    dig,
    let_stand,
    lose_joker,
    save_joker,
)
from underdeck.games.dungeon.pending import (
    ACCUSATIONS,
    ACES,
    ASKED,
    ATTACKED,
    BID,
    CARD_WINDOWS,
    CAUGHT,
    CHANCE_KINDS,
    COUNTERS,
    DRAW,
    END,
    FISH_ABILITY,
    JUDGE,
    LOT,
    ROB_ABILITY,
    ROBBING,
    SAVING,
    TURN,
    WINDOWS,
)
from underdeck.games.dungeon.state import (
    ACE_CARDS,
    ALONE,
    HAND_LIMIT,
    PACK,
    RUNNING,
    State,
    count_alive,
    is_alive,
)
from underdeck.games.dungeon.turns import draw_cards, end_choice, end_turn
from underdeck.games.dungeon.zones import add_to_discards, add_to_hand, discard, take_from_hand

# §1 Setting up


def set_up(s: State, sink: Sink) -> None:
    """§1.2 - §1.3 Deal cells and hands; §1.4 then ask for bids or for the lot."""
    s.alive = (1 << s.players) - 1
    jokers = 2 * (s.bottom // PACK)
    for seat in range(s.players):
        if seat < jokers and not is_wild(s.options):
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
        push_bid(s, s.alive, 0)
    settle(s, sink)


# Answers of chance


def draw_lot(s: State, seat: int, sink: Sink) -> None:
    """D-1 Let the seat begin that the lot fell on."""
    pop(s)
    emit(sink, events.LOT_DRAWN, seat)
    begin_game(s, seat, sink)
    settle(s, sink)


def renew(s: State, order: list[int], sink: Sink) -> None:
    """§2.4 Make the discards, in this order, the new deck; D-22 note it if a draw waits for it."""
    for place in range(s.discard_size):
        s.deck[place] = order[place]
    s.top = 0
    s.bottom = s.discard_size
    s.discard_size = 0
    pop(s)
    if pending_kind(s) == DRAW and s.rules >= 2:
        s.renewed = 1
    emit(sink, events.DECK_RENEWED, s.bottom)
    settle(s, sink)


# §7 Aces


def play_ace(s: State, seat: int, rank: int, sink: Sink) -> None:
    """§7.1 Play an ace for two cards; §7.4 first every other player may answer with one."""
    card = take_from_hand(s, seat, rank)
    add_to_discards(s, card)
    s.busy = 1
    emit(sink, events.ACE_PLAYED, seat, card)
    if pending_kind(s) == ACES:
        pop(s)
    push_draw(s, seat, ACE_CARDS)
    push(s, ACES, seat, s.alive & ~(1 << seat))


def pass_window(s: State, seat: int, sink: Sink) -> None:
    """Decline to answer in a window."""
    note_answer(s, seat)
    emit(sink, events.PASSED, seat)


# Settling pending frames


def settle(s: State, sink: Sink) -> None:
    """Settle frames until the game waits for a player or for chance, or is over."""
    while s.ending == RUNNING and settle_one(s, sink):
        pass


def settle_one(s: State, sink: Sink) -> bool:
    """Settle the top frame if it needs no answer; return False if it waits for one."""
    kind = pending_kind(s)
    if kind == DRAW:
        draw_cards(s, sink)
    elif kind == BID:
        return settle_bid(s, sink)
    elif kind == JUDGE:
        judge_bids(s, sink)
    elif kind == END:
        if s.hand_size[frame_seat(s)] > HAND_LIMIT:
            return False
        end_turn(s, sink)
    elif kind == ROB_ABILITY:
        resolve_graverobber(s, sink)
    elif kind == FISH_ABILITY:
        resolve_myrmiddon(s, sink)
    elif kind in WINDOWS:
        return settle_window(s, sink)
    elif kind == ROBBING and s.discard_size == 0:
        emit(sink, events.TOOK_NOTHING, frame_seat(s))
        pop(s)
    else:
        return settle_without_absent(s)
    return True


def settle_window(s: State, sink: Sink) -> bool:
    """Close a window that all have answered, or that is about a player who has left the game."""
    kind = pending_kind(s)
    if kind in CARD_WINDOWS:
        if asked_seats(s) != 0 and not (kind == COUNTERS and has_caller_left(s)):
            return False
        pop(s)
    elif not is_alive(s, frame_seat(s)):
        pop(s)
    elif asked_seats(s) == 0:
        let_stand(s, sink)
    else:
        return False
    return True


def settle_without_absent(s: State) -> bool:
    """D-8 Settle the top frame if its player has left the game; return False otherwise."""
    kind = pending_kind(s)
    if kind in CHANCE_KINDS:
        return False
    is_absent = not is_alive(s, frame_seat(s)) or (
        kind in (ASKED, CAUGHT) and not is_alive(s, frame_opponent(s))
    )
    if not is_absent:
        return False
    if kind == TURN:
        end_choice(s)
    elif kind == ATTACKED:
        end_attack(s)
    elif kind == SAVING:
        add_to_discards(s, s.creature)
        s.creature = 0
        pop(s)
    else:
        pop(s)
    return True


# Moves


def play(s: State, seat: int, action: int, sink: Sink) -> None:
    """Make one legal move and settle everything that follows from it."""
    make(s, seat, action, sink)
    if s.ending == RUNNING and count_alive(s) == 1:
        s.ending = ALONE
        for last in range(s.players):
            if is_alive(s, last):
                s.winner = last
                emit(sink, events.ALONE, last)
    settle(s, sink)


def make(s: State, seat: int, action: int, sink: Sink) -> None:
    """Make the move itself."""
    kind = action_kind(action)
    rank = action_rank(action)
    value = action_value(action)
    if kind == PLAY_ACE:
        play_ace(s, seat, rank, sink)
    elif kind == RESIGN:
        resign(s, seat, sink)
    elif kind == BID_CARD:
        lay_bid(s, seat, rank, sink)
    elif kind == COUNTER:
        s.busy = 1
        counter(s, seat, rank, sink)
    elif kind == PASS and pending_kind(s) in WINDOWS:
        pass_window(s, seat, sink)
    elif kind == ACCUSE and pending_kind(s) == ACCUSATIONS:
        accuse_in_window(s, seat, sink)
    elif pending_kind(s) == TURN:
        make_turn(s, seat, action, sink)
    elif pending_kind(s) == ATTACKED:
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
    """§6 Answer around the Myrmiddon; §12.2 or about a joker."""
    if kind == GIVE and pending_kind(s) == ASKED:
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
    """§2.1 Play the card of the turn, or none; §14.4 or accuse first."""
    kind = action_kind(action)
    rank = action_rank(action)
    value = action_value(action)
    target = action_target(action)
    place = action_place(action)
    if kind == ACCUSE:
        if s.depth[seat] == 0:
            s.accused = 1
        accuse(s, seat, target, sink)
        return
    end_choice(s)
    if kind == PASS:
        emit(sink, events.PASSED, seat)
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
    """D-8 Leave the game."""
    emit(sink, events.RESIGNED, seat)
    if s.bids[seat] != 0:
        add_to_discards(s, s.bids[seat])
        s.bids[seat] = 0
    leave_game(s, seat, sink)
