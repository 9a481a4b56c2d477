"""§4 Monsters, §5 traps and §6 doors; §7 torches; §8 blows."""

from underdeck.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    NO_CARD,
    SPADES,
    card_of,
    count_of,
    rank_of,
    suit_of,
)
from underdeck.games.tomb import events
from underdeck.games.tomb.events import Sink, emit
from underdeck.games.tomb.state import (
    DARK,
    DISARM_MECHANISM,
    DODGE_BLOW,
    DROPPING,
    HELD,
    LOST,
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
from underdeck.games.tomb.treasure import has, points_in, worth
from underdeck.games.tomb.turns import abandon_turn, lay, win_turn


def act(s: State, card: int, sink: Sink) -> None:
    """§3.2 Play an action card against the encounter; at least the same number wins."""
    shortfall = rank_of(s.encounter) - rank_of(card)
    if shortfall <= 0:
        emit(sink, events.WON_BY_ACTION, card, s.encounter)
        win_turn(s, sink)
    elif suit_of(s.encounter) == CLUBS:
        fail_door(s, card, shortfall, sink)
    else:
        strike(s, card, shortfall, sink)


# §4 Monsters


def droppable(s: State) -> int:
    """§4.3 R-10 Return the treasures worth at least the monster's number, as a set of cards.

    R-18 Under `drop_sum` return all treasures, if together they are worth enough.
    """
    treasure = s.hand & TREASURE
    monster = rank_of(s.encounter)
    if s.options.drop_sum:
        return treasure if s.dropped + points_in(treasure) >= monster else 0
    if worth(SCROLL) < monster:
        treasure &= ~(1 << SCROLL)
    return treasure & -1 << card_of(monster, SPADES)  # cards are numbered by rank


def drop(s: State, card: int, sink: Sink) -> None:
    """§4.3 Drop treasure before a monster, and flee as soon as it is worth enough."""
    s.hand ^= 1 << card
    lay(s, card)
    s.dropped += worth(card)
    emit(sink, events.TREASURE_DROPPED, card, s.encounter)
    if s.dropped < rank_of(s.encounter):
        s.phase = DROPPING
        return
    emit(sink, events.FLED, s.encounter)
    abandon_turn(s, events.TURN_FLED, sink)


# §6 Doors


def fail_door(s: State, card: int, shortfall: int, sink: Sink) -> None:
    """§6.2 Fail to open a door, unless Pick Lock is played; §6.3 then discard cards."""
    s.owed = shortfall
    emit(sink, events.DOOR_HELD, card, s.encounter, shortfall)
    s.phase = HELD if has(s.hand, PICK_LOCK) else TURNING


def discard(s: State, card: int, sink: Sink) -> None:
    """§6.3 Discard a card that was turned; an ace burns a torch and counts."""
    if rank_of(card) == ACE:
        burn_torch(s, card, sink)
        if s.phase != TURNING:
            return
    else:
        s.discards |= 1 << card
        emit(sink, events.DISCARDED, card)
    count_discard(s, sink)


def count_discard(s: State, sink: Sink) -> None:
    """§6.3 Count a discard; the turn is lost after the last one."""
    s.owed -= 1
    if s.owed == 0:
        abandon_turn(s, events.TURN_LOST, sink)


# §7 Light


def burn_torch(s: State, ace: int, sink: Sink) -> None:
    """§7.1 Burn a torch; the fourth ends the game, §7.2 unless the scroll answers it."""
    s.torch_row |= 1 << ace
    s.torches += 1
    emit(sink, events.TORCH_BURNT, ace, s.torches)
    if s.torches < TORCHES:
        return
    if scroll_helps(s):
        s.phase = DARK
    else:
        s.owed = 0
        s.phase = OVER
        s.ending = LOST
        emit(sink, events.LOST)


def scroll_helps(s: State) -> bool:
    """§7.2 Return whether the scroll can answer a fourth torch now.

    §7.3 R-3 It must be in the hand, or under `scroll_from_column` in the column; §7.4 R-4 without
    `scroll_in_discards` it doesn't help among a door's discards.
    """
    if s.owed > 0 and not s.options.scroll_in_discards:
        return False
    return has(s.hand, SCROLL) or (s.options.scroll_from_column and has(s.laid, SCROLL))


def read_scroll(s: State, sink: Sink) -> None:
    """§7.2 Move the scroll to the torch row and the ace under the deck; the turn goes on."""
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
    emit(sink, events.SCROLL_READ, ace)
    if s.owed > 0:
        s.phase = TURNING
        count_discard(s, sink)  # R-4 The ace counts as one of the discards.
    elif s.encounter != NO_CARD:
        s.phase = STANDING
    else:
        s.phase = TURNING


def lift_scroll(s: State) -> None:
    """R-3 Take the scroll out of the column and close the gap."""
    place = 0
    while s.column[place] != SCROLL:
        place += 1
    s.laid ^= 1 << SCROLL
    for later in range(place, count_of(s.laid)):
        s.column[later] = s.column[later + 1]


# §8 Blows


def strike(s: State, card: int, damage: int, sink: Sink) -> None:
    """§8.2 Strike a blow; wait for an answer if the hand has one."""
    s.blow = damage
    emit(sink, events.BLOW_STRUCK, card, s.encounter, damage)
    if has(s.hand, DODGE_BLOW) or may_disarm_late(s):
        s.phase = STRUCK
    else:
        suffer(s, sink)


def may_disarm_late(s: State) -> bool:
    """§5.3 R-19 Return whether a sprung trap may still be disarmed."""
    return (
        s.options.disarm_after_fail
        and suit_of(s.encounter) == DIAMONDS
        and has(s.hand, DISARM_MECHANISM)
    )


def suffer(s: State, sink: Sink) -> None:
    """§8.1 R-13 Lose hit points; die with the last one."""
    damage = s.blow
    s.hit_points = max(s.hit_points - damage, 0)
    emit(sink, events.WOUNDED, damage, s.hit_points)
    if s.hit_points == 0:
        s.blow = 0
        s.phase = OVER
        s.ending = SLAIN
        emit(sink, events.SLAIN, s.encounter)
    else:
        after_blow(s, sink)


def dodge(s: State, sink: Sink) -> None:
    """§8.2 R-6 Cancel the whole blow; R-16 the jack goes to the lost hit points."""
    s.hand ^= 1 << DODGE_BLOW
    s.spent |= 1 << DODGE_BLOW
    emit(sink, events.DODGED, DODGE_BLOW, s.blow)
    after_blow(s, sink)


def after_blow(s: State, sink: Sink) -> None:
    """§4.2 Go on with a fight; §5.2 a sprung trap ends the turn."""
    s.blow = 0
    if suit_of(s.encounter) == SPADES:
        s.phase = STANDING
    else:
        abandon_turn(s, events.TURN_LOST, sink)
