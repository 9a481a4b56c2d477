"""Functions with inlined calls have the same results as the functions themselves."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

pytest.importorskip("numpy")

from random_games.dungeon.oracle_games import random_options as random_dungeon_options
from random_games.tomb.oracle_games import random_options as random_tomb_options
from underdeck.agents import tomb_policies as policies
from underdeck.fast import runner
from underdeck.fast.inlining import inline
from underdeck.fast.runner import Runner, find_program
from underdeck.fast.twin import interpret
from underdeck.options import read_options
from underdeck.registry import find_game
from underdeck.study.measures.base import random_policy

LIMIT = 7
KNOBS = tuple(default for default, _ in policies.KNOBS.values())
log: list[int] = []


def report(event: int) -> None:
    log.append(event)


def double(n: int) -> int:
    return n * 2


def clamp(n: int) -> int:
    if n > LIMIT:
        return LIMIT
    return n


def take(cards: list[int]) -> int:
    report(len(cards))
    card = cards[0]
    cards[0] += 1
    return card


def classify(n: int) -> int:
    if n < 0:
        report(n)
        return -1
    n += 1
    if n == 1:
        return 0
    return clamp(n)


def find(cards: list[int], wanted: int = 3) -> int:
    for index in range(len(cards)):
        if cards[index] == wanted:
            return index
    return -1


def swap(a: int, b: int) -> tuple[int, int]:
    return b, a


def add(cards: list[int], n: int, sink: list[int] | None) -> None:
    if sink is not None:
        sink.append(n)
    cards[1] += n


def expressions(cards: list[int]) -> int:
    return double(double(cards[0])) + clamp(LIMIT) * clamp(len(cards) + cards[0])


def impure_argument(cards: list[int]) -> int:
    return double(take(cards)) + clamp(take(cards)) + cards[0]


def statements(cards: list[int]) -> int:
    card = cards[2]
    first = take(cards)
    second = classify(first - card)
    card = classify(card)
    add(cards, card, None)
    take(cards)
    return classify(first + second + card + cards[1])


def loops(cards: list[int]) -> int:
    total = 0
    while find(cards, total) < 0 and total < 9:
        total += 1 + clamp(total)
    return total + find(cards)


def exchange(cards: list[int]) -> int:
    card, other = cards[0], cards[1]
    card, other = swap(card, other)
    card, other = other + 1, card
    return card * 100 + other


def callees_of(function: Callable[..., Any]) -> set[str]:
    """Return the names of the functions that a function still calls."""
    names = function.__code__.co_names
    return {name.partition("__")[0] for name in names if name in function.__globals__}


@pytest.mark.parametrize("function", [expressions, impure_argument, statements, loops, exchange])
def test_the_result_and_all_changes_are_the_same(function: Callable[..., int]) -> None:
    inlined = inline(function, {}, (report,))
    for seed in range(50):
        cards = Random(seed).choices(range(12), k=4)
        same = list(cards)
        assert inlined(cards) == function(same)
        assert cards == same


def test_calls_are_inlined_where_possible() -> None:
    assert callees_of(inline(statements, {}, (report,))) == set()
    # An argument that is used twice must not be computed twice.
    assert callees_of(inline(expressions, {}, ())) == {"clamp"}
    assert callees_of(inline(impure_argument, {}, (report,))) == {"clamp", "double", "take"}
    # A return from a loop has no counterpart outside of a function.
    assert callees_of(inline(loops, {}, (report,))) == {"find"}


def test_reports_are_left_out_only_if_asked_for() -> None:
    log.clear()
    inline(take, {}, (report,))([5, 6])
    assert not log
    inline(take, {}, ())([5, 6])
    assert log == [2]


def test_an_error_names_the_line_of_the_call() -> None:
    only_last_card: Any = {2: 1}
    with pytest.raises(KeyError) as caught:
        inline(statements, {}, (report,))(only_last_card)
    frame = caught.traceback[-1]
    assert frame.name == "statements"
    assert str(frame.statement).strip() == "first = take(cards)"


def test_functions_of_other_packages_stay_as_they_are() -> None:
    policy = interpret(double, {})
    policy.__module__ = "elsewhere"
    inlined = inline(expressions, {double: policy}, ())
    assert callees_of(inlined) == {"clamp", "double"}
    assert inlined([3, 0]) == expressions([3, 0])


@pytest.mark.parametrize(
    ("game", "random_options", "policy", "games"),
    [
        ("tomb", random_tomb_options, policies.heuristic, 40),
        ("tomb", random_tomb_options, policies.random, 40),
        ("dungeon", random_dungeon_options, random_policy, 2),
    ],
)
def test_games_are_the_same(
    game: str, random_options: Any, policy: Any, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(5)
    options = [read_options(find_game(game).Options, random_options(random)) for _ in range(12)]

    def rows() -> list[Any]:
        find_program.cache_clear()
        return [
            Runner(game, each, policy, KNOBS, compiled=False).run("inline", 0, games).tolist()
            for each in options
        ]

    inlined = rows()
    monkeypatch.setattr(runner, "inline", lambda function, swaps, _: interpret(function, swaps))
    assert rows() == inlined
    find_program.cache_clear()
