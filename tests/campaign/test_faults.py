"""A short form of database failures: each once, without a limit on the time to recover."""

import asyncio

import pytest

from campaign import faults
from processes import TIMEOUT_S
from store.postgres import Postgres

SECONDS = 0.5
"""The maximum duration of a failure."""


@pytest.fixture(autouse=True)
def few_tables_and_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MAX_SILENCE_S", TIMEOUT_S)
    monkeypatch.setattr(faults, "MAX_READY_S", TIMEOUT_S)
    monkeypatch.setattr(faults, "TABLES", 3)
    monkeypatch.setattr(faults, "BOT_TABLES", 3)


def test_all_clients_are_served_again_after_failed_writes_and_a_full_disk() -> None:
    report = asyncio.run(faults.on_sqlite(1, 1, seconds=SECONDS))
    assert report["first"] == []
    assert report["acknowledged"] > 0


def test_all_clients_are_served_again_after_a_restart_of_postgresql(postgres: Postgres) -> None:
    report = asyncio.run(faults.on_postgres(1, postgres, seconds=SECONDS))
    assert report["first"] == []
    assert report["acknowledged"] > 0
