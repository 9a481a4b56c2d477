"""Saved games, one file each in the user's data folder, written before a move is shown."""

import errno
import os
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from underdeck.formats import MAX_RECORD_LENGTH, read_record, write_json, write_text
from underdeck.playthrough import AnyPlaythrough
from underdeck.private_files import (
    OWNER_FOLDER,
    data_folder,
    make_private_folder,
    private_opener,
    tighten,
)
from underdeck.refusal import Refusal
from underdeck.registry import game_names


def games_folder() -> Path:
    """Return the folder of the user's games."""
    return data_folder() / "games"


class Save:
    """The file of one game."""

    def __init__(self, path: Path, written: str | None = None) -> None:
        self.path = path
        self._written = written
        """The text last written, to notice changes by another process."""

    @classmethod
    def new(cls, game: str) -> "Save":
        """Return the file of a new game; names sort by time."""
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        return cls(games_folder() / f"{game}-{stamp}-{secrets.token_hex(2)}.json")

    @property
    def name(self) -> str:
        """The name of the game on the command line."""
        return self.path.stem

    def write(self, played: AnyPlaythrough) -> None:
        """Write and flush the game, or refuse and leave the old file."""
        text = write_json(played)
        try:
            if self._written is not None and self.is_changed():
                raise Refusal("save_changed")
            make_private_folder(self.path.parent)
            if self.path.parent == games_folder():
                tighten(self.path.parent, OWNER_FOLDER)
            write_whole(self.path, text, new=self._written is None)
        except (OSError, ValueError) as error:
            raise Refusal("save_failed", path=str(self.path), reason=reason_of(error)) from None
        self._written = text

    def is_changed(self) -> bool:
        """Return whether another process has changed the file."""
        return (
            self._written is not None
            and self.path.exists()
            and self.path.read_bytes() != self._written.encode()
        )

    def forget(self) -> None:
        """Remove a game without moves, unless another process has played on."""
        if not self.is_changed():
            self.path.unlink(missing_ok=True)


def reason_of(error: Exception) -> str:
    """Return the reason of an error, as the system's code if it has one."""
    if isinstance(error, OSError) and error.errno is not None:
        return errno.errorcode.get(error.errno, str(error.strerror))
    return str(error)


def write_whole(path: Path, text: str, *, new: bool) -> None:
    """Write a file atomically; a new one never replaces another."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(draft, "w", encoding="utf-8", newline="\n", opener=private_opener) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if new:
            os.link(draft, path)
        else:
            draft.replace(path)
        sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Flush a folder, so that a new name survives a power cut."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_file(path: str) -> str:
    """Return the text of a file, cut where it is too long for a record."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            return file.read(MAX_RECORD_LENGTH + 1)
    except FileNotFoundError:
        raise Refusal("file_missing", path=path) from None
    except UnicodeDecodeError:
        raise Refusal("file_not_text", path=path) from None
    except (OSError, ValueError) as error:
        raise Refusal("file_unreadable", path=path, reason=reason_of(error)) from None


def export(played: AnyPlaythrough, path: str) -> None:
    """Write the record to a new file: compact text for `.txt`, otherwise JSON."""
    try:
        target = Path(path).expanduser()
        write_whole(
            target, write_text(played) if target.suffix == ".txt" else write_json(played), new=True
        )
    except FileExistsError:
        raise Refusal("file_exists", path=path) from None
    except (OSError, ValueError, RuntimeError) as error:
        raise Refusal("write_failed", path=path, reason=reason_of(error)) from None


def saved_paths() -> list[Path]:
    """Return the files of all saved games, newest last."""
    folder = games_folder()
    try:
        names = [
            name
            for name in os.listdir(folder)
            if name.endswith(".json") and not name.startswith(".")
        ]
        tighten(folder, OWNER_FOLDER)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise Refusal("file_unreadable", path=str(folder), reason=reason_of(error)) from None
    return sorted((folder / name for name in names), key=modified_at)


def modified_at(path: Path) -> float:
    """Return when a file was last changed; 0 if that can't be read."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def all_saves() -> Iterator[tuple[Save, AnyPlaythrough | Refusal]]:
    """Yield all saved games, newest last; a damaged one with the reason."""
    for path in saved_paths():
        try:
            text = read_file(str(path))
            yield Save(path, text), read_record(text)
        except Refusal as refusal:
            yield Save(path), refusal


def find_saved(name: str) -> Path | None:
    """Return the file of a saved game by name."""
    return next((path for path in saved_paths() if path.stem == name), None)


def has_person(played: AnyPlaythrough) -> bool:
    """Return whether a person sits at the game; a record may have bots in all seats."""
    seats = played.record.seats
    return not seats or not all(seats)


def find_unfinished(name: str | None) -> tuple[Save, AnyPlaythrough]:
    """Return the newest unfinished game, or the one of this name or file."""
    if name is not None and Path(name).is_file():
        text = read_file(name)
        found: list[tuple[Save, AnyPlaythrough | Refusal]] = [
            (Save(Path(name), text), read_record(text))
        ]
    else:
        found = [(save, played) for save, played in all_saves() if name in (None, save.name)]
    if name is not None and not found:
        raise Refusal("unknown_save", name=name)
    for save, played in reversed(found):
        if isinstance(played, Refusal):
            if name is not None:
                raise played
        elif played.result() is None and has_person(played):
            return save, played
        elif played.result() is None and name is not None:
            raise Refusal("only_bots", name=name)
        elif name is not None:
            raise Refusal("game_finished", name=name)
    damaged = sum(isinstance(played, Refusal) for _, played in found)
    if damaged:
        raise Refusal("saves_unreadable", n=damaged)
    raise Refusal("nothing_to_resume", names=game_names())
