"""Files that only their owner may read: they hold the seeds of running games and the hashes of keys."""

import os
from contextlib import suppress
from pathlib import Path

OWNER_FILE, OWNER_FOLDER = 0o600, 0o700


def private_opener(path: str, flags: int) -> int:
    """Open a file so that a new one is its owner's alone, whatever the umask; for the `opener` of `open`."""
    return os.open(path, flags, OWNER_FILE)


def make_private_file(path: Path) -> None:
    """Create a file for its owner alone, or take an existing one from everybody else."""
    with suppress(OSError):  # whoever writes to it next reports why that can't be done
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_FILE))
        tighten(path)


def make_private_folder(path: Path) -> None:
    """Create a folder with its parents, all new ones for their owner alone; existing ones stay as they are."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=OWNER_FOLDER, exist_ok=True)


def tighten(path: Path, mode: int = OWNER_FILE) -> None:
    """Take permissions from everybody but the owner, if that can be done."""
    with suppress(OSError):
        found = path.stat().st_mode
        if found & 0o777 & ~mode:
            path.chmod(found & mode)
