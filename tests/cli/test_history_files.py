"""Exported histories: which files are refused, and why."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.book import BOOK
from underdeck.cli import history_files
from underdeck.cli.account import Account, SavedAccount
from underdeck.cli.client import Client, Response
from underdeck.cli.history_files import check_games, import_history, read_history, requests
from underdeck.formats import as_json
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.messages.career import MAX_IMPORTED

RECORD: dict[str, Any] = as_json(AnyPlaythrough.resume(BOOK))


def written(folder: Path, data: object) -> str:
    """Write a file with this JSON and return its path."""
    path = folder / "history.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return str(path)


def refused(path: str) -> str:
    """Return the code with which a file is refused."""
    with pytest.raises(Refusal) as info:
        check_games(path, read_history(path))
    return info.value.code


def history(*games: dict[str, Any], version: object = 1) -> dict[str, Any]:
    """Return an exported history."""
    return {"underdeck_history": version, "name": "Ana", "games": list(games)}


def test_the_games_of_a_history_are_read_and_replayed(tmp_path: Path) -> None:
    path = written(tmp_path, history({"record": RECORD, "seat": 0, "at": 5.0}))
    (game,) = read_history(path)
    check_games(path, [game])
    assert (game.seat, game.at, game.names, game.table) == (0, 5.0, [], "")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "history_foreign"),
        ("hello", "history_foreign"),
        ("[" * 100_000, "history_foreign"),
        ([], "history_foreign"),
        (RECORD, "history_foreign"),
        (history(version="1"), "history_foreign"),
        (history(version=True), "history_foreign"),
        (history(version=0), "history_foreign"),
        (history(version=2), "history_newer"),
        ({"underdeck_history": 1}, "history_damaged"),
        (json.dumps(history({"record": RECORD}))[:-9], "history_damaged"),
        (history({"record": 7}), "history_damaged"),
        (history({"record": RECORD, "seat": -1}), "history_damaged"),
        (history({"record": RECORD, "at": "noon"}), "history_damaged"),
        (history({"record": {}}), "history_game"),
        (history({"record": RECORD, "seat": 1}), "history_game"),
        (history({"record": RECORD | {"moves": RECORD["moves"][:3]}}), "history_game"),
        (
            history({"record": RECORD | {"moves": RECORD["moves"][:3], "result": None}}),
            "history_game",
        ),
        (history({"record": RECORD | {"underdeck": 99}}), "history_newer_game"),
        (history({"record": RECORD | {"game": "chess"}}), "history_game"),
    ],
)
def test_foreign_damaged_and_newer_files_are_refused(
    tmp_path: Path, data: object, code: str
) -> None:
    assert refused(written(tmp_path, data)) == code


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    assert refused(str(tmp_path / "nothing")) == "file_missing"
    assert refused(str(tmp_path)) == "file_unreadable"


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "history.json"
    path.write_bytes(b"\xff\xfe\x00{")
    assert refused(str(path)) == "history_foreign"


def test_a_history_is_sent_in_one_request_unless_that_is_too_long() -> None:
    game = messages.ExportedGame(RECORD)
    assert [len(part) for part in requests([game] * 10)] == [10]
    small = messages.ExportedGame({})
    parts = list(requests([small] * (MAX_IMPORTED + 1)))
    assert [len(part) for part in parts] == [MAX_IMPORTED, 1]
    large = messages.ExportedGame({"moves": ["draw"] * 1_000_000})
    assert len(msgspec.json.encode(large)) < 8 * 1024 * 1024
    assert [len(part) for part in requests([large] * 3)] == [2, 1]


def test_an_empty_history_needs_no_request() -> None:
    assert list(requests([])) == []


class PausingClient(Client):
    """A client of a server that refuses the second request for some time."""

    id = place = address = "http://cards.example"
    has_server = True

    def __init__(self, refusals: int) -> None:
        self.refusals = refusals
        self.received: list[int] = []

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        games = json.loads(body)["games"]
        if self.received and self.refusals:
            self.refusals -= 1
            return Response(429, b'{"refused": {"code": "too_fast", "text": "Wait."}}')
        self.received.append(len(games))
        return Response(201, json.dumps({"added": len(games), "known": 0, "games": []}).encode())


def import_in_two_parts(folder: Path, refusals: int, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import two games with two requests, the second of which is refused at first."""
    monkeypatch.setattr(history_files, "MAX_IMPORTED", 1)
    monkeypatch.setattr(history_files, "PAUSE_S", 0)
    client = PausingClient(refusals)
    path = written(folder, history({"record": RECORD}, {"record": RECORD, "at": 7.0}))
    return import_history(Account(client, SavedAccount("Ana", "p", "k")), path), client.received


def test_a_long_import_waits_for_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, received = import_in_two_parts(tmp_path, 3, monkeypatch)
    assert (done.added, received) == (2, [1, 1])


def test_an_import_that_stops_half_way_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Refusal) as info:
        import_in_two_parts(tmp_path, 100, monkeypatch)
    assert (info.value.code, info.value.params) == ("import_stopped", {"n": 1, "total": 2})
    assert capsys.readouterr().err == "Wait.\n"
