"""Chances of what a seat can't see, counted in worlds that fit its view and its memory."""

from collections import Counter
from math import comb
from random import Random
from typing import cast

import pytest

from minds.dungeon.games import VARIANTS, random_game
from underdeck.cards import rank_of
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.knowledge import DECK, hand
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import read_move
from underdeck.games.dungeon.passages import is_honest
from underdeck.games.dungeon.state import MAX_CARDS
from underdeck.games.dungeon.view import DungeonView, Passage
from underdeck.minds.dungeon.chances import WORLDS, Chances, can_beat
from underdeck.minds.dungeon.evidence import find_clues
from underdeck.minds.dungeon.odds import odds_of
from underdeck.minds.dungeon.pool import Pool
from underdeck.playthrough import AnyPlaythrough


def chances_of(played: AnyPlaythrough, seat: int) -> Chances:
    """Return the chances that a seat knows."""
    view, memory = played.view(seat), played.memory(seat)
    return Chances(cast(DungeonView, view), cast(DungeonMemory, memory))


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_hidden_cards_change_no_chance(number: int) -> None:
    played = random_game(VARIANTS[number], 40 + number, 25)
    seat = GAME.waiting(played.state)[0]
    one = chances_of(played, seat)
    twin = sample_state(played.state, one.memory.knowledge.copy(), one.view, Random(5))
    assert twin.hands != played.state.hands
    memory = one.memory.copy()
    memory.observe_position(GAME.position(twin, seat))
    other = Chances(GAME.view(twin, seat), memory)
    assert odds_of(one) == odds_of(other)


def test_chances_of_the_next_card_are_those_of_the_unseen_cards() -> None:
    played = random_game(DungeonOptions(), 3, 0)
    chances = chances_of(played, 0)
    own = [rank_of(card) for card in played.state.hands[: played.state.hand_size[0]]]
    unseen = 52 - len(own)
    for rank in range(1, 14):
        share = (4 - own.count(rank)) / unseen
        assert chances.draws(1, rank) == pytest.approx(share, abs=0.07)
    assert chances.draws(1, *range(1, 14)) == 1
    assert sum(chances.draws(1, rank) for rank in range(1, 14)) == pytest.approx(1)


def test_chances_are_exact_where_nothing_is_inferred() -> None:
    chances = chances_of(random_game(DungeonOptions(), 3, 0), 0)
    own = [rank_of(card) for card in chances.view.players[0].hand or ()]
    unseen, cards = 52 - len(own), chances.view.players[1].cards
    assert chances.view.deck + cards == unseen
    for rank in range(1, 14):
        left = 4 - own.count(rank)
        assert chances.draws(1, rank) == pytest.approx(left / unseen)
        none_of_two = comb(unseen - left, 2) / comb(unseen, 2)
        assert chances.draws(2, rank) == pytest.approx(1 - none_of_two)
        none_held = comb(unseen - left, cards) / comb(unseen, cards)
        assert chances.holds(1, rank) == pytest.approx(1 - none_held)
        assert not chances.certainty(chances.holds(1, rank), [1], [rank])


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_exact_chances_are_those_of_many_worlds(number: int) -> None:
    compared = 0
    for seed in range(0, 12, 3):
        played = random_game(VARIANTS[number], seed, 5 * seed)
        exact = chances_of(played, GAME.waiting(played.state)[0])
        if exact.pool is None:
            continue
        sampled = Chances(exact.view, exact.memory)
        vars(sampled)["pool"] = None
        for rank in range(1, 15):
            compared += 1
            assert exact.draws(1, rank) == pytest.approx(sampled.draws(1, rank), abs=0.015)
            assert exact.draws(2, rank) == pytest.approx(sampled.draws(2, rank), abs=0.03)
            rivals = [player.seat for player in exact.rivals]
            held = sampled.any_holds(rivals, [rank])
            assert exact.any_holds(rivals, [rank]) == pytest.approx(held, abs=0.1)
    assert compared > 0


def test_only_what_is_known_is_certain() -> None:
    chances = chances_of(random_game(DungeonOptions(), 3, 0), 0)
    assert chances.certainty(1.0, [1], [9]) == "always"
    vars(chances)["pool"] = None  # as after a denial
    assert chances.certainty(0.0, [1], [9]) == ""
    assert chances.certainty(0.4, [1], [9]) == "about"
    assert chances.certainty(1.0, [1], [9]) == "nearly"
    token = next(token for token in chances.tokens if rank_of(token.card) == 9)
    token.places = {hand(1)}
    assert chances.certainty(1.0, [1], [9]) == "always"
    assert chances.certainty(1.0, [1], [8]) == "nearly"


def test_a_known_card_is_certain_and_no_part_of_the_deck() -> None:
    places = Counter({DECK: 4, hand(1): 2})
    pool = Pool(free=[9, 9, 3, 4, 5, 6], slots=places, fixed=[(hand(1), 7), (DECK, 8)])
    assert pool.any_in([hand(1)], [7]) == 1
    assert pool.draws(1, [7]) == 0
    assert pool.draws(1, [8]) == pytest.approx(1 / 5)
    assert pool.draws(1, [9]) == pytest.approx(4 / 5 * 2 / 6)
    assert pool.any_in([hand(1)], [9]) == pytest.approx(1 - 4 / 6 * 3 / 5)
    assert pool.draws(5, [8, 9]) == 1


def test_inferred_chances_of_the_next_card_have_little_noise() -> None:
    found = 0
    for seed in range(60):
        played = random_game(DungeonOptions(), seed, 40)
        chances = chances_of(played, GAME.waiting(played.state)[0])
        if chances.pool is not None or not find_clues(chances.view, chances.memory):
            continue
        found += 1
        halves = []
        for part in (slice(None, None, 2), slice(1, None, 2)):
            half = Chances(chances.view, chances.memory)
            vars(half).update(worlds=chances.worlds[part], weights=chances.weights[part])
            halves.append(half)
        for rank in range(2, 11):
            assert halves[0].draws(1, rank) == pytest.approx(halves[1].draws(1, rank), abs=0.02)
        if found == 3:
            break
    assert found == 3


def test_a_denial_makes_a_rank_less_likely_but_not_impossible() -> None:
    played = random_game(DungeonOptions(), 1, 0)
    for seed in range(300):
        played = random_game(DungeonOptions(), seed, 40)
        view = cast(DungeonView, played.view(GAME.waiting(played.state)[0]))
        if view.pending == "answered":
            break
    player, rank = view.about
    chances = chances_of(played, view.seat or 0)
    assert 0 <= chances.holds(player, rank) < 1
    assert len(set(chances.weights)) > 1 or chances.holds(player, rank) == 0
    assert len(chances.worlds) == WORLDS


def test_an_attack_is_beaten_by_a_hand_that_may_fight_it() -> None:
    tried = 0
    for seed in range(90):
        played = random_game(DungeonOptions(), seed, 60)
        seat = GAME.waiting(played.state)[0]
        for move in GAME.legal(played.state, seat):
            if move.word != "attack":
                continue
            tried += 1
            rival = move.target or 0
            row = played.state.hands[rival * MAX_CARDS :][: played.state.hand_size[rival]]
            ranks = [rank_of(card) for card in row]
            total = sum(rank for rank in ranks if 2 <= rank <= 10)
            wins = total >= move.value or max(ranks, default=0) >= move.value
            wins = wins or (move.value == 13 and 2 in ranks)
            assert can_beat(played.state, seat, move) == wins
    assert tried > 10


@pytest.mark.parametrize(
    ("held", "attack", "can_beat_it"),
    [
        ((3,), "attack J p2", False),
        ((10,), "attack J p2", False),
        ((3, 7), "attack J p2", False),
        ((3, 8), "attack J p2", True),
        ((12,), "attack J p2", True),
        ((12,), "attack K p2", False),
        ((2,), "attack K p2", True),
        ((2,), "attack Q p2", False),
        ((1,), "attack K p2", True),  # draws two cards before the fight
        ((), "attack J p2", False),
    ],
)
def test_a_creature_surely_wins_only_against_hands_that_are_known(
    held: tuple[int, ...], attack: str, *, can_beat_it: bool
) -> None:
    chances = chances_with(held, len(held))
    assert chances.can_beat_somehow(read_move(attack)) == can_beat_it
    assert not chances.can_hold([1], set(range(1, 14)) - set(held))
    assert chances_with(None, 1).can_beat_somehow(read_move(attack))


def chances_with(held: tuple[int, ...] | None, cards: int) -> Chances:
    """Return chances of a seat that knows its opponent's hand; None if it knows no card of it."""
    known = chances_of(random_game(DungeonOptions(), 3, 0), 0)
    memory = known.memory.copy()
    tokens = [token for token in memory.knowledge.tokens if hand(1) in token.places]
    if held is not None:
        for token in tokens:
            token.places = token.places - {hand(1)}
        for rank in held:
            next(each for each in tokens if rank_of(each.card) == rank).places = {hand(1)}
    rival = known.view.players[1]._replace(cards=cards)
    return Chances(known.view._replace(players=(known.view.players[0], rival)), memory)


def test_a_creature_that_surely_wins_is_beaten_in_no_world() -> None:
    for seed in range(60):
        played = random_game(DungeonOptions(), seed, 60)
        seat = GAME.waiting(played.state)[0]
        chances = chances_of(played, seat)
        for move in GAME.legal(played.state, seat):
            if move.word == "attack" and not chances.can_beat_somehow(move):
                assert chances.beats(move) == 0
                assert not can_beat(played.state, seat, move)


# §14 Pitch black


def test_a_dungeon_is_surely_false_only_if_its_cards_must_be_elsewhere() -> None:
    for seed in range(40):
        played = random_game(DungeonOptions(pitch_black=True), seed, 30)
        for seat, rival in ((0, 1), (1, 0)):
            chances = chances_of(played, seat)
            if chances.is_surely_false(rival):
                assert not any(is_honest(world, rival) for world in chances.worlds)
                assert not is_honest(played.state, rival)


def test_more_claims_of_a_value_than_cards_and_jokers_are_surely_false() -> None:
    found = 0
    for seed in range(40):
        chances = chances_of(random_game(DungeonOptions(pitch_black=True), seed, 30), 0)
        rival = chances.view.players[1]
        if not rival.dungeon or not chances.memory.knowledge.tokens:
            continue
        found += 1
        many = rival._replace(dungeon=(Passage(9, 0, None),) * 7)
        view = chances.view._replace(players=(chances.view.players[0], many))
        assert Chances(view, chances.memory).is_surely_false(1)  # four nines and two jokers
    assert found > 5
