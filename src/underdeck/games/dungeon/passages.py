"""§3 Passages: digging and caving in; §12.2 jokers saved; §14 claims and accusations."""

from underdeck.cards import TWO, rank_of
from underdeck.games.dungeon import events
from underdeck.games.dungeon.events import Sink, emit, emit_to
from underdeck.games.dungeon.frames import frame_rank, frame_seat, is_last_passage, pop, push
from underdeck.games.dungeon.options import cell_value, first_passage
from underdeck.games.dungeon.pending import ACCUSATIONS, SAVING
from underdeck.games.dungeon.state import ESCAPED, JOKER_RANK, MAX_CARDS, State, is_alive
from underdeck.games.dungeon.zones import (
    add_to_discards,
    discard_dungeon,
    discard_front,
    front_index,
    lowest_value,
    take_from_hand,
    true_value,
)


def fitting_value(s: State, seat: int, place: int) -> int:
    """§3.1 - §3.2 Return the value that may be laid next to a place, one less; 0 if none."""
    value = (cell_value(s.options) if place == 0 else s.claims[seat * MAX_CARDS + place - 1]) - 1
    if s.followers[seat * (MAX_CARDS + 1) + place] == 0 or value == lowest_value(s, seat):
        return value if value > 1 else 0
    return 0


def dig(s: State, seat: int, rank: int, value: int, place: int, sink: Sink) -> None:
    """§3.1 Lay a passage; §3.5 the 2 opens the way out."""
    card = take_from_hand(s, seat, rank)
    here = seat * MAX_CARDS + s.depth[seat]
    s.passages[here] = card
    s.claims[here] = value
    s.parents[here] = place
    s.depth[seat] += 1
    s.followers[seat * (MAX_CARDS + 1) + place] += 1
    s.followers[seat * (MAX_CARDS + 1) + s.depth[seat]] = 0
    if value == first_passage(s.options):
        s.left_cell |= 1 << seat
    if s.options.pitch_black:
        emit(sink, events.DUG_HIDDEN, seat, value, place)
        emit_to(sink, 1 << seat, events.LAID_AS, seat, card, value)
        if value == TWO and s.options.reveal_on_escape and s.rules >= 2:
            check_escape(s, seat, sink)
        else:
            open_accusations(s, seat, value == TWO)
        return
    emit(sink, events.DUG, seat, card, value, place)
    if value == TWO:
        escape(s, seat, sink)


def escape(s: State, seat: int, sink: Sink) -> None:
    """§8.1 End the game with this seat's escape."""
    s.ending = ESCAPED
    s.winner = seat
    emit(sink, events.ESCAPED, seat)


def cave_in(s: State, seat: int, target: int, rank: int, value: int, sink: Sink) -> None:
    """§3.4 Bring a front down with a card of its value; §14.3 in pitch black try to, in secret."""
    card = take_from_hand(s, seat, rank)
    hidden = s.options.pitch_black
    if hidden:
        emit(sink, events.CAVE_TRIED, seat, target)
        emit_to(sink, 1 << seat, events.TRIED_WITH, seat, card, value)
    else:
        emit(sink, events.CAVED_IN, seat, target, card, value)
    place = front_index(s, target)
    front = s.passages[place]
    if true_value(front, s.claims[place]) != value:
        emit(sink, events.CAVE_MISSED, seat, target)
        add_to_discards(s, card)
        return
    if hidden:
        emit(sink, events.CAVE_HIT, seat, target)
    if rank_of(front) == JOKER_RANK:
        s.creature = card
        push(s, SAVING, target, 0, value)
        return
    add_to_discards(s, card)
    discard_front(s, target, sink)


def save_joker(s: State, sink: Sink) -> None:
    """§12.2 Discard a natural card of the joker's value in its place."""
    owner = frame_seat(s)
    card = take_from_hand(s, owner, frame_rank(s))
    pop(s)
    emit(sink, events.JOKER_SAVED, owner, card)
    add_to_discards(s, s.creature)
    add_to_discards(s, card)
    s.creature = 0


def lose_joker(s: State, sink: Sink) -> None:
    """§12.2 Discard the joker."""
    owner = frame_seat(s)
    pop(s)
    emit(sink, events.JOKER_LOST, owner)
    add_to_discards(s, s.creature)
    discard_front(s, owner, sink)
    s.creature = 0


def open_accusations(s: State, seat: int, is_last: bool) -> None:
    """§14.4 Let all others with a passage accuse; §14.5 D-16 or all others without condition."""
    asked = 0
    for other in range(s.players):
        if (
            other != seat
            and is_alive(s, other)
            and (is_last or s.options.accuse_freely or s.depth[other] > 0)
        ):
            asked |= 1 << other
    if asked != 0 or is_last:
        push(s, ACCUSATIONS, seat, asked, 1 if is_last else 0)


def is_honest(s: State, seat: int) -> bool:
    """§14.2 Return whether every passage has the value that it claims."""
    for place in range(s.depth[seat]):
        here = seat * MAX_CARDS + place
        if true_value(s.passages[here], s.claims[here]) != s.claims[here]:
            return False
    return True


def show_dungeon(s: State, seat: int, sink: Sink) -> None:
    """Show every passage of a dungeon to all."""
    for place in range(s.depth[seat]):
        here = seat * MAX_CARDS + place
        emit(sink, events.PASSAGE_SHOWN, seat, place + 1, s.passages[here], s.claims[here])


def accuse(s: State, seat: int, target: int, sink: Sink) -> bool:
    """§14.4 Show the accused dungeon; one of the two loses it. Return whether it was honest."""
    emit(sink, events.ACCUSED, seat, target)
    show_dungeon(s, target, sink)
    honest = is_honest(s, target)
    emit(sink, events.WAS_HONEST if honest else events.WAS_FALSE, target)
    discard_dungeon(s, seat if honest else target, sink)
    return honest


def accuse_in_window(s: State, seat: int, sink: Sink) -> None:
    """§14.4 Close the window with the first accusation; §14.5 an honest 2 escapes."""
    digger = frame_seat(s)
    is_last = is_last_passage(s)
    pop(s)
    if accuse(s, seat, digger, sink) and is_last:
        escape(s, digger, sink)


def let_stand(s: State, sink: Sink) -> None:
    """§14.5 Close the window without an accusation; a 2 leads to an escape."""
    digger = frame_seat(s)
    is_last = is_last_passage(s)
    pop(s)
    if is_last:
        check_escape(s, digger, sink)


def check_escape(s: State, digger: int, sink: Sink) -> None:
    """§14.5 Show the dungeon and let it escape; D-17, D-26 not if it is checked and false."""
    show_dungeon(s, digger, sink)
    if s.options.reveal_on_escape and not is_honest(s, digger):
        emit(sink, events.WAS_FALSE, digger)
        discard_dungeon(s, digger, sink)
    else:
        escape(s, digger, sink)
