"""Load on a relay without rules: the limit of our stack."""

import time
from functools import partial
from pathlib import Path

import msgspec

from bench.load import Campaign, Load, Result, offer, open_in_groups
from bench.server_process import python_module, running
from bench.socket_client import SocketClient, connect

MESSAGE = {"type": "move", "id": "c1b2a3-000001", "version": 117, "move": "dig 9D"}


class Relayed(msgspec.Struct):
    """The fields of a message that a client needs."""

    id: str


class RelayClient(SocketClient):
    """One of two clients of a table, who send in turn."""

    decode = msgspec.json.Decoder(Relayed).decode

    def __init__(self, load: Load, table: int, seat: int) -> None:
        super().__init__()
        self.path = f"/{table}"
        self.load = load
        self.seat = seat
        self.sent = 0.0

    def opened(self) -> None:
        """Let the second client to arrive begin."""
        if self.seat == 1:
            self.load.ready.append(self)

    def received(self, text: bytes) -> None:
        """Acknowledge one's own message, or be the next to send."""
        if RelayClient.decode(text).id == str(self.seat):
            self.load.acknowledge(self.sent)
        else:
            self.load.ready.append(self)

    def move(self) -> bool:
        """Send a message."""
        self.sent = time.perf_counter()
        self.send_json({**MESSAGE, "id": str(self.seat)})
        return True


async def open_pair(load: Load, port: int, table: int) -> None:
    """Connect both clients of a table."""
    for seat in range(2):
        await connect(port, RelayClient(load, table, seat))


async def measure(folder: Path, campaign: Campaign) -> Result:
    """Return what the relay does under load."""
    load = Load()
    command = python_module("bench.relay_server", str(folder / "relay.db"))
    async with running(command) as server:
        await open_in_groups(campaign.tables, partial(open_pair, load, server.port))
        return await offer(load, server, campaign)
