"""A deleted profile leaves nothing private behind, and others keep what they need."""

import asyncio
from typing import Any

from sqlalchemy import Connection, Text, insert, select

from career.competition_samples import a_competition, an_entrant
from career.game_samples import NOW, finish, play_randomly
from career.test_imports import sent
from store.samples import a_key, a_profile, opened
from underdeck.career import attempts, competitions
from underdeck.career.attempts import Attempt
from underdeck.career.imports import add_games
from underdeck.career.recording import record_game
from underdeck.store import schema
from underdeck.store.deletion import GONE_PREFIX
from underdeck.store.store import Store

TOMB = play_randomly("tomb", 1)
DUEL = play_randomly("dungeon", 2, turn_limit=200)
DAY = "daily:2026-11-17"
KEPT = {"results", "merged_profiles", "tallies", "meetings"}
"""Tables that may name the deleted profile by its random id: logs do, too."""


def mentions(connection: Connection, word: str) -> set[str]:
    """Return the tables in which a word occurs."""
    return {
        table.name
        for table in schema.metadata.sorted_tables
        for column in table.c
        if isinstance(column.type, Text)
        and connection.execute(select(column).where(column.contains(word)).limit(1)).first()
    }


def begin(connection: Connection, board: str, profile: str) -> None:
    """Begin an attempt and finish it."""
    table = f"{len(profile)} at {board}"
    attempts.begin(connection, Attempt(board, 1, profile, table, profile.title(), NOW))
    finished = finish(TOMB, profile, table=table, at=NOW, board=board)
    record_game(connection, finished)


def fill(connection: Connection) -> None:
    """Give two profiles everything that profiles can have."""
    series = a_competition("series", competition="alone", creator="secretana")
    competitions.create(connection, series, an_entrant("secretana", "alone"), None)
    wager = a_competition("wager", competition="pair", creator="secretana")
    competitions.create(connection, wager, an_entrant("secretana", "pair"), None)
    competitions.enter(connection, an_entrant("eva", "pair"), lambda *_: False)
    for board in (DAY, "competition:pair"):
        for profile in ("secretana", "eva"):
            begin(connection, board, profile)
    begin(connection, "competition:alone", "secretana")
    record_game(connection, finish(DUEL, "secretana", "eva", table="duel", at=NOW))
    add_games(connection, "secretana", [sent(play_randomly("tomb", 5), "secretana")])
    connection.execute(
        insert(schema.shared_deals).values(
            code="C",
            table="t",
            game="tomb",
            house="{}",
            cards="",
            profile="secretana",
            name="Secretana",
            outcome="escaped",
            points=3,
            kings=0,
            created=NOW,
        )
    )


async def start(store: Store) -> None:
    for name in ("secretana", "eva"):
        await store.save_profile(a_profile(name))
    await store.add_keys(
        a_key("device", "profile", profile="secretana"),
        a_key("seat", "seat", table="duel", profile="secretana"),
    )
    await store.write(fill)


def column(connection: Connection, name: str, *columns: str) -> list[tuple[Any, ...]]:
    table = schema.metadata.tables[name]
    return sorted(
        tuple(row) for row in connection.execute(select(*(table.c[each] for each in columns)))
    )


def test_nothing_mentions_a_deleted_profile_but_games_of_others(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            assert await store.read(mentions, "secretana") > {"results", "tallies", "attempts"}
            await store.drop_profile("secretana")
            assert await store.read(mentions, "secretana") <= KEPT
            assert [row[0] for row in await store.read(column, "results", "profile")] == ["eva"] * 3
            assert {row[0] for row in await store.read(column, "tallies", "profile")} == {"eva"}
            assert await store.read(column, "records", "table") == []
            assert await store.read(column, "keys", "kind", "profile") == [("seat", None)]

    asyncio.run(run())


def test_leaderboards_forget_the_profile_and_count_right(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            assert await store.read(attempts.played, DAY) == 2
            await store.drop_profile("secretana")
            assert await store.read(attempts.played, DAY) == 1
            (left,) = await store.read(attempts.best, DAY, 1, "ranked")
            assert left.profile == "eva"

    asyncio.run(run())


def test_competitions_with_others_go_on_without_a_name(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            debts = await store.read(column, "debts", "debt")
            await store.drop_profile("secretana")
            assert await store.read(column, "competitions", "competition", "creator") == [
                ("pair", "eva")
            ]
            (first, second) = await store.read(column, "entrants", "profile", "name")
            assert first == ("eva", "Eva")
            assert second[0].startswith(GONE_PREFIX)
            assert second[1] == ""
            assert len(await store.read(attempts.of_board, "competition:pair")) == 2
            assert await store.read(column, "debts", "debt") == debts
            assert await store.read(attempts.of_board, "competition:alone") == []

    asyncio.run(run())


def test_a_competition_that_nobody_is_left_in_is_deleted(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            for profile in ("secretana", "eva"):
                await store.drop_profile(profile)
            for name in ("competitions", "entrants", "attempts", "debts", "results", "tallies"):
                table = schema.metadata.tables[name]
                first = next(iter(table.c)).name
                assert await store.read(column, name, first) == [], name

    asyncio.run(run())


def test_a_profile_that_expires_is_deleted_the_same_way(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            await store.drop_key(a_key("device").hash)
            await store.add_keys(a_key("old", "profile", profile="secretana", expires=1.0))
            assert await store.purge_keys(2.0) == 1
            assert await store.read(mentions, "secretana") <= KEPT

    asyncio.run(run())
