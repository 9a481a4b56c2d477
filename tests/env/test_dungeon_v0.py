from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="the environment of Dungeon needs pettingzoo: pip install 'underdeck[env]'")

import numpy as np
from pettingzoo.test import api_test, seed_test

from underdeck.env import dungeon_v0
from underdeck.env.dungeon_codes import SIZE, WAIT
from underdeck.record import Playthrough

pytestmark = [  # PettingZoo warns of its own form of observations, a dict with a mask, in environments that aren't its own.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
TABLES: list[dict[str, Any]] = [
    {},
    {"players": 3, "interrupts": True},
    {"players": 4, "pitch_black": True},
    {"players": 3, "almost_black": True, "counter_attack": 3, "suicide_queen": True, "turn_limit": 20},
    {"players": 4, "jokers_wild": True, "random_start": True, "max_steps": 40},
]
tables = pytest.mark.parametrize("options", TABLES, ids=lambda options: " ".join(options) or "base")


def run(env: Any, seed: int) -> list[tuple[str, float, dict[str, Any]]]:
    """A random game; what each player got in the end."""
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    ends = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            ends.append((agent, reward, info))
            env.step(None)
        else:
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    return ends


@tables
def test_pettingzoo_finds_nothing_to_complain_of(options: dict[str, Any]) -> None:
    api_test(dungeon_v0.env(**options), num_cycles=60)
    api_test(dungeon_v0.raw_env(**options), num_cycles=20)


@tables
def test_a_seed_gives_the_same_game_again(options: dict[str, Any]) -> None:
    seed_test(lambda: dungeon_v0.env(**options), num_cycles=40)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_winner_gets_what_the_others_lose_and_the_record_replays(players: int) -> None:
    env = dungeon_v0.env(players=players, interrupts=players == 3)
    ends = run(env, 5)
    assert [agent for agent, _, _ in ends] == env.possible_agents
    assert sum(reward for _, reward, _ in ends) == pytest.approx(0)
    result = ends[0][2]["result"]
    assert [reward for _, reward, _ in ends].index(1.0) + 1 == result["winner"]
    replayed = Playthrough.resume(env.unwrapped.record).result() or {}
    assert {name: replayed[name] for name in result} == result


def test_a_stalemate_pays_nobody() -> None:
    ends = run(dungeon_v0.env(players=3, turn_limit=2), 1)
    assert [(reward, info["result"]["ending"]) for _, reward, info in ends] == [(0.0, "stalemate")] * 3


def test_a_game_that_lasts_too_long_is_broken_off() -> None:
    env = dungeon_v0.env(max_steps=5)
    assert [(reward, info) for _, reward, info in run(env, 1)] == [(0.0, {})] * 2


def test_only_the_one_who_is_asked_has_actions() -> None:
    env = dungeon_v0.env(players=4)
    env.reset(seed=3)
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert masks.pop(env.agent_selection) > 0
    assert not any(masks.values())
    assert env.observe("player_2")["observation"].shape == (SIZE,)


def test_who_makes_an_illegal_move_loses_and_the_raw_environment_refuses_it() -> None:
    env = dungeon_v0.env()
    env.reset(seed=1)
    env.step(WAIT)
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards["player_1"] == dungeon_v0.ILLEGAL_REWARD
    raw = dungeon_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="player_1 has no move number 0 now"):
        raw.step(WAIT)


def test_with_interrupts_aces_are_played_out_of_turn() -> None:
    told = set()
    for seed in range(3):
        env = dungeon_v0.env(players=3, interrupts=True, max_steps=600)
        run(env, seed)
        told |= {move.split()[1] for move in env.unwrapped.record.moves}
    assert "ace" in told


def test_the_table_is_told_as_a_spectator_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = dungeon_v0.raw_env(players=3, render_mode="ansi")
    env.reset(seed=1)
    told = env.render()
    assert told is not None
    assert "pending: bid" in told
    assert "hand: " not in told
    shown = dungeon_v0.raw_env(players=3, render_mode="human")
    shown.reset(seed=1)
    shown.render()
    assert capsys.readouterr().out.strip() == told.strip()
