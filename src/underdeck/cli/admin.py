"""`underdeck admin`: inspect and maintain the live tables in a database."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

import click
import msgspec

from underdeck.agents import opponent_names
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import FAILED, Terminal, complain, terminal_for
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.say.sentences import printable
from underdeck.serve import messages
from underdeck.serve.pov import Pov
from underdeck.store import queries
from underdeck.store.database import read_url
from underdeck.store.model import Summary
from underdeck.store.store import Store
from underdeck.store.transfer import backup as copy_store
from underdeck.store.transfer import export as write_store
from underdeck.store.transfer import import_ as read_store
from underdeck.table.entries import Closed, Opened, read_entry
from underdeck.table.log import TableLog
from underdeck.table.table import Table

T = TypeVar("T")

MAX_LISTED = 1000
"""Limits the tables that are listed."""
NAMES_PER_QUERY = 500
"""How many names of tables are read at a time."""


def list_(database: str | None, status: str | None, **form: bool) -> None:
    """List the tables, newest first."""
    found, bots = with_store(database, lambda store: read_list(store, status))
    terminal = terminal_for()
    if form["json"]:
        terminal.show_as_is(
            json.dumps(
                {
                    "tables": [summary_json(summary) for summary in found[:MAX_LISTED]],
                    "more": len(found) > MAX_LISTED,
                }
            )
            + "\n"
        )
        return
    if not found:
        terminal.show(text("admin.none"))
    for summary in found[:MAX_LISTED]:
        terminal.show(row_of(summary, bots.get(summary.table, ())), hang="  ")
    if len(found) > MAX_LISTED:
        terminal.show(text("admin.older"))


def summary_json(summary: Summary) -> dict[str, object]:
    """Return a summary as data."""
    return msgspec.structs.asdict(summary) | {"house": json.loads(summary.house)}


async def read_list(
    store: Store, status: str | None
) -> tuple[Sequence[Summary], dict[str, tuple[str, ...]]]:
    """Return summaries, and the bots of tables where a person's name could be a bot's."""
    found = await store.all_tables(status, MAX_LISTED + 1)
    bots = set(opponent_names())
    ambiguous = [summary.table for summary in found if bots & set(summary.names)]
    opened = {table: read_entry((await store.entries(table))[0].body) for table in ambiguous}
    return found, {
        table: entry.seats for table, entry in opened.items() if isinstance(entry, Opened)
    }


def row_of(summary: Summary, bots: Sequence[str] = ()) -> str:
    """Return a summary in one sentence; `bots` names the bot of each seat, "" for a person."""
    seats = zip_longest(summary.names, bots, fillvalue="")
    names = ", ".join(
        text("admin.bot", bot=bot) if bot else printable(name) or text("admin.free")
        for name, bot in seats
    )
    return text(
        "admin.row",
        table=printable(summary.table),
        status=text(f"admin_status.{summary.status}"),
        game=Speech.words.say(f"{summary.game}.game.name"),
        names=names,
        created=moment(summary.created),
        changed=moment(summary.changed),
    )


def show(table: str, database: str | None, **form: bool) -> None:
    """Show a table as a spectator sees it."""
    found = with_store(database, lambda store: TableLog(store, table).load())
    snapshot = Pov(None, Speech.words.language).snapshot(found, time.time())
    terminal = terminal_for()
    if form["json"]:
        data = msgspec.to_builtins(snapshot) | {
            "created": found.created,
            "changed": found.changed,
            "entries": found.version,
        }
        terminal.show_as_is(json.dumps(data) + "\n")
    else:
        show_snapshot(terminal, found, snapshot)


def show_snapshot(terminal: Terminal, table: Table, snapshot: messages.Table) -> None:
    """Print a table in sentences."""
    status = text(f"admin_status.{snapshot.status}")
    game = Speech.words.say(f"{snapshot.game}.game.name")
    terminal.show(
        terminal.bold(
            text("admin.table", table=printable(snapshot.table), game=game, status=status)
        )
    )
    terminal.show(
        text("admin.opened", created=moment(table.created), changed=moment(table.changed))
    )
    for place, (seat, bot) in enumerate(zip(snapshot.seats, table.bots, strict=True), 1):
        terminal.show(text("admin.seat", n=place, who=player_name(seat, bot)), indent="  ")
    if rules := house_rules(snapshot):
        terminal.show(text("admin.house", house=", ".join(rules)), hang="  ")
    if table.played is not None:
        terminal.show(text("admin.moves", n=len(table.played.record.moves)))
    if snapshot.fair is not None:
        terminal.show(text("admin.commitment", commitment=snapshot.fair.commitment))
        if snapshot.fair.seed is not None:
            terminal.show(text("admin.seed", seed=snapshot.fair.seed))
    if snapshot.result is not None:
        terminal.show(text("admin.result", result=json.dumps(snapshot.result)), hang="  ")
    if snapshot.rematch is not None:
        terminal.show(text("admin.rematch", table=printable(snapshot.rematch)))


def house_rules(snapshot: messages.Table) -> list[str]:
    """Return the options that differ from the default."""
    default = find_game(snapshot.game).Options()
    return [
        f"{name}={int(value)}"
        for name, value in snapshot.house.items()
        if value != getattr(default, name)
    ]


def player_name(seat: messages.SeatShown, original_bot: str) -> str:
    """Return the player of a seat; `original_bot` is the bot it was opened with, if any."""
    name = printable(seat.name)
    if seat.bot:
        return (
            text("admin.bot", bot=seat.bot)
            if original_bot
            else text("admin.replaced", name=name, bot=seat.bot)
        )
    return text("admin.person", name=name) if name else text("admin.free")


def close(table: str, database: str | None) -> None:
    """Close a table for good."""
    with_store(database, lambda store: close_table(store, table))
    terminal_for().show(text("admin.closed", table=table))


async def close_table(store: Store, name: str) -> None:
    """Append the closing to a table's log, even while a server appends to it."""

    def make(table: Table, _now: float) -> Closed:
        if table.closed:
            raise Refusal("table_closed")
        return Closed()

    await TableLog(store, name).append(make)


def export(file: str, database: str | None) -> None:
    """Write the whole database to a file."""
    written = with_store(database, lambda store: write_store(store, path_of(file)))
    terminal_for().show(text("admin.exported", n=written, path=file))


def import_(file: str, database: str | None) -> None:
    """Add what a file holds and the database lacks; create the database if there is none."""
    read = with_store(database, lambda store: read_store(store, path_of(file)), new=True)
    terminal_for().show(text("admin.imported", n=read, path=file))


def backup(file: str, database: str | None) -> None:
    """Copy the SQLite file."""
    with_store(database, lambda store: copy_store(store, path_of(file)))
    terminal_for().show(text("admin.backed_up", path=file))


def check(database: str | None) -> None:
    """Check the database, and replay every log in it."""
    tables, problems = with_store(database, find_problems)
    if not problems:
        terminal_for().show(text("admin.sound", n=tables))
        return
    complain(text("admin.problems", n=len(problems)))
    for problem in problems:
        complain(f"- {printable(problem, 200)}")
    raise click.exceptions.Exit(FAILED)


async def find_problems(store: Store) -> tuple[int, list[str]]:
    """Return the number of tables, and descriptions of problems."""
    problems = await store.integrity()
    tables, name = 0, ""
    while names := await store.read(queries.table_names, name, NAMES_PER_QUERY):
        for name in names:
            tables += 1
            if reason := await find_load_error(store, name):
                problems.append(text("admin.unreadable", table=name, reason=reason))
    return tables, problems


async def find_load_error(store: Store, name: str) -> str:
    """Return the kind of error that keeps a log from being replayed, "" if there is none."""
    try:
        await TableLog(store, name).load()
    except Refusal as refusal:
        cause = refusal.__cause__
        if isinstance(cause, Refusal):
            return cause.code
        return refusal.code if cause is None else type(cause).__name__
    return ""


def with_store(
    database: str | None, work: Callable[[Store], Awaitable[T]], *, new: bool = False
) -> T:
    """Run `work` on the database and close it; `new` allows it to create a missing file."""
    url = read_url(database)
    if not new and url.drivername == "sqlite" and not Path(url.database or "").is_file():
        raise Refusal("file_missing", path=url.database or ":memory:")

    async def run() -> T:
        store = await Store.open(database)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def path_of(file: str) -> Path:
    """Expand a path that the user typed."""
    return Path(file).expanduser()


def moment(at: float) -> str:
    """Return a time in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
