"""§4 Attacks; §5 the Graverobber; §6 the Myrmiddon; §10 caught liars; §11 counters."""

from underdeck.cards import TEN, TWO, rank_of
from underdeck.games.dungeon import events
from underdeck.games.dungeon.events import Sink, emit, emit_to
from underdeck.games.dungeon.frames import (
    ability_caller,
    frame_opponent,
    frame_rank,
    frame_seat,
    pop,
    push,
)
from underdeck.games.dungeon.options import is_dark
from underdeck.games.dungeon.pending import (
    ANSWERED,
    ASKED,
    ATTACKED,
    CAUGHT,
    COUNTERS,
    FISH_ABILITY,
    ROB_ABILITY,
    ROBBING,
)
from underdeck.games.dungeon.state import (
    GRAVEROBBER,
    JOKER_RANK,
    MAX_CARDS,
    MYRMIDDON,
    WIGHT,
    State,
    is_alive,
)
from underdeck.games.dungeon.zones import (
    add_to_discards,
    add_to_hand,
    discard_dungeon,
    discard_front,
    discard_hand,
    find_in_hand,
    take_from_discards,
    take_from_hand,
)

# §4 Attack


def attack(s: State, seat: int, target: int, rank: int, value: int, sink: Sink) -> None:
    """§4.2 Attack an opponent with a creature."""
    s.creature = take_from_hand(s, seat, rank)
    s.pile_size = 0
    s.pile_sum = 0
    s.two_laid = 0
    emit(sink, events.ATTACKED, seat, target, s.creature, value)
    push(s, ATTACKED, target, seat, value)


def beats(creature: int, total: int, has_two: bool) -> bool:
    """§4.4 Return whether cards beat a creature: by their sum, or D-24 the Wight by a 2."""
    return total >= creature or (creature == WIGHT and has_two)


def wins_fight(s: State, creature: int) -> bool:
    """§4.4 Return whether the cards laid win; in version 1 of the rules a 2 must lie alone."""
    has_two = s.two_laid == 1 and (s.rules >= 2 or s.pile_size == 1)
    return beats(creature, s.pile_sum, has_two)


def passage_sum(s: State, seat: int) -> int:
    """Return the sum of all passages in a hand; a joker counts as a 10."""
    total = 0
    for place in range(s.hand_size[seat]):
        rank = rank_of(s.hands[seat * MAX_CARDS + place])
        if rank == JOKER_RANK:
            total += TEN
        elif 2 <= rank <= TEN:
            total += rank
    return total


def count_twos(s: State, seat: int) -> int:
    """D-24 Return the number of cards in a hand that can be laid as a 2."""
    count = 0
    for place in range(s.hand_size[seat]):
        rank = rank_of(s.hands[seat * MAX_CARDS + place])
        if rank in (TWO, JOKER_RANK):
            count += 1
    return count


def can_win_without(s: State, seat: int, rank: int, total: int, creature: int) -> bool:
    """D-20 Return whether a hand without a card of `rank` can still win; `total` is laid."""
    if total + passage_sum(s, seat) - (TEN if rank == JOKER_RANK else rank) >= creature:
        return True
    if creature != WIGHT or s.rules < 2:
        return False
    return s.two_laid == 1 or count_twos(s, seat) > (1 if rank in (TWO, JOKER_RANK) else 0)


def may_fight_with(s: State, seat: int, rank: int, value: int, creature: int) -> bool:
    """§4.4 - §4.5 Return whether a card of `rank` may be laid as `value` in a fight."""
    if value > TEN:
        return s.pile_size == 0 and value >= creature
    if value < 2:
        return False
    if creature == WIGHT and value == TWO and (s.rules >= 2 or s.pile_size == 0):
        return True
    return can_win_without(s, seat, rank, s.pile_sum + value, creature)


def fight(s: State, rank: int, value: int, sink: Sink) -> None:
    """§4.5 Lay a fighting card; a creature ends the fight at once."""
    seat = frame_seat(s)
    card = take_from_hand(s, seat, rank)
    s.pile[s.pile_size] = card
    s.pile_values[s.pile_size] = value
    s.pile_size += 1
    s.pile_sum += value
    if value == TWO:
        s.two_laid = 1
    emit(sink, events.FIGHT_LAID, seat, card, value)
    if value > TEN:
        strike(s, sink)


def strike(s: State, sink: Sink) -> None:
    """§4.4 Beat the creature and discard it with all fighting cards."""
    emit(sink, events.CREATURE_BEATEN, frame_seat(s))
    end_attack(s)


def end_attack(s: State) -> None:
    """Discard the creature and the fighting cards."""
    pop(s)
    add_to_discards(s, s.creature)
    s.creature = 0
    for place in range(s.pile_size):
        add_to_discards(s, s.pile[place])
    s.pile_size = 0
    s.pile_sum = 0
    s.two_laid = 0


def retreat(s: State, sink: Sink) -> None:
    """§4.6 Give up the front; the creature is discarded too."""
    seat = frame_seat(s)
    emit(sink, events.RETREATED, seat)
    discard_front(s, seat, sink)
    end_attack(s)


def fall(s: State, sink: Sink) -> None:
    """§4.7 Die in the cell."""
    seat = frame_seat(s)
    emit(sink, events.FELL, seat)
    end_attack(s)
    leave_game(s, seat, sink)


def leave_game(s: State, seat: int, sink: Sink) -> None:
    """D-8 Leave the game; hand and passages are discarded. D-28 The turn isn't idle."""
    discard_hand(s, seat, sink)
    discard_dungeon(s, seat, sink)
    s.alive ^= 1 << seat
    s.last_gone = seat
    if s.rules >= 2:
        s.busy = 1


# §11 Counters


def open_counters(s: State, caller: int, rank: int) -> None:
    """§11.2 Let everyone but the caller counter, if the options say so."""
    if s.options.counter_attack & (1 if rank == GRAVEROBBER else 2):
        push(s, COUNTERS, caller, s.alive & ~(1 << caller), rank)


def counter(s: State, seat: int, rank: int, sink: Sink) -> None:
    """§11.2 Counter: close the window and open another, for everyone else."""
    card = take_from_hand(s, seat, rank)
    s.pile[s.pile_size] = card
    s.pile_size += 1
    emit(sink, events.COUNTERED, seat, card)
    wanted_rank = frame_rank(s)
    pop(s)
    push(s, COUNTERS, seat, s.alive & ~(1 << seat), wanted_rank)


def has_caller_left(s: State) -> bool:
    """D-27 Return whether the player whose ability may be countered has left the game."""
    return s.rules >= 2 and not is_alive(s, ability_caller(s))


def discard_counters(s: State) -> bool:
    """§11.2 - §11.3 Discard the counters; return whether they cancel, which an odd number does."""
    cancelled = s.pile_size % 2 == 1
    for place in range(s.pile_size):
        add_to_discards(s, s.pile[place])
    s.pile_size = 0
    return cancelled


# §5 The Graverobber


def call_graverobber(s: State, seat: int, rank: int, sink: Sink) -> None:
    """§5.1 Call the ability."""
    s.creature = take_from_hand(s, seat, rank)
    emit(sink, events.ROB_CALLED, seat, s.creature)
    s.pile_size = 0
    if s.rules >= 2:
        s.keep_discards = 1
    push(s, ROB_ABILITY, seat)
    open_counters(s, seat, GRAVEROBBER)


def resolve_graverobber(s: State, sink: Sink) -> None:
    """§5 Let the caller take a card; §11.3 unless cancelled; D-27 or the caller has left."""
    seat = frame_seat(s)
    pop(s)
    cancelled = discard_counters(s)
    if s.rules >= 2 and not is_alive(s, seat):
        add_to_discards(s, s.creature)
    elif cancelled:
        emit(sink, events.ABILITY_CANCELLED, seat)
        add_to_discards(s, s.creature)
    else:
        s.robber = s.creature
        push(s, ROBBING, seat)
    s.creature = 0


def take(s: State, rank: int, sink: Sink) -> None:
    """§5.1 Take a card from the discards; §13.2 in the dark nobody else sees it."""
    seat = frame_seat(s)
    pop(s)
    card = take_from_discards(s, rank)
    add_to_hand(s, seat, card)
    if is_dark(s.options):
        emit(sink, events.TOOK_SECRETLY, seat)
        emit_to(sink, 1 << seat, events.TOOK, seat, card)
    else:
        emit(sink, events.TOOK, seat, card)


# §6 The Myrmiddon


def call_myrmiddon(
    s: State, seat: int, target: int, rank: int, asked_rank: int, sink: Sink
) -> None:
    """§6.1 Call the ability, with a target and a rank to ask for."""
    s.creature = take_from_hand(s, seat, rank)
    emit(sink, events.FISHED, seat, target, s.creature, asked_rank)
    s.pile_size = 0
    push(s, FISH_ABILITY, seat, target, asked_rank)
    open_counters(s, seat, MYRMIDDON)


def resolve_myrmiddon(s: State, sink: Sink) -> None:
    """§6.1 Discard it and let the target answer; §11.3 unless cancelled."""
    seat = frame_seat(s)
    target = frame_opponent(s)
    asked_rank = frame_rank(s)
    pop(s)
    add_to_discards(s, s.creature)
    s.creature = 0
    cancelled = discard_counters(s)
    if s.rules >= 2 and not is_alive(s, seat):
        return
    if cancelled:
        emit(sink, events.ABILITY_CANCELLED, seat)
    elif is_alive(s, seat) and is_alive(s, target):
        push(s, ASKED, target, seat, asked_rank)


def give(s: State, sink: Sink) -> None:
    """§6.2 Give the card asked for."""
    target = frame_seat(s)
    asker = frame_opponent(s)
    asked_rank = frame_rank(s)
    pop(s)
    hand_over(s, target, asker, asked_rank, sink)


def hand_over(s: State, target: int, asker: int, rank: int, sink: Sink) -> None:
    """§9.2 Move a card between hands; only the two see it, but all know its rank."""
    card = take_from_hand(s, target, rank)
    add_to_hand(s, asker, card)
    emit(sink, events.GAVE, target, asker, rank)
    emit_to(sink, 1 << target | 1 << asker, events.GAVE_CARD, target, asker, card)


def deny(s: State, sink: Sink) -> None:
    """§6.2 Deny, truly or not; §6.3 the asker decides next."""
    target = frame_seat(s)
    asker = frame_opponent(s)
    asked_rank = frame_rank(s)
    pop(s)
    emit(sink, events.DENIED, target)
    push(s, ANSWERED, asker, target, asked_rank)


def believe(s: State, sink: Sink) -> None:
    """§6.3 Accept the denial."""
    asker = frame_seat(s)
    pop(s)
    emit(sink, events.BELIEVED, asker)


def demand(s: State, sink: Sink) -> None:
    """§6.4 Demand to see the hand; a false denial or a false demand costs a hand."""
    asker = frame_seat(s)
    target = frame_opponent(s)
    asked_rank = frame_rank(s)
    pop(s)
    emit(sink, events.DEMANDED, asker, target)
    for place in range(s.hand_size[target]):
        card = s.hands[target * MAX_CARDS + place]
        if s.options.demand_shows_all:
            emit(sink, events.HAND_SHOWN, target, card)
        else:
            emit_to(sink, 1 << asker | 1 << target, events.HAND_SHOWN, target, card)
    if find_in_hand(s, target, asked_rank) < 0:
        emit(sink, events.TOLD_TRUTH, target)
        discard_hand(s, asker, sink)
        return
    emit(sink, events.LIED, target)
    if s.options.suicide_queen:
        push(s, CAUGHT, target, asker, asked_rank)
    else:
        hand_over(s, target, asker, asked_rank, sink)
        discard_hand(s, target, sink)


def surrender(s: State, sink: Sink) -> None:
    """§10.1 Give the card when caught, and lose the rest unless the options say otherwise."""
    target = frame_seat(s)
    give(s, sink)
    if not s.options.surrender_keeps_rest:
        discard_hand(s, target, sink)


def burn(s: State, sink: Sink) -> None:
    """§10.1 Discard the whole hand when caught."""
    target = frame_seat(s)
    pop(s)
    emit(sink, events.BURNT, target)
    discard_hand(s, target, sink)
