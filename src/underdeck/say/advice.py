"""Advice in words: odds, reasons and prospects, from facts that were computed for a position.

The sentences of a game are in its catalogue `advice_<game>.toml`: a sentence for each code, and
variants such as `use_jack.deadly` where the facts allow a more exact one.
"""

from collections.abc import Sequence

from underdeck.cards import read_card
from underdeck.game import Move
from underdeck.minds.base import (
    CARD_PARAMS,
    CHANCE_PARAMS,
    FIGHT_PARAMS,
    MOVE_PARAMS,
    RANK_PARAMS,
    SEAT_PARAMS,
    Advice,
    AnyOdds,
    Estimate,
    Fact,
    MoveAdvice,
)
from underdeck.registry import find_game
from underdeck.say.choices import BY_CODE, Namer, choice_text, fight_text, player_name
from underdeck.say.sentences import move_name
from underdeck.say.words import Spoken, Words
from underdeck.study.draw.formatting import number, percent

WHOLE_MEANS = frozenset({"cards"})
"""Names of means that are shown as whole numbers."""
SMALL_CHANCE = 0.1
"""Chances below this, or as near to 1, are shown with a decimal."""
SMALL_MEAN = 0.1
"""Means below this are shown with two decimals."""
CERTAINTIES = ("always", "nearly", "about")
"""Facts about a chance: it is certain, so in all worlds of a sample, or an estimate."""
WIN = "win"
"""The goal whose values are chances."""


def odds_texts(words: Words, game: str, odds: AnyOdds, namer: Namer = BY_CODE) -> list[str]:
    """Return the odds of the next card, a sentence each."""
    return [fact_text(words, game, "odds", fact, namer) for fact in odds.facts()]


def reason_text(words: Words, game: str, reason: Fact, namer: Namer = BY_CODE) -> str:
    """Return the reason for a move, after what the move is a part of, if it is."""
    facts = [Fact(name, reason.params) for name in reason.params]
    parts = [fact for fact in facts if words.has(f"advice_{game}.part.{fact.code}")]
    texts = [fact_text(words, game, "part", fact, namer) for fact in parts]
    return " ".join([*texts, fact_text(words, game, "reason", reason, namer)])


def mark_text(words: Words, game: str, fact: Fact, namer: Namer = BY_CODE) -> str:
    """Return what open hands show about a decision."""
    return fact_text(words, game, "mark", fact, namer)


def hint_text(words: Words, game: str, advice: Advice, goal: str, namer: Namer = BY_CODE) -> str:
    """Return the best move and the reason for it; `goal` is the one that was asked for."""
    key = "best" if advice.goal == goal else f"best_{advice.goal}"
    key = "only" if len(advice.moves) == 1 else key
    return words.say(
        f"advice.hint.{key}",
        move=Spoken(choice_text(words, advice.best.move, namer)),
        reason=reason_text(words, game, advice.reason, namer),
    )


def prospect_texts(words: Words, advice: Advice, namer: Namer = BY_CODE) -> list[str]:
    """Return the prospects of each move, the best first, and how much worse the others are."""
    best, *others = advice.moves
    compared = (
        f"{prospect_text(words, each, namer)}; {worse_text(words, each, advice)}" for each in others
    )
    return [prospect_text(words, best, namer), *compared]


def worse_text(words: Words, each: MoveAdvice, advice: Advice) -> str:
    """Return how much worse a move is than the best one, if the search examined it enough."""
    if advice.is_unclear(each):
        return words.say("advice.hint.unclear")
    if not each.loss:
        return words.say("advice.hint.equal")
    return words.say("advice.hint.below", loss=loss_text(words, each.loss, advice.goal))


def typed_choice(words: Words, move: Move, namer: Namer) -> str:
    """Return a move in words, and as a player would type it if that differs."""
    text, typed = choice_text(words, move, namer), move_name(words, move, namer.card)
    return text if text == typed else words.say("advice.hint.typed", move=text, typed=typed)


def prospect_text(words: Words, each: MoveAdvice, namer: Namer) -> str:
    """Return the prospects of one move."""
    parts = {
        "move": typed_choice(words, each.move, namer),
        "win": words.say("advice.hint.win", share=estimate_text(words, each.win, is_share=True)),
    }
    if each.points is None:
        return words.say("advice.hint.move_chance", **parts)
    parts["points"] = words.say("advice.hint.points", n=estimate_text(words, each.points))
    if each.escape is None:
        text = words.say("advice.hint.move_quick", **parts)
    else:
        escape = estimate_text(words, each.escape, is_share=True)
        parts["escape"] = words.say("advice.hint.escape", share=escape)
        text = words.say("advice.hint.move", **parts)
    return text


def estimate_text(words: Words, estimate: Estimate, *, is_share: bool = False) -> str:
    """Return an estimate with its interval, if it has one."""
    mean = chance_text(words, estimate.mean) if is_share else number(words, estimate.mean, 1)
    if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return mean
    scale = 100 if is_share else 1
    digits = chance_digits(estimate.mean) if is_share else 1
    low, high = (number(words, scale * end, digits) for end in (estimate.low, estimate.high))
    return words.say("study.number.interval", value=mean, low=low, high=high)


def loss_text(words: Words, loss: float, goal: str) -> str:
    """Return a difference of values in the unit of a goal."""
    return words.say(f"advice.loss.{goal}", n=number(words, loss * (100 if goal == WIN else 1), 1))


def value_text(words: Words, value: float, goal: str) -> str:
    """Return a value in the unit of a goal."""
    return chance_text(words, value) if goal == WIN else number(words, value, 1)


def chance_text(words: Words, chance: float) -> str:
    """Return a chance in per cent."""
    return percent(words, chance, chance_digits(chance) if chance % 1 else 0)


def chance_digits(chance: float) -> int:
    """Return the decimals of a chance in per cent: one if it is near 0 or 1."""
    return int(min(chance, 1 - chance) < SMALL_CHANCE)


def fact_text(words: Words, game: str, table: str, fact: Fact, namer: Namer) -> str:
    """Return the sentence of a fact."""
    path = f"advice_{game}.{table}.{fact.code}"
    for variant in variants(fact):
        if words.has(f"{path}.{variant}"):
            path = f"{path}.{variant}"
            break
    parts = {
        name: param_text(words, game, name, value, namer) for name, value in fact.params.items()
    }
    return words.say(path, **parts)


def variants(fact: Fact) -> Sequence[str]:
    """Return the variants of a sentence that the parameters allow."""
    params = fact.params
    deadly = ["deadly"] if params.get("deadly") is not None else []
    found = [*(f"last_turn_{each}" for each in deadly), "last_turn"] if is_last_turn(fact) else []
    found += deadly
    found += ["sure_win"] if params.get("win") == 1 else []
    found += ["stake"] if params.get("stake") else []
    found += ["no_win"] if params.get("win") == 0 else []
    found += ["safe"] if params.get("damage") == 0 else []
    found += ["other_fight"] if params.get("other_fight") else []
    found += [name for name in ("certain", "checked", "nearly_true") if params.get(name)]
    found += ["sure"] if params.get("beaten") == 0 else []
    found += ["no_treasure"] if params.get("unseen_points") == 0 else []
    certainties = [name for name in CERTAINTIES if params.get(name)]
    for case in ("wild", "duel"):
        if params.get(case):
            found += [*(f"{case}_{each}" for each in certainties), case]
    found += certainties
    if params.get("lost") == 0:
        found.append("lit" if params.get("king") else "harmless")
    return [*found, "quick"] if None in fact.params.values() else found


def is_last_turn(fact: Fact) -> bool:
    """Return whether no turn is left on the way out of Tomb, or turning around ends the game."""
    return fact.params.get("turns") == 0


def param_text(words: Words, game: str, name: str, value: object, namer: Namer) -> object:
    """Return a parameter for a sentence: cards as shown, moves in words, chances in per cent."""
    if name in CARD_PARAMS and isinstance(value, str):
        return Spoken(namer.card(read_card(value)))
    if name in MOVE_PARAMS and isinstance(value, str):
        return Spoken(choice_text(words, find_game(game).read_move(value), namer))
    if name in FIGHT_PARAMS and isinstance(value, list):
        return Spoken(fight_text(words, [find_game(game).read_move(text) for text in value]))
    if name in RANK_PARAMS and isinstance(value, int):
        return Spoken(words.table(f"{game}.a_rank")[str(value)])
    if name in SEAT_PARAMS and isinstance(value, int):
        return Spoken(player_name(words, value, namer.players))
    if not isinstance(value, float):
        return value
    if name in CHANCE_PARAMS:
        return chance_text(words, value)
    return round(value) if name in WHOLE_MEANS else mean_text(words, value)


def mean_text(words: Words, value: float) -> str:
    """Return a mean with a decimal; a small one with two, so that it isn't taken for 0."""
    return number(words, value, 2 if 0 < value < SMALL_MEAN else 1)
