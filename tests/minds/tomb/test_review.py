"""Reviews: luck and skill add up to the result, and mistakes are explained."""

import json
import re
from fractions import Fraction
from importlib.util import find_spec
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minds.tomb.games import HOUSE_RULES
from underdeck.deal import Seed
from underdeck.formats import load_record
from underdeck.games.tomb import GAME
from underdeck.games.tomb.moves import read_move
from underdeck.games.tomb.options import Options
from underdeck.minds.review import (
    MAX_MISTAKES,
    Appraisal,
    Decision,
    PlayerReview,
    Review,
    Track,
)
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.ranking import Ranking
from underdeck.minds.tomb.review import REVIEWER, review
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.say import LANGUAGES, Words
from underdeck.say.reviews import ReviewText
from underdeck.say.sentences import refusal_text

CORPUS = Path(__file__).parents[2] / "corpus" / "records"
COMPILED = [
    False,
    pytest.param(True, marks=pytest.mark.skipif(not find_spec("numba"), reason="needs Numba")),
]


def played(seed: int, options: Options, care: float = 0.5) -> Playthrough[Any]:
    """Return a finished game; some moves are the best ones, the others random."""
    random = Random(seed)
    deal = Seed(str(seed)).deal(GAME.deck(options))
    game = Playthrough[Any].begin(GAME, options, deal)
    while legal := game.legal(0):
        if random.random() < care:
            game.play(Ranking(position_in(game.state), seed % 2, compiled=False).best)
        else:
            game.play(random.choice(legal))
    return game


@pytest.mark.parametrize("compiled", COMPILED)
@pytest.mark.parametrize("options", HOUSE_RULES)
def test_luck_and_decisions_add_up_to_the_result(options: Options, *, compiled: bool) -> None:
    for seed in range(6):
        game = played(seed, options)
        found = review(game, compiled=compiled)
        result = game.result()
        assert result is not None
        assert found.tracks["win"].result == result["won"]
        assert found.tracks["points"].result == result["points"]
        assert [str(each.move) for each in found.decisions] == game.record.moves
        for track in found.tracks.values():
            check_sums(track)
            for decision, luck in zip(found.decisions, track.lucks, strict=True):
                assert decision.cards or luck == pytest.approx(0, abs=1e-9)


def check_sums(track: Track) -> None:
    """Check that start + luck - loss = result: exactly as fractions, and as floats."""
    following = [*track.befores[1:], track.result]
    luck = sum(
        Fraction(then) - Fraction(after)
        for after, then in zip(track.afters, following, strict=True)
    )
    loss = sum(
        Fraction(before) - Fraction(after)
        for before, after in zip(track.befores, track.afters, strict=True)
    )
    assert Fraction(track.start) + luck - loss == Fraction(track.result)
    sums = [track.start, *track.lucks, *(-loss for loss in track.losses)]
    assert fsum(sums) == pytest.approx(track.result, abs=1e-12)
    assert min(track.losses) >= 0
    assert 0 <= track.accuracy <= 100
    assert len(track.curve) == 2 * len(track.befores) + 1


def test_the_data_add_up_too() -> None:
    data = json.loads(json.dumps(review(played(3, Options()), compiled=False).as_json()))
    for track in data["tracks"].values():
        assert track["start"] + track["luck"] - track["loss"] == pytest.approx(
            track["result"], abs=1e-12
        )


def test_the_best_moves_lose_nothing() -> None:
    for seed in (0, 1):
        found = review(played(seed, Options(), care=1.0), REVIEWER.goals[seed], compiled=False)
        assert found.track.accuracy == 100
        assert found.track.loss == 0
        assert found.mistakes == ()


def test_accuracy_is_the_share_of_the_stakes_that_was_kept() -> None:
    lossless = Appraisal({"a": 0.5, "b": 0.1}, 0.5, 0.5)
    worst = Appraisal({"a": 0.5, "b": 0.1}, 0.5, 0.1)
    forced = Appraisal({"a": 0.5}, 0.5, 0.5)
    assert Track.of_solitaire("win", [lossless, worst, forced], 0.0).accuracy == pytest.approx(50)
    assert Track.of_solitaire("win", [forced], 1.0).accuracy == 100


@pytest.mark.parametrize("compiled", COMPILED)
@pytest.mark.parametrize("goal", REVIEWER.goals)
def test_mistakes_are_the_costliest_decisions_with_reasons(goal: str, *, compiled: bool) -> None:
    found_some = 0
    for seed in range(8):
        found = review(played(seed, Options(), care=0.3), goal, compiled=compiled)
        order = [(each.goal != goal, -each.loss) for each in found.mistakes]
        assert order == sorted(order)
        assert len(order) <= MAX_MISTAKES
        for mistake in found.mistakes:
            found_some += 1
            assert mistake.best != mistake.move
            assert mistake.reason.code not in {"close"}
            assert mistake.loss == found.tracks[mistake.goal].losses[mistake.number]
        for language in LANGUAGES:
            text = ReviewText(found, Words(language))
            (player,) = text.players
            assert text.title()
            assert all([*player.summary(), *player.mistakes(), *player.luck(), *text.notes()])
            assert player.description()
    assert found_some > 5


@pytest.mark.skipif(not find_spec("numba"), reason="needs Numba")
def test_once_winning_is_out_of_reach_decisions_are_judged_by_points() -> None:
    seen = 0
    for seed in range(8):
        found = review(played(seed, Options(), care=0.8), compiled=True)
        first, win = found.points_from, found.tracks["win"]
        if first is not None:
            assert all(value == 0 for value in win.befores[first:])
            assert first == 0 or win.befores[first - 1] > 0
            assert f" {first + 1} " in " ".join(ReviewText(found, Words("en")).players[0].summary())
        for mistake in found.mistakes:
            is_lost = first is not None and mistake.number >= first
            assert mistake.goal == ("points" if is_lost else "win")
            seen += is_lost
    assert seen > 0
    assert review(played(0, Options()), "points", compiled=False).points_from is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sum_adds_up_as_it_is_shown(language: str) -> None:
    for seed in range(12):
        found = review(played(seed, Options(), care=0.3), compiled=False)
        for text in ReviewText(found, Words(language)).players[0].summary()[:2]:
            plain = text.replace("\u2212", "-").replace(",", "." if language == "es" else ",")
            start, luck, loss = map(float, re.findall(r"[+-]?\d+\.\d", plain)[:3])
            points = re.search(r"(\d+) (?:points?|puntos?)\.$", plain)
            result = int(points[1]) if points else 100 * found.tracks["win"].result
            assert start + luck + loss == pytest.approx(result, abs=1e-6), text


def test_a_game_without_choices_has_no_accuracy() -> None:
    forced = Appraisal({"draw": 0.0}, 0.0, 0.0)
    decision = Decision(0, 1, read_move("draw"), (), {"win": forced})
    track = Track.of_solitaire("win", [forced], 0.0)
    found = Review("tomb", "win", (decision,), (PlayerReview(0, {"win": track}, ()),), True)
    (player,) = ReviewText(found, Words("en")).players
    assert player.accuracy() == ["There was no choice to make in this game."]


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_recorded_games_are_reviewed(path: Path) -> None:
    try:
        game = load_record(path)
    except Refusal:
        return
    if game.game.name == "tomb" and game.result() is not None:
        found = review(game.record, compiled=False, par=30.5)
        assert found.par == 30.5
        check_sums(found.track)


@pytest.mark.parametrize("goal", REVIEWER.goals)
def test_par_is_that_of_the_deal(goal: str) -> None:
    pytest.importorskip("numba")
    game = played(2, Options())
    found, again = (review(each, goal, compiled=True) for each in (game, game.record))
    assert found.par is not None
    assert found.par == again.par
    assert 0 <= found.par <= (1 if goal == "win" else 100)
    for language in LANGUAGES:
        assert len(ReviewText(found, Words(language)).notes()) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_is_not_over_is_refused_in_words(language: str) -> None:
    game = Playthrough[Any].begin(GAME, Options(), Seed("1").deal(GAME.deck(Options())))
    with pytest.raises(Refusal) as refused:
        review(game)
    assert refused.value.code == "review_unfinished"
    assert refusal_text(Words(language), refused.value)


def test_a_review_is_found_by_game() -> None:
    assert find_part("tomb", "review") is REVIEWER
