"""The facts of a game of Tomb, what they add up to, and the ladder of challenges."""

import pytest

from career.game_samples import a_death, a_game, play_randomly
from underdeck.cards import read_cards
from underdeck.career.achievements import fold
from underdeck.career.base import Facts, Remark
from underdeck.career.finished import facts_of
from underdeck.career.games.tomb import CAREER, SKILLS
from underdeck.career.totals import Feats, Totals
from underdeck.deal import deal_from_cards
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.walkthrough import LESSON
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.record import Record

SEEDS = range(60)


def after(cards: str, *moves: str) -> Facts:
    """Return the facts of a game whose deck begins with these cards."""
    first = read_cards(cards.split())
    rest = [card for card in DECK if card not in first]
    played = Playthrough.begin(GAME, GAME.Options(), deal_from_cards(DECK, [*first, *rest]))
    for move in moves:
        played.play(GAME.read_move(move))
    assert played.result() is not None
    return CAREER.facts(played, 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_facts_agree_with_the_result(seed: int) -> None:
    played = play_randomly("tomb", seed)
    result = played.result() or {}
    facts = facts_of(played, 0)
    assert facts.outcome == facts.counts["outcome"] == result["ending"]
    assert (facts.points, facts.kings, facts.won) == (
        result["points"],
        result["kings"],
        result["won"],
    )
    assert facts.survived == (result["ending"] == "escaped") == bool(facts.counts["escaped"])
    assert facts.counts["turns"] == facts.turns == played.state.turn


@pytest.mark.parametrize("seed", SEEDS)
def test_facts_of_a_resumed_game_are_the_same(seed: int) -> None:
    played = play_randomly("tomb", seed)
    resumed = AnyPlaythrough.resume(played.record)
    assert facts_of(resumed, 0) == facts_of(played, 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_only_known_kinds_are_counted_apart_from_what_achievements_need(seed: int) -> None:
    counts = facts_of(play_randomly("tomb", seed), 0).counts
    assert counts.keys() - {*CAREER.kinds} <= {"ransom", "kept_scroll", "steps_left"}
    for kind, words in CAREER.words.items():
        assert counts.get(kind, words[0]) in words
    numbers = counts.keys() - CAREER.words.keys()
    assert all(isinstance(counts[kind], int) for kind in numbers)


def test_the_walkthrough_brings_out_four_kings() -> None:
    facts = facts_of(LESSON.play(), 0)
    assert (facts.won, facts.kings, facts.points) == (True, 4, 68)
    assert facts.counts["kings_out"] == 4
    assert facts.counts["points_out"] == 68


def test_walking_out_after_the_first_turn_is_a_depth_of_one() -> None:
    facts = after("QH 3S", "delve", "retreat")
    assert (facts.outcome, facts.counts["depth"], facts.counts["favors"]) == ("escaped", 1, 1)
    assert (facts.counts["hit_points"], facts.counts["torches_left"]) == (9, 4)


def test_the_slayer_and_the_lost_treasure_are_noted() -> None:
    facts = after("10S 2S 2C", "delve", "draw", "draw")
    assert (facts.outcome, facts.counts["cause"], facts.counts["slayer"]) == (
        "slain",
        "monster",
        "10S",
    )
    assert "hit_points" not in facts.counts
    assert "depth" not in facts.counts


def test_a_trap_is_a_cause_of_its_own() -> None:
    facts = after("10S 2S 10C 10D 3S", "delve", "draw", "draw", "delve", "draw")
    assert (facts.counts["cause"], facts.counts["slayer"]) == ("trap", "10D")


def test_the_dark_has_no_slayer() -> None:
    facts = after("AS AH AD AC 5S", "delve")
    assert (facts.outcome, facts.counts["cause"]) == ("lost", "dark")
    assert "slayer" not in facts.counts


def test_skills_are_counted_once_each() -> None:
    facts = after("JS 10S", "delve", "play JS", "retreat")
    assert (facts.counts["skills"], facts.counts["berserk"]) == (1, 1)
    assert sum(int(facts.counts[skill]) for skill in SKILLS) == 1


def test_an_undone_move_leaves_no_fact() -> None:
    first = read_cards(["JS", "10S"])
    deal = deal_from_cards(DECK, [*first, *(card for card in DECK if card not in first)])
    played = AnyPlaythrough(Record("tomb", 1, GAME.Options(), deal))
    played.play(GAME.read_move("delve"))
    played.play(GAME.read_move("play JS"))
    played.undo()
    assert CAREER.facts(played, 0).counts["skills"] == 0


def test_only_real_escapes_count_for_achievements_in_a_row() -> None:
    walk_out = a_game(counts={"depth": 1})
    totals: dict[tuple[str, str], Totals] = {}
    for _ in range(10):
        changed, _ = fold(totals, walk_out)
        totals |= changed
    assert totals["tomb", "*"].run("returned").longest == 0
    assert totals["tomb", "*"].run("escaped").longest == 10


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("last_light", {"torches_left": 1}),
        ("by_a_thread", {"hit_points": 1}),
        ("unscathed", {"hit_points": 9, "depth": 3}),
        ("well_read", {"scroll": 1}),
        ("kept_the_scroll", {"kept_scroll": 1}),
        ("bare_hands", {"skills": 0, "depth": 3}),
        ("all_skills", {"skills": 4}),
        ("ransom", {"ransom": 1}),
        ("short_visit", {"depth": 1}),
    ],
)
def test_special_escapes_are_recognized(name: str, counts: dict[str, int]) -> None:
    feats = CAREER.feats(a_game(counts=counts))
    assert feats.sums[name] == 1
    dead = CAREER.feats(a_death(counts=counts))
    assert dead.sums[name] == 0


def test_an_embarrassing_death_and_a_rich_one_are_recognized() -> None:
    assert CAREER.feats(a_death(counts={"slayer": "3S"})).sums["small_fry"] == 1
    assert CAREER.feats(a_death(counts={"slayer": "10S"})).sums["small_fry"] == 0
    rich = a_death(outcome="lost", counts={"carried": 40})
    assert CAREER.feats(rich).sums["rich_and_lost"] == 1


def test_the_ladder_leads_from_survival_to_four_kings() -> None:
    empty = CAREER.ladder(Totals())
    assert [step.name for step in empty] == [
        "survive",
        "points_20",
        "points_35",
        "points_50",
        "kings_1",
        "kings_2",
        "kings_3",
        "kings_4",
    ]
    assert not any(step.is_reached for step in empty)
    changed, _ = fold({}, a_game(points=36, kings=2))
    reached = [step.name for step in CAREER.ladder(changed["tomb", ""]) if step.is_reached]
    assert reached == ["survive", "points_20", "points_35", "kings_1", "kings_2"]


def test_remarks_know_the_depth_and_the_kings_so_far() -> None:
    before = Totals(games=3, most={"kings": 1, "depth": 4})
    remarks = CAREER.remarks(a_game(kings=2, counts={"depth": 6, "hit_points": 1}), before)
    assert remarks == [Remark("most_kings", 2), Remark("deepest", 6), Remark("one_hit_point", 1)]
    death = a_death(counts={"steps_left": 1, "carried": 47})
    assert CAREER.remarks(death, before) == [Remark("steps_left", 1), Remark("carried", 47)]


def test_feats_name_no_negative_numbers() -> None:
    feats: Feats = CAREER.feats(a_death())
    assert all(number >= 0 for number in [*feats.sums.values(), *feats.most.values()])
