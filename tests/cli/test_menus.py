"""The main menu."""

import io
from pathlib import Path

import pytest

from underdeck.cli.app import build
from underdeck.cli.menus import (
    choose,
    commands_of,
    menu_choices,
    menu_label,
    plain_file,
    remember_plain,
)
from underdeck.cli.terminal import Terminal
from underdeck.say import LANGUAGES, Words


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


@pytest.mark.parametrize(
    ("typed", "commands"),
    [
        ("1\n", ["series play"]),
        ("3\n", ["series new 5", "series play"]),
        ("\n", []),
    ],
)
def test_a_series_is_continued_or_begun_and_played(typed: str, commands: list[str]) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    terminal = Terminal(Words("en"), {}, plain=False, source=io.StringIO(typed), target=out)
    assert commands_of(terminal, "series") == commands
    assert commands_of(terminal, "stats") == ["stats"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_the_menu_has_a_label_and_is_a_command(language: str) -> None:
    group = build()
    for choice in menu_choices():
        assert menu_label(Words(language), choice)
        assert choice in ("language", "plain") or choice.split()[0] in group.commands


def test_the_numbers_of_a_long_menu_are_aligned() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    terminal = Terminal(Words("en"), {}, plain=False, source=io.StringIO("11\n"), target=out)
    assert choose(terminal, {f"c{n}": f"choice {n}" for n in range(1, 12)}, "?") == "c11"
    out.seek(0)
    lines = out.read().splitlines()
    assert (lines[0], lines[9]) == (" 1  choice 1", "10  choice 10")
