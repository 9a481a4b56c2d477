"""A restarted server appends what a killed one left undone, without any request."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from processes import TIMEOUT_S
from serve.server import Visitor, running
from serve.stored_tables import write_table
from underdeck.agents import find_bot
from underdeck.table.due import due_entry
from underdeck.table.entries import AnyEntry, Began, Opened, Resigning, Sat
from underdeck.table.table import Table

SEATED: list[AnyEntry] = [
    Opened("dungeon", {"players": 2}, ("", ""), "0" * 64),
    Sat(0, "Ana", "one"),
    Sat(1, "Luis", "two"),
]
ALONE: list[AnyEntry] = [
    Opened("dungeon", {"players": 2}, ("", "careful"), "0" * 64, pace=0),
    Sat(0, "Ana", "one"),
    Began(),
]


def answered_by_all() -> list[AnyEntry]:
    """Return a log in which all have answered a window that hasn't been closed yet."""
    log, table, random = list(ALONE), Table("search"), Random(4)
    for entry in log:
        table.apply(entry, 0.0)
    while not (table.window.is_open and table.window.answers.keys() >= set(table.waiting)):
        due = due_entry(table, 0.0)
        seat = next(seat for seat in table.waiting if seat not in table.window.answers)
        choose = find_bot("random" if seat == 0 else "careful")
        move = str(choose(table.game_played.view(seat), random))
        made = (
            table.move(seat, move, f"m{table.version}")
            if seat == 0
            else table.bot_move(seat, move, table.stage)
        )
        following = due or made
        assert following is not None
        log.append(following)
        table.apply(following, 0.0)
    return log


@pytest.mark.parametrize(
    ("log", "status"),
    [
        pytest.param(SEATED, "running", id="everybody had sat down"),
        pytest.param(
            [*SEATED, Began(), Resigning(0), Resigning(1)], "over", id="both had given up"
        ),
        pytest.param(answered_by_all(), "running", id="everybody had answered"),
    ],
)
def test_a_table_continues_where_its_server_was_killed(
    tmp_path: Path, log: list[AnyEntry], status: str
) -> None:
    async def body() -> None:
        name, keys = await write_table(f"sqlite:///{tmp_path / 'underdeck.db'}", log)
        stages = Table(name)
        for entry in log:
            stages.apply(entry, 0.0)
        with running(tmp_path) as server:
            async with asyncio.timeout(TIMEOUT_S), Visitor(server) as visitor:
                player = await visitor.sit(keys[0])
                table = await player.at(stages.stage + 1)
                await player.seen(lambda table: table["status"] == status)
                assert table["version"] > stages.stage

    asyncio.run(body())
