"""The short form of the failures of the database: once each, with more time for a slow machine."""

import asyncio

import pytest

from campaign import faults
from store.postgres import Postgres


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MAX_SILENCE_S", 8.0)
    monkeypatch.setattr(faults, "TABLES", 3)
    monkeypatch.setattr(faults, "BOT_TABLES", 3)


def test_everybody_is_served_again_after_writes_failed_and_the_disk_was_full() -> None:
    told = asyncio.run(faults.on_sqlite(1, 1))
    assert told["first"] == []
    assert told["acknowledged"] > 0


def test_everybody_is_served_again_after_postgresql_was_restarted() -> None:
    try:
        postgres = Postgres()
    except Exception as error:
        pytest.skip(f"PostgreSQL can't be started here: {error!r}")
    try:
        told = asyncio.run(faults.on_postgres(1, postgres))
    finally:
        postgres.remove()
    assert told["first"] == []
    assert told["acknowledged"] > 0
