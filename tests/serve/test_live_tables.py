"""Recovery from failures of the store: clients are served again without reconnecting."""

import asyncio
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from campaign.cluster import Client, until
from campaign.races import window_with_aces
from processes import TIMEOUT_S
from serve.stored_tables import write_table
from serve.worker import Worker, against_bot, alone, duel, run_with_worker, running_worker
from underdeck.refusal import Refusal
from underdeck.serve.asgi import Message
from underdeck.serve.keys import new_secret
from underdeck.serve.live_tables import LiveTables
from underdeck.store.model import Change, Entry, Stale
from underdeck.store.store import Store
from underdeck.store.writer import Turn
from underdeck.table.entries import Opened, Shut


def version(client: Client) -> int:
    """Return the last version that a client has received."""
    return int((client.table or {"version": 0})["version"])


def move(client: Client, move_id: str) -> str:
    """Send a legal move, and return its identifier."""
    table = client.table or {}
    client.send("move", id=move_id, version=table["version"], move=table["view"]["legal"][0])
    return move_id


async def to_move(*clients: Client) -> Client:
    """Wait for the client whose move it is."""
    mover: Client = await until(
        lambda: next((each for each in clients if (each.table or {})["view"]["legal"]), None)
    )
    return mover


def test_a_move_that_failed_can_be_made_as_soon_as_the_store_is_back() -> None:
    async def body(worker: Worker) -> None:
        _, secrets = await worker.open(duel())
        clients = [await worker.sit(secret) for secret in secrets]
        mover = await to_move(*clients)
        worker.stop_store()
        assert (await mover.answer(move(mover, "first")))["code"] == "store_unavailable"
        worker.start_store()
        before = version(mover)
        assert (await mover.answer(move(mover, "second")))["type"] == "done"
        await until(lambda: version(clients[0]) == version(clients[1]) == before + 1)

    run_with_worker(body)


def test_entries_of_another_worker_during_an_outage_are_shown_after_it() -> None:
    async def body(worker: Worker) -> None:
        name, secrets = await worker.open(alone())
        client = await worker.sit(secrets[0])
        before = version(client)
        worker.stop_store()
        await client.answer(move(client, "refused"))
        other = LiveTables(worker.store, worker.live.runtime.bots, worker.live.metrics)
        worker.start_store()
        table, _ = await other.act(
            name,
            lambda table, _: table.move(0, (client.table or {})["view"]["legal"][0], "elsewhere"),
        )
        assert table.stage == before + 1
        await until(lambda: version(client) == before + 1)
        await other.stop()

    run_with_worker(body)


@pytest.mark.parametrize(
    "fail", [Worker.stop_store, Worker.refuse_writes], ids=["out of reach", "disk full"]
)
def test_a_bots_move_that_failed_is_made_when_the_store_is_back(fail: Any) -> None:
    async def body(worker: Worker) -> None:
        name, secrets = await worker.open(against_bot())
        client = await worker.sit(secrets[0])
        chosen: asyncio.Queue[None] = asyncio.Queue()

        async def choose(game: str, bot: str, view: Any, seed: str, memory: object) -> str:
            if chosen.empty():
                fail(worker)
            chosen.put_nowait(None)
            return str(view.legal[-1])

        worker.live.runtime.bots.choose = choose  # type: ignore[method-assign, assignment]
        live = worker.live.loaded[name]
        number = 0
        while chosen.empty():
            await until(lambda: not chosen.empty() or (client.table or {})["view"]["legal"])
            if chosen.empty():
                number += 1
                await client.answer(move(client, f"m{number}"))
        await until(lambda: live.table is None)
        before = version(client)
        worker.start_store()
        await until(lambda: version(client) > before)

    run_with_worker(body)


def test_a_bot_that_failed_to_choose_is_asked_again() -> None:
    async def body(worker: Worker) -> None:
        _, secrets = await worker.open(against_bot())
        client = await worker.sit(secrets[0])
        asked = 0

        async def choose(game: str, bot: str, view: Any, seed: str, memory: object) -> str:
            nonlocal asked
            asked += 1
            if asked == 1:
                raise RuntimeError
            return str(view.legal[-1])

        worker.live.runtime.bots.choose = choose  # type: ignore[method-assign, assignment]
        while not asked:
            await until(lambda: asked > 0 or (client.table or {})["view"]["legal"])
            if not asked:
                await client.answer(move(client, f"m{len(client.received)}"))
        await until(lambda: asked > 1)

    run_with_worker(body)


def test_a_window_closes_after_an_outage_without_any_request() -> None:
    async def body(worker: Worker) -> None:
        log, _ = window_with_aces(0)
        opened = log[0]
        assert isinstance(opened, Opened)
        short = Opened("dungeon", opened.house, opened.seats, opened.seed, window=0.2)
        are_writes_refused = chain([False], repeat(True))  # all but the one that opens the table
        worker.fails = lambda turn: turn is Turn.WRITE and next(are_writes_refused)
        name, _ = await worker.open([short, *log[1:]])
        live = worker.live.loaded[name]
        await until(lambda: live.table is None)
        worker.start_store()
        while Shut() not in await worker.log(name):
            await asyncio.sleep(0.01)

    run_with_worker(body)


def test_sync_is_refused_at_once_during_an_outage_and_answered_after_it() -> None:
    async def body(worker: Worker) -> None:
        _, secrets = await worker.open(alone())
        client = await worker.sit(secrets[0])
        worker.stop_store()
        await client.answer(move(client, "refused"))
        client.send("sync", seen=0)
        await until(lambda: client.received[-1].get("code") == "unavailable")
        worker.start_store()
        await until(lambda: client.received[-1]["type"] == "table")

    run_with_worker(body)


def test_a_busy_table_is_reloaded() -> None:
    async def body(worker: Worker) -> None:
        name, secrets = await worker.open(alone())
        client = await worker.sit(secrets[0])
        commit = worker.store.commit

        async def stale(change: Change) -> None:
            raise Stale(change.entry.table, change.entry.version)

        worker.store.commit = stale  # type: ignore[method-assign]
        assert (await client.answer(move(client, "busy")))["code"] == "table_busy"
        worker.store.commit = commit  # type: ignore[method-assign]
        await until(lambda: worker.live.loaded[name].table)

    run_with_worker(body)


def test_a_table_that_could_not_be_opened_is_forgotten() -> None:
    async def body(worker: Worker) -> None:
        worker.stop_store()
        with pytest.raises(Refusal, match="store_unavailable"):
            await worker.open(alone())
        assert worker.live.loaded == {}

    run_with_worker(body)


# Close codes and readiness


@pytest.mark.parametrize(
    ("key", "is_down", "code"), [("right", True, 1013), ("wrong", False, 1008)]
)
def test_a_refused_hello_closes_with_a_temporary_or_a_final_code(
    key: str, is_down: bool, code: int
) -> None:
    async def body(worker: Worker) -> None:
        _, secrets = await worker.open(alone())
        if is_down:
            worker.stop_store()
        client = await worker.connect(secrets[0] if key == "right" else new_secret())
        closed = await until(lambda: client.closed_with)
        assert closed == code

    run_with_worker(body)


def test_a_socket_whose_update_fails_is_closed() -> None:
    async def body(worker: Worker) -> None:
        name, secrets = await worker.open(alone())
        client = await worker.sit(secrets[0])
        connection = next(iter(worker.live.loaded[name].watchers))

        def broken(*_: object) -> None:
            raise RuntimeError

        connection._next_update = broken  # type: ignore[attr-defined]
        client.send("sync", seen=0)
        assert await until(lambda: client.closed_with) == 1011

    run_with_worker(body)


def test_a_store_that_refuses_writes_is_not_ready() -> None:
    async def body(worker: Worker) -> None:
        assert await worker.store.check()
        worker.refuse_writes()
        assert not await worker.store.check()
        worker.start_store()
        assert await worker.store.check()

    run_with_worker(body)


@pytest.mark.parametrize(
    "code",
    ["store_unavailable", "store_in_use", "store_closed", "store_rejected", "store_damaged"],
)
def test_requests_are_answered_with_503_while_the_store_fails(code: str) -> None:
    async def body(worker: Worker) -> None:
        async def fail(*_: object) -> None:
            raise Refusal(code, path="file", reason="test")

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def send(message: Message) -> None:
            sent.append(message)

        sent: list[Message] = []
        worker.store._submit = fail  # type: ignore[method-assign, assignment]
        scope = {"type": "http", "method": "GET", "path": "/api/lobby", "headers": []}
        await worker.app(scope | {"client": ("here", 1)}, receive, send)
        assert sent[0]["status"] == 503

    run_with_worker(body)


# Logs that can't be folded


async def spoil(url: str) -> tuple[str, list[str]]:
    """Write a table whose last entry can't be parsed."""
    name, secrets = await write_table(url, alone())
    store = await Store.open(url)
    try:
        summary = await store.summary(name)
        assert summary is not None
        await store.commit(Change(Entry(name, 4, 1.0, b'{"kind":"undone","seat":0}'), summary))
    finally:
        await store.close()
    return name, secrets


def test_a_log_that_cannot_be_folded_is_refused_and_leaves_nothing_in_memory(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'underdeck.db'}"

    async def body() -> None:
        name, secrets = await spoil(url)
        async with asyncio.timeout(TIMEOUT_S), running_worker(url) as worker:
            for _ in range(2):
                with pytest.raises(Refusal, match="table_damaged"):
                    await worker.live.read(name)
            assert worker.live.loaded[name].table is None
            client = await worker.connect(secrets[0])
            assert await until(lambda: client.closed_with) == 1008
            assert client.received[-1]["code"] == "table_damaged"
            await worker.live.advance_unwatched(name)
            _, others = await worker.open(alone())
            await worker.sit(others[0])

    asyncio.run(body())


def test_a_move_whose_publication_fails_is_answered_and_leaves_the_table_free() -> None:
    async def body(worker: Worker) -> None:
        name, _ = await worker.open(alone())
        live = worker.live.loaded[name]
        answers: list[BaseException | None] = []

        def broken(*_: object) -> None:
            raise RuntimeError

        live._publish_entry = broken  # type: ignore[assignment,method-assign]
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        assert live.try_act(lambda table, _: table.move(0, "delve", "one"), answers.append)
        assert live.lock.locked()
        await until(lambda: answers)
        assert answers == [None]
        assert not live.lock.locked()

    run_with_worker(body)


def test_a_move_that_cannot_be_made_at_once_changes_nothing() -> None:
    async def body(worker: Worker) -> None:
        name, _ = await worker.open(alone())
        live = worker.live.loaded[name]
        answers: list[BaseException | None] = []
        with pytest.raises(Refusal, match="illegal_move"):
            live.try_act(lambda table, _: table.move(0, "draw", "one"), answers.append)
        assert not live.try_act(lambda *_: None, answers.append)
        assert not live.lock.locked()
        async with live.lock:
            assert not live.try_act(lambda table, _: table.move(0, "delve", "one"), answers.append)
        assert len(await worker.log(name)) == len(alone())

    run_with_worker(body)
