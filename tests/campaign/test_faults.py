"""A short form of database failures: each once, with more time for slow machines."""

import asyncio

import pytest

from campaign import faults
from store.postgres import Postgres


@pytest.fixture(autouse=True)
def with_longer_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MAX_SILENCE_S", 8.0)
    monkeypatch.setattr(faults, "TABLES", 3)
    monkeypatch.setattr(faults, "BOT_TABLES", 3)


def test_all_clients_are_served_again_after_failed_writes_and_a_full_disk() -> None:
    report = asyncio.run(faults.on_sqlite(1, 1))
    assert report["first"] == []
    assert report["acknowledged"] > 0


def test_all_clients_are_served_again_after_a_restart_of_postgresql(postgres: Postgres) -> None:
    report = asyncio.run(faults.on_postgres(1, postgres))
    assert report["first"] == []
    assert report["acknowledged"] > 0
