"""Games of this terminal in the player's history: added when they end, or later.

Every game is a file of its own first. A list beside the files names those that the history has,
so that a game that could not be added is added before the history is shown the next time.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from underdeck.career.imports import record_name
from underdeck.cli.account import Account, account_for, saved_players
from underdeck.cli.progress import Progress
from underdeck.cli.remarks import show_remarks
from underdeck.cli.saves import (
    Save,
    games_folder,
    modified_at,
    read_file,
    reason_of,
    saved_paths,
    write_whole,
)
from underdeck.cli.speech import text
from underdeck.cli.terminal import Terminal
from underdeck.formats import as_json, read_record
from underdeck.playthrough import AnyPlaythrough
from underdeck.private_files import make_private_folder
from underdeck.record import Record
from underdeck.refusal import Refusal
from underdeck.say.sentences import refusal_text
from underdeck.serve import messages

HISTORY_VERSION = 1
"""The version of exported histories and of requests to add games."""
GAMES_PER_REQUEST = 500
MAX_BATCH_BYTES = 8 * 1024 * 1024
PROGRESS_DELAY_S = 1.0
UNREACHABLE = ("store_", "server_")
"""How the codes of errors begin after which no other request will succeed."""


class RecordedGames:
    """The saved games that are in a history, for each profile: their names here and there."""

    def __init__(self) -> None:
        self.profiles: dict[str, dict[str, str]] = {}
        """For each profile, the name in the history of each saved game."""
        self.dropped: list[str] = []
        """Games whose profile the player has deleted: they enter no other history."""

    @staticmethod
    def path() -> Path:
        """Return the file of the list."""
        return games_folder() / ".recorded"

    @classmethod
    def read(cls) -> "RecordedGames":
        """Return the list, empty if it is missing or damaged: adding a game twice is harmless."""
        found = cls()
        try:
            data = json.loads(cls.path().read_text("utf-8"))
            found.profiles = {
                str(profile): {str(name): str(table) for name, table in names.items()}
                for profile, names in data["profiles"].items()
            }
            found.dropped = [str(name) for name in data["dropped"]]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls()
        return found

    def write(self) -> None:
        """Write the list, completely or not at all."""
        data = {"underdeck_recorded": 1, "profiles": self.profiles, "dropped": self.dropped}
        path = self.path()
        try:
            make_private_folder(path.parent)
            write_whole(path, json.dumps(data, indent=1) + "\n", new=False)
        except OSError as error:
            raise Refusal("write_failed", path=str(path), reason=reason_of(error)) from None

    def names_for(self, profile: str) -> set[str]:
        """Return the games that need not be added to the history of a profile."""
        return {*self.profiles.get(profile, ()), *self.dropped}

    @classmethod
    def add(cls, profile: str, names: Mapping[str, str]) -> None:
        """Note games that are in the history of a profile."""
        found = cls.read()  # another process may have written meanwhile
        found.profiles.setdefault(profile, {}).update(names)
        found.write()

    @classmethod
    def move(cls, profile: str, into: str) -> None:
        """Note that the history of one profile is part of another one now."""
        found = cls.read()
        found.profiles.setdefault(into, {}).update(found.profiles.pop(profile, {}))
        found.write()

    @classmethod
    def drop_profile(cls, profile: str) -> None:
        """Note that a profile was deleted together with its history."""
        found = cls.read()
        found.dropped += found.profiles.pop(profile, {})
        found.write()


# One game that has just ended


def record_ended_game(terminal: Terminal, save: Save, played: AnyPlaythrough) -> None:
    """Add a game to the history of this terminal's player and show the remarks on it."""
    account = account_for()
    answer = add_games(account, [exported_game(account, save.path, played)])
    RecordedGames.add(account.profile, {save.name: table_name(account, played)})
    for game in answer.games:
        show_remarks(terminal, game)


def exported_game(account: Account, path: Path, played: AnyPlaythrough) -> messages.ExportedGame:
    """Return a game of this terminal as it is sent to the server."""
    seat = owner_seat(played.record)
    names = [""] * len(played.record.seats)
    if names:
        names[seat] = account.name
    return messages.ExportedGame(as_json(played), seat, modified_at(path), names)


def table_name(account: Account, played: AnyPlaythrough) -> str:
    """Return the name that a game of this terminal has in the history."""
    body = json.dumps(as_json(played), sort_keys=True, separators=(",", ":")).encode()
    return record_name(account.profile, owner_seat(played.record), body)


def owner_seat(record: Record) -> int:
    """Return the seat of the player whose history a game enters: the first person's."""
    return next((seat for seat, bot in enumerate(record.seats) if not bot), 0)


def count_games(account: Account) -> int:
    """Return the number of games in the history."""
    body = messages.HistoryRequest(limit=1)
    page = account.request("POST", "/api/profile/history", messages.HistoryPage, body=body)
    return page.total


def add_games(
    account: Account, games: list[messages.ExportedGame], origin: Any = "terminal"
) -> messages.Imported:
    """Add games to the history, all or none; those that it has already change nothing."""
    body = messages.ImportRequest(HISTORY_VERSION, games, origin)
    return account.request("POST", "/api/profile/games", messages.Imported, body=body)


# Saved games that the history lacks


def record_saved_games(terminal: Terminal, account: Account, *, quiet: bool = False) -> None:
    """Add all finished games of this terminal to the history of its first player.

    If the history can't be reached at all, the error is raised: it can't be shown either.
    """
    if not is_owner(account):
        return
    try:
        added = add_missing(account)
    except Refusal as refusal:
        if refusal.code.startswith(UNREACHABLE):
            raise
        if not quiet:
            reason = refusal_text(terminal.words, refusal)
            terminal.show(text("history.not_added", reason=reason))
        return
    if added and not quiet:
        terminal.show(text("history.added", n=added))


def is_owner(account: Account) -> bool:
    """Return whether games of this terminal enter the history of this player."""
    players = saved_players(account.client) if account.client.is_local else []
    return bool(players) and players[0].profile == account.profile


def add_missing(account: Account) -> int:
    """Add the finished games that the history lacks; return how many it lacked."""
    count_games(account)  # a profile that the place doesn't know any more is replaced here
    known = RecordedGames.read().names_for(account.profile)
    paths = [path for path in saved_paths() if path.stem not in known]
    progress = Progress(PROGRESS_DELAY_S)
    added = 0
    try:
        done = 0
        for batch in batches(paths):
            games = [exported_game(account, path, played) for path, played in batch]
            added += add_games(account, games).added
            names = {path.stem: table_name(account, played) for path, played in batch}
            RecordedGames.add(account.profile, names)
            done += len(batch)
            progress.show(done, len(paths))
    finally:
        progress.clear()
    return added


def batches(paths: Iterable[Path]) -> Iterator[list[tuple[Path, AnyPlaythrough]]]:
    """Yield the finished games of these files, a request's worth at a time."""
    batch: list[tuple[Path, AnyPlaythrough]] = []
    size = 0
    for path in paths:
        played = read_finished(path)
        if played is None:
            continue
        batch.append((path, played))
        size += path.stat().st_size
        if len(batch) == GAMES_PER_REQUEST or size > MAX_BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def read_finished(path: Path) -> AnyPlaythrough | None:
    """Return a saved game if it is finished and readable."""
    try:
        played = read_record(read_file(str(path)))
    except Refusal:
        return None
    return played if played.result() is not None else None
