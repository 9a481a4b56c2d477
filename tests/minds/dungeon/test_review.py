"""Reviews of Dungeon: luck, decisions and others' mistakes add up, and lies are marked."""

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import fsum
from random import Random
from typing import Any, cast

import pytest

from minds.dungeon.games import VARIANTS
from underdeck.agents import asker, find_bot
from underdeck.cards import rank_of
from underdeck.deal import Drawn
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import BELIEVE, DENY, DIG, DungeonMove, read_move
from underdeck.games.dungeon.state import MAX_CARDS
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.base import Fact
from underdeck.minds.dungeon.advice import ADVISER
from underdeck.minds.dungeon.analyst import MoveValue
from underdeck.minds.dungeon.comparison import Comparison
from underdeck.minds.dungeon.review import (
    MAX_SECOND_SEARCHES,
    REVIEWER,
    SHORT_SECOND,
    Fights,
    Known,
    Searches,
    results_of,
    review,
)
from underdeck.minds.review import MAX_MISTAKES, Appraisal, Mark, Review
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.say import LANGUAGES, Words
from underdeck.say.reviews import ReviewText

NAMES = ["Ada", "Prudence", "Silas", "Ezra"]


@cache
def finished(number: int) -> AnyPlaythrough:
    """Return a short finished game of one of the variants, played half carefully."""
    options = replace(VARIANTS[number], short_tunnel=True, turn_limit=25)
    random, ask = Random(number), asker(find_bot("careful", "dungeon"))
    deal = Drawn(str(number), 0).deal(GAME.deck(options))
    played: AnyPlaythrough = Playthrough.begin(GAME, options, deal, ())
    while played.result() is None:
        seat = random.choice(GAME.waiting(played.state))
        legal = GAME.legal(played.state, seat)
        move = random.choice(legal) if random.random() < 0.4 else ask(played, seat, random)
        played.play(move, seat)
    return played


@cache
def reviewed(number: int) -> Review:
    """Return the review of such a game."""
    return review(finished(number), compiled=False)


ALL = pytest.mark.parametrize("number", range(len(VARIANTS)))


@ALL
def test_start_luck_losses_and_gains_add_up_to_the_result(number: int) -> None:
    found, result = reviewed(number), finished(number).result()
    assert result is not None
    results = results_of(result, len(found.players))
    assert fsum(results) == pytest.approx(1)
    for player in found.players:
        track = player.tracks["win"]
        assert track.result == results[player.seat]
        terms = [track.start, *track.lucks, *track.gains, *(-loss for loss in track.losses)]
        assert fsum(terms) == pytest.approx(track.result, abs=1e-12)
        following = [*track.befores[1:], track.result]
        luck = sum(
            Fraction(then) - Fraction(after)
            for after, then in zip(track.afters, following, strict=True)
        )
        moved = sum(
            Fraction(after) - Fraction(before)
            for before, after in zip(track.befores, track.afters, strict=True)
        )
        assert Fraction(track.start) + luck + moved == Fraction(track.result)
        assert min(track.losses) >= 0
        assert 0 <= track.accuracy <= 100
        assert len(track.curve) == 2 * len(found.decisions) + 1


@ALL
def test_what_one_player_loses_by_a_mistake_the_others_gain(number: int) -> None:
    found = reviewed(number)
    tracks = [player.tracks["win"] for player in found.players]
    for place, decision in enumerate(found.decisions):
        loss = decision.appraisals["win"].loss
        for seat, track in enumerate(tracks):
            assert track.losses[place] == (loss if seat == decision.seat else 0)
            assert (track.gains[place] == 0) or seat != decision.seat
        assert fsum(track.gains[place] for track in tracks) == pytest.approx(loss)
        assert fsum(track.befores[place] for track in tracks) == pytest.approx(1)
        assert fsum(track.lucks[place] for track in tracks) == pytest.approx(0, abs=1e-6)


@ALL
def test_decisions_are_those_of_the_record(number: int) -> None:
    found, played = reviewed(number), finished(number)
    texts = [f"p{each.seat + 1} {each.move}" for each in found.decisions]
    assert texts == played.record.moves
    for decision in found.decisions:
        appraisal = decision.appraisals["win"]
        assert decision.move in appraisal.values
        assert appraisal.before == max(appraisal.values.values())


@ALL
def test_a_lucky_moment_is_no_forced_move_without_cards(number: int) -> None:
    found = reviewed(number)
    texts = ReviewText(found, Words("en"), names=NAMES)
    for place, decision in enumerate(found.decisions):
        is_forced = found.is_judged and len(decision.appraisals["win"].values) == 1
        assert texts.players[0].decides(decision) != (is_forced and not decision.cards)
        moment = texts.players[0].moment("lucky", place, 0.1)
        assert moment.startswith("The luckiest moment: ")
        assert ("in the next draw" in moment) == bool(decision.cards)
        assert ("before turn 1" in moment) == (decision.turn == 0)
    for player in texts.players:
        assert len(player.luck()) <= 2


@ALL
def test_mistakes_are_the_players_own_and_the_worst_first(number: int) -> None:
    for player in reviewed(number).players:
        losses = [mistake.loss for mistake in player.mistakes]
        assert losses == sorted(losses, reverse=True)
        assert len(losses) <= MAX_MISTAKES
        for mistake in player.mistakes:
            assert reviewed(number).decisions[mistake.number].seat == player.seat
            assert mistake.best != mistake.move
            assert mistake.reason.code != "close"


@ALL
def test_lies_are_marked_with_the_open_hands(number: int) -> None:
    marks = {mark.number: mark for mark in reviewed(number).marks}
    played: AnyPlaythrough = Playthrough.before(finished(number).record)
    for place, text in enumerate(finished(number).record.moves):
        mover, words = played.read_seat(text)
        seat = mover or 0
        move = GAME.read_move(words)
        mark = marks.get(place)
        state = played.state
        if move.kind in (DENY, BELIEVE):
            frame = state.stack[(state.height - 1) * 5 :]
            holder = seat if move.kind == DENY else frame[2]
            row = state.hands[holder * MAX_CARDS :][: state.hand_size[holder]]
            is_lie = any(rank_of(card) == frame[3] for card in row)
            assert (mark is not None) == is_lie
            expected = ("lie",) if move.kind == DENY else ("believed_lie", "missed_demand")
            assert mark is None or mark.fact.code in expected
        elif move.kind == DIG:
            is_false = move.rank not in (move.value, 14)
            assert (mark is not None) == is_false
        played.play(move, seat)


def test_some_games_have_lies_of_each_kind() -> None:
    codes = {mark.fact.code for number in range(len(VARIANTS)) for mark in reviewed(number).marks}
    assert "false_claim" in codes
    assert codes & {"believed_claim", "missed_accusation"}


def test_a_record_is_always_reviewed_in_the_same_way() -> None:
    record = finished(0).record
    data = reviewed(0).as_json()
    assert review(record, compiled=False).as_json() == data
    assert json.loads(json.dumps(data))["players"][1]["seat"] == 1


def test_a_quick_review_has_curves_and_lies_but_no_verdicts() -> None:
    for number in (0, 3):
        quick, whole = review(finished(number), compiled=False, is_quick=True), reviewed(number)
        assert not quick.is_judged
        for one, other in zip(quick.players, whole.players, strict=True):
            assert one.mistakes == ()
            assert one.tracks["win"].loss == one.tracks["win"].gain == 0
            assert one.tracks["win"].befores == other.tracks["win"].befores
        certain = {"lie", "false_claim"}
        assert quick.marks == tuple(mark for mark in whole.marks if mark.fact.code in certain)


def test_compiled_reviews_add_up_too() -> None:
    pytest.importorskip("numba")
    seen = list[tuple[int, int]]()
    found = review(
        finished(0), compiled=True, progress=lambda done, moves: seen.append((done, moves))
    )
    moves = len(finished(0).record.moves)
    assert seen[-1] == (moves, moves)
    assert found.looks_ahead
    for player in found.players:
        track = player.tracks["win"]
        total = track.start + track.luck - track.loss + track.gain
        assert total == pytest.approx(track.result, abs=1e-9)
    assert review(finished(0), compiled=True).as_json() == found.as_json()


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "Silas told Ada a lie about a 7: there was one in the hand "
                "(3 times, in turns 4, 9).",
                "Turn 5, move 41: Ada laid an 8 and claimed that it was a 9.",
            ],
        ),
        (
            "es",
            [
                "Silas le mintió a Ada sobre un 7: tenía esa carta en la mano "
                "(3 veces, en los turnos 4, 9).",
                "Turno 5, jugada 41: Ada puso un 8 y dijo que era un 9.",
            ],
        ),
    ],
)
def test_marks_that_say_the_same_are_one_sentence(language: str, expected: list[str]) -> None:
    lie = Fact("lie", {"player": 2, "target": 0, "rank": 7})
    claim = Fact("false_claim", {"player": 0, "front": 8, "rank": 9})
    marks = (Mark(30, 4, 2, lie), Mark(33, 4, 2, lie), Mark(40, 5, 0, claim), Mark(77, 9, 2, lie))
    found = replace(reviewed(0), marks=marks)
    assert ReviewText(found, Words(language), names=NAMES).marks() == expected


def test_marks_of_one_turn_name_it_once() -> None:
    lie = Fact("lie", {"player": 2, "target": 0, "rank": 7})
    found = replace(reviewed(0), marks=(Mark(30, 4, 2, lie), Mark(33, 4, 2, lie)))
    (text,) = ReviewText(found, Words("en"), names=NAMES).marks()
    assert text.endswith("(2 times, in turn 4).")


@ALL
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_has_words_for_every_player(number: int, language: str) -> None:
    text = ReviewText(reviewed(number), Words(language), names=NAMES)
    assert all([text.title(), text.chart_title(), *text.notes(), *text.marks()])
    for player in text.players:
        lines = [*player.summary(), *player.mistakes(), *player.luck(), player.description()]
        assert all(lines)
        assert not any("{" in line for line in lines)


def fighting(turn: int, laid: Sequence[int]) -> DungeonView:
    """Return a view of a player who has laid these cards against a creature."""
    view = GAME.view(finished(0).state, 0)
    return view._replace(pending="attacked", turn=turn, laid=tuple(laid))


def test_the_cards_of_a_fight_are_charged_once() -> None:
    fights = Fights()
    first = fights.charge(fighting(3, ()), Appraisal({}, 0.6, 0.5))
    again = fights.charge(fighting(3, (1,)), Appraisal({}, 0.58, 0.5))
    worse = fights.charge(fighting(3, (1, 2)), Appraisal({}, 0.5, 0.3))
    assert [each.loss for each in (first, again, worse)] == pytest.approx([0.1, 0.0, 0.2])


def test_a_rest_of_a_cost_that_is_about_nothing_is_not_charged() -> None:
    fights = Fights()
    fights.charge(fighting(3, ()), Appraisal({}, 0.6, 0.5))
    rest = fights.charge(fighting(3, (1,)), Appraisal({}, 0.58, 0.49))
    assert rest.loss == 0


def test_another_fight_is_charged_for_itself() -> None:
    fights = Fights()
    fights.charge(fighting(3, ()), Appraisal({}, 0.3, 0.2))
    later = fights.charge(fighting(5, (1,)), Appraisal({}, 0.6, 0.5))
    assert later.loss == pytest.approx(0.1)


def test_a_move_that_was_advised_is_no_mistake() -> None:
    pytest.importorskip("numba")
    played = Playthrough[Any].before(finished(0).record)
    judged = 0
    for text in finished(0).record.moves:
        seat, words = played.read_seat(text)
        assert seat is not None
        known = Known(played.view(seat), cast(DungeonMemory, played.memory(seat)))
        if len(known.view.legal) > 1 and seat in known.view.waiting:
            best = cast(DungeonMove, ADVISER.advise(*known, compiled=True).moves[0].move)
            comparison = Searches(60, compiled=True).judge(known, best)
            assert comparison is not None
            assert comparison.loss(best) == 0
            judged += 1
        played.play(played.game.read_move(words), seat)
    assert judged > 10


def test_second_searches_of_a_very_long_game_are_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = list[int | None]()

    def compare(*_: object, iterations: int | None, **__: object) -> Comparison:
        lines.append(iterations)
        return Comparison.of_search([MoveValue(read_move("pass"), 0.5, 9)])

    monkeypatch.setattr("underdeck.minds.dungeon.review.compare_moves", compare)
    known = cast(Known, (None, None))
    searches = Searches(60, compiled=True)
    for _ in range(MAX_SECOND_SEARCHES + 2):
        searches.search_again(known)
    assert lines == [None] * MAX_SECOND_SEARCHES + [SHORT_SECOND] * 2


def test_a_player_who_resigns_gives_the_chance_away() -> None:
    options = DungeonOptions()
    played: AnyPlaythrough = Playthrough.begin(
        GAME, options, Drawn("even", 0).deal(GAME.deck(options)), ()
    )
    random, ask = Random(1), asker(find_bot("careful", "dungeon"))
    while played.state.turn < 6:
        seat = played.game.waiting(played.state)[0]
        played.play(ask(played, seat, random), seat)
    resigning = played.game.waiting(played.state)[0]
    played.play(read_move("resign"), resigning)
    found = review(played, compiled=False)
    own, other = found.players[resigning], found.players[1 - resigning]
    cost = own.tracks["win"].losses[-1]
    assert cost > 0.1
    assert other.tracks["win"].gains[-1] == pytest.approx(cost)
    assert own.tracks["win"].lucks[-1] == pytest.approx(0)
    worst = own.mistakes[0]
    assert (str(worst.move), worst.loss) == ("resign", cost)
    assert str(worst.best) != "resign"
    for language in LANGUAGES:
        lines = ReviewText(found, Words(language), names=NAMES).players[resigning].mistakes()
        assert lines
        assert not any("{" in line for line in lines)


def test_living_players_share_a_stalemate() -> None:
    outcome = {"ending": "stalemate", "winner": None, "alive": [0, 2], "turns": 9}
    assert results_of(outcome, 3) == (0.5, 0.0, 0.5)


def test_an_unfinished_game_and_an_unknown_goal_are_refused() -> None:
    options = DungeonOptions()
    deal = Drawn("1", 0).deal(GAME.deck(options))
    played: AnyPlaythrough = Playthrough.begin(GAME, options, deal, ())
    with pytest.raises(Refusal, match="review_unfinished"):
        review(played, compiled=False)
    with pytest.raises(Refusal, match="unknown_goal"):
        review(finished(0), "points", compiled=False)


def test_the_reviewer_is_found_by_game() -> None:
    assert find_part("dungeon", "review") is REVIEWER
