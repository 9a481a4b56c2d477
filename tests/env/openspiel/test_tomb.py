# ruff: noqa: E402  what may be missing is asked for first
from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the games for OpenSpiel need open_spiel: pip install 'underdeck[env]'")

from underdeck.env.openspiel import TombGame


def advance(state: Any, random: Random) -> None:
    """One step at random."""
    state.apply_action(random.choice(state.legal_actions()))


def test_the_player_knows_all_that_a_state_holds() -> None:
    game, random = TombGame(), Random(1)
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
                assert other.information_state_string(0) == state.information_state_string(0) == str(state)
                assert other.history() == state.history()
            advance(state, random)


def test_an_information_state_tells_histories_apart() -> None:
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


def test_points_or_wins_are_paid() -> None:
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
    with pytest.raises(ValueError, match="reward is"):
        TombGame({"reward": "gold"})


def test_actions_have_the_texts_of_moves_and_cards() -> None:
    state = TombGame().new_initial_state()
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == ["delve"]
    state.apply_action(0)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "2S"
