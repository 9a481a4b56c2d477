"""Tallies agree with the games themselves, played move by move."""

from collections import Counter
from statistics import mean, median
from typing import Any

import numpy as np
import pytest

from underdeck.cards import DIAMONDS, suit_of
from underdeck.fast.dungeon_rows import COLUMNS
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb.options import Options
from underdeck.playthrough import AnyPlaythrough
from underdeck.study.match import Match, play_out, with_turn_limit
from underdeck.study.policies import read_policy
from underdeck.study.tally import Tally

GAMES = 200
TOMB = Match("tomb", Options(), "tally", read_policy("tomb", "heuristic"))
BOTS = Match(
    "dungeon",
    with_turn_limit(DungeonOptions(players=3)),
    "tally",
    bots=("careful", "random", "random"),
)


@pytest.fixture(scope="module")
def tomb_games() -> list[AnyPlaythrough]:
    return [play_out(TOMB, number) for number in range(GAMES)]


@pytest.fixture(scope="module")
def tomb(tomb_games: list[AnyPlaythrough]) -> dict[str, Any]:
    return Tally.of("tomb", TOMB.rows(0, GAMES)).as_json(1)


def results(games: list[AnyPlaythrough]) -> list[dict[str, Any]]:
    return [game.result() or {} for game in games]


def test_won_survived_and_endings(tomb: dict[str, Any], tomb_games: list[AnyPlaythrough]) -> None:
    endings = Counter(result["ending"] for result in results(tomb_games))
    assert min(endings.values()) > 5
    assert {name: part["games"] for name, part in tomb["endings"].items()} == endings
    assert tomb["survived"]["share"] == endings["escaped"] / GAMES
    assert tomb["won"]["share"] == sum(result["won"] for result in results(tomb_games)) / GAMES
    assert tomb["won"]["low"] < tomb["won"]["share"] < tomb["won"]["high"]


def test_points_and_kings(tomb: dict[str, Any], tomb_games: list[AnyPlaythrough]) -> None:
    all_points = [result["points"] for result in results(tomb_games)]
    out = [result["points"] for result in results(tomb_games) if result["ending"] == "escaped"]
    assert tomb["points"]["mean"] == pytest.approx(mean(all_points), abs=1e-6)
    assert (tomb["points"]["median"], tomb["points"]["least"], tomb["points"]["most"]) == (
        median(all_points),
        0,
        max(all_points),
    )
    assert tomb["points"]["when_out"]["mean"] == pytest.approx(mean(out), abs=1e-6)
    assert tomb["points"]["counts"] == {
        str(value): number for value, number in sorted(Counter(out).items())
    }
    kings = Counter(
        str(result["kings"]) for result in results(tomb_games) if result["ending"] == "escaped"
    )
    assert {name: part["games"] for name, part in tomb["kings"].items() if part["games"]} == kings


def test_causes_of_death(tomb: dict[str, Any], tomb_games: list[AnyPlaythrough]) -> None:
    causes = Counter[str]()
    for game in tomb_games:
        match (game.result() or {})["ending"]:
            case "lost":
                causes["dark"] += 1
            case "slain":
                causes["trap" if suit_of(game.state.encounter) == DIAMONDS else "monster"] += 1
    assert len(causes) == 3
    assert {name: part["games"] for name, part in tomb["causes"].items()} == causes


def test_depth_cards_left_turns_and_moves(
    tomb: dict[str, Any], tomb_games: list[AnyPlaythrough]
) -> None:
    states = [game.state for game in tomb_games]
    depths = [state.deepest or state.turn for state in states]
    assert tomb["depth"]["mean"] == pytest.approx(mean(depths), abs=1e-6)
    assert tomb["depth"]["counts"] == {
        str(depth): number for depth, number in sorted(Counter(depths).items())
    }
    assert tomb["cards_left"]["mean"] == pytest.approx(
        mean(state.bottom - state.top for state in states), abs=1e-6
    )
    assert tomb["turns"]["most"] == max(state.turn for state in states)
    assert tomb["moves"]["mean"] == pytest.approx(
        mean(len(game.record.moves) for game in tomb_games), abs=1e-6
    )


def test_where_games_turned_around(tomb_games: list[AnyPlaythrough]) -> None:
    tally = Tally.of("tomb", TOMB.rows(0, GAMES))
    turned = sum("retreat" in game.record.moves for game in tomb_games)
    assert tally.counts["turning"].sum() == turned > 50
    assert tally.counts["turning_out"].sum() == sum(
        (game.result() or {})["ending"] == "escaped" for game in tomb_games
    )
    assert tally.counts["turning_points"].sum() == sum(
        result["points"] for result in results(tomb_games)
    )


def test_tallies_add_up_in_any_order() -> None:
    rows = TOMB.rows(0, GAMES)
    parts = [
        Tally.of("tomb", rows[start:end])
        for start, end in ((0, 1), (1, 150), (150, 150), (150, GAMES))
    ]
    whole = Tally.of("tomb", rows)
    forwards, backwards = Tally.empty("tomb"), Tally.empty("tomb")
    for part, other in zip(parts, reversed(parts), strict=True):
        forwards, backwards = forwards.plus(part), backwards.plus(other)
    assert forwards.as_json(1) == backwards.as_json(1) == whole.as_json(1)
    assert (whole.games, Tally.empty("tomb").games) == (GAMES, 0)


def test_nothing_was_played_and_nothing_breaks() -> None:
    assert Tally.empty("tomb").as_json(1)["won"] == {"share": 0.0, "low": 0.0, "high": 1.0}
    assert Tally.empty("tomb").as_json(1)["turns"] == {}
    assert Tally.empty("dungeon").as_json(2)["advantage"] == {"1": {}, "2": {}}


def test_dungeon_by_seat_and_way() -> None:
    played = [play_out(BOTS, number) for number in range(20)]
    data = Tally.of("dungeon", BOTS.rows_of(played)).as_json(3)
    wins = Counter(result["winner"] for result in results(played))
    assert {int(seat): part["games"] for seat, part in data["seats"].items()} == {
        number: wins[number - 1] for number in (1, 2, 3)
    }
    ways = Counter(
        (result["winner"] + 1, result["ending"])
        for result in results(played)
        if result["winner"] is not None
    )
    assert {(way["seat"], way["ending"]): way["games"] for way in data["ways"]} == ways
    assert sum(part["games"] for part in data["endings"].values()) == 20
    assert data["turns"]["median"] == median(result["turns"] for result in results(played))
    assert data["moves"]["most"] == max(len(game.record.moves) for game in played)


def test_a_seats_advantage_over_an_even_share() -> None:
    winners = np.array([0] * 50 + [1] * 30 + [-1] * 20)
    rows = np.zeros((len(winners), len(COLUMNS)), np.int32)
    rows[:, :3] = np.stack([np.where(winners >= 0, 1, 3), winners, winners * 0 + 5], axis=1)
    data = Tally.of("dungeon", rows).as_json(2)["advantage"]
    each = np.select([winners == 0, winners == 1], [0.5, -0.5], 0.0)
    error = 1.959964 * each.std(ddof=1) / 10
    assert data["1"] == pytest.approx(
        {"mean": 0.1, "low": 0.1 - error, "high": 0.1 + error}, abs=1e-5
    )
    assert data["2"]["mean"] == -0.1
