"""Everything that is derived from games can be recomputed, with the same outcome."""

import asyncio
import random
import tempfile
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from career.game_samples import DAY_S, NOW, STANDINGS, dump, finish, play_randomly
from store.samples import opened
from underdeck.career.base import Origin
from underdeck.career.finished import FinishedGame
from underdeck.career.rebuild import rebuild, rebuild_all
from underdeck.career.recording import record_game
from underdeck.store.store import Store

HOUSES: list[dict[str, Any]] = [{}, {"drop_sum": 1}]
TOMBS = [play_randomly("tomb", seed, **house) for seed in range(12) for house in HOUSES]
TABLES: list[dict[str, Any]] = [{}, {"players": 3}, {"players": 4, "pitch_black": 1}]
DUNGEONS = [
    play_randomly("dungeon", f"{seed} {house}", turn_limit=100, **house)
    for seed in range(4)
    for house in TABLES
]
ORIGINS: list[Origin] = [
    "fair",
    "code",
    "daily",
    "series",
    "contest",
    "terminal",
    "walkthrough",
]
PLAYERS = ["ana", "bob", "eva", "bot:careful", "bot:random", ""]


@st.composite
def histories(draw: st.DrawFn) -> list[FinishedGame]:
    """Return games of several people in the order in which they end."""
    seed = draw(st.integers(0, 10**6))
    count = draw(st.integers(1, 40))
    rng = random.Random(seed)
    at, games = NOW, []
    for number in range(count):
        at += rng.choice([1.0, 300.0, DAY_S, 40 * DAY_S])
        games.append(a_random_game(rng, f"t{number}", at))
    return games


def a_random_game(rng: random.Random, table: str, at: float) -> FinishedGame:
    """Return a game of any kind."""
    fields: dict[str, Any] = {"table": table, "at": at}
    if rng.random() < 0.5:
        played = rng.choice(DUNGEONS)
        players = rng.sample(PLAYERS, played.state.players)
        return finish(played, *players, **fields)
    origin = rng.choice(ORIGINS)
    if origin == "daily":
        fields |= {"board": f"daily:2026-11-{rng.randint(1, 28):02}"}
    standing = rng.choice(STANDINGS)
    number = rng.randint(1, 10)
    player = rng.choice(PLAYERS[:3])
    return finish(
        rng.choice(TOMBS), player, origin=origin, standing=standing, number=number, **fields
    )


async def record_all(store: Store, games: list[FinishedGame]) -> None:
    for game in games:
        await store.write(record_game, game)


@settings(max_examples=25)
@given(games=histories())
def test_games_added_one_by_one_give_the_same_as_all_of_them_recomputed(
    games: list[FinishedGame],
) -> None:
    async def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with opened(f"sqlite:///{folder}/a.db") as store:
                await record_all(store, games)
                before = await store.read(dump)
                for profile in ("ana", "bob", "eva"):
                    await store.write(rebuild, profile)
                assert await store.read(dump) == before
                await store.write(rebuild_all)
                assert await store.read(dump) == before

    asyncio.run(run())


def test_recomputing_works_on_both_databases(url: str) -> None:
    rng = random.Random(1)
    games = [a_random_game(rng, f"t{n}", NOW + n * DAY_S) for n in range(60)]

    async def run() -> None:
        async with opened(url) as store:
            await record_all(store, games)
            before = await store.read(dump)
            assert await store.write(rebuild_all) == len(before["results"])
            assert await store.read(dump) == before

    asyncio.run(run())


def test_a_profile_without_games_has_nothing(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            assert await store.write(rebuild, "nobody") == 0
            assert not any((await store.read(dump)).values())

    asyncio.run(run())
