"""The history of a game that contributes no part of its own."""

import asyncio
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from career.game_samples import NOW, dump, finish, play_randomly
from store.samples import opened
from underdeck import registry
from underdeck.career.past_games import Filter, newest
from underdeck.career.rebuild import rebuild_all
from underdeck.career.recording import record_game
from underdeck.career.statistics import statistics

FOLDER = Path(__file__).parents[1] / "third_game"


@pytest.fixture(autouse=True)
def _tricks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the third game."""
    monkeypatch.syspath_prepend(str(FOLDER))
    manifest = importlib.import_module("tricks").MANIFEST
    monkeypatch.setattr(registry, "_manifests", {**registry._manifests, "tricks": manifest})
    yield
    registry.find_part.cache_clear()


def test_its_outcomes_wins_and_ratings_are_kept(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for number in range(4):
                played = play_randomly("tricks", number, players=2)
                game = finish(played, "ana", "bot:random", table=f"t{number}", at=NOW + number)
                await store.write(record_game, game)
            rows = await store.read(newest, Filter("ana"), 9)
            assert len(rows) == 4
            found = await store.read(statistics, Filter("ana", "tricks"))
            assert found.rates["won"].n == found.games == 4
            assert sum(row.won for row in rows) == found.rivals[0].won
            assert found.rating is not None
            assert found.challenges == []
            before = await store.read(dump)
            await store.write(rebuild_all)
            assert await store.read(dump) == before

    asyncio.run(run())
