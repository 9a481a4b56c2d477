# ruff: noqa: E402  optional dependencies are checked first
"""Tomb for OpenSpiel: information states, rewards and errors."""

from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="the games for OpenSpiel need open_spiel: pip install 'underdeck[env]'"
)

from underdeck.env.openspiel import TombGame


def advance(state: Any, random: Random) -> None:
    """Take a random action."""
    state.apply_action(random.choice(state.legal_actions()))


def test_the_player_knows_everything_in_a_state() -> None:
    game, random = TombGame(), Random(1)
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                other = state.resample_from_infostate(
                    0, pyspiel.UniformProbabilitySampler(0.0, 1.0)
                )
                assert (
                    other.information_state_string(0)
                    == state.information_state_string(0)
                    == str(state)
                )
                assert other.history() == state.history()
            advance(state, random)


def test_different_histories_have_different_information_states() -> None:
    game, random = TombGame(), Random(2)
    texts, tensors, histories = set(), set(), set()
    for _ in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                texts.add(state.information_state_string(0))
                tensors.add(tuple(state.information_state_tensor(0)))
                histories.add(tuple(state.history()))
            advance(state, random)
    assert len(texts) == len(tensors) == len(histories) > 100


def test_the_reward_is_points_or_a_win() -> None:
    random, paid = Random(3), set()
    for _ in range(40):
        state = TombGame().new_initial_state()
        wins = TombGame({"reward": "win"}).new_initial_state()
        while not state.is_terminal():
            action = random.choice(state.legal_actions())
            state.apply_action(action)
            wins.apply_action(action)
        paid.add(state.returns()[0])
        assert wins.is_terminal()
        assert wins.returns()[0] in (0.0, 1.0)
    assert max(paid) > 9
    with pytest.raises(
        ValueError, match=r"^reward can't be 'gold': it must be one of 'points', 'win'$"
    ):
        pyspiel.load_game("python_underdeck_tomb(reward=gold)")


def test_actions_have_the_texts_of_moves_and_cards() -> None:
    state = TombGame().new_initial_state()
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == ["delve"]
    state.apply_action(0)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "2S"


@pytest.mark.parametrize(
    ("action", "meaning"),
    [(99, "actions are whole numbers from 0 to 38"), (1, "retreat"), (-1, "actions are .* 38")],
)
def test_an_illegal_action_is_refused_and_changes_nothing(action: int, meaning: str) -> None:
    state = TombGame().new_initial_state()
    with pytest.raises(
        ValueError,
        match=rf"^player 0: illegal action {action} \({meaning}\): legal actions are 0 \(delve\)$",
    ):
        state.apply_action(action)
    assert state.history() == []
    state.apply_action(0)


@pytest.mark.parametrize("action", [1.5, "x", None])
def test_an_action_that_is_no_number_is_refused(action: Any) -> None:
    state = TombGame().new_initial_state()
    with pytest.raises(
        ValueError,
        match=rf"^player 0: illegal action {action!r} \(actions are whole numbers from 0 to 38\)",
    ):
        state.apply_action(action)


def test_an_impossible_card_is_refused() -> None:
    state = TombGame().new_initial_state()
    state.apply_action(0)
    with pytest.raises(
        ValueError,
        match=r"^chance: illegal action 44 \(.* 43\): legal .* 0 \(2S\), .* and 30 more$",
    ):
        state.apply_action(44)
    state.apply_action(0)
    state.apply_action(3)
    with pytest.raises(
        ValueError, match=r"^chance: illegal action 0 \(2S\): legal actions are 1 \(3S\)"
    ):
        state.apply_action(0)


def test_nothing_is_legal_after_the_end() -> None:
    state, random = TombGame().new_initial_state(), Random(1)
    while not state.is_terminal():
        advance(state, random)
    with pytest.raises(
        ValueError, match=r"^illegal action 0 \(delve\): no action is legal, the game is over$"
    ):
        state.apply_action(0)


def test_an_unknown_action_has_no_text() -> None:
    with pytest.raises(
        ValueError, match=r"^there is no action 99: actions are whole numbers from 0 to 38$"
    ):
        TombGame().new_initial_state().action_to_string(0, 99)
