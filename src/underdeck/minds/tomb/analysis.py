"""The functions of an analyst: values of moves and games from a position; compiled or not."""

from underdeck.cards import NO_CARD, count_of
from underdeck.games.tomb.legal import legal
from underdeck.games.tomb.state import DECK, DROPPING, ESCAPED, LOST, OVER, SLAIN, TURNING, State
from underdeck.games.tomb.treasure import ALL_HOARDS, kings_in, points_in
from underdeck.minds.memory import Floats, Ints, States
from underdeck.minds.tomb.features import next_cards
from underdeck.minds.tomb.search import (
    Depth,
    Mind,
    best_move,
    copy_state,
    final_value,
    make_move,
    search,
    take_card,
)
from underdeck.sfc32 import DEAL, below, open_stream

ESCAPES, WINS, POINTS, SQUARES, SLAYINGS, LOSSES, CARDS_TO_EXIT = range(7)
"""Columns of the totals of games: escapes, wins, points and their squares, deaths, fourth torches,
and cards turned until an escape."""
CARDS = len(DECK)


def make_first_move(s: State, action: int) -> None:
    """Make any legal move, up to the next decision or the next card.

    R-18 After a treasure that the player drops, further ones may be of any rank: a search drops
    them in order, and takes the last card of the column for the lowest.
    """
    make_move(s, action)
    if s.phase == DROPPING:
        s.column[count_of(s.laid) - 1] = NO_CARD


def score_moves(
    stack: States,
    mind: Mind,
    depth: Depth,
    actions: Ints,
    values: Floats,
) -> int:
    """Write the legal moves of the first state, and the value of each; return their number."""
    count = legal(stack[0], actions)
    for place in range(count):
        copy_state(stack, 0, 1)
        make_first_move(stack[1], actions[place])
        values[place] = search(stack, 1, mind, depth)
    return count


def deal_unseen(s: State, stream: Ints) -> None:
    """Deal the unseen cards in a random order."""
    cards, place = next_cards(s), s.top
    left = cards
    while left != 0:
        lowest = left & -left
        s.deck[place] = count_of(lowest - 1)
        place += 1
        left ^= lowest
    count = place - s.top
    for last in range(count - 1, 0, -1):
        chosen = below(stream, last + 1)
        card = s.deck[s.top + last]
        s.deck[s.top + last] = s.deck[s.top + chosen]
        s.deck[s.top + chosen] = card


def play_out(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    mind: Mind,
    stream: Ints,
    key: Ints,
    first: int,
    games: int,
    goal: int,
    action: int,
    totals: Floats,
    results: Floats,
) -> None:
    """Make a move in the first state and play games to their ends, each with other hidden cards.

    The hidden cards of a numbered game are the same after every move, so that the results of two
    moves can be compared game by game.
    """
    for number in range(first, first + games):
        copy_state(stack, 0, 1)
        s = stack[1]
        open_stream(stream, key, number, DEAL)
        deal_unseen(s, stream)
        start = s.top
        make_first_move(s, action)
        while s.phase != OVER:
            if s.phase == TURNING:
                take_card(s, s.deck[s.top])
            else:
                make_move(s, best_move(stack, 1, mind, Depth(goal, 0, 0)))
        add_result(s, totals)
        if s.ending == ESCAPED:
            totals[CARDS_TO_EXIT] += s.top - start
        results[number - first] = final_value(s, goal)


def add_result(s: State, totals: Floats) -> None:
    """Add the result of a game to the totals."""
    if s.ending == ESCAPED:
        points = points_in(s.hand)
        totals[ESCAPES] += 1
        totals[WINS] += 1 if kings_in(s.hand) == ALL_HOARDS else 0
        totals[POINTS] += points
        totals[SQUARES] += points * points
    elif s.ending == SLAIN:
        totals[SLAYINGS] += 1
    elif s.ending == LOST:
        totals[LOSSES] += 1
