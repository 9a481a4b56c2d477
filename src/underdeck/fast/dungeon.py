"""Dungeon in bulk: functions that run interpreted, or compiled with all the rules they call."""

from collections.abc import MutableSequence, Sequence

from underdeck.fast.dungeon_rows import COLUMNS, close_row, note_move, open_row
from underdeck.fast.harness import Harness, Workspace, choose, load_state, reset
from underdeck.games.dungeon.events import emit, emit_to
from underdeck.games.dungeon.frames import lot_seats, pending_kind
from underdeck.games.dungeon.legal import MAX_MOVES, legal, waiting
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.pending import CHANCE_KINDS, RENEW
from underdeck.games.dungeon.rules import draw_lot, play, renew, set_up
from underdeck.games.dungeon.state import MAX_CARDS, RUNNING, State, deck_of, new_state
from underdeck.sfc32 import CHANCE, DEAL, open_stream, shuffle


def open_state(options: Options) -> State:
    """Return the state before the shuffle."""
    return new_state(options, deck_of(options))


def resolve_chance(s: State, stream: list[int], order: list[int]) -> None:
    """§2.4 Shuffle a new deck, or D-1 draw the lot, with a stream opened for it."""
    if pending_kind(s) == RENEW:
        size = sort_discards(s, order)
        shuffle(stream, order, size)
        renew(s, order, None)
        return
    size = 0
    for seat in range(s.players):
        if (lot_seats(s) >> seat) & 1:
            order[size] = seat
            size += 1
    shuffle(stream, order, size)
    draw_lot(s, order[0], None)


def sort_discards(s: State, order: list[int]) -> int:
    """Copy the discards in the order of cards, so that the shuffle doesn't depend on the game."""
    for last in range(s.discard_size):
        card = s.discards[last]
        index = last
        while index > 0 and order[index - 1] > card:
            order[index] = order[index - 1]
            index -= 1
        order[index] = card
    return s.discard_size


def first_waiting(s: State) -> int:
    """Return the first seat whose decision the game waits for."""
    seats = waiting(s)
    seat = 0
    while (seats >> seat) & 1 == 0:
        seat += 1
    return seat


def play_game(s: State, workspace: Workspace, number: int, row: MutableSequence[int]) -> None:
    """Play one game from its deal to its end and write its row."""
    open_row(s, row)
    chances = 0
    while s.ending == RUNNING:
        if pending_kind(s) in CHANCE_KINDS:
            open_stream(workspace.chance, workspace.key, number, CHANCE + chances)
            resolve_chance(s, workspace.chance, workspace.order)
            chances += 1
        else:
            seat = first_waiting(s)
            count = legal(s, seat, workspace.moves)
            index = choose(seat, workspace.moves, count, workspace.stream, workspace.knobs)
            assert 0 <= index < count, "the policy chose a move that isn't there"
            note_move(s, seat, workspace.moves[index], row)
            play(s, seat, workspace.moves[index], None)
    close_row(s, row)


def play_games(
    states: MutableSequence[State],
    fresh: MutableSequence[State],
    workspace: Workspace,
    first: int,
    rows: Sequence[MutableSequence[int]],
) -> None:
    """Play one game per row; the first has this number."""
    for number in range(len(rows)):
        reset(states, fresh)
        s = load_state(states[0])
        open_stream(workspace.stream, workspace.key, first + number, DEAL)
        shuffle(workspace.stream, s.deck, s.bottom)
        set_up(s, None)
        play_game(s, workspace, first + number, rows[number])


def step(states: Sequence[State], index: int, action: int, workspace: Workspace) -> int:
    """Make a move of the first waiting seat, or resolve chance if `action` is negative.

    The legal moves after it are listed in the workspace; there are none while chance is pending.
    """
    s = states[index]
    if action >= 0:
        play(s, first_waiting(s), action, None)
    elif pending_kind(s) in CHANCE_KINDS:
        resolve_chance(s, workspace.chance, workspace.order)
    return legal(s, first_waiting(s), workspace.moves) if waiting(s) != 0 else 0


HARNESS = Harness(
    state=State,
    open=open_state,
    columns=COLUMNS,
    play_games=play_games,
    step=step,
    max_moves=MAX_MOVES,
    max_order=MAX_CARDS,
    silent=(emit, emit_to),
)
