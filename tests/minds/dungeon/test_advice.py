"""Advice on Dungeon: from what a seat knows, in every variant, with a reason in words."""

import json
from collections import Counter
from random import Random
from typing import Any, cast

import pytest

import underdeck
from games.dungeon.position import Position
from minds.dungeon.games import VARIANTS, random_game
from underdeck.cards import read_card
from underdeck.fast.libraries import can_compile
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.knowledge import DECK, Place, Token, hand
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import DungeonMove, read_move
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.base import Advice, Estimate, Reason
from underdeck.minds.dungeon.advice import ADVISER, advise
from underdeck.minds.dungeon.analyst import MoveValue
from underdeck.minds.dungeon.chances import Chances
from underdeck.minds.dungeon.comparison import EQUAL, Comparison
from underdeck.minds.dungeon.odds import (
    UNSEEN_CHANCE,
    DungeonOdds,
    RivalOdds,
    cautious_chance,
    odds_of,
    own_front,
)
from underdeck.minds.dungeon.pool import Pool
from underdeck.minds.dungeon.reasons import REASONS, Situation, reason_for
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import IllegalMove, Refusal
from underdeck.registry import find_part
from underdeck.say import LANGUAGES, Words
from underdeck.say.advice import hint_text, odds_texts, prospect_texts, reason_text
from underdeck.say.choices import Namer
from underdeck.say.words import catalogue

COMPILED = [False, True] if can_compile() else [False]
NAMES = Namer(players=["Ada", "Prudence", "Silas", "Ezra"])


def known(played: AnyPlaythrough, seat: int) -> tuple[DungeonView, DungeonMemory]:
    """Return what a seat knows."""
    return cast(DungeonView, played.view(seat)), cast(DungeonMemory, played.memory(seat))


def remembered(position: Position) -> DungeonMemory:
    """Return the memory of Player 1, who knows a crafted position and nothing before it."""
    memory = DungeonMemory(position.view(1))
    memory.observe_position(GAME.position(position.state, 0))
    return memory


def advice_on(played: AnyPlaythrough, *, compiled: bool = False) -> Advice:
    """Return the advice for the seat that decides."""
    return advise(*known(played, GAME.waiting(played.state)[0]), games=100, compiled=compiled)


@pytest.mark.parametrize("compiled", COMPILED)
@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_hidden_cards_change_no_advice(number: int, *, compiled: bool) -> None:
    played = random_game(VARIANTS[number], 20 + number, 25)
    seat = GAME.waiting(played.state)[0]
    view, memory = known(played, seat)
    twin = sample_state(played.state, memory.knowledge.copy(), view, Random(5))
    assert twin.hands != played.state.hands
    dealt_again = memory.copy()
    dealt_again.observe_position(GAME.position(twin, seat))
    one = advise(view, memory, games=100, compiled=compiled)
    assert one == advise(GAME.view(twin, seat), dealt_again, games=100, compiled=compiled)
    assert one.is_rough is not compiled
    odds = ADVISER.odds(view, memory)
    assert odds.as_json() == ADVISER.odds(GAME.view(twin, seat), dealt_again).as_json()


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_every_legal_move_has_its_chance_and_words_in_both_languages(number: int) -> None:
    for seed in range(4):
        played = random_game(VARIANTS[number], seed, 12 * seed)
        seat = GAME.waiting(played.state)[0]
        advice = advice_on(played)
        assert {each.move for each in advice.moves} == set(played.view(seat).legal)
        losses = [each.loss for each in advice.moves]
        assert losses[0] == 0
        assert all(each.value <= advice.best.value for each in advice.moves)
        assert all(loss == 0 or loss >= EQUAL for loss in losses)
        others = advice.moves[1:]
        order = [(not each.win.is_clear, -each.value) for each in others]
        assert order == sorted(order)
        assert json.loads(json.dumps(advice.as_json()))["best"] == str(advice.best.move)
        odds = ADVISER.odds(*known(played, seat))
        for language in LANGUAGES:
            words = Words(language)
            assert hint_text(words, "dungeon", advice, "win", NAMES)
            assert len(prospect_texts(words, advice)) == len(losses)
            assert all(odds_texts(words, "dungeon", odds, NAMES))


def test_reasons_name_what_was_computed() -> None:
    codes = set[str]()
    for number, options in enumerate(VARIANTS * 12):
        played = random_game(options, number, 8 + number)
        seat = GAME.waiting(played.state)[0]
        view, memory = known(played, seat)
        chances = Chances(view, memory)
        for best in view.legal:
            other = next((move for move in view.legal if move != best), None)
            reason = reason_for(Situation(chances, best, other, 0.6, 0.5, is_close=False))
            codes.add(reason.code)
            check_reason(chances, best, dict(reason.params))
            for language in LANGUAGES:
                text = reason_text(Words(language), "dungeon", reason, NAMES)
                assert "{" not in text
    sentences = catalogue("en", "advice_dungeon")["reason"]
    assert codes <= set(sentences)
    assert len(codes) > 18, sorted(set(sentences) - codes)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Prudence almost certainly can't beat it, and loses the front, a 9."),
        (
            "es",
            "Es casi seguro que Prudence no puede vencer a la criatura y pierde su frente, un 9.",
        ),
    ],
)
def test_a_creature_that_is_beaten_in_no_world_is_almost_certain(
    language: str, expected: str
) -> None:
    reason = Reason("attack", {"player": 1, "beaten": 0.0, "rank": 9})
    assert reason_text(Words(language), "dungeon", reason, NAMES) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Prudence holds a creature: about 34%."),
        ("es", "Prudence tiene una criatura: alrededor del 34\xa0%."),
    ],
)
def test_chances_from_a_sample_are_approximate(language: str, expected: str) -> None:
    rival = RivalOdds(1, 9, 1.0, None, 0.34)
    sampled = DungeonOdds(10, None, 0.1, (rival,), is_sample=True)
    texts = odds_texts(Words(language), "dungeon", sampled, NAMES)
    assert texts[-1] == expected
    counted = odds_texts(Words(language), "dungeon", sampled._replace(is_sample=False), NAMES)
    assert counted[:2] == texts[:2]  # certain, or of the next card
    assert counted[-1] != expected


DUEL = {"rank": 9, "left": 7, "answer": 0.34, "duel": True, "player": 1}


@pytest.mark.parametrize(
    ("reason", "english", "spanish"),
    [
        (
            Reason("attack_cell", {"player": 1, "beaten": 0.0, "certain": True}),
            "Prudence is in the cell, can neither retreat nor beat it, and is out.",
            "Prudence está en la celda, no puede retroceder ni vencer a la criatura y queda fuera.",
        ),
        (
            Reason("attack_cell", {"player": 1, "beaten": 0.0}),
            "Prudence is in the cell, can't retreat and almost certainly can't beat it: "
            "then Prudence is out.",
            "Prudence está en la celda y no puede retroceder: es casi seguro que no puede "
            "vencer a la criatura y queda fuera.",
        ),
        (
            Reason("shield", {"rank": 7}),
            "The dungeon already has a 7: a cave-in or a retreat takes the new one first, "
            "and the other stays.",
            "En el túnel ya hay un 7: un derrumbe o una retirada se lleva antes la carta nueva, "
            "y la otra se queda.",
        ),
        (
            Reason("dig", DUEL),
            "After that, 7 passages are left to dig. 34% of the time Prudence holds a 9 to cave "
            "the new one in.",
            "Después quedan 7 pasadizos por cavar. El 34\xa0% de las veces Prudence tiene un 9 "
            "para hundir el nuevo.",
        ),
        (
            Reason("dig_boldly", DUEL | {"about": True}),
            "After that, 7 passages are left to dig. That is worth it, even though about 34% of "
            "the time Prudence holds a 9 to cave the new one in.",
            "Después quedan 7 pasadizos por cavar. Compensa, aunque alrededor del 34\xa0% de las "
            "veces Prudence tiene un 9 para hundir el nuevo.",
        ),
    ],
)
def test_reasons_say_no_more_than_is_known(reason: Reason, english: str, spanish: str) -> None:
    assert reason_text(Words("en"), "dungeon", reason, NAMES) == english
    assert reason_text(Words("es"), "dungeon", reason, NAMES) == spanish


def test_a_joker_is_a_passage_only_if_jokers_are_wild() -> None:
    plain = DungeonOdds(10, None, 0.5, ())
    for odds, english, spanish in (
        (plain, "is a 10", "es un 10"),
        (plain._replace(is_wild=True), "or a joker", "o un comodín"),
    ):
        assert english in odds_texts(Words("en"), "dungeon", odds, NAMES)[0]
        assert spanish in odds_texts(Words("es"), "dungeon", odds, NAMES)[0]
    rival = RivalOdds(1, 9, 0.34, 0.2, 0.5)
    about = plain._replace(front=8, rivals=(rival,), is_wild=True, is_sample=True)
    texts = odds_texts(Words("en"), "dungeon", about, NAMES)
    assert texts[1] == "Prudence holds a 9 or a joker, the passage needed next: about 34%."
    assert texts[2] == "Prudence holds an 8 or a joker to cave in your front: about 20%."
    for options in VARIANTS:
        played = random_game(options, 1, 10)
        found = ADVISER.odds(*known(played, GAME.waiting(played.state)[0]))
        assert found.is_wild == (options != DungeonOptions())


def test_an_empty_deck_has_no_chance_of_a_card() -> None:
    position = Position({1: "8S", 2: "7S"}, "9C", discards="9S 9H", only=True)
    chances = Chances(position.view(1), remembered(position))
    vars(chances)["pool"] = Pool(free=[7], slots=Counter({hand(1): 1}), fixed=[])
    odds = odds_of(chances)
    assert odds.draw is None
    assert odds.as_json()["draw"] is None
    assert odds_texts(Words("en"), "dungeon", odds, NAMES)[0].startswith("The deck is empty.")


@pytest.mark.parametrize(
    ("front", "expected"), [("8S", 8), ("KS=8", None), ("5S=8", 5), ("Jk=8", 8)]
)
def test_14_3_a_false_front_is_caved_in_by_its_true_value(front: str, expected: int | None) -> None:
    position = Position(
        {1: front.partition("=")[0]}, dungeons={1: "10S 9S", 2: "10H"}, pitch_black=True
    )
    claim = f"{front.partition('=')[0].rstrip('S')}={8}" if "=" in front else "8"
    position.play(f"p1 dig {claim} @2")
    assert own_front(Chances(position.view(1), remembered(position))) == expected


@pytest.mark.parametrize(
    ("has_pool", "can", "must", "chance"),
    [
        (False, True, False, UNSEEN_CHANCE),
        (False, False, False, 0),
        (False, True, True, 1),
        (True, True, False, 0),
    ],
)
def test_a_sample_makes_a_chance_certain_only_if_it_is_known(
    monkeypatch: pytest.MonkeyPatch, has_pool: bool, can: bool, must: bool, chance: float
) -> None:
    position = Position({1: "8S"})
    chances = Chances(position.view(1), remembered(position))
    vars(chances)["pool"] = Pool(free=[7], slots=Counter(), fixed=[]) if has_pool else None
    known_tokens = [Token(read_card("9S"), {hand(1)} if must else {hand(1), DECK})] if can else []
    vars(chances)["tokens"] = known_tokens
    monkeypatch.setattr(Chances, "any_holds", lambda *_: 1.0 if must else 0.0)
    assert cautious_chance(chances, 1, [9]) == chance


@pytest.mark.parametrize(
    ("card", "english", "spanish"),
    [
        ("10", "If Prudence's front is what it claims to be, it is gone.", None),
        (
            "7",
            "It hits only if Prudence's front isn't a 10, as it claims, but a 7.",
            "Solo acierta si el frente de Prudence no es un 10, como dice ser, sino un 7.",
        ),
    ],
)
def test_14_3_a_cave_in_against_a_claim_needs_a_lie(
    card: str, english: str, spanish: str | None
) -> None:
    position = Position({1: "7S 10D"}, dungeons={1: "10S", 2: "10H"}, pitch_black=True)
    chances = Chances(position.view(1), remembered(position))
    best, other = read_move(f"cave {card} p2"), read_move("pass")
    assert {best, other} <= set(chances.view.legal)
    reason = reason_for(Situation(chances, best, other, 0.6, 0.5, is_close=False))
    assert reason_text(Words("en"), "dungeon", reason, NAMES).startswith(english)
    if spanish:
        assert reason_text(Words("es"), "dungeon", reason, NAMES).startswith(spanish)


def test_the_reason_to_dig_names_the_opponent_of_a_duel() -> None:
    named = set[bool]()
    for seed in range(40):
        for options in VARIANTS[:2]:
            played = random_game(options, seed, 20)
            seat = GAME.waiting(played.state)[0]
            chances = Chances(*known(played, seat))
            for best in chances.view.legal:
                reason = reason_for(Situation(chances, best, best, 0.6, 0.5, is_close=False))
                if reason.code in ("dig", "dig_boldly"):
                    is_duel = len(chances.rivals) == 1
                    assert ("player" in reason.params) == is_duel
                    assert reason.params.get("player") != seat
                    named.add(is_duel)
    assert named == {True, False}


@pytest.mark.parametrize(
    ("house", "english"),
    [
        ({}, "It claims the escape, which only an accusation can stop: it wins 60% of games."),
        (
            {"reveal_on_escape": True},
            "It claims the escape, and the tunnel is checked: it wins 60% of games.",
        ),
    ],
)
def test_14_5_a_2_in_the_dark_claims_the_escape_and_is_never_caved_in(
    house: dict[str, Any], english: str
) -> None:
    tunnel = "10S 9S 8S 7S 6S 5S 4S 3S"
    position = Position({1: "2S KH"}, dungeons={1: tunnel}, pitch_black=True, **house)
    view = position.view(1)
    chances = Chances(view, DungeonMemory(view))
    for card in ("2", "K=2"):
        best = read_move(f"dig {card} @8")
        assert best in view.legal
        reason = reason_for(Situation(chances, best, view.legal[-1], 0.6, 0.5, is_close=False))
        assert reason_text(Words("en"), "dungeon", reason, NAMES) == english


@pytest.mark.parametrize(("deck", "code"), [("9S 9H 9D", "ace"), ("9S 9H", "better")])
def test_2_8_an_ace_is_worth_two_cards_only_if_two_can_be_drawn(deck: str, code: str) -> None:
    position = Position({1: "AS JS 3H"}, deck, discards="8D", only=True)
    position.play("p1 rob J", "p1 take 8")
    chances = Chances(position.view(1), remembered(position))
    vars(chances)["pool"] = Pool(free=[9, 9], slots=Counter({DECK: 2}), fixed=[])
    best, other = (read_move(text) for text in ("ace A", "discard 3"))
    assert {best, other} <= set(chances.view.legal)
    reason = reason_for(Situation(chances, best, other, 0.6, 0.5, is_close=False))
    assert reason.code == code


@pytest.mark.parametrize(
    ("hand_1", "deck", "code"),
    [("AS KH 3H", "9S 9H 9D", "ace"), ("AS KH 10H", "9S 9H 9D", "better")],
)
def test_7_an_ace_is_played_for_a_passage_that_the_hand_lacks(
    hand_1: str, deck: str, code: str
) -> None:
    position = Position({1: hand_1}, deck, only=True)
    chances = Chances(position.view(1), remembered(position))
    vars(chances)["pool"] = Pool(free=[9] * 3, slots=Counter({DECK: 3}), fixed=[])
    best, other = (read_move(text) for text in ("ace A", "pass"))
    assert {best, other} <= set(chances.view.legal)
    reason = reason_for(Situation(chances, best, other, 0.6, 0.5, is_close=False))
    assert reason.code == code


@pytest.mark.parametrize(
    ("places", "english", "spanish"),
    [
        ({DECK}, "The denial is certainly true.", "La negativa es verdad con toda seguridad."),
        (
            {DECK, hand(1)},
            "The denial is almost certainly true, and a wrong demand costs the whole hand of "
            "5 cards.",
            "Es casi seguro que la negativa es verdad, y exigir sin razón cuesta toda la mano: "
            "5 cartas.",
        ),
    ],
)
def test_6_a_denial_that_no_world_contradicts_is_true_for_certain_or_almost(
    places: set[Place], english: str, spanish: str
) -> None:
    position = Position({1: "QS 8D 4C", 2: "5S 6S"}, "3S 3H 3D")
    position.play("p1 fish Q p2 9", "p2 deny")
    view = position.view(1)
    chances = Chances(view, DungeonMemory(view))
    vars(chances)["pool"] = Pool(free=[5], slots=Counter({hand(1): 1}), fixed=[])
    vars(chances)["tokens"] = [Token(read_card("9S"), places)]
    best, other = (read_move(text) for text in ("believe", "demand"))
    reason = reason_for(Situation(chances, best, other, 0.6, 0.5, is_close=False))
    assert reason_text(Words("en"), "dungeon", reason, NAMES) == english
    assert reason_text(Words("es"), "dungeon", reason, NAMES) == spanish


def test_a_card_for_a_fight_is_compared_with_another_one() -> None:
    played = next(
        each
        for seed in range(200)
        if (each := random_game(VARIANTS[0], seed, 30)).result() is None and len(fights(each)) > 1
    )
    best, other = fights(played)[:2]
    chances = Chances(*known(played, GAME.waiting(played.state)[0]))
    reason = reason_for(Situation(chances, best, other, 0.6, 0.5, is_close=False))
    assert reason.code == "better"
    assert reason.params["other"] == str(other)


def fights(played: AnyPlaythrough) -> list[DungeonMove]:
    """Return the cards that the seat that decides can fight with."""
    view = cast(DungeonView, played.view(GAME.waiting(played.state)[0]))
    return [move for move in view.legal if move.word == "fight"]


def check_reason(chances: Chances, best: DungeonMove, params: dict[str, object]) -> None:
    """Compare the parameters of a reason with what the seat knows."""
    if best.target is not None and "player" in params:
        assert params["player"] == best.target
    if "needed" in params:
        assert params["needed"] == chances.needed(chances.seat)
    if "left" in params:
        assert params["left"] == best.value - 2
    if "holds" in params and best.word == "fish":
        assert params["holds"] == chances.holds(cast(int, params["player"]), best.place)
    for name in ("holds", "answer", "beaten", "drawn", "lie"):
        assert 0 <= cast(float, params.get(name, 0.0)) <= 1


def test_moves_that_a_search_hardly_tells_apart_are_about_equal() -> None:
    moves = [read_move(text) for text in ("pass", "dig 10 @0", "ace A", "attack K p2")]
    values = (0.5, 0.55, 0.49, 0.2)
    found = [
        MoveValue(move, value, 90 - place)
        for place, (move, value) in enumerate(zip(moves, values, strict=True))
    ]
    comparison = Comparison.of_search(found)
    assert list(comparison.values) == moves
    assert comparison.values[moves[1]] == 0.5  # tried too seldom to be above the best
    assert [comparison.loss(move) for move in moves] == [0, 0, 0, pytest.approx(0.3)]
    assert comparison.other == moves[1]


def test_moves_that_a_search_hardly_examined_come_last() -> None:
    moves = [read_move(text) for text in ("pass", "attack K p2", "dig 10 @0", "ace A")]
    found = [
        MoveValue(move, value, visits)
        for move, value, visits in zip(moves, (0.5, 0.2, 0.49, 0.4), (900, 90, 9, 0), strict=True)
    ]
    comparison = Comparison.of_search(found)
    assert list(comparison.values) == moves
    assert comparison.other == moves[1]
    assert [comparison.estimate(move).is_clear for move in moves] == [True, True, False, False]


def test_advice_is_about_own_decisions_before_the_end() -> None:
    played = random_game(DungeonOptions(), 2, 30)
    waiting = GAME.waiting(played.state)
    idle = next(seat for seat in (0, 1) if seat not in waiting)
    with pytest.raises((Refusal, IllegalMove)) as refused:
        advise(*known(played, idle), compiled=False)
    assert refused.value.code in {"advice_later", "game_over"}
    with pytest.raises(Refusal, match="unknown_goal"):
        advise(*known(played, waiting[0]), goal="points", compiled=False)


def test_the_adviser_is_found_by_game() -> None:
    assert find_part("dungeon", "advice") is ADVISER
    assert set(REASONS) <= set(range(30))


# The library


def test_a_game_against_bots_gives_hints_and_is_marked_as_assisted() -> None:
    game = underdeck.new("dungeon", bots="careful", seed="7")
    assert not game.record.assists
    advice = game.hint(games=50)
    assert {each.move for each in advice.moves} == set(game.legal)
    assert game.record.assists == ["hint"]
    assert game.odds().as_json()["needed"] == 10


def test_a_game_against_people_gives_no_hints() -> None:
    game = underdeck.new("dungeon", seed="7")
    for ask in (lambda: game.hint(seat=0), lambda: game.odds(seat=1)):
        with pytest.raises(Refusal, match="advice_against_people"):
            ask()
    assert not game.record.assists


def test_a_move_that_was_seldom_tried_has_a_wide_interval() -> None:
    often, seldom, never = (read_move(text) for text in ("bid 9", "bid 7", "bid 5"))
    found = Comparison.of_search(
        [MoveValue(often, 0.6, 900), MoveValue(seldom, 0.5, 10), MoveValue(never, 0.4, 0)]
    )
    widths = []
    for move in (often, seldom):
        mean, low, high = found.estimate(move)
        assert low is not None
        assert high is not None
        assert 0 <= low < mean < high <= 1
        widths.append(high - low)
    assert widths[0] < 0.07
    assert widths[1] > 0.4
    assert found.estimate(never) == Estimate(0.4)
