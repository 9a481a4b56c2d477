"""§1.4 D-1 The bid for the first turn, and the lot that settles ties."""

from underdeck.cards import ACE, KING, rank_of
from underdeck.games.dungeon import events
from underdeck.games.dungeon.events import Sink, emit, emit_to
from underdeck.games.dungeon.frames import (
    asked_seats,
    bidding_seats,
    note_answer,
    pop,
    push,
    push_bid,
    push_draw,
    tied_rounds,
)
from underdeck.games.dungeon.pending import JUDGE, LOT
from underdeck.games.dungeon.state import JOKER_RANK, State, next_seat
from underdeck.games.dungeon.turns import begin_turn
from underdeck.games.dungeon.zones import add_to_discards, take_from_hand

ACE_HIGH = KING + 1
MAX_TIES = 2
"""After one more tied round the lot decides."""


def lay_bid(s: State, seat: int, rank: int, sink: Sink) -> None:
    """D-1 Lay a card face down."""
    s.bids[seat] = take_from_hand(s, seat, rank)
    note_answer(s, seat)
    emit(sink, events.BID_LAID, seat)
    emit_to(sink, 1 << seat, events.BID_WITH, seat, s.bids[seat])


def settle_bid(s: State, sink: Sink) -> bool:
    """D-1 Show the bids once all are laid; return False while some are missing.

    D-8 If only one bidder is left in the game, that one begins; if none, the next living player.
    """
    bidders = bidding_seats(s)
    if bidders == 0:
        pop(s)
        begin_game(s, next_seat(s, s.last_gone), sink)
        return True
    if asked_seats(s) == 0:
        show_bids(s, sink)
        return True
    if bidders & (bidders - 1) == 0:
        pop(s)
        begin_or_tie(s, bidders, 0, sink)
        return True
    return False


def show_bids(s: State, sink: Sink) -> None:
    """D-1 Show and discard all bids; the bidders draw a card each, in the order of seats."""
    bidders = bidding_seats(s)
    ties = tied_rounds(s)
    pop(s)
    push(s, JUDGE, 0, 0, bidders, ties)
    for place in range(s.players):
        seat = s.players - 1 - place
        if (bidders >> seat) & 1:
            push_draw(s, seat, 1)
    for seat in range(s.players):
        if (bidders >> seat) & 1:
            emit(sink, events.BID_SHOWN, seat, s.bids[seat])
            s.stakes[seat] = bid_value(s, s.bids[seat])
            add_to_discards(s, s.bids[seat])
            s.bids[seat] = 0


def bid_value(s: State, card: int) -> int:
    """D-1 Return the value of a bid: aces are low unless the options say so, a joker counts 13."""
    rank = rank_of(card)
    if rank == JOKER_RANK:
        return KING
    return ACE_HIGH if rank == ACE and s.options.ace_high else rank


def judge_bids(s: State, sink: Sink) -> None:
    """D-1 Find the highest bids."""
    bidders = bidding_seats(s)
    ties = tied_rounds(s)
    pop(s)
    best = 0
    highest = 0
    for seat in range(s.players):
        if (bidders >> seat) & 1:
            if s.stakes[seat] > best:
                best = s.stakes[seat]
                highest = 0
            if s.stakes[seat] == best:
                highest |= 1 << seat
    begin_or_tie(s, highest, ties, sink)


def begin_or_tie(s: State, highest: int, ties: int, sink: Sink) -> None:
    """D-1 Let the highest bidder begin; several bid again, or draw lots after the third tie."""
    if highest & (highest - 1) == 0:
        for seat in range(s.players):
            if highest == 1 << seat:
                begin_game(s, seat, sink)
        return
    emit(sink, events.BIDS_TIED)
    if ties == MAX_TIES:
        push(s, LOT, 0, highest)
    else:
        push_bid(s, highest, ties + 1)


def begin_game(s: State, seat: int, sink: Sink) -> None:
    """Begin the first turn."""
    emit(sink, events.BEGAN, seat)
    begin_turn(s, seat, sink)
