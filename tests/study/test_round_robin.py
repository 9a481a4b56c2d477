"""A round robin: who plays whom, what it counts, ratings and stars."""

import json

import pytest

pytest.importorskip("openskill")

from underdeck.games.dungeon.options import Options
from underdeck.refusal import Refusal
from underdeck.study.round_robin import (
    GAMES_PER_TASK,
    RoundRobin,
    RoundRobinPlan,
    check_bots,
    stars,
)

BOTS = ("random", "careful", "careful-1")
PLAN = RoundRobinPlan("dungeon", Options(turn_limit=60), "rr", BOTS, 20)


def played(plan: RoundRobinPlan = PLAN, jobs: int = 1) -> RoundRobin:
    run = RoundRobin(plan, jobs)
    for _ in run.run():
        pass
    return run


def test_every_pair_plays_the_same_number_of_games() -> None:
    assert PLAN.groups() == [
        ("random", "careful"),
        ("random", "careful-1"),
        ("careful", "careful-1"),
    ]
    assert PLAN.total_games == 3 * 2 * GAMES_PER_TASK
    run = RoundRobin(PLAN)
    tasks = list(run.tasks())
    assert [group for group, _ in tasks] == PLAN.groups() * 2
    assert [first for _, first in tasks] == [0] * 3 + [GAMES_PER_TASK] * 3


def test_three_bots_at_a_table_play_in_one_group() -> None:
    plan = RoundRobinPlan("dungeon", Options(players=3, turn_limit=30), "rr", BOTS, 12)
    assert plan.groups() == [BOTS]
    assert plan.match(BOTS).cycle == 3


def test_results_count_the_winners() -> None:
    run = RoundRobin(PLAN)
    run.winners = [[0] * 9 + [1] * 3, [1] * 12, [0] * 6 + [-1] * 6]
    won = run.wins()
    assert (won["random", "careful"], won["careful", "random"]) == (9, 3)
    assert (won["random", "careful-1"], won["careful-1", "random"]) == (0, 12)
    assert (won["careful", "careful-1"], won["careful-1", "careful"]) == (6, 0)
    table = {row["bot"]: row for row in run.results()["table"]}
    assert (table["careful"]["games"], table["careful"]["share"]) == (24, 9 / 24)
    pairs = {(pair["bot"], pair["against"]): pair for pair in run.results()["pairs"]}
    both = pairs.get(("careful", "careful-1")) or pairs["careful-1", "careful"]
    assert both["games"] == 6


def test_an_interrupted_run_has_only_bots_and_pairs_that_played() -> None:
    run = RoundRobin(PLAN)
    run.winners = [[0] * 9 + [1] * 3]
    assert [row["bot"] for row in run.results()["table"]] == ["random", "careful"]
    assert [pair["games"] for pair in run.results()["pairs"]] == [12]


def test_groups_take_turns_in_the_ratings() -> None:
    run = RoundRobin(PLAN)
    run.winners = [[0] * 12, [1] * 12, [0] * 12, [1] * 12]
    games = list(run.games())
    assert len(games) == 48
    assert games[:4] == [
        (("random", "careful"), 0),
        (("random", "careful-1"), 1),
        (("careful", "careful-1"), 0),
        (("random", "careful"), 0),
    ]
    assert games[36:] == [(("random", "careful"), 1)] * 12


def test_the_stronger_bot_has_the_higher_rating() -> None:
    order = [row["bot"] for row in played().results()["table"]]
    assert order[-1] == "random"


def test_the_same_results_for_any_number_of_processes_and_after_an_interruption() -> None:
    whole = played()
    assert played(jobs=2).as_json() == whole.as_json()
    broken = RoundRobin(PLAN)
    parts = broken.run()
    for _ in range(2):
        next(parts)
    resumed = RoundRobin(PLAN)
    resumed.load(broken.saved(), "file")
    assert resumed.done == 2 * GAMES_PER_TASK
    for _ in resumed.run():
        pass
    assert json.dumps(resumed.as_json()) == json.dumps(whole.as_json())


def test_a_file_of_another_run_is_refused() -> None:
    other = RoundRobinPlan("dungeon", Options(turn_limit=60), "other", BOTS, 20)
    with pytest.raises(Refusal, match="other_bound"):
        RoundRobin(PLAN).load(RoundRobin(other).saved(), "file")
    for damaged in ("", "{}", '{"plan": {}, "winners": [[1]]}'):
        with pytest.raises(Refusal, match="ratings_damaged"):
            RoundRobin(PLAN).load(damaged, "file")


def test_bots_that_can_not_be_rated() -> None:
    with pytest.raises(Refusal, match="bot_twice"):
        check_bots(("careful", "careful"), 2)
    with pytest.raises(Refusal, match="too_few_bots"):
        check_bots(("careful",), 2)


@pytest.mark.parametrize(
    ("below", "expected"), [(0, 5), (1.7, 5), (1.8, 4), (3.5, 4), (7, 3), (13, 1)]
)
def test_stars_of_bots_that_are_close_together(below: float, expected: int) -> None:
    assert stars(30 - below, 30, 17) == expected


@pytest.mark.parametrize(
    ("below", "expected"), [(0, 5), (4, 5), (6, 4), (20, 3), (24, 3), (26, 2), (40, 1)]
)
def test_stars_spread_over_bots_that_are_far_apart(below: float, expected: int) -> None:
    assert stars(50 - below, 50, 10) == expected
