"""Tomb of Four Kings, by Matthew Lowes: the rules of docs/rules/tomb.md.

Turning cards, the delve and the retreat, and moves are here; encounters, the end of a turn and
treasure have modules of their own. Rules are plain functions over a state of ints, without strings,
randomness or choices, so that they also compile. Events go to `sink`. `play` expects a legal
action.
"""

from underdeck.cards import ACE, JACK, NO_CARD, QUEEN, TEN, rank_of
from underdeck.games.tomb import events
from underdeck.games.tomb.encounters import (
    act,
    burn_torch,
    discard,
    dodge,
    drop,
    read_scroll,
    suffer,
)
from underdeck.games.tomb.events import Sink, emit
from underdeck.games.tomb.moves import (
    CARD_BITS,
    CARD_MASK,
    DELVE,
    DODGE,
    DRAW,
    DROP,
    ONWARD,
    PLAY,
    READ,
    RETREAT,
    SUFFER,
    YIELD,
)
from underdeck.games.tomb.state import SCROLL, STANDING, TURNING, State
from underdeck.games.tomb.turns import collect, escape, lay, take_from_deck, win_turn

# §3 A turn


def begin_turn(s: State, sink: Sink) -> None:
    """§3.1 Begin a turn; cards are turned until an encounter stands."""
    s.turn += 1
    s.favored = NO_CARD
    s.phase = TURNING
    if s.deepest == 0:
        emit(sink, events.DELVED, s.turn)
    else:
        emit(sink, events.RETREATED, s.turn, 2 * s.deepest - s.turn)


def turn_card(s: State, sink: Sink) -> None:
    """§3.2 - §3.5 Turn a card; its effect depends on its rank and on a standing encounter."""
    card = take_from_deck(s)
    rank = rank_of(card)
    if rank == ACE:
        burn_torch(s, card, sink)
        return
    if rank == JACK:
        s.hand |= 1 << card
        emit(sink, events.SKILL_GAINED, card)
        return
    lay(s, card)
    if rank == QUEEN:
        receive_favor(s, card, sink)
    elif rank > TEN:
        emit(sink, events.SCROLL_FOUND if card == SCROLL else events.HOARD_FOUND, card)
    elif s.encounter == NO_CARD:
        meet_encounter(s, card, sink)
    else:
        act(s, card, sink)


def next_card(s: State, sink: Sink) -> None:
    """§3.1 Turn the next card; §6.3 before a door that held, discard it."""
    if s.owed > 0:
        discard(s, take_from_deck(s), sink)
    else:
        turn_card(s, sink)


def receive_favor(s: State, queen: int, sink: Sink) -> None:
    """§3.4 Win the standing encounter, or the next one, with a queen."""
    s.favored = queen
    emit(sink, events.FAVOR_SHOWN, queen, s.encounter)
    if s.encounter != NO_CARD:
        win_by_favor(s, sink)


def meet_encounter(s: State, card: int, sink: Sink) -> None:
    """§3.2 Meet the first number of the turn; R-8 a queen turned before wins it at once."""
    s.encounter = card
    s.phase = STANDING
    emit(sink, events.ENCOUNTER_MET, card)
    if s.favored != NO_CARD:
        win_by_favor(s, sink)


def win_by_favor(s: State, sink: Sink) -> None:
    """§3.4 Win the turn by the goddess's favor."""
    emit(sink, events.WON_BY_FAVOR, s.favored, s.encounter)
    win_turn(s, sink)


def win_by_skill(s: State, jack: int, sink: Sink) -> None:
    """§3.7 Win the turn with the jack of the encounter's suit, which joins the column."""
    s.hand ^= 1 << jack
    lay(s, jack)
    emit(sink, events.WON_BY_SKILL, jack, s.encounter)
    win_turn(s, sink)


# §9 The delve and the retreat


def may_turn_around(s: State) -> bool:
    """§9.2 Return whether the player may turn around; R-1 not at first, §9.4 R-2 see the option."""
    return s.turn >= s.options.earliest_turnaround


def turn_around(s: State, sink: Sink) -> None:
    """§9.3 Begin the retreat at once; §9.4 R-2 after turn 1 walk out."""
    s.deepest = s.turn
    if s.deepest == 1:
        emit(sink, events.WALKED_OUT)
        escape(s, sink)
    else:
        emit(sink, events.TURNED_AROUND, s.deepest - 1)
        begin_turn(s, sink)


# Moves


def play(s: State, action: int, sink: Sink) -> None:
    """Make one legal move and turn cards until the next decision (§3.1)."""
    make(s, action, sink)
    while s.phase == TURNING:
        next_card(s, sink)


def make(s: State, action: int, sink: Sink) -> None:
    """Make the move itself."""
    kind = action >> CARD_BITS
    card = action & CARD_MASK
    if kind == DRAW:
        turn_card(s, sink)
    elif kind == DELVE or kind == ONWARD:  # noqa: PLR1714, SIM109  one comparison less to compile than a row of two
        begin_turn(s, sink)
    elif kind == RETREAT:
        turn_around(s, sink)
    elif kind == PLAY:
        s.owed = 0
        s.blow = 0
        win_by_skill(s, card, sink)
    elif kind == DROP:
        drop(s, card, sink)
    elif kind == DODGE:
        dodge(s, sink)
    elif kind == SUFFER:
        suffer(s, sink)
    elif kind == YIELD:
        s.phase = TURNING
    elif kind == READ:
        read_scroll(s, sink)
    else:
        emit(sink, events.MARKER_LEFT, card)
        collect(s, card, sink)
