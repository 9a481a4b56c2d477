"""Games of the terminal enter the player's history: when they end, or later."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cli.book import CARDS, TYPED, saves
from cli.played_games import SEEDS, play_tomb, tomb_moves
from cli.run import json_of, program_after, underdeck, underdeck_process
from underdeck.cli.recording import RecordedGames
from underdeck.cli.saves import Save
from underdeck.deal import deal_from_seed
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.tomb import GAME as TOMB
from underdeck.playthrough import Playthrough


def listed(**environment: str) -> list[dict[str, Any]]:
    """Return the games of the history, newest first."""
    games: list[dict[str, Any]] = json_of(underdeck("history", "--json", **environment))["games"]
    return games


def test_a_finished_game_is_recorded_with_remarks_after_its_result(home: Path) -> None:
    out = play_tomb(SEEDS[0]).out
    place = out.index("Score 1/16.")
    assert out.index("Your first escape!") > place
    assert 'Achievement unlocked: "Daylight".' in out
    (game,) = listed()
    assert (game["outcome"], game["points"], game["kings"]) == ("escaped", 16, 1)
    assert (game["origin"], game["standing"]) == ("terminal", "free")
    assert RecordedGames.read().profiles.popitem()[1] == {saves(home)[0].stem: game["table"]}


def test_remarks_and_achievements_are_in_the_language_of_the_player() -> None:
    out = play_tomb(SEEDS[0], "--lang", "es").out
    assert "Logro conseguido: " in out


def test_a_resumed_game_is_recorded_once_it_ends(home: Path) -> None:
    moves = tomb_moves(SEEDS[0]).splitlines()
    underdeck("play", "tomb", "--seed", SEEDS[0], typed="\n".join([*moves[:3], "quit"]))
    assert listed() == []
    underdeck("resume", typed="\n".join(moves[3:]))
    assert len(listed()) == 1


def test_a_lesson_is_not_recorded() -> None:
    underdeck("learn", "tomb", typed=TYPED)
    assert listed() == []


def test_a_shared_screen_enters_the_history_of_its_first_player(home: Path) -> None:
    args = ("--players", "2", "--bots", "", "--seed", "1")
    ran = underdeck("play", "dungeon", *args, typed="\nresign\nresign\n")
    assert "wins" in ran.out
    (game,) = listed()
    assert (game["seat"], game["outcome"]) == (0, "resigned")
    assert [each["seat"] for each in game["opponents"]] == [1]


def test_known_cards_are_recorded_as_such() -> None:
    underdeck("play", "tomb", "--deal", CARDS, typed=TYPED)
    assert listed()[0]["origin"] == "walkthrough"


# Later


def test_finished_games_of_earlier_versions_enter_the_history(home: Path) -> None:
    for seed in SEEDS:
        save_finished(seed)
    unfinished = Playthrough.begin(
        TOMB, TOMB.Options(), deal_from_seed(TOMB.deck(TOMB.Options()), "1")
    )
    Save.new("tomb").write(unfinished)
    (home / "games" / "tomb-damaged.json").write_text("{")
    ran = underdeck("history")
    assert ran.out.startswith("3 saved games have been added to your history.\n")
    assert len(listed()) == 3
    assert "added" not in underdeck("history").out


def test_a_game_is_never_added_twice(home: Path) -> None:
    play_tomb(SEEDS[0])
    RecordedGames.path().unlink()
    assert "added" not in underdeck("history").out
    assert len(listed()) == 1


def test_a_history_that_was_lost_is_made_again_from_the_files(home: Path) -> None:
    play_tomb(SEEDS[0])
    for path in home.glob("underdeck.db*"):
        path.unlink()
    ran = underdeck("history", "--json")
    assert len(json.loads(ran.out)["games"]) == 1
    assert "no longer exists" in ran.err


def test_a_deleted_history_stays_deleted(home: Path) -> None:
    play_tomb(SEEDS[0])
    assert underdeck("profile", "delete", "--yes").code == 0
    assert listed() == []
    play_tomb(SEEDS[1])
    assert len(listed()) == 1


def test_games_of_another_player_are_not_mixed_in(home: Path) -> None:
    play_tomb(SEEDS[0])
    other = json_of(underdeck("history", "--as", "Ben", "--json"))
    assert other["games"] == []
    assert len(listed()) == 1


# Failures


@pytest.fixture
def damaged(home: Path) -> Path:
    """Return the database, which is damaged; a sound copy is beside it."""
    underdeck("history")
    database = home / "underdeck.db"
    shutil.copy(database, home / "backup")
    database.write_bytes(b"no database" * 1000)
    return database


def test_a_damaged_database_does_not_lose_the_game(damaged: Path, home: Path) -> None:
    ran = play_tomb(SEEDS[0])
    assert ran.code == 0
    out = " ".join(ran.out.split())
    assert "is damaged" in out
    assert "The game itself is saved as a file, and will be added to your history later." in out
    assert underdeck("stats").code == 1
    shutil.copy(home / "backup", damaged)
    assert len(listed()) == 1


def test_a_list_that_can_not_be_written_does_not_lose_the_game(home: Path) -> None:
    RecordedGames.path().mkdir(parents=True)
    ran = play_tomb(SEEDS[0])
    assert ran.code == 0
    assert "will be added to your history later" in " ".join(ran.out.split())
    RecordedGames.path().rmdir()
    assert len(listed()) == 1


def test_without_the_libraries_of_the_server_the_game_is_saved(home: Path) -> None:
    program = program_after("import sys; sys.modules['msgspec'] = None")
    moves = tomb_moves(SEEDS[0])
    ran = underdeck_process("play", "tomb", "--seed", SEEDS[0], typed=moves, program=program)
    out = " ".join(ran.out.split())
    assert "This needs the library msgspec." in out
    assert "The game itself is saved as a file" in out
    assert (ran.code, ran.err) == (0, "")
    stats = underdeck_process("stats", program=program)
    assert (stats.code, stats.out) == (1, "")
    assert "pip install 'underdeck[serve]'" in stats.err
    assert len(listed()) == 1


def save_finished(seed: str) -> None:
    """Save a finished game without recording it."""
    played = Playthrough.begin(
        TOMB, TOMB.Options(), deal_from_seed(TOMB.deck(TOMB.Options()), seed)
    )
    for move in tomb_moves(seed).splitlines():
        played.play(TOMB.read_move(move))
    Save.new("tomb").write(played)


def test_the_seats_of_bots_are_opponents() -> None:
    underdeck("play", "dungeon", "--players", "2", "--seed", "1", typed="resign\n")
    (game,) = listed()
    assert [each["player"] for each in game["opponents"]] == ["bot:digger"]
    assert DUNGEON.name == game["game"]
