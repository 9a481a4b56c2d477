"""The lobby: limits per client, tables with absent players, and abandoned tables."""

from pathlib import Path

from campaign.arena import Hall, in_hall
from serve.server import Visitor, live, running
from underdeck.serve.lobby import ABANDONED_S, AWAY_S, FORGOTTEN_S, close_abandoned, update_listings
from underdeck.serve.run import Settings
from underdeck.table.entries import AnyEntry, Opened, Sat


def waiting_table(*, listed: bool = True) -> list[AnyEntry]:
    """Open a listed table with one person and a free seat."""
    return [
        Opened("dungeon", {"players": 2}, ("", ""), "11" * 32, listed=listed),
        Sat(0, "Ada", "words"),
    ]


async def listed(hall: Hall) -> list[str]:
    """Return the tables in the lobby."""
    return [table.table for table in (await hall.apps[0].service.tables.lobby()).tables]


def test_a_table_is_listed_while_its_players_are_there() -> None:
    async def story(hall: Hall) -> None:
        hall.apps = hall.apps[:1]
        host = hall.apps[0].service.live
        name, (secret,) = await hall.open(waiting_table(), 1)
        client = await hall.sit(secret, 0)
        hall.now += 10 * AWAY_S
        await update_listings(host)
        assert await listed(hall) == [name]
        client.said.put_nowait({"type": "websocket.disconnect"})
        assert client.task is not None
        await client.task
        hall.clients.clear()
        await update_listings(host)
        assert await listed(hall) == [name], "a short interruption doesn't matter"
        hall.now += AWAY_S
        await update_listings(host)
        assert await listed(hall) == []
        await hall.sit(secret, 0)
        await update_listings(host)
        assert await listed(hall) == [name]

    in_hall(story)


def test_a_table_that_a_stopped_process_left_behind_is_hidden_and_then_closed() -> None:
    async def story(hall: Hall) -> None:
        name, _ = await hall.open(waiting_table(), 1)
        for app in hall.apps:
            app.service.live.loaded.clear()
        host = hall.apps[0].service.live
        await close_abandoned(host)
        assert await listed(hall) == [name]
        hall.now += FORGOTTEN_S + 1
        await close_abandoned(host)
        assert await listed(hall) == []
        assert (await hall.folded(name)).status == "open"
        hall.now += ABANDONED_S + 1
        await close_abandoned(host)
        assert (await hall.folded(name)).status == "closed"

    in_hall(story)


def test_an_abandoned_table_stays_while_somebody_waits_there() -> None:
    async def story(hall: Hall) -> None:
        hall.apps = hall.apps[:1]
        name, (secret,) = await hall.open(waiting_table(listed=False), 1)
        await hall.sit(secret, 0)
        hall.now += ABANDONED_S + 1
        await close_abandoned(hall.apps[0].service.live)
        assert (await hall.folded(name)).status == "open"

    in_hall(story)


def test_the_lobby_lists_few_tables_of_one_client(tmp_path: Path) -> None:
    @live
    async def story(visitor: Visitor) -> None:
        body = {"game": "dungeon", "name": "Ada", "listed": True}
        answers = [
            await visitor.ask("POST", "/api/tables", body) for _ in range(Settings.max_listed + 2)
        ]
        assert [answer.status_code for answer in answers] == [201] * Settings.max_listed + [
            429,
            429,
        ]
        assert answers[-1].json()["refused"]["code"] == "too_many_listed"
        assert (
            await visitor.ask("POST", "/api/tables", {**body, "listed": False})
        ).status_code == 201

    with running(tmp_path, max_listed=Settings.max_listed) as server:
        story(server)
