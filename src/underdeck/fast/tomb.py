"""Games of Tomb by the thousand: plain functions that run interpreted, or compiled with all the rules that they call."""

from collections.abc import MutableSequence
from typing import Any

from underdeck.fast.swaps import Desk, choose, reset, take_up
from underdeck.sfc32 import DEAL, open_stream, shuffle
from underdeck.tomb.legal import legal
from underdeck.tomb.moves import CARD_BITS, RETREAT
from underdeck.tomb.rules import kings_in, play, points_in
from underdeck.tomb.sight import look
from underdeck.tomb.state import DECK, ESCAPED, OVER, SLAIN, State

COLUMNS = (
    "ending",
    "kings",
    "points",
    "turns",
    "deepest",
    "hit_points",
    "torches",
    "cards_left",
    "slayer",
    "moves",
    "torches_turning",
    "cards_turning",
)
"""What is kept of each game: the two last ones are those of the moment when the player turned around."""

CARDS = len(DECK)


def play_game(s: State, desk: Desk, row: MutableSequence[int]) -> None:
    """One game from its deal to its end, and what came of it."""
    made = 0
    while s.phase != OVER:
        count = legal(s, desk.moves)
        place = 0
        if count > 1:
            place = choose(look(s), desk.moves, count, desk.stream, desk.knobs)
            assert 0 <= place < count, "the policy chose a move that isn't there"
        action = desk.moves[place]
        if action == RETREAT << CARD_BITS:
            row[10] = s.torches
            row[11] = s.bottom - s.top
        play(s, action, None)
        made += 1
    if s.ending == ESCAPED:
        row[1] = kings_in(s.hand)
        row[2] = points_in(s.hand)
    row[0] = s.ending
    row[3] = s.turn
    row[4] = s.deepest
    row[5] = s.hit_points
    row[6] = s.torches
    row[7] = s.bottom - s.top
    row[8] = s.encounter if s.ending == SLAIN else 0
    row[9] = made


def play_games(states: Any, fresh: Any, desk: Desk, first: int, rows: Any) -> None:
    """As many games as there are rows, from this number on."""
    for number in range(len(rows)):
        reset(states, fresh)
        s = states[0]
        open_stream(desk.stream, desk.key, first + number, DEAL)
        shuffle(desk.stream, s.deck, CARDS)
        play_game(take_up(s), desk, rows[number])


def step(states: Any, place: int, action: int, moves: Any) -> int:
    """Make a legal move in one of many games, or none if it is negative; the legal moves after it, and how many."""
    if action >= 0:
        play(states[place], action, None)
    return legal(states[place], moves)
