"""A short form of abuse: each attack is refused, and others can play on."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Thread

import pytest

from campaign.abuse import long_table
from campaign.attacks import ATTACKS, Attack, carry_out
from processes import TIMEOUT_S
from serve.server import Server, Visitor, running
from serve.stored_tables import write_table

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
"""Answers to each attack, which goes on until it has got all of them."""
PLAYERS = count(1)


@pytest.fixture(scope="module")
def server_and_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """Run a server with low limits, and return it with the key of a long table."""
    folder: Path = tmp_path_factory.mktemp("abused")
    _, (key,) = asyncio.run(write_table(f"sqlite:///{folder / 'underdeck.db'}", long_table(500)))
    with running(folder, max_per_second=4, max_connections=300, request_timeout_s=2.0) as server:
        yield server, key
        assert server.failures() == []


@pytest.mark.parametrize("name", list(ATTACKS))
def test_an_attack_is_refused_and_others_play_on(
    server_and_key: tuple[Server, str], name: str
) -> None:
    server, key = server_and_key
    before, counts = server.memory, Counter[str]()
    source = f"127.0.1.{list(ATTACKS).index(name) + 1}"  # with a budget that isn't used up
    attack = Attack(server.port, TIMEOUT_S, key, frozenset(EXPECTED[name]), TIMEOUT_S, source)
    attacker = Thread(target=lambda: counts.update(carry_out(name, attack)))
    attacker.start()
    asyncio.run(make_moves(server, 3))
    attacker.join()
    assert set(counts) >= EXPECTED[name], counts
    assert "left open" not in counts
    assert server.memory - before < 32 * 2**20


async def make_moves(server: Server, moves: int) -> None:
    """Play from another address, forwarded by a proxy."""
    async with Visitor(server) as visitor:
        visitor.http.headers["x-forwarded-for"] = f"192.0.2.{next(PLAYERS)}"
        opened = await visitor.open()
        player = await visitor.open_socket(
            **{"x-forwarded-for": visitor.http.headers["x-forwarded-for"]}
        )
        await player.send("hello", key=opened["key"])
        await player.next("table")
        for _ in range(moves):
            assert (await player.play(player.legal[0]))["type"] == "done"
