"""The short form of fuzzing the wire."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.fuzz_wire import Fuzz, schemathesis
from serve.server import Server, running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "server") as server:
        yield server


def test_noise_breaks_nothing(server: Server) -> None:
    fuzz = Fuzz(server, 3000)
    asyncio.run(fuzz.run(seed=7))
    assert fuzz.wrong == []
    assert fuzz.growth < 0.2  # so few messages are hardly a warm-up; the campaign wants less
    assert min(fuzz.counted["refused message_unclear"], fuzz.counted["http 401"], fuzz.counted["table"]) > 10


def test_the_api_is_as_it_is_described(server: Server, tmp_path: Path) -> None:
    tried = schemathesis(server, tmp_path, 1, "coverage")
    assert tried.returncode == 0, tried.stdout
    assert server.failures() == []
