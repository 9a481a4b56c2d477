"""A server for browser tests that can be killed and restarted at the same address."""

import json
import socket
import subprocess
import sys
from pathlib import Path

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
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        written = [json.loads(write_entry(entry)) for entry in entries]
        self._process.stdin.write(json.dumps(written) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, self.log.read_text()
        table, keys = json.loads(answer)
        return table, keys
