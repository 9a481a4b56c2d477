"""Exported histories: a JSON file with the records of all games of a profile."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from underdeck.cli.account import Account
from underdeck.cli.http_client import HttpClient
from underdeck.cli.progress import Progress, show_after
from underdeck.cli.recording import HISTORY_VERSION, PROGRESS_DELAY_S, add_games, count_games
from underdeck.cli.saves import reason_of, write_whole
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import complain
from underdeck.formats import check
from underdeck.refusal import Refusal
from underdeck.say.sentences import refusal_text
from underdeck.serve import messages
from underdeck.serve.limits import MAX_IMPORT_BYTES
from underdeck.serve.messages.career import MAX_IMPORTED

GAMES_PER_PART = 200
MAX_PAUSES, PAUSE_S = 6, 10.0
MAX_FILE_BYTES = 1 << 30
IMPORT_TIMEOUT_S = 600.0
"""How long a server may take to replay all games of an import."""
MAX_REQUEST_BYTES = MAX_IMPORT_BYTES - 4096
"""What the games of one request may take up, with room for the rest of it."""


class HistoryFile(msgspec.Struct):
    """The contents of an exported history."""

    underdeck_history: int
    name: str
    games: list[messages.ExportedGame]


def export_history(account: Account, path: str) -> int:
    """Write all games of a profile to a new file that only its owner can read."""
    target = Path(path).expanduser()
    if os.path.lexists(target):
        raise Refusal("file_exists", path=path)
    contents = HistoryFile(HISTORY_VERSION, account.name, list(exported_games(account)))
    try:
        write_whole(target, msgspec.json.encode(contents).decode() + "\n", new=True)
    except FileExistsError:
        raise Refusal("file_exists", path=path) from None
    except (OSError, ValueError) as error:
        raise Refusal("write_failed", path=path, reason=reason_of(error)) from None
    return len(contents.games)


def exported_games(account: Account) -> Iterator[messages.ExportedGame]:
    """Yield all games of a profile that have a record, with progress."""
    total = count_games(account)
    progress, done, after = Progress(PROGRESS_DELAY_S), 0, None
    try:
        while True:
            part = account.request(
                "POST",
                "/api/profile/export",
                messages.ExportPart,
                body=messages.ExportRequest(after, GAMES_PER_PART),
            )
            yield from part.games
            done += len(part.games)
            if part.next is None:
                return
            after = part.next
            progress.show(min(done, total), max(total, 1))
    finally:
        progress.clear()


def import_history(account: Account, path: str) -> messages.Imported:
    """Add the games of an exported file to a profile, all or none."""
    games = read_history(path)
    check_games(path, games)
    parts = list(requests(games))
    if isinstance(account.client, HttpClient):
        account.client.timeout_s = IMPORT_TIMEOUT_S
    progress, added, known, done = Progress(), 0, 0, 0
    try:
        for part in parts:
            with show_after(PROGRESS_DELAY_S, text("profile.importing", n=len(part))):
                answer = add_patiently(account, part)
            added, known, done = added + answer.added, known + answer.known, done + len(part)
            if len(parts) > 1:
                progress.show(done, len(games))
    except Refusal as refusal:
        if not done:
            raise
        complain(refusal_text(Speech.words, refusal))
        raise Refusal("import_stopped", n=done, total=len(games)) from refusal
    finally:
        progress.clear()
    return messages.Imported(added, known, [])


def add_patiently(account: Account, part: list[messages.ExportedGame]) -> messages.Imported:
    """Add games to the history; retry if the server asks for a longer pause."""
    for _ in range(MAX_PAUSES):
        try:
            return add_games(account, part, origin="import")
        except Refusal as refusal:
            if refusal.code != "too_fast":
                raise
        time.sleep(PAUSE_S)
    return add_games(account, part, origin="import")


def read_history(path: str) -> list[messages.ExportedGame]:
    """Return the games of an exported file; refuse a foreign, damaged or newer one."""
    try:
        with Path(path).expanduser().open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise Refusal("file_missing", path=path) from None
    except (OSError, ValueError) as error:
        raise Refusal("file_unreadable", path=path, reason=reason_of(error)) from None
    if len(data) > MAX_FILE_BYTES:
        raise Refusal("history_foreign", path=path)
    try:
        found: Any = json.loads(data)
    except (ValueError, RecursionError):
        is_ours = b'"underdeck_history"' in data[:1000]
        raise Refusal("history_damaged" if is_ours else "history_foreign", path=path) from None
    version = found.get("underdeck_history") if isinstance(found, dict) else None
    if type(version) is not int or version < 1:
        raise Refusal("history_foreign", path=path)
    if version > HISTORY_VERSION:
        raise Refusal("history_newer", path=path, version=version, known=HISTORY_VERSION)
    try:
        return msgspec.convert(found, HistoryFile).games
    except (msgspec.ValidationError, RecursionError):
        raise Refusal("history_damaged", path=path) from None


def check_games(path: str, games: Sequence[messages.ExportedGame]) -> None:
    """Replay all games; refuse the file if one is wrong or unfinished, before any is added."""
    progress = Progress(PROGRESS_DELAY_S)
    try:
        for number, game in enumerate(games, 1):
            check_game(path, number, game)
            progress.show(number, len(games))
    finally:
        progress.clear()


def check_game(path: str, number: int, game: messages.ExportedGame) -> None:
    """Replay one game and check whose seat it was."""
    try:
        played = check(game.record)
    except Refusal as refusal:
        raise Refusal(
            "history_newer_game" if refusal.code == "record_newer" else "history_game",
            path=path,
            number=number,
        ) from refusal
    is_seat = game.seat < played.game.seats(played.record.options)
    if played.result() is None or not is_seat:
        raise Refusal("history_game", path=path, number=number)


def requests(games: Sequence[messages.ExportedGame]) -> Iterator[list[messages.ExportedGame]]:
    """Yield the games in as few requests as the server's limits allow, usually one."""
    part: list[messages.ExportedGame] = []
    size = 0
    for game in games:
        length = len(msgspec.json.encode(game)) + 1
        if part and (len(part) == MAX_IMPORTED or size + length > MAX_REQUEST_BYTES):
            yield part
            part, size = [], 0
        part.append(game)
        size += length
    if part:
        yield part
