"""The server under load: what a durable move costs and how long it takes, beside its peers."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import uvloop

from bench import boardgame_io, relay
from bench.load import Campaign, Load, Result, offer, open_in_groups
from bench.measure import Line
from bench.players import TableOpener
from bench.server_process import allow_many_sockets, python_module, running

HTTP_TIMEOUT_S = 60
GOAL_PER_CPU_SECOND = 3_000
GOAL_P99_MS = 15


STANDARD = Campaign()
QUICK = Campaign(tables=20, moves_per_second=40, seconds=2, warm_up_s=1)


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
        f"{result.errors} errors, {result.stale} stale; "
        f"the client took {result.client_cpu:.0%} of a core",
        file=sys.stderr,
    )


def cost_line(peer: str, theirs: Result, cost: float) -> Line:
    """Compare the moves per CPU second of a peer with ours."""
    their_cost = theirs.moves_per_cpu_second
    return Line(
        f"beside {peer}", f"{their_cost:,.0f}", f"{cost:,.0f}", f"{cost / max(their_cost, 1):.2f}"
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


def measure_all(folder: Path, campaign: Campaign) -> Iterator[tuple[str, Result]]:
    """Yield what our server, first, and its peers do under the same load."""
    yield "underdeck", uvloop.run(measure_ours(folder, campaign))
    yield "durable relay without rules", uvloop.run(relay.measure(folder, campaign))
    packages = folder / "boardgame"
    if boardgame_io.install(packages):
        for name, store in {"in memory": None, "FlatFile, not flushed": folder / "flat"}.items():
            result = uvloop.run(boardgame_io.measure(packages, store, campaign))
            yield f"boardgame.io 0.50 ({name})", result


def lines(campaign: Campaign = STANDARD) -> Iterator[Line]:
    """Measure our server and its peers."""
    allow_many_sockets()
    results: dict[str, Result] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, result in measure_all(Path(folder), campaign):
            report(name, result)
            results[name] = result
    ours = results.pop("underdeck")
    cost = ours.moves_per_cpu_second
    yield Line(
        "durable moves per CPU second of the server",
        "",
        f"{cost:,.0f}",
        "",
        f">= {GOAL_PER_CPU_SECOND:,}",
    )
    for peer, result in results.items():
        yield cost_line(peer, result, cost)
    yield latency_line("durable move", ours, campaign, f"<= {GOAL_P99_MS} ms")
    for peer, result in results.items():
        yield latency_line(peer, result, campaign)
