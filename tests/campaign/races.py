"""Races: of simultaneous requests exactly one wins, and all clients see the same table afterwards.

In the folder `tests`: `python -m campaign.races` runs ten thousand races of all kinds in turn, with
`--races 600` fewer.
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import cache
from itertools import cycle
from random import Random
from typing import Any

import click

from campaign.cluster import NOON, Cluster, opened, until
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.keys import hash_of, new_secret
from underdeck.serve.service import Service
from underdeck.store.model import Change, Key
from underdeck.table.due import RESIGN
from underdeck.table.entries import (
    Answered,
    AnyEntry,
    Began,
    Clock,
    Followed,
    Made,
    Opened,
    Replaced,
    Sat,
    Shut,
)
from underdeck.table.table import Table

JOINERS = 50
WINDOW = 4.0
PACE = 3600.0
"""A pace of bots so slow that the table doesn't change while it is checked."""
Race = Callable[[Cluster], Awaitable[str]]
"""A race, which returns its outcome."""


def table_of(
    players: int, random: Random, taken: int, clock: Clock | None = None
) -> list[AnyEntry]:
    """Return the log of a Dungeon at which some people have sat down."""
    seats = ("",) * players
    opening = Opened(
        "dungeon",
        {"players": players},
        seats,
        random.randbytes(32).hex(),
        clock=clock,
        window=WINDOW,
        pace=PACE,
    )
    return [
        opening,
        *(Sat(seat, f"Player {seat}", random.randbytes(8).hex()) for seat in range(taken)),
    ]


def only(answers: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """Return the messages of a type."""
    return [answer for answer in answers if answer["type"] == kind]


def expect(refusal: Refusal, code: str) -> None:
    """Check that no other error occurred."""
    assert refusal.code == code


async def same_move(cluster: Cluster) -> str:
    """Move on two sockets of a seat at once: one move is made."""
    table = Opened("tomb", {}, ("",), cluster.random.randbytes(32).hex())
    name, (secret,) = await cluster.open([table, Sat(0, "Ada", "words")], 1)
    pair = [await cluster.sit(secret, 0) for _ in range(2)]
    twice = cluster.random.random() < 0.5
    ids = ["one", "one" if twice else "two"]
    assert pair[0].table is not None
    moves, version = pair[0].table["view"]["legal"], pair[0].table["version"]
    for client, move_id in cluster.random.sample(list(zip(pair, ids, strict=True)), 2):
        client.send(
            "move",
            id=move_id,
            version=version,
            move=moves[0] if twice else cluster.random.choice(moves),
        )
        await cluster.dawdle()
    answers = [await client.answer(move_id) for client, move_id in zip(pair, ids, strict=True)]
    if twice:
        assert answers[0] == answers[1] == {"type": "done", "id": "one", "version": version + 1}
    else:
        assert len(only(answers, "done")) == 1
        assert [answer["code"] for answer in only(answers, "refused")] == ["stale"]
    assert sum(isinstance(entry, Made) for entry in await cluster.log(name)) == 1
    await cluster.settled(name)
    return "twice" if twice else f"two, {'first' if answers[0]['type'] == 'done' else 'second'} won"


@cache
def window_with_aces(number: int) -> tuple[tuple[AnyEntry, ...], tuple[int, ...]]:
    """Return a game up to a window that several seats could answer with an ace, and these seats."""
    random = Random(number)
    while True:
        log = [*table_of(3, random, 3), Began()]
        table = Table("search")
        for entry in log:
            table.apply(entry, NOON)
        for _ in range(60):
            if table.is_over:
                break
            able = tuple(seat for seat in table.waiting if aces(table, seat))
            if table.window.is_open and len(able) > 1:
                return tuple(log), able
            entry = Shut() if table.window.is_open else a_move(table, random)
            table.apply(entry, NOON)
            log.append(entry)


def aces(table: Table, seat: int) -> list[str]:
    """Return the aces that a seat could answer with."""
    return [str(move) for move in table.game_played.view(seat).legal if move.word == "ace"]


def a_move(table: Table, random: Random) -> Made:
    """Return a move of a waiting seat that keeps aces."""
    if all(aces(table, seat) for seat in range(len(table.seats))):
        seat = random.randrange(len(table.seats))
        return Made(seat, random.choice(aces(table, seat)))
    seat = random.choice(table.waiting)
    moves = [str(move) for move in table.game_played.view(seat).legal]
    return Made(seat, random.choice([move for move in moves if " A" not in move] or moves))


async def two_aces(cluster: Cluster) -> str:
    """Answer a window with two aces at once: the first one is played, and no other."""
    log, able = window_with_aces(cluster.random.randrange(12))
    name, secrets = await cluster.open(list(log), 3)
    clients = [await cluster.sit(secrets[seat], seat) for seat in able[:2]]
    await cluster.sit(secrets[able[0]], able[0])
    before = await cluster.folded(name)
    closes = before.window_closes()
    assert closes is not None
    in_time = cluster.random.random() < 0.5
    for client in clients:
        assert client.seat is not None
        client.send("move", id="ace", version=before.stage, move=aces(before, client.seat)[0])
    if in_time:
        answers = [await client.answer("ace") for client in clients]
        assert [answer["type"] for answer in answers] == ["done", "done"]
        await cluster.tick(name, closes)
    else:
        await cluster.tick(name, closes)
        answers = [await client.answer("ace") for client in clients]
    await until_shut(cluster, name)
    table = await cluster.settled(name)
    entries = await cluster.log(name)
    shut = next(
        place
        for place, entry in enumerate(entries)
        if place >= len(log) and isinstance(entry, Shut)
    )
    answered = [entry.seat for entry in entries[len(log) : shut] if isinstance(entry, Answered)]
    assert len(answered) == len(set(answered))
    taken_before = {
        client.seat
        for client, answer in zip(clients, answers, strict=True)
        if answer["type"] == "done"
    } & set(answered)
    assert taken_before == set(answered)
    played = [
        event.parts["seat"]
        for event in table.history.stages[before.stage].events
        if event.name == "ace_played"
    ]
    assert played == answered[:1]
    return f"{len(answered)} answered"


async def until_shut(cluster: Cluster, name: str) -> None:
    """Wait until the window is closed on disk."""
    while not any(isinstance(entry, Shut) for entry in (await cluster.log(name))[-3:]):
        await asyncio.sleep(0.001)


async def last_seat(cluster: Cluster) -> str:
    """Fifty clients want the last seat: one gets it, with one key."""
    name, secrets = await cluster.open(table_of(2, cluster.random, 1), 1)
    watcher, invitation = await cluster.sit(secrets[0], 0), new_secret()
    await cluster.store.add_keys(Key(hash_of(invitation), "join", name))

    async def join(number: int) -> int | None:
        await cluster.dawdle()
        try:
            seated = await cluster.app.service.tables.join(
                messages.Join(f"Joiner {number}", invitation), None
            )
        except Refusal as refusal:
            expect(refusal, "seat_taken")
            return None
        assert seated.seat == 1
        return number

    winners = [
        number for number in await asyncio.gather(*map(join, range(JOINERS))) if number is not None
    ]
    assert len(winners) == 1
    assert [key.seat for key in await cluster.store.keys_of(name) if key.kind == "seat"] == [0, 1]
    await until(lambda: watcher.table and watcher.table["status"] == "running")
    table = await cluster.settled(name)
    assert table.seats[1].name == f"Joiner {winners[0]}"
    assert sum(isinstance(entry, Began) for entry in await cluster.log(name)) == 1
    return "one sat down"


async def late_move(cluster: Cluster) -> str:
    """Move at the moment when the clock runs out: either counts."""
    then = cluster.random.choice(("bot", "lose"))
    clock = Clock(5, 0, then)  # type: ignore[arg-type]
    name, secrets = await cluster.open(table_of(2, cluster.random, 2, clock), 2)
    clients = [await cluster.sit(secret, seat) for seat, secret in enumerate(secrets)]
    before = await cluster.folded(name)
    seat = cluster.random.choice(before.waiting)
    deadline = before.clocks.deadline(seat)
    assert deadline is not None
    move = str(before.game_played.view(seat).legal[0])

    async def try_it() -> dict[str, Any]:
        await cluster.dawdle()
        clients[seat].send("move", id="late", version=before.stage, move=move)
        return await clients[seat].answer("late")

    answer, _ = await asyncio.gather(try_it(), cluster.tick(name, deadline))
    await cluster.tick(name, deadline)
    await cluster.settled(name)
    entries = await cluster.log(name)
    made = [entry for entry in entries if isinstance(entry, Made) and entry.move_id == "late"]
    timed_out = [
        entry
        for entry in entries
        if entry == Replaced(seat, "careful") or entry == Made(seat, RESIGN, by="clock")
    ]
    assert len(made) == (answer["type"] == "done")
    if not made:
        assert answer["code"] in ("stale", "seat_replaced", "game_over")
        assert timed_out or answer["code"] == "stale"
    return f"{then}: {'move' if made else 'clock'} won"


async def rematch(cluster: Cluster) -> str:
    """Both players want a rematch at once: one table is opened, and both play there."""
    name, secrets = await cluster.open(
        [*table_of(2, cluster.random, 2), Began(), Made(1, RESIGN)], 2
    )
    clients = [await cluster.sit(secret, seat) for seat, secret in enumerate(secrets)]
    for client in clients:
        client.send("rematch")
        await cluster.dawdle()
    following = str(await until(lambda: any_rematch(clients)))

    async def follow(secret: str) -> messages.Seated:
        while True:
            try:
                return await cluster.app.service.tables.follow(secret)
            except Refusal as refusal:
                expect(refusal, "no_rematch")
                await cluster.dawdle()

    seated = await asyncio.gather(*map(follow, secrets))
    old, cluster.clients = cluster.clients, []
    await asyncio.gather(*(cluster.sit(each.key, each.seat) for each in seated))
    assert {each.table for each in seated} == {following}
    new, cluster.clients = cluster.clients, old
    await cluster.settled(name)
    old, cluster.clients = cluster.clients, new
    table = await cluster.settled(following)
    cluster.clients += old
    assert sum(isinstance(entry, Followed) for entry in await cluster.log(name)) == 1
    assert table.status == "running"
    return "one table"


def any_rematch(clients: list[Any]) -> str | None:
    """Wait for the table of the rematch."""
    return next(
        (client.table["rematch"] for client in clients if client.table and client.table["rematch"]),
        None,
    )


async def unwritten(cluster: Cluster) -> str:
    """Nobody sees an entry that isn't on disk yet, even during a write, which may fail."""
    name, (secret,) = await cluster.open(
        [Opened("tomb", {}, ("",), cluster.random.randbytes(32).hex()), Sat(0, "Ada", "words")], 1
    )
    mover, watcher = await cluster.sit(secret, 0), await cluster.sit(secret, 0)
    assert mover.table is not None
    version, move = mover.table["version"], mover.table["view"]["legal"][0]
    fails, seen = cluster.random.random() < 0.5, list[int]()

    async def hinder(change: Change) -> None:
        if change.entry.table != name:
            return
        watcher.send("sync", seen=0)
        for _ in range(20):
            await asyncio.sleep(0)
        seen.extend(frame["version"] for frame in watcher.received if frame["type"] == "table")
        if fails:
            raise Refusal("store_full")

    cluster.hinder = hinder
    mover.send("move", id="only", version=version, move=move)
    answer = await mover.answer("only")
    cluster.hinder = None
    assert max(seen) == version, "somebody saw what wasn't on disk"
    assert answer["type"] == ("refused" if fails else "done")
    watcher.send("sync", seen=0)
    await cluster.settled(name)
    return "refused" if fails else "written"


async def leaving(cluster: Cluster) -> str:
    """Leave twice, rotate the key and join at once: no old key opens the seat."""
    name, secrets = await cluster.open(table_of(4, cluster.random, 2), 2)
    watcher, invitation = await cluster.sit(secrets[1], 1), new_secret()
    await cluster.store.add_keys(Key(hash_of(invitation), "join", name))

    async def attempt(what: Callable[[Service], Awaitable[Any]]) -> Any:
        await cluster.dawdle()
        try:
            return await what(cluster.app.service)
        except Refusal as refusal:
            expect(refusal, "unknown_key")

    *left, rotated, eva = await asyncio.gather(
        attempt(lambda service: service.tables.leave(secrets[0])),
        attempt(lambda service: service.tables.leave(secrets[0])),
        attempt(lambda service: service.keys.rotate(secrets[0])),
        attempt(lambda service: service.tables.join(messages.Join("Eva", invitation), None)),
    )
    later = await cluster.app.service.tables.join(messages.Join("Later", invitation), None)
    keys = {each.key: each.seat for each in (eva, later)}
    gone = sum(answer is not None for answer in left)
    opens = {
        secret: await opened_by(cluster, secret)
        for secret in (secrets[0], *([rotated.key] if rotated else []), *keys)
    }
    assert gone <= 1
    assert gone or rotated
    assert opens == {
        secrets[0]: None,
        **({rotated.key: None if gone else 0} if rotated else {}),
        **keys,
    }
    table = await cluster.settled(name)
    assert [table.seats[each.seat].name for each in (eva, later)] == ["Eva", "Later"]
    assert watcher.table is not None
    outcome = f"{'left' if gone else 'stayed'}, {'with' if rotated else 'without'} a new key"
    return f"{outcome}, the next at seat {eva.seat}"


async def opened_by(cluster: Cluster, secret: str) -> int | None:
    """Return the seat that a key opens, which must be the same at every worker."""
    found = set()
    for app in cluster.apps:
        try:
            found.add((await app.service.keys.find(secret, "seat")).seat)
        except Refusal as refusal:
            expect(refusal, "unknown_key")
            found.add(None)
    assert len(found) == 1
    return found.pop()


RACES: dict[str, Race] = {
    race.__name__: race
    for race in (same_move, two_aces, last_seat, late_move, rematch, unwritten, leaving)
}


async def run(
    races: int, seed: int, on_done: Callable[[int], None] = lambda _: None
) -> tuple[Counter[str], list[str]]:
    """Run races of all kinds in turn; return outcomes and failures."""
    ended: Counter[str] = Counter()
    async with opened(seed) as cluster:
        for number, (name, race) in zip(range(races), cycle(RACES.items()), strict=False):
            cluster.random = Random(f"{seed} {number} {name}")
            try:
                ended[f"{name}: {await race(cluster)}"] += 1
            except (AssertionError, TimeoutError) as error:
                return ended, [
                    f"{name}, seed {seed}, race {number}: {type(error).__name__} {error}"
                ]
            finally:
                cluster.hinder = None
                await cluster.clear()
            on_done(1)
    return ended, []


@click.command(help=__doc__)
@click.option("--races", default=10_000, show_default=True, help="How many races are run in total.")
@click.option("--seed", default=1, show_default=True)
def main(races: int, seed: int) -> None:
    began = time.perf_counter()
    with click.progressbar(length=races, label="races", show_pos=True) as bar:
        ended, wrong = asyncio.run(run(races, seed, bar.update))
    done = sum(ended.values())
    print(f"{done:,} races ({done / (time.perf_counter() - began):,.0f} races/s)")
    for name, times in sorted(ended.items()):
        print(f"  {name}: {times:,}")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
