"""Short forms of campaigns: servers killed under load, and simultaneous reconnects."""

import asyncio
from pathlib import Path

import pytest

from campaign import kill, reconnect
from store.postgres import Postgres


def test_no_acknowledged_move_is_lost_when_a_server_is_killed(tmp_path: Path) -> None:
    report = asyncio.run(kill.campaign(3, f"sqlite:///{tmp_path / 'underdeck.db'}", 1, "test"))
    assert report["lost or wrong"] == []
    assert report["acknowledged"] > 0


def test_no_acknowledged_move_is_lost_when_a_worker_on_postgresql_is_killed() -> None:
    try:
        house = Postgres()
    except Exception as error:
        pytest.skip(f"PostgreSQL can't be started here, SEVERAL WORKERS ARE UNTESTED: {error!r}")
    try:
        report = asyncio.run(kill.campaign(2, house.new_database(), 2, "test", seconds=2.0))
    finally:
        house.remove()
    assert report["lost or wrong"] == []
    assert report["acknowledged"] > 0


def test_clients_that_reconnect_at_once_see_the_same_table() -> None:
    report = asyncio.run(reconnect.campaign(60))
    assert report["same tables"]
