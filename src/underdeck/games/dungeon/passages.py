"""§3 Passages: digging and caving in; §12.2 jokers saved; §14 claims and accusations."""

from underdeck.cards import rank_of
from underdeck.games.dungeon import events
from underdeck.games.dungeon.primitives import (
    Sink,
    discard_dungeon,
    frame,
    front,
    lives,
    lose_front,
    lowest,
    pop,
    push,
    put_away,
    take_from_hand,
    tell,
    true_value,
    whisper,
)
from underdeck.games.dungeon.state import (
    ACCUSATIONS,
    CELL,
    ESCAPED,
    JOKER_RANK,
    MOST_CARDS,
    SAVING,
    State,
)


def fitting(s: State, seat: int, place: int) -> int:
    """§3.1 - §3.2 The only value that may lie next to that place of the seat's own dungeon: one less; 0 if none may."""
    value = (CELL if place == 0 else s.claims[seat * MOST_CARDS + place - 1]) - 1
    if s.followers[seat * (MOST_CARDS + 1) + place] == 0 or value == lowest(s, seat):
        return value if value > 1 else 0
    return 0


def dig(s: State, seat: int, rank: int, value: int, place: int, sink: Sink) -> None:
    """§3.1 Lay a passage; §3.5 with the 2 the way is open."""
    card = take_from_hand(s, seat, rank)
    here = seat * MOST_CARDS + s.depth[seat]
    s.passages[here] = card
    s.claims[here] = value
    s.parents[here] = place
    s.depth[seat] += 1
    s.followers[seat * (MOST_CARDS + 1) + place] += 1
    s.followers[seat * (MOST_CARDS + 1) + s.depth[seat]] = 0
    if value == 10:
        s.left |= 1 << seat
    if s.options.pitch_black:
        tell(sink, events.DUG_HIDDEN, seat, value, place)
        whisper(sink, 1 << seat, events.LAID_AS, seat, card, value)
        if value == 2 and s.options.reveal_on_escape and s.rules >= 2:
            check_escape(s, seat, sink)
        else:
            await_accusations(s, seat, value == 2)
        return
    tell(sink, events.DUG, seat, card, value, place)
    if value == 2:
        escape(s, seat, sink)


def escape(s: State, seat: int, sink: Sink) -> None:
    """§8.1 Out, and the game is won."""
    s.ending = ESCAPED
    s.winner = seat
    tell(sink, events.ESCAPED, seat)


def cave_in(s: State, seat: int, target: int, rank: int, value: int, sink: Sink) -> None:
    """§3.4 A card of the front's value brings it down; §14.3 in pitch black it is tried, and compared in secret."""
    card = take_from_hand(s, seat, rank)
    hidden = s.options.pitch_black
    if hidden:
        tell(sink, events.CAVE_TRIED, seat, target)
        whisper(sink, 1 << seat, events.TRIED_WITH, seat, card, value)
    else:
        tell(sink, events.CAVED_IN, seat, target, card, value)
    place = front(s, target)
    fronted = s.passages[place]
    if true_value(fronted, s.claims[place]) != value:
        tell(sink, events.CAVE_MISSED, seat, target)
        put_away(s, card)
        return
    if hidden:
        tell(sink, events.CAVE_HIT, seat, target)
    if rank_of(fronted) == JOKER_RANK:
        s.creature = card
        push(s, SAVING, target, value)
        return
    put_away(s, card)
    lose_front(s, target, sink)


def save_joker(s: State, sink: Sink) -> None:
    """§12.2 A natural card of that value goes instead of the joker."""
    owner = frame(s, 1)
    card = take_from_hand(s, owner, frame(s, 2))
    pop(s)
    tell(sink, events.JOKER_SAVED, owner, card)
    put_away(s, s.creature)
    put_away(s, card)
    s.creature = 0


def lose_joker(s: State, sink: Sink) -> None:
    """§12.2 The joker goes."""
    owner = frame(s, 1)
    pop(s)
    tell(sink, events.JOKER_LOST, owner)
    put_away(s, s.creature)
    lose_front(s, owner, sink)
    s.creature = 0


def await_accusations(s: State, seat: int, last: bool) -> None:
    """§14.4 Everyone else who has a passage may accuse; §14.5 at the ninth card, or if the house lets them, everyone else."""
    asked = 0
    for other in range(s.players):
        if (
            other != seat
            and lives(s, other)
            and (last or s.options.accuse_freely or s.depth[other] > 0)
        ):
            asked |= 1 << other
    if asked != 0 or last:
        push(s, ACCUSATIONS, seat, asked, 1 if last else 0)


def is_honest(s: State, seat: int) -> bool:
    """§14.2 Is every passage what it claims to be?"""
    for place in range(s.depth[seat]):
        here = seat * MOST_CARDS + place
        if true_value(s.passages[here], s.claims[here]) != s.claims[here]:
            return False
    return True


def show_dungeon(s: State, seat: int, sink: Sink) -> None:
    """Every passage is turned up for all to see."""
    for place in range(s.depth[seat]):
        here = seat * MOST_CARDS + place
        tell(sink, events.PASSAGE_SHOWN, seat, place + 1, s.passages[here], s.claims[here])


def accuse(s: State, seat: int, target: int, sink: Sink) -> bool:
    """§14.4 The dungeon is shown; one of the two loses all passages. Says whether it was honest."""
    tell(sink, events.ACCUSED, seat, target)
    show_dungeon(s, target, sink)
    honest = is_honest(s, target)
    tell(sink, events.WAS_HONEST if honest else events.WAS_FALSE, target)
    discard_dungeon(s, seat if honest else target, sink)
    return honest


def accuse_in_window(s: State, seat: int, sink: Sink) -> None:
    """§14.4 The first accusation closes the window; §14.5 an honest ninth card has escaped."""
    layer = frame(s, 1)
    last = frame(s, 3) == 1
    pop(s)
    if accuse(s, seat, layer, sink) and last:
        escape(s, layer, sink)


def let_stand(s: State, sink: Sink) -> None:
    """§14.5 Nobody accused: a ninth card stands, unless the house always looks."""
    layer = frame(s, 1)
    last = frame(s, 3) == 1
    pop(s)
    if last:
        check_escape(s, layer, sink)


def check_escape(s: State, layer: int, sink: Sink) -> None:
    """§14.5 The dungeon is shown and has escaped, true or not; D-26 unless the house checks it and it is false."""
    show_dungeon(s, layer, sink)
    if s.options.reveal_on_escape and not is_honest(s, layer):
        tell(sink, events.WAS_FALSE, layer)
        discard_dungeon(s, layer, sink)
    else:
        escape(s, layer, sink)
