"""The facts of a game of Dungeon for each seat, and the ladder of challenges."""

from typing import Any

import pytest

from career.game_samples import a_duel, play_randomly
from underdeck.career.achievements import fold
from underdeck.career.base import Remark
from underdeck.career.finished import facts_of
from underdeck.career.games.dungeon import CAREER, JUDGED, OWN_EVENTS, variant_of
from underdeck.career.totals import Totals
from underdeck.games.dungeon import GAME
from underdeck.playthrough import AnyPlaythrough

HOUSES: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 4, "jokers_wild": 1},
    {"pitch_black": 1},
    {"players": 3, "pitch_black": 1, "accuse_freely": 1},
    {"almost_black": 1, "suicide_queen": 1, "counter_attack": 3},
]
SEEDS = range(8)


def games() -> list[AnyPlaythrough]:
    """Return random games under different rules."""
    return [
        play_randomly("dungeon", f"{seed} {house}", turn_limit=200, **house)
        for seed in SEEDS
        for house in HOUSES
    ]


@pytest.fixture(scope="module")
def played() -> list[AnyPlaythrough]:
    return games()


def test_facts_of_all_seats_agree_with_the_result(played: list[AnyPlaythrough]) -> None:
    for each in played:
        result = each.result() or {}
        facts = [facts_of(each, seat) for seat in range(each.state.players)]
        winners = [seat for seat, found in enumerate(facts) if found.won]
        assert winners == ([] if result["winner"] is None else [result["winner"]])
        alive = [seat for seat, found in enumerate(facts) if found.survived]
        assert alive == result["alive"]
        for seat, found in enumerate(facts):
            assert found.counts["seat"] == seat
            assert found.counts["players"] == each.state.players
            assert ("won_seat" in found.counts) == found.won


def test_the_words_of_each_kind_are_known(played: list[AnyPlaythrough]) -> None:
    for each in played:
        counts = facts_of(each, 0).counts
        assert counts.keys() - {*CAREER.kinds} <= {"bluff"}
        for kind, words in CAREER.words.items():
            assert counts.get(kind, words[0]) in words


def test_what_one_seat_does_is_counted_for_that_seat_alone(played: list[AnyPlaythrough]) -> None:
    for each in played:
        events = [event for step in each.history for event in step]
        facts = [facts_of(each, seat).counts for seat in range(each.state.players)]
        for kind, name in (("attacks", "attacked"), ("fished", "fished"), ("aces", "ace_played")):
            for seat, counts in enumerate(facts):
                there = [e for e in events if e.name == name and e.parts["seat"] == seat]
                assert counts[kind] == len(there)
        lies = sum(int(counts["lies_caught"]) for counts in facts)
        assert lies == sum(int(counts["lies_found"]) for counts in facts)
        accused = [e for e in events if e.name == "accused"]
        judged = sum(
            int(counts.get("accused_right", 0)) + int(counts.get("accused_wrong", 0))
            for counts in facts
        )
        assert judged == len(accused)


def test_facts_of_a_resumed_game_are_the_same(played: list[AnyPlaythrough]) -> None:
    for each in played[:6]:
        resumed = AnyPlaythrough.resume(each.record)
        assert facts_of(resumed, 1) == facts_of(each, 1)


def test_a_seat_that_resigns_has_resigned_and_the_last_one_wins() -> None:
    played = play_randomly("dungeon", "unplayed", turn_limit=1)
    fresh = AnyPlaythrough.before(played.record)
    fresh.play(GAME.read_move("resign"), 0)
    assert facts_of(fresh, 0).outcome == "resigned"
    assert facts_of(fresh, 1).outcome == "alone"
    assert facts_of(fresh, 1).won


def test_a_stalemate_is_won_by_nobody() -> None:
    played = play_randomly("dungeon", "short", turn_limit=2)
    assert [facts_of(played, seat).outcome for seat in (0, 1)] == ["stalemate", "stalemate"]
    assert not any(facts_of(played, seat).won for seat in (0, 1))


def test_the_darkest_variant_is_the_one_that_counts() -> None:
    assert variant_of(GAME.Options()) == "standard"
    assert variant_of(GAME.Options(jokers_wild=True)) == "jokers_wild"
    assert variant_of(GAME.Options(almost_black=True)) == "almost_black"
    assert variant_of(GAME.Options(pitch_black=True)) == "pitch_black"


def test_the_ladder_leads_from_a_first_win_to_three_in_a_row() -> None:
    totals: dict[tuple[str, str], Totals] = {}
    assert not any(step.is_reached for step in CAREER.ladder(Totals()))
    for _ in range(3):
        changed, _unlocked = fold(totals, a_duel(won=True))
        totals |= changed
    reached = [step.name for step in CAREER.ladder(totals["dungeon", ""]) if step.is_reached]
    assert reached == ["win", "win_careful", "win_three_in_a_row"]


def test_a_quicker_win_and_the_first_one_against_the_careful_bot_are_remarked() -> None:
    before = Totals(games=2, sums={"won": 2}, most={"quickest": -30})
    remarks = CAREER.remarks(a_duel(won=True, turns=20), before)
    assert remarks == [Remark("quickest_win", 20), Remark("first_win_careful", 1)]
    assert CAREER.remarks(a_duel(won=False), before) == []


def test_only_pitch_black_has_accusations() -> None:
    for is_dark in (False, True):
        played = play_randomly("dungeon", 1, turn_limit=50, pitch_black=is_dark)
        assert ("accused_wrong" in facts_of(played, 0).counts) == is_dark


def test_every_counted_event_has_a_kind() -> None:
    assert {*OWN_EVENTS, *JUDGED.values()} <= {*CAREER.kinds}
