"""Links to chronicles: keys with which anyone can read one story, and nothing else."""

import asyncio
import time
from dataclasses import replace

import pytest

from campaign.cluster import Cluster, in_cluster
from career.game_samples import play_randomly
from serve.careers import Person, play_out
from serve.server import Visitor, live
from serve.test_career import TOMBS, play_tomb, profile, refused, sent
from serve.test_past_replays import add
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.keys import KEY_LIFETIME_S, chronicle_key, hash_of
from underdeck.serve.past_replays import PastReplay, StoredGame
from underdeck.serve.routes import ROUTES
from underdeck.serve.service import Service
from underdeck.store import schema
from underdeck.store.model import Key, Profile
from underdeck.store.store import Store

PATH, LINK, OWN_LINK = "/api/chronicle", "/api/chronicle/link", "/api/profile/chronicle/link"


async def share(visitor: Visitor, key: str, table: str | None = None) -> str:
    """Return the key of a link, from a seat or, with a table, from a profile."""
    body = None if table is None else {"table": table}
    answer = await visitor.ask("POST", LINK if table is None else OWN_LINK, body, key)
    assert answer.status_code == 201
    assert answer.json().keys() == {"key"}
    link: str = answer.json()["key"]
    return link


async def recorded(service: Service, link: str) -> PastReplay:
    """Return the game without a table that a link is for."""
    game = await service.chronicles.find(link)
    assert isinstance(game, StoredGame)
    return game.replayed()


@live
async def test_anybody_who_has_the_link_reads_the_chronicle(visitor: Visitor) -> None:
    key = await profile(visitor)
    opened = await play_tomb(visitor, key)
    tale = await visitor.get("POST", PATH, {}, opened["key"])
    for link in (
        await share(visitor, opened["key"]),
        await share(visitor, key, opened["table"]),
    ):
        assert await visitor.get("POST", PATH, {}, link) == tale
        answer = await visitor.ask("POST", PATH, {"seat": 1}, link)
        assert refused(answer) == (409, "chronicle_seat")


@live
async def test_a_link_opens_nothing_else(visitor: Visitor) -> None:
    opened = await play_tomb(visitor, "")
    link = await share(visitor, opened["key"])
    tried = 0
    for route in ROUTES:
        if route.key is None or route.path == PATH or route.parameters:
            continue
        bodies = {
            messages.OwnGame: {"table": opened["table"]},
            messages.OwnChronicle: {"table": opened["table"]},
        }
        answer = await visitor.ask(route.method, route.path, bodies.get(route.body, {}), link)
        assert answer.status_code in (400, 401), route.path
        assert not answer.is_success
        tried += answer.status_code == 401
    assert tried > 15
    player = await visitor.open_socket()
    await player.send("hello", key=link, protocol=3)
    assert (await player.next("refused"))["code"] == "unknown_key"


@live
async def test_the_same_key_gets_the_same_link_and_a_new_key_another_one(visitor: Visitor) -> None:
    key = await profile(visitor)
    opened = await play_tomb(visitor, key)
    by_seat, by_profile = (
        await share(visitor, opened["key"]),
        await share(visitor, key, opened["table"]),
    )
    assert await share(visitor, opened["key"]) == by_seat
    assert await share(visitor, key, opened["table"]) == by_profile != by_seat
    seat = (await visitor.get("POST", "/api/seat/key", key=opened["key"]))["key"]
    rotated = (await visitor.get("POST", "/api/profile/key", key=key))["key"]
    new = (await share(visitor, seat), await share(visitor, rotated, opened["table"]))
    assert len({by_seat, by_profile, *new}) == 4
    for link in (by_seat, by_profile, *new):
        assert (await visitor.get("POST", PATH, {}, link))["table"] == opened["table"]
    assert refused(await visitor.ask("POST", LINK, key=opened["key"])) == (401, "unknown_key")
    assert refused(await visitor.ask("POST", OWN_LINK, {"table": opened["table"]}, key)) == (
        401,
        "unknown_key",
    )


@live
async def test_links_of_two_games_differ(visitor: Visitor) -> None:
    key = await profile(visitor)
    added = await visitor.get("POST", "/api/profile/games", sent(TOMBS[0]), key)
    other = await visitor.get("POST", "/api/profile/games", sent(TOMBS[2]), key)
    tables = [each["games"][0]["table"] for each in (added, other)]
    links = [await share(visitor, key, table) for table in tables]
    assert links[0] != links[1]
    for table, link in zip(tables, links, strict=True):
        assert (await visitor.get("POST", PATH, {}, link))["table"] == table


@live
async def test_a_deleted_profile_takes_the_links_of_its_recorded_games_along(
    visitor: Visitor,
) -> None:
    key = await profile(visitor)
    opened = await play_tomb(visitor, key)
    added = await visitor.get("POST", "/api/profile/games", sent(TOMBS[3]), key)
    played = await share(visitor, key, opened["table"])
    recorded = await share(visitor, key, added["games"][0]["table"])
    before = await visitor.get("POST", PATH, {}, played)
    await visitor.get("POST", PATH, {}, recorded)
    await visitor.get("DELETE", "/api/profile", key=key)
    assert refused(await visitor.ask("POST", PATH, {}, recorded)) == (401, "unknown_key")
    assert await visitor.get("POST", PATH, {}, played) == before


def test_a_recorded_game_is_told_with_the_name_that_its_profile_has_now() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        played = play_randomly("dungeon", 1, turn_limit=20, players=2)
        table = await add(cluster, ada, played, 1)
        link = await service.chronicles.share_own(ada.key, table)
        assert (await recorded(service, link.key)).names[1] == "Ada"
        await service.profiles.change(ada.key, messages.NewProfile("Eva"))
        assert (await recorded(service, link.key)).names[1] == "Eva"

    in_cluster(body)


def test_a_link_without_its_profile_or_its_record_opens_nothing() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        table = await add(cluster, ada, play_randomly("tomb", 1))
        link = await service.chronicles.share_own(ada.key, table)
        key = await cluster.store.key(hash_of(link.key))
        assert key is not None
        for wrong in (
            replace(key, profile=None),
            replace(key, profile="nobody"),
            replace(key, table="0" * 24),
        ):
            await cluster.store.add_keys(wrong)
            with pytest.raises(Refusal) as refusal:
                await service.chronicles.find(link.key)
            assert refusal.value.code == "unknown_table"

    in_cluster(body)


def test_links_move_with_a_merged_profile_also_those_of_games_that_both_have() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada, old = [await Person.new(service, name) for name in ("Ada", "Old")]
        both, one = play_randomly("tomb", 1), play_randomly("tomb", 2)
        kept = await add(cluster, ada, both)
        double = await add(cluster, old, both)
        moved = await add(cluster, old, one)
        links = [await service.chronicles.share_own(old.key, table) for table in (double, moved)]
        code = await service.profiles.new_code(old.key)
        await service.career.merge(ada.key, messages.MergeRequest(code.code))
        found = [await service.chronicles.find(link.key) for link in links]
        assert [each.table for each in found] == [kept, moved]

    in_cluster(body)


def test_only_the_hash_of_a_link_is_stored_and_it_expires_like_other_keys() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        seated = await service.tables.open(messages.NewTable("tomb", "Ada"), "client", None)
        await play_out(cluster, seated)
        link = (await service.chronicles.share(seated.key)).key
        (stored,) = [
            key for key in await cluster.store.keys_of(seated.table) if key.kind == "chronicle"
        ]
        assert (stored.hash, stored.table, stored.seat) == (hash_of(link), seated.table, None)
        assert (stored.profile, stored.taken, stored.seed) == (None, None, None)
        assert stored.expires is not None
        assert 0 <= time.time() + KEY_LIFETIME_S - stored.expires < 60
        await cluster.store.add_keys(replace(stored, expires=time.time() + 1000))
        await service.chronicles.find(link)
        renewed = await cluster.store.key(stored.hash)
        assert renewed is not None
        assert (renewed.expires or 0) > time.time() + KEY_LIFETIME_S - 60
        await cluster.store.add_keys(replace(stored, expires=time.time() - 1))
        with pytest.raises(Refusal) as refusal:
            await service.chronicles.find(link)
        assert refusal.value.code == "unknown_key"
        assert (await service.chronicles.share(seated.key)).key == link
        await service.chronicles.find(link)

    in_cluster(body)


def test_deletion_drops_the_right_links_in_every_database(url: str) -> None:
    async def run() -> None:
        store = await Store.open(url)
        try:
            for name in ("ana", "eva"):
                await store.save_profile(Profile(name, name.title(), "en", 1.0))
            await store.write(
                lambda connection: connection.execute(
                    schema.tables.insert().values(
                        table="played",
                        game="tomb",
                        status="over",
                        listed=False,
                        house="{}",
                        names="[]",
                        free=0,
                        created=1.0,
                        changed=1.0,
                        version=1,
                    )
                )
            )
            keys = {
                name: chronicle_key(name, table, owner)
                for name, table, owner in (
                    ("own record", "record", "ana"),
                    ("own table", "played", "ana"),
                    ("other record", "else", "eva"),
                    ("other table", "played", "eva"),
                    ("no profile", "played", None),
                )
            }
            await store.add_keys(*keys.values())
            await store.drop_profile("ana")
            found = {name: await store.key(key.hash) for name, key in keys.items()}
            assert found == {
                **keys,
                "own record": None,
                "own table": replace(keys["own table"], profile=None),
            }
        finally:
            await store.close()

    asyncio.run(run())


def test_a_key_of_a_chronicle_has_no_seat() -> None:
    key = chronicle_key("secret", "table", "")
    assert replace(key, expires=None) == Key(hash_of("secret"), "chronicle", "table")
