"""Requests that fail half-way, and the rules of new tables."""

import json
from typing import Any

import pytest

from campaign.cluster import Cluster, in_cluster
from campaign.races import table_of
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.serve import messages
from underdeck.serve.limits import Limits
from underdeck.serve.new_table import read_terms
from underdeck.serve.pov import Pov
from underdeck.serve.websocket import Connection
from underdeck.store.model import Change
from underdeck.table.due import RESIGN
from underdeck.table.entries import Began, Made, Opened, Sat
from underdeck.table.rematch import rematch_entries
from underdeck.table.table import fold


def test_a_table_is_opened_with_its_first_person_or_not_at_all() -> None:
    async def body(cluster: Cluster) -> None:
        written: list[Change] = []

        async def note(change: Change) -> None:
            written.append(change)
            if len(written) > 1:
                raise Refusal("store_full")

        service, wanted = cluster.app.service, messages.NewTable("dungeon", "Ada")
        cluster.hinder = note
        seated = await service.tables.open(wanted, "client", None)
        with pytest.raises(Refusal, match="store_full"):
            await service.tables.open(wanted, "client", None)
        assert [len(change.entries) for change in written] == [2, 2]
        assert (await cluster.folded(seated.table)).seats[0].name == "Ada"
        assert len(await cluster.store.all_tables()) == 1

    in_cluster(body)


def test_a_rematch_that_could_not_be_opened_is_opened_when_somebody_asks_again() -> None:
    async def body(cluster: Cluster) -> None:
        name, _ = await cluster.open([*table_of(2, cluster.random, 2), Began(), Made(1, RESIGN)], 2)

        async def hinder(change: Change) -> None:
            if change.entry.table != name:
                raise Refusal("store_full")

        service = cluster.app.service
        await service.tables.rematch(name, 0)
        cluster.hinder = hinder
        with pytest.raises(Refusal, match="store_full"):
            await service.tables.rematch(name, 1)
        cluster.hinder = None
        await service.tables.rematch(name, 0)
        assert (await cluster.folded((await cluster.folded(name)).followed)).status == "running"
        with pytest.raises(Refusal, match="no_rematch"):
            await service.tables.rematch(name, 1)

    in_cluster(body)


def test_a_table_acknowledges_a_move_only_at_the_version_at_which_it_was_made() -> None:
    class Written(list[bytes]):
        write = list[bytes].append

        def is_ready(self) -> bool:
            return True

        def __call__(self, *_: Any) -> Any:
            raise AssertionError

    async def body(cluster: Cluster) -> None:
        written = Written()
        written.wire = written  # type: ignore[attr-defined]
        name, _ = await cluster.open(
            [Opened("tomb", {}, ("",), "00" * 32), Sat(0, "Ada", "words")], 1
        )
        service = cluster.app.service
        socket = Connection(service, "client", Limits(1, 1), written, written)
        socket.live, socket._taken, socket._needs_snapshot = await service.live.find(name), 2, False
        table = await service.live.read(name)
        for made_at, done in ((table.stage - 1, None), (table.stage, "one")):
            socket.pov, socket._pending_moves = Pov(0, "en"), {"one"}
            table.made[0, "one"] = made_at
            socket.notify(table, 0.0)
            assert json.loads(written[-1]).get("done") == done
            assert (not socket._pending_moves) == (done is not None)

    in_cluster(body)


@pytest.mark.parametrize("game", ["tomb", "dungeon"])
def test_a_new_table_is_played_by_the_current_rules(game: Any) -> None:
    assert read_terms(messages.NewTable(game, "Ada")).rules == find_game(game).rules


def test_a_rematch_is_played_by_the_current_rules() -> None:
    old = fold(
        "table",
        [
            (Opened("dungeon", {"players": 2}, ("", "careful"), "00" * 32), 0.0),
            (Sat(0, "Ada", "words"), 0.0),
        ],
    )
    opened = rematch_entries(old, "11" * 32)[0]
    assert isinstance(opened, Opened)
    assert (old.terms.rules, opened.rules) == (1, find_game("dungeon").rules)
