# ruff: noqa: E402  what may be missing is asked for first
from typing import Any

import pytest

gym = pytest.importorskip("gymnasium", reason="the environment of Tomb needs gymnasium: pip install 'underdeck[env]'")

import numpy as np
from gymnasium.utils.env_checker import check_env

from underdeck.env.tomb_codes import MOVES
from underdeck.record import Playthrough
from underdeck.refusal import Refusal

TOMB = "underdeck.env:underdeck/Tomb-v0"


def episode(env: Any, seed: int) -> tuple[list[Any], list[float], dict[str, Any]]:
    """A random game: what was seen and earned, and the last info."""
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, rewards, over = [observation], [], False
    while not over:
        observation, reward, over, truncated, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        seen.append(observation)
        rewards.append(reward)
        assert not truncated
    return seen, rewards, info


@pytest.mark.parametrize(
    "options",
    [{}, {"count_cards": True, "reward": "win"}, {"render_mode": "ansi"}, {"drop_sum": True, "earliest_turnaround": 2, "language": "es"}],
)
def test_gymnasium_finds_nothing_to_complain_of(options: dict[str, Any]) -> None:
    check_env(gym.make(TOMB, **options).unwrapped)


def test_a_seed_gives_the_same_game_again() -> None:
    env = gym.make(TOMB)
    first, other, again = (episode(env, seed)[0] for seed in (3, 4, 3))
    assert [row.tobytes() for row in first] == [row.tobytes() for row in again]
    assert [row.tobytes() for row in first] != [row.tobytes() for row in other]


def test_without_a_seed_deals_differ_but_follow_from_the_first_one() -> None:
    env = gym.make(TOMB)

    def deals() -> list[tuple[int, ...]]:
        env.reset(seed=1)
        return [env.unwrapped.record.deal.cards for _ in range(3) if env.reset()]

    one = deals()
    assert len(set(one)) == 3
    assert one == deals()


def test_points_are_paid_at_the_end_and_a_win_only_for_four_kings() -> None:
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
    with pytest.raises(gym.error.InvalidAction, match=r"isn't legal now; legal: delve"):
        strict.step(illegal)


def test_a_given_deal_is_played_and_the_record_replays() -> None:
    env = gym.make(TOMB, drop_sum=True)
    for seed in range(20):
        env.reset(options={"deal": f"deal {seed}"})
        assert env.unwrapped.record.deal.seed == f"deal {seed}"
        info = episode(env, seed)[2]
        result = Playthrough.resume(env.unwrapped.record).result() or {}
        assert {name: result[name] for name in info["result"]} == info["result"]


def test_a_card_counter_remembers_what_was_turned() -> None:
    env = gym.make(TOMB, count_cards=True)
    seen, _, _ = episode(env, 8)
    counts = [int(row[-44:].sum()) for row in seen]
    assert counts[0] == 0
    assert counts == sorted(counts)
    assert counts[-1] > 2


def test_masks_come_under_the_name_that_algorithms_ask_for() -> None:
    env = gym.make(TOMB).unwrapped
    _, info = env.reset(seed=2)
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()
    assert [str(MOVES[number]) for number in np.flatnonzero(env.action_masks())] == ["delve"]


def test_the_table_is_told_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = gym.make(TOMB, render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    told = env.render()
    assert "hit_points: 9" in told
    assert "legal: " in told
    shown = gym.make(TOMB, render_mode="human")
    shown.reset(seed=1)
    shown.step(0)
    assert capsys.readouterr().out.strip() == told.strip()


def test_unknown_options_are_refused() -> None:
    with pytest.raises(Refusal):
        gym.make(TOMB, drop_everything=True)
    with pytest.raises(ValueError, match="reward is one of"):
        gym.make(TOMB, reward="gold")
