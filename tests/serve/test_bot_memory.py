"""Bots at live tables that want a memory get that of their seat, also after a restart."""

import asyncio
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.cluster import until
from processes import TIMEOUT_S
from serve.worker import Worker, against_bot, running_worker
from underdeck import registry
from underdeck.game import Memory
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.playthrough import AnyPlaythrough
from underdeck.serve.bot_pool import BotPool
from underdeck.table.entries import AnyEntry, Opened
from underdeck.table.table import fold

SOURCE = """
def choose(view, random, memory):
    assert memory.knowledge.seat == view.seat
    hands = [player.cards for player in view.players]
    return view.legal[-1 if memory.decisions.hands == hands else 0]
"""


@pytest.fixture
def elephant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Register a bot of Dungeon that wants a memory, in a module that workers can import."""
    (tmp_path / "bot_elephant.py").write_text(SOURCE)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    manifest = registry.find_manifest("dungeon")
    bots = (*manifest.bots, "elephant")
    own = {"elephant": "bot_elephant:choose"}
    registry.register(manifest._replace(bots=bots, own_bots=own))
    yield "elephant"
    registry.register(manifest)
    sys.modules.pop("bot_elephant", None)


def seated_with(bot: str) -> list[AnyEntry]:
    opened, *rest = against_bot()
    assert isinstance(opened, Opened)
    return [Opened("dungeon", opened.house, ("", bot), opened.seed, pace=0), *rest]


class Asked:
    """Bots that make the last legal move, and the memories that they were asked with."""

    def __init__(self) -> None:
        self.memories: list[tuple[Any, Memory | None]] = []

    async def choose(self, game: str, bot: str, view: Any, seed: str, memory: Memory | None) -> str:
        await asyncio.sleep(0)
        self.memories.append((view, memory))
        return str(view.legal[-1])


def knowledge(memory: object) -> object:
    """Return what a memory knows, in a form that can be compared."""
    assert isinstance(memory, DungeonMemory)
    tokens = [(token.card, sorted(token.places)) for token in memory.knowledge.tokens]
    return tokens, vars(memory.decisions)


async def play(worker: Worker, asked: Asked, secret: str, until_asked: int) -> None:
    """Make first legal moves until the bots were asked often enough."""
    client = await worker.sit(secret)
    while len(asked.memories) < until_asked:
        await until(
            lambda: len(asked.memories) >= until_asked or (client.table or {})["view"]["legal"]
        )
        table = client.table or {}
        if len(asked.memories) < until_asked and table["view"]["legal"]:
            move_id = f"m{len(client.received)}"
            client.send(
                "move", id=move_id, version=table["version"], move=table["view"]["legal"][0]
            )
            await client.answer(move_id)


def test_a_restarted_server_asks_with_the_same_memory(tmp_path: Path, elephant: str) -> None:
    url = f"sqlite:///{tmp_path / 'underdeck.db'}"

    async def run() -> None:
        async with asyncio.timeout(TIMEOUT_S):
            first, second = Asked(), Asked()
            async with running_worker(url) as worker:
                worker.live.runtime.bots = first  # type: ignore[assignment]
                name, secrets = await worker.open(seated_with(elephant))
                await play(worker, first, secrets[0], 4)
            async with running_worker(url) as worker:
                worker.live.runtime.bots = second  # type: ignore[assignment]
                await play(worker, second, secrets[0], 3)
                log = [(entry, 0.0) for entry in await worker.log(name)]
            whole = fold(name, log).game_played
            for view, memory in [*first.memories, *second.memories]:
                assert knowledge(memory) == knowledge(memory_at(whole, view))

    asyncio.run(run())


def memory_at(whole: AnyPlaythrough, view: Any) -> Memory | None:
    """Return the memory that a record leads to at the first moment with a view."""
    played = AnyPlaythrough.before(whole.record)
    moves = played.replay(whole.record.moves)
    while played.view(view.seat) != view:
        next(moves)
    return AnyPlaythrough.resume(played.record).memory(view.seat)


def test_other_bots_are_asked_without_a_memory() -> None:
    async def run() -> None:
        async with asyncio.timeout(TIMEOUT_S), running_worker() as worker:
            asked = Asked()
            worker.live.runtime.bots = asked  # type: ignore[assignment]
            name, secrets = await worker.open(against_bot())
            await play(worker, asked, secrets[0], 2)
            assert {memory for _, memory in asked.memories} == {None}
            table = worker.live.loaded[name].table
            assert table is not None
            assert table.game_played._memories == {}

    asyncio.run(run())


def test_a_worker_process_passes_the_memory_on(elephant: str) -> None:
    game = registry.find_game("dungeon")
    table = fold("t", [(entry, 0.0) for entry in seated_with(elephant)])
    played = table.game_played
    random, seat = Random(1), game.waiting(played.state)[0]
    while len(played.record.moves) < 9 or len(played.legal(seat)) == 1:
        played.play(random.choice(played.legal(seat)), seat)
        seat = game.waiting(played.state)[0]
    view = played.view(seat)

    async def run() -> None:
        pool = BotPool(timeout_s=TIMEOUT_S)
        await pool.start()
        try:
            memory = played.memory(seat)
            chosen = await pool.choose("dungeon", elephant, view, "seed", memory)
            assert chosen == str(view.legal[-1])
            assert isinstance(memory, DungeonMemory)
            memory.decisions.hands[0] += 1
            chosen = await pool.choose("dungeon", elephant, view, "seed", memory)
            assert chosen == str(view.legal[0])
            assert pool.fallbacks == 0
        finally:
            await pool.stop()

    asyncio.run(run())
    assert len(pickle.dumps(played.memory(seat))) < 20_000
