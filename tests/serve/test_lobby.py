"""The lobby: limits per client, tables with absent players, and abandoned tables."""

from pathlib import Path

from campaign.cluster import Cluster, in_cluster
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


async def listed(cluster: Cluster) -> list[str]:
    """Return the tables in the lobby."""
    return [table.table for table in (await cluster.apps[0].service.tables.lobby()).tables]


def test_a_table_is_listed_while_its_players_are_there() -> None:
    async def body(cluster: Cluster) -> None:
        cluster.apps = cluster.apps[:1]
        host = cluster.apps[0].service.live
        name, (secret,) = await cluster.open(waiting_table(), 1)
        client = await cluster.sit(secret, 0)
        cluster.now += 10 * AWAY_S
        await update_listings(host)
        assert await listed(cluster) == [name]
        client.outbox.put_nowait({"type": "websocket.disconnect"})
        assert client.task is not None
        await client.task
        cluster.clients.clear()
        await update_listings(host)
        assert await listed(cluster) == [name], "a short interruption doesn't matter"
        cluster.now += AWAY_S
        await update_listings(host)
        assert await listed(cluster) == []
        await cluster.sit(secret, 0)
        await update_listings(host)
        assert await listed(cluster) == [name]

    in_cluster(body)


def test_a_table_that_a_stopped_process_left_behind_is_hidden_and_then_closed() -> None:
    async def body(cluster: Cluster) -> None:
        name, _ = await cluster.open(waiting_table(), 1)
        for app in cluster.apps:
            app.service.live.loaded.clear()
        host = cluster.apps[0].service.live
        await close_abandoned(host)
        assert await listed(cluster) == [name]
        cluster.now += FORGOTTEN_S + 1
        await close_abandoned(host)
        assert await listed(cluster) == []
        assert (await cluster.folded(name)).status == "open"
        cluster.now += ABANDONED_S + 1
        await close_abandoned(host)
        assert (await cluster.folded(name)).status == "closed"

    in_cluster(body)


def test_an_abandoned_table_stays_while_somebody_waits_there() -> None:
    async def body(cluster: Cluster) -> None:
        cluster.apps = cluster.apps[:1]
        name, (secret,) = await cluster.open(waiting_table(listed=False), 1)
        await cluster.sit(secret, 0)
        cluster.now += ABANDONED_S + 1
        await close_abandoned(cluster.apps[0].service.live)
        assert (await cluster.folded(name)).status == "open"

    in_cluster(body)


def test_the_lobby_lists_few_tables_of_one_client(tmp_path: Path) -> None:
    @live
    async def body(visitor: Visitor) -> None:
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
        body(server)
