"""An illegal move of a turn has a reason, computed from the player's view alone."""

import pytest

from games.dungeon.position import Position
from underdeck.games.dungeon.moves import read_move
from underdeck.games.dungeon.reasons import why_not

HAND = "KS QS JS 10S 4S"


def code(position: Position, move: str, seat: int | None = 0) -> str:
    found = why_not(position.view(seat + 1 if seat is not None else None), read_move(move))
    return found.code.removeprefix("dungeon.") if found else ""


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("attack K p3", ""),
        ("dig 10 @0", ""),
        ("dig 9 @0", "no_such_card"),
        ("dig 4 @0", "passage_does_not_fit"),
        ("attack K p2", "target_in_cell"),
        ("attack 4 p3", "no_creature"),
        ("attack K p1", "aimed_at_yourself"),
        ("cave 4 p2", "no_passage"),
        ("cave 4 p3", "front_differs"),
        ("fish J p2 4", "fishes_with_queen"),
        ("accuse p2", "no_passage"),
        ("accuse p3", ""),
        ("rob Q", "robs_with_jack"),
        ("rob J", "no_discards"),
        ("strike", ""),
        ("take 9", ""),
        ("attack K p4", ""),
    ],
)
def test_an_illegal_move_of_the_turn_has_a_reason(move: str, reason: str) -> None:
    assert code(Position({1: HAND}, players=3, dungeons={3: "10H"}), move) == reason


def test_only_the_player_of_the_turn_gets_a_reason() -> None:
    position = Position({1: HAND, 2: "KH"}, players=3, dungeons={3: "10H"})
    assert code(position, "rob J", None) == ""
    assert code(position, "attack K p1", 1) == ""
    assert code(position, "dig 10 @0", 1) == "no_such_card"


def test_a_move_of_a_turn_is_only_badly_timed_as_an_answer() -> None:
    position = Position({1: "QH 9D", 2: HAND}, dungeons={2: "10H"}).play("p1 fish Q p2 9")
    assert position.view(2).pending == "asked"
    assert code(position, "dig 10 @0", 1) == ""


@pytest.mark.parametrize(
    ("hand", "laid", "move", "reason"),
    [
        ("QH 8S 5S 3S AH", [], "fight Q", "creature_too_weak"),
        ("QH 8S 5S 3S AH", [], "fight 8", ""),
        ("KH 8S 3S JH QH", [], "fight 8", "cannot_win_with"),
        ("QH 8S 5S 3S AH", ["p2 fight 8"], "fight Q", "only_passages_added"),
        ("QH 8S 5S 3S AH", ["p2 fight 8"], "fight 9", "no_such_card"),
        ("QH 8S 5S 3S AH", ["p2 fight 8"], "fight A", ""),
    ],
)
def test_4_a_card_that_cannot_be_laid_in_a_fight_has_a_reason(
    hand: str, laid: list[str], move: str, reason: str
) -> None:
    position = Position({1: "KS", 2: hand}, dungeons={2: "10S"})
    position.play("p1 attack K p2", *laid)
    assert code(position, move, 1) == reason


def test_8_no_move_is_aimed_at_a_player_who_is_out() -> None:
    position = Position({1: HAND}, players=3).play("p1 pass", "p1 discard 4", "p2 resign")
    found = why_not(position.view(3), read_move("accuse p2"))
    assert found is not None
    assert (found.code, found.params) == ("dungeon.target_out", {"target": 1})


@pytest.mark.parametrize(("is_short", "first"), [(False, 10), (True, 7)])
def test_d29_the_reason_names_the_first_passage(is_short: bool, first: int) -> None:
    position = Position({1: HAND}, short_tunnel=is_short)
    found = why_not(position.view(1), read_move("dig 4 @0"))
    assert found is not None
    assert found.params == {"first": first}
