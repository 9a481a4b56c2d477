"""Exported histories: which files are refused, and why."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.book import BOOK
from underdeck.cli.history_files import check_games, read_history, requests
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
