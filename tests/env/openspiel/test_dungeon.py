# ruff: noqa: E402  optional dependencies are checked first
"""Dungeon for OpenSpiel: information states, resampling and errors."""

from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="the games for OpenSpiel need open_spiel: pip install 'underdeck[env]'"
)

import numpy as np

from underdeck.env.openspiel import DungeonGame
from underdeck.env.openspiel.observer import check_type
from underdeck.games.dungeon.state import MAX_CARDS

GAMES: list[dict[str, Any]] = [
    {},
    {"players": 3, "interrupts": True, "suicide_queen": True},
    {"players": 4, "jokers_wild": True, "counter_attack": 3},
    {"players": 3, "almost_black": True},
    {"players": 4, "pitch_black": True, "interrupts": True},
]
games = pytest.mark.parametrize("options", GAMES, ids=lambda options: " ".join(options) or "base")


def sampler(seed: int) -> Any:
    return pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)


def moments(options: dict[str, Any], seed: int, decisions: int, every: int) -> Any:
    """Yield some states of a random game in which a player is to move."""
    random, state = Random(seed), DungeonGame(options).new_initial_state()
    for number in range(10 * decisions):
        if state.is_terminal():
            return
        if not state.is_chance_node() and number % every == 0:
            yield state
        state.apply_action(random.choice(state.legal_actions()))


def hidden_from(state: Any, player: int) -> list[list[int]]:
    """Return the other players' hands, sorted, and all bids."""
    true = state.position.state
    others = [seat for seat in range(true.players) if seat != player]
    return [
        *(sorted(true.hands[seat * MAX_CARDS :][: true.hand_size[seat]]) for seat in others),
        true.bids,
    ]


@games
def test_a_resampled_state_looks_the_same_but_hides_other_cards(options: dict[str, Any]) -> None:
    draw, alike, count = sampler(5), 0, 0
    for state in moments(options, 3, 40, 11):
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, draw)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            alike += hidden_from(other, player) == hidden_from(state, player)
            count += 1
    assert count > 10
    assert alike < count / 4


@games
def test_a_resampled_state_depends_only_on_what_the_player_knows(
    options: dict[str, Any],
) -> None:
    """The same random numbers give the same state, from the true state and a resampled one."""
    random = Random(8)
    for state in moments(options, 4, 30, 7):
        player = random.randrange(state.num_players())
        resampled = state.resample_from_infostate(player, sampler(1))
        again = resampled.resample_from_infostate(player, sampler(2))
        direct = state.resample_from_infostate(player, sampler(2))
        assert again.position.state == direct.position.state
        assert again.position.history.facts == direct.position.history.facts
        assert again.history() == direct.history()
        own = [item.action for item in state.full_history() if item.player == player]
        assert [action for action in direct.history() if action != pyspiel.INVALID_ACTION] == own


@games
def test_a_resampled_state_can_be_played_to_its_end(options: dict[str, Any]) -> None:
    random = Random(9)
    for state in moments(options, 6, 40, 23):
        other = state.resample_from_infostate(0, sampler(random.randrange(99)))
        for _ in range(60):
            if not other.is_terminal():
                other.apply_action(random.choice(other.legal_actions()))
        assert other.clone().information_state_string(0) == other.information_state_string(0)


def test_only_the_sampling_player_can_resample_again() -> None:
    state = next(moments({}, 1, 20, 1))
    with pytest.raises(ValueError, match="knowledge is unknown"):
        state.resample_from_infostate(0, sampler(1)).resample_from_infostate(1, sampler(1))
    with pytest.raises(ValueError, match="where a player is to act"):
        DungeonGame().new_initial_state().resample_from_infostate(0, sampler(1))


def test_an_information_state_has_decisions_drawn_cards_and_public_events() -> None:
    for state in moments({"players": 3}, 2, 30, 1):
        assert "drew_card seat=1" not in state.information_state_string(0)
        assert state.information_state_string(0).count("dealt ") == 5
    text = state.information_state_string(0)
    assert "> bid " in text
    assert "drew_card seat=0" in text
    assert "drew seat=1" in text


def test_observations_are_public_private_or_both() -> None:
    state = next(moments({}, 1, 20, 1))
    game = state.get_game()
    kinds = {
        (public, private): game.make_py_observer(
            pyspiel.IIGObservationType(
                public_info=public, perfect_recall=False, private_info=private
            )
        )
        for public in (True, False)
        for private in (pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE)
    }
    texts = {kind: observer.string_from(state, 1) for kind, observer in kinds.items()}
    assert texts[False, pyspiel.PrivateInfoType.NONE] == ""
    assert texts[True, pyspiel.PrivateInfoType.NONE].count('"hand": null') == 2
    assert texts[True, pyspiel.PrivateInfoType.SINGLE_PLAYER].count('"hand": null') == 1
    assert texts[False, pyspiel.PrivateInfoType.SINGLE_PLAYER].startswith('p2\n["')
    for observer in kinds.values():
        observer.set_from(state, 1)
        assert np.isfinite(observer.tensor).all()
    with pytest.raises(ValueError, match="everyone's private cards"):
        check_type(
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
            ),
            None,
        )
    with pytest.raises(ValueError, match="no parameters"):
        check_type(None, {"much": 1})


def test_a_game_that_lasts_too_long_is_a_draw() -> None:
    state = DungeonGame({"max_moves": 3}).new_initial_state()
    random = Random(1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    assert state.returns() == [0.0, 0.0]


def test_search_from_an_information_state_works() -> None:
    ismcts = pytest.importorskip(
        "open_spiel.python.algorithms.ismcts", reason="this open_spiel has no ISMCTS in Python"
    )
    mcts = pytest.importorskip(
        "open_spiel.python.algorithms.mcts", reason="this open_spiel has no MCTS in Python"
    )
    game = DungeonGame({"max_moves": 30})
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, random), 1.4, 8, random_state=random
    )
    state = next(moments({"max_moves": 30}, 1, 20, 1))
    assert bot.step(state) in state.legal_actions()


def test_illegal_actions_are_refused_for_chance_and_players() -> None:
    state = DungeonGame({"players": 3}).new_initial_state()
    with pytest.raises(
        ValueError,
        match=r"^chance: illegal action 52 \(lot p1\): legal actions are 0 \(.*\) and 38 more$",
    ):
        state.apply_action(52)
    state = next(moments({"players": 3}, 1, 20, 1))
    with pytest.raises(
        ValueError,
        match=r"^player 0: illegal action 94 \(accuse p2\): legal actions are \d+ \(bid ",
    ):
        state.apply_action(94)
    with pytest.raises(
        ValueError,
        match=r"^player 0: illegal action 9999 \(actions are whole numbers from 0 to 396\): legal",
    ):
        state.apply_action(9999)


def test_nothing_is_legal_in_a_drawn_game() -> None:
    state, random = DungeonGame({"max_moves": 3}).new_initial_state(), Random(1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    with pytest.raises(ValueError, match=r"no action is legal, the game is over$"):
        state.apply_action(1)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"max_moves": 0}, "max_moves can't be 0: it must be a whole number, at least 1"),
        ({"memory": -1}, "memory can't be -1: it must be a whole number, at least 1"),
        ({"interrupts": "often"}, "interrupts can't be 'often': it must be one of True, False"),
        ({"foo": 1}, "unknown option 'foo': options are interrupts, max_moves, memory, players, "),
        ({"players": 9}, ".*players.*9.*2, 3, 4"),
    ],
)
def test_unknown_options_and_values_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        DungeonGame(options)
