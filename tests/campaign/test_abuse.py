"""A short form of abuse: each attack is refused, and others can play on."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from campaign.abuse import attack_once, long_table
from campaign.attacks import ATTACKS
from serve.server import Server, Visitor, running
from serve.stored_tables import write_table

SECONDS = 1.5
EXPECTED = {
    "endless_headers": {"431"},
    "huge_header": {"431"},
    "half_requests": {"408", "closed"},
    "files": {"200", "429"},
    "handshakes": {"101", "403"},
    "pipelines": {"400"},
    "whole_tables": {"200", "429"},
    "names": {"421"},
}
"""Answers to each attack."""


@pytest.fixture(scope="module")
def server_and_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """Run a server with low limits, and return it with the key of a long table."""
    folder: Path = tmp_path_factory.mktemp("abused")
    _, (key,) = asyncio.run(write_table(f"sqlite:///{folder / 'underdeck.db'}", long_table(500)))
    with running(folder, max_per_second=4, max_connections=300, request_timeout_s=0.5) as server:
        yield server, key
        assert server.failures() == []


@pytest.mark.parametrize("name", list(ATTACKS))
def test_an_attack_is_refused_and_others_play_on(
    server_and_key: tuple[Server, str], name: str
) -> None:
    server, key = server_and_key
    before, counts = server.memory, dict[str, Any]()
    attacker = Thread(target=lambda: counts.update(attack_once(name, server, SECONDS, key)))
    attacker.start()
    asyncio.run(make_moves(server, 3))
    attacker.join(60)
    assert not attacker.is_alive()
    assert set(counts) >= EXPECTED[name], counts
    assert "left open" not in counts
    assert server.memory - before < 32 * 2**20


async def make_moves(server: Server, moves: int) -> None:
    """Play from another address, forwarded by a proxy."""
    async with asyncio.timeout(60), Visitor(server) as visitor:
        visitor.http.headers["x-forwarded-for"] = f"192.0.2.{Random().randrange(1, 255)}"
        opened = await visitor.open()
        player = await visitor.open_socket(
            **{"x-forwarded-for": visitor.http.headers["x-forwarded-for"]}
        )
        await player.send("hello", key=opened["key"])
        await player.next("table")
        for _ in range(moves):
            assert (await player.play(player.legal[0]))["type"] == "done"
