"""The public decisions of opponents: their kinds, ranks, targets, and the hands behind them."""

import pickle
from random import Random

import pytest

from games.dungeon.position import Position, view_of
from random_games.dungeon.variants import options_with, variant_of
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.decisions import DECLINE, MAX_DECISIONS, Decision, Decisions
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.pending import WINDOWS
from underdeck.games.dungeon.state import State, deck_of

UNRECORDED = ("strike", "resign")
"""Moves that are no decisions about cards: the first is the only move left."""


class Watched:
    """A game, and the decisions that one player (numbered from 1) has seen."""

    def __init__(self, player: int, position: Position) -> None:
        self.player, self.position = player, position
        self.decisions = Decisions(position.view(player))

    def play(self, *moves: str) -> "Watched":
        for move in moves:
            for event in self.position.play(move).events:
                if event.is_for(self.player - 1):
                    self.decisions.observe(event)
        return self

    def made_by(self, player: int) -> list[tuple[str, int, int, int | None]]:
        """Return kind, rank, value and target of a player's decisions."""
        made = self.decisions.by_seat[player - 1]
        return [(each.kind, each.rank, each.value, each.target) for each in made]


def watched(player: int, *args: object, **options: object) -> Watched:
    return Watched(player, Position(*args, **options))  # type: ignore[arg-type]


def test_a_refused_rank_is_remembered_with_the_hand_that_refused() -> None:
    game = watched(1, {1: "QS", 2: "7S 7H"}).play("p1 fish Q p2 7", "p2 deny")
    (denial,) = game.decisions.by_seat[1]
    assert denial == Decision("deny", 1, 1, 5, 0, rank=7)
    assert game.decisions.drawn_since(denial) == 0
    game.play("p1 believe")
    assert game.decisions.turn == 2
    assert game.decisions.drawn_since(denial) == 1  # drawn at the beginning of the turn


def test_cards_played_face_up_have_a_rank_and_a_target() -> None:
    game = watched(1, {1: "10S KS", 2: "10H 6H"}, first=2, dungeons={1: "10D"})
    game.play("p2 cave 10 p1", "p1 pass", "p1 discard 4")
    assert game.made_by(2) == [("cave", 10, 10, 0)]
    assert game.decisions.by_seat[1][0].hand == 6


def test_a_pass_in_the_own_turn_differs_from_one_in_a_window() -> None:
    game = watched(1, {1: "AS", 2: "4S"}, first=2).play("p1 ace A", "p2 pass", "p2 pass")
    assert [kind for kind, *_ in game.made_by(2)] == [DECLINE, "pass"]


def test_a_discard_has_a_rank_only_where_it_is_seen() -> None:
    for options, rank in (({}, 13), ({"almost_black": True}, 0)):
        game = watched(1, {2: "KS"}, first=2, **options).play("p2 pass", "p2 discard K")
        assert game.made_by(2)[-1] == ("discard", rank, 0, None)


def test_a_passage_in_the_dark_has_only_the_value_it_is_laid_as() -> None:
    game = watched(1, {2: "KS"}, first=2, pitch_black=True).play("p2 dig K=10 @0")
    assert game.made_by(2)[0] == ("dig", 0, 10, None)


def test_a_caught_liar_decides_only_where_there_is_a_choice() -> None:
    for options, kinds in (({}, ["deny"]), ({"suicide_queen": True}, ["deny", "give"])):
        game = watched(1, {1: "QS", 2: "7S"}, **options)
        game.play("p1 fish Q p2 7", "p2 deny", "p1 demand")
        if options:
            game.play("p2 give")
        assert [kind for kind, *_ in game.made_by(2)] == kinds


def test_a_decision_knows_the_passage_that_was_needed_then() -> None:
    game = watched(1, {1: "9S", 2: "JS 4S"}, first=2, dungeons={2: "10D 9D"})
    game.play("p2 pass", "p2 discard J")
    game.play("p1 cave 9 p2", "p2 pass")
    assert [each.needed for each in game.decisions.by_seat[1] if each.kind == "pass"] == [8, 9]


def test_nothing_is_needed_in_the_cell() -> None:
    game = watched(1, {2: "4S"}, first=2).play("p2 pass")
    assert game.decisions.by_seat[1][0].needed == 0


def test_a_dungeon_that_was_lost_leaves_its_owner_in_the_cell() -> None:
    game = watched(1, {2: "KS"}, first=2, pitch_black=True, accuse_freely=True)
    game.play("p2 dig K=10 @0")
    assert game.decisions.dungeons == [[], [10]]
    game.play("p1 accuse p2")
    assert game.decisions.dungeons == [[], []]


def test_own_decisions_are_left_out() -> None:
    game = watched(1, {1: "10S"}).play("p1 dig 10 @0")
    assert list(game.decisions.by_seat) == [1]
    assert game.made_by(2) == []


def test_only_the_last_decisions_are_kept() -> None:
    decisions = watched(1, {2: "4S"}).decisions
    for turn in range(MAX_DECISIONS + 5):
        decisions.observe(Event("turn_begun", {"seat": 1, "turn": turn}))
        decisions.observe(Event("passed", {"seat": 1}))
    assert len(decisions.by_seat[1]) == MAX_DECISIONS
    assert decisions.by_seat[1][0].turn == 5


def test_a_copy_and_a_pickle_are_equal_and_independent() -> None:
    game = watched(1, {1: "AS", 2: "4S"}, first=2).play("p1 ace A", "p2 pass")
    before = vars(game.decisions.copy())
    twins = [game.decisions.copy(), pickle.loads(pickle.dumps(game.decisions))]
    game.play("p2 pass", "p2 discard 4")
    for twin in twins:
        assert vars(twin) == before
        assert vars(twin) != vars(game.decisions)


@pytest.mark.parametrize("seed", range(24))
def test_every_decision_of_a_random_game_is_noted_with_the_right_hand(seed: int) -> None:
    random = Random(seed)
    options = options_with(variant_of(seed), random)
    deck = deck_of(options)
    state: State = GAME.start(options, random.sample(deck, len(deck)))
    watchers = {seat: Decisions(view_of(state, seat)) for seat in range(options.players)}
    noted = 0
    while GAME.result(state) is None:
        if items := GAME.pending_chance(state):
            events = GAME.resolve_chance(state, random.sample(items, len(items)))
            expected = None
        else:
            able = [seat for seat in range(options.players) if GAME.legal(state, seat)]
            seat = random.choice(able if random.random() < 0.2 else GAME.waiting(state))
            move = random.choice(GAME.legal(state, seat))
            in_window = pending_kind(state) in WINDOWS
            kind = DECLINE if move.word == "pass" and in_window else move.word
            expected = None if kind in UNRECORDED else (kind, seat, state.hand_size[seat])
            events = GAME.play(state, seat, move)
        for seat, decisions in watchers.items():
            before = {other: list(made) for other, made in decisions.by_seat.items()}
            for event in events:
                if event.is_for(seat):
                    decisions.observe(event)
            new = [
                each
                for other, made in decisions.by_seat.items()
                for each in made
                if not any(each is old for old in before[other])
            ]
            if expected is None or expected[1] == seat:
                assert new == []
            else:
                assert [(each.kind, each.seat, each.hand) for each in new] == [expected]
                noted += 1
            assert decisions.hands == state.hand_size[: options.players]
    assert noted > 0
