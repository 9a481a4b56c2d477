"""Lessons: the script, its comments, and choices that leave the script."""

import tomllib
from importlib.resources import files

import pytest

from cli.run import underdeck
from underdeck.games.dungeon.lesson import dungeon_lesson
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.say import LANGUAGES, Words

MOVES = walkthrough().record.moves
TYPED = "\n".join(MOVES) + "\n"


def one_line(text: str) -> str:
    return " ".join(text.replace("  | ", " ").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commentary_follows_the_record_move_by_move(language: str) -> None:
    texts = tomllib.loads(
        files("underdeck.say").joinpath(language, "walkthrough.toml").read_text("utf-8")
    )
    assert [move["text"] for move in texts["move"]] == MOVES
    assert all(move.keys() == {"text", "before", "why"} for move in texts["move"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_learner_who_follows_the_script(language: str) -> None:
    words = Words(language)
    ran = underdeck("learn", "tomb", "--lang", language, typed=TYPED)
    out = one_line(ran.out)
    assert ran.code == 0
    texts = words.file("walkthrough")
    assert one_line(texts["intro"]) in out
    assert one_line(texts["outro"]) in out
    for move in texts["move"]:
        assert one_line(move["before"]) in out
        assert one_line(move["why"]) in out
    assert out.count(words.say("cli.learn.same")) > 10
    assert "4/68" in out


def test_each_kind_of_card_is_explained_once() -> None:
    out = one_line(underdeck("learn", "tomb", typed=TYPED).out)
    assert out.count("Diamonds are treasure with a trap.") == 1
    assert out.count("Spades are monsters.") == 1
    assert out.count("Clubs are sealed doors.") == 1
    assert (
        out.index("Diamonds are treasure")
        < out.index("Clubs are sealed")
        < out.index("Spades are monsters")
    )


def test_another_choice_is_compared_with_the_script() -> None:
    typed = "\n".join([*MOVES[:8], "draw", "", *MOVES[9:]]) + "\n"
    out = one_line(underdeck("learn", "tomb", typed=typed).out)
    assert "The lesson's player chooses otherwise: play J♠ (Go Berserk)." in out
    assert "4/68" in out


def test_a_learner_may_leave_the_script() -> None:
    typed = "\n".join([*MOVES[:2], "retreat", "mine"]) + "\n"
    out = one_line(underdeck("learn", "tomb", typed=typed).out)
    assert "Your own way, then" in out
    assert "Not a win: 4 kings are missing. Score 0/0." in out
    assert "That was your own way through the lesson's deck." in out


def test_undo_returns_to_the_script() -> None:
    typed = "\n".join(["delve", "draw", "retreat", "mine"]) + "\n"
    assert "Score 0/0" in underdeck("learn", "tomb", typed=typed).out
    typed = "\n".join([*MOVES[:8], "draw", "mine", "undo", *MOVES[8:]]) + "\n"
    out = underdeck("learn", "tomb", typed=typed).out
    assert "You take the move back." in out
    assert "4/68" in out
    assert "assisted" not in out


def test_an_answer_that_is_neither_asks_again() -> None:
    typed = "\n".join([*MOVES[:2], "retreat", "quit", "retreat", "", *MOVES[3:]]) + "\n"
    out = one_line(underdeck("learn", "tomb", typed=typed).out)
    assert "Then choose again, or type help." in out
    assert "4/68" in out


def test_leaving_the_lesson_and_help_in_it() -> None:
    out = underdeck("learn", "tomb", typed="help\nrules 5\nfly\nsave\nquit\n").out
    assert "A lesson isn't saved" in out
    assert "leave the lesson" in out
    assert "resume" not in out
    assert "What you can do now, each with its key:" in out
    assert "§5 Traps" in out
    assert "I don't understand" in out
    assert "learn tomb\n" in out


def test_a_lesson_leaves_no_saved_game() -> None:
    underdeck("learn", "tomb", typed="delve\n")
    assert underdeck("resume").code == 1


def test_plain_lessons_have_no_symbols() -> None:
    assert underdeck("learn", "tomb", "--plain", typed=TYPED).out.isascii()


DUNGEON = [
    move.removeprefix("p1 ") for move in dungeon_lesson().record.moves if move.startswith("p1 ")
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_learner_of_dungeon_who_follows_the_lesson(language: str) -> None:
    words = Words(language)
    texts = words.file("dungeon_lesson")
    assert [move["text"] for move in texts["move"]] == DUNGEON
    assert dungeon_lesson().result() == {
        "ending": "escaped",
        "winner": 0,
        "alive": [0, 2],
        "turns": 34,
        "assisted": False,
    }
    ran = underdeck("learn", "dungeon", "--lang", language, typed="\n".join(DUNGEON) + "\n")
    out = one_line(ran.out)
    assert ran.code == 0
    assert one_line(texts["intro"]) in out
    assert one_line(texts["outro"]) in out
    for move in texts["move"]:
        assert one_line(move["before"]) in out
        assert one_line(move["why"]) in out
    for key in (
        "bid",
        "dig",
        "branch",
        "cave",
        "attack",
        "fight",
        "retreat",
        "rob",
        "fish",
        "demand",
        "ace",
        "ace_window",
        "win",
    ):
        assert out.count(one_line(words.say(f"dungeon.explain.{key}"))) == 1, key


def test_a_learner_of_dungeon_may_leave_the_script() -> None:
    typed = "\n".join([*DUNGEON[:1], "pass", "mine", "help", "undo", "save", "quit"]) + "\n"
    out = one_line(underdeck("learn", "dungeon", typed=typed).out)
    assert "Your own way, then" in out
    assert "learn dungeon" in out
    assert underdeck("resume").code == 1
