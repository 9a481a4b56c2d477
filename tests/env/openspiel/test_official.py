# ruff: noqa: E402  optional dependencies are checked first
"""OpenSpiel's own tests pass for both games."""

import unittest

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="the games for OpenSpiel need open_spiel: pip install 'underdeck[env]'"
)

import underdeck.env.openspiel
from underdeck.env.openspiel import DungeonGame, TombGame

NAMES = ("python_underdeck_tomb", "python_underdeck_dungeon")
VARIANTS = (
    "python_underdeck_tomb(drop_sum=True,disarm_after_fail=True,scroll_from_column=True,reward=win)",
    "python_underdeck_dungeon(players=3,interrupts=True,random_start=True,max_moves=120)",
    "python_underdeck_dungeon(players=4,jokers_wild=True,counter_attack=3,suicide_queen=True,"
    "max_moves=120)",
    "python_underdeck_dungeon(players=3,almost_black=True,turn_limit=20)",
    "python_underdeck_dungeon(players=4,pitch_black=True,interrupts=True,max_moves=120)",
)


@pytest.mark.parametrize("name", NAMES)
def test_random_simulation(name: str) -> None:
    assert name in pyspiel.registered_names()
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("name", VARIANTS)
def test_random_simulation_with_variants_and_house_rules(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_the_interface() -> None:
    flags = pytest.importorskip("absl.flags", reason="OpenSpiel's interface test needs absl-py")
    api_test = pytest.importorskip(
        "open_spiel.integration_tests.api_test",
        reason="this open_spiel doesn't come with its interface test",
    )
    flags.FLAGS(["api_test", "--test_only_games=python_underdeck_.*"])
    suite = api_test.load_tests(unittest.TestLoader(), None, None)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun == 10
    assert not result.errors + result.failures + result.skipped


def test_the_registered_games_are_these() -> None:
    assert isinstance(pyspiel.load_game(NAMES[0]), TombGame)
    assert isinstance(pyspiel.load_game(NAMES[1]), DungeonGame)
    assert underdeck.env.openspiel.__doc__
