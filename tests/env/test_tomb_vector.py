"""The vector environment equals single environments, compiled and interpreted."""

# ruff: noqa: E402  optional dependencies are checked first
from dataclasses import asdict
from typing import Any

import pytest

gym = pytest.importorskip(
    "gymnasium", reason="the environments of Tomb need gymnasium: pip install 'underdeck[env]'"
)

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from env.games import TOMBS, name_of
from underdeck.deal import Drawn, deal_from_seed
from underdeck.env import batch
from underdeck.env.tomb_codes import LAYOUT, MOVES
from underdeck.env.tomb_vector import TombVectorEnv
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, PHASES

TOMB = "underdeck.env:underdeck/Tomb-v0"
RETREAT = 1

option_sets = pytest.mark.parametrize("house", TOMBS, ids=name_of)


def many(count: int, **options: Any) -> Any:
    return gym.make_vec(TOMB, num_envs=count, vectorization_mode="vector_entry_point", **options)


def singles(count: int, **options: Any) -> Any:
    """Return single environments that play by the interpreted rules."""
    return gym.make_vec(TOMB, num_envs=count, vectorization_mode="sync", compiled=False, **options)


def choose(random: Any, masks: Any, *, wild: float = 0.0) -> Any:
    """Choose a legal action per game; a share of `wild` may be illegal.

    Retreats are rare, so that games last.
    """
    weights = random.random(masks.shape) * masks
    weights[:, RETREAT] *= 0.1
    actions = weights.argmax(1)
    return np.where(
        random.random(len(actions)) < wild, random.integers(len(MOVES), size=len(actions)), actions
    )


def assert_same_info(info: dict[str, Any], expected: dict[str, Any]) -> None:
    for name, value in expected.items():
        np.testing.assert_equal(info[name], value, name)


def compare(ours: Any, theirs: Any, steps: int, seed: int) -> Any:
    """Step both with the same actions, assert that they agree, and return the observations."""
    random = np.random.default_rng(seed)
    (seen, info), (expected, expected_info) = ours.reset(seed=seed), theirs.reset(seed=seed)
    rows = [seen]
    assert_same_info(info, expected_info)
    for _ in range(steps):
        assert seen.tobytes() == expected.tobytes()
        actions = choose(random, info["action_mask"], wild=0.05)
        (seen, *got, info), (expected, *wanted, expected_info) = (
            ours.step(actions),
            theirs.step(actions),
        )
        for one, other in zip(got, wanted, strict=True):
            assert one.dtype == other.dtype
            assert (one == other).all()
        assert_same_info(info, expected_info)
        rows.append(seen)
    return np.concatenate(rows)


@option_sets
@pytest.mark.parametrize(
    "options", [{}, {"reward": "win", "count_cards": True}], ids=["points", "win"]
)
def test_the_same_as_single_environments(house: Options, options: dict[str, Any]) -> None:
    options = asdict(house) | options
    seen = compare(many(12, **options), singles(12, **options), 200, seed=4)
    unmet = {PHASES[number] for number in np.flatnonzero(~seen[:, LAYOUT.part("phase")].any(0))}
    assert unmet == ({"turning"} if house.drop_sum else {"turning", "dropping"})


def test_long_games_are_truncated_like_single_ones() -> None:
    compare(many(12, max_episode_steps=9), singles(12, max_episode_steps=9), 60, seed=5)


def test_it_works_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "can_compile", lambda: False)
    slow = many(6, drop_sum=True, count_cards=True)
    assert not slow.compiled
    compare(slow, singles(6, drop_sum=True, count_cards=True), 60, seed=9)


def test_a_finished_game_restarts_in_the_next_step_whatever_the_action() -> None:
    env = many(8, illegal="raise")
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    random, over, ends = np.random.default_rng(2), np.zeros(8, bool), 0
    observations, info = env.reset(seed=2)
    first = observations[0]
    for _ in range(60):
        observations, rewards, ended, truncated, info = env.step(
            choose(random, info["action_mask"])
        )
        assert not truncated.any()
        assert not ended[over].any()
        assert not rewards[~ended].any()
        assert (observations[over] == first).all()
        assert (info["action_mask"].any(1) == ~ended).all()
        over, ends = ended, ends + ended.sum()
    assert ends > 8


def trace(env: Any, seed: Any, steps: int = 40) -> list[bytes]:
    random = np.random.default_rng(0)
    observations, info = env.reset(seed=seed)
    rows = [observations.tobytes()]
    for _ in range(steps):
        observations, *_, info = env.step(choose(random, info["action_mask"]))
        rows.append(observations.tobytes())
    return rows


def test_the_same_seed_gives_the_same_games() -> None:
    env = many(5)
    first, other, again, listed = (trace(env, seed) for seed in (3, 4, 3, [3, 4, 5, 6, 7]))
    assert first == again == listed
    assert first != other
    assert trace(env, None) != trace(env, None)
    assert trace(many(5), None) != trace(many(5), None)


def test_resets_without_a_seed_continue_the_stream_of_deals() -> None:
    pair = many(4), singles(4)
    for options in ({"seed": 5}, {}, {}):
        for env in pair:
            env.reset(**options)
        rows = [[env.step(np.zeros(4, np.int64))[0].tobytes() for _ in range(2)] for env in pair]
        assert rows[0] == rows[1]


def test_given_deals_are_played_first() -> None:
    env, one = many(3), gym.make(TOMB)
    deals = ["first", deal_from_seed(DECK, "second"), "third"]
    env.reset(seed=1, options={"deals": deals})
    observations = env.step(np.zeros(3, np.int64))[0]
    for row, deal in zip(observations, deals, strict=True):
        one.reset(options={"deal": deal})
        assert row.tobytes() == one.step(0)[0].tobytes()
    with pytest.raises(
        ValueError, match=r"^deals can't be \['first'\]: one for each of 3 environments is needed$"
    ):
        env.reset(options={"deals": ["first"]})


def test_deals_are_the_numbered_ones_of_the_seeds() -> None:
    env, one = many(3), gym.make(TOMB)
    env.reset(seed=5)
    for number in range(2):
        seen = env.step(np.zeros(3, np.int64))[0]
        for place in range(3):
            one.reset(options={"deal": Drawn(str(5 + place), number).deal(DECK)})
            assert seen[place].tobytes() == one.step(0)[0].tobytes()
        env.reset()


def test_an_illegal_action_raises_before_anything_changes() -> None:
    env = many(3, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(
        gym.error.InvalidAction,
        match=r"^environment 2: illegal action 1 \(retreat\): legal actions are 0 \(delve\)$",
    ):
        env.step(np.array([0, 0, RETREAT]))
    *_, info = env.step(np.zeros(3, np.int64))
    assert not info["illegal"].any()


NO_ACTION = (
    r"environment 2: illegal action {} \(actions are whole numbers from 0 to 38\): "
    r"legal actions are 0 \(delve\)"
)
TOO_FEW = r"actions can't be {}: one for each of 3 environments is needed"


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0, 0], TOO_FEW.format(r"\[0, 0\]")),
        (0, TOO_FEW.format("0")),
        ("abc", TOO_FEW.format("'abc'")),
        ([0, 0, 99], NO_ACTION.format("99")),
        (np.array([0, 0, -1]), NO_ACTION.format("-1")),
        ([0, 0, 1.5], NO_ACTION.format("1.5")),
        ([0, 0, [0]], NO_ACTION.format(r"\[0\]")),
    ],
)
def test_invalid_actions_are_refused(actions: Any, sentence: str) -> None:
    env = many(3)
    with pytest.raises(
        gym.error.ResetNeeded, match=r"^there is no game to step yet: call reset\(\) first$"
    ):
        env.step([0, 0, 0])
    env.reset(seed=1)
    with pytest.raises(gym.error.InvalidAction, match=f"^{sentence}$"):
        env.step(actions)


def test_returned_arrays_are_independent_of_the_environment() -> None:
    env = many(4)
    observations, info = env.reset(seed=1)
    kept = observations.copy(), info["action_mask"].copy()
    info["action_mask"][:] = 1
    _, _, _, _, after = env.step(np.full(4, RETREAT))
    assert after["illegal"].all()
    assert (observations == kept[0]).all()
    assert (after["action_mask"] == kept[1]).all()


def test_finished_games_restart_at_once_for_libraries_that_need_it() -> None:
    env, random = many(8), np.random.default_rng(2)
    first, _ = env.reset(seed=2)
    for _ in range(40):
        _, _, ended, _, _ = env.step(choose(random, env.action_masks()))
        restarted = env.restart_finished()
        assert (restarted[ended] == first[0]).all()
        assert env.action_masks().any(1).all()


def test_spaces_and_wrappers_fit() -> None:
    env = RecordEpisodeStatistics(many(6, count_cards=True))
    random = np.random.default_rng(3)
    observations, info = env.reset(seed=3)
    for _ in range(60):
        assert env.observation_space.contains(observations)
        actions = choose(random, info["action_mask"])
        assert env.action_space.contains(actions)
        observations, rewards, ended, _, info = env.step(actions)
        if ended.any():
            assert (info["episode"]["r"][ended] == rewards[ended]).all()


def test_make_vec_uses_it_by_default() -> None:
    assert isinstance(gym.make_vec(TOMB, num_envs=2).unwrapped, TombVectorEnv)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"drop_everything": True},
            "unknown option 'drop_everything': options are num_envs, .*drop_sum",
        ),
        ({"reward": "gold"}, "reward can't be 'gold': it must be one of 'points', 'win'"),
        (
            {"render_mode": "ansi"},
            "render_mode can't be 'ansi': only a single environment is drawn",
        ),
        (
            {"max_episode_steps": 0},
            "max_episode_steps can't be 0: it must be a whole number, at least 1",
        ),
        ({"compiled": "fast"}, "compiled can't be 'fast': it must be one of None, True, False"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        TombVectorEnv(2, **options)


def test_wrong_numbers_of_values_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^num_envs can't be 0: it must be a whole number, at least 1$"
    ):
        TombVectorEnv(0)
    with pytest.raises(
        ValueError, match=r"^seed can't be \[1, 2\]: one for each of 3 environments is needed$"
    ):
        many(3).reset(seed=[1, 2])
    with pytest.raises(ValueError, match=r"^deal 1 can't be 7: it must be the text of a seed"):
        many(2).reset(options={"deals": ["x", 7]})
    with pytest.raises(
        ValueError, match=r"^unknown option 'deal' of reset: the only one is deals$"
    ):
        many(2).reset(options={"deal": "x"})


def test_compiling_is_refused_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "can_compile", lambda: False)
    with pytest.raises(ValueError, match=r"^compiled can't be True without Numba"):
        TombVectorEnv(1, compiled=True)
