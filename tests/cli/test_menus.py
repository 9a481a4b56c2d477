"""The main menu."""

from pathlib import Path

import pytest

from underdeck.cli.menus import plain_file, remember_plain


def test_the_screen_reader_mode_is_remembered_until_it_is_turned_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERDECK_HOME", str(tmp_path / "home"))
    assert not plain_file().exists()
    remember_plain(True)
    assert plain_file().exists()
    remember_plain(True)
    remember_plain(False)
    assert not plain_file().exists()
    remember_plain(False)


def test_a_folder_that_can_not_be_written_to_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("UNDERDECK_HOME", str(tmp_path / "file" / "home"))
    remember_plain(True)
    assert not plain_file().exists()
