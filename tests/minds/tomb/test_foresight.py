"""Positions of players who know the deck, which a training learns from."""

from random import Random

import numpy as np
import pytest

from minds.tomb.games import random_states
from underdeck.games.tomb.state import DECK
from underdeck.minds.tomb import foresight, programs
from underdeck.minds.tomb.compiled_player import load_layers, seed_key
from underdeck.minds.tomb.features import CARDS_LEFT, LATE, next_cards
from underdeck.minds.tomb.foresight import BRANCHES, LINES, Selection, shuffle_rest
from underdeck.minds.tomb.search import WIN
from underdeck.minds.tomb.selfplay import CERTAIN, MAX_DRAWS, TARGET, Lessons
from underdeck.minds.tomb.training import new_lessons
from underdeck.sfc32 import CHANCE, open_stream, words_of

DEALS = 4


def learn(*, is_late: bool) -> tuple[Lessons, int]:
    """Return the positions of some deals, late ones or all others, and their number."""
    stack, fresh = programs.new_stack()
    lessons = new_lessons(DEALS * LINES * (1 + BRANCHES) * MAX_DRAWS)
    streams = np.zeros((2, 4), np.int64)
    count = programs.find_program(foresight.learn_foresight)(
        stack,
        fresh,
        programs.new_mind(*load_layers(WIN), 1 << 12),
        *streams,
        seed_key("foresight"),
        0,
        DEALS,
        Selection(WIN, int(is_late), CERTAIN),
        programs.new_solution(1 << 16),
        lessons,
    )
    return lessons, count


@pytest.mark.parametrize("is_late", [True, False])
def test_only_the_positions_of_one_network_are_learned(is_late: bool) -> None:
    lessons, count = learn(is_late=is_late)
    assert count > 10 * DEALS * LINES
    assert (lessons.late[:count] == is_late).all()
    targets = lessons.numbers[:count, TARGET]
    assert targets.min() >= 0
    assert targets.max() <= 1
    assert 0 < targets.mean() < 1


def test_lines_go_on_with_other_orders_of_the_unseen_cards() -> None:
    lessons, count = learn(is_late=True)
    left = [
        feature - CARDS_LEFT
        for active, size in zip(lessons.active[:count], lessons.counts[:count], strict=True)
        for feature in active[:size]
        if CARDS_LEFT <= feature <= CARDS_LEFT + len(DECK)
    ]
    assert len(left) == count
    assert max(left) == LATE
    assert left.count(LATE) > DEALS * LINES


def test_a_new_order_changes_nothing_that_is_seen() -> None:
    stream = [0, 0, 0, 0]
    open_stream(stream, list(words_of("order")), 1, CHANCE)
    changed, kept_aces = 0, 0
    for seed in range(200):
        states = [state.clone() for state in random_states(seed)]
        state = Random(seed).choice([*reversed(states)][:8])
        before, unseen = list(state.deck), next_cards(state)
        shuffle_rest(state, stream)
        assert state.deck[: state.top] == before[: state.top]
        assert sorted(state.deck) == sorted(before)
        assert next_cards(state) == unseen
        changed += state.deck != before
        if state.bottom > len(DECK):
            assert state.deck[len(DECK) :] == before[len(DECK) :]
            kept_aces += 1
    assert changed > 100
    assert kept_aces > 0
