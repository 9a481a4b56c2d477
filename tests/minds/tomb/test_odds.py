"""The odds of the next card, compared with an independent count by the rulebook."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest

from minds.tomb.games import HOUSE_RULES, random_states, redealt
from underdeck.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    JACK,
    NUMBERS,
    QUEEN,
    SPADES,
    card_of,
    rank_of,
    suit_of,
)
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import SCROLL, State
from underdeck.games.tomb.view import TombView
from underdeck.minds.tomb.odds import chance_of_all, chance_of_any, dark_among_discards, odds
from underdeck.minds.tomb.position import position_in

DODGE, DISARM = card_of(JACK, 1), card_of(JACK, DIAMONDS)


def count_by_hand(view: TombView, unseen: list[int]) -> Counter[str]:
    """Count what a drawn card does to a standing encounter, from the rulebook."""
    counts: Counter[str] = Counter()
    number, suit = rank_of(view.encounter), suit_of(view.encounter)
    answers = DODGE in view.hand or (
        view.options.disarm_after_fail and suit == DIAMONDS and DISARM in view.hand
    )
    saved = SCROLL in view.hand or (view.options.scroll_from_column and SCROLL in view.column)
    for card in unseen:
        rank = rank_of(card)
        if rank == ACE:
            counts["torch"] += 1
            counts["last"] += view.burnt == 3 and not saved
        elif rank == QUEEN or (rank in NUMBERS and rank >= number):
            counts["win"] += 1
        elif rank in NUMBERS and suit == CLUBS:
            counts["discards"] += number - rank
        elif rank in NUMBERS:
            counts["damage"] += number - rank
            if number - rank >= view.hit_points and not answers:
                counts["death"] += 1
                counts["deadly"] = max(counts["deadly"], rank)
    return counts


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_the_odds_are_those_of_the_rulebook(options: Options) -> None:
    compared = 0
    for seed in range(40):
        for state in random_states(seed, options):
            view = GAME.view(state, 0)
            if view.phase != "standing":
                continue
            unseen = [card for card in GAME.unseen(state, 0) or () if card not in view.under]
            unseen = unseen or list(view.under)
            found, expected = odds(position_in(state)), count_by_hand(view, unseen)
            assert found.unseen == len(unseen)
            assert found.wins == expected["win"]
            assert found.deaths == expected["death"]
            assert found.deadly == (expected["deadly"] or None)
            assert found.torches == expected["torch"]
            assert found.last_torches == expected["last"]
            assert found.damage == Fraction(expected["damage"], len(unseen))
            assert found.discarded == Fraction(expected["discards"], len(unseen))
            if suit_of(view.encounter) == SPADES:
                assert found.lost == Fraction(expected["last"], len(unseen))
            compared += 1
    assert compared > 200


def fate_of(state: State, order: tuple[int, ...]) -> bool:
    """Return whether the light fails before the next decision if the cards come in this order."""
    after = state.clone()
    after.deck[after.top : after.top + len(order)] = order
    GAME.play(after, 0, GAME.read_move("draw"))
    result = GAME.result(after)
    return result is not None and result["ending"] == "lost"


def test_the_light_fails_as_often_as_over_all_orders_of_a_short_deck() -> None:
    compared = 0
    for seed in range(3000):
        for state in random_states(seed, HOUSE_RULES[seed % len(HOUSE_RULES)]):
            view = GAME.view(state, 0)
            if view.phase != "standing" or view.under or view.deck > 5:
                continue
            hidden = state.deck[state.top : state.bottom]
            orders = list(permutations(hidden))
            lost = sum(fate_of(state, order) for order in orders)
            assert odds(position_in(state)).lost == Fraction(lost, len(orders))
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("deck", range(1, 8))
def test_chances_of_drawing_are_those_of_counting(deck: int) -> None:
    for wanted in range(deck + 1):
        for count in range(deck + 1):
            draws = list(combinations(range(deck), count))
            every = sum(set(range(wanted)) <= set(draw) for draw in draws)
            some = sum(bool(set(range(wanted)) & set(draw)) for draw in draws)
            assert chance_of_all(deck, wanted, count) == Fraction(every, len(draws))
            assert chance_of_any(deck, wanted, count) == Fraction(some, len(draws))
    assert chance_of_all(deck, 1, deck + 3) == 1


def test_a_scroll_that_helps_keeps_the_light() -> None:
    for seed in range(400):
        for state in random_states(seed):
            if GAME.view(state, 0).phase == "held" and state.hand >> SCROLL & 1:
                assert dark_among_discards(position_in(state)) == 0


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_no_hidden_card_changes_the_odds(options: Options) -> None:
    random = Random(2)
    for seed in range(10):
        for state in random_states(seed, options):
            other = redealt(state, random)
            assert odds(position_in(other)) == odds(position_in(state))


def test_odds_before_another_decision_count_cards_only() -> None:
    phases = set()
    for seed in range(200):
        for state in random_states(seed, HOUSE_RULES[seed % len(HOUSE_RULES)]):
            found = odds(position_in(state))
            if found.move is None:
                phases.add(GAME.view(state, 0).phase)
                assert [found.wins, found.deaths, float(found.lost)] == [0, 0, 0]
                assert found.torches == found.left["torches"]
            assert sum(found.left.values()) == found.unseen
    assert {"struck", "marking", "dropping"} <= phases
