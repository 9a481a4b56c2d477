"""Journals: the chronicles of a profile, newest first and in parts."""

import asyncio
import threading
import time
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from campaign.cluster import Cluster, in_cluster
from career.game_samples import NOW, play_randomly
from serve.careers import Person, walk_out
from serve.server import Visitor, live
from serve.test_career import TOMBS, history, play_tomb, profile, refused, sent
from serve.test_career_costs import request_of
from underdeck.career import past_games
from underdeck.chronicle.chronicle import Chronicle
from underdeck.chronicle.telling import tell
from underdeck.formats import as_json
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.request_costs import (
    CHRONICLE_TOKENS,
    MOVES_PER_REPLAY_TOKEN,
    chronicle_cost,
)
from underdeck.serve.routes import chronicles as routes
from underdeck.serve.routes.base import Request
from underdeck.store import schema

PATH = "/api/profile/journal"


@live
async def test_an_empty_journal_has_the_name_of_its_profile(visitor: Visitor) -> None:
    key = await profile(visitor, "Eva")
    assert await visitor.get("POST", PATH, {}, key) == {
        "name": "Eva",
        "entries": [],
        "next": None,
        "total": 0,
    }


@live
async def test_every_game_is_told_with_its_line_of_the_history(visitor: Visitor) -> None:
    key = await profile(visitor)
    await visitor.get("POST", "/api/profile/games", sent(*TOMBS[:2]), key)
    await play_tomb(visitor, key)
    part = await visitor.get("POST", PATH, {}, key)
    listed = (await history(visitor, key))["games"]
    assert [each["listed"] for each in part["entries"]] == listed
    assert (part["total"], part["next"]) == (3, None)
    for entry, game in zip(part["entries"], listed, strict=True):
        own = await visitor.get("POST", "/api/profile/chronicle", {"table": game["table"]}, key)
        assert entry["chronicle"] == own


@live
async def test_a_journal_is_read_in_parts(visitor: Visitor) -> None:
    key = await profile(visitor)
    await visitor.get("POST", "/api/profile/games", sent(*TOMBS), key)
    whole = await visitor.get("POST", PATH, {}, key)
    entries, before, parts = [], None, 0
    while before is not None or not parts:
        part = await visitor.get("POST", PATH, {"limit": 3, "before": before}, key)
        assert part["total"] == len(TOMBS)
        entries += part["entries"]
        before, parts = part["next"], parts + 1
    assert entries == whole["entries"]
    assert parts == 2
    times = [each["listed"]["at"] for each in entries]
    assert times == sorted(times, reverse=True)


@live
async def test_a_journal_has_a_game_a_length_and_a_language(visitor: Visitor) -> None:
    key = await profile(visitor)
    await visitor.get("POST", "/api/profile/games", sent(TOMBS[0]), key)
    assert (await visitor.get("POST", PATH, {"game": "dungeon"}, key))["entries"] == []
    wanted = {"game": "tomb", "length": "full"}
    answer = await visitor.ask("POST", PATH, wanted, key, **{"accept-language": "es"})
    (entry,) = answer.json()["entries"]
    assert (entry["chronicle"]["language"], entry["chronicle"]["length"]) == ("es", "full")


@live
async def test_a_journal_of_others_can_not_be_read(visitor: Visitor) -> None:
    ada, bruno = await profile(visitor), await profile(visitor, "Bruno")
    await play_tomb(visitor, ada)
    assert (await visitor.get("POST", PATH, {}, bruno))["entries"] == []


@live
async def test_wrong_parts_of_a_request_are_refused(visitor: Visitor) -> None:
    key = await profile(visitor)
    for wrong in ({"limit": 0}, {"limit": 11}, {"game": "chess"}, {"seat": 0}, {"length": "x"}):
        answer = await visitor.ask("POST", PATH, wrong, key)
        assert refused(answer) == (400, "bad_request")
    answer = await visitor.ask("POST", PATH, {"before": "x"}, key)
    assert refused(answer) == (404, "unknown_position")


async def with_games(cluster: Cluster, person: Person, *seeds: int) -> list[int]:
    """Add games of the terminal; return their numbers of moves, newest first."""
    games = [play_randomly("tomb", seed) for seed in seeds]
    records = [msgspec.Raw(msgspec.json.encode(as_json(game))) for game in games]
    sent_games = [messages.UnreadGame(record, at=NOW - 9e7 + n) for n, record in enumerate(records)]
    await cluster.app.service.career.import_games(person.key, messages.UnreadImport(1, sent_games))
    return [len(game.record.moves) for game in reversed(games)]


def test_a_game_whose_record_is_gone_is_listed_without_its_chronicle() -> None:
    async def body(cluster: Cluster) -> None:
        ada = await Person.new(cluster.app.service, "Ada")
        await with_games(cluster, ada, 1, 2)
        part = await routes.show_journal(request_of(cluster, ada, []), messages.JournalRequest())
        gone = part.entries[0].listed.table
        await cluster.store.write(
            lambda connection: connection.execute(
                schema.records.delete().where(schema.records.c.table == gone)
            )
        )
        part = await routes.show_journal(request_of(cluster, ada, []), messages.JournalRequest())
        assert [each.chronicle is None for each in part.entries] == [True, False]
        assert [each.listed.has_record for each in part.entries] == [False, True]

    in_cluster(body)


def test_a_damaged_table_and_a_game_that_is_not_installed_leave_the_others() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.apps[0].service
        ada = await Person.new(service, "Ada")
        await with_games(cluster, ada, 1)
        tables = []
        for _ in range(2):
            wanted = messages.NewTable("tomb", "Ada")
            seated = await service.tables.open(wanted, "client", ada.key)
            await walk_out(cluster, seated)
            tables.append(seated.table)

        def damage(connection: Connection) -> None:
            entries, results = schema.entries, schema.results
            connection.execute(
                entries.update().where(entries.c.table == tables[0]).values(body=b"damaged")
            )
            connection.execute(
                results.update().where(results.c.table == tables[1]).values(game="gone")
            )

        await cluster.store.write(damage)
        for app in cluster.apps:
            app.service.live.loaded.clear()
        part = await routes.show_journal(request_of(cluster, ada, []), messages.JournalRequest())
        tales = {each.listed.table: each.chronicle for each in part.entries}
        assert len(tales) == 3
        assert [tales.pop(table) for table in tables] == [None, None]
        assert None not in tales.values()

    in_cluster(body)


def test_a_record_that_can_not_be_replayed_leaves_the_others() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        await with_games(cluster, ada, 1, 2, 3)
        page = await service.career.history(ada.key, messages.HistoryRequest())
        newer, wrong = page.games[0].table, page.games[1].table

        def damage(connection: Connection) -> None:
            records = schema.records
            for table, old, new in (
                (newer, b'"rules":', b'"rules":9'),
                (wrong, b'"moves":["', b'"moves":["fly","'),
            ):
                body = past_games.record_body(connection, table)
                assert body is not None
                assert old in body
                connection.execute(
                    records.update()
                    .where(records.c.table == table)
                    .values(body=body.replace(old, new))
                )

        await cluster.store.write(damage)
        request = request_of(cluster, ada, [])
        part = await routes.show_journal(request, messages.JournalRequest())
        assert [entry.chronicle is None for entry in part.entries] == [True, True, False]
        for table, code in ((newer, "record_newer"), (wrong, "record_move")):
            with pytest.raises(Refusal) as refusal:
                await routes.show_own_chronicle(request, messages.OwnChronicle(table=table))
            assert refusal.value.code == code

    in_cluster(body)


def test_a_store_that_fails_refuses_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(cluster: Cluster) -> None:
        ada = await Person.new(cluster.app.service, "Ada")
        await with_games(cluster, ada, 1)

        async def fail(*_: object) -> None:
            raise Refusal("store_unavailable", reason="test")

        for app in cluster.apps:
            monkeypatch.setattr(app.service.past_replays, "of_profile", fail)
        with pytest.raises(Refusal) as refusal:
            await routes.show_journal(request_of(cluster, ada, []), messages.JournalRequest())
        assert refusal.value.code == "store_unavailable"

    in_cluster(body)


def test_games_are_told_in_a_thread_one_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running: list[str] = []

    def tell_slowly(*args: Any, **wanted: Any) -> Chronicle:
        assert threading.current_thread() is not threading.main_thread()
        assert running == []
        running.append("a chronicle")
        time.sleep(0.01)
        running.clear()
        return tell(*args, **wanted)

    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        await with_games(cluster, ada, 1, 2)
        monkeypatch.setattr("underdeck.serve.chronicles.tell", tell_slowly)
        request = Request(service, "client", "en", ada.key)
        parts = await asyncio.gather(
            *(routes.show_journal(request, messages.JournalRequest()) for _ in range(3))
        )
        assert parts[0] == parts[1] == parts[2]

    in_cluster(body)


# Costs


def test_a_chronicle_costs_by_the_length_of_its_game() -> None:
    async def body(cluster: Cluster) -> None:
        ada, costs = await Person.new(cluster.app.service, "Ada"), list[int]()
        (moves,) = await with_games(cluster, ada, 3)
        request = request_of(cluster, ada, costs)
        part = await routes.show_journal(request, messages.JournalRequest())
        wanted = messages.OwnChronicle(table=part.entries[0].listed.table)
        await routes.show_own_chronicle(request, wanted)
        assert costs == [moves // MOVES_PER_REPLAY_TOKEN] * 2

    in_cluster(body)


def test_a_journal_costs_as_much_as_its_chronicles() -> None:
    async def body(cluster: Cluster) -> None:
        ada, costs = await Person.new(cluster.app.service, "Ada"), list[int]()
        moves = await with_games(cluster, ada, *range(4))
        request = request_of(cluster, ada, costs)
        await routes.show_journal(request, messages.JournalRequest(limit=3))
        assert costs == [sum(map(chronicle_cost, moves[:3])) - CHRONICLE_TOKENS]

    in_cluster(body)


def test_a_client_without_tokens_is_refused_before_anything_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def body(cluster: Cluster) -> None:
        ada = await Person.new(cluster.app.service, "Ada")
        await with_games(cluster, ada, 1)

        def charge(_tokens: int) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr("underdeck.serve.chronicles.tell", None)
        monkeypatch.setattr("underdeck.serve.past_replays.check", None)
        request = replace(request_of(cluster, ada, []), charge=charge)
        with pytest.raises(ZeroDivisionError):
            await routes.show_journal(request, messages.JournalRequest())
        page = await cluster.app.service.career.history(ada.key, messages.HistoryRequest())
        wanted = messages.OwnChronicle(table=page.games[0].table)
        with pytest.raises(ZeroDivisionError):
            await routes.show_own_chronicle(request, wanted)

    in_cluster(body)
