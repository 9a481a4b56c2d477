"""Sweeps try every combination of parameters."""

import pytest

from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb.options import Options
from underdeck.refusal import Refusal
from underdeck.study import match as matches
from underdeck.study.match import Match, with_turn_limit
from underdeck.study.policies import read_policy
from underdeck.study.sweep import MAX_SETS, Sweep, read_range

MATCH = Match("tomb", Options(), "sweep", read_policy("tomb", "heuristic,kings=3"))


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that Numba isn't installed."""
    monkeypatch.setattr(matches, "can_compile", lambda: False)


def swept(**settings: object) -> Sweep:
    sweep = Sweep(MATCH, {"risk": range(0, 401, 200), "weak": (2, 5)}, 300, **settings)  # type: ignore[arg-type]
    for _ in sweep.run():
        pass
    return sweep


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("risk=100:400:50", "risk", [100, 150, 200, 250, 300, 350, 400]),
        ("risk=100:399:150", "risk", [100, 250]),
        (" weak = 2:5 ", "weak", [2, 3, 4, 5]),
        ("weak=3", "weak", [3]),
        ("flee=-2:0", "flee", [-2, -1, 0]),
    ],
)
def test_a_parameter_and_its_values(text: str, name: str, values: list[int]) -> None:
    found, numbers = read_range(text)
    assert (found, list(numbers)) == (name, values)


@pytest.mark.parametrize(
    "text",
    [
        "risk",
        "risk=",
        "=3",
        "risk=5:2",
        "risk=1:5:0",
        "risk=1:5:-1",
        "risk=1:2:3:4",
        "risk=a:b",
        f"risk=0:{2**40}",
    ],
)
def test_wrong_ranges_are_refused(text: str) -> None:
    with pytest.raises(Refusal, match="knob_range"):
        read_range(text)


@pytest.mark.parametrize("aim", ["wins", "points"])
def test_every_combination_on_the_same_deals_best_first(aim: str) -> None:
    sweep = swept(aim=aim)
    sets = sweep.best_first()
    assert {tuple(each["knobs"].items()) for each in sets} == {
        (("risk", risk), ("weak", weak)) for risk in (0, 200, 400) for weak in (2, 5)
    }
    figures = [each["won"]["share"] if aim == "wins" else each["points"]["mean"] for each in sets]
    assert figures == sorted(figures, reverse=True)
    best = sets[0]
    policy = f"heuristic,kings=3,risk={best['knobs']['risk']},weak={best['knobs']['weak']}"
    rows = Match("tomb", Options(), "sweep", read_policy("tomb", policy)).rows(0, 300)
    assert best["won"]["share"] == pytest.approx((rows[:, 1] == 4).mean(), abs=1e-6)
    assert best["survived"]["share"] == pytest.approx((rows[:, 0] == 1).mean(), abs=1e-6)
    assert best["points"]["mean"] == pytest.approx(rows[:, 2].mean(), abs=1e-6)
    assert best["points"]["low"] < best["points"]["mean"] < best["points"]["high"]


def test_one_process_and_two_give_the_same() -> None:
    assert swept(jobs=1).best_first() == swept(jobs=2).best_first()


def test_a_stopped_sweep_has_the_finished_sets() -> None:
    sweep = Sweep(MATCH, {"risk": range(0, 401, 200)}, 250)
    assert sweep.total_games == 750
    running = sweep.run()
    assert [next(running) for _ in range(5)] == [100, 200, 250, 350, 450]
    running.close()
    assert [each["knobs"] for each in sweep.best_first()] == [{"risk": 0}]


def test_too_many_sets_and_unknown_parameters_are_refused() -> None:
    with pytest.raises(Refusal, match="too_many_sets") as caught:
        Sweep(MATCH, {"risk": range(200), "weak": range(51)}, 10)
    assert caught.value.params == {"n": 10_200, "most": MAX_SETS}
    with pytest.raises(Refusal, match="unknown_knob"):
        Sweep(MATCH, {"luck": range(2)}, 10)


def test_an_aim_that_the_game_does_not_have_is_refused() -> None:
    policy = read_policy("dungeon", "random")
    dungeon = Match("dungeon", with_turn_limit(DungeonOptions()), "sweep", policy)
    with pytest.raises(Refusal, match="unknown_aim"):
        Sweep(dungeon, {}, 10, aim="points")
