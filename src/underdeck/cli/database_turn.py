"""Let the processes that open this machine's database exclusively take turns.

SQLite doesn't queue them: processes that open a file exclusively at the same moment wait for each
other until all of them give up.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from underdeck.private_files import OWNER_FILE, data_folder, make_private_folder
from underdeck.refusal import Refusal

if sys.platform != "win32":
    import fcntl

TURN_TIMEOUT_S = 10.0
"""How long other terminals are waited for; each takes a few milliseconds, but they may be many."""
PAUSE_S = 0.002


def lock_path() -> Path:
    """Return the file that the process whose turn it is has locked."""
    return data_folder() / "underdeck.db.lock"


@contextmanager
def database_turn(timeout_s: float = TURN_TIMEOUT_S) -> Iterator[None]:
    """Wait until no other terminal or server of this machine uses the database; then keep it."""
    if sys.platform == "win32":
        yield
        return
    path = lock_path()
    try:
        make_private_folder(path.parent)
        handle = os.open(path, os.O_CREAT | os.O_RDWR, OWNER_FILE)
    except OSError as error:
        raise Refusal("store_unavailable", reason=error.strerror or str(error)) from None
    try:
        _wait_for_lock(handle, timeout_s)
        yield
    finally:
        os.close(handle)  # which ends the lock


def _wait_for_lock(handle: int, timeout_s: float) -> None:
    give_up_at = time.monotonic() + timeout_s
    while True:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        if time.monotonic() > give_up_at:
            raise Refusal("store_in_use", path=str(lock_path().with_suffix("")))
        time.sleep(PAUSE_S)
