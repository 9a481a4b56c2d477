"""A live table of a game that supplies only rules, a teller and catalogues."""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from serve.worker import SEED, Worker, run_with_worker
from underdeck import registry
from underdeck.say.words import catalogue
from underdeck.table.entries import Began, Clock, Opened, Replaced, Sat

FOLDER = Path(__file__).parents[1] / "third_game"


@pytest.fixture
def _tricks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the third game."""
    monkeypatch.syspath_prepend(str(FOLDER))
    manifest = importlib.import_module("tricks").MANIFEST
    monkeypatch.setattr(registry, "_manifests", {**registry._manifests, "tricks": manifest})
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()
    registry.find_part.cache_clear()


@pytest.mark.usefixtures("_tricks")
def test_a_game_against_a_bot_is_played_and_told() -> None:
    async def body(worker: Worker) -> None:
        opened = Opened("tricks", {"players": 2}, ("", "random"), SEED, pace=0)
        _, secrets = await worker.open([opened, Sat(0, "Ana", "one"), Began()])
        client = await worker.sit(secrets[0])
        number = 0
        while (client.table or {})["status"] != "over":
            table = client.table or {}
            if not table["view"]["legal"]:
                await client.until_newer(table["version"])
                continue
            number += 1
            move = table["view"]["legal"][0]
            client.send("move", id=f"m{number}", version=table["version"], move=move)
            await client.until_newer(table["version"])
        assert (client.table or {})["result"] is not None
        assert any(message.get("story") for message in client.received)

    run_with_worker(body)


@pytest.mark.usefixtures("_tricks")
def test_a_bot_takes_the_seat_of_a_person_who_gives_up() -> None:
    async def body(worker: Worker) -> None:
        clock = Clock(move=60, reserve=0, then="lose")
        opened = Opened("tricks", {"players": 2}, ("", ""), SEED, pace=0, clock=clock)
        people = [Sat(0, "Ana", "one"), Sat(1, "Luis", "two")]
        name, secrets = await worker.open([opened, *people, Began()])
        client = await worker.sit(secrets[0])
        client.send("resign")
        await client.until_newer((client.table or {})["version"])
        assert (await worker.log(name)).count(Replaced(0, "random")) == 1

    run_with_worker(body)
