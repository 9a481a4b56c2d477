"""The certain cost of a move, before it is made."""

from games.tomb.position import Position
from underdeck.games.tomb.moves import read_move
from underdeck.games.tomb.outlook import Cost, cost_of


def cost(position: Position, move: str) -> Cost | None:
    return cost_of(position.view, read_move(move))


def test_9_3_the_retreat_has_one_turn_fewer_than_the_delve() -> None:
    position = Position("5D 6C 2C 9S 3C 4S").play("delve", "draw")
    assert cost(position, "retreat") == Cost("out_at_once")
    position.play("delve", "draw", "delve", "draw")
    assert cost(position, "retreat") == Cost("turns_to_exit", 2)


def test_8_1_a_blow_costs_hit_points_and_with_the_last_one_life() -> None:
    assert cost(Position("JH 5S 2C").play("delve", "draw"), "suffer") == Cost("damage", 3)
    deadly = Position("10S 3C JH 4C").play("delve", "draw", "draw", "draw")
    assert cost(deadly, "suffer") == Cost("deadly", 6)


def test_6_3_giving_up_on_a_door_costs_the_difference_in_cards() -> None:
    assert cost(Position("JC 9C 4S").play("delve", "draw"), "yield") == Cost("discards", 5)


def test_a_move_that_the_cards_decide_has_no_cost() -> None:
    assert cost(Position("5D"), "delve") is None
