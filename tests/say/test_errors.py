"""Exceptions read as sentences."""

import pytest

from underdeck.games.tomb.moves import read_move
from underdeck.refusal import AmbiguousMove, IllegalMove, InvalidMove, Refusal

DELVE, DRAW = read_move("delve"), read_move("draw")


def test_an_illegal_move_is_refused_with_the_legal_ones() -> None:
    refusal = IllegalMove("illegal_move", move=DRAW, legal=(DELVE, read_move("drop KH")))
    assert str(refusal) == "illegal move 'draw': legal are delve, drop KH"
    assert str(IllegalMove("illegal_move", move=DRAW, legal=(DELVE,))) == (
        "illegal move 'draw': legal is delve"
    )


def test_a_seat_without_legal_moves_learns_that() -> None:
    refusal = IllegalMove("illegal_move", move=DRAW, legal=())
    assert str(refusal) == "illegal move 'draw': no move of this seat is legal now"


def test_many_legal_moves_are_counted() -> None:
    refusal = AmbiguousMove("ambiguous_move", text="d", legal=(DRAW,) * 15)
    assert str(refusal).endswith("draw, draw and 3 more")


def test_a_text_that_is_no_move() -> None:
    assert str(InvalidMove("unknown_move", text="drew")) == "'drew' isn't a move"
    assert str(InvalidMove("unknown_move", text="drew", legal=(DRAW,))) == (
        "'drew' isn't a move: legal is draw"
    )


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (
            Refusal("unknown_game", name="chess", games=["tomb", "dungeon"]),
            "there is no game 'chess': choose from tomb, dungeon",
        ),
        (
            Refusal("two_deals", options=["seed", "code"]),
            "choose one way to deal: seed, code",
        ),
        (
            Refusal("tomb.no_skill", card=8),
            "2S is not a skill. Only jacks are played.",
        ),
        (
            Refusal("file_missing", path="a.json"),
            "there is no file 'a.json'",
        ),
        (
            Refusal("policy_knobs", name="mine.py"),
            "KNOBS in the policy mine.py must give each parameter a whole number and a "
            "description: {'deep': (5, 'turn around after this many turns')}",
        ),
    ],
)
def test_other_sentences_are_the_catalogues(refusal: Refusal, sentence: str) -> None:
    assert str(refusal) == sentence


def test_a_code_without_a_sentence_names_its_parameters() -> None:
    refusal = Refusal("pit_closed", level=3, names=["a", "b"])
    assert str(refusal) == "pit closed: level 3, names a, b"
    assert str(Refusal("pit.closed")) == "pit.closed"
    assert str(IllegalMove("illegal_move", legal=(DRAW,))) == "illegal move: legal draw"


def test_control_characters_of_a_users_text_are_replaced() -> None:
    assert str(InvalidMove("unknown_move", text="a\x1b[2J")) == "'a?[2J' isn't a move"
