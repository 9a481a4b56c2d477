"""Values by search: interpreted and compiled alike, exact at the end, blind to hidden cards."""

from fractions import Fraction
from random import Random

import pytest

from minds.tomb.games import HOUSE_RULES, random_states, redealt
from underdeck.cards import rank_of
from underdeck.fast.twin import interpret
from underdeck.games.tomb import GAME
from underdeck.games.tomb.moves import CARD_BITS, DRAW
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.rules import make, next_card
from underdeck.games.tomb.state import DECK, ESCAPED, STANDING, TURNING, State
from underdeck.games.tomb.treasure import kings_in, points_in
from underdeck.minds.network import Network
from underdeck.minds.tomb.analyst import Analyst, plain_mind, plain_value
from underdeck.minds.tomb.features import FEATURES, LATE, next_cards
from underdeck.minds.tomb.network import Networks
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.search import POINTS, WIN, is_over, leaf_value, network_value

GOALS = (WIN, POINTS)
EXACT = 4
"""Positions with at most this number of unseen cards are solved by the test itself."""


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("options", HOUSE_RULES)
def test_interpreted_and_compiled_values_are_the_same(goal: int, options: Options) -> None:
    for seed in range(6):
        for state in random_states(seed, options):
            position = position_in(state)
            plain = Analyst(goal, plies=0, endgame=2, compiled=False).values(position)
            compiled = Analyst(goal, plies=0, endgame=2).values(position)
            assert compiled == pytest.approx(plain, abs=1e-5)


@pytest.mark.parametrize("goal", GOALS)
def test_values_do_not_depend_on_hidden_cards(goal: int) -> None:
    random = Random(5)
    for seed in range(20):
        for state in random_states(seed):
            values = Analyst(goal).values(position_in(state))
            again = Analyst(goal).values(position_in(redealt(state, random)))
            assert again == values


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("options", HOUSE_RULES)
def test_values_near_the_end_are_those_of_expectimax(goal: int, options: Options) -> None:
    tried = 0
    for seed in range(400):
        for state in random_states(seed, options):
            unseen = GAME.unseen(state, 0)
            if not unseen or len(unseen) > EXACT or len(GAME.legal(state, 0)) < 2:
                continue
            tried += 1
            values = Analyst(goal, plies=0, endgame=EXACT).values(position_in(state))
            for move, value in values.items():
                assert value == pytest.approx(float(expected(state, move.action, goal)), abs=1e-9)
        if tried > 40:
            return
    assert tried > 5


def expected(state: State, action: int, goal: int) -> Fraction:
    """Return the value of a move by trying all cards and all moves after it."""
    after = state.clone()
    if action >> CARD_BITS == DRAW:
        return mean_over_cards(after, goal)
    make(after, action, None)
    return best(after, goal)


def best(state: State, goal: int) -> Fraction:
    """Return the value of the best move."""
    if state.ending:
        return result(state, goal)
    legal = GAME.legal(state, 0)
    if not legal:
        return mean_over_cards(state, goal)
    return max(expected(state, move.action, goal) for move in legal)


def mean_over_cards(state: State, goal: int) -> Fraction:
    """Return the mean value over all cards that may come."""
    unseen = list(GAME.unseen(state, 0) or ())
    if state.bottom > len(DECK) and len(unseen) > 1:
        unseen = [card for card in unseen if rank_of(card) != 1]
    total = Fraction(0)
    for card in unseen:
        after = state.clone()
        after.deck[after.top] = card
        if after.encounter and not after.owed:
            after.phase = STANDING
        next_card(after, None)
        total += best(after, goal)
    return total / len(unseen)


def result(state: State, goal: int) -> Fraction:
    """Return the value of a finished game."""
    if state.ending != ESCAPED:
        return Fraction(0)
    return (
        Fraction(kings_in(state.hand) == 4) if goal == WIN else Fraction(points_in(state.hand), 100)
    )


def constant_network(output: float) -> Network:
    """Return a network that gives every position the same value."""
    return Network([[0.0]] * FEATURES, [0.0], [[0.0]], [0.0], [0.0, output])


def test_few_unseen_cards_are_valued_by_a_network_of_their_own() -> None:
    mind = plain_mind(Networks(early=constant_network(-1.0), late=constant_network(1.0)))
    value_of = interpret(leaf_value, {network_value: plain_value})
    counts = set()
    for seed in range(40):
        for state in random_states(seed):
            leaf = position_in(state)
            leaf.phase = TURNING
            if not is_over(leaf, POINTS):
                cards = next_cards(leaf).bit_count()
                assert (value_of(leaf, mind, POINTS) > 0.5) == (cards <= LATE)
                counts.add(cards)
    assert {LATE, LATE + 1} <= counts
