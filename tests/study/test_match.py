"""A match has the same games whether compiled, interpreted, or played with a record."""

from typing import Any

import numpy as np
import pytest

from study.user_policy import EXAMPLE
from underdeck.cards import NO_CARD
from underdeck.deal import Drawn
from underdeck.fast.tomb import COLUMNS
from underdeck.formats import read_record, write_json
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import ESCAPED, SLAIN
from underdeck.playthrough import AnyPlaythrough
from underdeck.study import match as matches
from underdeck.study.match import DEFAULT_TURN_LIMIT, Match, play_out, record_line, with_turn_limit
from underdeck.study.policies import read_policy

OPTIONS = [
    Options(),
    Options(drop_sum=True, disarm_after_fail=True),
    Options(earliest_turnaround=2, scroll_from_column=True),
]


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that Numba isn't installed."""
    monkeypatch.setattr(matches, "can_compile", lambda: False)


def tomb(policy: str = "heuristic", options: Options = OPTIONS[0]) -> Match:
    return Match("tomb", options, "match", read_policy("tomb", policy))


def tomb_row(played: AnyPlaythrough) -> dict[str, Any]:
    """Return the expected columns of a game, from its final state."""
    s, result = played.state, played.result() or {}
    return {
        "ending": s.ending,
        "kings": result["kings"],
        "points": result["points"],
        "turns": s.turn,
        "deepest": s.deepest,
        "hit_points": s.hit_points,
        "torches": s.torches,
        "cards_left": s.bottom - s.top,
        "slayer": s.encounter if s.ending == SLAIN else NO_CARD,
        "moves": len(played.record.moves),
    }


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("policy", ["heuristic", "random", str(EXAMPLE)])
def test_rows_and_records_of_tomb_agree(policy: str, options: Options) -> None:
    match = tomb(policy, options)
    rows, lines = match.rows_and_records(5, 40)
    for number, row, line in zip(range(5, 45), rows.tolist(), lines, strict=True):
        data = dict(zip(COLUMNS, row, strict=True))
        played = play_out(match, number)
        assert {name: data[name] for name in tomb_row(played)} == tomb_row(played)
        assert read_record(line).result() == played.result()
        assert line == record_line(played)


def test_compiled_rows_are_the_interpreted_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    match = tomb()
    compiled = match.rows(1000, 500)
    monkeypatch.setattr(matches, "can_compile", lambda: False)
    assert np.array_equal(match.rows(1000, 500), compiled)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    "options",
    [
        DungeonOptions(),
        DungeonOptions(players=4, pitch_black=True, suicide_queen=True, counter_attack=3),
    ],
)
def test_rows_and_records_of_dungeon_agree(options: DungeonOptions) -> None:
    match = Match("dungeon", with_turn_limit(options), "match", read_policy("dungeon", "random"))
    rows, lines = match.rows_and_records(0, 4)
    assert np.array_equal(rows, match.rows_of(play_out(match, number) for number in range(4)))
    for line in lines:
        assert read_record(line).result() is not None


def test_records_of_bots_name_their_seats() -> None:
    match = Match("dungeon", with_turn_limit(DungeonOptions()), "match", bots=("careful", "random"))
    rows, lines = match.rows_and_records(3, 2)
    assert np.array_equal(rows, match.rows(3, 2))
    read = read_record(lines[0])
    assert read.record.seats == ["careful", "random"]
    assert read.record.deal.source == Drawn("match", 3)
    assert read_record(write_json(read)).result() == read.result()


@pytest.mark.usefixtures("interpreted")
def test_where_the_player_turned_around() -> None:
    match = tomb()
    for number, row in enumerate(match.rows(0, 30).tolist()):
        data = dict(zip(COLUMNS, row, strict=True))
        played = play_out(match, number)
        if "retreat" not in played.record.moves:
            assert (data["torches_turning"], data["cards_turning"], data["deepest"]) == (0, 0, 0)
            continue
        before = AnyPlaythrough.before(played.record)
        for _ in before.replay(played.record.moves[: played.record.moves.index("retreat")]):
            pass
        assert (data["torches_turning"], data["cards_turning"]) == (
            before.state.torches,
            before.state.bottom - before.state.top,
        )


@pytest.mark.usefixtures("interpreted")
def test_games_depend_on_seed_and_number() -> None:
    one, other = tomb(), Match("tomb", Options(), "another", read_policy("tomb", "heuristic"))
    assert not np.array_equal(one.rows(0, 50), other.rows(0, 50))
    assert np.array_equal(one.rows(0, 50)[20:], one.rows(20, 30))
    assert one.rows(2**40, 3).shape == (3, len(COLUMNS))
    assert (one.rows(0, 200)[:, 0] == ESCAPED).any()


def test_label_rules_and_json_of_a_match() -> None:
    match = tomb("heuristic,risk=300", Options(drop_sum=True))
    assert (match.label, match.house_rules(), match.seats) == (
        "heuristic,risk=300",
        ["drop_sum=on"],
        1,
    )
    data: Any = match.as_json()
    assert (data["policy"], data["knobs"]["risk"], data["cards"], data["seed"]) == (
        "heuristic",
        300,
        44,
        "match",
    )
    bots = Match(
        "dungeon", with_turn_limit(DungeonOptions(players=3)), "match", bots=("careful",) * 3
    )
    assert (bots.label, bots.house_rules(), bots.seats) == (
        "careful,careful,careful",
        ["players=3"],
        3,
    )
    assert bots.as_json()["bots"] == ["careful"] * 3
    assert tomb(str(EXAMPLE)).as_json()["sha256"]


def test_simulated_games_have_a_turn_limit() -> None:
    assert with_turn_limit(DungeonOptions()).turn_limit == DEFAULT_TURN_LIMIT
    assert with_turn_limit(DungeonOptions(turn_limit=9)).turn_limit == 9
    assert with_turn_limit(Options()) == Options()
