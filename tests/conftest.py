"""Fixtures and settings for all tests."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from store.postgres import Postgres

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "mutants", deadline=None, max_examples=5, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure() -> None:
    """Restore the default signal handlers, which a caller in the background may have disabled.

    A shell starts background jobs with interrupts ignored, and every process started by a test
    would inherit that.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP"):
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, ())


@pytest.fixture(scope="session", autouse=True)
def compilation_cache(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Keep compiled rules between test runs, in pytest's cache instead of the user's."""
    with pytest.MonkeyPatch.context() as patch:
        if "UNDERDECK_CACHE" not in os.environ:
            cache: pytest.Cache | None = getattr(request.config, "cache", None)
            folder = cache.mkdir("underdeck") if cache else tmp_path_factory.mktemp("cache")
            patch.setenv("UNDERDECK_CACHE", str(folder))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator["Postgres"]:
    """Run a PostgreSQL server for all tests of this process that need one."""
    from store.postgres import Postgres  # noqa: PLC0415  most tests don't need its driver

    try:
        server = Postgres()
    except Exception as error:
        pytest.skip(f"PostgreSQL can't be started here, MANY TESTS ARE SKIPPED: {error!r}")
    yield server
    server.remove()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep tests away from the user's saved games, language and colours."""
    for name in ("LANG", "LC_ALL", "LC_MESSAGES", "UNDERDECK_LANG", "NO_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("UNDERDECK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
