"""Many games: the same to the byte however many work on them and however they are played."""

import json
import os
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from underdeck.formats import read_record
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb.options import Options
from underdeck.refusal import Refusal
from underdeck.study import match as matches
from underdeck.study.executors import cores, work_through
from underdeck.study.intervals import WIDTH
from underdeck.study.match import Match, limited
from underdeck.study.policies import read_policy
from underdeck.study.simulation import LARGEST, Simulation

HEURISTIC, CAUTIOUS, SUMMING = (
    Match("tomb", options, "simulation", read_policy("tomb", policy))
    for policy, options in (
        ("heuristic", Options()),
        ("heuristic,risk=50", Options()),
        ("heuristic", Options(drop_sum=True)),
    )
)
BOTS = Match("dungeon", limited(DungeonOptions()), "simulation", bots=("careful", "random"))
OTHERS = Match("dungeon", limited(DungeonOptions()), "simulation", bots=("random", "random"))


def run(*played: Match, **settings: Any) -> Simulation:
    simulation = Simulation(played, **settings)
    for _ in simulation.run():
        pass
    return simulation


def told(simulation: Simulation) -> str:
    """All that is known, as text."""
    tallies = [
        tally.as_json(match.seats)
        for match, tally in zip(simulation.matches, simulation.outcome.tallies, strict=True)
    ]
    return json.dumps(
        [tallies, [[each.as_json() for each in those] for those in simulation.outcome.differences]]
    )


def test_the_same_by_one_and_by_two() -> None:
    one, two = (told(run(HEURISTIC, CAUTIOUS, games=10_400, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    assert json.loads(one)[0][0]["games"] == 10_400


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_compiled_and_by_hand(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    compiled = told(run(HEURISTIC, CAUTIOUS, games=1_250, jobs=jobs))
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    assert told(run(HEURISTIC, CAUTIOUS, games=1_250, jobs=jobs)) == compiled


def test_bots_too() -> None:
    assert told(run(BOTS, OTHERS, games=15, jobs=1)) == told(run(BOTS, OTHERS, games=15, jobs=2))


def test_until_it_is_known_well_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = run(HEURISTIC, until=0.01, jobs=2)
    games = compiled.outcome.games
    assert compiled.outcome.width() <= 0.01
    looks = [look for look, _ in zip(compiled.looks(), range(50), strict=False) if look < games]
    before = run(HEURISTIC, games=looks[-1])
    assert before.outcome.width() > 0.01
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    assert told(run(HEURISTIC, until=0.01)) == told(compiled)


def test_bots_until_it_is_known_well_enough() -> None:
    simulation = run(BOTS, until=0.2)
    assert simulation.outcome.width() <= 0.2
    assert simulation.outcome.games <= 30


def test_one_looks_at_the_same_numbers_of_games_whatever_the_parts() -> None:
    simulation = Simulation((HEURISTIC,), until=0.0001)
    parts = [part for part, _ in zip(simulation.parts(), range(200), strict=False)]
    ends = {first + games for first, games in parts}
    looks = [look for look, _ in zip(simulation.looks(), range(150), strict=False)]
    assert set(looks) <= ends
    assert all(later > earlier for earlier, later in pairwise(looks))
    assert [first for first, _ in parts] == [0, *(first + games for first, games in parts[:-1])]
    assert max(games for _, games in parts) <= LARGEST["tomb"]


def test_the_parts_of_a_run_cover_it_once() -> None:
    for games in (1, 9_999, 10_000, 123_456, 10_000_001):
        parts = list(Simulation((HEURISTIC,), games=games).parts())
        assert sum(size for _, size in parts) == games
        assert all(first + size == after for (first, size), (after, _) in pairwise(parts))


def test_a_difference_is_that_of_pairs() -> None:
    simulation = run(HEURISTIC, CAUTIOUS, SUMMING, games=12_000, jobs=2)
    one = HEURISTIC.rows(0, 12_000)
    for match, differences in zip((CAUTIOUS, SUMMING), simulation.outcome.differences, strict=True):
        other = match.rows(0, 12_000)
        expected = {
            "won": (other[:, 1] == 4) * 1.0 - (one[:, 1] == 4),
            "points": other[:, 2] * 1.0 - one[:, 2],
        }
        found = {difference.name: difference.as_json() for difference in differences}
        for name, apart in expected.items():
            error = WIDTH * apart.std(ddof=1) / np.sqrt(len(apart))
            assert found[name] == pytest.approx(
                {"mean": apart.mean(), "low": apart.mean() - error, "high": apart.mean() + error},
                abs=1e-6,
            )
    # The same deals make it sharper than two runs apart would be.
    apart = simulation.outcome.differences[0][2].as_json()
    alone = [tally.as_json(1)["points"] for tally in simulation.outcome.tallies[:2]]
    assert apart["high"] - apart["low"] < sum(each["high"] - each["low"] for each in alone) / 1.5


def test_bots_are_compared_on_the_same_deals() -> None:
    simulation = run(BOTS, OTHERS, games=8)
    apart = OTHERS.rows(0, 8)[:, 2].astype(int) - BOTS.rows(0, 8)[:, 2]
    assert simulation.outcome.differences[0][1].as_json()["mean"] == pytest.approx(
        apart.mean(), abs=1e-6
    )


def test_what_was_done_is_kept_when_it_is_stopped() -> None:
    simulation = Simulation((HEURISTIC,), games=1_000_000, jobs=2)
    running = simulation.run()
    done = [next(running), next(running)]
    running.close()
    assert simulation.outcome.games == done[-1] == 100_000
    assert told(simulation) == told(run(HEURISTIC, games=100_000))


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_come_in_order_and_agree_with_the_tally(
    monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    lines: list[str] = []
    simulation = run(HEURISTIC, CAUTIOUS, games=250, jobs=jobs, keep=lines.extend)
    drawn = [json.loads(line)["deal"]["drawn"] for line in lines]
    assert drawn == [{"seed": "simulation", "number": number} for number in range(250)]
    results = [json.loads(line)["result"] for line in lines]
    tally = simulation.outcome.tallies[0].as_json(1)
    assert sum(result["won"] for result in results) == simulation.outcome.tallies[0].wins()
    assert sum(result["points"] for result in results) / 250 == pytest.approx(
        tally["points"]["mean"], abs=1e-6
    )
    assert read_record(lines[123]).result() == results[123]


def test_what_a_worker_refuses_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    path = tmp_path / "mine.py"
    path.write_text(
        "def choose(s, moves, count, stream, knobs):\n    return -1 if s.hit_points == 1 and s.turn > 4 else 0\n"
    )
    match = Match("tomb", Options(), "simulation", read_policy("tomb", str(path)))
    with pytest.raises(Refusal, match="policy_misplaced"):
        run(match, games=5000, jobs=2)


def test_a_worker_that_dies() -> None:
    with pytest.raises(Refusal, match="workers_lost"):
        list(work_through(os._exit, [(1,)] * 4, 2))


def slowly(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number


def test_results_come_in_order_whoever_is_done_first() -> None:
    parts = [(number, 0.2 if number % 3 == 0 else 0.0) for number in range(9)]
    assert list(work_through(slowly, parts, 2)) == list(range(9))
    assert list(work_through(slowly, iter(parts[:2]), 1)) == [0, 1]


def test_there_are_cores() -> None:
    assert 1 <= cores() <= 4096
