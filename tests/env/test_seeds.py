# ruff: noqa: E402  optional dependencies are checked first
"""Seeds of environments: numbered deals, which are those of a simulation."""

import pytest

gym = pytest.importorskip(
    "gymnasium", reason="the environments need gymnasium: pip install 'underdeck[env]'"
)

import numpy as np

from underdeck.cards import codes_of
from underdeck.deal import Drawn
from underdeck.env.seeds import seed_text
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.tomb.state import DECK
from underdeck.playthrough import verify

TOMB = "underdeck.env:underdeck/Tomb-v0"


def test_the_deals_of_a_seed_are_numbered() -> None:
    env = gym.make(TOMB)
    for reset in (0, 1, 2):
        env.reset(**({"seed": 7} if reset == 0 else {}))
        assert env.unwrapped.record.deal == Drawn("7", reset).deal(DECK)
        verify(env.unwrapped.record, None)


def test_a_given_deal_takes_the_place_of_a_number() -> None:
    env = gym.make(TOMB)
    env.reset(seed=7, options={"deal": "any text"})
    env.reset()
    assert env.unwrapped.record.deal.source == Drawn("7", 1)


def test_the_deals_of_a_seed_are_frozen() -> None:
    """Seeds must give the same deals in every release: agents are compared by them."""
    env = gym.make(TOMB)
    env.reset(seed=1)
    assert codes_of(env.unwrapped.record.deal.cards[:4]) == ["5D", "6D", "2D", "JC"]


def test_dungeon_numbers_its_deals_in_the_same_way() -> None:
    dungeon_v0 = pytest.importorskip("underdeck.env.dungeon_v0", exc_type=ImportError)
    env = dungeon_v0.raw_env(players=3)
    deck = DUNGEON.deck(env.options)
    for reset in (0, 1):
        env.reset(**({"seed": 7} if reset == 0 else {}))
        assert env.record.deal == Drawn("7", reset).deal(deck)
        verify(env.record, None)
    env.reset(seed=1)
    assert codes_of(env.record.deal.cards[:4]) == ["2H", "AD", "6S", "9C"]


def test_without_a_seed_deals_are_random() -> None:
    envs = [gym.make(TOMB) for _ in range(2)]
    deals = [env.unwrapped.record.deal for env in envs if env.reset()]
    assert deals[0] != deals[1]


def test_a_generator_set_by_hand_decides_the_deals() -> None:
    deals = []
    for _ in range(2):
        env = gym.make(TOMB)
        env.unwrapped.np_random = np.random.default_rng(5)
        env.reset()
        deals.append(env.unwrapped.record.deal)
    assert deals[0] == deals[1]
    assert deals[0].source != Drawn("-1", 0)


@pytest.mark.parametrize("seed", [-1, 1.5, "7"])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(gym.error.Error):
        seed_text(seed)
