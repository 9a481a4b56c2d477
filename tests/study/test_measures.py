"""Generic measures simulate, report and draw a game from its results alone."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import coin_game
from study.outcomes import results_of
from underdeck import registry
from underdeck.registry import register
from underdeck.say import LANGUAGES, Words
from underdeck.study.draw.data import PlotData
from underdeck.study.draw.matplotlib import save
from underdeck.study.draw.terminal import render
from underdeck.study.match import Match
from underdeck.study.measures import Measures, find_measures
from underdeck.study.measures.base import UNKNOWN
from underdeck.study.policies import policy_names, read_policy
from underdeck.study.simulation import Simulation

GAMES = 60


@pytest.fixture(autouse=True)
def coin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register a game that has neither a harness nor measures."""
    monkeypatch.setattr(registry, "_manifests", dict(registry._manifests))
    register(coin_game.MANIFEST)
    yield
    registry.find_part.cache_clear()


def coin_match(seed: str = "coins") -> Match:
    return Match("coin", coin_game.CoinOptions(), seed, read_policy("coin", "random"))


def run(*matches: Match) -> Simulation:
    simulation = Simulation(matches, games=GAMES)
    for _ in simulation.run():
        pass
    return simulation


@pytest.mark.parametrize("game", ["tomb", "dungeon"])
def test_built_in_games_have_measures_of_their_own(game: str) -> None:
    assert type(find_measures(game)) is not Measures
    assert set(find_measures(game).sweep_columns) == set(find_measures(game).compared)
    assert find_measures(game).default_policy in policy_names(game)


def test_a_game_without_measures_is_simulated() -> None:
    assert policy_names("coin") == ["random"]
    tally = run(coin_match()).outcome.tallies[0]
    data = tally.as_json(1)
    assert data["games"] == tally.games == GAMES
    assert 0.3 < data["won"]["share"] < 0.7
    assert data["moves"]["mean"] == 1
    assert "turns" not in data
    rows, records = coin_match().rows_and_records(0, 5)
    for row, record in zip(rows.tolist(), records, strict=True):
        assert row == [int(json.loads(record)["result"]["won"]), UNKNOWN, UNKNOWN, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_measures_is_reported_and_drawn(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlotData, "game_title", "Coin")
    words, simulation = Words(language), run(coin_match(), coin_match("others"))
    lines = find_measures("coin").lines(
        words, coin_match(), simulation.outcome.tallies[0].as_json(1)
    )
    assert len(lines) == 2
    save(simulation, tmp_path / "coin.svg", words)
    text = render(simulation, words)
    assert words.say("study.sketch.moves") in text
    assert words.say("study.measure.won") in text


def test_seats_of_a_game_without_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlotData, "game_title", "Coin")
    monkeypatch.setattr(coin_game.Coin, "seats", lambda *_: 3)
    match = Match("coin", coin_game.CoinOptions(), "coins", bots=("random",) * 3)
    winners = np.array([-1, 0, 0, 1, 2] * 8)
    rows = np.stack([winners * 0 + UNKNOWN, winners, winners + 5, winners + 9], axis=1)
    played = results_of((match, match), [rows, rows[::-1]])
    data = played.outcome.tallies[0].as_json(3)
    assert [share["games"] for share in data["seats"].values()] == [16, 8, 8]
    assert (data["turns"]["least"], data["turns"]["most"]) == (4, 7)
    assert played.outcome.tallies[0].wins(2) == 8
    assert played.outcome.differences[0][0].total == 0
    assert find_measures("coin").compared_figure(data, "won") == data["seats"]["1"]
    text = render(played, Words("en"))
    assert "Who won" in text
    assert "games won by player 1" in text
    lines = find_measures("coin").lines(Words("en"), match, data)
    assert lines[2].startswith("Player 1 (random) won 40% (26 to 55)")


def test_the_winner_is_a_seat_from_0() -> None:
    class Played:
        class record:  # noqa: N801
            moves = ("a", "b")

        @staticmethod
        def result() -> dict[str, object]:
            return {"winner": 0, "turns": 7}

    assert find_measures("coin").row(Played()) == [UNKNOWN, 0, 7, 2]  # type: ignore[arg-type]
