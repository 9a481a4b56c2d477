"""Games of Tomb by the thousand: plain functions that run interpreted, or compiled with all the rules that they call."""

from collections.abc import MutableSequence
from typing import Any

from underdeck.fast.harness import Desk, choose, reset, take_up
from underdeck.games.tomb.legal import legal
from underdeck.games.tomb.moves import CARD_BITS, RETREAT
from underdeck.games.tomb.policy_view import view_for_policy
from underdeck.games.tomb.rules import make, play, turn_card
from underdeck.games.tomb.state import BETWEEN, DECK, ESCAPED, OVER, SLAIN, STANDING, TURNING, State
from underdeck.games.tomb.treasure import kings_in, points_in
from underdeck.sfc32 import DEAL, open_stream, shuffle

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
    """One game from its deal to its end, and what came of it.

    The last part of the loop would do for all; most decisions have one of their own, and say what phase it is again, for the compiler
    then leaves out all that isn't possible there.
    """
    made = 0
    while s.phase != OVER:
        if s.phase == BETWEEN:
            s.phase = BETWEEN
            place = decide(s, desk)
            if desk.moves[place] == RETREAT << CARD_BITS:
                row[10] = s.torches
                row[11] = s.bottom - s.top
            make_move(s, desk, place)
            made += 1
        while s.phase == TURNING:
            turn_card(s, None)
        while s.phase == STANDING:
            s.phase = STANDING
            make_move(s, desk, decide(s, desk))
            made += 1
        if s.phase != BETWEEN and s.phase != TURNING and s.phase != OVER:  # noqa: PLR1714
            make(s, desk.moves[decide(s, desk)], None)
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


def decide(s: State, desk: Desk) -> int:
    """The place of the move to make, among those that are legal."""
    count = legal(s, desk.moves)
    if count == 1:
        return 0
    place = choose(view_for_policy(s), desk.moves, count, desk.stream, desk.knobs)
    assert 0 <= place < count, "the policy chose a move that isn't there"
    return place


def make_move(s: State, desk: Desk, place: int) -> None:
    """Make it: most often the first one, which the compiler knows."""
    if place == 0:
        make(s, desk.moves[0], None)
    else:
        make(s, desk.moves[place], None)


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
