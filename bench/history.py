"""History, statistics and leaderboards in a store with a million finished games."""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Connection, text

from bench.history_rows import PLAYER, SHARED_DEAL, Size, fill
from bench.measure import Line
from underdeck.career.attempts import MAX_LISTED
from underdeck.career.daily import day_at
from underdeck.career.rebuild import rebuild
from underdeck.serve.keys import new_secret, profile_key
from underdeck.serve.run import Settings, new_app, open_service
from underdeck.store.store import Store

TIMES, WARM_UP = 60, 3
GOAL_MS = 50
ADDRESS = "http://localhost"
CAREER = "/api/profile"


def requests(page: str, rival: str) -> dict[str, tuple[str, str, dict[str, Any] | None]]:
    """Return the measured requests: method, path and body."""
    tomb = {"game": "tomb"}
    return {
        "history, newest": ("POST", f"{CAREER}/history", {"limit": 20}),
        "history of one game": ("POST", f"{CAREER}/history", {**tomb, "limit": 100}),
        "history, in the middle": ("POST", f"{CAREER}/history", {"before": page, "limit": 100}),
        "history, one opponent": (
            "POST",
            f"{CAREER}/history",
            {"game": "dungeon", "opponent": rival, "limit": 20},
        ),
        "statistics of Tomb": ("POST", f"{CAREER}/statistics", tomb),
        "statistics of Tomb, two years": (
            "POST",
            f"{CAREER}/statistics",
            {**tomb, "house": "", "since": "2024-01", "until": "2025-12"},
        ),
        "statistics of Dungeon": ("POST", f"{CAREER}/statistics", {"game": "dungeon"}),
        "statistics, one opponent": (
            "POST",
            f"{CAREER}/statistics",
            {"game": "dungeon", "opponent": rival},
        ),
        "achievements": ("GET", f"{CAREER}/achievements", None),
        "daily board": ("GET", "/api/daily", None),
        "calendar": ("GET", f"{CAREER}/dailies", None),
        "leaderboard of a deal": ("GET", f"/api/deals/{SHARED_DEAL}", None),
    }


async def prepare(url: str, size: Size) -> float:
    """Fill a store; return the seconds of recomputing the history of `PLAYER`."""
    store = await Store.open(url)
    now = time.time()

    def finish(connection: Connection) -> float:
        began = time.perf_counter()
        rebuild(connection, PLAYER)
        return time.perf_counter() - began

    def analyze(connection: Connection) -> None:
        connection.execute(text("ANALYZE"))

    await store.write(fill, size, now, day_at(now))
    seconds = await store.write(finish)
    await store.write(analyze)
    await store.close()
    return seconds


async def measure(url: str) -> dict[str, list[float]]:
    """Return the times of each request in milliseconds, through the whole application."""
    settings = Settings(database=url, is_brief=True, max_per_second=1e9)
    async with open_service(settings) as service:
        secret = new_secret()
        await service.store.add_keys(profile_key(secret, PLAYER))
        transport = httpx.ASGITransport(new_app(settings, service))
        headers = {"Authorization": f"Bearer {secret}"}
        async with httpx.AsyncClient(
            transport=transport, base_url=ADDRESS, headers=headers, timeout=600
        ) as client:
            page, rival = await _places(client)
            return {
                name: await _times(client, *request)
                for name, request in requests(page, rival).items()
            }


async def _places(client: httpx.AsyncClient) -> tuple[str, str]:
    """Return a page in the middle of the history, and the rarest opponent that is listed."""
    body = {"game": "dungeon", "until": "2025-06", "limit": 1}
    page = (await client.post(f"{CAREER}/history", json=body)).json()
    found = (await client.post(f"{CAREER}/statistics", json={"game": "dungeon"})).json()
    return page["next"], found["opponents"][-1]["player"]


async def _times(
    client: httpx.AsyncClient, method: str, path: str, body: dict[str, Any] | None
) -> list[float]:
    """Return the times of one request in milliseconds."""
    times = []
    for number in range(TIMES + WARM_UP):
        began = time.perf_counter()
        response = await client.request(method, path, json=body)
        if number >= WARM_UP:
            times.append((time.perf_counter() - began) * 1000)
        assert response.status_code == 200, response.text
    board = response.json().get("board")
    assert board is None or len(board["ranked"]) == MAX_LISTED, "the leaderboard isn't filled"
    return times


def lines(games: int = Size.games) -> Iterator[Line]:
    """Measure both databases."""
    sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
    from store.postgres import Postgres  # noqa: PLC0415  with the tests

    size = Size(games, own=games // 10)
    with tempfile.TemporaryDirectory() as folder:
        yield from _lines("SQLite", f"sqlite:///{folder}/underdeck.db", size)
    server = Postgres()
    try:
        yield from _lines("PostgreSQL", server.new_database(), size)
    finally:
        server.remove()


def _lines(database: str, url: str, size: Size) -> Iterator[Line]:
    """Fill one database and measure it."""
    seconds = asyncio.run(prepare(url, size))
    yield Line(
        f"{database}: recompute {size.own:,} games", f"{size.games:,} games", f"{seconds:.1f} s", ""
    )
    for name, times in asyncio.run(measure(url)).items():
        p95 = statistics.quantiles(times, n=20)[-1]
        yield Line(
            f"{database}: {name}",
            f"{size.games:,} games",
            f"median {statistics.median(times):.1f} ms, p95 {p95:.1f} ms",
            "",
            f"p95 < {GOAL_MS} ms",
        )
