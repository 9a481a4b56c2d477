"""Fuzz a real server over its wire: nothing breaks it, nothing is answered with 5xx, and its memory stays where it is.

From the folder `tests`: `python -m campaign.fuzz_wire`, with `--messages 10000` for less.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import click
import httpx
from websockets.exceptions import ConnectionClosed

from campaign.noise import good_message, noise, request
from serve.server import Player, Server, Visitor, running

CLIENTS = 6
A_CONNECTION = 400
"""Messages of one connection at most."""
LAST = "the last one"
MOST_GROWTH = 0.05
BROKEN = 1011
"""How a socket is closed when something of ours went wrong."""


@dataclass
class Fuzz:
    """What was sent, and what came of it."""

    server: Server
    messages: int
    tell: Callable[[int], None] = lambda _: None
    sent: int = 0
    memory: list[int] = field(default_factory=list)
    """The server's memory after the first third, and at the end."""
    counted: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    async def run(self, seed: int) -> None:
        """Send it all, then see that the house still plays."""
        async with Visitor(self.server) as visitor:
            clients = [self._client(visitor, Random(seed * 1000 + number)) for number in range(CLIENTS)]
            await asyncio.gather(*clients)
            self.memory.append(self.server.memory)
            player = await visitor.sit((await visitor.open())["key"])
            over = await player.play_on(Random(seed))
            if over["status"] != "over":
                self.wrong.append("it doesn't play any more")
        self.wrong += self.server.failures()

    @property
    def growth(self) -> float:
        """How much more memory the server has at the end than after the first third."""
        return self.memory[-1] / self.memory[0] - 1

    def _count(self, what: str) -> None:
        self.counted[what] += 1

    def _sent_one(self) -> bool:
        """Another one was sent; is it time to go on?"""
        self.sent += 1
        self.tell(1)
        if self.sent == self.messages // 3:
            self.memory.append(self.server.memory)
        return self.sent < self.messages and not self.wrong

    async def _client(self, visitor: Visitor, random: Random) -> None:
        """One client: a connection after the other, some requests in between."""
        keys: list[str] = []
        going = True
        while going:
            if not keys or random.random() < 0.05:
                opened = await visitor.open(random.choice(("tomb", "dungeon")))
                profile = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
                keys = [opened["key"], opened["watch"], profile["key"], opened["join"] or opened["key"]]
            going = await self._talk(visitor, keys, random)
            for _ in range(random.randrange(A_CONNECTION // 4)):
                going = going and await self._ask(visitor, keys, random)
                if not keys:
                    break

    async def _talk(self, visitor: Visitor, keys: list[str], random: Random) -> bool:
        """One connection: mostly with a hello, then whatever comes."""
        player = await visitor.knock()
        heard_all = asyncio.Event()
        listening = asyncio.ensure_future(self._listen(player, heard_all))
        going = True
        try:
            if random.random() < 0.9:
                await player.say("hello", key=random.choice(keys[:2]))
            for _ in range(random.randrange(A_CONNECTION)):
                message = noise(random, good_message(random, keys))
                await player.socket.send(message if random.random() < 0.1 else message.decode(errors="replace"))
                going = self._sent_one()
                if not going:
                    break
            if random.random() < 0.1:
                player.socket.transport.abort()
            await player.say("move", id=LAST, version=0, move="pass")
            await heard_all.wait()
        except ConnectionClosed:
            pass
        await player.socket.close()
        await listening
        return going

    async def _listen(self, player: Player, heard_all: asyncio.Event) -> None:
        """Count what is answered until the connection ends."""
        try:
            while True:
                frame = await player.next("table", "done", "refused", "spoken")
                player.heard.clear()
                self._count(frame["type"] if frame["type"] != "refused" else f"refused {frame['code']}")
                if frame.get("id") == LAST:
                    heard_all.set()
        except (ConnectionClosed, TimeoutError):
            heard_all.set()
        self._count(f"closed {player.socket.close_code}")
        if player.socket.close_code == BROKEN:
            self.wrong.append("a socket was closed as broken")

    async def _ask(self, visitor: Visitor, keys: list[str], random: Random) -> bool:
        """One request over HTTP."""
        asked = request(random, keys)
        try:
            answer = await visitor.http.request(asked.method, asked.path, headers=asked.headers, content=asked.body)
        except httpx.RemoteProtocolError:
            self._count("http closed")
            return self._sent_one()
        self._count(f"http {answer.status_code}")
        if answer.status_code >= 500:
            self.wrong.append(f"{asked} is answered with {answer.status_code}")
        if answer.is_success and (asked.path.endswith("/key") or asked.method == "DELETE"):
            keys.clear()
        return self._sent_one()


def schemathesis(
    server: Server, folder: Path, examples: int, phases: str = "examples,coverage,fuzzing"
) -> subprocess.CompletedProcess[str]:
    """Compare the HTTP API with its own description.

    Left out is that all is accepted that fits the schema: which houses and deal codes make sense is told by the rules, not by the schema.
    """
    command = [str(Path(sys.executable).with_name("schemathesis")), "run", f"http://{server.address}/api/openapi.json"]
    command += ["--max-examples", str(examples), "--phases", phases, "--exclude-checks", "positive_data_acceptance"]
    command += ["--seed", "1", "--no-color", "--warnings", "off"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONWARNINGS": "ignore"})


@click.command(help=__doc__)
@click.option("--messages", default=1_000_000, show_default=True, help="How many messages and requests are sent.")
@click.option("--examples", default=200, show_default=True, help="How many examples of each operation schemathesis tries.")
@click.option("--seed", default=1, show_default=True)
def main(messages: int, examples: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        began = time.perf_counter()
        with click.progressbar(length=messages, label="messages", show_pos=True) as bar:
            fuzz = Fuzz(server, messages, bar.update)
            asyncio.run(fuzz.run(seed))
        print(f"{fuzz.sent:,} messages ({fuzz.sent / (time.perf_counter() - began):,.0f} messages/s)")
        print("  " + ", ".join(f"{word} {times:,}" for word, times in sorted(fuzz.counted.items())))
        print(f"memory: {fuzz.memory[0] / 2**20:.1f} MB after a third, {fuzz.memory[-1] / 2**20:.1f} MB at the end ({fuzz.growth:+.1%})")
        tried = schemathesis(server, Path(folder), examples)
        print(tried.stdout[-2000:])
        wrong = fuzz.wrong + server.failures()
        print("\n".join(wrong[:5]))
    sys.exit(1 if wrong or tried.returncode or fuzz.growth >= MOST_GROWTH else 0)


if __name__ == "__main__":
    main()
