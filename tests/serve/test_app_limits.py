"""Limits per client: by a monotonic clock, by kind of request, and by the work it causes."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from underdeck.refusal import Refusal
from underdeck.serve import request_costs as costs
from underdeck.serve.app import App, new_metrics
from underdeck.serve.asgi import Message
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.keys import new_name, new_secret, seat_key
from underdeck.serve.limits import Limits
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.messages import NewProfile, NewTable
from underdeck.serve.new_table import read_terms
from underdeck.serve.request_costs import replay_cost, whole_table_cost
from underdeck.serve.requests import decode_json
from underdeck.serve.service import Service
from underdeck.serve.static import File
from underdeck.serve.tables import new_seed
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Began, Sat, Undone
from underdeck.table.table import Table, fold


class LimitedApp:
    """An application over a database in memory, with clocks that tests set."""

    def __init__(self, store: Store, **limits: Any) -> None:
        self.monotonic, self.wall = 1000.0, 1_800_000_000.0
        self.live = LiveTables(store, BotPool(1), new_metrics(), now=lambda: self.wall)
        self.app = App(Service(store, self.live, Limits(1, 10), Limits(1, 10)), "1", **limits)
        self.app.monotonic = lambda: self.monotonic
        self.app.error_delay_s = 0

    async def request(
        self, path: str, key: str = "", client: str = "192.0.2.1", method: str = "GET"
    ) -> int:
        """Return the status of a response."""
        headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {key}".encode())]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": headers,
            "client": (client, 1),
        }
        sent: list[Message] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return int(sent[0]["status"])

    async def connect(self, client: str = "192.0.2.1") -> str:
        """Return the type of the answer to a handshake."""
        scope = {
            "type": "websocket",
            "path": "/ws",
            "headers": [(b"host", b"localhost")],
            "client": (client, 1),
        }
        incoming = iter(("websocket.connect", "websocket.disconnect"))
        sent: list[Message] = []

        async def receive() -> dict[str, Any]:
            return {"type": next(incoming)}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return str(sent[0]["type"])

    async def long_tomb(self, moves: int, *, over: bool = False) -> str:
        """Return the key of a Tomb with this many moves, most of them taken back."""
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


def run_app(scenario: Callable[[LimitedApp], Awaitable[None]], **limits: Any) -> None:
    """Run a scenario with an application."""

    async def run() -> None:
        store = await Store.open("sqlite://")
        try:
            await scenario(LimitedApp(store, **limits))
        finally:
            await store.close()

    asyncio.run(run())


# Clocks


def test_setting_the_wall_clock_back_locks_no_client_out() -> None:
    async def scenario(server: LimitedApp) -> None:
        assert await server.request("/api/games") == 200
        server.wall -= 3600
        assert await server.request("/api/games") == 200

    run_app(scenario)


def test_setting_the_wall_clock_forward_adds_no_tokens() -> None:
    async def scenario(server: LimitedApp) -> None:
        assert [await server.request("/api/games") for _ in range(5)] == [200] * 4 + [429]
        server.wall += 3600
        assert await server.request("/api/games") == 429
        server.monotonic += 1
        assert await server.request("/api/games") == 200

    run_app(scenario, max_per_second=1)


# Files and handshakes


def test_repeated_visits_are_allowed_and_a_flood_of_files_is_refused() -> None:
    async def scenario(server: LimitedApp) -> None:
        server.app.page.files = {
            f"/assets/{number}.js": File(b"text/javascript", b"1", None, b'"1"', b"no-cache")
            for number in range(80)
        }
        visits = [await server.request(path) for _ in range(10) for path in server.app.page.files]
        assert set(visits) == {200}
        flood = [await server.request("/assets/1.js") for _ in range(300)]
        assert flood[-1] == 429
        assert await server.request("/assets/1.js", client="192.0.2.2") == 200
        assert await server.request("/api/games") == 200
        server.monotonic += 1
        assert [await server.request(path) for path in server.app.page.files] == [200] * 80

    run_app(scenario)


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/openapi.json", "/api/socket.json"])
def test_fixed_paths_are_limited_too(path: str) -> None:
    async def scenario(server: LimitedApp) -> None:
        server.app.page.files = {}
        statuses = [await server.request(path) for _ in range(21)]
        assert statuses == [200] * 20 + [429]

    run_app(scenario, max_per_second=1)


def test_handshakes_are_limited_even_without_messages() -> None:
    async def scenario(server: LimitedApp) -> None:
        statuses = [await server.connect() for _ in range(5)]
        assert statuses == ["websocket.accept"] * 4 + ["websocket.close"]
        assert await server.connect(client="192.0.2.2") == "websocket.accept"
        server.monotonic += 1
        assert await server.connect() == "websocket.accept"

    run_app(scenario, max_per_second=1)


# Costs


def test_a_long_table_costs_in_proportion_to_its_length() -> None:
    async def scenario(server: LimitedApp) -> None:
        short, long = await server.long_tomb(20), await server.long_tomb(4000)
        assert [
            await server.request("/api/table", short, client="192.0.2.3") for _ in range(20)
        ] == [200] * 20
        assert await server.request("/api/table", long) == 200
        assert await server.request("/api/games") == 429
        server.monotonic += 3.9
        assert await server.request("/api/games") == 429
        server.monotonic += 0.6
        assert await server.request("/api/games") == 200

    run_app(scenario)


def test_a_record_costs_as_much_as_its_table() -> None:
    async def scenario(server: LimitedApp) -> None:
        long = await server.long_tomb(4000, over=True)
        assert await server.request("/api/record", long) == 200
        assert await server.request("/api/games") == 429

    run_app(scenario)


def test_a_table_of_any_length_is_sent_after_waiting() -> None:
    async def scenario(server: LimitedApp) -> None:
        long = await server.long_tomb(4000)
        for _ in range(3):
            assert await server.request("/api/table", long) == 200
            server.monotonic += 70

    run_app(scenario, max_per_second=3)


def test_costs_grow_with_the_length_of_a_table() -> None:
    table = Table("t")
    table.history.stages = [None] * 5000  # type: ignore[list-item]
    assert whole_table_cost(Table("t")) == costs.WHOLE_TABLE_TOKENS
    assert whole_table_cost(table) == 500
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


def test_an_invisible_name_is_refused_as_bad_name() -> None:
    with pytest.raises(Refusal, match="bad_name"):
        decode_json(NewProfile, {}, json.dumps({"name": "\u3164"}).encode())


def test_a_client_sends_one_large_body_at_a_time() -> None:
    async def scenario(server: LimitedApp) -> None:
        server.app.body_timeout_s = 0.2
        key = (await server.app.service.profiles.create(NewProfile("Ada"))).key

        async def send_slowly(client: str) -> int:
            """Return the status of an import whose body never ends."""
            scope = {
                "type": "http",
                "method": "POST",
                "path": "/api/profile/games",
                "headers": [(b"host", b"localhost"), (b"authorization", f"Bearer {key}".encode())],
                "client": (client, 1),
            }
            sent: list[Message] = []

            async def receive() -> dict[str, Any]:
                await asyncio.sleep(0.05)
                return {"type": "http.request", "body": b" ", "more_body": True}

            async def send(message: Message) -> None:
                sent.append(message)

            await server.app(scope, receive, send)
            return int(sent[0]["status"])

        clients = ("192.0.2.1", "192.0.2.1", "192.0.2.2")
        assert await asyncio.gather(*map(send_slowly, clients)) == [408, 429, 408]
        assert await send_slowly("192.0.2.1") == 408

    run_app(scenario, max_per_second=100.0)
