"""Nothing hidden leaks: a watcher can't distinguish worlds that differ only in hidden cards.

`shadows.py` plays the games and compares the worlds; `revealed.py` lists everything that the rules
may reveal.
"""

import os
from collections import Counter
from functools import cache
from random import Random

import pytest

from random_games.dungeon.revealed import learn
from random_games.dungeon.shadows import WATCHERS, cell, compare_game
from random_games.dungeon.variants import BLACKS, VARIANTS, options_with, variant_of, variants_of
from underdeck.cards import read_cards
from underdeck.game import Event
from underdeck.games.dungeon.events import PARTS
from underdeck.games.dungeon.options import Options
from underdeck.options import read_options

GAMES = int(os.environ.get("LEAK_GAMES", "6"))


@cache
def compare_few(seed: int) -> Counter[str]:
    """Compare a game once for all variants that it counts for."""
    return compare_game(seed, 0.03)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_watcher_can_not_distinguish_worlds_that_differ_in_hidden_cards(
    variant: str,
) -> None:
    pairs: Counter[str] = Counter()
    for seed in range(GAMES * len(VARIANTS)):
        if variant in variants_of(options_with(variant_of(seed), Random(seed))):
            pairs += compare_few(seed)
    counts = [pairs[cell(variant, seat)] for seat in WATCHERS]
    assert GAMES < 6 or (sum(counts) >= 200 and all(counts)), counts


# The differences that the rules allow


def happened(text: str) -> list[Event]:
    """Read events: each a name and its parts in order, with cards as codes."""
    events = [word.split() for word in text.split(", ")]
    return [
        Event(name, dict(zip(PARTS[name], map(number_of, parts), strict=True)))
        for name, *parts in events
    ]


def number_of(part: str) -> int:
    """Read a player, a number or a card."""
    plain = part.removeprefix("p")
    return int(plain) - (plain != part) if plain.isdigit() else read_cards([part])[0]


@pytest.mark.parametrize(
    ("you", "one", "two"),
    [
        (0, "drew p1 1, drew_card p1 7S", "drew p1 1, drew_card p1 9H"),
        (
            0,
            "demanded p1 p2, hand_shown p2 7S, told_truth p2",
            "demanded p1 p2, hand_shown p2 9S, lied p2, gave p2 p1 9",
        ),
        (0, "gave p2 p1 7, gave_card p2 p1 7S", "gave p2 p1 7, gave_card p2 p1 7H"),
        (-1, "dug p2 10S 10 0", "dug p2 10H 10 0"),
        (
            -1,
            "bid_shown p1 7S, bid_shown p2 8S, began p2",
            "bid_shown p1 9S, bid_shown p2 8S, began p1",
        ),
        (-1, "cave_tried p2 p1, cave_hit p2 p1", "cave_tried p2 p1, cave_missed p2 p1"),
        (1, "cave_tried p2 p1, cave_hit p2 p1", "cave_tried p2 p1, cave_hit p2 p1, front_lost p1"),
        (-1, "passage_shown p1 1 10S 10, was_honest p1", "passage_shown p1 1 9S 10, was_false p1"),
    ],
)
def test_worlds_may_differ_after_these_events(you: int, one: str, two: str) -> None:
    assert learn(happened(one), happened(two), you, Options())


@pytest.mark.parametrize(
    ("you", "one", "two"),
    [
        (1, "drew p1 1, drew_card p1 7S", "drew p1 1, drew_card p1 9H"),
        (-1, "demanded p1 p2, hand_shown p2 7S", "demanded p1 p2, hand_shown p2 9S"),
        (2, "demanded p1 p2, hand_shown p2 7S", "demanded p1 p2, hand_shown p2 9S"),
        (2, "gave p2 p1 7, gave_card p2 p1 7S", "gave p2 p1 7, gave_card p2 p1 7H"),
        (0, "dug p2 10S 10 0", "dug p2 9S 10 0"),
        (0, "dug p1 10S 10 0", "dug p1 10H 10 0"),
        (0, "laid_as p2 7S 10", "laid_as p2 9S 10"),
        (0, "demanded p2 p1, told_truth p1", "demanded p2 p1, lied p1"),
        (0, "turn_begun p1 5, began p1", "turn_begun p1 5, began p2"),
        (0, "cave_tried p2 p1, cave_hit p2 p1", "cave_tried p2 p1, cave_hit p2 p1, front_lost p1"),
        (-1, "caved_in p2 p1 10S 10", "caved_in p2 p1 10S 10, front_lost p1"),
        (-1, "drew p1 1", "drew p1 2"),
        (-1, "passed p1", "passed p1, drew p2 1"),
        (0, "drew_card p1 7S, drew_card p2 8S", "drew_card p1 9H, drew_card p2 9S"),
    ],
)
def test_worlds_may_not_differ_after_other_events(you: int, one: str, two: str) -> None:
    with pytest.raises(AssertionError, match="gets"):
        learn(happened(one), happened(two), you, Options())


@pytest.mark.parametrize(
    ("one", "two", "hidden_by"),
    [
        ("discarded p2 7S", "discarded p2 7H", ["almost_black", "pitch_black"]),
        (
            "hand_lost p2 1, lost_card p2 7S",
            "hand_lost p2 1, lost_card p2 9S",
            ["almost_black", "pitch_black"],
        ),
        ("dug p2 10S 10 0", "dug p2 10H 10 0", ["pitch_black"]),
        ("caved_in p2 p1 10S 10", "caved_in p2 p1 10H 10", ["pitch_black"]),
    ],
)
def test_in_the_dark_less_is_shown(one: str, two: str, hidden_by: list[str]) -> None:
    for variant in BLACKS:
        options = read_options(Options, {variant: True} if variant else {})
        if variant in hidden_by:
            with pytest.raises(AssertionError, match="gets"):
                learn(happened(one), happened(two), 0, options)
        else:
            assert learn(happened(one), happened(two), 0, options)
