"""Games in progress and finished ones, a file each in the user's data folder: written whole before a move is acknowledged."""

import errno
import os
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from underdeck.formats import MAX_RECORD_LENGTH, read_record, write_json, write_text
from underdeck.playthrough import Playthrough
from underdeck.private_files import OWNER_FOLDER, make_private_folder, private_opener, tighten
from underdeck.refusal import Refusal


def games_folder() -> Path:
    """Where this user's games are kept; `UNDERDECK_HOME` moves it."""
    home = os.environ.get("UNDERDECK_HOME")
    if home:
        return Path(home) / "games"
    from platformdirs import user_data_path  # noqa: PLC0415  only where it is needed

    return user_data_path("underdeck", appauthor=False) / "games"


class Save:
    """The file of one game."""

    def __init__(self, path: Path, written: str | None = None) -> None:
        self.path = path
        self._written = written
        """What we last put there, to notice when someone else has played on."""

    @classmethod
    def new(cls, game: str) -> "Save":
        """A name of its own for a new game, in order of time."""
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        return cls(games_folder() / f"{game}-{stamp}-{secrets.token_hex(2)}.json")

    @property
    def name(self) -> str:
        """What the game is called on the command line."""
        return self.path.stem

    def write(self, played: Playthrough) -> None:
        """Put the game on disk, whole and flushed, or refuse and leave what was there."""
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
        """Has someone else played on?"""
        return (
            self._written is not None
            and self.path.exists()
            and self.path.read_bytes() != self._written.encode()
        )

    def forget(self) -> None:
        """Remove a game that was left before its first move, unless it was played on elsewhere."""
        if not self.is_changed():
            self.path.unlink(missing_ok=True)


def reason_of(error: Exception) -> str:
    """Why the system said no: its own code where it has one, which becomes words at the edge."""
    if isinstance(error, OSError) and error.errno is not None:
        return errno.errorcode.get(error.errno, str(error.strerror))
    return str(error)


def write_whole(path: Path, text: str, *, new: bool) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half of it; a new one never over another."""
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
    """Make a new name in a folder last through a power cut, where the system has a way to."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_file(path: str) -> str:
    """A text file of the user's, or as much of it as could be a record."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            return file.read(MAX_RECORD_LENGTH + 1)
    except FileNotFoundError:
        raise Refusal("file_missing", path=path) from None
    except UnicodeDecodeError:
        raise Refusal("file_not_text", path=path) from None
    except (OSError, ValueError) as error:
        raise Refusal("file_unreadable", path=path, reason=reason_of(error)) from None


def export(played: Playthrough, path: str) -> None:
    """Write the record to a file of the user's choice: compact text for `.txt`, JSON otherwise; never over another file."""
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
    """The files of all saved games, newest last."""
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
    return sorted((folder / name for name in names), key=age)


def age(path: Path) -> float:
    """When a file was written last; one that can't be asked is the oldest."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def all_saves() -> Iterator[tuple[Save, Playthrough | Refusal]]:
    """Every saved game, newest last; one that can't be read comes with the reason."""
    for path in saved_paths():
        try:
            text = read_file(str(path))
            yield Save(path, text), read_record(text)
        except Refusal as refusal:
            yield Save(path), refusal


def find_saved(name: str) -> Path | None:
    """The file of the saved game of that name."""
    return next((path for path in saved_paths() if path.stem == name), None)


def find_unfinished(name: str | None) -> tuple[Save, Playthrough]:
    """The newest unfinished game, or the one of that name."""
    if name is not None and Path(name).is_file():
        text = read_file(name)
        found: list[tuple[Save, Playthrough | Refusal]] = [
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
        elif played.result() is None:
            return save, played
        elif name is not None:
            raise Refusal("game_finished", name=name)
    damaged = sum(isinstance(played, Refusal) for _, played in found)
    raise Refusal("saves_unreadable", n=damaged) if damaged else Refusal("nothing_to_resume")
