"""Positions of players who know the order of the deck, to learn from.

The upper bound lets a player know the deck, so that it is tight only if the network knows the
positions such a player reaches: deep in the tomb, late, with few unseen cards.
"""

from typing import NamedTuple

from underdeck.cards import count_of
from underdeck.games.tomb.state import OVER, State
from underdeck.minds.memory import Ints, States
from underdeck.minds.tomb.features import LATE, is_late, next_cards
from underdeck.minds.tomb.relaxation import (
    NO_PENALTY,
    PLACES,
    STAMP,
    Penalty,
    Solution,
    follow_best,
    solve,
)
from underdeck.minds.tomb.search import Depth, Mind, copy_state, expand, is_over, search, take_card
from underdeck.minds.tomb.selfplay import (
    CARDS,
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
FORKS = SOLVING + 1
"""The first of the places where each line of a deal is left, to be continued with other decks."""
LINES = 4
"""The lines of a deal: the best one, and some with random moves."""
BRANCHES = 8
"""How often a line is continued with a new order of the unseen cards."""
LATE_FORK, EARLY_FORK = LATE + 3, 2 * LATE
"""The number of unseen cards at which a line is left, if late positions are learned, or others."""
DEVIATE = CERTAIN // 8
"""The probability of a random move in a line that isn't the best one."""


class Selection(NamedTuple):
    """Which positions are learned, and for which goal."""

    goal: int
    is_late: int
    """1 for all late positions, 0 for some of the others."""
    share: int
    """The probability of learning a position that isn't late, in units of 1 / `CERTAIN`."""


def learn_foresight(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    chance: Ints,
    key: Ints,
    first: int,
    games: int,
    selection: Selection,
    table: Solution,
    lessons: Lessons,
) -> int:
    """Play deals with a known deck and write positions with their targets; return how many.

    A target is the mean over all next cards.
    """
    end = 0
    for number in range(first, first + games):
        open_stream(chance, key, number, CHANCE)
        empty_table(table)
        for fork in range(FORKS, FORKS + LINES):
            deal(stack, fresh, stream, key, number)
            explore = 0 if fork == FORKS else DEVIATE
            stack[fork].phase = OVER
            end = learn_line(stack, mind, selection, chance, explore, table, lessons, end, fork)
        for fork in range(FORKS, FORKS + LINES):
            for _ in range(BRANCHES):
                if stack[fork].phase == OVER:
                    break
                copy_state(stack, fork, 0)
                shuffle_rest(stack[0], chance)
                empty_table(table)
                end = learn_line(stack, mind, selection, chance, DEVIATE, table, lessons, end, 0)
    return end


def learn_line(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    mind: Mind,
    selection: Selection,
    chance: Ints,
    explore: int,
    table: Solution,
    lessons: Lessons,
    end: int,
    fork: int,
) -> int:
    """Play the first state on and write positions from row `end` on; return the new end.

    The first position with few unseen cards is copied to the place `fork`, unless that is 0.
    """
    none = Depth(selection.goal, NO_PENALTY, 0)
    rule = Penalty(none, none, 0.0)
    learned = Depth(selection.goal, 1, LEARNED_ENDGAME)
    fork_cards = LATE_FORK if selection.is_late == 1 else EARLY_FORK
    if end + MAX_DRAWS > len(lessons.counts):
        return end
    solve_again(stack, mind, rule, table)
    while go_on(stack, mind, rule, table, chance, explore):
        s = stack[0]
        if fork > 0 and count_of(next_cards(s)) <= fork_cards:
            copy_state(stack, 0, fork)
            fork = 0
        if is_late(s) and selection.is_late == 0:
            break
        if is_late(s) or (selection.is_late == 0 and below(chance, CERTAIN) < selection.share):
            write_lesson(s, mind, lessons, end)
            copy_state(stack, 0, 1)
            lessons.numbers[end, TARGET] = search(stack, 1, mind, learned)
            end += 1
        take_card(s, s.deck[s.top])
    return end


def shuffle_rest(s: State, chance: Ints) -> None:
    """Shuffle the unseen cards, except an ace that the scroll sent to the bottom."""
    for last in range(min(s.bottom, CARDS) - 1, s.top, -1):
        chosen = s.top + below(chance, last - s.top + 1)
        card = s.deck[last]
        s.deck[last] = s.deck[chosen]
        s.deck[chosen] = card


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


def empty_table(table: Solution) -> None:
    """Forget the leaves of the last deal, which all lines of a deal share."""
    table.counters[STAMP] += 1
    table.counters[PLACES] = 0


def solve_again(stack: States, mind: Mind, rule: Penalty, table: Solution) -> None:
    """Solve the first state, which stays as it is."""
    copy_state(stack, 0, SOLVING)
    solve(stack, mind, rule, table, table.counters[STAMP])
    copy_state(stack, SOLVING, 0)
