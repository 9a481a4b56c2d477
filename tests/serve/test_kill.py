"""Short forms of campaigns: servers killed under load, and simultaneous reconnects."""

import asyncio
from pathlib import Path

from campaign import kill, reconnect
from store.postgres import Postgres


def test_no_acknowledged_move_is_lost_when_a_server_is_killed(tmp_path: Path) -> None:
    report = asyncio.run(kill.campaign(2, f"sqlite:///{tmp_path / 'underdeck.db'}", 1, "test", 0.2))
    assert report["lost or wrong"] == []
    assert report["acknowledged"] > 0


def test_no_acknowledged_move_is_lost_when_a_worker_on_postgresql_is_killed(
    postgres: Postgres,
) -> None:
    report = asyncio.run(kill.campaign(2, postgres.new_database(), 2, "test", 0.2))
    assert report["lost or wrong"] == []
    assert report["acknowledged"] > 0


def test_clients_that_reconnect_at_once_see_the_same_table() -> None:
    report = asyncio.run(reconnect.campaign(40))
    assert report["same tables"]
