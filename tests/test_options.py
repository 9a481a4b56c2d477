"""Rule options from text and data."""

from dataclasses import fields

import pytest

from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb.options import Options
from underdeck.options import option_text, read_options
from underdeck.refusal import Refusal


@pytest.mark.parametrize("value", ["on", "ON", "true", "yes", "1", True])
def test_a_switch_can_be_turned_on_in_several_ways(value: object) -> None:
    assert read_options(Options, {"drop_sum": value}) == Options(drop_sum=True)


@pytest.mark.parametrize("value", ["off", "false", "no", "0", "Off", False])
def test_a_switch_can_be_turned_off_in_several_ways(value: object) -> None:
    assert read_options(Options, {"scroll_in_discards": value}) == Options(scroll_in_discards=False)


@pytest.mark.parametrize("value", ["2", 2])
def test_a_choice_of_numbers_is_read_as_a_number(value: object) -> None:
    assert read_options(Options, {"earliest_turnaround": value}) == Options(earliest_turnaround=2)


@pytest.mark.parametrize("value", ["100", 100])
def test_a_number_within_a_range_is_read(value: object) -> None:
    assert read_options(DungeonOptions, {"turn_limit": value}) == DungeonOptions(turn_limit=100)


@pytest.mark.parametrize("value", [True, "-1", "1.5", "1" * 10, "999999999", "many"])
def test_a_number_outside_its_range_is_refused_with_the_range(value: object) -> None:
    with pytest.raises(Refusal) as refusal:
        read_options(DungeonOptions, {"turn_limit": value})
    assert refusal.value.params["values"] == ["0 ... 9999"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("earliest_turnaround", "3"),
        ("earliest_turnaround", True),
        ("drop_sum", "maybe"),
        ("drop_sum", []),
    ],
)
def test_an_impossible_value_is_refused_with_the_possible_ones(name: str, value: object) -> None:
    with pytest.raises(Refusal) as refusal:
        read_options(Options, {name: value})
    assert refusal.value.code == "house_value"
    assert refusal.value.params["values"] == (
        ["1", "2"] if name == "earliest_turnaround" else ["off", "on"]
    )


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refusal) as refusal:
        read_options(Options, {"free_drinks": "on"})
    assert refusal.value.code == "unknown_house_rule"
    assert refusal.value.params["names"] == [option.name for option in fields(Options)]


def test_the_text_of_a_value_is_what_people_type() -> None:
    assert [option_text(value) for value in (True, False, 2)] == ["on", "off", "2"]
