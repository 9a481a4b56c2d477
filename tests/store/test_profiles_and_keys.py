"""Profiles, their results, and the keys that open profiles and seats."""

import asyncio
import time
from dataclasses import replace

from store.samples import (
    NOW,
    a_change,
    a_hash,
    a_key,
    a_profile,
    a_result,
    opened,
)
from underdeck.store.model import Key


def test_a_profile_finds_its_tables_and_results(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.save_profile(a_profile("ana"))
            await store.commit(
                a_change(
                    "t",
                    1,
                    keys=(
                        a_key("1", table="t", profile="ana"),
                        a_key("2", table="t", profile="eva"),
                    ),
                )
            )
            await store.commit(
                a_change("u", 1, keys=(a_key("3", table="u", profile="ana"),), created=NOW + 1)
            )
            await store.commit(
                a_change("v", 1, keys=(a_key("4", "watch", table="v", profile="ana"),))
            )
            await store.commit(
                a_change(
                    "t",
                    2,
                    results=(a_result("t", "ana"), a_result("t", "eva", seat=1)),
                    status="over",
                )
            )
            await store.commit(
                a_change(
                    "u", 2, results=(a_result("u", "ana", NOW + 1),), status="over", created=NOW + 1
                )
            )
            assert [found.table for found in await store.tables_of("ana")] == ["u", "t"]
            assert [found.table for found in await store.tables_of("ana", limit=1)] == ["u"]
            assert await store.results_of("ana") == [
                a_result("u", "ana", NOW + 1),
                a_result("t", "ana"),
            ]
            assert await store.profile("ana") == a_profile("ana")
            assert await store.profile("eva") is None

    asyncio.run(run())


def test_keys_expire_and_are_dropped_and_purged(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            now = time.time()
            old, young, lasting = (
                a_key("old", expires=now - 1),
                a_key("young", expires=now + 100),
                a_key("lasting", table="t"),
            )
            await store.add_keys(old, young, lasting)
            await store.add_keys()
            assert await store.key(old.hash) is None
            assert await store.key(young.hash) == young
            assert await store.keys_of("t") == [lasting]
            assert await store.purge_keys(now) == 1
            assert await store.drop_key(young.hash)
            assert not await store.drop_key(young.hash)
            assert await store.key(young.hash) is None

    asyncio.run(run())


def test_one_rotation_of_a_key_wins_and_a_code_is_used_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.add_keys(
                a_key("old"), a_key("code", "code", profile="ana", expires=NOW), a_key("no code")
            )
            won = await asyncio.gather(
                *(
                    store.replace_key(a_hash("old"), a_key(f"new {n}"), a_key("gone", "revoked"))
                    for n in range(3)
                )
            )
            assert sorted(won) == [False, False, True]
            assert [await store.key(a_hash(f"new {n}")) is not None for n in range(3)] == won
            assert await store.take_key(a_hash("code"), "code", NOW) is None
            taken = await asyncio.gather(
                *(store.take_key(a_hash("code"), "code", NOW - 1) for _ in range(3))
            )
            assert [key for key in taken if key] == [
                Key(a_hash("code"), "code", profile="ana", expires=NOW)
            ]
            assert await store.take_key(a_hash("no code"), "code", NOW) is None

    asyncio.run(run())


def test_a_code_gives_a_key_to_its_profile_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.save_profile(a_profile("ana"))
            await store.add_keys(
                a_key("code", "code", profile="ana", expires=NOW),
                a_key("nobody's", "code", profile="eva"),
            )
            asked = (
                store.claim_profile(a_hash("code"), NOW - 1, a_key(f"new {n}", "profile"))
                for n in range(3)
            )
            claimed = [each for each in await asyncio.gather(*asked) if each]
            assert claimed == [a_profile("ana")]
            assert await store.count_keys("ana") == 1
            assert (
                await store.claim_profile(a_hash("nobody's"), NOW, a_key("new", "profile")) is None
            )
            assert await store.key(a_hash("new")) is None

    asyncio.run(run())


def test_deleting_a_profile_deletes_keys_and_results_but_not_seats(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            seat = a_key("seat", table="t", profile="ana")
            await store.save_profile(a_profile("ana"))
            await store.add_keys(
                a_key("1", "profile", profile="ana"),
                a_key("2", "code", profile="ana"),
                a_key("3", "profile", profile="eva"),
            )
            await store.commit(
                a_change(
                    "t",
                    1,
                    keys=(seat,),
                    results=(a_result("t", "ana"), a_result("t", "eva", seat=1)),
                )
            )
            await store.drop_profile("ana")
            assert await store.profile("ana") is None
            assert [await store.key(a_hash(text)) is None for text in ("1", "2", "3")] == [
                True,
                True,
                False,
            ]
            assert await store.key(seat.hash) == replace(seat, profile=None)
            assert await store.results_of("ana") == []
            assert await store.results_of("eva") == [a_result("t", "eva", seat=1)]

    asyncio.run(run())


def test_all_other_keys_of_a_profile_are_dropped(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.add_keys(
                *(a_key(text, "profile", profile="ana") for text in ("here", "there", "elsewhere"))
            )
            await store.add_keys(
                a_key("code", "code", profile="ana"), a_key("seat", table="t", profile="ana")
            )
            assert await store.count_keys("ana") == 3
            await store.drop_other_keys("ana", a_hash("here"))
            assert await store.count_keys("ana") == 1
            found = [
                await store.key(a_hash(text)) is not None
                for text in ("here", "there", "elsewhere", "code", "seat")
            ]
            assert found == [True, False, False, False, True]

    asyncio.run(run())


def test_a_profile_is_deleted_with_its_last_key(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            now = time.time()
            for name in ("gone", "there"):
                await store.save_profile(a_profile(name))
                await store.add_keys(a_key(f"{name} 1", "profile", profile=name, expires=now + 10))
                await store.add_keys(a_key(f"{name} 2", "profile", profile=name, expires=now + 20))
            await store.renew_key(a_hash("there 1"), now + 100)
            assert await store.purge_keys(now + 15) == 1
            assert await store.profile("gone") is not None
            assert await store.purge_keys(now + 30) == 2
            assert [await store.profile(name) for name in ("gone", "there")] == [
                None,
                a_profile("there"),
            ]

    asyncio.run(run())


def test_the_newest_key_of_a_seat_is_its_only_one(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            beside = (a_key("other table", table="u"), a_key("watch", "watch", table="t"))
            await store.add_keys(a_key("1", table="t"), a_key("2", table="t"), *beside)
            assert sorted(await store.replace_seat_keys(a_key("3", table="t"))) == sorted(
                (a_hash("1"), a_hash("2"))
            )
            assert await store.replace_seat_keys(a_key("3", table="t")) == []
            assert {key.hash for key in await store.keys_of("t")} == {a_hash("3"), a_hash("watch")}
            assert await store.key(a_hash("other table")) == beside[0]

    asyncio.run(run())
