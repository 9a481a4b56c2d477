"""Games in progress and finished ones, a file each in the user's data folder: written whole before a move is acknowledged."""

import os
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from underdeck.formats import read_record, write_json, write_text
from underdeck.record import Playthrough
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
        if self._written is not None and self.path.exists() and self.path.read_text("utf-8") != self._written:
            raise Refusal("save_changed")
        text = write_json(played)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, text)
        except OSError as error:
            raise Refusal("save_failed", path=str(self.path), reason=error.strerror or str(error)) from None
        self._written = text


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half of it."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def read_file(path: str) -> str:
    """A text file of the user's."""
    try:
        return Path(path).read_text("utf-8")
    except FileNotFoundError:
        raise Refusal("file_missing", path=path) from None
    except UnicodeDecodeError:
        raise Refusal("file_not_text", path=path) from None
    except OSError as error:
        raise Refusal("file_unreadable", path=path, reason=error.strerror or str(error)) from None


def export(played: Playthrough, path: str) -> None:
    """Write the record to a file of the user's choice: compact text for `.txt`, JSON otherwise; never over another file."""
    target = Path(path).expanduser()
    if target.exists():
        raise Refusal("file_exists", path=path)
    try:
        write_whole(target, write_text(played) if target.suffix == ".txt" else write_json(played))
    except OSError as error:
        raise Refusal("write_failed", path=path, reason=error.strerror or str(error)) from None


def all_saves() -> Iterator[tuple[Save, Playthrough | Refusal]]:
    """Every saved game, newest first; one that can't be read comes with the reason."""
    paths = sorted(games_folder().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in paths:
        try:
            text = read_file(str(path))
            yield Save(path, text), read_record(text)
        except Refusal as refusal:
            yield Save(path), refusal


def find_unfinished(name: str | None) -> tuple[Save, Playthrough]:
    """The newest unfinished game, or the one of that name."""
    for save, played in all_saves():
        if name is not None and save.name != name:
            continue
        if isinstance(played, Refusal):
            if name is not None:
                raise played
        elif played.result() is None:
            return save, played
        elif name is not None:
            raise Refusal("game_finished")
    raise Refusal("nothing_to_resume") if name is None else Refusal("unknown_save", name=name)
