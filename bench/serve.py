"""The server under load: what a durable move costs and how long it takes, beside its peers."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import uvloop

from bench import relay
from bench.load import Campaign, Load, Result, offer, open_in_groups
from bench.measure import Line
from bench.players import TableOpener
from bench.server_process import allow_many_sockets, python_module, running

HTTP_TIMEOUT_S = 60
GOAL_PER_CPU_SECOND = 3_000
GOAL_P99_MS = 15


STANDARD = Campaign()


async def measure_ours(folder: Path, campaign: Campaign) -> Result:
    """Return what our server does under load."""
    load = Load()
    database = f"sqlite:///{folder}/load.db"
    async with (
        running(python_module("bench.underdeck_server", database, "0")) as server,
        httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{server.port}", timeout=HTTP_TIMEOUT_S
        ) as http,
    ):
        await open_in_groups(campaign.tables, TableOpener(load, http, server.port).open)
        return await offer(load, server, campaign)


def report(name: str, result: Result) -> None:
    """Print a result while the others are still being measured."""
    print(
        f"{name}: {result.moves_per_cpu_second:,.0f} moves per CPU second, "
        f"{result.moves_per_second:,.0f} moves/s, p99 {result.p99_ms:.1f} ms, "
        f"{result.errors} errors; the client took {result.client_cpu:.0%} of a core",
        file=sys.stderr,
    )


def cost_line(peer: str, theirs: float, ours: float) -> Line:
    """Compare the moves per CPU second of a peer with ours."""
    return Line(
        f"moves per CPU second, {peer}", f"{theirs:,.0f}", f"{ours:,.0f}", f"{ours / theirs:.2f}"
    )


def latency_line(name: str, result: Result, campaign: Campaign, goal: str = "") -> Line:
    """Return the latency of a server, and the rate at which it was measured."""
    load = (
        f"{campaign.tables:,} tables of two, {result.moves_per_second:,.0f} of "
        f"{campaign.moves_per_second:,.0f} moves/s, {result.errors} errors"
    )
    return Line(
        f"{name}, {load}", f"p50 {result.p50_ms:.1f} ms", f"p99 {result.p99_ms:.1f} ms", "", goal
    )


def lines(campaign: Campaign = STANDARD) -> Iterator[Line]:
    """Measure our server and its peers."""
    allow_many_sockets()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = uvloop.run(measure_ours(folder, campaign))
        report("underdeck", ours)
        bare = uvloop.run(relay.measure(folder, campaign))
        report("relay without rules", bare)
    cost = ours.moves_per_cpu_second
    yield Line(
        "durable moves per CPU second of the server",
        "",
        f"{cost:,.0f}",
        "",
        f">= {GOAL_PER_CPU_SECOND:,}",
    )
    yield cost_line("durable relay without rules", bare.moves_per_cpu_second, cost)
    yield latency_line("durable move", ours, campaign, f"<= {GOAL_P99_MS} ms")
    yield latency_line("message through the relay", bare, campaign)
