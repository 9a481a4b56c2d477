"""Games that are saved, resumed and listed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from cli.book import BOOK, CARDS, blocked, saved, saves
from cli.run import underdeck
from underdeck.formats import read_record
from underdeck.registry import game_names


def test_leaving_keeps_the_game_and_resume_goes_on(home: Path) -> None:
    first = underdeck("play", "tomb", "--deal", CARDS, typed="\n".join([*BOOK.moves[:10], "quit"]))
    assert first.code == 0
    name = saves(home)[0].stem
    assert f"resume {name}\n" in first.out
    second = underdeck("resume", typed="\n".join(BOOK.moves[10:20]))
    assert second.code == 0
    assert "after 10 moves" in second.out
    third = underdeck("resume", name, typed="\n".join(BOOK.moves[20:]))
    assert "Score 4/68" in third.out
    assert len(saves(home)) == 1
    assert underdeck("resume").code == 1
    assert underdeck("resume", name).err.startswith("That game is over. Watch it with: ")
    assert underdeck("replay", name).code == underdeck("verify", name).code == 0


def test_a_new_game_does_not_touch_an_unfinished_one(home: Path) -> None:
    underdeck("play", "tomb", "--seed", "1", typed="delve\n")
    underdeck("play", "tomb", "--seed", "2", typed="delve\n")
    assert len(saves(home)) == 2
    listed = underdeck("resume", "--list").out
    assert listed.count("unfinished, 1 move") == 2


def test_saved_games_are_listed_in_the_players_language(home: Path) -> None:
    underdeck("play", "tomb", "--deal", CARDS, typed="delve\ndraw\nretreat\n")
    assert "escaped, 0/0" in underdeck("resume", "--list").out
    assert "salida con vida, 0/0" in underdeck("--lang", "es", "resume", "--list").out
    underdeck("play", "dungeon", "--seed", "1", typed="resign\n")
    assert "over with one left alive, " in underdeck("resume", "--list").out
    spanish = underdeck("--lang", "es", "resume", "--list").out
    assert "terminada con una sola persona viva, " in spanish
    assert "escaped" not in spanish
    assert "alone" not in spanish


def test_a_damaged_save_is_named_and_does_not_hide_the_others(home: Path) -> None:
    underdeck("play", "tomb", "--seed", "1", typed="delve\n")
    (home / "games" / "tomb-broken.json").write_text("{")
    assert "damaged" in underdeck("resume", "--list").out
    assert underdeck("resume", typed="quit\n").code == 0
    assert underdeck("resume", "tomb-broken").code == 1
    assert underdeck("resume", "nobody").err.startswith('There is no saved game "nobody".')


def test_a_game_of_bots_alone_is_not_resumed(home: Path) -> None:
    underdeck(
        "play", "dungeon", "--players", "2", "--bots", "careful", "--seed", "1", typed="quit\n"
    )
    text = saves(home)[0].read_text()
    record = json.loads(text) | {"seats": ["careful", "careful"]}
    (home / "games" / "dungeon-watched.json").write_text(json.dumps(record))
    assert underdeck("resume", "dungeon-watched").err.startswith(
        "Only bots play in dungeon-watched"
    )
    assert "dungeon-watched" not in underdeck("resume", typed="quit\n").out


def test_a_game_left_before_its_first_move_is_not_kept_unless_it_was_played_elsewhere(
    home: Path,
) -> None:
    assert underdeck("play", "tomb", typed="quit\n").code == 0
    assert saves(home) == []

    def play_elsewhere_first() -> Iterator[str]:
        underdeck("resume", typed="delve\n")
        yield "quit\n"

    assert underdeck("play", "tomb", typed=play_elsewhere_first()).code == 0
    assert len(saves(home)) == 1


def test_save_to_a_chosen_file(tmp_path: Path) -> None:
    target, compact = tmp_path / "mine.json", tmp_path / "mine.txt"
    ran = underdeck(
        "play",
        "tomb",
        "--deal",
        CARDS,
        typed=f"delve\nsave {target}\nsave {compact}\nsave {target}\nsave\n",
    )
    assert read_record(target.read_text("utf-8")).record.moves == ["delve"]
    assert compact.read_text("utf-8").startswith("underdeck 2 tomb 1\n")
    assert "already exists" in " ".join(ran.out.split())
    assert "The game is saved after every move" in ran.out


def test_save_to_a_path_that_is_not_writable() -> None:
    ran = underdeck("play", "tomb", typed="save /nowhere/at/all.json\n")
    assert ran.code == 0
    assert "Can't write" in " ".join(ran.out.split())


def test_a_move_that_can_not_be_saved_is_not_made(home: Path) -> None:
    def typed() -> Iterator[str]:
        text = saves(home)[0].read_text("utf-8")
        with blocked(home):
            yield "delve\n"
        assert saves(home)[0].read_text("utf-8") == text
        yield "delve\nquit\n"

    out = " ".join(underdeck("play", "tomb", "--deal", CARDS, typed=typed()).out.split())
    refused, _, after = out.partition("try again.")
    assert "Can't save the game" in refused
    assert "5♦" not in refused
    assert "5♦" in after
    assert saved(home)["moves"] == ["delve"]


def test_a_game_played_on_elsewhere_is_not_overwritten(home: Path) -> None:
    def typed() -> Iterator[str]:
        underdeck("resume", typed="delve\ndraw\n")
        yield "delve\nquit\n"

    out = underdeck("play", "tomb", "--deal", CARDS, typed=typed()).out
    assert "continued elsewhere" in " ".join(out.split())
    assert saved(home)["moves"] == ["delve", "draw"]


def test_a_folder_that_can_not_be_used_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    ran = underdeck("play", "tomb", typed="delve\n", UNDERDECK_HOME=str(blocked))
    assert ran.code == 1
    assert f"Can't save the game to \"{blocked}" in ran.err
    assert "part of the path is not a folder" in ran.err
    assert underdeck("resume", UNDERDECK_HOME=str(blocked)).code == 1
    assert underdeck("resume", UNDERDECK_HOME="x" * 300).code == 1


def test_unusual_paths_to_save_to(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "nowhere.json")
    places = [
        "~nosuchuser/x.json",
        "x" * 300 + ".json",
        "a\0b.json",
        str(tmp_path),
        str(tmp_path / "link.json"),
    ]
    ran = underdeck(
        "play", "tomb", typed="".join(f"save {place}\n" for place in places) + "delve\n"
    )
    assert ran.code == 0
    output = " ".join(ran.out.split())
    assert output.count("Can't write") == 3
    assert output.count("already exists") == 2
    assert (tmp_path / "link.json").is_symlink()


def test_unusual_files_among_the_saves(home: Path) -> None:
    underdeck("play", "tomb", "--seed", "1", typed="delve\n")
    (home / "games" / "gone.json").symlink_to(home / "nowhere")
    (home / "games" / "round.json").symlink_to(home / "games" / "round.json")
    (home / "games" / "folder.json").mkdir()
    (home / "games" / "binary.json").write_bytes(b"\xff\xfe")
    listed = underdeck("resume", "--list")
    assert listed.code == 0
    assert listed.out.count("tomb-") == 1
    assert underdeck("resume", typed="draw\nquit\n").code == 0


def test_damaged_saves_are_counted_if_there_are_no_others(home: Path) -> None:
    (home / "games").mkdir(parents=True)
    (home / "games" / "broken.json").write_text("{")
    assert "1 saved game is damaged" in underdeck("resume").err


def test_without_an_unfinished_game_the_registered_games_are_listed() -> None:
    games = ", ".join(game_names())
    assert re.search(
        rf"Start one with \S+ play and the name of a game: {games}$",
        underdeck("resume").err.strip(),
    )
    assert re.search(
        rf"Empieza una con \S+ play y el nombre de un juego: {games}$",
        underdeck("resume", "--list", "--lang", "es").err.strip(),
    )
