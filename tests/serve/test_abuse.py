"""Limits on clients, by monotonic time, by kind of request and by cost."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from underdeck.refusal import Refusal
from underdeck.serve import request_costs as costs
from underdeck.serve.app import App, new_metrics, read_json
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.keys import new_name, new_secret, seat_key
from underdeck.serve.limits import Limits
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.messages import NewTable
from underdeck.serve.new_table import read_terms
from underdeck.serve.request_costs import replay_cost, retelling_cost
from underdeck.serve.routes import ROUTES
from underdeck.serve.service import Service
from underdeck.serve.static import File
from underdeck.serve.tables import new_seed
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Began, Sat, Undone
from underdeck.table.table import Table, fold


class LocalApp:
    """An application with a database in memory and clocks that tests set."""

    def __init__(self, store: Store, **limits: Any) -> None:
        self.steady, self.wall = 1000.0, 1_800_000_000.0
        self.live = LiveTables(store, BotPool(1), new_metrics(), now=lambda: self.wall)
        self.app = App(Service(store, self.live, Limits(1, 10), Limits(1, 10)), "1", **limits)
        self.app.steady = lambda: self.steady
        self.app.refusal_pause = 0

    async def ask(
        self, path: str, key: str = "", client: str = "192.0.2.1", method: str = "GET"
    ) -> int:
        """Send a request, and return the status of its response."""
        headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {key}".encode())]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": headers,
            "client": (client, 1),
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return int(sent[0]["status"])

    async def knock(self, client: str = "192.0.2.1") -> str:
        """Send a handshake, and return the type of the answer."""
        scope = {
            "type": "websocket",
            "path": "/ws",
            "headers": [(b"host", b"localhost")],
            "client": (client, 1),
        }
        incoming = iter(("websocket.connect", "websocket.disconnect"))
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": next(incoming)}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return str(sent[0]["type"])

    async def long_tomb(self, moves: int, *, over: bool = False) -> str:
        """Store a solitaire with many moves, most of them taken back; return its key."""
        entries: list[AnyEntry] = [
            msgspec.structs.replace(read_terms(NewTable("tomb", "Ada")), seed="07" * 32),
            Sat(0, "Ada", "w"),
            Began(),
        ]
        table = fold("t", [(entry, 0.0) for entry in entries])

        def add(entry: AnyEntry) -> None:
            table.apply(entry, 0.0)
            entries.append(entry)

        for number in range(moves // 2):
            add(table.move(0, str(table.game_played.view(0).legal[0]), f"m{number}"))
            add(Undone(0, f"u{number}"))  # an old log may have more of these than are allowed now
        while over and not table.is_over:
            add(table.move(0, str(table.game_played.view(0).legal[0]), f"e{table.stage}"))
        name, secret = new_name(), new_secret()
        await self.live.open(name, entries, (seat_key(secret, name, 0, 2),))
        return secret


def with_app(body: Callable[[LocalApp], Awaitable[None]], **limits: Any) -> None:
    """Run a test body with an application."""

    async def run() -> None:
        store = await Store.open("sqlite://")
        try:
            await body(LocalApp(store, **limits))
        finally:
            await store.close()

    asyncio.run(run())


# Steady time


def test_a_wall_clock_that_is_set_back_locks_nobody_out() -> None:
    async def body(local: LocalApp) -> None:
        assert await local.ask("/api/games") == 200
        local.wall -= 3600
        assert await local.ask("/api/games") == 200

    with_app(body)


def test_a_wall_clock_that_is_set_forward_refills_no_limit() -> None:
    async def body(local: LocalApp) -> None:
        assert [await local.ask("/api/games") for _ in range(5)] == [200] * 4 + [429]
        local.wall += 3600
        assert await local.ask("/api/games") == 429
        local.steady += 1
        assert await local.ask("/api/games") == 200

    with_app(body, per_second=1)


# Files and handshakes


def test_visits_to_the_page_are_answered_and_a_flood_is_refused() -> None:
    async def body(local: LocalApp) -> None:
        local.app.page.files = {
            f"/assets/{number}.js": File(b"text/javascript", b"1", None, b'"1"', b"no-cache")
            for number in range(80)
        }
        visits = [await local.ask(path) for _ in range(10) for path in local.app.page.files]
        assert set(visits) == {200}
        flood = [await local.ask("/assets/1.js") for _ in range(300)]
        assert flood[-1] == 429
        assert await local.ask("/assets/1.js", client="192.0.2.2") == 200
        assert await local.ask("/api/games") == 200
        local.steady += 1
        assert [await local.ask(path) for path in local.app.page.files] == [200] * 80

    with_app(body)


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/openapi.json", "/api/socket.json"])
def test_descriptions_are_limited_too(path: str) -> None:
    async def body(local: LocalApp) -> None:
        local.app.page.files = {}
        asked = [await local.ask(path) for _ in range(21)]
        assert asked == [200] * 20 + [429]

    with_app(body, per_second=1)


def test_handshakes_are_limited() -> None:
    async def body(local: LocalApp) -> None:
        asked = [await local.knock() for _ in range(5)]
        assert asked == ["websocket.accept"] * 4 + ["websocket.close"]
        assert await local.knock(client="192.0.2.2") == "websocket.accept"
        local.steady += 1
        assert await local.knock() == "websocket.accept"

    with_app(body, per_second=1)


# Work


def test_a_long_table_costs_in_proportion_to_its_length() -> None:
    async def body(local: LocalApp) -> None:
        short, long = await local.long_tomb(20), await local.long_tomb(4000)
        assert [await local.ask("/api/table", short, client="192.0.2.3") for _ in range(20)] == [
            200
        ] * 20
        assert await local.ask("/api/table", long) == 200
        assert await local.ask("/api/games") == 429
        local.steady += 3.9
        assert await local.ask("/api/games") == 429
        local.steady += 0.6
        assert await local.ask("/api/games") == 200

    with_app(body)


def test_the_record_of_a_long_game_costs_in_proportion_to_its_length() -> None:
    async def body(local: LocalApp) -> None:
        long = await local.long_tomb(4000, over=True)
        assert await local.ask("/api/record", long) == 200
        assert await local.ask("/api/games") == 429

    with_app(body)


def test_a_table_of_any_length_is_sent_to_a_client_that_waits() -> None:
    async def body(local: LocalApp) -> None:
        long = await local.long_tomb(4000)
        for _ in range(3):
            assert await local.ask("/api/table", long) == 200
            local.steady += 70

    with_app(body, per_second=3)


def test_costs_grow_with_the_length_of_a_table() -> None:
    table = Table("t")
    table.history.stages = [None] * 5000  # type: ignore[list-item]
    assert retelling_cost(Table("t")) == costs.RETELLING_TOKENS
    assert retelling_cost(table) == 500
    seated = fold(
        "t",
        [
            (msgspec.structs.replace(read_terms(NewTable("tomb", "Ada")), seed=new_seed()), 0.0),
            (Sat(0, "A", "w"), 0.0),
            (Began(), 0.0),
        ],
    )
    assert replay_cost(seated) == costs.REPLAY_TOKENS
    record = seated.game_played.record
    seated.game_played.record = replace(record, moves=[record.moves] * 1000)  # type: ignore[list-item]
    assert replay_cost(seated) == 500


# Names


def test_an_invisible_name_is_refused_with_advice() -> None:
    profiles = next(
        route for route in ROUTES if (route.method, route.path) == ("POST", "/api/profiles")
    )
    with pytest.raises(Refusal, match="bad_name"):
        read_json(profiles, {}, json.dumps({"name": "\u3164"}).encode())
