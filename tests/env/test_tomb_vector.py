"""The vector environment equals single environments, compiled and interpreted."""

# ruff: noqa: E402  optional dependencies are checked first
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

gym = pytest.importorskip(
    "gymnasium", reason="the environments of Tomb need gymnasium: pip install 'underdeck[env]'"
)

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from env.games import TOMBS, name_of, tombs
from underdeck.deal import deal_from_seed
from underdeck.env import tomb_deals, tomb_vector
from underdeck.env.tomb_codes import LAYOUT, MOVES, encode, mask_of
from underdeck.env.tomb_rows import NO_MOVE, StepOutput, stepper
from underdeck.env.tomb_vector import TombVectorEnv, new_states, put, workspace_for
from underdeck.fast.runner import can_compile
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, PHASES, State
from underdeck.games.tomb.view import view
from underdeck.shuffle import below

TOMB = "underdeck.env:underdeck/Tomb-v0"
RETREAT = 1

option_sets = pytest.mark.parametrize("house", TOMBS, ids=name_of)
modes = pytest.mark.parametrize(
    "compiled",
    [
        pytest.param(
            True, marks=pytest.mark.skipif(not can_compile(), reason="compiling needs Numba")
        ),
        False,
    ],
    ids=["compiled", "interpreted"],
)


def many(count: int, **options: Any) -> Any:
    return gym.make_vec(TOMB, num_envs=count, vectorization_mode="vector_entry_point", **options)


def singles(count: int, **options: Any) -> Any:
    return gym.make_vec(TOMB, num_envs=count, vectorization_mode="sync", **options)


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


@modes
@option_sets
def test_every_observation_equals_the_encoded_view(house: Options, compiled: bool) -> None:
    moments = [state.clone() for state in tombs(house, 60)]
    output = output_for(house, moments, compiled=compiled)
    for place, state in enumerate(moments):
        seen = view(state)
        assert output.observations[place, : LAYOUT.size].tobytes() == encode(seen).tobytes()
        assert output.masks[place].tobytes() == mask_of(seen.legal).tobytes()


def output_for(house: Options, moments: list[State], *, compiled: bool) -> StepOutput:
    """Return the output for some states, including the card counter."""
    states = new_states(house, len(moments), compiled=compiled)
    for place, state in enumerate(moments):
        put(states, place, state.clone())
    output = StepOutput(
        np.empty((len(moments), LAYOUT.size + len(DECK)), np.float32),
        np.empty((len(moments), len(MOVES)), np.int8),
        np.empty((len(moments), 3), np.int64),
    )
    words = tomb_deals.random_words([])
    stepper(compiled=compiled)(
        states,
        np.full(len(moments), NO_MOVE),
        words,
        workspace_for(house, compiled=compiled),
        output,
    )
    return output


def with_other_hidden_cards(state: State, random: Random) -> State:
    """Return a state that looks the same to the player, with other hidden cards."""
    other = state.clone()
    unseen = other.deck[other.top : min(other.bottom, len(DECK))]
    other.deck[other.top : other.top + len(unseen)] = random.sample(unseen, len(unseen))
    other.discards = sum(1 << card for card in random.sample(DECK, state.discards.bit_count()))
    other.stacks = [
        sum(1 << card for card in random.sample(DECK, stack.bit_count())) for stack in state.stacks
    ]
    other.favored = random.choice(DECK)
    return other


@modes
@option_sets
def test_nothing_hidden_is_observed(house: Options, compiled: bool) -> None:
    random = Random(6)
    moments = [state.clone() for state in tombs(house, 60)]
    first, second = (
        output_for(house, states, compiled=compiled)
        for states in (moments, [with_other_hidden_cards(state, random) for state in moments])
    )
    assert np.array_equal(first.observations, second.observations)
    assert np.array_equal(first.masks, second.masks)
    assert np.array_equal(first.results, second.results)


def test_it_works_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomb_vector, "can_compile", lambda: False)
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


def test_deals_are_those_of_the_seeds() -> None:
    seeds = [str(seed) for seed in range(200)]
    for seed, words in zip(seeds, tomb_deals.random_words(seeds), strict=True):
        deck = list(DECK)
        tomb_deals.shuffle(deck, words)
        assert tuple(deck) == deal_from_seed(DECK, seed).cards


def test_biased_words_are_rejected_as_in_any_deal() -> None:
    random = Random(7)
    words = [random.getrandbits(32) for _ in range(48)]
    words[3] = words[10] = words[11] = 2**32 - 1
    deck, expected, stream = list(DECK), list(DECK), iter(words)
    tomb_deals.shuffle(deck, words)
    for last in range(len(DECK) - 1, 0, -1):
        chosen = below(last + 1, stream)
        expected[last], expected[chosen] = expected[chosen], expected[last]
    assert deck == expected
    with pytest.raises(AssertionError):
        tomb_deals.shuffle(deck, [2**32 - 1] * 48)


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
    monkeypatch.setattr(tomb_vector, "can_compile", lambda: False)
    with pytest.raises(ValueError, match=r"^compiled can't be True without Numba"):
        TombVectorEnv(1, compiled=True)
