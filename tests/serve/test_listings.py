"""The list of games with their options."""

import pytest

from underdeck import registry
from underdeck.games.dungeon.moves import RANKS
from underdeck.serve.listings import MAX_LISTED_VALUES, list_games
from underdeck.serve.messages import CardShown, MootValue


def test_each_game_lists_its_numbers_of_players_and_its_bots() -> None:
    games = {game.game: game for game in list_games().games}
    assert (games["tomb"].players, games["tomb"].bots) == ([1], [])
    assert games["dungeon"].players == [2, 3, 4]
    assert games["dungeon"].bots == list(registry.find_manifest("dungeon").bots)
    assert [each.bot for each in games["dungeon"].characters][:2] == ["gambler", "digger"]
    assert len(set(games["dungeon"].opponents)) == len(games["dungeon"].opponents) == 3
    assert (games["tomb"].characters, games["tomb"].opponents) == ([], [])


def test_options_with_many_values_are_listed_by_their_range() -> None:
    for game in list_games().games:
        for name, values in game.options.items():
            assert game.defaults[name] in range(int(values[0]), int(values[-1]) + 1)
            assert len(values) <= MAX_LISTED_VALUES


def test_options_that_need_or_exclude_others_are_listed() -> None:
    games = {game.game: game for game in list_games().games}
    assert games["dungeon"].needs == {
        "accuse_freely": "pitch_black",
        "reveal_on_escape": "pitch_black",
        "surrender_keeps_rest": "suicide_queen",
    }
    assert games["dungeon"].excludes == [["jokers_wild", "almost_black", "pitch_black"]]
    assert (games["tomb"].needs, games["tomb"].excludes) == ({}, [])


def test_values_that_change_nothing_beside_others_are_listed() -> None:
    games = {game.game: game for game in list_games().games}
    assert MootValue("decks", 2, "players", 2) in games["dungeon"].moot
    assert MootValue("ace_high", True, "random_start", True) in games["dungeon"].moot
    assert games["tomb"].moot == []


def test_variants_are_listed_with_the_options_that_they_set() -> None:
    games = {game.game: game for game in list_games().games}
    assert games["dungeon"].variants["pitch-black"] == {"pitch_black": True}
    assert games["dungeon"].variants["counter-attack-2"] == {"counter_attack": 2}
    assert games["tomb"].variants == {}


def test_cards_and_constants_are_listed() -> None:
    games = {game.game: game for game in list_games().games}
    assert games["tomb"].cards["KS"] == CardShown("hoard", "K", 13, "S", 10)
    assert games["dungeon"].cards["KS"] == CardShown("creature", "K", 13, "S", 13)
    assert (games["tomb"].is_solitaire, games["dungeon"].is_solitaire) == (True, False)
    assert games["tomb"].constants == {"max_hit_points": 9, "max_torches": 4, "all_kings": 4}
    assert games["dungeon"].constants == {"hand_limit": 5, "cell": 11, "exit_depth": 9}
    assert games["dungeon"].ranks == {name: rank for rank, name in enumerate(RANKS) if name}


def test_a_game_without_a_client_view_lists_no_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = registry.find_manifest("tomb")._replace(name="plain", client_view="")
    monkeypatch.setattr(registry, "_manifests", {"plain": plain})
    (game,) = list_games().games
    assert (game.cards, game.ranks, game.constants) == ({}, {}, {})
