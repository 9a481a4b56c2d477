"""The server that runs on this machine's own database, as other commands find it.

The server keeps a lock on the file that names it. A file that a killed server has left behind is
not locked, even if another process has got its number: nobody's key is sent to a foreign process
that listens at the old address.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from underdeck.cli.saves import reason_of, write_whole
from underdeck.private_files import data_folder, make_private_folder
from underdeck.refusal import Refusal

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

DEFAULT_ADDRESS = "http://127.0.0.1:8765"
"""Where `underdeck serve` listens unless it is given another port."""
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104  never bound here
"""The address by which this machine reaches a server that listens on all addresses."""
_locks: list[int] = []
"""The file descriptors whose locks say that this process's server runs."""


def server_file() -> Path:
    """Return the file that names the running server."""
    return data_folder() / "server.json"


def address_of(host: str, port: int) -> str:
    """Return the address of a server for a client on this machine."""
    host = ANY_ADDRESS.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def announce(address: str) -> None:
    """Write the address of this process's server, and lock the file until the process ends."""
    path = server_file()
    try:
        make_private_folder(path.parent)
        write_whole(path, json.dumps({"pid": os.getpid(), "address": address}) + "\n", new=False)
        _locks.append(os.open(path, os.O_RDWR))
        if os.name == "posix":
            with suppress(OSError):  # a file system without locks
                fcntl.flock(_locks[-1], fcntl.LOCK_EX)
    except OSError as error:
        raise Refusal("write_failed", path=str(path), reason=reason_of(error)) from None


@contextmanager
def withdrawn_at_end() -> Iterator[None]:
    """Remove the address of this process's server when the block ends."""
    try:
        yield
    finally:
        if _read().get("pid") == os.getpid():
            with suppress(OSError):
                server_file().unlink()
        while _locks:
            os.close(_locks.pop())


def running_address() -> str | None:
    """Return the address of the server whose process is alive, None if there is none."""
    found = _read()
    pid, address = found.get("pid"), found.get("address")
    if not isinstance(pid, int) or not isinstance(address, str):
        return None
    return address if _is_alive(pid) and _is_locked() else None


def _read() -> dict[str, object]:
    """Return the contents of the file, nothing if it is missing or damaged."""
    try:
        found = json.loads(server_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_locked() -> bool:
    """Return whether a server keeps its lock on the file; True where files can't be locked."""
    if os.name != "posix":
        return True
    try:
        with server_file().open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _is_alive(pid: int) -> bool:
    """Return whether a process exists; True on Windows, where signal 0 is no such test."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
