"""A position is what the player knows: enough for the rules, and nothing hidden."""

from random import Random

import pytest

from minds.tomb.games import HOUSE_RULES, random_states, redealt
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import OVER, TURNING, State
from underdeck.minds.tomb.features import next_cards
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.search import make_move, take_card


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_a_position_has_the_view_and_the_unseen_cards_of_its_state(options: Options) -> None:
    for seed in range(20):
        for state in random_states(seed, options):
            position = position_in(state)
            assert GAME.unseen(position, 0) == GAME.unseen(state, 0)
            one, other = GAME.view(position, 0), GAME.view(state, 0)
            # The cards of finished turns are no longer told apart from the discards.
            for name in set(one.__slots__) - {"stacks", "discards"}:
                assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_a_position_is_played_like_its_state_if_the_same_cards_come(options: Options) -> None:
    random = Random(7)
    for seed in range(20):
        for state in random_states(seed, options):
            position, real = position_in(state), state.clone()
            while real.phase != OVER:
                legal = GAME.legal(real, 0)
                if not legal:
                    break
                move = random.choice(legal)
                top = real.top
                GAME.play(real, 0, move)
                play_known(position, move.action, real.deck[top:])
                assert GAME.view(position, 0).legal == GAME.view(real, 0).legal
                assert (position.hand, position.hit_points) == (real.hand, real.hit_points)


def play_known(position: State, action: int, cards: list[int]) -> None:
    """Make a move in a position; these cards come."""
    coming = iter(cards)
    make_move(position, action)
    while position.phase == TURNING:
        take_card(position, next(coming))


def test_hidden_cards_are_not_in_a_position() -> None:
    random = Random(3)
    for seed in range(30):
        for state in random_states(seed):
            assert position_in(redealt(state, random)) == position_in(state)


def test_the_ace_under_the_deck_comes_last() -> None:
    found = 0
    for seed in range(300):
        for state in random_states(seed):
            if under := GAME.view(state, 0).under:
                found += 1
                only = GAME.view(state, 0).deck == 1
                assert bool(next_cards(position_in(state)) >> under[0] & 1) is only
    assert found > 20
