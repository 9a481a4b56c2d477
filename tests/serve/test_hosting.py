"""The host of a table over the wire: bots for free seats, and the pace of the bots."""

import asyncio
from pathlib import Path
from random import Random

from processes import TIMEOUT_S
from serve.server import Frame, Player, Visitor, live, running
from underdeck.table.commitments import hash_share

SHARE = "a share of the shuffle"


async def code(player: Player, kind: str, **parts: object) -> str:
    """Send a message that is refused, and return the code."""
    await player.send(kind, **parts)
    return str((await player.next("refused"))["code"])


def bots(table: Frame) -> list[str | None]:
    """Return the bot at each seat."""
    return [seat["bot"] for seat in table["seats"]]


@live
async def test_the_host_gives_free_seats_to_bots_and_the_game_begins(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 4}, share=hash_share(SHARE))
    joined = await visitor.join(opened["join"])
    host = await visitor.sit(opened["key"], protocol=3)
    guest = await visitor.sit(joined["key"], protocol=3)
    assert (host.table["host"], host.table["status"]) == (0, "open")
    assert await code(guest, "fill", bot="careful") == "not_host"
    assert await code(host, "fill", bot="careful", seat=1) == "seat_not_free"
    assert await code(host, "fill", bot="nobody") == "bad_request"
    await host.send("fill", bot="random", seat=2)
    table = await guest.seen(lambda table: bots(table)[2] == "random")
    assert table["seats"][2]["name"]
    await host.send("free", seat=2)
    await guest.seen(lambda table: bots(table)[2] is None)
    await host.send("fill", bot="careful")
    await host.seen(lambda table: table["fair"]["owes"] == "reveal")
    assert host.table["fair"]["shares"][2:] == [None, None]
    await host.send("reveal", words=SHARE)
    await guest.seen(lambda table: table["status"] == "running")
    assert bots(guest.table) == [None, None, "careful", "careful"]
    assert await code(host, "fill", bot="careful") == "already_begun"
    refused = await visitor.ask("POST", "/api/seats", {"name": "Eva", "key": opened["join"]})
    assert refused.json()["refused"]["code"] == "seat_taken"


@live
async def test_a_guest_becomes_the_host_when_the_host_leaves(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 3})
    guest = await visitor.sit((await visitor.join(opened["join"]))["key"], protocol=3)
    await visitor.get("DELETE", "/api/seat", key=opened["key"])
    await guest.seen(lambda table: table["host"] == 1)
    await guest.send("fill", bot="careful")
    await guest.seen(lambda table: table["status"] == "running")
    assert bots(guest.table) == ["careful", None, "careful"]


@live
async def test_a_faster_pace_holds_at_once_and_begins_no_new_version(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 3}, bots=["careful"] * 2, pace=5)
    player = await visitor.sit(opened["key"], protocol=3)
    version = player.table["version"]
    await player.send("pace", pace=0)
    table = await player.seen(lambda table: table["pace"] == 0)
    assert table["version"] >= version
    # at the old pace this would take many minutes
    assert (await player.play_on(Random(6)))["status"] == "over"
    assert await code(player, "pace", pace=1) == "game_over"


@live
async def test_among_people_only_the_host_changes_the_pace(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 3}, bots=["careful"], pace=5)
    guest = await visitor.sit((await visitor.join(opened["join"]))["key"], protocol=3)
    host = await visitor.sit(opened["key"], protocol=3)
    older = await visitor.sit(opened["watch"], protocol=2)
    assert await code(guest, "pace", pace=0.2) == "not_host"
    assert await code(host, "pace", pace=6) == "message_unclear"
    await host.send("pace", pace=0.2)
    await guest.seen(lambda table: table["pace"] == 0.2)
    assert {"pace", "host"}.isdisjoint(older.table)


def test_the_pace_survives_a_restart(tmp_path: Path) -> None:
    async def change(visitor: Visitor) -> str:
        opened = await visitor.open("dungeon", bots=["careful"], pace=5)
        player = await visitor.sit(opened["key"], protocol=3)
        await player.send("pace", pace=0.25)
        await player.seen(lambda table: table["pace"] == 0.25)
        return str(opened["key"])

    async def body() -> None:
        async with asyncio.timeout(TIMEOUT_S):
            with running(tmp_path) as server:
                async with Visitor(server) as visitor:
                    key = await change(visitor)
            with running(tmp_path) as server:
                async with Visitor(server) as visitor:
                    assert (await visitor.sit(key, protocol=3)).table["pace"] == 0.25

    asyncio.run(body())
