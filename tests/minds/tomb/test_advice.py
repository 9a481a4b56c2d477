"""Advice: from what the player knows alone, with reasons that are true."""

import ast
import inspect
import json
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import product
from random import Random

import pytest

from minds.tomb.games import HOUSE_RULES, random_states, redealt
from underdeck.cards import KING, read_card, symbol_of
from underdeck.games.tomb import GAME
from underdeck.games.tomb.memory import TombMemory
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, State
from underdeck.minds.base import Advice, Reason
from underdeck.minds.tomb import advice as advice_module
from underdeck.minds.tomb import encounter_reasons, reasons
from underdeck.minds.tomb.advice import ADVISER, advise
from underdeck.minds.tomb.odds import Odds
from underdeck.refusal import IllegalMove, Refusal
from underdeck.registry import find_part
from underdeck.say import LANGUAGES, Words
from underdeck.say.advice import hint_text, odds_texts, prospect_texts, reason_text
from underdeck.say.choices import Namer
from underdeck.say.sentences import refusal_text
from underdeck.say.words import catalogue

needs_numba = pytest.mark.skipif(not find_spec("numba"), reason="play-outs need Numba")
ALL_HOUSE_RULES = [Options(*values) for values in product((1, 2), *([False, True],) * 4)]


def advice_on(
    state: State, *, goal: str = "win", games: int = 50, compiled: bool = False
) -> Advice:
    """Return the advice on a state."""
    unseen = GAME.unseen(state, 0) or ()
    return advise(GAME.view(state, 0), unseen, goal=goal, games=games, compiled=compiled)


def odds_in(state: State) -> Odds:
    """Return the odds in a state."""
    view = GAME.view(state, 0)
    memory = TombMemory(view)
    memory.seen = sum(1 << card for card in set(DECK) - {*(GAME.unseen(state, 0) or ())})
    return ADVISER.odds(view, memory)


@pytest.mark.parametrize("goal", ADVISER.goals)
def test_no_hidden_card_changes_the_advice(goal: str) -> None:
    random = Random(1)
    for seed in range(12):
        for state in random_states(seed, HOUSE_RULES[seed % len(HOUSE_RULES)]):
            assert advice_on(redealt(state, random), goal=goal) == advice_on(state, goal=goal)


@needs_numba
def test_no_hidden_card_changes_play_outs() -> None:
    random = Random(1)
    for seed in range(6):
        for state in random_states(seed, HOUSE_RULES[seed]):
            one, other = (
                advice_on(each, compiled=True) for each in (state, redealt(state, random))
            )
            assert one == other


@pytest.mark.parametrize("options", ALL_HOUSE_RULES)
def test_all_house_rules_get_advice_on_every_legal_move(options: Options) -> None:
    for seed in range(3):
        for state in random_states(seed, options):
            advice = advice_on(state)
            assert {each.move for each in advice.moves} == set(GAME.legal(state, 0))
            losses = [each.loss for each in advice.moves]
            assert losses == sorted(losses)
            assert losses[0] == 0
            assert json.loads(json.dumps(advice.as_json()))["best"] == str(advice.best.move)
            for language in LANGUAGES:
                words = Words(language)
                assert hint_text(words, "tomb", advice, "win", Namer(symbol_of))
                assert len(prospect_texts(words, advice)) == len(losses)
                assert odds_texts(words, "tomb", odds_in(state))


@needs_numba
@pytest.mark.parametrize("options", HOUSE_RULES)
def test_play_outs_give_intervals_and_are_repeatable(options: Options) -> None:
    for state in random_states(3, options):
        advice = advice_on(state, compiled=True)
        assert advice == advice_on(state, compiled=True)
        assert advice.games == 50
        for each in advice.moves:
            for estimate in (each.win, each.escape, each.points):
                assert estimate is not None
                assert estimate.low is not None
                assert estimate.high is not None
                assert estimate.low <= estimate.mean <= estimate.high
        json.dumps(advice.as_json())


def test_without_numba_there_are_values_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_module, "can_compile", lambda: False)
    state = next(random_states(1))
    advice = advise(GAME.view(state, 0), GAME.unseen(state, 0) or ())
    assert advice.games == 0
    assert advice.best.escape is None
    assert advice.best.win.low is None
    assert advice.best.value == advice.best.win.mean


def test_once_a_hoard_is_lost_the_goal_is_points() -> None:
    goals: Counter[str] = Counter()
    for seed in range(20):
        for state in random_states(seed):
            buried = state.discards
            for stack in state.stacks:
                buried |= stack
            lost = any(buried >> KING * 4 + suit & 1 for suit in range(4))
            advice = advice_on(state)
            assert advice.goal == "points" or not lost
            goals[advice.goal] += 1
    assert min(goals["win"], goals["points"]) > 50


def test_reasons_name_facts_of_the_position() -> None:
    seen: Counter[str] = Counter()
    for seed in range(120):
        for state in random_states(seed, HOUSE_RULES[seed % len(HOUSE_RULES)]):
            advice = advice_on(state)
            check_reason(state, advice.best.move.word, advice.reason)
            seen[advice.reason.code] += 1
    assert len(seen) > 15


def check_reason(state: State, verb: str, reason: Reason) -> None:
    """Compare the parameters of a reason with the state."""
    view, params = GAME.view(state, 0), reason.params
    odds = odds_in(state)
    same = {"hit_points": view.hit_points, "torches": view.burnt, "kings": view.kings}
    if verb in ("retreat", "suffer", "dodge"):
        same["points"] = view.points
        same["damage"] = view.blow
    for name, value in same.items():
        assert params.get(name, value) == value, (reason, name)
    if "encounter" in params:
        assert params["win"] == float(odds.share(odds.wins))
        assert params["death"] == float(odds.share(odds.deaths))
        assert params["damage"] == float(odds.damage)
        assert params["deadly"] == odds.deadly
    if verb in ("play", "drop", "leave") and "card" in params:
        assert read_card(str(params["card"])) in {*view.hand, *view.column}


def nodes() -> Iterator[ast.AST]:
    """Yield the syntax trees of all reasons."""
    for module in (reasons, encounter_reasons):
        yield from ast.walk(ast.parse(inspect.getsource(module)))


def codes() -> set[str]:
    """Return the codes of all reasons in the source."""
    texts = {node.value for node in nodes() if isinstance(node, ast.Constant)}
    return {str(text) for text in texts} & {
        key.partition(".")[0] for key in catalogue("en", "advice_tomb")["reason"]
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence_and_every_sentence_its_reason(language: str) -> None:
    text = {key.partition(".")[0] for key in catalogue(language, "advice_tomb")["reason"]}
    assert text == codes()
    calls = [
        node.args[0].value
        for node in nodes()
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Reason"
        and isinstance(node.args[0], ast.Constant)
    ]
    assert set(calls) <= text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_is_told_with_its_numbers(language: str) -> None:
    params = {"torches": 3, "cards": 11.2, "turns": 4, "lost": 0.25, "lost_otherwise": 0.5}
    text = reason_text(Words(language), "tomb", Reason("light", params))
    assert (
        text
        == {
            "en": "3 torches burnt and about 11 cards to the exit: turn back now. "
            "The light fails in 25% of games; if you go on, in 50%.",
            "es": "3 antorchas consumidas y unas 11 cartas hasta la salida: da la vuelta ya. "
            "Te quedas sin luz en el 25\u00a0% de las partidas; si sigues, en el 50\u00a0%.",
        }[language]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_goal_is_refused_in_words(language: str) -> None:
    state = next(random_states(1))
    with pytest.raises(Refusal) as refused:
        advice_on(state, goal="glory")
    assert refused.value.code == "unknown_goal"
    text = refusal_text(Words(language), refused.value)
    assert "glory" in text
    assert "win, points" in text


def test_a_finished_game_gets_no_advice() -> None:
    *_, state = random_states(1)
    while legal := GAME.legal(state, 0):
        GAME.play(state, 0, legal[0])
    with pytest.raises(IllegalMove):
        advice_on(state)


def test_advice_is_found_by_game() -> None:
    assert find_part("tomb", "advice") is ADVISER
    assert find_part("dungeon", "advice") is not ADVISER
