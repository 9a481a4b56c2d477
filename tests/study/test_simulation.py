"""A simulation has the same result for any number of workers, compiled or interpreted."""

import json
import os
import time
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from underdeck.formats import read_record
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb.options import Options
from underdeck.intervals import Z
from underdeck.refusal import Refusal
from underdeck.study import match as matches
from underdeck.study.executors import count_cores, map_ordered
from underdeck.study.match import Match, with_turn_limit
from underdeck.study.policies import read_policy
from underdeck.study.simulation import Simulation

HEURISTIC, CAUTIOUS, SUMMING = (
    Match("tomb", options, "simulation", read_policy("tomb", policy))
    for policy, options in (
        ("heuristic", Options()),
        ("heuristic,risk=50", Options()),
        ("heuristic", Options(drop_sum=True)),
    )
)
BOTS = Match("dungeon", with_turn_limit(DungeonOptions()), "simulation", bots=("careful", "random"))
OTHERS = Match(
    "dungeon", with_turn_limit(DungeonOptions()), "simulation", bots=("random", "random")
)


def run(*played: Match, **settings: Any) -> Simulation:
    simulation = Simulation(played, **settings)
    for _ in simulation.run():
        pass
    return simulation


def result_of(simulation: Simulation) -> str:
    """Return all tallies and differences as text."""
    tallies = [
        tally.as_json(match.seats)
        for match, tally in zip(simulation.matches, simulation.outcome.tallies, strict=True)
    ]
    return json.dumps(
        [tallies, [[each.as_json() for each in those] for those in simulation.outcome.differences]]
    )


def test_one_process_and_two_give_the_same() -> None:
    one, two = (result_of(run(HEURISTIC, CAUTIOUS, games=10_400, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    assert json.loads(one)[0][0]["games"] == 10_400


@pytest.mark.parametrize("jobs", [1, 2])
def test_compiled_and_interpreted_give_the_same(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    compiled = result_of(run(HEURISTIC, CAUTIOUS, games=1_250, jobs=jobs))
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    assert result_of(run(HEURISTIC, CAUTIOUS, games=1_250, jobs=jobs)) == compiled


def test_bots_in_one_process_and_two_give_the_same() -> None:
    assert result_of(run(BOTS, OTHERS, games=15, jobs=1)) == result_of(
        run(BOTS, OTHERS, games=15, jobs=2)
    )


def test_until_the_interval_is_narrow_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = run(HEURISTIC, until=0.01, jobs=2)
    games = compiled.outcome.games
    assert compiled.outcome.half_width() <= 0.01
    earlier = [each for each in islice(compiled.checkpoints(), 50) if each < games]
    before = run(HEURISTIC, games=earlier[-1])
    assert before.outcome.half_width() > 0.01
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    assert result_of(run(HEURISTIC, until=0.01)) == result_of(compiled)


def test_bots_until_the_interval_is_narrow_enough() -> None:
    simulation = run(BOTS, until=0.2)
    assert simulation.outcome.half_width() <= 0.2
    assert simulation.outcome.games <= 30


def test_a_chunk_ends_at_each_checkpoint() -> None:
    simulation = Simulation((HEURISTIC,), until=0.0001)
    chunks = list(islice(simulation.chunks(), 200))
    ends = {first + games for first, games in chunks}
    checkpoints = list(islice(simulation.checkpoints(), 150))
    assert set(checkpoints) <= ends
    assert all(later > earlier for earlier, later in pairwise(checkpoints))
    assert [first for first, _ in chunks] == [0, *(first + games for first, games in chunks[:-1])]
    assert max(games for _, games in chunks) <= HEURISTIC.measures.max_chunk


def test_chunks_cover_a_run_once() -> None:
    for games in (1, 9_999, 10_000, 123_456, 10_000_001):
        chunks = list(Simulation((HEURISTIC,), games=games).chunks())
        assert sum(size for _, size in chunks) == games
        assert all(first + size == after for (first, size), (after, _) in pairwise(chunks))


def test_differences_are_paired() -> None:
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
            error = Z * apart.std(ddof=1) / np.sqrt(len(apart))
            assert found[name] == pytest.approx(
                {"mean": apart.mean(), "low": apart.mean() - error, "high": apart.mean() + error},
                abs=1e-6,
            )
    # On the same deals the interval is narrower than that of two independent runs.
    apart = simulation.outcome.differences[0][2].as_json()
    alone = [tally.as_json(1)["points"] for tally in simulation.outcome.tallies[:2]]
    assert apart["high"] - apart["low"] < sum(each["high"] - each["low"] for each in alone) / 1.5


def test_bots_are_compared_on_the_same_deals() -> None:
    simulation = run(BOTS, OTHERS, games=8)
    apart = OTHERS.rows(0, 8)[:, 2].astype(int) - BOTS.rows(0, 8)[:, 2]
    assert simulation.outcome.differences[0][1].as_json()["mean"] == pytest.approx(
        apart.mean(), abs=1e-6
    )


def test_a_stopped_run_keeps_its_results() -> None:
    simulation = Simulation((HEURISTIC,), games=1_000_000, jobs=2)
    running = simulation.run()
    done = [next(running), next(running)]
    running.close()
    assert simulation.outcome.games == done[-1] == 100_000
    assert result_of(simulation) == result_of(run(HEURISTIC, games=100_000))


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


def test_refusals_of_workers_are_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    path = tmp_path / "mine.py"
    path.write_text(
        "def choose(s, moves, count, stream, knobs):\n"
        "    return -1 if s.hit_points == 1 and s.turn > 4 else 0\n"
    )
    match = Match("tomb", Options(), "simulation", read_policy("tomb", str(path)))
    with pytest.raises(Refusal, match="policy_misplaced"):
        run(match, games=5000, jobs=2)


def test_a_killed_worker_is_refused() -> None:
    with pytest.raises(Refusal, match="workers_lost"):
        list(map_ordered(os._exit, [(1,)] * 4, 2))


def slowly(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number


def test_results_keep_the_order_of_tasks() -> None:
    parts = [(number, 0.2 if number % 3 == 0 else 0.0) for number in range(9)]
    assert list(map_ordered(slowly, parts, 2)) == list(range(9))
    assert list(map_ordered(slowly, iter(parts[:2]), 1)) == [0, 1]


def test_count_cores() -> None:
    assert 1 <= count_cores() <= 4096
