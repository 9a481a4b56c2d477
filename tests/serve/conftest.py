"""One server for all tests that need a real one."""

from collections.abc import Iterator

import pytest

from serve.server import Server, running
from store.conftest import postgres_url, sqlite_url, url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server
        assert server.failures() == []
