"""`underdeck stats`, `history`, `achievements` and `profile` on this machine's history."""

import json
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.book import saves
from cli.played_games import SEEDS, play_tomb
from cli.run import json_of, underdeck
from underdeck.cli.recording import RecordedGames
from underdeck.cli.saves import saved_paths


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a data folder with three games of Tomb and one of Dungeon."""
    folder = tmp_path_factory.mktemp("played")
    before = dict(os.environ)
    os.environ["UNDERDECK_HOME"] = str(folder)
    for seed in SEEDS:
        play_tomb(seed)
    underdeck("play", "dungeon", "--players", "2", "--seed", "1", typed="resign\n")
    os.environ.clear()
    os.environ.update(before)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def at_home(home: Path, played: Path) -> Path:
    """Use a copy of that folder."""
    shutil.copytree(played, home)
    return home


# Statistics


def test_without_games_there_are_no_statistics() -> None:
    assert underdeck("stats").out == "There are no finished games here yet.\n"
    tomb = underdeck("stats", "tomb", "--lang", "es").out
    assert tomb == "La Tumba de los Cuatro Reyes: aquí aún no hay partidas terminadas.\n"


def test_statistics_of_all_games_that_were_played(at_home: Path) -> None:
    out = underdeck("stats").out
    assert "Tomb of Four Kings: 3 finished games" in out
    assert "\nDungeon: 1 finished game\n" in out


def test_statistics_of_one_game_as_json(at_home: Path) -> None:
    (tomb,) = json_of(underdeck("stats", "tomb", "--json"))["statistics"]
    assert (tomb["game"], tomb["games"]) == ("tomb", 3)
    assert tomb["rates"]["escaped"]["share"] == 1.0
    assert len(tomb["recent"]) == 3


@pytest.mark.parametrize(
    "args",
    [
        ["--since", "2999-01"],
        ["--until", "2001-01"],
        ["--house", "drop_sum=on"],
        ["--opponent", "random"],
    ],
)
def test_filters_of_statistics(args: list[str], at_home: Path) -> None:
    assert underdeck("stats", "tomb", *args).out == "No finished game matches this filter.\n"


def test_printed_rules_are_a_filter_too(at_home: Path) -> None:
    assert "3 finished games" in underdeck("stats", "tomb", "--house", "printed").out


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["chess"], 2, "'chess' is not one of 'tomb', 'dungeon'."),
        (["--house", "drop_sum=on"], 2, "House rules belong to one game"),
        (["tomb", "--house", "gold=more"], 1, 'There is no house rule "gold".'),
        (["tomb", "--since", "2026-13"], 2, '"2026-13" isn\'t a month.'),
        (["tomb", "--since", "now"], 2, '"now" isn\'t a month.'),
        (["tomb", "--since", "2026-02", "--until", "2026-01"], 1, "2026-02 is after 2026-01."),
        (["--opponent", "Zoe"], 1, 'You have no finished game against "Zoe".'),
        (["--server", "nowhere"], 1, "isn't the address of a server"),
    ],
)
def test_bad_arguments_get_a_clear_answer(args: list[str], code: int, words: str) -> None:
    ran = underdeck("stats", *args)
    assert (ran.code, ran.out) == (code, "")
    assert words in " ".join(ran.err.split())


# History


def test_the_history_is_listed_newest_first_with_names_to_replay(at_home: Path) -> None:
    lines = underdeck("history").out.splitlines()
    names = [path.stem for path in saved_paths()]
    assert lines[0].split()[1:4] == ["dungeon", "resigned", "terminal"]
    assert next(name for name in names if name.startswith("dungeon")) in lines[0]
    assert [line.split()[-1] for line in lines if " tomb " in line] == [
        name for name in reversed(names) if name.startswith("tomb")
    ]


def test_a_game_is_replayed_by_its_name(at_home: Path) -> None:
    name = saved_paths()[0].stem
    assert "Score 1/16." in underdeck("replay", name).out


def test_a_game_without_a_file_is_replayed_from_the_history(at_home: Path) -> None:
    game = json_of(underdeck("history", "--json"))["games"][-1]
    shutil.rmtree(at_home / "games")
    assert game["table"] in underdeck("history").out
    assert "Score 1/16." in underdeck("replay", game["table"]).out
    record = json.loads(underdeck("replay", game["table"], "--json").out)
    assert record["result"]["points"] == 16


def test_a_name_that_nothing_has_is_refused(at_home: Path) -> None:
    assert underdeck("replay", "tomb-1").err == 'There is no file "tomb-1".\n'
    assert underdeck("replay", "0" * 24).err == "There is no such table.\n"


def test_a_replay_creates_no_profile(home: Path) -> None:
    assert underdeck("replay", "0" * 24).err == f'There is no file "{"0" * 24}".\n'
    assert not (home / "accounts.json").exists()


def test_the_list_is_limited_and_says_so(at_home: Path) -> None:
    out = underdeck("history", "--limit", "1").out
    assert "1 of 4 games. --limit shows more." in out
    assert len(json_of(underdeck("history", "--limit", "2", "--json"))["games"]) == 2


def test_the_history_of_one_game_and_opponent(at_home: Path) -> None:
    found = json_of(underdeck("history", "--game", "tomb", "--json"))
    assert {game["game"] for game in found["games"]} == {"tomb"}
    found = json_of(underdeck("history", "--opponent", "digger", "--json"))
    assert [game["game"] for game in found["games"]] == ["dungeon"]


# Achievements


def test_achievements_are_listed(at_home: Path) -> None:
    out = underdeck("achievements").out
    assert out.startswith("Achievements: ")
    assert "★ Daylight: Get out of the tomb alive. (" in out
    found = json_of(underdeck("achievements", "--json"))
    assert found["unlocked"] == sum(each["at"] is not None for each in found["achievements"])


# The profile


def test_the_profile_is_shown_and_renamed(at_home: Path) -> None:
    assert underdeck("profile", "name", "Ana").out == "Your name is Ana now.\n"
    out = underdeck("profile", "show").out
    assert out.startswith("Ana, on this machine\n  Finished games: 4\n")
    shown = json_of(underdeck("profile", "show", "--json"))
    assert (shown["name"], shown["games"]) == ("Ana", 4)
    assert "key" not in shown


def test_an_exported_history_is_imported_elsewhere_once(
    at_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "history.json"
    assert underdeck("profile", "export", str(file)).out.split() == [
        *("4", "games", "written", "to", str(file))
    ]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    data = json.loads(file.read_text("utf-8"))
    assert data["underdeck_history"] == 1
    assert data["games"][0].keys() == {"record", "seat", "at", "names", "table"}
    monkeypatch.setenv("UNDERDECK_HOME", str(tmp_path / "elsewhere"))
    assert "4 games added" in underdeck("profile", "import", str(file)).out
    again = underdeck("profile", "import", str(file)).out
    assert "0 games added" in again
    assert again.endswith("4 games were in your history already.\n")
    games = json_of(underdeck("history", "--json"))["games"]
    assert {game["origin"] for game in games} == {"import"}


def test_an_export_replaces_no_file(at_home: Path, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    ran = underdeck("profile", "export", str(file))
    assert (ran.code, file.read_text()) == (1, "mine")
    assert "already exists" in ran.err


def test_of_a_damaged_history_nothing_is_imported(at_home: Path, tmp_path: Path) -> None:
    file = tmp_path / "history.json"
    underdeck("profile", "export", str(file))
    data = json.loads(file.read_text("utf-8"))
    data["games"][2]["record"]["moves"].pop()
    data["games"][2]["table"] = data["games"][0]["table"] = "another"
    file.write_text(json.dumps(data))
    ran = underdeck("profile", "import", str(file), "--as", "Ben")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("Game 3 in ")
    assert json_of(underdeck("history", "--as", "Ben", "--json"))["games"] == []


def test_two_players_of_this_terminal_become_one(at_home: Path) -> None:
    code = json_of(underdeck("profile", "code", "--json"))["code"]
    merged = underdeck("profile", "merge", code, "--as", "Ben")
    assert merged.out == "The two profiles are one now, with 4 finished games.\n"
    assert underdeck("profile", "show").out.startswith("Ben, on this machine\n")
    assert "Other players" not in underdeck("profile", "show").out


def test_after_a_merge_no_game_is_counted_twice(at_home: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "history.json")
    underdeck("profile", "export", file)
    code = json_of(underdeck("profile", "code", "--json"))["code"]
    underdeck("profile", "merge", code, "--as", "Ben")
    RecordedGames.path().unlink()
    assert "added" not in underdeck("history").out
    assert "0 games added" in underdeck("profile", "import", file).out
    assert json_of(underdeck("history", "--json"))["total"] == 4


@pytest.mark.parametrize("code", ["zzz", "22222-22222", "; drop table"])
def test_a_wrong_code_merges_nothing(code: str, at_home: Path) -> None:
    ran = underdeck("profile", "merge", code)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("This code doesn't work, or has expired.")


def test_a_code_is_shown_with_its_lifetime(at_home: Path) -> None:
    out = underdeck("profile", "code").out
    assert "for 10 minutes:" in " ".join(out.split())
    assert len(out.split()[-1]) == len("7KQ2P-9MXA3")


def test_deleting_asks_first(at_home: Path) -> None:
    ran = underdeck("profile", "delete", typed="no\n")
    assert (ran.code, ran.err) == (1, "Nothing was deleted.\n")
    assert underdeck("profile", "delete").code == 1
    assert json_of(underdeck("history", "--json"))["total"] == 4
    assert underdeck("profile", "delete", "--lang", "es", typed="sí\n").code == 0
    assert json_of(underdeck("history", "--json"))["total"] == 0
    assert len(saves(at_home)) == 4
