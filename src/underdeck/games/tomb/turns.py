"""§3.8 - §3.10 The column of a turn and how a turn ends; §9.3 the escape."""

from underdeck.cards import NO_CARD, count_of
from underdeck.games.tomb import events
from underdeck.games.tomb.events import Sink, emit
from underdeck.games.tomb.state import BETWEEN, ESCAPED, MARKING, OVER, TREASURE, State
from underdeck.games.tomb.treasure import has, kings_in, points_in


def expect_a_card(s: State) -> None:
    """R-11 Assert that the deck has a card left, which it always has."""
    assert s.top < s.bottom, "R-11"


def take_from_deck(s: State) -> int:
    """Take the top card of the deck."""
    expect_a_card(s)
    card = s.deck[s.top]
    s.top += 1
    return card


def lay(s: State, card: int) -> None:
    """Add a card to the turn's column."""
    s.column[count_of(s.laid)] = card
    s.laid |= 1 << card


def win_turn(s: State, sink: Sink) -> None:
    """§3.8 Collect the treasure; §3.9 if nothing else was laid, let the player choose a marker."""
    if s.laid & ~TREASURE != 0:
        collect(s, NO_CARD, sink)
    else:
        s.phase = MARKING


def collect(s: State, marker: int, sink: Sink) -> None:
    """§3.8 R-9 Take all treasure but the marker; turn the rest face down."""
    taken = s.laid & TREASURE & ~(1 << marker)
    if sink is not None:
        for place in range(count_of(s.laid)):
            if has(taken, s.column[place]):
                emit(sink, events.TREASURE_TAKEN, s.column[place])
    s.hand |= taken
    s.stacks[s.turn - 1] = s.laid ^ taken
    emit(sink, events.TURN_WON, s.turn)
    end_turn(s, sink)


def abandon_turn(s: State, how: int, sink: Sink) -> None:
    """§3.10 R-14 End a turn that was fled or lost; every card stays in it."""
    s.stacks[s.turn - 1] = s.laid
    emit(sink, how, s.turn)
    end_turn(s, sink)


def end_turn(s: State, sink: Sink) -> None:
    """§3.8 Wait for the next choice; §9.3 R-12 or escape after the last turn of the retreat."""
    s.laid = 0
    s.encounter = NO_CARD
    s.dropped = 0
    s.phase = BETWEEN
    if s.turn == 2 * s.deepest - 1:
        escape(s, sink)


def escape(s: State, sink: Sink) -> None:
    """§9.3 End the game alive."""
    s.phase = OVER
    s.ending = ESCAPED
    emit(sink, events.ESCAPED, kings_in(s.hand), points_in(s.hand))
