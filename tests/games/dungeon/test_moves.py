"""Moves round-trip as text and as actions; illegal ones are refused."""

import pytest

from games.dungeon.position import Position
from underdeck.cards import code_of
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import (
    ACCUSE,
    ATTACK,
    BID_CARD,
    CAVE,
    COUNTER,
    DIG,
    DISCARD,
    FIGHT,
    FISH,
    PLAY_ACE,
    ROB,
    SAVE,
    TAKE,
    WORDS,
    DungeonMove,
    move_of,
    read_move,
)
from underdeck.refusal import IllegalMove, InvalidMove

LONELY = (
    "pass",
    "strike",
    "retreat",
    "fall",
    "give",
    "deny",
    "believe",
    "demand",
    "burn",
    "yield",
    "resign",
)
ALONE = [WORDS.index(word) for word in LONELY]
JOKER = 14
EVERY_MOVE = [
    *(DungeonMove(kind) for kind in ALONE),
    *(DungeonMove(kind, rank, rank) for kind in (BID_CARD, DISCARD, TAKE) for rank in range(1, 15)),
    *(DungeonMove(SAVE, rank, rank) for rank in range(2, 11)),
    *(
        DungeonMove(DIG, rank, value, place=place)
        for rank in range(1, 15)
        for value in range(2, 11)
        for place in (0, 1, 8, 107, 255)
    ),
    *(
        DungeonMove(CAVE, rank, value, seat)
        for value in range(2, 11)
        for rank in (value, JOKER)
        for seat in range(4)
    ),
    *(
        DungeonMove(ATTACK, rank, value, seat)
        for value in (11, 12, 13)
        for rank in (value, JOKER)
        for seat in range(4)
    ),
    *(
        DungeonMove(FISH, rank, 12, seat, asked)
        for rank in (12, JOKER)
        for seat in range(4)
        for asked in range(1, 15)
    ),
    *(DungeonMove(ACCUSE, target=seat) for seat in range(4)),
    *(DungeonMove(FIGHT, rank, value) for value in range(2, 14) for rank in (value, JOKER)),
    *(DungeonMove(COUNTER, rank, value) for value in (11, 12) for rank in (value, JOKER)),
    *(DungeonMove(ROB, rank, 11) for rank in (11, JOKER)),
    *(DungeonMove(PLAY_ACE, rank, 1) for rank in (1, JOKER)),
]
NOTATION = {
    "bid 9": DungeonMove(BID_CARD, 9, 9),
    "dig 10 @0": DungeonMove(DIG, 10, 10, place=0),
    "dig Jk=10 @0": DungeonMove(DIG, JOKER, 10, place=0),
    "dig 7=10 @0": DungeonMove(DIG, 7, 10, place=0),
    "dig 9 @1": DungeonMove(DIG, 9, 9, place=1),
    "cave 6 p2": DungeonMove(CAVE, 6, 6, 1),
    "cave Jk=6 p2": DungeonMove(CAVE, JOKER, 6, 1),
    "attack K p2": DungeonMove(ATTACK, 13, 13, 1),
    "attack Jk=K p2": DungeonMove(ATTACK, JOKER, 13, 1),
    "rob J": DungeonMove(ROB, 11, 11),
    "rob Jk=J": DungeonMove(ROB, JOKER, 11),
    "fish Q p2 7": DungeonMove(FISH, 12, 12, 1, 7),
    "fish Jk=Q p2 7": DungeonMove(FISH, JOKER, 12, 1, 7),
    "accuse p2": DungeonMove(ACCUSE, target=1),
    "discard 4": DungeonMove(DISCARD, 4, 4),
    "fight 5": DungeonMove(FIGHT, 5, 5),
    "fight J": DungeonMove(FIGHT, 11, 11),
    "fight Jk=10": DungeonMove(FIGHT, JOKER, 10),
    "take 9": DungeonMove(TAKE, 9, 9),
    "save 6": DungeonMove(SAVE, 6, 6),
    "counter J": DungeonMove(COUNTER, 11, 11),
    "counter Jk=Q": DungeonMove(COUNTER, JOKER, 12),
    "ace A": DungeonMove(PLAY_ACE, 1, 1),
    "ace Jk=A": DungeonMove(PLAY_ACE, JOKER, 1),
}


def test_text_and_action_round_trip_for_every_move() -> None:
    for move in EVERY_MOVE:
        assert read_move(str(move)) == move
        assert move_of(move.action) == move
    assert {move.kind for move in EVERY_MOVE} == set(range(1, len(WORDS)))
    assert (
        len({move.action for move in EVERY_MOVE})
        == len({str(move) for move in EVERY_MOVE})
        == len(EVERY_MOVE)
    )


@pytest.mark.parametrize("text", NOTATION)
def test_the_texts_of_the_notation(text: str) -> None:
    assert read_move(text) == NOTATION[text]
    assert str(NOTATION[text]) == text


@pytest.mark.parametrize("kind", ALONE)
def test_a_verb_without_words_after_it(kind: int) -> None:
    assert str(read_move(WORDS[kind])) == WORDS[kind]
    with pytest.raises(InvalidMove):
        read_move(f"{WORDS[kind]} 7")


def test_case_and_spaces_do_not_matter() -> None:
    assert read_move("  DIG  jk=10   @0 ") == read_move("dig Jk=10 @0")
    assert read_move("Fish q P2 jk") == read_move("fish Q p2 Jk")


def test_a_card_may_name_its_own_value_and_is_written_without() -> None:
    assert str(read_move("dig 10=10 @0")) == "dig 10 @0"


def test_the_verb_and_the_words_after_it() -> None:
    move = read_move("fish Jk=Q p2 7")
    assert (move.game, move.word, move.texts(code_of)) == ("dungeon", "fish", ("Jk=Q", "p2", "7"))
    assert (read_move("pass").word, read_move("pass").texts(code_of)) == ("pass", ())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "fly",
        "fly 7",
        "dig",
        "dig 10",
        "dig 10 0",
        "dig 11 @0",
        "dig 7=11 @0",
        "dig 7= @0",
        "dig 10 @",
        "dig 10 @-1",
        "dig 10 @256",
        "dig 10 @1000",
        "dig 10 @٣",
        "cave 6",
        "cave 6 p5",
        "cave 6 p0",
        "cave 6 2",
        "attack K",
        "attack p2",
        "rob",
        "rob 0",
        "fish Q p2",
        "fish Q 7",
        "fish Q p2 1",
        "fish Q p2 14",
        "accuse",
        "accuse p9",
        "accuse K p2",
        "bid",
        "bid 7=8",
        "discard 10S",
        "take",
        "save Jk=6",
        "fight",
        "fight 5 6",
        "counter",
        "ace",
        "ace A p2",
        "pass p2",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        read_move(text)
    assert refusal.value.code == "unknown_move"
    assert refusal.value.params == {"text": text}


# Legality


def test_an_illegal_move_is_refused_with_the_legal_ones_and_changes_nothing() -> None:
    position = Position({1: "10S"})
    before = GAME.clone(position.state)
    with pytest.raises(IllegalMove) as refusal:
        position.play("p1 dig 10 @1")
    assert (refusal.value.code, str(refusal.value.params["move"])) == ("illegal_move", "dig 10 @1")
    assert refusal.value.params["legal"] == GAME.legal(position.state, 0)
    assert position.state == before


def test_after_the_end_every_move_is_refused() -> None:
    position = Position().play("p1 resign")
    for text in ("p2 pass", "p2 resign", "p1 resign"):
        with pytest.raises(IllegalMove) as refusal:
            position.play(text)
        assert refusal.value.code == "game_over"
    assert (GAME.pending_chance(position.state), GAME.waiting(position.state)) == ((), ())


def test_an_unknown_seat_has_no_moves_and_the_view_of_a_spectator() -> None:
    position = Position()
    assert GAME.legal(position.state, 2) == GAME.legal(position.state, -1) == ()
    assert (
        GAME.view(position.state, 2)
        == GAME.view(position.state, -1)
        == GAME.view(position.state, None)
    )
    assert position.view().legal == ()


def test_a_clone_shares_nothing_mutable() -> None:
    position = Position({1: "10S"})
    copy = GAME.clone(position.state)
    position.play("p1 dig 10 @0")
    assert copy != position.state
    assert copy.depth == [0, 0, 0, 0]
