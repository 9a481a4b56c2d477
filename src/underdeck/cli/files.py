"""Output files of a simulation: written completely or not at all."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from underdeck.cli.saves import reason_of, sync_folder, write_whole
from underdeck.refusal import Refusal


def check_writable(path: str) -> None:
    """Refuse a path where no file can be written."""
    RecordsFile(path).discard()
    check_replaceable(path, Path(path).expanduser())


def check_replaceable(path: str, target: Path) -> None:
    """Refuse a folder or a device, which a finished file must not replace."""
    if target.is_dir():
        raise Refusal("write_failed", path=path, reason="EISDIR")
    if target.exists() and not target.is_file():
        raise Refusal("write_failed", path=path, reason="special_file")


def write_file(path: str, text: str) -> None:
    """Write a text file, replacing an existing one."""
    try:
        write_whole(Path(path).expanduser(), text, new=False)
    except (OSError, ValueError) as error:
        raise Refusal("write_failed", path=path, reason=reason_of(error)) from None


class RecordsFile:
    """The records of games, one per line; the file appears when it is finished."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._games = 0
        self._sizes = {0: 0}
        """The size of the file in bytes by the number of games."""
        try:
            self._target = Path(path).expanduser()
            self._draft = self._target.with_name(f".{self._target.name}.{secrets.token_hex(4)}")
            self._file = self._draft.open("xb")
        except (OSError, ValueError, RuntimeError) as error:
            raise Refusal("write_failed", path=path, reason=reason_of(error)) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.discard()

    def append(self, lines: list[str]) -> None:
        """Write the records of more games."""
        try:
            self._file.write("".join(lines).encode())
        except OSError as error:
            raise Refusal("write_failed", path=self._path, reason=reason_of(error)) from None
        self._games += len(lines)
        self._sizes[self._games] = self._file.tell()

    def finish(self, games: int) -> None:
        """Publish the file with the first `games` records; an interrupted run may have more."""
        try:
            self._file.truncate(self._sizes[games])
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._draft.replace(self._target)
            sync_folder(self._target.parent)
        except OSError as error:
            raise Refusal("write_failed", path=self._path, reason=reason_of(error)) from None

    def discard(self) -> None:
        """Delete the draft of a file that wasn't finished."""
        with suppress(OSError):
            self._file.close()
        self._draft.unlink(missing_ok=True)
