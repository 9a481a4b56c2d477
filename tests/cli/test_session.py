"""Lines typed during a game of Tomb: moves, commands and refusals."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.book import BOOK, CARDS, TYPED, blocked, saved
from cli.run import underdeck


def test_undo_marks_the_game_as_assisted(home: Path) -> None:
    ran = underdeck("play", "tomb", "--deal", CARDS, typed="delve\nundo\n" + TYPED)
    assert "This game is marked as assisted." in ran.out
    data = saved(home)
    assert data["assists"] == ["undo"]
    assert data["result"]["assisted"] is True
    assert data["moves"] == BOOK.moves


def test_counting_cards_marks_the_game_and_shows_them_without_their_order(home: Path) -> None:
    ran = underdeck("play", "tomb", "--deal", CARDS, typed="delve\ncount\ncount\ndraw\nquit\n")
    assert ran.out.count("From here on the game is marked as assisted.") == 1
    assert ran.out.count("Still in the deck: 43 cards.") == 2
    assert "Traps: 2♦ 3♦ 4♦ 6♦ 7♦ 8♦ 9♦ 10♦\n" in ran.out
    assert "Torches: A♠ A♥ A♦ A♣\n" in ran.out
    assert saved(home)["assists"] == ["count"]
    assert "marcada como «con ayuda»" in " ".join(
        underdeck("play", "tomb", "--lang", "es", typed="contar\n").out.split()
    )


def test_the_ace_under_the_deck_is_named_by_the_counter() -> None:
    read = BOOK.moves.index("read") + 1
    out = underdeck(
        "play", "tomb", "--deal", CARDS, typed="\n".join([*BOOK.moves[:read], "count"])
    ).out
    assert re.search(r"You know that A[♠♥♦♣] lies at the bottom\.", out)


def test_a_count_that_can_not_be_saved_marks_nothing(home: Path) -> None:
    def typed() -> Iterator[str]:
        yield "delve\n"
        with blocked(home):
            yield "count\n"
        yield "draw\nquit\n"

    out = " ".join(underdeck("play", "tomb", "--deal", CARDS, typed=typed()).out.split())
    assert "try again." in out
    assert "Still in the deck" not in out
    assert (saved(home)["moves"], saved(home)["assists"]) == (["delve", "draw"], [])


def test_undo_at_the_very_beginning() -> None:
    assert "There is nothing to undo." in underdeck("play", "tomb", typed="undo\n").out


def test_an_undo_that_can_not_be_saved_is_not_done(home: Path) -> None:
    def typed() -> Iterator[str]:
        yield "delve\n"
        with blocked(home):
            yield "undo\n"
        yield "look\ndraw\nquit\n"

    out = " ".join(underdeck("play", "tomb", "--deal", CARDS, typed=typed()).out.split())
    refused, _, after = out.partition("try again.")
    assert "Can't save the game" in refused
    assert "You can: [d]raw." in after
    assert (saved(home)["moves"], saved(home)["assists"]) == (["delve", "draw"], [])


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("fly", 'I don\'t understand "fly". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("retreat", "A turn is running: finish it first. You can: [d]raw, dr[o]p 8♦."),
        ("play JS", "J♠ is not in your hand. You can: [d]raw, dr[o]p 8♦."),
        ("dr", '"dr" could mean several things: [d]raw, dr[o]p 8♦.'),
        ("r", "A turn is running: finish it first. You can: [d]raw, dr[o]p 8♦."),
        ("s", "No blow is falling on you. You can: [d]raw, dr[o]p 8♦."),
        ("q", "Type quit in full."),
        ("u", "Type undo in full."),
        ("qui", "Type quit in full."),
        ("und", "Type undo in full."),
        ("coun", "Type count in full."),
        ("drop 1", 'I don\'t understand "drop 1". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("drop 11D", 'I don\'t understand "drop 11D". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("play", "You hold no skill that works here. You can: [d]raw, dr[o]p 8♦."),
        ("quit now", 'I don\'t understand "quit now".'),
        ("´", 'I don\'t understand "´".'),
        ("a´b", 'I don\'t understand "a´b".'),
        ("", "> You can: [d]raw, dr[o]p 8♦. Or type help."),
        ("del", "A turn is running: finish it first. You can: [d]raw, dr[o]p 8♦."),
        ("re", 'I don\'t understand "re". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("\x1b[31m\x07", 'I don\'t understand "?[31m?". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("rules 99", 'The rules have no section "99".'),
        ("\udcff\udcfe", "I don't understand"),
    ],
)
def test_refused_lines_are_answered_with_the_legal_moves(typed: str, answer: str) -> None:
    ran = underdeck(
        "play", "tomb", "--deal", CARDS, typed="\n".join([*BOOK.moves[:10], typed]) + "\n"
    )
    assert ran.code == 0
    assert answer in " ".join(ran.out.split())


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("d", "draw"),
        ("dra", "draw"),
        ("DRAW", "draw"),
        ("o", "drop 8D"),
        ("o 8", "drop 8D"),
        ("dro", "drop 8D"),
        ("drop 8", "drop 8D"),
        ("8♦", "drop 8D"),
        ("8d", "drop 8D"),
    ],
)
def test_short_forms(home: Path, typed: str, played: str) -> None:
    underdeck("play", "tomb", "--deal", CARDS, typed="\n".join([*BOOK.moves[:10], typed]) + "\n")
    assert saved(home)["moves"][-1] == played


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("s", "draw"),
        ("sac", "draw"),
        ("robar", "draw"),
        ("rob", "draw"),
        ("draw", "draw"),
        ("o", "drop 8D"),
        ("solt", "drop 8D"),
        ("drop 8D", "drop 8D"),
        ("SOLTAR 8", "drop 8D"),
    ],
)
def test_short_forms_in_spanish(home: Path, typed: str, played: str) -> None:
    underdeck(
        "play",
        "tomb",
        "--deal",
        CARDS,
        "--lang=es",
        typed="\n".join([*BOOK.moves[:10], typed]) + "\n",
    )
    assert saved(home)["moves"][-1] == played


def test_commands_in_spanish_with_and_without_accents() -> None:
    out = underdeck(
        "play", "tomb", "--lang", "es", typed="AYUDA\nreg 9.1\nmir\nhelp\n?\nregl\nsalir\n"
    ).out
    assert out.count("Lo que puedes hacer ahora, cada cosa con su tecla:") == 3
    assert "§7 La luz" in out
    assert "§9.1" in out


def test_house_rules_are_found_by_their_name_in_either_language() -> None:
    for language, typed in (("es", "reglas casa"), ("es", "reglas house"), ("en", "rules house")):
        assert "drop_sum" in underdeck("play", "tomb", "--lang", language, typed=f"{typed}\n").out
    assert (
        underdeck("rules", "tomb", "casa", "--lang", "es").out
        == underdeck("rules", "tomb", "house", "--lang", "es").out
    )


def test_enter_alone_makes_the_only_move(home: Path) -> None:
    underdeck("play", "tomb", "--deal", CARDS, typed="\n\n")
    assert saved(home)["moves"] == ["delve", "draw"]
