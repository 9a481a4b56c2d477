"""The cards of a hand that others have seen: until they are played, or may have been."""

import pickle
from collections import Counter
from random import Random

import pytest

from games.dungeon.position import Position, view_of
from random_games.dungeon.variants import options_with, variant_of
from underdeck.cards import rank_of
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.exposure import Exposure
from underdeck.games.dungeon.moves import read_move
from underdeck.games.dungeon.state import JOKER_RANK, MAX_CARDS, State, deck_of

RESIGNS = 0.004
"""How often a player resigns instead of making a random move."""


class Watched:
    """A game, and the cards that one player (numbered from 1) knows to be known."""

    def __init__(self, player: int, position: Position) -> None:
        self.player, self.position = player, position
        self.exposure = Exposure(position.view(player))

    def play(self, *moves: str) -> "Watched":
        for move in moves:
            for event in self.position.play(move).events:
                if event.is_for(self.player - 1):
                    self.exposure.observe(event)
        return self

    def known(self, observer: int, holder: int) -> list[int]:
        """Return the ranks of a hand that a player knows."""
        return sorted(self.exposure.known[observer - 1, holder - 1].elements())


def watched(player: int, *args: object, **options: object) -> Watched:
    return Watched(player, Position(*args, **options))  # type: ignore[arg-type]


def test_a_card_taken_from_the_discards_is_known_until_it_is_played() -> None:
    game = watched(1, {1: "JS"}, discards="10D", players=3).play("p1 rob J", "p1 take 10")
    assert game.known(2, 1) == game.known(3, 1) == [10]
    game.play("p1 discard 4", "p2 pass", "p2 discard 5", "p3 pass", "p3 discard 6")
    game.play("p1 dig 10 @0")
    assert game.known(2, 1) == game.known(3, 1) == []


def test_a_card_taken_in_the_dark_is_known_to_nobody_else() -> None:
    game = watched(1, {1: "JS"}, discards="10D", almost_black=True)
    assert game.play("p1 rob J", "p1 take 10").known(2, 1) == []


def test_a_card_that_was_given_is_known_in_the_other_hand() -> None:
    game = watched(1, {1: "QS", 2: "7S"}, players=3).play("p1 fish Q p2 7", "p2 give")
    assert (game.known(2, 1), game.known(3, 1), game.known(3, 2)) == ([7], [7], [])


def test_a_hand_shown_after_a_demand_is_known_to_the_asker() -> None:
    game = watched(2, {1: "QS", 2: "8S 8H 5S 4S 3S"}, players=3)
    game.play("p1 fish Q p2 7", "p2 deny", "p1 demand")
    assert (game.known(1, 2), game.known(3, 2)) == ([3, 4, 5, 8, 8], [])


@pytest.mark.parametrize(("answer", "known"), [("p2 give", [7]), ("p2 burn", [])])
def test_10_a_caught_liar_gives_the_card_in_sight_or_burns_the_hand(
    answer: str, known: list[int]
) -> None:
    game = watched(1, {1: "QS", 2: "7S 8H 5S 4S 3S"}, players=3, suicide_queen=True)
    game.play("p1 fish Q p2 7", "p2 deny", "p1 demand", answer)
    assert game.known(2, 1) == game.known(3, 1) == known
    assert game.known(1, 2) == []


def test_12_a_joker_that_was_taken_is_known_until_it_is_played_as_another_card() -> None:
    game = watched(1, {1: "JS"}, discards="Jk", jokers_wild=True).play("p1 rob J", "p1 take Jk")
    assert game.known(2, 1) == [JOKER_RANK]
    game.play("p1 discard 4", "p2 pass", "p2 discard 5", "p1 dig Jk=10 @0")
    assert game.known(2, 1) == []


def test_a_hand_shown_to_all_is_known_to_all() -> None:
    game = watched(2, {1: "QS", 2: "8S 8H 5S 4S 3S"}, players=3, demand_shows_all=True)
    game.play("p1 fish Q p2 7", "p2 deny", "p1 demand")
    assert game.known(1, 2) == game.known(3, 2) == [3, 4, 5, 8, 8]


def test_nothing_is_known_for_sure_after_a_hidden_discard() -> None:
    game = watched(1, {1: "QS", 2: "7S"}, almost_black=True).play("p1 fish Q p2 7", "p2 give")
    assert game.known(2, 1) == [7]
    game.play("p1 discard 4")
    assert game.known(2, 1) == []


def test_nothing_is_known_of_a_hand_that_was_lost() -> None:
    game = watched(1, {1: "JS QS"}, discards="10D").play("p1 rob J", "p1 take 10")
    game.play("p1 discard 4", "p2 pass", "p2 discard 5", "p1 fish Q p2 9", "p2 deny", "p1 demand")
    assert game.known(2, 1) == []


def test_a_copy_and_a_pickle_are_equal_and_independent() -> None:
    game = watched(1, {1: "JS"}, discards="10D").play("p1 rob J")
    before = vars(game.exposure.copy())
    twins = [game.exposure.copy(), pickle.loads(pickle.dumps(game.exposure))]
    game.play("p1 take 10")
    for twin in twins:
        assert vars(twin) == before
        assert vars(twin) != vars(game.exposure)


@pytest.mark.parametrize("seed", range(24))
def test_what_is_known_of_a_hand_is_always_there(seed: int) -> None:
    random = Random(seed)
    options = options_with(variant_of(seed), random)
    deck = deck_of(options)
    state: State = GAME.start(options, random.sample(deck, len(deck)))
    watchers = {seat: Exposure(view_of(state, seat)) for seat in range(options.players)}
    while GAME.result(state) is None:
        if items := GAME.pending_chance(state):
            events = GAME.resolve_chance(state, random.sample(items, len(items)))
        else:
            seat = random.choice(GAME.waiting(state))
            resigns = random.random() < RESIGNS
            move = read_move("resign") if resigns else random.choice(GAME.legal(state, seat))
            events = GAME.play(state, seat, move)
        for seat, exposure in watchers.items():
            for event in events:
                if event.is_for(seat):
                    exposure.observe(event)
            for (_, holder), ranks in exposure.known.items():
                start = holder * MAX_CARDS
                held = state.hands[start : start + state.hand_size[holder]]
                assert not ranks - Counter(rank_of(card) for card in held)
