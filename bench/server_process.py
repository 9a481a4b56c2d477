"""A server in another process: start it, stop it, and read the CPU time and memory it uses."""

import asyncio
import os
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 30.0
POLL_S = 0.05


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def allow_many_sockets() -> int:
    """Raise the limit of open files as far as allowed, also for servers started later."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_bytes(pid: int) -> int:
    """Return the resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for each in threads for child in (each / "children").read_text().split()]


@dataclass
class Server:
    """A running server."""

    process: "subprocess.Popen[bytes]"
    port: int
    has_workers: bool = False
    """Whether the process only supervises others, which serve the clients."""
    database_pid: int | None = None
    """The first process of the database, if that has processes of its own."""

    def pids(self) -> list[int]:
        """Return the processes that serve clients; those of bots are left out, and have no work."""
        if not self.has_workers:
            return [self.process.pid]
        return [
            child
            for child in children(self.process.pid)
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]

    def cpu_seconds(self) -> float:
        """Return the CPU time of the processes that serve clients."""
        return sum(map(cpu_seconds, self.pids()))

    def database_cpu_seconds(self) -> float:
        """Return the CPU time of the database's processes."""
        if self.database_pid is None:
            return 0.0
        return sum(map(cpu_seconds, [self.database_pid, *children(self.database_pid)]))

    def memory_bytes(self) -> int:
        """Return the resident memory of the processes that serve clients."""
        return sum(map(memory_bytes, self.pids()))


def python_module(name: str, *args: str) -> list[str]:
    """Return the command that runs a module of the benchmarks; its port is appended."""
    return [sys.executable, "-m", name, *args]


@asynccontextmanager
async def running(
    command: Sequence[str],
    environment: Mapping[str, str] = os.environ,
    *,
    has_workers: bool = False,
) -> AsyncIterator[Server]:
    """Run a server, whose command takes the port as its last argument."""
    port = free_port()
    process = subprocess.Popen([*command, str(port)], cwd=ROOT, env=environment)
    try:
        async with asyncio.timeout(START_TIMEOUT_S):
            await _accepts_connections(process, port)
        yield Server(process, port, has_workers)
    finally:
        process.terminate()
        process.wait(STOP_TIMEOUT_S)


async def _accepts_connections(process: "subprocess.Popen[bytes]", port: int) -> None:
    """Wait until a server accepts connections."""
    while True:
        await asyncio.sleep(POLL_S)
        if process.poll() is not None:
            raise RuntimeError("the server didn't start")
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            continue
        writer.close()
        return
