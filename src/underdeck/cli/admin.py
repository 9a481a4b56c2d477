"""`underdeck admin`: look after the live tables in a database."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

import msgspec

from underdeck.agents import BOTS
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import FAILED, Terminal, complain, terminal_for
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.say.sentences import printable
from underdeck.serve import messages
from underdeck.serve.pov import Eye
from underdeck.serve.summaries import summary_of
from underdeck.store import queries
from underdeck.store.database import read_url
from underdeck.store.model import Change, Entry, Stale, Summary
from underdeck.store.store import Store
from underdeck.store.transfer import backup as copy_store
from underdeck.store.transfer import export as write_store
from underdeck.store.transfer import import_ as read_store
from underdeck.table.entries import Closed, Opened, read_entry, write_entry
from underdeck.table.table import Table, fold

import click  # isort: skip  after `speech`, which lends it our words

T = TypeVar("T")

LISTED = 1000
"""So many tables are listed at most."""
AT_ONCE = 500
"""How many names are read in one go."""
MOST_TRIES = 20
"""How often a table is closed again when a server writes to it at the same time."""


def list_(database: str | None, status: str | None, **form: bool) -> None:
    """The tables, newest first."""
    found, bots = with_store(database, lambda store: read_list(store, status))
    terminal = terminal_for()
    if form["json"]:
        terminal.show_as_is(
            json.dumps(
                {
                    "tables": [listed(summary) for summary in found[:LISTED]],
                    "more": len(found) > LISTED,
                }
            )
            + "\n"
        )
        return
    if not found:
        terminal.show(text("admin.none"))
    for summary in found[:LISTED]:
        terminal.show(row_of(summary, bots.get(summary.table, ())), hang="  ")
    if len(found) > LISTED:
        terminal.show(text("admin.older"))


def listed(summary: Summary) -> dict[str, object]:
    """A summary as data."""
    return asdict(summary) | {"house": json.loads(summary.house)}


async def read_list(
    store: Store, status: str | None
) -> tuple[Sequence[Summary], dict[str, tuple[str, ...]]]:
    """The summaries of tables, and which bots they were opened with where a name could be a bot's."""
    found = await store.all_tables(status, LISTED + 1)
    doubtful = [summary.table for summary in found if set(summary.names) & BOTS.keys()]
    opened = {table: read_entry((await store.entries(table))[0].body) for table in doubtful}
    return found, {
        table: entry.seats for table, entry in opened.items() if isinstance(entry, Opened)
    }


def row_of(summary: Summary, bots: Sequence[str] = ()) -> str:
    """A summary in one sentence; a person may be called like a bot, so `bots` names those by their seats."""
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
    """A table as anybody may see it who watches."""
    found = with_store(database, lambda store: read_table(store, table))
    frame = Eye(None, Speech.words.language).look(found, time.time())
    terminal = terminal_for()
    if form["json"]:
        told = msgspec.to_builtins(frame) | {
            "created": found.created,
            "changed": found.changed,
            "entries": found.version,
        }
        terminal.show_as_is(json.dumps(told) + "\n")
    else:
        show_frame(terminal, found, frame)


def show_frame(terminal: Terminal, table: Table, frame: messages.Table) -> None:
    """What there is to say of a table."""
    status, game = text(f"admin_status.{frame.status}"), Speech.words.say(f"{frame.game}.game.name")
    terminal.show(
        terminal.bold(text("admin.table", table=printable(frame.table), game=game, status=status))
    )
    terminal.show(
        text("admin.opened", created=moment(table.created), changed=moment(table.changed))
    )
    for place, (seat, bot) in enumerate(zip(frame.seats, table.terms.seats, strict=True), 1):
        terminal.show(text("admin.seat", n=place, who=who_sits(seat, bot)), indent="  ")
    if rules := house_rules(frame):
        terminal.show(text("admin.house", house=", ".join(rules)), hang="  ")
    if table.played is not None:
        terminal.show(text("admin.moves", n=len(table.played.record.moves)))
    if frame.fair is not None:
        terminal.show(text("admin.commitment", commitment=frame.fair.commitment))
        if frame.fair.seed is not None:
            terminal.show(text("admin.seed", seed=frame.fair.seed))
    if frame.result is not None:
        terminal.show(text("admin.result", result=json.dumps(frame.result)), hang="  ")
    if frame.rematch is not None:
        terminal.show(text("admin.rematch", table=printable(frame.rematch)))


def house_rules(frame: messages.Table) -> list[str]:
    """The options with which the table doesn't play as usual."""
    usual = find_game(frame.game).Options()
    return [
        f"{name}={int(value)}"
        for name, value in frame.house.items()
        if value != getattr(usual, name)
    ]


def who_sits(seat: messages.SeatShown, opened_for: str) -> str:
    """Who plays a seat, given the bot that the table was opened with there, "" for a person."""
    name = printable(seat.name)
    if seat.bot:
        return (
            text("admin.bot", bot=seat.bot)
            if opened_for
            else text("admin.replaced", name=name, bot=seat.bot)
        )
    return text("admin.person", name=name) if name else text("admin.free")


def close(table: str, database: str | None) -> None:
    """Close a table for good."""
    with_store(database, lambda store: close_table(store, table))
    terminal_for().show(text("admin.closed", table=table))


async def close_table(store: Store, name: str) -> None:
    """Add the closing to the table's log, after whatever a server adds meanwhile."""
    for _ in range(MOST_TRIES):
        table = await read_table(store, name)
        if table.closed:
            raise Refusal("table_closed")
        at, entry = max(time.time(), table.changed), Closed()
        table.apply(entry, at)
        try:
            await store.commit(
                Change(Entry(name, table.version, at, write_entry(entry)), summary_of(table))
            )
        except Stale:
            continue
        return
    raise Refusal("table_busy")


def export(file: str, database: str | None) -> None:
    """Everything that is kept, into a file."""
    written = with_store(database, lambda store: write_store(store, path_of(file)))
    terminal_for().show(text("admin.exported", n=written, path=file))


def import_(file: str, database: str | None) -> None:
    """What a file holds and the database doesn't; a database that isn't there yet is made."""
    read = with_store(database, lambda store: read_store(store, path_of(file)), new=True)
    terminal_for().show(text("admin.imported", n=read, path=file))


def backup(file: str, database: str | None) -> None:
    """A copy of the SQLite file."""
    with_store(database, lambda store: copy_store(store, path_of(file)))
    terminal_for().show(text("admin.backed_up", path=file))


def check(database: str | None) -> None:
    """Is the database sound, and can every game in it be replayed?"""
    tables, problems = with_store(database, find_problems)
    if not problems:
        terminal_for().show(text("admin.sound", n=tables))
        return
    complain(text("admin.problems", n=len(problems)))
    for problem in problems:
        complain(f"- {printable(problem, 200)}")
    raise click.exceptions.Exit(FAILED)


async def find_problems(store: Store) -> tuple[int, list[str]]:
    """How many tables there are, and what is wrong with them."""
    problems = await store.integrity()
    tables, name = 0, ""
    while names := await store.read(queries.table_names, name, AT_ONCE):
        for name in names:
            tables += 1
            if reason := await why_unreadable(store, name):
                problems.append(text("admin.unreadable", table=name, reason=reason))
    return tables, problems


async def why_unreadable(store: Store, name: str) -> str:
    """The kind of error that keeps a log from being replayed, "" if it can be."""
    try:
        await read_table(store, name)
    except Refusal as refusal:
        return refusal.code
    except Exception as error:
        return type(error).__name__
    return ""


async def read_table(store: Store, name: str) -> Table:
    """A table, folded from its log."""
    entries = await store.entries(name)
    if not entries:
        raise Refusal("unknown_table")
    return fold(name, [(read_entry(entry.body), entry.at) for entry in entries])


def with_store(
    database: str | None, work: Callable[[Store], Awaitable[T]], *, new: bool = False
) -> T:
    """Do something with the database, and let go of it; a file that isn't there is only made where a new one is wanted."""
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
    """A path as the user types it."""
    return Path(file).expanduser()


def moment(at: float) -> str:
    """A time as operators read it, the same everywhere."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
