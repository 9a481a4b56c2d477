"""Generic measures simulate, report and draw a game from its results alone."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from study.outcomes import results_of
from third_game.manifest import GAME, MANIFEST
from underdeck import registry
from underdeck.registry import register
from underdeck.say import LANGUAGES, Words
from underdeck.study.draw.matplotlib import save
from underdeck.study.draw.terminal import render
from underdeck.study.match import Match
from underdeck.study.measures import Measures, find_measures
from underdeck.study.measures.base import UNKNOWN
from underdeck.study.policies import policy_names, read_policy
from underdeck.study.simulation import Simulation

GAMES = 60


@pytest.fixture(autouse=True)
def tricks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register a game that has neither a harness nor measures."""
    monkeypatch.setattr(registry, "_manifests", dict(registry._manifests))
    register(MANIFEST)
    yield
    registry.find_part.cache_clear()


def new_match(seed: str = "cards") -> Match:
    return Match("tricks", GAME.Options(), seed, read_policy("tricks", "random"))


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
    assert policy_names("tricks") == ["random"]
    tally = run(new_match()).outcome.tallies[0]
    data = tally.as_json(2)
    assert data["games"] == tally.games == GAMES
    assert 0.3 < data["seats"]["1"]["share"] < 0.7
    assert (data["moves"]["mean"], data["turns"]["mean"]) == (6, 3)
    rows, records = new_match().rows_and_records(0, 5)
    for row, record in zip(rows.tolist(), records, strict=True):
        winner = json.loads(record)["result"]["winner"]
        assert row == [UNKNOWN, UNKNOWN if winner is None else winner, 3, 6]


def test_the_results_of_a_solitaire_may_say_only_whether_it_was_won() -> None:
    measures = find_measures("tricks")
    rows = np.array([[1, UNKNOWN, UNKNOWN, 4], [0, UNKNOWN, UNKNOWN, 6]] * 10)
    data = measures.as_json(measures.count(rows), 1)
    assert (data["won"]["share"], data["moves"]["mean"]) == (0.5, 5)
    assert "turns" not in data
    assert len(measures.lines(Words("en"), new_match(), data)) == 2
    text = render(results_of((new_match(),), [rows]), Words("en"))
    assert Words("en").say("study.sketch.moves") in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_measures_is_reported_and_drawn(language: str, tmp_path: Path) -> None:
    words, simulation = Words(language), run(new_match(), new_match("others"))
    lines = find_measures("tricks").lines(
        words, new_match(), simulation.outcome.tallies[0].as_json(2)
    )
    assert len(lines) == 6
    save(simulation, tmp_path / "tricks.svg", words)
    text = render(simulation, words)
    assert words.say("study.sketch.length") in text
    assert words.say("study.measure.won_seat") in text


def test_seats_of_a_game_without_measures() -> None:
    match = Match("tricks", GAME.Options(players=3), "cards", bots=("random",) * 3)
    winners = np.array([-1, 0, 0, 1, 2] * 8)
    rows = np.stack([winners * 0 + UNKNOWN, winners, winners + 5, winners + 9], axis=1)
    played = results_of((match, match), [rows, rows[::-1]])
    data = played.outcome.tallies[0].as_json(3)
    assert [share["games"] for share in data["seats"].values()] == [16, 8, 8]
    assert (data["turns"]["least"], data["turns"]["most"]) == (4, 7)
    assert played.outcome.tallies[0].wins(2) == 8
    assert played.outcome.differences[0][0].total == 0
    assert find_measures("tricks").compared_figure(data, "won") == data["seats"]["1"]
    text = render(played, Words("en"))
    assert "Who won" in text
    assert "games won by player 1" in text
    lines = find_measures("tricks").lines(Words("en"), match, data)
    assert lines[2].startswith("Player 1 (random) won 40% (26 to 55)")


def test_the_winner_is_a_seat_from_0() -> None:
    class Played:
        class record:  # noqa: N801
            moves = ("a", "b")

        @staticmethod
        def result() -> dict[str, object]:
            return {"winner": 0, "turns": 7}

    assert find_measures("tricks").row(Played()) == [UNKNOWN, 0, 7, 2]  # type: ignore[arg-type]
