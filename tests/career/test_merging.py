"""Two profiles of one person become one."""

import asyncio
from typing import Any

from sqlalchemy import Connection, insert, select

from career.competition_samples import a_competition, an_entrant
from career.game_samples import NOW, dump, finish, play_randomly
from career.test_imports import sent
from store.samples import a_key, a_profile, opened
from underdeck.career import attempts, competitions
from underdeck.career.attempts import Attempt
from underdeck.career.imports import add_games
from underdeck.career.merging import merge
from underdeck.career.past_games import Filter, newest
from underdeck.career.people import earlier_profiles
from underdeck.career.rebuild import rebuild_all
from underdeck.career.recording import record_game
from underdeck.career.statistics import statistics
from underdeck.store import schema
from underdeck.store.model import Result
from underdeck.store.store import Store

TOMBS = [play_randomly("tomb", seed) for seed in range(6)]
DUEL = play_randomly("dungeon", 2, turn_limit=200)


async def start(store: Store) -> None:
    """Create the two profiles."""
    for name in ("old", "new"):
        await store.save_profile(a_profile(name))


def rows(connection: Connection, profile: str) -> list[Result]:
    return newest(connection, Filter(profile), 100)


def column(connection: Connection, name: str, *columns: str) -> list[tuple[Any, ...]]:
    """Return some columns of a table, in order."""
    table = schema.metadata.tables[name]
    chosen = [table.c[each] for each in columns]
    return sorted(tuple(row) for row in connection.execute(select(*chosen)))


def test_all_games_move_and_the_statistics_are_those_of_both(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            for number, played in enumerate(TOMBS):
                player = "old" if number % 2 else "new"
                await store.write(
                    record_game, finish(played, player, table=f"t{number}", at=NOW + number)
                )
            await store.write(merge, "old", "new")
            assert len(await store.read(rows, "new")) == 6
            assert await store.read(rows, "old") == []
            assert (await store.read(statistics, Filter("new", "tomb"))).games == 6
            before = await store.read(dump)
            await store.write(rebuild_all)
            assert await store.read(dump) == before
            assert await store.profile("old") is None

    asyncio.run(run())


def test_a_deal_that_both_have_played_counts_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            await store.write(record_game, finish(TOMBS[0], "old", table="t1", at=NOW))
            await store.write(record_game, finish(TOMBS[0], "new", table="t2", at=NOW + 1))
            await store.write(merge, "old", "new")
            found = await store.read(rows, "new")
            assert [row.standing for row in found] == ["repeat", "ranked"]

    asyncio.run(run())


def test_a_record_that_both_have_imported_stays_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            for profile in ("old", "new"):
                games = [sent(TOMBS[0], profile), sent(TOMBS[1], profile)]
                await store.write(add_games, profile, games[: 1 if profile == "new" else 2])
            await store.write(merge, "old", "new")
            assert len(await store.read(rows, "new")) == 2
            assert len(await store.read(column, "records", "table")) == 2

    asyncio.run(run())


def test_opponents_see_one_player(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            for number, player in enumerate(("old", "new", "old")):
                game = finish(DUEL, player, "eva", table=f"t{number}", at=NOW + number)
                await store.write(record_game, game)
            await store.write(merge, "old", "new")
            found = await store.read(statistics, Filter("eva", "dungeon"))
            assert [(rival.player, rival.games) for rival in found.rivals] == [("new", 3)]
            assert len(await store.read(newest, Filter("eva", opponent="new"), 9)) == 3
            assert len(await store.read(newest, Filter("eva", opponent="old"), 9)) == 0

    asyncio.run(run())


def test_the_first_of_two_attempts_stays_on_the_board(url: str) -> None:
    def attempt(connection: Connection, profile: str, started: float) -> None:
        board, table = "daily:2026-11-17", f"of {profile}"
        attempts.begin(connection, Attempt(board, 1, profile, table, profile, started))
        finished = finish(TOMBS[0], profile, table=table, at=NOW, board=board)
        attempts.finish(connection, finished, {0: "ranked"})

    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            await store.write(attempt, "old", NOW - 10)
            await store.write(attempt, "new", NOW)
            await store.write(merge, "old", "new")
            left = await store.read(column, "attempts", "profile", "table")
            assert left == [("new", "of old")]
            assert await store.read(attempts.played, "daily:2026-11-17") == 1

    asyncio.run(run())


def test_keys_open_the_merged_profile_and_codes_are_gone(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            await store.add_keys(
                a_key("device", "profile", profile="old"),
                a_key("code", "code", profile="old"),
                a_key("seat", "seat", table="t", profile="old"),
            )
            await store.write(merge, "old", "new")
            found = await store.read(column, "keys", "kind", "profile")
            assert found == [("profile", "new"), ("seat", "new")]

    asyncio.run(run())


def test_entries_and_debts_move_and_those_between_the_two_are_dropped(url: str) -> None:
    def fill(connection: Connection) -> None:
        for name, entrants in (("both", ("old", "new", "eva")), ("one", ("old", "eva"))):
            wager = a_competition(competition=name, creator="old")
            competitions.create(connection, wager, an_entrant("old", name), None)
            for entrant in entrants[1:]:
                competitions.enter(connection, an_entrant(entrant, name), lambda *_: False)
        for number, (name, debtor, creditor) in enumerate(
            [
                ("both", "old", "new"),
                ("both", "new", "old"),
                ("both", "eva", "old"),
                ("both", "eva", "new"),
                ("one", "old", "eva"),
            ]
        ):
            connection.execute(
                insert(schema.debts).values(
                    debt=str(number),
                    competition=name,
                    number=1,
                    debtor=debtor,
                    creditor=creditor,
                    amount=5,
                    cancelled_amount=0,
                    currency="coins",
                    created=NOW,
                )
            )

    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            await store.write(fill)
            await store.write(merge, "old", "new")
            entered = await store.read(column, "entrants", "competition", "profile")
            gone = next(profile for _, profile in entered if profile.startswith("gone:"))
            assert entered == [
                ("both", "eva"),
                ("both", gone),
                ("both", "new"),
                ("one", "eva"),
                ("one", "new"),
            ]
            debts = await store.read(column, "debts", "competition", "debtor", "creditor")
            assert debts == [
                ("both", "eva", gone),
                ("both", "eva", "new"),
                ("one", "new", "eva"),
            ]
            creators = await store.read(column, "competitions", "creator")
            assert creators == [("new",), ("new",)]

    asyncio.run(run())


def test_a_game_that_was_running_enters_the_merged_history(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for name in ("first", "second", "third"):
                await store.save_profile(a_profile(name))
            await store.write(merge, "first", "second")
            await store.write(merge, "second", "third")
            await store.write(record_game, finish(TOMBS[0], "first"))
            assert [row.profile for row in await store.read(rows, "third")] == ["third"]
            known = await store.read(earlier_profiles, "third")
            assert known == {"first", "second", "third"}

    asyncio.run(run())


def test_both_may_have_played_at_one_table(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await start(store)
            await store.write(record_game, finish(DUEL, "old", "new"))
            await store.write(merge, "old", "new")
            found = await store.read(statistics, Filter("new", "dungeon"))
            assert (found.games, found.rivals) == (2, [])

    asyncio.run(run())
