"""The list of games with their options."""

from underdeck.serve.listings import MAX_LISTED_VALUES, list_games


def test_each_game_lists_its_numbers_of_players_and_its_bots() -> None:
    games = {game.game: game for game in list_games().games}
    assert (games["tomb"].players, games["tomb"].bots) == ([1], [])
    assert games["dungeon"].players == [2, 3, 4]
    assert games["dungeon"].bots == ["random", "careful"]


def test_options_with_many_values_are_listed_by_their_range() -> None:
    for game in list_games().games:
        for name, values in game.options.items():
            assert game.defaults[name] in range(int(values[0]), int(values[-1]) + 1)
            assert len(values) <= MAX_LISTED_VALUES
