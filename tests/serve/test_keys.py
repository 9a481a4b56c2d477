"""Keys: validity, expiry and revocation."""

import time
from typing import Any

import pytest

from campaign.cluster import Cluster, in_cluster, until
from campaign.races import table_of
from serve.server import Player, Visitor, live
from serve.test_websocket import closed_with, finished, refused_key
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.keys import (
    KEY_LIFETIME_S,
    RENEWAL_INTERVAL_S,
    derived_secret,
    hash_of,
    new_secret,
    seat_key,
)
from underdeck.store.model import Key


async def rematch(visitor: Visitor) -> tuple[Player, str]:
    """Return a player who has been shown the rematch, and their key."""
    ada, bruno, seated = await finished(visitor)
    await ada.send("rematch")
    await bruno.send("rematch")
    await ada.seen(lambda table: table["rematch"] is not None)
    return ada, seated["key"]


# Seats


@live
async def test_invalid_utf8_ends_the_connection_and_is_not_logged_as_an_error(
    visitor: Visitor,
) -> None:
    player = await visitor.sit((await visitor.open())["key"])
    await player.socket.send(b"\xff", text=True)
    assert await closed_with(player) == 1007


@live
async def test_the_key_to_a_rematch_is_the_same_however_often_it_is_asked_for(
    visitor: Visitor,
) -> None:
    _, key = await rematch(visitor)
    seats = [await visitor.get("POST", "/api/seat/rematch", key=key) for _ in range(3)]
    assert seats[0] == seats[1] == seats[2]
    player = await visitor.sit(seats[0]["key"])
    assert player.table["fair"]["commitment"] == seats[0]["commitment"]


@live
async def test_a_seat_at_a_rematch_has_one_key(visitor: Visitor) -> None:
    _, key = await rematch(visitor)
    first = await visitor.get("POST", "/api/seat/rematch", key=key)
    player = await visitor.sit(first["key"])
    key = (await visitor.get("POST", "/api/seat/key", key=key))["key"]
    second = await visitor.get("POST", "/api/seat/rematch", key=key)
    assert await closed_with(player) == 1008
    assert await refused_key(visitor, first["key"])
    assert not await refused_key(visitor, second["key"])


def test_derived_secrets_are_as_long_as_drawn_ones_and_differ() -> None:
    secrets = {derived_secret(secret, table) for secret in ("one", "two") for table in ("a", "b")}
    assert len(secrets) == 4
    assert {len(secret) for secret in secrets} == {len(new_secret())}


def test_the_key_of_a_person_who_left_is_invalid() -> None:
    async def body(cluster: Cluster) -> None:
        name, (secret, _) = await cluster.open(table_of(3, cluster.random, 2), 2)
        service = cluster.app.service
        key = await service.keys.find(secret, "seat")
        await service.tables.leave(secret)
        await cluster.store.add_keys(
            key, Key(hash_of("invitation"), "join", name)
        )  # as if it had been left behind
        assert (await service.tables.join(messages.Join("Eva", "invitation"), None)).seat == 0
        for app in cluster.apps:
            with pytest.raises(Refusal, match="unknown_key"):
                await app.service.keys.find(secret, "seat")

    in_cluster(body)


def test_leaving_twice_does_not_free_the_seat_of_the_next_person() -> None:
    async def body(cluster: Cluster) -> None:
        name, (secret, _) = await cluster.open(table_of(3, cluster.random, 2), 2)
        service, invitation = cluster.app.service, new_secret()
        await cluster.store.add_keys(Key(hash_of(invitation), "join", name))
        key = await service.keys.find(secret, "seat")
        await service.tables.leave(secret)
        await service.tables.join(messages.Join("Eva", invitation), None)

        async def known_a_moment_ago(secret: str | None, *kinds: str) -> Key:
            return key

        service.keys.find = known_a_moment_ago  # type: ignore[method-assign]
        with pytest.raises(Refusal, match="unknown_key"):
            await service.tables.leave(secret)
        assert (await cluster.folded(name)).seats[0].name == "Eva"

    in_cluster(body)


def test_queued_messages_of_a_revoked_key_are_dropped_quietly() -> None:
    async def body(cluster: Cluster) -> None:
        _, (secret, _) = await cluster.open(table_of(2, cluster.random, 2), 2)
        client = await cluster.sit(secret, 0)
        for number in range(20):
            client.send("move", id=f"move {number}", version=0, move="pass")
        await cluster.apps[0].service.keys.rotate(secret)
        for app in cluster.apps:
            app.service.live.revoke(seat_key(secret, (client.table or {})["table"], 0, 2))
        await until(lambda: client.is_closed)
        assert client.received[-1]["code"] == "unknown_key"

    in_cluster(body)


# Time


def test_a_key_lasts_as_long_as_it_is_used() -> None:
    async def body(cluster: Cluster) -> None:
        service, now = cluster.app.service, time.time()
        name, (secret,) = await cluster.open(table_of(2, cluster.random, 1), 1)
        used = seat_key(secret, name, 0, 2)
        assert used.expires == pytest.approx(now + KEY_LIFETIME_S, abs=60)

        async def expires() -> float:
            key = await cluster.store.key(used.hash)
            assert key is not None
            assert key.expires is not None
            return key.expires

        await cluster.store.renew_key(used.hash, now + KEY_LIFETIME_S - RENEWAL_INTERVAL_S / 2)
        await service.keys.find(secret, "seat")
        assert await expires() == now + KEY_LIFETIME_S - RENEWAL_INTERVAL_S / 2
        await cluster.store.renew_key(used.hash, now + 60)
        await service.keys.find(secret, "seat")
        assert await expires() == pytest.approx(now + KEY_LIFETIME_S, abs=60)
        await cluster.store.renew_key(used.hash, now - 1)
        with pytest.raises(Refusal, match="unknown_key"):
            await service.keys.find(secret, "seat")

    in_cluster(body)


def test_a_key_is_valid_though_its_renewal_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: Any) -> None:
        raise Refusal("store_full")

    async def body(cluster: Cluster) -> None:
        _, (secret,) = await cluster.open(table_of(2, cluster.random, 1), 1)
        await cluster.store.renew_key(hash_of(secret), time.time() + 60)
        monkeypatch.setattr(cluster.store, "renew_key", full)
        assert (await cluster.app.service.keys.find(secret, "seat")).seat == 0

    in_cluster(body)


# Profiles


async def two_devices(visitor: Visitor) -> tuple[str, str]:
    """Return the keys of a profile on two devices."""
    made = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
    code = (await visitor.get("POST", "/api/profile/code", key=made["key"]))["code"]
    return made["key"], (await visitor.get("POST", "/api/profile/claim", {"code": code}))["key"]


@live
async def test_signing_out_elsewhere_keeps_only_this_devices_key(visitor: Visitor) -> None:
    here, there = await two_devices(visitor)
    code = (await visitor.get("POST", "/api/profile/code", key=there))["code"]
    assert (await visitor.get("GET", "/api/profile", key=here))["keys"] == 2
    assert await visitor.get("DELETE", "/api/profile/keys", key=here) == {"status": "ok"}
    assert (await visitor.get("GET", "/api/profile", key=here))["keys"] == 1
    assert (await visitor.ask("GET", "/api/profile", key=there)).status_code == 401
    assert (await visitor.ask("POST", "/api/profile/claim", {"code": code})).status_code == 404


@live
async def test_a_deleted_profile_is_gone_on_all_devices_and_its_seats_stay(
    visitor: Visitor,
) -> None:
    here, there = await two_devices(visitor)
    seated = await visitor.get("POST", "/api/tables", {"game": "tomb", "name": "Ada"}, key=here)
    assert await visitor.get("DELETE", "/api/profile", key=here) == {"status": "ok"}
    for key in (here, there):
        assert (await visitor.ask("GET", "/api/profile", key=key)).status_code == 401
        assert (
            await visitor.ask("POST", "/api/tables", {"game": "tomb", "name": "Ada"}, key=key)
        ).status_code == 401
    player = await visitor.sit(seated["key"])
    assert (await player.play(player.legal[0]))["type"] == "done"


@live
async def test_only_the_key_of_a_profile_signs_out_or_deletes_it(visitor: Visitor) -> None:
    seated = await visitor.open()
    for path in ("/api/profile", "/api/profile/keys"):
        for key in ("", seated["key"], seated["watch"]):
            assert (await visitor.ask("DELETE", path, key=key)).status_code == 401
