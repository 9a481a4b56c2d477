"""§4 Attacks, fights and falls; §5 the Graverobber; §6 the Myrmiddon; §10 and §11 what may be done about them."""

from underdeck.cards import TEN, TWO, rank_of
from underdeck.games.dungeon import events
from underdeck.games.dungeon.primitives import (
    Sink,
    add_to_hand,
    discard_dungeon,
    discard_hand,
    find_in_hand,
    frame,
    is_dark,
    lives,
    lose_front,
    pop,
    push,
    put_away,
    take_from_discards,
    take_from_hand,
    tell,
    whisper,
)
from underdeck.games.dungeon.state import (
    ANSWERED,
    ASKED,
    ATTACKED,
    CAUGHT,
    COUNTERS,
    FISH_ABILITY,
    FRAME,
    GRAVEROBBER,
    JOKER_RANK,
    MOST_CARDS,
    MYRMIDDON,
    ROB_ABILITY,
    ROBBING,
    WIGHT,
    State,
)

# §4 Attack


def attack(s: State, seat: int, target: int, rank: int, value: int, sink: Sink) -> None:
    """§4.2 A creature is set on an opponent."""
    s.creature = take_from_hand(s, seat, rank)
    s.pile_size = 0
    s.pile_sum = 0
    s.two_laid = 0
    tell(sink, events.ATTACKED, seat, target, s.creature, value)
    push(s, ATTACKED, target, seat, value)


def is_enough(s: State, attacker: int) -> bool:
    """§4.4 Do the fighting cards win: by their sum, or D-24 by a 2 against the Wight? In version 1 that 2 must lie alone."""
    if s.pile_sum >= attacker:
        return True
    return attacker == WIGHT and s.two_laid == 1 and (s.rules >= 2 or s.pile_size == 1)


def strength_left(s: State, seat: int) -> int:
    """The sum of all passages in a hand; a joker can be a 10."""
    total = 0
    for place in range(s.hand_size[seat]):
        rank = rank_of(s.hands[seat * MOST_CARDS + place])
        if rank == JOKER_RANK:
            total += TEN
        elif 2 <= rank <= TEN:
            total += rank
    return total


def count_twos(s: State, seat: int) -> int:
    """D-24 How many cards in a hand can be laid as a 2."""
    count = 0
    for place in range(s.hand_size[seat]):
        rank = rank_of(s.hands[seat * MOST_CARDS + place])
        if rank in (TWO, JOKER_RANK):
            count += 1
    return count


def can_win_without(s: State, seat: int, rank: int, total: int, attacker: int) -> bool:
    """D-20 Can the hand without one card of that rank, with fighting cards of that sum laid, still beat the creature?"""
    if total + strength_left(s, seat) - (TEN if rank == JOKER_RANK else rank) >= attacker:
        return True
    if attacker != WIGHT or s.rules < 2:
        return False
    return s.two_laid == 1 or count_twos(s, seat) > (1 if rank in (TWO, JOKER_RANK) else 0)


def may_fight_with(s: State, seat: int, rank: int, value: int, attacker: int) -> bool:
    """§4.4 - §4.5 May this card, as this value, be laid against a creature of the attacker's value?"""
    if value > TEN:
        return s.pile_size == 0 and value >= attacker
    if value < 2:
        return False
    if attacker == WIGHT and value == TWO and (s.rules >= 2 or s.pile_size == 0):
        return True
    return can_win_without(s, seat, rank, s.pile_sum + value, attacker)


def fight(s: State, rank: int, value: int, sink: Sink) -> None:
    """§4.5 Lay a fighting card; a creature ends it by itself."""
    seat = frame(s, 1)
    card = take_from_hand(s, seat, rank)
    s.pile[s.pile_size] = card
    s.pile_size += 1
    s.pile_sum += value
    if value == TWO:
        s.two_laid = 1
    tell(sink, events.FIGHT_LAID, seat, card, value)
    if value > TEN:
        strike(s, sink)


def strike(s: State, sink: Sink) -> None:
    """§4.4 The creature is beaten, and all of it is discarded."""
    tell(sink, events.CREATURE_BEATEN, frame(s, 1))
    end_attack(s)


def end_attack(s: State) -> None:
    """Creature and fighting cards go to the discards."""
    pop(s)
    put_away(s, s.creature)
    s.creature = 0
    for place in range(s.pile_size):
        put_away(s, s.pile[place])
    s.pile_size = 0
    s.pile_sum = 0
    s.two_laid = 0


def retreat(s: State, sink: Sink) -> None:
    """§4.6 The front is given up with the creature."""
    seat = frame(s, 1)
    tell(sink, events.RETREATED, seat)
    lose_front(s, seat, sink)
    end_attack(s)


def fall(s: State, sink: Sink) -> None:
    """§4.7 Slain in the cell."""
    seat = frame(s, 1)
    tell(sink, events.FELL, seat)
    end_attack(s)
    leave_game(s, seat, sink)


def leave_game(s: State, seat: int, sink: Sink) -> None:
    """D-8 Hand and passages go to the discards, and the player watches from then on; D-28 the turn isn't idle."""
    discard_hand(s, seat, sink)
    discard_dungeon(s, seat, sink)
    s.alive ^= 1 << seat
    s.gone = seat
    if s.rules >= 2:
        s.busy = 1


# §11 Counters


def await_counters(s: State, caller: int, rank: int) -> None:
    """§11.2 Where the house plays it so, everybody but the caller may counter."""
    if s.options.counter_attack & (1 if rank == GRAVEROBBER else 2):
        push(s, COUNTERS, caller, s.alive & ~(1 << caller), rank)


def counter(s: State, seat: int, rank: int, sink: Sink) -> None:
    """§11.2 A counter closes the window and opens another, for everybody but the one who countered."""
    card = take_from_hand(s, seat, rank)
    s.pile[s.pile_size] = card
    s.pile_size += 1
    tell(sink, events.COUNTERED, seat, card)
    wanted = frame(s, 3)
    pop(s)
    push(s, COUNTERS, seat, s.alive & ~(1 << seat), wanted)


def has_caller_left(s: State) -> bool:
    """D-27 Has the player left whose ability the counter window on top is about? The ability lies beneath it."""
    return s.rules >= 2 and not lives(s, s.stack[(s.height - 2) * FRAME + 1])


def is_cancelled(s: State) -> bool:
    """§11.2 - §11.3 The counters are discarded; an odd number of them cancels."""
    cancelled = s.pile_size % 2 == 1
    for place in range(s.pile_size):
        put_away(s, s.pile[place])
    s.pile_size = 0
    return cancelled


# §5 The Graverobber


def call_graverobber(s: State, seat: int, rank: int, sink: Sink) -> None:
    """§5.1 The ability is called."""
    s.creature = take_from_hand(s, seat, rank)
    tell(sink, events.ROB_CALLED, seat, s.creature)
    s.pile_size = 0
    if s.rules >= 2:
        s.keep_discards = 1
    push(s, ROB_ABILITY, seat)
    await_counters(s, seat, GRAVEROBBER)


def work_graverobber(s: State, sink: Sink) -> None:
    """§5 It works, and waits for the choice; §11.3 or was cancelled; D-27 without its player it does nothing."""
    seat = frame(s, 1)
    pop(s)
    cancelled = is_cancelled(s)
    if s.rules >= 2 and not lives(s, seat):
        put_away(s, s.creature)
    elif cancelled:
        tell(sink, events.ABILITY_CANCELLED, seat)
        put_away(s, s.creature)
    else:
        s.robber = s.creature
        push(s, ROBBING, seat)
    s.creature = 0


def take(s: State, rank: int, sink: Sink) -> None:
    """§5.1 A card from the discards; §13.2 in the dark nobody else knows which."""
    seat = frame(s, 1)
    pop(s)
    card = take_from_discards(s, rank)
    add_to_hand(s, seat, card)
    if is_dark(s):
        tell(sink, events.TOOK_SECRETLY, seat)
        whisper(sink, 1 << seat, events.TOOK, seat, card)
    else:
        tell(sink, events.TOOK, seat, card)


# §6 The Myrmiddon


def call_myrmiddon(s: State, seat: int, target: int, rank: int, asked: int, sink: Sink) -> None:
    """§6.1 The ability is called, with target and rank."""
    s.creature = take_from_hand(s, seat, rank)
    tell(sink, events.FISHED, seat, target, s.creature, asked)
    s.pile_size = 0
    push(s, FISH_ABILITY, seat, target, asked)
    await_counters(s, seat, MYRMIDDON)


def work_myrmiddon(s: State, sink: Sink) -> None:
    """§6.1 It is discarded, and the one asked must answer; §11.3 or it was cancelled."""
    seat = frame(s, 1)
    target = frame(s, 2)
    asked = frame(s, 3)
    pop(s)
    put_away(s, s.creature)
    s.creature = 0
    cancelled = is_cancelled(s)
    if s.rules >= 2 and not lives(s, seat):
        return
    if cancelled:
        tell(sink, events.ABILITY_CANCELLED, seat)
    elif lives(s, seat) and lives(s, target):
        push(s, ASKED, target, seat, asked)


def give(s: State, sink: Sink) -> None:
    """§6.2 Such a card changes hands; everyone knows its rank."""
    target = frame(s, 1)
    asker = frame(s, 2)
    asked = frame(s, 3)
    pop(s)
    hand_over(s, target, asker, asked, sink)


def hand_over(s: State, target: int, asker: int, rank: int, sink: Sink) -> None:
    """§9.2 The two see the card."""
    card = take_from_hand(s, target, rank)
    add_to_hand(s, asker, card)
    tell(sink, events.GAVE, target, asker, rank)
    whisper(sink, 1 << target | 1 << asker, events.GAVE_CARD, target, asker, card)


def deny(s: State, sink: Sink) -> None:
    """§6.2 A no, true or not; §6.3 the asker decides what to make of it."""
    target = frame(s, 1)
    asker = frame(s, 2)
    asked = frame(s, 3)
    pop(s)
    tell(sink, events.DENIED, target)
    push(s, ANSWERED, asker, target, asked)


def believe(s: State, sink: Sink) -> None:
    """§6.3 The asker lets it be."""
    asker = frame(s, 1)
    pop(s)
    tell(sink, events.BELIEVED, asker)


def demand(s: State, sink: Sink) -> None:
    """§6.4 The hand is shown, and one of the two pays."""
    asker = frame(s, 1)
    target = frame(s, 2)
    asked = frame(s, 3)
    pop(s)
    tell(sink, events.DEMANDED, asker, target)
    for place in range(s.hand_size[target]):
        card = s.hands[target * MOST_CARDS + place]
        if s.options.demand_shows_all:
            tell(sink, events.HAND_SHOWN, target, card)
        else:
            whisper(sink, 1 << asker | 1 << target, events.HAND_SHOWN, target, card)
    if find_in_hand(s, target, asked) < 0:
        tell(sink, events.TOLD_TRUTH, target)
        discard_hand(s, asker, sink)
        return
    tell(sink, events.LIED, target)
    if s.options.suicide_queen:
        push(s, CAUGHT, target, asker, asked)
    else:
        hand_over(s, target, asker, asked, sink)
        discard_hand(s, target, sink)


def surrender(s: State, sink: Sink) -> None:
    """§10.1 The caught liar gives the card, and loses the rest unless the house lets it be kept."""
    target = frame(s, 1)
    give(s, sink)
    if not s.options.surrender_keeps_rest:
        discard_hand(s, target, sink)


def burn(s: State, sink: Sink) -> None:
    """§10.1 The caught liar discards everything instead."""
    target = frame(s, 1)
    pop(s)
    tell(sink, events.BURNT, target)
    discard_hand(s, target, sink)
