"""The registry: built-in games, games added at run time and by other packages."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.run import underdeck_process as underdeck
from third_game import tricks as package
from third_game.manifest import GAME, MANIFEST
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
def tricks() -> Iterator[None]:
    register(MANIFEST)
    yield
    unregister("tricks")


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


@pytest.mark.usefixtures("tricks")
def test_a_part_that_a_game_does_not_have_is_none() -> None:
    assert find_part("tricks", "lesson") is None
    assert find_manifest("tricks").bots == ("random",)


def test_a_game_can_be_added_and_removed() -> None:
    register(MANIFEST)
    assert find_game("tricks") is GAME
    assert game_names()[-1] == "tricks"
    unregister("tricks")
    with pytest.raises(Refusal, match="unknown_game"):
        find_game("tricks")


@pytest.mark.usefixtures("tricks")
def test_a_third_game_is_recorded_and_verified_without_further_code() -> None:
    options = GAME.Options()
    played = Playthrough.begin(GAME, options, deal_from_seed(GAME.deck(options), "1"))
    while waiting := GAME.waiting(played.state):
        played.play(played.view(waiting[0]).legal[0], waiting[0])
    assert played.result() is not None
    for text in (write_json(played), write_text(played)):
        assert read_record(text).result() == played.result()
    played.undo()
    assert played.result() is None


PROGRAM = """
from underdeck.registry import find_game, game_names
assert find_game("tomb").name == "tomb"
print(game_names(), find_game("tricks").name)
"""


def test_an_installed_package_adds_a_game_but_cannot_replace_one(tmp_path: Path) -> None:
    shutil.copytree(Path(package.__file__).parents[1], tmp_path, dirs_exist_ok=True)
    with (tmp_path / "tricks-1.0.dist-info" / "entry_points.txt").open("a") as entry_points:
        entry_points.write("tomb = tricks:MANIFEST\n")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("['tomb', 'dungeon', 'tricks'] tricks\n", "")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("missing_module:MANIFEST", "ModuleNotFoundError: No module named 'missing_module'"),
        ("json:dumps", "json:dumps is not a Manifest"),
    ],
)
def test_a_broken_package_is_refused_and_leaves_other_games_alone(
    tmp_path: Path, value: str, reason: str
) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[underdeck.games]\nbroken = {value}\n")
    path = {"PYTHONPATH": str(tmp_path)}
    assert underdeck("deal", "tomb", "--seed", "1", **path).code == 0
    refused = underdeck("play", "broken", **path)
    assert (refused.code, " ".join(refused.err.split())) == (
        1,
        f'The game "broken" is installed but can\'t be loaded ({reason}). '
        "Update or uninstall its package.",
    )
