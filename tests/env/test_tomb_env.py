# ruff: noqa: E402  optional dependencies are checked first
"""Tomb for Gymnasium: deals, rewards, errors and rendering."""

import io
import re
import sys
from dataclasses import fields
from typing import Any

import pytest

gym = pytest.importorskip(
    "gymnasium", reason="the environment of Tomb needs gymnasium: pip install 'underdeck[env]'"
)

import numpy as np
from gymnasium.utils.env_checker import check_env

from underdeck.cli.screens.tomb import TombScreen
from underdeck.cli.terminal import Terminal
from underdeck.deal import Deal, Listed, Seed
from underdeck.env.tomb_codes import MOVES
from underdeck.env.tomb_env import TombEnv
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.say.sentences import refusal_text

TOMB = "underdeck.env:underdeck/Tomb-v0"
HOARD_FIRST = {"deal": "789974133212406140"}
"""A deal that begins with two kings, the scroll and a monster."""


def episode(env: Any, seed: int) -> tuple[list[Any], list[float], dict[str, Any]]:
    """Play a random game and return its observations, rewards and last info."""
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, rewards, over = [observation], [], False
    while not over:
        observation, reward, over, truncated, info = env.step(
            random.choice(np.flatnonzero(info["action_mask"]))
        )
        seen.append(observation)
        rewards.append(reward)
        assert not truncated
    return seen, rewards, info


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"count_cards": True, "reward": "win"},
        {"render_mode": "ansi"},
        {"drop_sum": True, "earliest_turnaround": 2, "language": "es"},
    ],
)
def test_gymnasiums_own_checks_pass(options: dict[str, Any]) -> None:
    check_env(gym.make(TOMB, **options).unwrapped)


def test_the_same_seed_gives_the_same_game() -> None:
    env = gym.make(TOMB)
    first, other, again = (episode(env, seed)[0] for seed in (3, 4, 3))
    assert [row.tobytes() for row in first] == [row.tobytes() for row in again]
    assert [row.tobytes() for row in first] != [row.tobytes() for row in other]


def test_later_deals_differ_but_follow_from_the_first_seed() -> None:
    env = gym.make(TOMB)

    def deals() -> list[tuple[int, ...]]:
        env.reset(seed=1)
        return [env.unwrapped.record.deal.cards for _ in range(3) if env.reset()]

    one = deals()
    assert len(set(one)) == 3
    assert one == deals()


def test_the_reward_comes_at_the_end_and_a_win_needs_four_kings() -> None:
    paid, wins = gym.make(TOMB), gym.make(TOMB, reward="win")
    for seed in range(60):
        _, rewards, info = episode(paid, seed)
        assert rewards[-1] == info["result"]["points"]
        assert not any(rewards[:-1])
        assert episode(wins, seed)[1][-1] == info["result"]["won"]


def test_an_illegal_action_changes_nothing_or_raises() -> None:
    env = gym.make(TOMB)
    before, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, truncated, info = env.step(illegal)
    assert (before == after).all()
    assert (reward, over, truncated, info["illegal"]) == (0.0, False, False, True)
    strict = gym.make(TOMB, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(
        gym.error.InvalidAction,
        match=r"^illegal action 1 \(retreat\): legal actions are 0 \(delve\)$",
    ):
        strict.step(illegal)


def test_a_given_deal_is_played_and_the_record_replays() -> None:
    env = gym.make(TOMB, drop_sum=True)
    for seed in range(20):
        env.reset(options={"deal": f"deal {seed}"})
        assert env.unwrapped.record.deal.source == Seed(f"deal {seed}")
        info = episode(env, seed)[2]
        result = Playthrough.resume(env.unwrapped.record).result() or {}
        assert {name: result[name] for name in info["result"]} == info["result"]


def test_the_cards_of_a_given_deal_count_and_not_its_source() -> None:
    given = Deal(DECK, Seed("another order"))
    for compiled in (None, False):
        env = gym.make(TOMB, compiled=compiled, count_cards=True)
        env.reset(options={"deal": given})
        seen, *_ = env.step(0)
        assert seen[-44:].tolist() == [1] + [0] * 43
        assert env.unwrapped.record.deal == given


def test_the_card_counter_includes_every_turned_card() -> None:
    env = gym.make(TOMB, count_cards=True)
    seen, _, _ = episode(env, 8)
    counts = [int(row[-44:].sum()) for row in seen]
    assert counts[0] == 0
    assert counts == sorted(counts)
    assert counts[-1] > 2


def test_masks_have_the_method_that_algorithms_call() -> None:
    env = gym.make(TOMB).unwrapped
    _, info = env.reset(seed=2)
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()
    assert [str(MOVES[number]) for number in np.flatnonzero(env.action_masks())] == ["delve"]


def test_rendering_equals_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    env = gym.make(TOMB, render_mode="ansi")
    env.reset(options=HOARD_FIRST)
    opening = env.render()
    env.step(0)
    drawn = env.render()
    screen = TombScreen(
        Terminal(Words("en"), {}, plain=False), Playthrough.resume(env.unwrapped.record)
    )
    screen.draw(0)
    at_terminal = capsys.readouterr().out.strip()
    assert "┃ 4♠┃" in at_terminal
    assert drawn.endswith(at_terminal + "\n")
    assert "4♠" in drawn.removesuffix(at_terminal + "\n")
    human = gym.make(TOMB, render_mode="human")
    human.reset(options=HOARD_FIRST)
    human.step(0)
    assert capsys.readouterr().out == f"{opening}\n{drawn}\n"


def test_rendering_uses_letters_if_symbols_cannot_be_encoded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", printed)
    env = gym.make(TOMB, render_mode="human", language="es")
    env.reset(options=HOARD_FIRST)
    env.step(0)
    printed.seek(0)
    assert "KC, KS, Jk, 4S (4 de picas, monstruo)" in printed.read()


def test_without_a_render_mode_nothing_is_rendered() -> None:
    env = gym.make(TOMB).unwrapped
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="pass 'ansi' or 'human' to make"):
        assert env.render() is None


ACTIONS_ARE = r"\(actions are whole numbers from 0 to 38\): legal actions are 0 \(delve\)$"


@pytest.mark.parametrize(
    ("action", "given"),
    [
        (99, "99"),
        (-1, "-1"),
        (1.5, "1.5"),
        (0.0, "0.0"),
        ("delve", "'delve'"),
        (None, "None"),
        ([0], r"\[0\]"),
    ],
)
@pytest.mark.parametrize("illegal", ["ignore", "raise"])
def test_invalid_actions_are_refused(action: Any, given: str, illegal: str) -> None:
    env = gym.make(TOMB, illegal=illegal).unwrapped
    env.reset(seed=1)
    with pytest.raises(gym.error.InvalidAction, match=f"^illegal action {given} {ACTIONS_ARE}"):
        env.step(action)
    assert env.step(np.int64(0))[4]["illegal"] is False


def test_calls_before_the_first_reset_are_refused() -> None:
    env = gym.make(TOMB, render_mode="ansi").unwrapped
    for purpose, call in {
        "step": lambda: env.step(0),
        "render": env.render,
        "mask": env.action_masks,
        "record": lambda: env.record,
    }.items():
        with pytest.raises(
            gym.error.ResetNeeded,
            match=rf"^there is no game to {purpose} yet: call reset\(\) first$",
        ):
            call()


def test_a_step_after_the_end_is_refused() -> None:
    env = gym.make(TOMB)
    episode(env, 1)
    with pytest.raises(
        gym.error.ResetNeeded, match=r"^the game is over: call reset\(\) before the next step\(\)$"
    ):
        env.step(0)


HOUSE_RULES = ", ".join(option.name for option in fields(Options))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"drop_everything": True},
            "unknown option 'drop_everything': options are reward, illegal, count_cards, "
            f"compiled, render_mode, language, {HOUSE_RULES}",
        ),
        ({"reward": "gold"}, "reward can't be 'gold': it must be one of 'points', 'win'"),
        ({"illegal": "forgive"}, "illegal can't be 'forgive': it must be one of 'ignore', 'raise'"),
        ({"count_cards": "yes"}, "count_cards can't be 'yes': it must be one of True, False"),
        (
            {"render_mode": "rgb_array"},
            "render_mode can't be 'rgb_array': it must be one of None, 'ansi', 'human'",
        ),
        ({"language": "de"}, "language can't be 'de': it must be one of 'en', 'es'"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        TombEnv(**options)


def test_a_wrong_house_rule_has_the_error_of_the_terminal() -> None:
    refusal = Refusal("house_value", name="drop_sum", value="maybe", values=["off", "on"])
    with pytest.raises(ValueError, match=f"^{re.escape(refusal_text(Words('en'), refusal))}$"):
        gym.make(TOMB, drop_sum="maybe")


def test_invalid_deals_are_refused() -> None:
    env = gym.make(TOMB)
    with pytest.raises(
        ValueError,
        match=r"^deal can't be 5: it must be the text of a seed, or an underdeck.deal.Deal$",
    ):
        env.reset(options={"deal": 5})
    with pytest.raises(
        ValueError, match=r"^unknown option 'deals' of reset: the only one is deal$"
    ):
        env.reset(options={"deals": ["x"]})
    missing = Refusal("missing_cards", cards=["2S"], n=1)
    with pytest.raises(ValueError, match=f"^{re.escape(refusal_text(Words('en'), missing))}$"):
        env.reset(options={"deal": Deal(DECK[1:], Listed(DECK[1:]))})
    with pytest.raises(ValueError, match="200"):
        env.reset(options={"deal": "x" * 201})
