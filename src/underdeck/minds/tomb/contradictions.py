"""Positions where a network contradicts itself, to learn from.

A solver who knows the order of the deck looks for the line along which the network's values before
cards exceed its values after them. Such lines make the upper bound loose, so they are worth
learning.
"""

from underdeck.minds.tomb.memory import Ints, States
from underdeck.minds.tomb.relaxation import Penalty, Solution, follow_best, solve
from underdeck.minds.tomb.search import Depth, Mind, copy_state, search, take_card
from underdeck.minds.tomb.selfplay import (
    LEARNED_ENDGAME,
    MAX_DRAWS,
    TARGET,
    Lessons,
    deal,
    write_lesson,
)

SOLVING = 1024
"""The place of a copy of the deal in the stack, after all states of a solution's line."""


def learn_contradictions(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    key: Ints,
    first: int,
    games: int,
    goal: int,
    table: Solution,
    lessons: Lessons,
) -> int:
    """Solve deals and write the positions of the best lines with their targets; return how many.

    A target is the mean over all next cards.
    """
    quick, learned = Depth(goal, 1, 0), Depth(goal, 1, LEARNED_ENDGAME)
    rule = Penalty(quick, quick, 2.0, False)
    end = 0
    for number in range(first, first + games):
        if end + MAX_DRAWS > len(lessons.counts):
            break
        deal(stack, fresh, stream, key, number)
        copy_state(stack, 0, SOLVING)
        solve(stack, mind, rule, table, number + 1)
        copy_state(stack, SOLVING, 0)
        while follow_best(stack, mind, rule, table, number + 1):
            write_lesson(stack[0], mind, lessons, end)
            copy_state(stack, 0, 1)
            lessons.numbers[end, TARGET] = search(stack, 1, mind, learned)
            end += 1
            take_card(stack[0], stack[0].deck[stack[0].top])
    return end
