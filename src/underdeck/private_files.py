"""The user's data folder, and files that only their owner can read: seeds and hashes of keys."""

import os
from contextlib import suppress
from pathlib import Path

OWNER_FILE, OWNER_FOLDER = 0o600, 0o700


def data_folder() -> Path:
    """Return the folder of the user's data; `UNDERDECK_HOME` replaces it."""
    home = os.environ.get("UNDERDECK_HOME")
    if home:
        return Path(home)
    from platformdirs import user_data_path  # noqa: PLC0415  slow to import

    return user_data_path("underdeck", appauthor=False)


def private_opener(path: str, flags: int) -> int:
    """Open a file for `open(opener=...)`; a new file is private whatever the umask."""
    return os.open(path, flags, OWNER_FILE)


def make_private_file(path: Path) -> None:
    """Create a private file, or make an existing one private."""
    with suppress(OSError):  # the next write reports the reason
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_FILE))
        tighten(path)


def make_private_folder(path: Path) -> None:
    """Create a private folder and its missing parents; existing ones keep their permissions."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=OWNER_FOLDER, exist_ok=True)


def tighten(path: Path, mode: int = OWNER_FILE) -> None:
    """Remove all permissions beyond `mode`, if the file system allows it."""
    with suppress(OSError):
        found = path.stat().st_mode
        if found & 0o777 & ~mode:
            path.chmod(found & mode)
