"""Moves round-trip as text and as actions."""

import pytest

from underdeck.cards import code_of, read_card
from underdeck.games.tomb.moves import (
    DRAW,
    DROP,
    LEAVE,
    PLAY,
    WITH_CARD,
    WORDS,
    TombMove,
    move_of,
    read_move,
)
from underdeck.games.tomb.state import DECK, TREASURES
from underdeck.refusal import InvalidMove

EVERY_MOVE = [
    *(TombMove(kind) for kind in range(1, len(WORDS)) if kind not in WITH_CARD),
    *(TombMove(kind, card) for kind in sorted(WITH_CARD) for card in DECK),
]


@pytest.mark.parametrize("move", EVERY_MOVE, ids=str)
def test_text_and_action_round_trip(move: TombMove) -> None:
    assert read_move(str(move)) == move
    assert move_of(move.action) == move


def test_a_move_names_its_game() -> None:
    assert TombMove(DRAW).game == "tomb"


def test_the_texts_of_the_notation() -> None:
    texts = ["delve", "retreat", "onward", "draw", "dodge", "suffer", "yield", "read"]
    assert [str(read_move(text)) for text in texts] == texts
    assert read_move("play JS") == TombMove(PLAY, read_card("JS"))
    assert read_move("drop 8D") == TombMove(DROP, read_card("8D"))
    assert read_move("leave 5D") == TombMove(LEAVE, read_card("5D"))
    assert read_move("draw") == TombMove(DRAW)


def test_case_and_symbols_are_read_too() -> None:
    assert read_move(" Drop  10♦ ") == read_move("drop 10D")
    assert read_move("LEAVE jk") == TombMove(LEAVE, TREASURES[-1])


def test_word_and_cards() -> None:
    assert (read_move("drop 8D").word, read_move("drop 8D").texts(code_of)) == ("drop", ("8D",))
    assert (read_move("draw").word, read_move("draw").texts(code_of)) == ("draw", ())


@pytest.mark.parametrize(
    "text", ["", "  ", "fly", "draw 8D", "drop", "drop 8D 9D", "play", "play J S"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        read_move(text)
    assert refusal.value.code == "unknown_move"
    assert refusal.value.params == {"text": text}


def test_an_unknown_card_is_named() -> None:
    with pytest.raises(InvalidMove) as refusal:
        read_move("drop 11D")
    assert (refusal.value.code, refusal.value.params) == ("unknown_card", {"text": "11D"})
