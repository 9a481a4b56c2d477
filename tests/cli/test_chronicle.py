"""`underdeck chronicle`, and where chronicles are offered."""

import json
import os
import sys
from pathlib import Path

import pytest

from chronicle.sample_games import sample_game
from cli.book import CARDS, TYPED, saves
from cli.on_terminal import finish, on_terminal
from cli.played_games import play_tomb
from cli.run import Ran, json_of, underdeck
from underdeck.formats import MAX_RECORD_LENGTH, write_json, write_text
from underdeck.say import LANGUAGES, Words

CORPUS = Path(__file__).parents[1] / "corpus" / "records"
SCENES = "[[title]]\nwhen = '{when}'\ntext = 'My own title'\n"


@pytest.fixture
def duel(tmp_path: Path) -> str:
    """Return the path of a finished game of Dungeon."""
    path = tmp_path / "duel.json"
    path.write_text(write_json(sample_game("dungeon", 3, "sensible")), "utf-8")
    return str(path)


def sentences_of(ran: Ran) -> str:
    """Return the error of a refused command on one line."""
    assert ran.out == ""
    return " ".join(ran.err.split())


# What is told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_walkthrough_is_told_in_both_languages(language: str) -> None:
    data = json_of(underdeck("chronicle", "walkthrough", "--json", "--lang", language))
    assert (data["game"], data["language"], data["length"]) == ("tomb", language, "full")
    assert data["title"]
    assert data["subject"]
    assert data["fate"]
    assert data["plot"]["kings"] == 4
    assert data["untold"] == []
    shown = " ".join(
        underdeck("chronicle", "walkthrough", "--lang", language, "--plain").out.split()
    )
    for section in data["sections"]:
        assert section["heading"] in shown
        for paragraph in section["paragraphs"]:
            assert " ".join(paragraph["text"].split()) in shown


def test_it_is_always_told_the_same_way(tmp_path: Path) -> None:
    played = sample_game("tomb", 4, "sensible")
    (tmp_path / "a.json").write_text(write_json(played), "utf-8")
    (tmp_path / "a.txt").write_text(write_text(played), "utf-8")
    one = underdeck("chronicle", str(tmp_path / "a.json"))
    assert one.code == 0
    assert underdeck("chronicle", str(tmp_path / "a.txt")) == one
    assert underdeck("chronicle", "-", typed=write_json(played)) == one


def test_a_short_chronicle_is_one_paragraph() -> None:
    data = json_of(underdeck("chronicle", "walkthrough", "--length", "short", "--json"))
    assert data["length"] == "short"
    (section,) = data["sections"]
    assert len(section["paragraphs"]) == 1


def test_a_seat_tells_what_it_knew(duel: str) -> None:
    whole = json_of(underdeck("chronicle", duel, "--json"))
    assert whole["seat"] is None
    assert json_of(underdeck("chronicle", duel, "--seat", "1", "--json"))["seat"] == 0
    assert json_of(underdeck("chronicle", duel, "--seat", "2", "--json"))["seat"] == 1


@pytest.mark.parametrize("columns", ["40", "80", "120"])
@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_it_fits_the_terminal(columns: str, plain: list[str]) -> None:
    ran = underdeck("chronicle", "walkthrough", *plain, COLUMNS=columns)
    assert max(map(len, ran.out.splitlines())) <= int(columns)
    assert ("♠" in ran.out) != bool(plain)


def test_typography_survives_a_terminal_without_it() -> None:
    ran = underdeck("chronicle", "walkthrough", "--lang", "es", PYTHONIOENCODING="ascii")
    assert ran.code == 0


# Files and forms


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("a.html", "<!DOCTYPE html>"), ("a.HTM", "<!DOCTYPE html>"), ("a.md", "# "), ("a.txt", "  ")],
)
def test_the_name_of_the_file_chooses_the_form(tmp_path: Path, name: str, beginning: str) -> None:
    path = tmp_path / name
    ran = underdeck("chronicle", "walkthrough", "--output", str(path))
    assert ran.code == 0
    assert str(path) in "".join(ran.out.split("\n"))
    assert path.read_text("utf-8").startswith(beginning)


@pytest.mark.parametrize(("form", "beginning"), [("html", "<!DOCTYPE html>"), ("md", "# ")])
def test_a_form_can_be_printed_or_written_to_any_file(
    tmp_path: Path, form: str, beginning: str
) -> None:
    args = ["chronicle", "walkthrough", "--format", form]
    out = underdeck(*args).out
    assert out.startswith(beginning)
    path = tmp_path / "tale"
    assert underdeck(*args, "--output", str(path)).code == 0
    assert path.read_text("utf-8") == out


def test_data_can_be_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tale.json"
    ran = underdeck("chronicle", "walkthrough", "--json", "--output", str(path))
    assert (ran.code, ran.out) == (0, "")
    assert json.loads(path.read_text("utf-8"))["game"] == "tomb"


def test_a_file_is_replaced_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "tale.md"
    path.write_text("mine")
    args = ["chronicle", "walkthrough", "--output", str(path)]
    ran = underdeck(*args)
    assert ran.code == 1
    assert "--force" in sentences_of(ran)
    assert path.read_text() == "mine"
    assert underdeck(*args, "--force").code == 0
    assert path.read_text("utf-8").startswith("# ")


@pytest.mark.parametrize("place", ["folder", "folder/nowhere/tale.html", "file/tale.html"])
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_a_place_that_can_not_be_written_is_refused(
    tmp_path: Path, place: str, force: list[str]
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    ran = underdeck("chronicle", "walkthrough", "--output", str(tmp_path / place), *force)
    assert ran.code == 1
    assert sentences_of(ran).startswith("Can't write")


@pytest.mark.skipif(os.name != "posix", reason="named pipes")
@pytest.mark.parametrize("language", LANGUAGES)
def test_force_does_not_replace_a_device_or_a_pipe(tmp_path: Path, language: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    for path in (pipe, tmp_path / "link"):
        args = ("--output", str(path), "--force", "--lang", language)
        ran = underdeck("chronicle", "walkthrough", *args)
        assert ran.code == 1
        assert Words(language).say("common.reason.special_file") in sentences_of(ran)
    assert pipe.is_fifo()
    assert underdeck("simulate", "tomb", "--games", "9", "--report", str(pipe)).code == 1
    assert pipe.is_fifo()


# Games that can't be told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["unfinished.json", "unbegun.txt", "format-2-unfinished.json"])
def test_an_unfinished_game_is_refused(name: str, language: str) -> None:
    ran = underdeck("chronicle", str(CORPUS / name), "--lang", language)
    assert ran.code == 1
    expected = Words(language).say("common.refusal.chronicle_not_over")
    assert sentences_of(ran) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b"hello",
        b'{"underdeck": 99}',
        "ñandú".encode("latin-1"),
        b"\xff\xfe{\x00}\x00",
        b"\x00" * 1000,
        b"x" * (MAX_RECORD_LENGTH + 5),
        b"[" * 100_000,
    ],
    ids=lambda content: repr(content[:12]),
)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, content: bytes, language: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    ran = underdeck("chronicle", str(path), "--lang", language)
    assert ran.code == 1
    assert sentences_of(ran).endswith((".", '"'))
    piped = underdeck("chronicle", "-", typed=content.decode("utf-8", "surrogateescape"))
    assert piped.code == 1


def test_a_folder_and_a_missing_file_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "folder" in sentences_of(underdeck("chronicle", "."))
    ran = underdeck("chronicle", "none.json")
    assert (ran.code, ran.err) == (1, 'There is no file "none.json".\n')


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ([], 2),
        (["walkthrough", "more"], 2),
        (["walkthrough", "--seat", "0"], 2),
        (["walkthrough", "--seat", "x"], 2),
        (["walkthrough", "--seat", "2"], 1),
        (["walkthrough", "--length", "long"], 2),
        (["walkthrough", "--format", "pdf"], 2),
        (["walkthrough", "--scenes", "none.toml"], 1),
        (["walkthrough", "--scenes", "."], 1),
        (["walkthrough", "--scenes", "~nobody-here/scenes.toml"], 1),
        (["walkthrough", "--output", "~nobody-here/tale.md"], 1),
    ],
)
def test_misuse_is_explained(args: list[str], code: int) -> None:
    ran = underdeck("chronicle", *args)
    assert ran.code == code
    assert sentences_of(ran)


# A writer's own scenes


def test_scenes_of_a_file_are_used(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SCENES.format(when=" and ".join(["kings == 4"] * 3000)), "utf-8")
    (tmp_path / "more.toml").write_text("\ufeff# nothing yet\n", "utf-8")
    data = json_of(
        underdeck(
            *("chronicle", "walkthrough", "--json", "--scenes", str(path)),
            *("--scenes", str(tmp_path / "more.toml")),
        )
    )
    assert data["title"] == "My own title"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (SCENES.format(when="queens == 4"), ["title 1", "queens"]),
        ("[[title]]\ntext = '[a|b'", ["title 1", "[a|b"]),
        ("[[titles]]\ntext = 'a'", ["titles", "title,"]),
        ("[[title]\ntext = 1", ["TOML", "line 1"]),
        ("[[title]]\ntext = '\x1b[2J{'", ["TOML"]),
    ],
)
def test_an_error_in_scenes_names_its_file_and_place(
    tmp_path: Path, content: str, words: list[str], language: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(content, "utf-8")
    ran = underdeck("chronicle", "walkthrough", "--scenes", str(path), "--lang", language)
    assert ran.code == 2
    sentence = sentences_of(ran)
    for word in ["mine.toml", *words]:
        assert word in sentence
    assert "\x1b" not in sentence


def test_scenes_that_are_too_long_or_no_text_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    long, latin = Path("long.toml"), Path("latin.toml")
    long.write_text("#" * (MAX_RECORD_LENGTH + 1))
    latin.write_bytes("# ñ".encode("latin-1"))
    for path in (long, latin):
        ran = underdeck("chronicle", "walkthrough", "--scenes", str(path))
        assert ran.code == 1
        assert path.name in sentences_of(ran)


# Where it is offered


def test_the_end_of_a_game_names_the_command(home: Path) -> None:
    out = play_tomb("1").out
    (path,) = saves(home)
    assert out.endswith(f" chronicle {path.stem}\n")
    assert underdeck("chronicle", path.stem).code == 0


def test_a_game_of_the_history_is_told_by_its_name(home: Path) -> None:
    play_tomb("1")
    (path,) = saves(home)
    one = underdeck("chronicle", path.stem)
    out = underdeck("history").out
    assert " chronicle NAME\n" in out
    assert out.endswith(" journal\n")
    table = json_of(underdeck("history", "--json"))["games"][0]["table"]
    path.unlink()
    assert underdeck("chronicle", table) == one
    assert underdeck("chronicle", "0" * 24).err == "There is no such table.\n"


def test_a_replay_shows_each_paragraph_before_its_moves() -> None:
    data = json_of(underdeck("chronicle", "walkthrough", "--json"))
    out = underdeck("replay", "walkthrough", "--chronicle", "--plain").out
    shown = " ".join(out.split())
    places = [
        shown.index(" ".join(paragraph["text"].split()))
        for section in data["sections"]
        for paragraph in section["paragraphs"]
    ]
    assert places == sorted(places)
    first = next(
        paragraph
        for section in data["sections"]
        for paragraph in section["paragraphs"]
        if paragraph["first"] > 0
    )
    assert f"{data['title']} {data['subject']} " in shown
    before = shown[: shown.index(" ".join(first["text"].split()))]
    assert before.count(" > ") == first["first"] - 1


def test_a_replay_as_data_has_the_chronicle() -> None:
    ran = underdeck("replay", "walkthrough", "--chronicle", "--json")
    data = json.loads(ran.out)
    assert data["chronicle"] == json_of(underdeck("chronicle", "walkthrough", "--json"))
    assert "chronicle" not in json.loads(underdeck("replay", "walkthrough", "--json").out)


def test_an_unfinished_game_is_replayed_without_a_chronicle() -> None:
    ran = underdeck("replay", str(CORPUS / "unfinished.json"), "--chronicle")
    assert ran.code == 1
    assert sentences_of(ran)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "chronicle"), ("es", "crónica"), ("es", "cronica"), ("en", "5")]
)
def test_the_menu_after_a_game_tells_it(language: str, word: str) -> None:
    with on_terminal("play", "tomb", "--deal", CARDS, "--lang", language, PAGER="cat") as child:
        child.send(TYPED)
        question = Words(language).say("cli.after.question")
        child.expect_exact(f"{question} > ")
        child.sendline(word)
        child.expect_exact("Pablo Sancho")
        child.expect_exact(f"{question} > ")
        child.sendline("")
        assert finish(child) == 0


@pytest.mark.parametrize(("language", "title"), [("en", "Review"), ("es", "Análisis")])
def test_the_menu_after_a_game_reviews_it(language: str, title: str) -> None:
    with on_terminal("play", "tomb", "--deal", CARDS, "--lang", language, PAGER="cat") as child:
        child.send(TYPED)
        question = Words(language).say("cli.after.question")
        child.expect_exact(f"{question} > ")
        child.sendline("6")
        child.expect(title)
        child.expect_exact(f"{question} > ")
        child.sendline("")
        assert finish(child) == 0


def test_a_chronicle_is_completed_by_the_shell() -> None:
    from click.shell_completion import BashComplete  # noqa: PLC0415  only here

    from underdeck.cli.app import build  # noqa: PLC0415

    complete = BashComplete(build(), {}, "underdeck", "_UNDERDECK_COMPLETE")
    names = [item.value for item in complete.get_completions([], "ch")]
    assert names == ["chronicle"]
    options = [item.value for item in complete.get_completions(["chronicle"], "--")]
    assert {"--length", "--seat", "--format", "--output", "--scenes", "--lang"} <= set(options)
    forms = complete.get_completions(["chronicle", "--format"], "")
    assert [item.value for item in forms] == ["txt", "md", "html"]


def test_a_chronicle_needs_no_library_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "msgspec", None)
    assert underdeck("chronicle", "walkthrough").code == 0
