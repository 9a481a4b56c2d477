"""A real terminal: colors, window size, line editing and Ctrl-C."""

import os
import re
import sys
from pathlib import Path

import pexpect
import pytest

from underdeck.cards import codes_of
from underdeck.cli.terminal import prepare_pager
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.say import Words

MOVES = walkthrough().record.moves
CARDS = codes_of(walkthrough().record.deal.cards)


def sit_down(columns: int, lines: int, *args: str, **environment: str) -> "pexpect.spawn[str]":
    return pexpect.spawn(
        sys.executable,
        [
            "-c",
            "from underdeck.cli import main; main()",
            "play",
            "tomb",
            "--deal",
            " ".join(CARDS),
            *args,
        ],
        dimensions=(lines, columns),
        encoding="utf-8",
        env={**os.environ, "TERM": "xterm-256color", **environment},
        timeout=20,
    )


@pytest.mark.parametrize(("language", "end"), [("en", "Score 4/68"), ("es", "Puntuación: 4/68")])
def test_a_whole_game_at_80_by_24(language: str, end: str) -> None:
    game = sit_down(80, 24, "--lang", language)
    for move in MOVES:
        game.expect("> ")
        screen = game.before or ""
        assert len(screen.splitlines()) <= 24
        game.sendline(move)
    game.expect(end)
    game.expect(" > ")
    game.sendline()
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0


def test_hearts_and_diamonds_are_red_unless_colors_are_off() -> None:
    game = sit_down(80, 24)
    game.expect("> ")
    assert "\x1b[31m" in (game.before or "")
    game.close(force=True)
    plain = sit_down(80, 24, NO_COLOR="1")
    plain.expect("> ")
    assert "\x1b[" not in (plain.before or "")
    plain.close(force=True)


def test_forty_columns_are_enough() -> None:
    game = sit_down(40, 24)
    for move in MOVES[:20]:
        game.expect("> ")
        for line in (game.before or "").splitlines():
            assert len(re.sub(r"\x1b\[[0-9;?]*[a-z]", "", line)) <= 40, line
        game.sendline(move)
    game.close(force=True)


def test_ctrl_c_and_ctrl_d_at_the_prompt(home: Path) -> None:
    game = sit_down(80, 24)
    game.expect("> ")
    game.sendline("delve")
    game.expect("> ")
    game.sendintr()
    game.expect("Your game is saved")
    game.expect("Stopped.")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 130
    again = sit_down(80, 24)
    again.expect("> ")
    again.sendeof()
    again.expect("nothing to save")
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 0
    assert len(list((home / "games").iterdir())) == 1


def test_a_lesson_waits_before_it_scrolls_away() -> None:
    lesson = pexpect.spawn(
        sys.executable,
        ["-c", "from underdeck.cli import main; main()", "learn", "tomb"],
        dimensions=(24, 80),
        encoding="utf-8",
        env={**os.environ, "TERM": "xterm-256color"},
        timeout=20,
    )
    for move in MOVES[:8]:
        while lesson.expect([r"Press Enter to go on", r"\r\n> "]) == 0:
            assert len((lesson.before or "").splitlines()) <= 24
            lesson.sendline()
        assert len((lesson.before or "").splitlines()) <= 24
        lesson.sendline(move)
    lesson.close(force=True)


@pytest.mark.parametrize("plain", [False, True])
def test_people_at_one_terminal_leave_nothing_behind_for_the_next(plain: bool) -> None:
    args = ["play", "dungeon", "--bots", "", "--seed", "3", *(["--plain"] if plain else [])]
    game = pexpect.spawn(
        sys.executable,
        ["-c", "from underdeck.cli import main; main()", *args],
        dimensions=(24, 80),
        encoding="utf-8",
        env={**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1"},
        timeout=20,
    )
    game.expect("Player 1, press Enter. ")
    assert "A game of escape" in (game.before or "")
    game.sendline()
    game.expect(r"You can: .*?(\w+)(?:\||, \w+).*\r\n")
    assert isinstance(game.match, re.Match)
    bid = f"bid {game.match[1]}"
    game.expect("> ")
    game.sendline(bid)
    game.expect(r"Press Enter to go on ")
    assert "face down" in (game.before or "")
    game.sendline()
    game.expect(r"\x1b\[2J\x1b\[3J\x1b\[H")
    game.expect("Player 2, press Enter. ")
    game.sendline()
    game.expect("You can: .*> ")
    game.send("\x1b[A\x1b[A\x1b[A")
    game.sendline("look")
    game.expect("You can: ")
    assert f"{bid}look" not in (game.before or "")
    assert "Player 1:" in (game.before or "")
    game.close(force=True)


def start(columns: int, *args: str) -> "pexpect.spawn[str]":
    """Start a command on a terminal."""
    return pexpect.spawn(
        sys.executable,
        ["-c", "from underdeck.cli import main; main()", *args],
        dimensions=(24, columns),
        encoding="utf-8",
        env={
            **os.environ,
            "TERM": "xterm-256color",
            "NO_COLOR": "1",
            "LANG": "en_US.UTF-8",
            "LC_ALL": "C.UTF-8",
            "PAGER": "cat",
        },
        timeout=20,
    )


def test_underdeck_without_a_command_shows_a_menu() -> None:
    menu = start(80, "--lang", "en")
    menu.expect("1  Play Tomb of Four Kings")
    assert "Resume" not in (menu.before or "")
    menu.expect("quits > ")
    menu.sendline("x")
    menu.expect("Type a number from 1 to 8")
    menu.expect("quits > ")
    menu.sendline("7")
    menu.expect("2  Jugar: Calabozo")
    menu.expect("salir > ")
    menu.sendline("1")
    menu.expect(r"Puedes: \[e\]xplorar")
    menu.expect("> ")
    menu.sendline("e")
    menu.expect("Puedes: ")
    menu.expect("> ")
    menu.sendline("salir")
    menu.expect("elige Retomar en el menú")
    menu.expect("0  Retomar tu última partida a medias")
    menu.expect("1  Jugar: La Tumba")
    menu.expect("salir > ")
    menu.sendline("8")
    menu.expect("Salir del modo para lectores de pantalla")
    menu.expect("salir > ")
    menu.sendline("0")
    menu.expect(r"Puedes: \w+ \(\w\)")
    menu.expect("> ")
    menu.sendline("salir")
    menu.expect("salir > ")
    menu.sendline("salir")
    menu.expect(pexpect.EOF)
    menu.close()
    assert menu.exitstatus == 0


def test_a_menu_follows_the_end(home: Path) -> None:
    game = start(80, "play", "tomb", "--deal", " ".join(CARDS))
    for move in ("delve", "draw", "retreat", "retreat"):
        game.expect("> ")
        game.sendline(move)
    game.expect("1  Play again, with a new deal")
    game.expect("leaves > ")
    game.sendline("3")
    game.expect("Tomb of Four Kings, 3 moves.")
    game.expect("leaves > ")
    game.sendline("4")
    game.expect("The deck has 44 cards")
    game.expect("leaves > ")
    game.sendline("2")
    game.expect("You can: ")
    game.expect("> ")
    game.sendline("v")
    game.expect("5♦")
    game.expect("> ")
    game.sendline("draw")
    game.expect("> ")
    game.sendline("r")
    game.expect("you leave with nothing")
    game.expect("> ")
    game.sendline("turn around")
    game.expect("leaves > ")
    game.sendline("1")
    game.expect("Deal ")
    game.expect("> ")
    game.sendline("quit")
    game.expect(pexpect.EOF)
    assert len(list((home / "games").iterdir())) == 2


def test_a_replay_in_plain_mode_is_left_at_a_pause(home: Path) -> None:
    record = Path(__file__).parents[1] / "corpus" / "dungeon" / "rules-1" / "pitch-black.json"
    replay = start(80, "replay", str(record), "--plain")
    replay.expect("Press Enter to go on ")
    replay.sendline()
    replay.expect("Press Enter to go on ")
    replay.sendline("q")
    replay.expect(pexpect.EOF)
    assert "Press Enter" not in (replay.before or "")
    replay.close()
    assert replay.exitstatus == 0


def test_ctrl_c_in_a_replay_returns_to_the_menu(home: Path) -> None:
    game = start(80, "play", "dungeon", "--seed", "1", "--plain")
    for _ in range(2):
        game.expect("\r\n> ")
        game.sendline("resign")
    game.expect("leaves > ")
    game.sendline("3")
    game.expect("Dungeon, ")
    game.sendintr()
    game.expect("1  Play again, with a new deal")
    game.close(force=True)


def test_tab_completes_from_the_legal_moves() -> None:
    game = start(80, "play", "tomb", "--deal", " ".join(CARDS))
    game.expect("> ")
    game.send("de\t\r")
    game.expect("5♦")
    game.expect("> ")
    game.send("und\t\r")
    game.expect("You take the move back")
    game.close(force=True)


def test_long_rules_go_through_the_pager(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho PAGED; cat\n")
    pager.chmod(0o755)
    rules = pexpect.spawn(
        sys.executable,
        ["-c", "from underdeck.cli import main; main()", "rules", "tomb"],
        dimensions=(24, 80),
        encoding="utf-8",
        env={**os.environ, "TERM": "xterm", "PAGER": str(pager)},
        timeout=20,
    )
    rules.expect("PAGED")
    rules.expect("The deck has 44 cards")
    rules.expect(pexpect.EOF)
    assert "\x1b" not in (rules.before or ""), "an unknown pager may not support colors"
    short = start(80, "rules", "tomb", "R-5")
    short.expect("R-5")
    short.expect(pexpect.EOF)
    assert "PAGED" not in (short.before or "")


@pytest.mark.parametrize(
    ("given", "shows", "less"),
    [
        ({}, True, "-R -X -PsSpace shows more, b goes back, q leaves$"),
        ({"PAGER": "less -i", "LESS": "-S"}, True, "-R -S"),
        ({"PAGER": "/usr/bin/less", "LESS": "-iR"}, True, "-iR"),
        ({"PAGER": "more"}, False, None),
    ],
)
def test_less_shows_colors_and_how_to_leave_it(
    given: dict[str, str], shows: bool, less: str | None
) -> None:
    for _ in range(2):
        assert prepare_pager(Words("en"), given) == shows
        assert given.get("LESS") == less
