"""Database URLs."""

from pathlib import Path

import pytest

from underdeck.store.database import place_of, read_url


def test_the_default_is_a_file_in_the_users_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_url(None).database == str(home / "underdeck.db")
    monkeypatch.delenv("UNDERDECK_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    found = read_url(None).database
    assert found is not None
    assert Path(found).name == "underdeck.db"
    assert Path(found).parent.name == "underdeck"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_urls_use_psycopg_and_hide_the_password(scheme: str) -> None:
    url = read_url(f"{scheme}://ana:secret@db:5432/cards?connect_timeout=60")
    assert url.drivername == "postgresql+psycopg"
    assert (url.password, url.query["connect_timeout"], url.query["keepalives_idle"]) == (
        "secret",
        "60",
        "10",
    )
    assert place_of(url) == "postgresql://ana:***@db:5432/cards"
