"""Dungeon for PettingZoo: turn order, rewards, errors and rendering."""

from typing import Any

import pytest

pytest.importorskip(
    "pettingzoo", reason="the environment of Dungeon needs pettingzoo: pip install 'underdeck[env]'"
)

import gymnasium
import numpy as np
from pettingzoo.test import api_test, seed_test

from underdeck.cards import symbol_of
from underdeck.cli.screens.dungeon import DungeonScreen
from underdeck.cli.terminal import Terminal
from underdeck.env import dungeon_v0
from underdeck.env.dungeon_codes import SIZE, WAIT
from underdeck.game import Event
from underdeck.playthrough import Playthrough
from underdeck.say import Words
from underdeck.say.tellers.dungeon import DungeonTeller

# PettingZoo warns about observations with a mask, its own form, in other packages' environments.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be:UserWarning"
    ),
]
ACE_FIRST = 2014
"""A seed whose first player begins with an ace, a 5, a 10 and a jack."""
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"players": 3, "interrupts": True},
    {"players": 4, "pitch_black": True},
    {
        "players": 3,
        "almost_black": True,
        "counter_attack": 3,
        "suicide_queen": True,
        "turn_limit": 20,
    },
    {"players": 4, "jokers_wild": True, "random_start": True, "max_steps": 40},
]
makers = pytest.mark.parametrize(
    "make", [dungeon_v0.env, dungeon_v0.raw_env], ids=["env", "raw_env"]
)
each_option_set = pytest.mark.parametrize(
    "options", OPTION_SETS, ids=lambda options: " ".join(options) or "base"
)


def run(env: Any, seed: int) -> list[tuple[str, float, dict[str, Any]]]:
    """Play a random game and return each agent's reward and info at the end."""
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


@each_option_set
def test_pettingzoos_own_checks_pass(options: dict[str, Any]) -> None:
    api_test(dungeon_v0.env(**options), num_cycles=60)
    api_test(dungeon_v0.raw_env(**options), num_cycles=20)


@each_option_set
def test_the_same_seed_gives_the_same_game(options: dict[str, Any]) -> None:
    seed_test(lambda: dungeon_v0.env(**options), num_cycles=40)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_winner_gets_the_sum_that_the_others_lose_and_the_record_replays(players: int) -> None:
    env = dungeon_v0.env(players=players, interrupts=players == 3)
    ends = run(env, 5)
    assert [agent for agent, _, _ in ends] == env.possible_agents
    assert sum(reward for _, reward, _ in ends) == pytest.approx(0)
    result = ends[0][2]["result"]
    assert [reward for _, reward, _ in ends].index(1.0) == result["winner"]
    replayed = Playthrough.resume(env.unwrapped.record).result() or {}
    assert {name: replayed[name] for name in result} == result


def test_a_stalemate_has_no_rewards() -> None:
    ends = run(dungeon_v0.env(players=3, turn_limit=2), 1)
    assert [(reward, info["result"]["ending"]) for _, reward, info in ends] == [
        (0.0, "stalemate")
    ] * 3


def test_a_long_game_is_truncated() -> None:
    env = dungeon_v0.env(max_steps=5)
    assert [(reward, info) for _, reward, info in run(env, 1)] == [(0.0, {})] * 2


def test_only_the_selected_agent_has_actions() -> None:
    env = dungeon_v0.env(players=4)
    env.reset(seed=3)
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert masks.pop(env.agent_selection) > 0
    assert not any(masks.values())
    assert env.observe("player_2")["observation"].shape == (SIZE,)


BIDS = r"legal actions are 11 \(bid A\), 15 \(bid 5\), 20 \(bid 10\), 21 \(bid J\), 62 \(ace A\)$"


def test_an_illegal_move_loses_and_the_raw_environment_refuses_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    env = dungeon_v0.env()
    env.reset(seed=ACE_FIRST)
    env.step(WAIT)
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards == {"player_1": dungeon_v0.ILLEGAL_REWARD, "player_2": 0}
    raw = dungeon_v0.raw_env()
    raw.reset(seed=ACE_FIRST)
    with pytest.raises(
        ValueError, match=rf"^player_1: illegal action 0 \(wait\): {BIDS}"
    ) as refused:
        raw.step(WAIT)
    assert env.infos["player_1"]["illegal"] == str(refused.value)
    assert f"{refused.value}; the game ends, and it loses" in caplog.text
    rewards = []
    for _ in env.agent_iter():
        env.step(None)
        if env.agents:
            rewards.append(env.last()[1])
    assert rewards == [0]


@pytest.mark.parametrize("action", [9999, -1, 1.5, "bid A", None])
@makers
def test_invalid_actions_are_refused(make: Any, action: Any) -> None:
    env = make()
    env.reset(seed=ACE_FIRST)
    with pytest.raises(
        ValueError,
        match=rf"^player_1: illegal action {action!r} \(actions are .* from 0 to 396\): {BIDS}",
    ):
        env.step(action)
    env.step(np.int64(11))
    assert env.agent_selection == "player_2"


@makers
def test_calls_before_the_first_reset_are_refused(make: Any) -> None:
    env = make(render_mode="ansi")
    for purpose, call in {
        "step": lambda: env.step(1),
        "observe": lambda: env.observe("player_1"),
        "render": env.render,
    }.items():
        with pytest.raises(
            gymnasium.error.ResetNeeded,
            match=rf"^there is no game to {purpose} yet: call reset\(\) first$",
        ):
            call()
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"^there is no game to record yet"):
        _ = env.unwrapped.record
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"^there is no game to play yet"):
        dungeon_v0.env().agent_iter()


@makers
def test_a_step_after_the_end_is_refused(make: Any) -> None:
    env = make(max_steps=1)
    env.reset(seed=ACE_FIRST)
    env.step(11)
    with pytest.raises(
        ValueError,
        match=r"^illegal action 11 of player_1: the game is over, and the only action is None$",
    ):
        env.step(11)
    env.step(None)
    env.step(None)
    with pytest.raises(
        gymnasium.error.ResetNeeded,
        match=r"^the game is over: call reset\(\) before the next step\(\)$",
    ):
        env.step(11)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"foo": 1},
            "unknown option 'foo': options are interrupts, max_steps, compiled, render_mode, "
            "language, players, decks, .*turn_limit$",
        ),
        ({"players": 7}, ".*players.*7.*2, 3, 4"),
        ({"pitch_black": True, "jokers_wild": True}, ".*pitch_black.*jokers_wild"),
        (
            {"render_mode": "rgb_array"},
            "render_mode can't be 'rgb_array': it must be one of None, 'ansi', 'human'$",
        ),
        ({"language": "de"}, "language can't be 'de': it must be one of 'en', 'es'$"),
        ({"max_steps": 0}, "max_steps can't be 0: it must be a whole number, at least 1$"),
        ({"interrupts": "often"}, "interrupts can't be 'often': it must be one of True, False$"),
    ],
)
@makers
def test_unknown_options_and_values_are_refused(
    make: Any, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        make(**options)


@makers
def test_unknown_agents_and_seeds_are_refused(make: Any) -> None:
    env = make()
    with pytest.raises(
        ValueError, match=r"^seed can't be -1: it must be a whole number, at least 0$"
    ):
        env.reset(seed=-1)
    env.reset(seed=ACE_FIRST)
    for call in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(
            ValueError, match=r"^unknown agent 'player_9': agents are player_1, player_2$"
        ):
            call("player_9")


def test_with_interrupts_aces_are_played_out_of_turn() -> None:
    words = set()
    for seed in range(3):
        env = dungeon_v0.env(players=3, interrupts=True, max_steps=600)
        run(env, seed)
        words |= {move.split()[1] for move in env.unwrapped.record.moves}
    assert "ace" in words


def test_rendering_equals_the_terminal_for_the_player_to_move(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env, random = dungeon_v0.env(players=3, render_mode="ansi"), np.random.default_rng(1)
    env.reset(seed=3)
    for _ in range(200):
        env.step(
            int(random.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
        )
        drawn, seat = env.render(), env.possible_agents.index(env.agent_selection)
        DungeonScreen(
            Terminal(Words("en"), {}, plain=False), Playthrough.resume(env.unwrapped.record)
        ).draw(seat)
        at_terminal = capsys.readouterr().out.removeprefix("\n")
        assert drawn is not None
        assert drawn.endswith(at_terminal)
        assert at_terminal.count("Your hand: ") == 1
        assert f"p{seat + 1} (you)" in at_terminal


def test_rendering_begins_with_the_story_since_the_players_last_move() -> None:
    env = dungeon_v0.raw_env(render_mode="ansi")
    env.reset(seed=ACE_FIRST)
    assert "lays" not in (env.render() or "")
    env.step(11)
    text = env.render()
    assert text is not None
    assert text.startswith(
        DungeonTeller(Words("en"), env.record.deal.voice, symbol_of).tell(
            [Event("bid_laid", {"seat": 0})], 1, []
        )[0]
    )
    assert "A♠" not in text.partition("Your hand")[0]


def test_human_prints_what_ansi_returns(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = []
    for mode in ("ansi", "human"):
        env = dungeon_v0.env(render_mode=mode, language="es")
        env.reset(seed=ACE_FIRST)
        drawn.append(env.render())
        env.step(11)
        drawn.append(env.render())
    first, second, *_ = drawn
    assert capsys.readouterr().out == f"{first}\n{first}\n{second}\n{second}\n"


def test_without_a_render_mode_nothing_is_rendered() -> None:
    env = dungeon_v0.env()
    env.reset(seed=ACE_FIRST)
    with pytest.warns(UserWarning, match="pass 'ansi' or 'human' to make"):
        assert env.render() is None
