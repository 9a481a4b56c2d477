"""Tomb of Four Kings, by Matthew Lowes: the rules of docs/rules/tomb.md, in its order.

Plain functions over a state of ints, with no strings, randomness or choice inside, so that they also compile. `sink` is a list
that takes what happens, or None where nobody listens. `play` trusts its caller to have asked `legal`.
"""

from typing import TypeAlias

from underdeck.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    JACK,
    KING,
    NO_CARD,
    QUEEN,
    SPADES,
    TEN,
    TWO,
    card_of,
    count_of,
    rank_of,
    suit_of,
)
from underdeck.games.tomb import events
from underdeck.games.tomb.events import Told
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
from underdeck.games.tomb.state import (
    BETWEEN,
    DARK,
    DISARM_MECHANISM,
    DODGE_BLOW,
    DROPPING,
    ESCAPED,
    HELD,
    KINGS,
    LOST,
    MARKING,
    OVER,
    PICK_LOCK,
    SCROLL,
    SLAIN,
    STANDING,
    STRUCK,
    TORCHES,
    TREASURE,
    TURNING,
    State,
)

Sink: TypeAlias = list[Told] | None


def tell(sink: Sink, event: int, first: int = 0, second: int = 0, third: int = 0) -> None:
    """Note what happened, for whoever listens."""
    if sink is not None:
        sink.append((event, first, second, third))


# §1 The cards


def has(cards: int, card: int) -> bool:
    """Is the card in that set of cards?"""
    return (cards >> card) & 1 == 1


def worth(card: int) -> int:
    """§1 A treasure's points: a diamond its number, a king 10, the scroll 6."""
    if card == SCROLL:
        return 6
    return min(rank_of(card), 10)


def points_in(cards: int) -> int:
    """§10.1 The points of all treasure in that set of cards."""
    points = worth(KING << 2) * kings_in(cards) + worth(SCROLL) * (cards >> SCROLL & 1)
    for number in range(TWO, TEN + 1):
        points += number * (cards >> card_of(number, DIAMONDS) & 1)
    return points


def kings_in(cards: int) -> int:
    """§10.1 The tomb hoards in that set of cards."""
    return count_of(cards & KINGS)


# §3 A turn


def begin_turn(s: State, sink: Sink) -> None:
    """§3.1 Cards are turned until an encounter stands, or the turn or the game is over."""
    s.turn += 1
    s.favored = NO_CARD
    s.phase = TURNING
    if s.deepest == 0:
        tell(sink, events.DELVED, s.turn)
    else:
        tell(sink, events.RETREATED, s.turn, 2 * s.deepest - s.turn)


def expect_a_card(s: State) -> None:
    """R-11 There always is one."""
    assert s.top < s.bottom, "R-11"


def take_from_deck(s: State) -> int:
    """The top card."""
    expect_a_card(s)
    card = s.deck[s.top]
    s.top += 1
    return card


def lay(s: State, card: int) -> None:
    """Put a card onto the turn's column."""
    s.column[count_of(s.laid)] = card
    s.laid |= 1 << card


def turn_card(s: State, sink: Sink) -> None:
    """§3.2 - §3.5 What a card means depends on its rank, and on whether an encounter stands already."""
    card = take_from_deck(s)
    rank = rank_of(card)
    if rank == ACE:
        burn_torch(s, card, sink)
        return
    if rank == JACK:
        s.hand |= 1 << card
        tell(sink, events.SKILL_GAINED, card)
        return
    lay(s, card)
    if rank == QUEEN:
        receive_favor(s, card, sink)
    elif rank > TEN:
        tell(sink, events.SCROLL_FOUND if card == SCROLL else events.HOARD_FOUND, card)
    elif s.encounter == NO_CARD:
        meet_encounter(s, card, sink)
    else:
        act(s, card, sink)


def receive_favor(s: State, queen: int, sink: Sink) -> None:
    """§3.4 A queen wins the encounter that stands, or the one to come."""
    s.favored = queen
    tell(sink, events.FAVOR_SHOWN, queen, s.encounter)
    if s.encounter != NO_CARD:
        win_by_favor(s, sink)


def meet_encounter(s: State, card: int, sink: Sink) -> None:
    """§3.2 The first number of the turn; R-8 a queen before it has won it already."""
    s.encounter = card
    s.phase = STANDING
    tell(sink, events.ENCOUNTER_MET, card)
    if s.favored != NO_CARD:
        win_by_favor(s, sink)


def win_by_favor(s: State, sink: Sink) -> None:
    """§3.4 The goddess decides."""
    tell(sink, events.WON_BY_FAVOR, s.favored, s.encounter)
    win_turn(s, sink)


def win_by_skill(s: State, jack: int, sink: Sink) -> None:
    """§3.7 The jack of the encounter's suit wins, and lies in the column from then on."""
    s.hand ^= 1 << jack
    lay(s, jack)
    tell(sink, events.WON_BY_SKILL, jack, s.encounter)
    win_turn(s, sink)


def win_turn(s: State, sink: Sink) -> None:
    """§3.8 Collect the treasure; §3.9 where there is nothing else, one card must be chosen to mark the turn."""
    if s.laid & ~TREASURE != 0:
        collect(s, NO_CARD, sink)
    else:
        s.phase = MARKING


def collect(s: State, marker: int, sink: Sink) -> None:
    """§3.8 R-9 All treasure but the marker goes to the hand; the rest is turned face down."""
    taken = s.laid & TREASURE & ~(1 << marker)
    if sink is not None:
        for place in range(count_of(s.laid)):
            if has(taken, s.column[place]):
                tell(sink, events.TREASURE_TAKEN, s.column[place])
    s.hand |= taken
    s.stacks[s.turn - 1] = s.laid ^ taken
    tell(sink, events.TURN_WON, s.turn)
    end_turn(s, sink)


def abandon_turn(s: State, how: int, sink: Sink) -> None:
    """§3.10 R-14 A turn that was fled or lost keeps every card."""
    s.stacks[s.turn - 1] = s.laid
    tell(sink, how, s.turn)
    end_turn(s, sink)


def end_turn(s: State, sink: Sink) -> None:
    """§3.8 On to the next choice; §9.3 R-12 or out, however the turn under turn 1 went."""
    s.laid = 0
    s.encounter = NO_CARD
    s.dropped = 0
    s.phase = BETWEEN
    if s.turn == 2 * s.deepest - 1:
        escape(s, sink)


# §4 Monsters, §5 traps, §6 doors


def act(s: State, card: int, sink: Sink) -> None:
    """§3.2 An action card's number against the encounter's: at least as much wins."""
    shortfall = rank_of(s.encounter) - rank_of(card)
    if shortfall <= 0:
        tell(sink, events.WON_BY_ACTION, card, s.encounter)
        win_turn(s, sink)
    elif suit_of(s.encounter) == CLUBS:
        fail_door(s, card, shortfall, sink)
    else:
        strike(s, card, shortfall, sink)


def droppable(s: State) -> int:
    """§4.3 R-10 The treasures worth at least as much as the monster; R-18 under `drop_sum` any, if all together are enough."""
    treasure = s.hand & TREASURE
    monster = rank_of(s.encounter)
    if s.options.drop_sum:
        return treasure if s.dropped + points_in(treasure) >= monster else 0
    if worth(SCROLL) < monster:
        treasure &= ~(1 << SCROLL)
    return treasure & -1 << card_of(monster, SPADES)  # cards are numbered by rank


def drop(s: State, card: int, sink: Sink) -> None:
    """§4.3 Treasure thrown before a monster, which is fled as soon as it is enough."""
    s.hand ^= 1 << card
    lay(s, card)
    s.dropped += worth(card)
    tell(sink, events.TREASURE_DROPPED, card, s.encounter)
    if s.dropped < rank_of(s.encounter):
        s.phase = DROPPING
        return
    tell(sink, events.FLED, s.encounter)
    abandon_turn(s, events.TURN_FLED, sink)


def fail_door(s: State, card: int, shortfall: int, sink: Sink) -> None:
    """§6.2 A failed try may still be answered with Pick Lock; §6.3 otherwise cards are discarded."""
    s.owed = shortfall
    tell(sink, events.DOOR_HELD, card, s.encounter, shortfall)
    if has(s.hand, PICK_LOCK):
        s.phase = HELD
    else:
        discard_owed(s, sink)


def discard_owed(s: State, sink: Sink) -> None:
    """§6.3 One by one; an ace burns and counts."""
    s.phase = TURNING
    while s.owed > 0:
        card = take_from_deck(s)
        if rank_of(card) == ACE:
            burn_torch(s, card, sink)
            if s.phase != TURNING:
                return
        else:
            s.discards |= 1 << card
            tell(sink, events.DISCARDED, card)
        s.owed -= 1
    abandon_turn(s, events.TURN_LOST, sink)


# §7 Light


def burn_torch(s: State, ace: int, sink: Sink) -> None:
    """§7.1 The fourth torch is the end, §7.2 unless the scroll answers it."""
    s.torch_row |= 1 << ace
    s.torches += 1
    tell(sink, events.TORCH_BURNT, ace, s.torches)
    if s.torches < TORCHES:
        return
    if scroll_helps(s):
        s.phase = DARK
    else:
        s.owed = 0
        s.phase = OVER
        s.ending = LOST
        tell(sink, events.LOST)


def scroll_helps(s: State) -> bool:
    """§7.3 R-3 From the hand, or the column if the house says so; §7.4 R-4 among discards unless it says no."""
    if s.owed > 0 and not s.options.scroll_in_discards:
        return False
    return has(s.hand, SCROLL) or (s.options.scroll_from_column and has(s.laid, SCROLL))


def read_scroll(s: State, sink: Sink) -> None:
    """§7.2 The scroll lights the row for good, the ace goes under the deck, and the turn goes on where it stood."""
    ace = s.deck[s.top - 1]
    s.deck[s.bottom] = ace
    s.bottom += 1
    s.torches -= 1
    s.torch_row ^= 1 << ace
    s.torch_row |= 1 << SCROLL
    if has(s.hand, SCROLL):
        s.hand ^= 1 << SCROLL
    else:
        lift_scroll(s)
    tell(sink, events.SCROLL_READ, ace)
    if s.owed > 0:
        s.owed -= 1  # R-4 The ace counts as one of the discards.
        discard_owed(s, sink)
    elif s.encounter != NO_CARD:
        s.phase = STANDING
    else:
        s.phase = TURNING


def lift_scroll(s: State) -> None:
    """R-3 Under `scroll_from_column` the scroll leaves the column, and the cards above it move up."""
    place = 0
    while s.column[place] != SCROLL:
        place += 1
    s.laid ^= 1 << SCROLL
    for later in range(place, count_of(s.laid)):
        s.column[later] = s.column[later + 1]


# §8 Blows


def strike(s: State, card: int, damage: int, sink: Sink) -> None:
    """§8.2 A blow that something in the hand could answer waits for the answer."""
    s.blow = damage
    tell(sink, events.BLOW_STRUCK, card, s.encounter, damage)
    if has(s.hand, DODGE_BLOW) or may_disarm_late(s):
        s.phase = STRUCK
    else:
        suffer(s, sink)


def may_disarm_late(s: State) -> bool:
    """§5.3 R-19 Only where the house says so."""
    return (
        s.options.disarm_after_fail
        and suit_of(s.encounter) == DIAMONDS
        and has(s.hand, DISARM_MECHANISM)
    )


def suffer(s: State, sink: Sink) -> None:
    """§8.1 R-13 Lose hit points; with the last one, life."""
    damage = s.blow
    s.hit_points = max(s.hit_points - damage, 0)
    tell(sink, events.WOUNDED, damage, s.hit_points)
    if s.hit_points == 0:
        s.blow = 0
        s.phase = OVER
        s.ending = SLAIN
        tell(sink, events.SLAIN, s.encounter)
    else:
        after_blow(s, sink)


def dodge(s: State, sink: Sink) -> None:
    """§8.2 R-6 The whole blow is cancelled; R-16 the jack goes to the lost hit points."""
    s.hand ^= 1 << DODGE_BLOW
    s.spent |= 1 << DODGE_BLOW
    tell(sink, events.DODGED, DODGE_BLOW, s.blow)
    after_blow(s, sink)


def after_blow(s: State, sink: Sink) -> None:
    """§4.2 A fight goes on; §5.2 a sprung trap has ended the turn."""
    s.blow = 0
    if suit_of(s.encounter) == SPADES:
        s.phase = STANDING
    else:
        abandon_turn(s, events.TURN_LOST, sink)


# §9 The delve and the retreat


def may_turn_around(s: State) -> bool:
    """§9.2 After a delve turn; R-1 not before there was one; §9.4 R-2 the house may say not after the first."""
    return s.turn >= s.options.earliest_turnaround


def turn_around(s: State, sink: Sink) -> None:
    """§9.3 The first way back begins at once; §9.4 R-2 after turn 1 there is none."""
    s.deepest = s.turn
    if s.deepest == 1:
        tell(sink, events.WALKED_OUT)
        escape(s, sink)
    else:
        tell(sink, events.TURNED_AROUND, s.deepest - 1)
        begin_turn(s, sink)


def escape(s: State, sink: Sink) -> None:
    """§9.3 Out, alive."""
    s.phase = OVER
    s.ending = ESCAPED
    tell(sink, events.ESCAPED, kings_in(s.hand), points_in(s.hand))


# A move


def play(s: State, action: int, sink: Sink) -> None:
    """Make one legal move, and everything that it forces: §3.1 there is nothing to decide before an encounter has appeared."""
    make(s, action, sink)
    while s.phase == TURNING:
        turn_card(s, sink)


def make(s: State, action: int, sink: Sink) -> None:
    """The move itself."""
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
        discard_owed(s, sink)
    elif kind == READ:
        read_scroll(s, sink)
    else:
        tell(sink, events.MARKER_LEFT, card)
        collect(s, card, sink)
