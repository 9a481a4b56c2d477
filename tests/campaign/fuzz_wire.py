"""Fuzz a real server: nothing breaks it, no response is 5xx, and its memory doesn't grow.

Some clients send random input, others valid messages with a wrong version, identifier, move, seat
or key. Acknowledged moves must be in the logs afterwards. In the folder `tests`:
`python -m campaign.fuzz_wire`, with `--messages 10000` for a short run.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import click

from campaign.hostile_client import DECODER, HostileClient, Pool, ServerMessage, call, kinds_for
from campaign.random_input import Request, random_message, request, valid_message
from campaign.wire import BINARY, CLOSE, TEXT, Http, Socket
from serve.server import Server, Visitor, running
from underdeck.serve.routes import ROUTES
from underdeck.store.store import Store
from underdeck.table.entries import read_entry
from underdeck.table.table import fold

CLIENTS = 24
BATCH = 30
"""The number of messages that are sent before answers are awaited."""
MAX_BATCHES = 12
"""The maximum number of batches of a connection."""
LAST = "the last one"
END = json.dumps({"type": "move", "id": LAST, "version": 0, "move": "pass"}).encode()
"""A message whose answer shows that all earlier ones were handled."""
MAX_GROWTH = 0.05
MAX_FOLDED = 300
"""The number of tables whose logs are checked in the end."""
CREATED = 201
TABLES: tuple[dict[str, Any], ...] = (
    {"game": "tomb"},
    {"game": "tomb", "deal": "TESTD-ECK6C"},
    {"game": "dungeon", "house": {"players": 2, "turn_limit": 3}},
    {"game": "dungeon", "house": {"players": 3, "turn_limit": 3}},
    {"game": "dungeon", "house": {"players": 2, "turn_limit": 3}, "bots": ["random"]},
)
BROKEN = 1011
"""The close code after an internal error."""


@dataclass
class Fuzz:
    """Counts of messages sent and answers received."""

    server: Server
    messages: int
    on_sent: Callable[[int], None] = lambda _: None
    sent: int = 0
    memory: list[int] = field(default_factory=list)
    """The server's memory after the first third, and at the end."""
    counted: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    pool: Pool = field(default_factory=Pool)
    done: dict[tuple[str, int, str], int] = field(default_factory=dict)
    """The versions of acknowledged moves, by table, seat and identifier."""

    async def run(self, seed: int) -> None:
        """Send all messages, then check that a game can still be played."""
        async with Visitor(self.server) as visitor:
            await asyncio.gather(
                *(self._client(Random(seed * 1000 + number)) for number in range(CLIENTS))
            )
            self.memory.append(self.server.memory)
            player = await visitor.sit((await visitor.open())["key"])
            over = await player.play_on(Random(seed))
            if over["status"] != "over":
                self.wrong.append("it doesn't play any more")
        self.wrong += self.server.failures()

    @property
    def growth(self) -> float:
        """Return the relative growth of the server's memory since the first third."""
        return self.memory[-1] / self.memory[0] - 1

    @property
    def goes_on(self) -> bool:
        """Return whether there is more to send."""
        return self.sent < self.messages and not self.wrong

    def count(self, what: str) -> None:
        """Count an answer."""
        self.counted[what] += 1

    def _has_sent(self, many: int) -> None:
        """Count messages."""
        self.sent += many
        self.on_sent(many)
        if self.sent >= self.messages // 3 and not self.memory:
            self.memory.append(self.server.memory)

    async def _client(self, random: Random) -> None:
        """Run one client: connections one after the other, and requests in between."""
        http = Http(self.server.port)
        while self.goes_on:
            key = await self._open(http, random)
            for _ in range(3):
                await self._ask(http, random)
                if random.random() < 0.7:
                    kind = random.choices(("own", "seat", "watch"), (60, 35, 5))[0]
                    await self._play(random, key if kind == "own" else self.pool.key(random, kind))
                else:
                    await self._send_random_input(random)
        http.close()

    async def _open(self, http: Http, random: Random) -> str:
        """Open a table and fill its seats; return the key of the first one."""
        wanted = {"name": "Ada", "pace": 0, "window": 1, **random.choice(TABLES)}
        post = [(b"content-type", b"application/json")]
        (opened,) = await http.ask(
            [Request("POST", "/api/tables", post, json.dumps(wanted).encode())]
        )
        self.pool.learn(opened.body)
        if invitation := json.loads(opened.body)["join"]:
            joining = json.dumps({"name": "Bruno", "key": invitation}).encode()
            for seated in await http.ask(
                [Request("POST", "/api/seats", post, joining)] * random.choice((1, 2, 2))
            ):
                if seated.status == CREATED:
                    self.pool.learn(seated.body)
        return str(json.loads(opened.body)["key"])

    # Over the socket

    async def _send_random_input(self, random: Random) -> None:
        """Send random input over a connection, usually after a hello."""
        connection = FuzzConnection(self, await Socket.connect(self.server.port))
        keys = [self.pool.key(random) for _ in range(4)]
        if random.random() < 0.9:
            await connection.send_json(
                [{"type": "hello", "key": self.pool.key(random, "seat", "watch")}]
            )
        for _ in range(random.randrange(MAX_BATCHES)):
            if not self.goes_on or connection.is_over:
                break
            messages, kind = (
                [random_message(random, valid_message(random, keys)) for _ in range(BATCH)],
                random.choice((TEXT,) * 9 + (BINARY,)),
            )
            if kind == TEXT and random.random() < 0.95:
                messages = [message.decode(errors="replace").encode() for message in messages]
            await connection.send(messages, kind)
            self._has_sent(len(messages))
            await connection.drain()
        await connection.end(random)

    async def _play(self, random: Random, key: str) -> None:
        """Play over a connection, with malicious messages in between."""
        connection = FuzzConnection(self, await Socket.connect(self.server.port))
        client = HostileClient(random, self.pool)
        await connection.send_json([{"type": "hello", "key": key, "story": random.random() < 0.3}])
        for _ in range(random.randrange(6 * MAX_BATCHES)):
            for table in await connection.drain():
                client.see(table)
            if not self.goes_on or connection.is_over:
                break
            messages = [client.message() for _ in range(random.choice((1, 2, 3, 5, 8, BATCH)))]
            await connection.send_json(messages)
            self._has_sent(len(messages))
        await connection.end(random)

    # Over HTTP

    async def _ask(self, http: Http, random: Random) -> None:
        """Send several HTTP requests at once, random or meaningful ones."""
        keys = [self.pool.key(random) for _ in range(4)]
        sense = random.random() < 0.8
        asked = (
            [call(random, self.pool) for _ in range(BATCH // 2)]
            if sense
            else [request(random, keys) for _ in range(4)]
        )
        answers = await http.ask(asked)
        self._has_sent(len(asked))
        for one, answer in zip(asked, answers, strict=False):
            self.count(f"http {answer.status}")
            if answer.status >= 500:
                self.wrong.append(f"{one} is answered with {answer.status}")
            if answer.status == CREATED:
                self.pool.learn(answer.body, one.path)
        self.counted["http closed"] += len(asked) - len(answers)


@dataclass
class FuzzConnection:
    """One connection to the server, which checks all answers."""

    fuzz: Fuzz
    socket: Socket
    table: str = ""
    seat: int | None = None
    version: int = 0
    early: list[ServerMessage] = field(default_factory=list)
    """Acknowledgements that came before the first table, which says whether there is a seat."""

    @property
    def is_over(self) -> bool:
        """Return whether the server has closed the connection."""
        return self.socket.code is not None

    async def send_json(self, messages: list[dict[str, Any]]) -> None:
        """Send messages as JSON."""
        await self.send([json.dumps(message).encode() for message in messages])

    async def send(self, messages: list[bytes], kind: int = TEXT) -> None:
        """Send raw messages."""
        with suppress(ConnectionError):
            await self.socket.send(messages, kind)

    async def drain(self) -> list[ServerMessage]:
        """Read all answers, and return the tables among them."""
        await self.send([END])
        tables: list[ServerMessage] = []
        ended = False
        while not ended and not self.is_over:
            for message in map(DECODER.decode, await self._read()):
                self.fuzz.count(f"refused {message.code}" if message.code else message.type)
                ended = ended or message.id == LAST
                if message.type == "table":
                    self._check_version(message)
                    tables.append(message)
                if message.type == "done" or message.done:
                    self._acknowledge(message)
        return tables

    async def _read(self) -> list[bytes]:
        """Return some messages."""
        try:
            return await self.socket.receive()
        except ConnectionError:
            self.socket.code = 1006
        except TimeoutError:
            self.socket.code = 1006
            self.fuzz.wrong.append("nothing is answered")
        return []

    def _check_version(self, message: ServerMessage) -> None:
        """Check a table: its version never decreases."""
        if message.version is not None and message.version < self.version:
            self.fuzz.wrong.append(f"version {message.version} is shown after {self.version}")
        self.version = message.version or self.version
        self.table, self.seat = (
            message.table or self.table,
            self.seat if message.seat is None else message.seat,
        )
        while self.early:
            self._acknowledge(self.early.pop())

    def _acknowledge(self, message: ServerMessage) -> None:
        """Check an acknowledgement: always of the same version, and for a seated client."""
        if not self.table:
            self.early.append(message)
            return
        if self.seat is None:
            self.fuzz.wrong.append("a spectator has moved")
            return
        name = self.table, self.seat, message.done or message.id or ""
        known = self.fuzz.done.setdefault(name, message.version or 0)
        if message.version != known:
            self.fuzz.wrong.append(f"a move is acknowledged at {known} and at {message.version}")

    async def end(self, random: Random) -> None:
        """Close the connection, usually with a close frame."""
        if random.random() < 0.1:
            self.socket.hang_up()
            self.fuzz.count("hung up")
            return
        await self.send([(1000).to_bytes(2)], CLOSE)
        while not self.is_over:
            await self._read()
        self.socket.hang_up()
        self.fuzz.count(f"closed {self.socket.code}")
        if self.socket.code == BROKEN:
            self.fuzz.wrong.append("a socket was closed as broken")


async def lost(
    database: str, done: dict[tuple[str, int, str], int], max_tables: int = MAX_FOLDED
) -> list[str]:
    """Return acknowledged moves missing in the logs of some tables, and other problems."""
    store = await Store.open(database)
    try:
        wrong = await store.integrity()
        for table in Random(1).sample(
            names := sorted({name for name, _, _ in done}), min(max_tables, len(names))
        ):
            made = fold(
                table, [(read_entry(entry.body), entry.at) for entry in await store.entries(table)]
            ).made
            moves = {
                (seat, name): version
                for (where, seat, name), version in done.items()
                if where == table
            }
            wrong += [
                f"{table}: {move}" for move, version in moves.items() if made.get(move) != version
            ]
        return wrong
    finally:
        await store.close()


EXAMPLES = "examples,coverage,fuzzing"
CHANGES_KEYS = ("post_seat_key", "post_profile_key", "delete_profile", "delete_profile_keys")
"""Operations that invalidate a key."""
REQUEST_TIMEOUT_S = 120
"""Long enough for a review on a busy machine."""


async def some_keys(server: Server) -> dict[str, str]:
    """Return a key of each kind."""
    async with Visitor(server) as visitor:
        profile = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
        seated = await visitor.get(
            "POST", "/api/tables", {"game": "tomb", "name": "Ada"}, profile["key"]
        )
        await (await visitor.sit(seated["key"])).play_on(Random(1))
        shared = await visitor.get("POST", "/api/chronicle/link", key=seated["key"])
        waiting = await visitor.open("dungeon")
    return {
        "seat": seated["key"],
        "watch": seated["watch"],
        "profile": profile["key"],
        "join": waiting["join"],
        "chronicle": shared["key"],
    }


def schemathesis(
    server: Server,
    folder: Path,
    examples: int,
    phases: str = EXAMPLES,
    keys: dict[str, str] | None = None,
) -> list[subprocess.CompletedProcess[str]]:
    """Compare the HTTP API with its description, without a key and with each kind of key."""
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        "run",
        f"http://{server.address}/api/openapi.json",
    ]
    command += ["--max-examples", str(examples), "--phases", phases]
    command += ["--seed", "1", "--no-color", "--warnings", "off"]
    command += ["--request-timeout", str(REQUEST_TIMEOUT_S)]
    commands = [command]
    for kind, key in (keys or {}).items():
        paths = {route.path for route in ROUTES if route.key and kind in kinds_for(route)}
        only = [f"--include-path={path}" for path in sorted(paths)] + [
            f"--exclude-operation-id={name}" for name in CHANGES_KEYS
        ]
        commands.append([*command, *only, "--header", f"Authorization: Bearer {key}"])
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}
    return [
        subprocess.run(each, cwd=folder, capture_output=True, text=True, check=False, env=quiet)
        for each in commands
    ]


@click.command(help=__doc__)
@click.option(
    "--messages",
    default=1_000_000,
    show_default=True,
    help="How many messages and requests are sent.",
)
@click.option(
    "--examples",
    default=200,
    show_default=True,
    help="How many examples of each operation schemathesis tries.",
)
@click.option("--seed", default=1, show_default=True)
def main(messages: int, examples: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with running(Path(folder)) as server:
            began = time.perf_counter()
            with click.progressbar(length=messages, label="messages", show_pos=True) as bar:
                fuzz = Fuzz(server, messages, bar.update)
                asyncio.run(fuzz.run(seed))
            rate = fuzz.sent / (time.perf_counter() - began)
            print(f"{fuzz.sent:,} messages ({rate:,.0f} messages/s)")
            print(
                "  "
                + ", ".join(f"{word} {times:,}" for word, times in sorted(fuzz.counted.items()))
            )
            first, last = (size / 2**20 for size in fuzz.memory)
            print(f"memory: {first:.1f} MB after a third, {last:.1f} MB ({fuzz.growth:+.1%}) later")
            tried = schemathesis(
                server, Path(folder), examples, keys=asyncio.run(some_keys(server))
            )
            print("\n".join(each.stdout[-1000 if each.returncode else -90 :] for each in tried))
            wrong = fuzz.wrong + server.failures()
        wrong += asyncio.run(lost(f"sqlite:///{folder}/underdeck.db", fuzz.done))
        print(f"{len(fuzz.done):,} moves were acknowledged")
        print("\n".join(wrong[:5]))
    sys.exit(
        1 if wrong or any(each.returncode for each in tried) or fuzz.growth >= MAX_GROWTH else 0
    )


if __name__ == "__main__":
    main()
