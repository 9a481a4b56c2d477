"""The house: games by name, options from text, and states that copy themselves."""

from dataclasses import fields

import pytest

from underdeck.game import GAMES, find_game
from underdeck.house import house_text, read_house
from underdeck.refusal import Refusal
from underdeck.tomb.house import House
from underdeck.tomb.state import DECK, State


def test_every_registered_game_is_found_by_its_name() -> None:
    for name in GAMES:
        assert find_game(name).name == name


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        find_game("chess")
    assert (refusal.value.code, refusal.value.params) == ("unknown_game", {"name": "chess", "games": list(GAMES)})


@pytest.mark.parametrize("text", ["on", "ON", "true", "yes", "1"])
def test_a_switch_is_read_in_many_ways(text: str) -> None:
    assert read_house(House, {"drop_sum": text}) == House(drop_sum=True)
    assert read_house(House, {"drop_sum": True}) == House(drop_sum=True)


@pytest.mark.parametrize("text", ["off", "false", "no", "0", "Off"])
def test_and_switched_off_as_well(text: str) -> None:
    assert read_house(House, {"scroll_in_discards": text}) == House(scroll_in_discards=False)
    assert read_house(House, {"scroll_in_discards": False}) == House(scroll_in_discards=False)


def test_a_number_is_read_as_a_number() -> None:
    assert read_house(House, {"earliest_turnaround": "2"}) == read_house(House, {"earliest_turnaround": 2}) == House(earliest_turnaround=2)


@pytest.mark.parametrize(
    ("name", "value"), [("earliest_turnaround", "3"), ("earliest_turnaround", True), ("drop_sum", "maybe"), ("drop_sum", [])]
)
def test_a_value_that_can_not_be_is_refused_with_those_that_can(name: str, value: object) -> None:
    with pytest.raises(Refusal) as refusal:
        read_house(House, {name: value})
    assert refusal.value.code == "house_value"
    assert refusal.value.params["values"] == (["1", "2"] if name == "earliest_turnaround" else ["off", "on"])


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        read_house(House, {"free_drinks": "on"})
    assert refusal.value.params["names"] == [option.name for option in fields(House)]


def test_options_as_they_are_typed() -> None:
    assert [house_text(value) for value in (True, False, 2)] == ["on", "off", "2"]


def test_a_clone_has_every_field_and_shares_no_list() -> None:
    state = State(House(), [*DECK, 0], hand=5, turn=3, phase=2)
    copy = state.clone()
    assert copy == state
    for part in fields(State):
        old, new = getattr(state, part.name), getattr(copy, part.name)
        assert old == new
        assert (old is not new) if isinstance(old, list) else True


def test_a_refusal_tells_its_code_and_parts() -> None:
    assert str(Refusal("unknown_card", text="x")) == "unknown_card(text='x')"
