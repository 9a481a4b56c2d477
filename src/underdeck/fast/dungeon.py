"""Games of Dungeon by the thousand: plain functions that run interpreted, or compiled with all the rules that they call."""

from collections.abc import MutableSequence
from typing import Any

from underdeck.fast.harness import Desk, choose, reset
from underdeck.games.dungeon.frames import lot_seats, pending_kind
from underdeck.games.dungeon.legal import legal, waiting
from underdeck.games.dungeon.pending import CHANCE_KINDS, RENEW
from underdeck.games.dungeon.rules import draw_lot, play, renew, set_up
from underdeck.games.dungeon.state import RUNNING, State
from underdeck.sfc32 import CHANCE, DEAL, open_stream, shuffle

COLUMNS = ("ending", "winner", "turns", "moves", "alive")
"""What is kept of each game; `winner` is a seat or -1, and `alive` has a bit for each seat."""


def ask_chance(s: State, stream: list[int], order: list[int]) -> None:
    """§2.4 A new deck, or D-1 the lot, from a stream opened for it."""
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
    """The discards in the order of cards, so that nothing depends on how they came to lie."""
    for last in range(s.discard_size):
        card = s.discards[last]
        place = last
        while place > 0 and order[place - 1] > card:
            order[place] = order[place - 1]
            place -= 1
        order[place] = card
    return s.discard_size


def first_waiting(s: State) -> int:
    """The seat whose decision is asked for next."""
    seats = waiting(s)
    seat = 0
    while (seats >> seat) & 1 == 0:
        seat += 1
    return seat


def play_game(s: State, desk: Desk, number: int, row: MutableSequence[int]) -> None:
    """One game from its deal to its end, and what came of it."""
    made = 0
    fates = 0
    while s.ending == RUNNING:
        if pending_kind(s) in CHANCE_KINDS:
            open_stream(desk.fate, desk.key, number, CHANCE + fates)
            ask_chance(s, desk.fate, desk.order)
            fates += 1
        else:
            seat = first_waiting(s)
            count = legal(s, seat, desk.moves)
            place = choose(seat, desk.moves, count, desk.stream, desk.knobs)
            assert 0 <= place < count, "the policy chose a move that isn't there"
            play(s, seat, desk.moves[place], None)
            made += 1
    row[0] = s.ending
    row[1] = s.winner
    row[2] = s.turn
    row[3] = made
    row[4] = s.alive


def play_games(states: Any, fresh: Any, desk: Desk, first: int, rows: Any) -> None:
    """As many games as there are rows, from this number on."""
    for number in range(len(rows)):
        reset(states, fresh)
        s = states[0]
        open_stream(desk.stream, desk.key, first + number, DEAL)
        shuffle(desk.stream, s.deck, s.bottom)
        set_up(s, None)
        play_game(s, desk, first + number, rows[number])


def step(states: Any, place: int, action: int, desk: Desk) -> int:
    """The same for the seat that is asked first; or for chance, from a stream opened for it. None are legal while chance is asked."""
    s = states[place]
    if action >= 0:
        play(s, first_waiting(s), action, None)
    elif pending_kind(s) in CHANCE_KINDS:
        ask_chance(s, desk.fate, desk.order)
    return legal(s, first_waiting(s), desk.moves) if waiting(s) != 0 else 0
