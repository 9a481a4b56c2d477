"""boardgame.io under load: a server of its own with a card game like Dungeon."""

import asyncio
import os
import random
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from bench.load import Campaign, Load, Result, offer, open_in_groups
from bench.server_process import running
from bench.socket_client import TEXT, SocketClient, connect

SOURCE = Path(__file__).with_name("boardgame")
INSTALL_TIMEOUT_S = 300
NPM_OPTIONS = (
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--ignore-scripts",
    "--fetch-retries=1",
    "--loglevel=error",
)
NAMESPACE = b"/dungeon,"
# Packets of engine.io 4 and socket.io 5: the first digit is the type of the packet.
OPENED, PING, PONG = b"0", b"2", b"3"
CONNECT, CONNECTED, EVENT = b"40" + NAMESPACE, b"40", b"42" + NAMESPACE
HAND_SIZE = 5


class Cards(msgspec.Struct):
    """The fields of a match that a player sees and needs."""

    hands: dict[str, list[str] | int]
    tunnels: dict[str, list[str]]


class Context(msgspec.Struct, rename={"current_player": "currentPlayer"}):
    """Whose turn it is, and whether the game is over."""

    current_player: str
    gameover: dict[str, Any] | None = None


class State(msgspec.Struct, rename={"cards": "G", "number": "_stateID"}):
    """A match as one player sees it."""

    cards: Cards
    ctx: Context
    number: int


class SyncInfo(msgspec.Struct):
    """A match as it is sent first."""

    state: State


class MatchClient(SocketClient):
    """A player of one match, over socket.io."""

    path = "/socket.io/?EIO=4&transport=websocket"
    decode_update = msgspec.json.Decoder(tuple[str, str, State, Any]).decode
    decode_sync = msgspec.json.Decoder(tuple[str, str, SyncInfo]).decode

    def __init__(self, load: Load, match: int, seat: int) -> None:
        super().__init__()
        self.load = load
        self.match = f"match{match}"
        self.seat = str(seat)
        self.random = random.Random(f"{match} {seat}")
        self.synced = asyncio.Event()
        self.state: State | None = None
        self.sent: float | None = None

    def received(self, text: bytes) -> None:
        """Handle a packet of the server."""
        if text.startswith(EVENT):
            self.handle_event(text[len(EVENT) :])
        elif text == PING:
            self.send(TEXT, PONG)
        elif text.startswith(OPENED):
            self.send(TEXT, CONNECT)
        elif text.startswith(CONNECTED):
            self.emit("sync", self.match, self.seat, None, 2)

    def handle_event(self, event: bytes) -> None:
        """Handle the state of the match."""
        if event.startswith(b'["update"'):
            self.state = self.decode_update(event)[2]
            if self.sent is not None:
                self.load.acknowledge(self.sent)
                self.sent = None
        elif event.startswith(b'["sync"'):
            self.state = self.decode_sync(event)[2].state
            self.synced.set()
        else:
            return
        if self.state.ctx.current_player == self.seat and self.state.ctx.gameover is None:
            self.load.ready.append(self)

    def emit(self, *event: object) -> None:
        """Send an event."""
        self.send(TEXT, EVENT + msgspec.json.encode(event))

    def move(self) -> bool:
        """Make a legal move."""
        assert self.state is not None
        kind, args = self.choose(self.state.cards)
        payload = {"type": kind, "args": args, "playerID": self.seat}
        self.sent = time.perf_counter()
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.emit("update", action, self.state.number, self.match, self.seat)
        return True

    def choose(self, cards: Cards) -> tuple[str, list[str]]:
        """Draw until the hand is full, then dig, or discard at random."""
        hand, tunnel = cards.hands[self.seat], cards.tunnels[self.seat]
        assert isinstance(hand, list)
        if len(hand) < HAND_SIZE:
            return "draw", []
        card = self.random.choice(hand)
        is_next = not tunnel or int(card[:-1]) < int(tunnel[-1][:-1])
        return ("dig" if is_next else "discard"), [card]


async def open_match(load: Load, port: int, match: int) -> None:
    """Connect both players of a match, which the first of them creates."""
    for seat in range(2):
        client = MatchClient(load, match, seat)
        await connect(port, client)
        await client.synced.wait()


async def measure(folder: Path, store: Path | None, campaign: Campaign) -> Result:
    """Return what boardgame.io does under load, in memory or with its FlatFile store."""
    load = Load()
    command = ["node", str(folder / "server.js"), str(store or "")]
    async with running(command, {**os.environ, "NODE_ENV": "production"}) as server:
        await open_in_groups(campaign.tables, partial(open_match, load, server.port))
        return await offer(load, server, campaign)


def install(folder: Path) -> bool:
    """Install boardgame.io into a folder; return False, and say why, if that is impossible."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        print("boardgame.io is skipped: there is no Node", file=sys.stderr)
        return False
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True)
    try:
        subprocess.run(
            [npm, "install", *NPM_OPTIONS],
            cwd=folder,
            check=True,
            capture_output=True,
            timeout=INSTALL_TIMEOUT_S,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        reason = (error.stderr or b"").decode(errors="replace").partition("\n")[0]
        print(f"boardgame.io is skipped: npm can't install it: {reason}", file=sys.stderr)
        return False
    return True
