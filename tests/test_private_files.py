"""Files with the seeds of running games are private, even under a permissive umask."""

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from underdeck.cli.saves import Save
from underdeck.cli.saves import export as export_record
from underdeck.deal import deal_from_seed
from underdeck.playthrough import Playthrough
from underdeck.registry import find_game
from underdeck.store.store import Store
from underdeck.store.transfer import backup, export


@pytest.fixture(autouse=True)
def permissive_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """Return the permission bits of a file."""
    return stat.S_IMODE(path.stat().st_mode)


def open_modes(path: Path) -> dict[str, int]:
    """Return the permissions of an open database and of the files beside it."""

    async def run() -> dict[str, int]:
        store = await Store.open(f"sqlite:///{path}")
        try:
            assert await store.check()
            return {found.name: mode(found) for found in path.parent.iterdir()}
        finally:
            await store.close()

    return asyncio.run(run())


def test_a_new_database_and_its_folder_are_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "underdeck.db"
    assert open_modes(path) == {"underdeck.db": 0o600, "underdeck.db-wal": 0o600}
    assert [mode(folder) for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]


def test_an_existing_database_is_tightened_and_its_folder_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    path = folder / "underdeck.db"
    open_modes(path)
    path.chmod(0o664)
    assert set(open_modes(path).values()) == {0o600}
    assert mode(folder) == 0o755


def test_backups_and_exports_are_private_even_if_they_replace_public_files(tmp_path: Path) -> None:
    copy, lines = tmp_path / "copy.db", tmp_path / "all.jsonl"
    for existing in (copy, lines, tmp_path / "copy.db.part", tmp_path / "all.jsonl.part"):
        existing.write_text("")

    async def run() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'underdeck.db'}")
        try:
            await backup(store, copy)
            await export(store, lines)
        finally:
            await store.close()

    asyncio.run(run())
    assert (mode(copy), mode(lines)) == (0o600, 0o600)


def test_saved_games_and_records_are_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERDECK_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "games").mkdir(parents=True)
    game = find_game("tomb")
    options = game.Options()
    played = Playthrough.begin(game, options, deal_from_seed(game.deck(options), "a seed"))
    save = Save.new("tomb")
    save.write(played)
    export_record(played, str(tmp_path / "record.json"))
    assert mode(save.path) == mode(tmp_path / "record.json") == 0o600
    assert mode(save.path.parent) == 0o700
