"""The registry: built-in games, games added at run time and by other packages."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import coin_game
from underdeck.deal import deal_from_seed
from underdeck.formats import read_record, write_json, write_text
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import (
    BUILT_IN,
    find_game,
    find_manifest,
    find_part,
    game_names,
    register,
    unregister,
)


@pytest.fixture
def coin() -> Iterator[None]:
    register(coin_game.MANIFEST)
    yield
    unregister("coin")


def test_every_built_in_game_is_found_by_its_name() -> None:
    assert [manifest.name for manifest in BUILT_IN] == ["tomb", "dungeon"]
    for manifest in BUILT_IN:
        assert find_game(manifest.name).name == manifest.name


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refusal) as refusal:
        find_game("chess")
    assert (refusal.value.code, refusal.value.params) == (
        "unknown_game",
        {"name": "chess", "games": game_names()},
    )


@pytest.mark.usefixtures("coin")
def test_a_part_that_a_game_does_not_have_is_none() -> None:
    assert find_part("coin", "lesson") is None
    assert find_manifest("coin").bots == ("random",)


def test_a_game_can_be_added_and_removed() -> None:
    register(coin_game.MANIFEST)
    assert find_game("coin") is coin_game.GAME
    assert game_names()[-1] == "coin"
    unregister("coin")
    with pytest.raises(Refusal, match="unknown_game"):
        find_game("coin")


@pytest.mark.usefixtures("coin")
def test_a_third_game_is_recorded_and_verified_without_further_code() -> None:
    options = coin_game.CoinOptions()
    played = Playthrough.begin(coin_game.GAME, options, deal_from_seed(coin_game.CARDS, "1"))
    played.play(coin_game.GAME.read_move("red"))
    for text in (write_json(played), write_text(played)):
        assert read_record(text).result() == played.result()
    played.undo()
    assert played.result() is None


PROGRAM = """
from underdeck.registry import find_game, game_names
assert find_game("tomb").name == "tomb"
print(game_names(), find_game("coin").name)
"""


def test_an_installed_package_adds_a_game_but_cannot_replace_one(tmp_path: Path) -> None:
    folder = tmp_path / "coin-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: coin\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(
        "[underdeck.games]\ncoin = coin_game:MANIFEST\ntomb = coin_game:MANIFEST\n"
    )
    (tmp_path / "coin_game.py").write_text(Path(coin_game.__file__).read_text("utf-8"), "utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("['tomb', 'dungeon', 'coin'] coin\n", "")
