"""Fights as a whole: cards that are laid one by one are compared, named and judged together."""

from collections import Counter
from functools import cache
from random import Random
from typing import cast

import pytest

from minds.dungeon.games import VARIANTS, random_game
from underdeck.fast.libraries import can_compile
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import read_move
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.base import Reason
from underdeck.minds.dungeon.advice import advise, situation_of
from underdeck.minds.dungeon.analyst import MoveValue, value_moves
from underdeck.minds.dungeon.chances import Chances
from underdeck.minds.dungeon.comparison import Comparison
from underdeck.minds.dungeon.fights import cards_laid
from underdeck.minds.dungeon.reasons import reason_for
from underdeck.minds.dungeon.review import appraise
from underdeck.playthrough import AnyPlaythrough
from underdeck.say import Words
from underdeck.say.advice import hint_text, reason_text
from underdeck.say.choices import Namer

COMPILED = [False, True] if can_compile() else [False]
MAX_GAMES = 4
NAMES = Namer(players=["Ada", "Prudence"])


def valued(*moves: tuple[str, float, int, str]) -> list[MoveValue]:
    """Return moves with their values, visits and fighting cards."""
    return [
        MoveValue(
            read_move(text),
            value,
            visits,
            tuple(read_move(f"fight {card}") for card in cards.split()),
        )
        for text, value, visits, cards in moves
    ]


@cache
def attacked(number: int, games: int = 120) -> list[AnyPlaythrough]:
    """Return games of a variant in which a seat can begin a fight or go on with several cards."""
    found = []
    for seed in range(games):
        played = random_game(VARIANTS[number], seed, 20 + seed % 40)
        view, _ = known(played)
        if sum(move.word == "fight" for move in view.legal) > 1:
            found.append(played)
        if len(found) == MAX_GAMES:
            break
    return found


def known(played: AnyPlaythrough) -> tuple[DungeonView, DungeonMemory]:
    """Return what the seat that decides knows."""
    seat = GAME.waiting(played.state)[0]
    return cast(DungeonView, played.view(seat)), cast(DungeonMemory, played.memory(seat))


# Comparison


def test_moves_that_begin_the_same_fight_are_one_choice() -> None:
    comparison = Comparison.of_search(
        valued(
            ("fight 6", 0.46, 500, "6 7"),
            ("fight 7", 0.43, 250, "7 6"),
            ("fight 9", 0.40, 60, "9 6"),
            ("retreat", 0.35, 40, ""),
        )
    )
    six, seven, nine, retreat = map(read_move, ("fight 6", "fight 7", "fight 9", "retreat"))
    assert comparison.best == six
    assert comparison.values[six] == comparison.values[seven] == pytest.approx(0.45)
    assert comparison.loss(seven) == 0
    assert comparison.loss(nine) == pytest.approx(0.05)
    assert comparison.other == nine
    assert appraise(comparison, seven).loss == 0
    assert appraise(comparison, retreat).loss == pytest.approx(0.1)


def test_the_other_half_is_no_mistake_even_if_it_was_continued_otherwise() -> None:
    comparison = Comparison.of_search(
        valued(
            ("fight 6", 0.46, 500, "6 7"),
            ("fight 7", 0.40, 20, "7 9"),
            ("fight 9", 0.39, 15, "9 7"),
            ("retreat", 0.35, 40, ""),
        )
    )
    assert comparison.loss(read_move("fight 7")) == 0
    assert comparison.loss(read_move("fight 9")) > 0


def test_a_fight_is_not_compared_with_more_cards_of_the_same_fight() -> None:
    comparison = Comparison.of_search(
        valued(
            ("fight 6", 0.46, 500, "6 7"),
            ("fight 7", 0.46, 300, "7 6"),
            ("fight 3", 0.45, 60, "3 6 7"),
            ("retreat", 0.35, 40, ""),
        )
    )
    assert comparison.other == read_move("retreat")


def test_a_move_is_not_compared_with_more_cards_than_a_fight_needs() -> None:
    comparison = Comparison.of_search(
        valued(
            ("retreat", 0.46, 500, ""),
            ("fight 4", 0.45, 60, "4 2"),
            ("fight 2", 0.44, 50, "2"),
        )
    )
    assert comparison.other == read_move("fight 2")


def test_fights_whose_cards_are_unknown_cannot_be_told_apart() -> None:
    comparison = Comparison.of_search(
        valued(
            ("fight 6", 0.46, 5, ""),
            ("fight 7", 0.20, 2, "7 6 3"),
            ("fight 3", 0.10, 0, ""),
            ("retreat", 0.25, 1, ""),
        )
    )
    assert comparison.loss(read_move("fight 7")) == comparison.loss(read_move("fight 3")) == 0
    assert comparison.other == read_move("retreat")


# The search


@pytest.mark.parametrize("compiled", COMPILED)
@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_the_cards_of_a_fight_can_be_laid_and_win_it(number: int, *, compiled: bool) -> None:
    found = 0
    for played in attacked(number):
        view, memory = known(played)
        seat = view.seat or 0
        for each in value_moves(view, memory, iterations=200, seed="1", compiled=compiled):
            assert not each.cards or each.cards[0] == each.move
            if not each.cards:
                continue
            found += 1
            state = played.state.clone()
            for card in each.cards:
                assert card in GAME.legal(state, seat)
                GAME.play(state, seat, card)
            is_over = each.cards[-1].value > 10
            assert is_over or read_move("strike") in GAME.legal(state, seat)
    assert found > 0


@pytest.mark.parametrize("compiled", COMPILED)
@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_advice_never_compares_a_fight_with_itself(number: int, *, compiled: bool) -> None:
    for played in attacked(number):
        view, memory = known(played)
        advice = advise(view, memory, games=300, compiled=compiled)
        cards = cast(list[str], advice.reason.params.get("fight", []))
        assert not cards or advice.reason.params.get("other_fight") != cards
        left = Counter(cards) - Counter(str(card) for card in cards_laid(view))
        for each in advice.moves:
            if str(each.move) in left:
                assert each.loss == 0
                assert each.value == advice.best.value
        if cards:
            assert str(advice.best.move) in left
            assert str(advice.reason.params.get("other")) not in left or (
                "other_fight" in advice.reason.params
            )


@pytest.mark.parametrize("compiled", COMPILED)
@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_hidden_cards_change_no_advice_on_a_fight(number: int, *, compiled: bool) -> None:
    for played in attacked(number)[:3]:
        view, memory = known(played)
        twin = sample_state(played.state, memory.knowledge.copy(), view, Random(5))
        dealt_again = memory.copy()
        dealt_again.observe_position(GAME.position(twin, view.seat or 0))
        again = GAME.view(twin, view.seat or 0)
        one = advise(view, memory, games=100, compiled=compiled)
        assert one == advise(again, dealt_again, games=100, compiled=compiled)


# Words


@pytest.mark.parametrize(
    ("language", "params", "expected"),
    [
        (
            "en",
            {"fight": ["fight 6", "fight 7"], "rank": 9, "win": 0.46, "win_otherwise": 0.4},
            "The whole fight: 6 + 7. It saves the front, a 9: 46% of games are won, "
            "40% with the other move.",
        ),
        (
            "es",
            {"fight": ["fight 6", "fight Jk=7"], "rank": 9, "win": 0.46, "win_otherwise": 0.4},
            "La pelea entera: 6 + el comodín como un 7. Salva el frente, un 9: "
            "así se gana el 46\xa0% de las partidas; con la otra jugada, el 40\xa0%.",
        ),
        (
            "en",
            {"begin": ["fight 6"], "rank": 9, "win": 0.46, "win_otherwise": 0.4},
            "Begin with the 6; other cards must follow. It saves the front, a 9: "
            "46% of games are won, 40% with the other move.",
        ),
    ],
)
def test_the_reason_names_all_cards_of_a_fight(
    language: str, params: dict[str, object], expected: str
) -> None:
    assert reason_text(Words(language), "dungeon", Reason("fight", params), NAMES) == expected


def test_a_hint_names_both_fights() -> None:
    played = next(each for each in attacked(0) if not known(each)[0].laid)
    view, memory = known(played)
    found = valued(
        ("fight 6", 0.46, 500, "6 7"), ("fight 7", 0.44, 250, "7 6"), ("fight 9", 0.4, 60, "9 6")
    )
    comparison = Comparison.of_search(found)
    situation = situation_of(Chances(view, memory), comparison, comparison.other)
    advice = advise(view, memory, compiled=False)
    moves = tuple(
        type(advice.best)(move, value, comparison.loss(move), advice.best.win)
        for move, value in comparison.values.items()
    )
    advice = type(advice)("win", 0, moves, reason_for(situation))
    texts = [
        hint_text(Words(language), "dungeon", advice, "win", NAMES) for language in ("en", "es")
    ]
    assert texts == [
        "Best: fight with the 6. The whole fight: 6 + 7. "
        "It wins 45% of games; a fight with 6 + 9 wins 40%.",
        "Lo mejor: pelear con el 6. La pelea entera: 6 + 7. "
        "Gana el 45\xa0% de las partidas; pelear con 6 + 9, el 40\xa0%.",
    ]
