"""A short form of fuzzing the wire."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.fuzz_wire import Fuzz, lost, schemathesis, some_keys
from serve.server import Server, running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "server") as server:
        yield server


def test_random_and_malicious_messages_break_nothing(server: Server) -> None:
    fuzz = Fuzz(server, 6000)
    asyncio.run(fuzz.run(seed=7))
    assert fuzz.wrong == []
    assert fuzz.growth < 0.2  # so few messages are hardly a warm-up; the campaign wants less
    for answer in (
        "refused message_unclear",
        "refused stale",
        "refused illegal_move",
        "http 401",
        "http 201",
        "table",
    ):
        assert fuzz.counted[answer] > 10, answer
    server.stop()
    assert len(fuzz.done) > 10
    assert asyncio.run(lost(f"sqlite:///{server.log.parent}/underdeck.db", fuzz.done)) == []


def test_the_api_matches_its_description_with_and_without_keys(
    server: Server, tmp_path: Path
) -> None:
    keys = asyncio.run(some_keys(server))
    for tried in schemathesis(
        server, tmp_path, 1, "coverage", {kind: keys[kind] for kind in ("seat", "profile")}
    ):
        assert tried.returncode == 0, tried.stdout
    assert server.failures() == []
