"""Decisions and whole games of a mind of Tomb, with the columns of a simulation."""

from typing import NamedTuple

from underdeck.fast.tomb import write_result, write_turning
from underdeck.games.tomb.moves import CARD_BITS, RETREAT
from underdeck.games.tomb.rules import make, next_card
from underdeck.games.tomb.state import OVER, TURNING
from underdeck.minds.memory import Ints, IntTable, States
from underdeck.minds.tomb.features import is_king_lost
from underdeck.minds.tomb.search import WIN, Depth, Mind, best_move
from underdeck.minds.tomb.selfplay import deal


class Minds(NamedTuple):
    """The mind of a player, and the one that plays on for points when no win is possible."""

    first: Mind
    depth: Depth
    later: Mind
    later_depth: Depth


def choose_move(stack: States, minds: Minds) -> int:
    """Return the action of a player in the first state."""
    if minds.depth.goal == WIN and is_king_lost(stack[0]):
        return best_move(stack, 0, minds.later, minds.later_depth)
    return best_move(stack, 0, minds.first, minds.depth)


def play_rows(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    minds: Minds,
    stream: Ints,
    key: Ints,
    first: int,
    rows: IntTable,
) -> None:
    """Play one numbered deal per row by search, and write the columns of `fast.tomb`."""
    for number in range(len(rows)):
        deal(stack, fresh, stream, key, first + number)
        play_row(stack, minds, rows[number])


def play_row(stack: States, minds: Minds, row: Ints) -> None:
    """Play the first state to its end by search and write its row."""
    made, s = 0, stack[0]
    while s.phase != OVER:
        if s.phase == TURNING:
            next_card(s, None)
            continue
        action = choose_move(stack, minds)
        if action == RETREAT << CARD_BITS:
            write_turning(s, row)
        make(s, action, None)
        made += 1
    write_result(s, made, row)
