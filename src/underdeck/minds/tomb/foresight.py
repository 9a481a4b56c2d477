"""Positions of players who know the order of the deck, to learn from.

The upper bound lets a player know the deck, so that it is tight only if the network knows the
positions such a player reaches: deep in the tomb, late, with few unseen cards.
"""

from underdeck.games.tomb.state import State
from underdeck.minds.memory import Ints, States
from underdeck.minds.tomb.features import is_late
from underdeck.minds.tomb.relaxation import (
    NO_PENALTY,
    STAMP,
    Penalty,
    Solution,
    follow_best,
    solve,
)
from underdeck.minds.tomb.search import Depth, Mind, copy_state, expand, is_over, search, take_card
from underdeck.minds.tomb.selfplay import (
    CERTAIN,
    LEARNED_ENDGAME,
    MAX_DRAWS,
    TARGET,
    Lessons,
    deal,
    write_lesson,
)
from underdeck.sfc32 import CHANCE, below, open_stream

SOLVING = 1024
"""The place of a copy of the state in the stack, after all states of a solution's line."""
LINES = 4
"""The lines of a deal: the best one, and some with random moves."""
DEVIATE = CERTAIN // 8
"""The probability of a random move in a line that isn't the best one."""


def learn_foresight(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    chance: Ints,
    key: Ints,
    first: int,
    games: int,
    goal: int,
    lookahead: int,
    table: Solution,
    lessons: Lessons,
) -> int:
    """Play deals with a known deck and write positions with their targets; return how many.

    A target is the mean over all next cards. Late positions are all written, others with the
    probability `lookahead`.
    """
    none = Depth(goal, NO_PENALTY, 0)
    rule = Penalty(none, none, 0.0)
    end = 0
    for number in range(first, first + games):
        open_stream(chance, key, number, CHANCE)
        for line in range(LINES):
            if end + MAX_DRAWS > len(lessons.counts):
                return end
            deal(stack, fresh, stream, key, number)
            explore = 0 if line == 0 else DEVIATE
            solve_again(stack, mind, rule, table)
            while go_on(stack, mind, rule, table, chance, explore):
                if is_worth_learning(stack[0], chance, lookahead):
                    write_lesson(stack[0], mind, lessons, end)
                    copy_state(stack, 0, 1)
                    learned = Depth(goal, 1, LEARNED_ENDGAME)
                    lessons.numbers[end, TARGET] = search(stack, 1, mind, learned)
                    end += 1
                take_card(stack[0], stack[0].deck[stack[0].top])
    return end


def is_worth_learning(s: State, chance: Ints, lookahead: int) -> bool:
    """Return True for late positions, and for others with a probability."""
    return is_late(s) or below(chance, CERTAIN) < lookahead


def go_on(  # noqa: PLR0913, PLR0917  the chance is a stream and a rate, the rest is memory
    stack: States, mind: Mind, rule: Penalty, table: Solution, chance: Ints, explore: int
) -> bool:
    """Take the best leaf, or a random one, and solve the rest again; return False at the end."""
    if below(chance, CERTAIN) >= explore:
        return follow_best(stack, mind, rule, table, table.counters[STAMP])
    copy_state(stack, below(chance, expand(stack, 0, mind)), 0)
    if is_over(stack[0], rule.near.goal):
        return False
    solve_again(stack, mind, rule, table)
    return True


def solve_again(stack: States, mind: Mind, rule: Penalty, table: Solution) -> None:
    """Solve the first state, which stays as it is."""
    table.counters[STAMP] += 1
    copy_state(stack, 0, SOLVING)
    solve(stack, mind, rule, table, table.counters[STAMP])
    copy_state(stack, SOLVING, 0)
