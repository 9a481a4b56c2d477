"""The house: games by name, options from text, and states that copy themselves."""

from dataclasses import fields

import pytest

from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, State
from underdeck.options import option_text, read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_game, game_names


def test_every_registered_game_is_found_by_its_name() -> None:
    for name in game_names():
        assert find_game(name).name == name


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        find_game("chess")
    assert (refusal.value.code, refusal.value.params) == (
        "unknown_game",
        {"name": "chess", "games": game_names()},
    )


@pytest.mark.parametrize("text", ["on", "ON", "true", "yes", "1"])
def test_a_switch_is_read_in_many_ways(text: str) -> None:
    assert read_options(Options, {"drop_sum": text}) == Options(drop_sum=True)
    assert read_options(Options, {"drop_sum": True}) == Options(drop_sum=True)


@pytest.mark.parametrize("text", ["off", "false", "no", "0", "Off"])
def test_and_switched_off_as_well(text: str) -> None:
    assert read_options(Options, {"scroll_in_discards": text}) == Options(scroll_in_discards=False)
    assert read_options(Options, {"scroll_in_discards": False}) == Options(scroll_in_discards=False)


def test_a_number_is_read_as_a_number() -> None:
    assert (
        read_options(Options, {"earliest_turnaround": "2"})
        == read_options(Options, {"earliest_turnaround": 2})
        == Options(earliest_turnaround=2)
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("earliest_turnaround", "3"),
        ("earliest_turnaround", True),
        ("drop_sum", "maybe"),
        ("drop_sum", []),
    ],
)
def test_a_value_that_can_not_be_is_refused_with_those_that_can(name: str, value: object) -> None:
    with pytest.raises(Refusal) as refusal:
        read_options(Options, {name: value})
    assert refusal.value.code == "house_value"
    assert refusal.value.params["values"] == (
        ["1", "2"] if name == "earliest_turnaround" else ["off", "on"]
    )


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        read_options(Options, {"free_drinks": "on"})
    assert refusal.value.params["names"] == [option.name for option in fields(Options)]


def test_options_as_they_are_typed() -> None:
    assert [option_text(value) for value in (True, False, 2)] == ["on", "off", "2"]


def test_a_clone_has_every_field_and_shares_no_list() -> None:
    state = State(Options(), [*DECK, 0], hand=5, turn=3, phase=2)
    copy = state.clone()
    assert copy == state
    for part in fields(State):
        old, new = getattr(state, part.name), getattr(copy, part.name)
        assert old == new
        assert (old is not new) if isinstance(old, list) else True


def test_a_refusal_tells_its_code_and_parts() -> None:
    assert str(Refusal("unknown_card", text="x")) == "unknown_card(text='x')"
