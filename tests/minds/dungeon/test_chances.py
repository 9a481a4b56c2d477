"""Chances of what a seat can't see, counted in worlds that fit its view and its memory."""

from random import Random
from typing import cast

import pytest

from minds.dungeon.games import VARIANTS, random_game
from underdeck.cards import rank_of
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.passages import is_honest
from underdeck.games.dungeon.state import MAX_CARDS
from underdeck.games.dungeon.view import DungeonView, Passage
from underdeck.minds.dungeon.chances import WORLDS, Chances, can_beat
from underdeck.minds.dungeon.odds import odds_of
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
    hand = [rank_of(card) for card in played.state.hands[: played.state.hand_size[0]]]
    unseen = 52 - len(hand)
    for rank in range(1, 14):
        share = (4 - hand.count(rank)) / unseen
        assert chances.draws(1, rank) == pytest.approx(share, abs=0.07)
    assert chances.draws(1, *range(1, 14)) == 1
    assert sum(chances.draws(1, rank) for rank in range(1, 14)) == pytest.approx(1)


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
