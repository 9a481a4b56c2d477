"""Two workers on one PostgreSQL: a seat lost at one of them is lost at the other."""

import asyncio
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cli.run import UNDERDECK
from processes import TIMEOUT_S, kill_parent, spawn
from serve.server import Player, Server, Visitor, running
from store.postgres import Postgres


@pytest.fixture(scope="module")
def workers(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    url = postgres.new_database()
    folder: Path = tmp_path_factory.mktemp("workers")
    with running(folder / "one", database=url) as one, running(folder / "two", database=url) as two:
        yield one, two


async def sent_away(player: Player) -> int | None:
    """Return the close code of a socket."""

    async def listen() -> None:
        while True:
            await player.next("nothing")

    with pytest.raises(ConnectionClosed):
        await listen()
    return player.socket.close_code


def test_a_person_who_left_at_one_worker_is_disconnected_at_the_other(
    workers: tuple[Server, Server],
) -> None:
    async def body() -> None:
        async with (
            asyncio.timeout(TIMEOUT_S),
            Visitor(workers[0]) as here,
            Visitor(workers[1]) as there,
        ):
            opened = await here.open("dungeon")
            gone = await there.sit(opened["key"])
            await here.get("DELETE", "/api/seat", key=opened["key"])
            eva = await here.join(opened["join"], "Eva")
            assert eva["seat"] == 0
            await here.join(opened["join"], "Bob")
            assert await sent_away(gone) == 1008
            assert all(frame["view"] is None for frame in gone.received if frame["type"] == "table")
            player = await there.sit(eva["key"])
            await player.seen(lambda table: table["status"] == "running")
            assert (await player.play(player.legal[0]))["type"] == "done"

    asyncio.run(body())


def test_a_pace_set_at_one_worker_holds_at_the_other(workers: tuple[Server, Server]) -> None:
    async def body() -> None:
        async with (
            asyncio.timeout(TIMEOUT_S),
            Visitor(workers[0]) as here,
            Visitor(workers[1]) as there,
        ):
            opened = await here.open("dungeon", bots=["careful"], pace=5)
            player = await here.sit(opened["key"], protocol=3)
            spectator = await there.sit(opened["watch"], protocol=3)
            await player.send("pace", pace=0)
            await spectator.seen(lambda table: table["pace"] == 0)
            # at the old pace this would take many minutes
            await player.play_on(Random(6))
            await spectator.seen(lambda table: table["status"] == "over")

    asyncio.run(body())


def test_a_person_who_has_just_sat_down_is_known_at_the_other_worker(
    workers: tuple[Server, Server],
) -> None:
    async def body() -> None:
        async with (
            asyncio.timeout(TIMEOUT_S),
            Visitor(workers[0]) as here,
            Visitor(workers[1]) as there,
        ):
            opened = await here.open("dungeon", house={"players": 4}, bots=["careful"])
            await there.sit(opened["watch"])
            for name in ("Bob", "Eva"):
                player = await there.sit((await here.join(opened["join"], name))["key"])
                assert player.table["seats"][player.table["seat"]]["name"] == name

    asyncio.run(body())


def test_the_port_is_free_when_the_first_process_of_several_workers_was_killed(
    postgres: Postgres,
) -> None:
    command = [
        *UNDERDECK,
        "serve",
        "--port",
        "0",
        "--workers",
        "2",
        "--database",
        postgres.new_database(),
    ]
    house = spawn(command, stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    with house.stdout:
        address = re.search(r"127\.0\.0\.1:(\d+)", house.stdout.readline())
        assert address is not None
        # The client is kept open: a worker that drains doesn't wait for it forever.
        with httpx.Client(base_url=f"http://{address[0]}", timeout=TIMEOUT_S) as client:
            assert client.get("/api/health").status_code == 200
            kill_parent(house)
    socket.create_server(("127.0.0.1", int(address[1]))).close()
