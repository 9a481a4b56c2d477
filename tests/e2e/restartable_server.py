"""A server for browser tests that can be killed and restarted at the same address."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from underdeck.table.entries import AnyEntry, write_entry

TESTS = Path(__file__).resolve().parents[1]
STOP_TIMEOUT_S = 60


class RestartableServer:
    """A server process with a database that outlives it."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "underdeck.db"
        self.log = folder / "server.log"
        # A bound socket reserves the port while the server is down; it accepts no connections.
        self._reserved = socket.socket()
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._reserved.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._reserved.getsockname()[1]}"
        self._process = self._start()

    def _start(self) -> subprocess.Popen[str]:
        """Start the server and wait until it listens."""
        port = str(self._reserved.getsockname()[1])
        with self.log.open("a") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "e2e.table_server", str(self.database), port],
                cwd=TESTS,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert process.stdout is not None
        assert process.stdout.readline().strip() == port, self.log.read_text()
        return process

    def kill(self) -> None:
        """Kill the server without warning."""
        self._process.kill()
        self._wait()

    def kill_and_restart(self) -> None:
        """Kill the server without warning and restart it."""
        self.kill()
        self._process = self._start()

    def restart_if_down(self) -> None:
        """Restart the server if it was killed or has crashed."""
        if self._process.poll() is not None:
            self.kill_and_restart()

    def stop(self) -> None:
        """Stop the server and give up its address."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._wait()
        self._reserved.close()

    def _wait(self) -> None:
        self._process.wait(STOP_TIMEOUT_S)
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()

    def add_table(self, entries: list[AnyEntry]) -> tuple[str, list[str]]:
        """Store a table with this log; return its id and the keys of its people."""
        table, keys = self._ask([json.loads(write_entry(entry)) for entry in entries])
        return table, keys

    def set_calendar(self, day: str) -> None:
        """Stop the calendar at a day, so that no test depends on when it runs."""
        self._ask({"day": day})

    def set_competition_seed(self, seed: str) -> None:
        """Choose the seed of the next competition, and so its deals."""
        self._ask({"seed": seed})

    def _ask(self, wanted: object) -> Any:
        """Send a line to the process, and return its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, self.log.read_text()
        return json.loads(answer)
