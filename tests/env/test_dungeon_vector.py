"""Many games of Dungeon in one step equal games of `dungeon_v0`."""

from dataclasses import asdict
from typing import Any

import pytest

pytest.importorskip(
    "pettingzoo", reason="the environments of Dungeon need pettingzoo: pip install 'underdeck[env]'"
)

import gymnasium
import numpy as np

from env.games import DUNGEONS, compiled_or_not, name_of
from underdeck.env import batch, dungeon_v0
from underdeck.env.dungeon_vector import DungeonVectorEnv, Turns
from underdeck.games.dungeon.options import Options

GAMES = 4


def choose(random: np.random.Generator, masks: Any) -> Any:
    """Choose a legal action per game; action 0 if there is none."""
    return (random.random(masks.shape) * masks).argmax(1)


def assert_same(turns: Turns, place: int, env: Any) -> None:
    """Assert that a game shows what the selected agent of an environment sees."""
    agent = env.agent_selection
    assert turns.seats[place] == env.possible_agents.index(agent)
    seen = env.observe(agent)
    assert turns.observations[place].tobytes() == seen["observation"].tobytes()
    assert turns.masks[place].tobytes() == seen["action_mask"].tobytes()
    assert turns.rewards[place].tolist() == [env.rewards[one] for one in env.possible_agents]


@pytest.mark.parametrize("options", DUNGEONS, ids=name_of)
def test_the_same_as_single_environments(options: Options) -> None:
    rules = asdict(options) | {"interrupts": options.players == 3}
    games = DungeonVectorEnv(GAMES, **rules)
    singles = [dungeon_v0.raw_env(compiled=False, **rules) for _ in range(GAMES)]
    random, turns = np.random.default_rng(1), games.reset(seed=7)
    for place, env in enumerate(singles):
        env.reset(seed=7 + place)
    for _ in range(150):
        for place, env in enumerate(singles):
            if not turns.terminated[place]:
                assert_same(turns, place, env)
        actions = choose(random, turns.masks)
        for place, env in enumerate(singles):
            if turns.terminated[place]:
                env.reset()
            else:
                env.step(int(actions[place]))
        turns = games.step(actions)
        ended = [any(env.terminations.values()) for env in singles]
        assert turns.terminated.tolist() == ended
        for place in np.flatnonzero(turns.terminated).tolist():
            wanted = singles[place].rewards.values()
            assert turns.rewards[place].tolist() == list(wanted)
            assert not turns.masks[place].any()


@compiled_or_not
def test_finished_games_restart_in_the_next_step_whatever_the_action(compiled: bool) -> None:
    games = DungeonVectorEnv(GAMES, players=3, short_tunnel=True, compiled=compiled)
    random, turns, ends = np.random.default_rng(2), games.reset(seed=3), 0
    for _ in range(200):
        over = turns.terminated | turns.truncated
        turns = games.step(choose(random, turns.masks))
        assert not turns.terminated[over].any()
        assert (turns.masks.any(1) == ~turns.terminated).all()
        assert turns.rewards.sum(1) == pytest.approx(0)
        ends += turns.terminated.sum()
    assert ends > 0


def test_a_long_game_is_truncated_without_rewards() -> None:
    games = DungeonVectorEnv(2, max_steps=5)
    random, turns = np.random.default_rng(1), games.reset(seed=1)
    for _ in range(5):
        assert not turns.truncated.any()
        turns = games.step(choose(random, turns.masks))
    assert turns.truncated.all()
    assert not turns.rewards.any()
    assert not games.step(choose(random, turns.masks)).truncated.any()


def test_the_same_seed_gives_the_same_games() -> None:
    games = DungeonVectorEnv(3)
    rows = [games.reset(seed=seed).observations.tobytes() for seed in (3, 4, 3, [3, 4, 5])]
    assert rows[0] == rows[2] == rows[3]
    assert rows[0] != rows[1]
    assert games.reset().observations.tobytes() != rows[0]


def test_an_illegal_action_raises_before_anything_changes() -> None:
    games = DungeonVectorEnv(3)
    turns = games.reset(seed=1)
    legal = turns.masks.argmax(1)
    with pytest.raises(
        gymnasium.error.InvalidAction,
        match=r"^game 2: illegal action 0 \(wait\): legal actions are .*bid",
    ):
        games.step(np.array([legal[0], legal[1], 0]))
    again = games.step(legal)
    assert (again.seats == 1).all()


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0, 0], "actions can't be .*: one for each of 3 environments is needed"),
        ([0, 0, 9999], r"game 2: illegal action 9999 \(actions are whole numbers from 0 to 396\)"),
        ([0, 0, 1.5], r"game 2: illegal action 1.5 \(actions are whole numbers"),
    ],
)
def test_invalid_actions_are_refused(actions: Any, sentence: str) -> None:
    games = DungeonVectorEnv(3)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"^there is no game to step yet"):
        games.step([0, 0, 0])
    games.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match=f"^{sentence}"):
        games.step(actions)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"foo": 1}, "unknown option 'foo': options are num_envs, interrupts, max_steps, compiled"),
        ({"num_envs": 0}, "num_envs can't be 0: it must be a whole number, at least 1"),
        ({"max_steps": 0}, "max_steps can't be 0: it must be a whole number, at least 1"),
        ({"interrupts": 2}, "interrupts can't be 2: it must be one of True, False"),
        ({"compiled": "fast"}, "compiled can't be 'fast': it must be one of None, True, False"),
        ({"players": 7}, ".*players.*7.*2, 3, 4"),
    ],
)
def test_unknown_options_and_values_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        DungeonVectorEnv(**options)


def test_it_works_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "can_compile", lambda: False)
    games = DungeonVectorEnv(2)
    assert not games.compiled
    assert games.reset(seed=1).masks.any(1).all()
    with pytest.raises(ValueError, match=r"^compiled can't be True without Numba"):
        DungeonVectorEnv(2, compiled=True)
