"""Features of positions, and positions without a way out."""

from random import Random

import pytest

from underdeck.cards import SPADES, card_of
from underdeck.games.tomb.legal import MAX_MOVES, legal
from underdeck.games.tomb.moves import CARD_BITS, DELVE, RETREAT
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.rules import next_card, play
from underdeck.games.tomb.state import (
    DECK,
    ESCAPED,
    GO_BERSERK,
    HIT_POINTS,
    OVER,
    STANDING,
    TURNING,
    State,
    new_state,
)
from underdeck.minds.tomb.features import (
    FEATURES,
    MAX_ACTIVE,
    SCALARS,
    SET_FEATURES,
    is_trapped,
    mean_damage,
    write_features,
)
from underdeck.minds.tomb.search import POINTS, is_over, make_move

RULES = [
    Options(),
    Options(earliest_turnaround=2),
    Options(scroll_from_column=True),
    Options(drop_sum=True),
    Options(disarm_after_fail=True),
]


def shuffled_state(options: Options, random: Random) -> State:
    """Return a game before its first move."""
    return new_state(options, random.sample(DECK, len(DECK)))


def random_move(state: State, random: Random) -> int:
    """Return a random legal action."""
    moves = [0] * MAX_MOVES
    return random.choice(moves[: legal(state, moves)])


def leaves(options: Options, random: Random, games: int) -> list[State]:
    """Return positions just before a card, from random games of players who heal and go deep."""
    found = []
    for _ in range(games):
        state = shuffled_state(options, random)
        while state.phase != OVER:
            state.hit_points = HIT_POINTS
            action = random_move(state, random)
            if action >> CARD_BITS == RETREAT and random.random() < 0.8:
                action = DELVE << CARD_BITS
            leaf = state.clone()
            make_move(leaf, action)
            if leaf.phase == TURNING:
                found.append(leaf)
            play(state, action, None)
    return found


def escapes(leaf: State, random: Random) -> bool:
    """Return whether random play gets out with the hidden cards in another order."""
    state = leaf.clone()
    end = min(state.bottom, len(DECK))
    hidden = state.deck[state.top : end]
    random.shuffle(hidden)
    state.deck[state.top : end] = hidden
    while state.phase == TURNING:
        next_card(state, None)
    while state.phase != OVER:
        play(state, random_move(state, random), None)
    return state.ending == ESCAPED


@pytest.mark.parametrize("options", RULES, ids=str)
def test_nobody_escapes_from_a_position_without_a_way_out(options: Options) -> None:
    random = Random(str(options))
    trapped = [leaf for leaf in leaves(options, random, 150) if is_trapped(leaf)]
    assert len(trapped) > 10
    assert not any(escapes(leaf, random) for leaf in trapped for _ in range(20))


def test_a_new_game_has_a_way_out() -> None:
    assert not any(is_trapped(leaf) for leaf in leaves(Options(), Random(1), 1)[:1])


def test_features_are_within_their_bounds() -> None:
    random = Random(2)
    for leaf in leaves(Options(), random, 60):
        active, scalars = [0] * MAX_ACTIVE, [0.0] * SCALARS
        count = write_features(leaf, active, scalars)
        assert len({*active[:count]}) == count
        assert all(0 <= feature < SET_FEATURES for feature in active[:count])
        assert all(-1e-9 <= scalar <= 3 for scalar in scalars)
    assert FEATURES == SET_FEATURES + SCALARS


def test_mean_damage_is_that_of_all_pairs() -> None:
    cards = [card for card in DECK if 2 <= card >> 2 <= 10][::3]
    blows = [
        max((encounter >> 2) - (action >> 2), 0)
        for encounter in cards
        if encounter & 3 != 3
        for action in cards
    ]
    expected = sum(blows) / len(cards) ** 2
    assert mean_damage(sum(1 << card for card in cards)) == pytest.approx(expected)


def test_only_positions_before_a_card_are_judged() -> None:
    """With a jack in hand the last turn may end without another card."""
    state = shuffled_state(Options(), Random(1))
    state.turn, state.deepest, state.phase = 5, 3, STANDING
    state.encounter, state.top, state.bottom = card_of(9, SPADES), 52, 53
    state.hand = 1 << GO_BERSERK
    assert not is_over(state, POINTS)
