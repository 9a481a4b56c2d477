"""The table of options: defaults, refused values and refused combinations."""

from typing import Any

import pytest

from underdeck.games.dungeon.options import Options, is_dark, is_wild
from underdeck.options import read_options
from underdeck.refusal import Refusal


def test_the_defaults_are_those_of_the_table_of_options() -> None:
    options = read_options(Options, {})
    assert (options.players, options.decks, options.counter_attack, options.turn_limit) == (
        2,
        0,
        0,
        0,
    )
    switches = (
        "jokers_wild almost_black pitch_black suicide_queen ace_high random_start must_play "
        "demand_shows_all reveal_on_escape"
    )
    assert not any(
        getattr(options, name)
        for name in [
            *switches.split(),
            "surrender_keeps_rest",
            "aces_in_fights",
            "accuse_freely",
            "short_tunnel",
        ]
    )


def refusal_of(**options: Any) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refusal) as refusal:
        read_options(Options, options)
    return refusal.value.code, refusal.value.params


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", 1),
        ("players", 5),
        ("decks", 3),
        ("counter_attack", 4),
        ("turn_limit", -1),
        ("turn_limit", 10_000),
        ("must_play", "maybe"),
    ],
)
def test_a_value_that_the_table_of_options_does_not_have_is_refused(
    name: str, value: object
) -> None:
    code, params = refusal_of(**{name: value})
    assert (code, params["name"], params["value"]) == ("house_value", name, str(value))


def test_two_players_with_two_decks_are_refused() -> None:
    assert refusal_of(players=2, decks=2) == ("house_two_decks", {})


def test_a_moot_value_is_no_default_and_every_value_exists() -> None:
    for option, value, other, other_value in Options.MOOT:
        assert getattr(Options(), option) != value
        assert getattr(read_options(Options, {other: other_value}), other) == other_value


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_number_of_decks_is_moot_unless_it_differs_from_the_usual_one(players: int) -> None:
    usual = Options(players=players).deck_count
    moot = {value for option, value, _, of in Options.MOOT if (option, of) == ("decks", players)}
    assert moot == ({1, 2} if players == 2 else {usual})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pitch_black", "almost_black"),
        ("pitch_black", "jokers_wild"),
        ("almost_black", "jokers_wild"),
    ],
)
def test_a_variant_with_one_that_it_includes_is_refused(one: str, other: str) -> None:
    assert refusal_of(**{one: True, other: True}) == (
        "house_includes",
        {"one": one, "other": other},
    )


@pytest.mark.parametrize(("one", "other"), Options.NEEDS.items())
def test_an_option_that_needs_another_is_refused_without_it(one: str, other: str) -> None:
    assert refusal_of(**{one: True}) == ("house_needs", {"one": one, "other": other})
    assert getattr(read_options(Options, {one: True, other: True}), one) is True


@pytest.mark.parametrize(
    ("variant", "wild", "dark"),
    [
        ("", False, False),
        ("jokers_wild", True, False),
        ("almost_black", True, True),
        ("pitch_black", True, True),
    ],
)
def test_variants_include_wild_jokers_and_hidden_discards(
    variant: str, wild: bool, dark: bool
) -> None:
    options = read_options(Options, {variant: True} if variant else {})
    assert (is_wild(options), is_dark(options)) == (wild, dark)
