"""The server that runs on this machine's own database, as other commands find it."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from underdeck.cli.saves import reason_of, write_whole
from underdeck.private_files import data_folder, make_private_folder
from underdeck.refusal import Refusal

DEFAULT_ADDRESS = "http://127.0.0.1:8765"
"""Where `underdeck serve` listens unless it is given another port."""
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104  never bound here
"""The address by which this machine reaches a server that listens on all addresses."""


def server_file() -> Path:
    """Return the file that names the running server."""
    return data_folder() / "server.json"


def address_of(host: str, port: int) -> str:
    """Return the address of a server for a client on this machine."""
    host = ANY_ADDRESS.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def announce(address: str) -> None:
    """Write the address of this process's server."""
    path = server_file()
    try:
        make_private_folder(path.parent)
        write_whole(path, json.dumps({"pid": os.getpid(), "address": address}) + "\n", new=False)
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


def running_address() -> str | None:
    """Return the address of the server whose process is alive, None if there is none."""
    found = _read()
    pid, address = found.get("pid"), found.get("address")
    if not isinstance(pid, int) or not isinstance(address, str) or not _is_alive(pid):
        return None
    return address


def _read() -> dict[str, object]:
    """Return the contents of the file, nothing if it is missing or damaged."""
    try:
        found = json.loads(server_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_alive(pid: int) -> bool:
    """Return whether a process exists; on Windows, where signal 0 is no question, True."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
