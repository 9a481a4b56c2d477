"""The lines of the history and of the achievements, and the remarks after a game."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from cli.career_samples import NOON, listed_game
from underdeck.cli.achievements import show_achievements
from underdeck.cli.history import show_games
from underdeck.cli.remarks import show_remarks
from underdeck.cli.terminal import Terminal
from underdeck.say import LANGUAGES, Words
from underdeck.serve import messages

WON_DUNGEON: dict[str, Any] = {
    "game": "dungeon",
    "outcome": "alone",
    "won": True,
    "points": 0,
    "kings": 0,
    "standing": "ranked",
    "origin": "fair",
    "opponents": [
        messages.OpponentShown(1, "bot:careful", "Bertha"),
        messages.OpponentShown(2, "p-ana", "A\x1bna"),
        messages.OpponentShown(3, "", ""),
    ],
}


def shown(
    show: Callable[[Terminal, Any], None],
    found: Any,
    language: str = "en",
    *,
    plain: bool = False,
) -> str:
    """Return what a function shows on a terminal."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    show(Terminal(Words(language), {}, plain=plain, target=out), found)
    out.seek(0)
    return out.read()


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_a_game_is_one_line_with_its_name() -> None:
    games = [
        listed_game(table="tomb-2", standing="ranked", origin="daily"),
        listed_game(table="tomb-1", outcome="slain", kings=0, points=0),
    ]
    assert shown(show_games, games).splitlines() == [
        "2026-11-18  tomb  escaped  2/31  ranked, daily tomb  tomb-2",
        "2026-11-18  tomb  slain    0/0   terminal            tomb-1",
    ]


def test_opponents_are_named_and_printable() -> None:
    line = " ".join(shown(show_games, [listed_game(**WON_DUNGEON)]).split())
    assert line == (
        "2026-11-18 dungeon last one alive ranked table1 against careful (bot), A?na and a player"
    )


def test_a_game_without_a_record_has_no_name_to_replay() -> None:
    assert "table1" not in shown(show_games, [listed_game(has_record=False)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_for_a_screen_reader_a_game_is_a_sentence(language: str) -> None:
    line = " ".join(shown(show_games, [listed_game()], language, plain=True).split())
    assert line.startswith("2026-11-18 ")
    assert line.endswith(
        {
            "en": "Tomb of Four Kings, escaped, 2 kings, 31 points, terminal. Its name is table1.",
            "es": "2 reyes, 31 puntos, terminal. Se llama table1.",
        }[language]
    )


def test_what_no_server_should_send_is_shown_all_the_same() -> None:
    game = listed_game(table="\x1b[2J", game="a\nb", at=1e300, outcome="\x07", house={})
    assert shown(show_games, [game]).split() == ["?", "a?b", "?", "terminal", "?[2J"]
    assert "1 of 0" not in shown(
        show_achievements, messages.Achievements([achievement("daylight", 1, 0)], 0)
    )


def test_no_line_is_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = shown(show_games, [listed_game(), listed_game(**WON_DUNGEON)])
    assert max(map(len, text.splitlines())) <= 40


# Achievements


def achievement(name: str, n: int = 0, goal: int = 1, at: float | None = None) -> Any:
    """Return an achievement."""
    return messages.AchievementShown(name, "tomb", not name, at, None, n, goal)


FOUND = messages.Achievements(
    [
        achievement("daylight", 1, at=NOON),
        achievement("four_kings"),
        achievement("first_hoard", 1, at=NOON + 86_400),
        achievement("twenty_kings", 5, 20),
        achievement(""),
        achievement(""),
    ],
    2,
)


def test_unlocked_achievements_come_first_and_the_newest_of_them_at_the_top() -> None:
    lines = shown(show_achievements, FOUND).splitlines()
    assert lines[:4] == [
        "Achievements: 2 of 6 unlocked",
        "Assisted games, repeated deals and lessons don't count.",
        "  ★ Finders keepers: Bring out a king. (2026-11-18)",
        "  ★ Daylight: Get out of the tomb alive. (2026-11-17)",
    ]


def test_the_others_show_their_progress_the_nearest_first() -> None:
    lines = shown(show_achievements, FOUND).splitlines()
    place = lines.index("Still to do")
    assert lines[place + 1].startswith("  · A score of kings: ")
    assert "(5 of 20 ██▌)" in " ".join(lines[place + 1 : place + 3])
    assert "  · Four of a kind: Get out alive with all four kings." in lines


def test_hidden_achievements_stay_mysteries() -> None:
    assert "2 mysteries\n" in shown(show_achievements, FOUND)


@pytest.mark.parametrize("language", LANGUAGES)
def test_for_a_screen_reader_achievements_are_not_drawn(language: str) -> None:
    assert not set(shown(show_achievements, FOUND, language, plain=True)) & set("★·█▌")


# Remarks


def test_remarks_follow_the_result() -> None:
    game = listed_game(
        remarks=[messages.RemarkShown("second_best", 0), messages.RemarkShown("first_escape_in", 4)]
    )
    assert shown(show_remarks, game) == (
        "Your second-best result so far. Your first escape in 4 games.\n"
    )


def test_an_unlocked_achievement_is_named_and_explained() -> None:
    text = shown(show_remarks, listed_game(achievements=["daylight"]), "es")
    assert text.startswith("Logro conseguido: «")


def test_a_remark_of_a_newer_server_is_left_out() -> None:
    game = listed_game(remarks=[messages.RemarkShown("from_the_future", 3)])
    assert shown(show_remarks, game) == ""
