"""A real terminal: colors, window size, line editing and Ctrl-C."""

import io
import re
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from cli.book import BOOK, CARDS, saves
from cli.on_terminal import OnTerminal, finish, on_terminal
from underdeck.cli.terminal import Terminal, prepare_pager
from underdeck.say import Words

MOVES = BOOK.moves


def play_book(
    *args: str, size: tuple[int, int] = (80, 24), **environment: str
) -> AbstractContextManager[OnTerminal]:
    """Play the walkthrough's deal on a terminal."""
    return on_terminal("play", "tomb", "--deal", CARDS, *args, size=size, **environment)


@pytest.mark.parametrize(("language", "end"), [("en", "Score 4/68"), ("es", "Puntuación: 4/68")])
def test_a_whole_game_at_80_by_24(language: str, end: str) -> None:
    with play_book("--lang", language) as game:
        for move in MOVES:
            game.expect("> ")
            screen = game.before or ""
            assert len(screen.splitlines()) <= 24
            game.sendline(move)
        game.expect(end)
        game.expect(" > ")
        game.sendline()
        assert finish(game) == 0


def test_the_first_undo_asks_before_it_marks_the_game_as_assisted() -> None:
    with play_book(size=(120, 40)) as game:
        for typed in ("delve", "undo"):
            game.expect("> ")
            game.sendline(typed)
        game.expect("marks the game as assisted: .* Type yes to go on > ")
        game.sendline("no")
        game.expect("> ")
        assert "take the move back" not in (game.before or "")
        game.sendline("undo")
        game.expect("Type yes to go on > ")
        game.sendline("yes")
        game.expect("You take the move back")
        for typed in ("delve", "undo"):
            game.expect("> ")
            game.sendline(typed)
        game.expect("You take the move back")


def test_hearts_and_diamonds_are_red_unless_colors_are_off() -> None:
    with play_book() as game:
        game.expect("> ")
        assert "\x1b[31m" in (game.before or "")
    with play_book(NO_COLOR="1") as plain:
        plain.expect("> ")
        assert "\x1b[" not in (plain.before or "")


def test_forty_columns_are_enough() -> None:
    with play_book(size=(40, 24)) as game:
        for move in MOVES[:20]:
            game.expect("> ")
            for line in (game.before or "").splitlines():
                assert len(re.sub(r"\x1b\[[0-9;?]*[a-z]", "", line)) <= 40, line
            game.sendline(move)


def test_ctrl_c_and_ctrl_d_at_the_prompt(home: Path) -> None:
    with play_book() as game:
        game.expect("> ")
        game.sendline("delve")
        game.expect("> ")
        game.sendintr()
        game.expect("Your game is saved")
        game.expect("Stopped.")
        assert finish(game) == 130
    with play_book() as again:
        again.expect("> ")
        again.sendeof()
        again.expect("nothing to save")
        assert finish(again) == 0
    assert len(list((home / "games").iterdir())) == 1


def test_a_lesson_waits_before_it_scrolls_away() -> None:
    with on_terminal("learn", "tomb") as lesson:
        for move in MOVES[:8]:
            while lesson.expect([r"Press Enter to go on", r"\r\n> "]) == 0:
                assert len((lesson.before or "").splitlines()) <= 24
                lesson.sendline()
            assert len((lesson.before or "").splitlines()) <= 24
            lesson.sendline(move)


@pytest.mark.parametrize("plain", [False, True])
def test_people_at_one_terminal_leave_nothing_behind_for_the_next(plain: bool) -> None:
    args = ["play", "dungeon", "--bots", "", "--seed", "3", *(["--plain"] if plain else [])]
    with on_terminal(*args, NO_COLOR="1") as game:
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


def start(*args: str, size: tuple[int, int] = (80, 24)) -> AbstractContextManager[OnTerminal]:
    """Start a command without colors on a terminal."""
    plain = {"NO_COLOR": "1", "LANG": "en_US.UTF-8", "LC_ALL": "C.UTF-8", "PAGER": "cat"}
    return on_terminal(*args, size=size, **plain)


def test_underdeck_without_a_command_shows_a_menu() -> None:
    with start("--lang", "en") as menu:
        menu.expect("1  Play Tomb of Four Kings")
        assert "Resume" not in (menu.before or "")
        menu.expect("quits > ")
        menu.sendline("x")
        menu.expect("Type a number from 1 to 13")
        menu.expect("quits > ")
        menu.sendline("12")
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
        menu.sendline("13")
        menu.expect("Salir del modo para lectores de pantalla")
        menu.expect("salir > ")
        menu.sendline("0")
        menu.expect(r"Puedes: \w+ \(\w\)")
        menu.expect("> ")
        menu.sendline("salir")
        menu.expect("salir > ")
        menu.sendline("salir")
        assert finish(menu) == 0


def test_a_menu_follows_the_end(home: Path) -> None:
    with start("play", "tomb", "--deal", CARDS) as game:
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
        assert finish(game) == 0
    assert len(saves(home)) == 2


def test_a_replay_in_plain_mode_is_left_at_a_pause() -> None:
    record = Path(__file__).parents[1] / "corpus" / "dungeon" / "rules-1" / "pitch-black.json"
    with start("replay", str(record), "--plain") as replay:
        replay.expect("Press Enter to go on ")
        replay.sendline()
        replay.expect("Press Enter to go on ")
        replay.sendline("q")
        assert finish(replay) == 0
        assert "Press Enter" not in (replay.before or "")


def test_ctrl_c_in_a_replay_returns_to_the_menu() -> None:
    pause = "Press Enter to go on "
    with start("play", "dungeon", "--seed", "1", "--plain", size=(80, 4)) as game:
        for prompt, line in (("\r\n> ", "resign"), ("\r\n> ", "resign"), ("leaves > ", "3")):
            while game.expect([pause, prompt]) == 0:
                game.sendline()
            game.sendline(line)
        game.expect(pause)
        game.sendintr()
        game.expect("1  Play again, with a new deal")


def test_tab_completes_from_the_legal_moves() -> None:
    with start("play", "tomb", "--deal", CARDS) as game:
        game.expect("> ")
        game.send("de\t\r")
        game.expect("5♦")
        game.expect("> ")
        game.send("und\t\r")
        game.expect("Type yes to go on")


def test_long_rules_go_through_the_pager(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho PAGED; cat\n")
    pager.chmod(0o755)
    with on_terminal("rules", "tomb", PAGER=str(pager)) as rules:
        rules.expect("PAGED")
        rules.expect("The deck has 44 cards")
        assert finish(rules) == 0
        assert "\x1b" not in (rules.before or ""), "an unknown pager may not support colors"
    with on_terminal("rules", "tomb", "R-5", PAGER=str(pager)) as short:
        short.expect("R-5")
        assert "PAGED" not in (short.before or "")
        assert finish(short) == 0
        assert "PAGED" not in (short.before or "")


@pytest.mark.parametrize(
    ("given", "shows", "less"),
    [
        (
            {},
            True,
            r"-R -X -Ps?eThe end\: b goes back, q leaves:Space shows more, b goes back, q leaves.$",
        ),
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


def test_a_long_question_is_wrapped_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    out = io.StringIO()
    screen = Terminal(Words("en"), {}, plain=False, source=io.StringIO("yes\n"), target=out)
    question = screen.words.say("cli.count.sure") + " > "
    assert len(question) > 100
    assert screen.ask(question) == "yes"
    lines = out.getvalue().splitlines()
    assert all(len(line) <= screen.width for line in lines)
    assert " ".join(lines) == f"{question}yes"
