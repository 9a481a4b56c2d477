"""`underdeck journal`: the chronicles of the history as a book."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from chronicle.test_html import Reader, check_self_contained
from cli.career_samples import listed_game
from cli.played_games import SEEDS, play_tomb
from cli.run import json_of, underdeck
from serve.server import running
from underdeck.cli import journal as command
from underdeck.cli.account import Account
from underdeck.cli.journal import chronicle_of, journal_of, request_part
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES
from underdeck.serve import messages


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a data folder with three games of Tomb."""
    folder = tmp_path_factory.mktemp("played")
    before = dict(os.environ)
    os.environ["UNDERDECK_HOME"] = str(folder)
    for seed in SEEDS:
        play_tomb(seed)
    os.environ.clear()
    os.environ.update(before)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def at_home(home: Path, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a copy of that folder, in an empty working folder."""
    shutil.copytree(played, home)
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_journal_is_a_book_in_the_working_folder(at_home: Path, language: str) -> None:
    ran = underdeck("journal", "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert "underdeck-journal.html" in ran.out
    page = (at_home / "underdeck-journal.html").read_text("utf-8")
    read = Reader(page)
    check_self_contained(page, read)
    assert read.named("html") == [{"lang": language}]
    assert len(read.with_class("tale")) == 3


def test_tales_are_told_in_the_order_in_which_they_happened(at_home: Path) -> None:
    data = json_of(underdeck("journal", "--json"))
    times = [entry["listed"]["at"] for entry in data["entries"]]
    assert times == sorted(times)
    assert len(times) == 3
    assert not (at_home / "underdeck-journal.html").exists()
    underdeck("journal", "--output", "mine.html")
    page = (at_home / "mine.html").read_text("utf-8")
    places = [page.rindex(entry["chronicle"]["title"]) for entry in data["entries"]]
    assert places == sorted(places)


def test_the_length_is_chosen(at_home: Path) -> None:
    data = json_of(underdeck("journal", "--length", "short", "--json"))
    assert {entry["chronicle"]["length"] for entry in data["entries"]} == {"short"}


def test_all_parts_are_requested(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[messages.JournalRequest] = []

    def request(account: Account, wanted: messages.JournalRequest) -> messages.JournalPart:
        asked.append(wanted)
        return request_part(account, msgspec.structs.replace(wanted, limit=1))

    monkeypatch.setattr(command, "request_part", request)
    data = json_of(underdeck("journal", "--json"))
    assert len(data["entries"]) == 3
    assert len(asked) == 3


def test_a_file_is_replaced_only_by_force(at_home: Path) -> None:
    path = at_home / "underdeck-journal.html"
    path.write_text("mine")
    ran = underdeck("journal")
    assert (ran.code, ran.out) == (1, "")
    assert "--force" in ran.err
    assert path.read_text() == "mine"
    assert underdeck("journal", "--force").code == 0
    assert path.read_text("utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("args", [[], ["--game", "tomb"]])
def test_without_games_there_is_a_friendly_sentence(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], language: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = underdeck("journal", *args, "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.split()) > 6
    assert not (tmp_path / "underdeck-journal.html").exists()
    assert json_of(underdeck("journal", *args, "--json"))["entries"] == []


def test_only_games_of_one_kind(at_home: Path) -> None:
    assert json_of(underdeck("journal", "--game", "dungeon", "--json"))["entries"] == []
    assert len(json_of(underdeck("journal", "--game", "tomb", "--json"))["entries"]) == 3


def test_a_journal_of_a_server(at_home: Path, tmp_path: Path) -> None:
    assert underdeck("profile", "export", "history.json").code == 0
    with running(tmp_path / "server") as server:
        options = ("--server", f"http://{server.address}", "--as", "Ada")
        assert underdeck("profile", "import", "history.json", *options).code == 0
        there = json_of(underdeck("journal", *options, "--json"))
        assert underdeck("journal", *options, "--lang", "es").code == 0
    here = json_of(underdeck("journal", "--json"))
    assert there["name"] == "Ada"
    titles = [[each["chronicle"]["title"] for each in data["entries"]] for data in (there, here)]
    assert titles[0] == titles[1]
    assert "Ada" in (at_home / "underdeck-journal.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["extra"], 2),
        (["--game", "chess"], 2),
        (["--length", "long"], 2),
        (["--server", "nowhere"], 1),
        (["--output", "nowhere/book.html"], 1),
        (["--output", "."], 1),
    ],
)
def test_misuse_is_explained(
    args: list[str], code: int, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = underdeck("journal", *args)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err


# What a server sends


class FakeClient:
    place = "there"


class FakeAccount:
    """An account whose server refuses some requests as too fast."""

    client = FakeClient()

    def __init__(self, refusals: int, code: str = "too_fast") -> None:
        self.refusals, self.code, self.asked = refusals, code, 0

    def request(self, *_given: object) -> messages.JournalPart:
        self.asked += 1
        if self.asked <= self.refusals:
            raise Refusal(self.code)
        return messages.JournalPart("Ada", [], None, 0)


def shown(**given: object) -> messages.ChronicleShown:
    """Return a chronicle as a server sends it."""
    values: dict[str, object] = {
        "table": "t1",
        "game": "tomb",
        "language": "en",
        "length": "full",
        "seat": None,
        "players": [],
        "title": "A title",
        "subject": "Ada",
        "fate": "alive",
        "plot": {"kings": 1},
        "sections": [
            messages.SectionShown(
                "opening", "Before", [messages.ParagraphShown("Text.", 0, 1, ["10S", "Jk"])]
            )
        ],
    }
    return msgspec.convert(json.loads(msgspec.json.encode(values | given)), messages.ChronicleShown)


def test_a_server_that_is_in_a_hurry_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PAUSE_S", 0.0)
    account = FakeAccount(3)
    assert request_part(account, messages.JournalRequest()).name == "Ada"  # type: ignore[arg-type]
    assert account.asked == 4
    for account in (FakeAccount(99), FakeAccount(1, "unknown_key")):
        with pytest.raises(Refusal):
            request_part(account, messages.JournalRequest())  # type: ignore[arg-type]


def test_a_chronicle_of_a_server_is_read() -> None:
    tale = chronicle_of(shown())
    assert tale.text == "Text."
    assert tale.sections[0].paragraphs[0].cards == (40, 56)


def test_games_without_a_chronicle_are_counted() -> None:
    entries = [
        messages.JournalEntry(listed_game(), shown()),
        messages.JournalEntry(listed_game(), None),
        messages.JournalEntry(listed_game(game="chess"), shown(game="chess")),
    ]
    bound = journal_of(FakeAccount(0), "Ada", entries)  # type: ignore[arg-type]
    assert (len(bound.entries), bound.missing) == (1, 2)


def test_cards_that_do_not_exist_are_a_fault_of_the_server() -> None:
    paragraph = {"text": "x", "first": 0, "last": 0, "cards": ["ZZ"]}
    sections = [{"phase": "", "heading": "", "paragraphs": [paragraph]}]
    entry = messages.JournalEntry(listed_game(), shown(sections=sections))
    with pytest.raises(Refusal) as raised:
        journal_of(FakeAccount(0), "Ada", [entry])  # type: ignore[arg-type]
    assert raised.value.code == "server_unclear"
