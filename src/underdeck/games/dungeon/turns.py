"""§2 A turn: its draw, the renewal of the deck, and its end."""

from underdeck.games.dungeon import events
from underdeck.games.dungeon.events import Sink, emit, emit_to
from underdeck.games.dungeon.frames import (
    cards_owed,
    count_drawn,
    frame_seat,
    is_turn_draw,
    pop,
    push,
    push_turn_draw,
)
from underdeck.games.dungeon.pending import END, RENEW, TURN
from underdeck.games.dungeon.state import STALEMATE, State, count_alive, is_alive, next_seat
from underdeck.games.dungeon.zones import add_to_discards, add_to_hand


def begin_turn(s: State, seat: int, sink: Sink) -> None:
    """§2.1 Draw one card, then wait for the card of the turn."""
    s.turn += 1
    s.current = seat
    s.busy = 0
    s.renewed = 0
    s.keep_discards = 0
    s.accused = 0
    for other in range(s.players):
        s.fresh[other] = 0
    emit(sink, events.TURN_BEGUN, seat, s.turn)
    push(s, TURN, seat)
    push_turn_draw(s, seat)


def draw_cards(s: State, sink: Sink) -> None:
    """§2.4 Draw the cards owed, renewing the deck where that is needed and possible.

    D-23 If the draw that opens a turn takes the last card, the discards are kept.
    """
    seat = frame_seat(s)
    while cards_owed(s) > 0 and is_alive(s, seat):
        if s.top == s.bottom:
            if s.discard_size == 0 or s.keep_discards:
                break
            push(s, RENEW, 0)
            return
        card = s.deck[s.top]
        s.top += 1
        add_to_hand(s, seat, card)
        s.busy = 1
        emit(sink, events.DREW, seat, 1)
        emit_to(sink, 1 << seat, events.DREW_CARD, seat, card)
        count_drawn(s)
        if is_turn_draw(s) and s.top == s.bottom and s.rules >= 2:
            s.keep_discards = 1
    pop(s)


def end_choice(s: State) -> None:
    """Replace the choice of the turn by its end; D-23 keep the discards no longer."""
    seat = frame_seat(s)
    s.keep_discards = 0
    pop(s)
    push(s, END, seat)


def end_turn(s: State, sink: Sink) -> None:
    """§2.7 Discard the Graverobber, renew the deck, begin the next turn; §2.5 or end the game."""
    seat = frame_seat(s)
    if s.robber != 0:
        add_to_discards(s, s.robber)
        s.robber = 0
    if s.top == s.bottom and s.discard_size > 0:
        push(s, RENEW, 0)
        return
    pop(s)
    s.idle = 0 if s.busy else s.idle + 1
    if s.idle >= count_alive(s) or s.turn == s.options.turn_limit:
        s.ending = STALEMATE
        emit(sink, events.STALEMATE)
    else:
        begin_turn(s, next_seat(s, seat), sink)
