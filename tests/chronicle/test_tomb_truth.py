"""Every card, number, name and order that a chronicle of Tomb mentions is true of the record."""

import re
from dataclasses import replace
from functools import cache

import pytest

from chronicle.sample_games import STYLES, sample_game
from chronicle.tomb_truth import TombTruth, Turn
from oracle.tomb import rank
from underdeck.cards import card_of, code_of
from underdeck.chronicle.chronicle import Chronicle, Line
from underdeck.chronicle.numbers import number
from underdeck.chronicle.story import LENGTHS, Length, Ref
from underdeck.chronicle.telling import tell
from underdeck.playthrough import AnyPlaythrough
from underdeck.say.words import LANGUAGES

GAMES = 60
TURNING = {"stock", "turning", "way_back"}
AT_END = {"out", "walkout", "epilogue"}
STORY_ONLY = {"opening", "short_opening"}
JUDGEMENTS = {"phase", "theme", "reason", "skipped", "is_during", "is_discarded"}
"""Facts that are checked one by one, or that say how the story is told."""


def check(tale: Chronicle, truth: TombTruth) -> None:
    """Check a chronicle against the record."""
    story = truth.story()
    for key in story:
        if key in tale.plot:
            assert tale.plot[key] == story[key], key
    seen_foes: set[str] = set()
    for each in tale.lines:
        check_facts(each, truth, story)
        check_names(each, truth, seen_foes)
        check_numbers(each, tale.language)
    check_order(tale)


def check_facts(each: Line, truth: TombTruth, story: dict[str, int | str]) -> None:
    """Check every fact that conditions and texts could use."""
    beat = each.beat
    expected = {**story, **expected_facts(each, truth)}
    for name, fact in beat.facts.items():
        if name not in JUDGEMENTS:
            assert fact == expected[name], (each.origin, name)
    check_judgements(each, truth)


def expected_facts(each: Line, truth: TombTruth) -> dict[str, int | str]:
    """Return what the facts of a beat must be."""
    beat, turn = each.beat, truth.turn_at(each.beat.last)
    if beat.kind in STORY_ONLY:
        return {}
    if beat.kind == "torch":
        return torch_facts(each, truth, turn)
    if beat.kind == "skip":
        turns = [t for t in truth.turns if beat.first <= t.first and t.last <= beat.last]
        keys = ("wounds", "loot", "gold_loot")
        sums = {key: sum(int(truth.facts(t)[key]) for t in turns) for key in keys}
        assert beat.facts["skipped"] == len(turns)
        return truth.standing(turns[-1], turns[-1].after) | sums
    if beat.kind in TURNING:
        before = truth.turns[truth.final["deepest"] - 1]
        return truth.standing(before, before.after) | {"left": truth.final["deepest"] - 1}
    if beat.kind == "last_turn":
        before = truth.turns[-2]
        return truth.standing(before, before.after)
    if beat.kind == "callback":
        (card,) = [ref.key for name, ref in beat.names.items() if isinstance(ref, Ref)]
        return truth.facts(next(t for t in truth.turns if truth.foe(t) == card))
    if beat.kind in AT_END:
        return truth.standing(truth.turns[-1], truth.final)
    facts = truth.facts(turn)
    if beat.kind in ("slain", "dark", "short_ending"):
        deepest = truth.final["deepest"]
        n = truth.turns.index(turn) + 1
        is_lost = truth.final["ending"] != "escaped"
        facts["left"] = 2 * deepest - n if deepest and (is_lost or n > deepest) else 0
    return facts


def torch_facts(each: Line, truth: TombTruth, turn: Turn) -> dict[str, int | str]:
    """Return what is true when a torch burns out."""
    (card,) = map(code_of, each.beat.cards)
    step = each.beat.last
    assert card in truth.states[step]["torches"] or "read" in truth.moves
    aces = [
        c for t in truth.turns[: truth.turns.index(turn) + 1] for c in t.drawn if rank(c) == "A"
    ]
    n = aces.index(card) + 1
    facts = truth.facts(turn)
    is_told_after = bool(each.beat.facts["is_during"])
    # The move may also have won the turn after the torch burned out.
    moment = truth.states[step - 1] | {"deepest": truth.states[step]["deepest"]}
    return truth.standing(turn, moment) | {
        "burnt": n,
        "torches": 4 - n,
        "foe_kind": facts["foe_kind"] if is_told_after else "",
        "outcome": facts["outcome"] if is_told_after else "",
    }


def check_judgements(each: Line, truth: TombTruth) -> None:
    """Check facts that say when and why something happened."""
    beat, facts = each.beat, each.beat.facts
    turn = truth.turn_at(beat.last)
    if "reason" in facts:
        before = truth.turns[truth.final["deepest"] - 1]
        standing = truth.standing(before, before.after)
        assert {
            "kings": standing["kings_held"] == 4,
            "torch": int(standing["burnt"]) >= 3,
            "blood": int(standing["hp"]) <= 3,
            "pack": int(standing["carried"]) >= 30,
            "fear": truth.final["deepest"] < 5,
            "plain": True,
        }[str(facts["reason"])]
    if facts.get("is_during") and beat.kind == "torch":
        (card,) = map(code_of, beat.cards)
        assert turn.drawn.index(card) > turn.drawn.index(truth.foe(turn))
        assert truth.is_finished(turn)
    if facts.get("is_discarded"):
        assert truth.facts(turn)["foe_kind"] == "door"
        assert int(truth.facts(turn)["gap"]) > 0


def check_names(each: Line, truth: TombTruth, seen_foes: set[str]) -> None:
    """Check who and what a text names, and the cards in its margin."""
    beat, turn = each.beat, truth.turn_at(each.beat.last)
    names = beat.names
    if isinstance(foe := names.get("foe"), Ref):
        assert foe.key == truth.foe(turn)
        seen_foes.add(foe.key)
    used = {name for name, _, _ in each.slots}
    if isinstance(rival := names.get("rival"), Ref) and "rival" in used:
        met = next(t for t in truth.turns if truth.foe(t) == rival.key)
        assert met.last <= beat.last
        assert beat.kind == "short_middle" or rival.key in seen_foes or "short" in beat.kind
    if isinstance(king := names.get("king"), Ref):
        assert code_of(card_of(13, king.place)) in kings_at(each, truth, turn)
    if isinstance(kings := names.get("kings_list"), tuple):
        listed = {code_of(card_of(13, ref.place)) for ref in kings}
        state = truth.final if beat.kind not in TURNING else truth.states[beat.last - 1]
        assert listed == {card for card in state["hand"] if rank(card) == "K"}
    allowed = {*turn.drawn, *turn.before["hand"], *turn.after["hand"], *truth.final["hand"]}
    if beat.kind == "skill":
        assert {code_of(card) for card in beat.cards} <= set(turn.drawn)
    assert {code_of(card) for card in beat.cards} <= allowed


def kings_at(each: Line, truth: TombTruth, turn: Turn) -> set[str]:
    """Return the hoards that a beat may be about."""
    kings = {card for card in turn.drawn if rank(card) == "K"}
    match each.beat.kind:
        case "hoard":
            return kings & set(turn.after["hand"])
        case "hoard_lost":
            return kings - set(turn.after["hand"])
        case "buried":
            return kings & set(turn.after["discards"])
        case "stock" | "turning" | "way_back":
            return set(truth.turns[truth.final["deepest"] - 1].after["hand"])
        case "slain" | "dark" | "out" | "epilogue" | "walkout" | "short_ending":
            return set(truth.final["hand"])
    return kings | set(truth.dropped(turn))


def check_numbers(each: Line, language: str) -> None:
    """Check that a text has no number but those that were filled in."""
    filled = " ".join(text for _, _, text in each.slots).lower()
    for word in re.findall(r"[\w-]+", each.text.lower()):
        if word in number_words(language) or any(char.isdigit() for char in word):
            assert word in filled, (each.origin, word)


@cache
def number_words(language: str) -> frozenset[str]:
    """Return the words for numbers from 2."""
    return frozenset(number(language, n) for n in range(2, 101) if " " not in number(language, n))


def check_order(tale: Chronicle) -> None:
    """Check that nothing is told before something that came earlier."""
    turns = [
        (each.beat.first, each.beat.last) for each in tale.lines if each.beat.kind != "short_middle"
    ]
    begins = [first for first, _ in turns]
    encounters = [
        each.beat.first
        for each in tale.lines
        if each.beat.kind in {"monster", "trap", "door", "skip", "slain", "dark", "out"}
    ]
    assert encounters == sorted(encounters)
    assert begins[0] == 0
    assert max(last for _, last in turns) == turns[-1][1]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_chronicles_of_tomb_are_true(language: str, length: Length, style: str) -> None:
    for seed in range(GAMES):
        played: AnyPlaythrough = sample_game("tomb", seed, style)
        tale = tell(played, language, length=length)
        assert not tale.missing
        check(tale, TombTruth(played))


def test_a_chronicle_that_says_something_else_is_found_out() -> None:
    """The check of this file can fail: a wrong fact, a wrong name and a wrong number."""
    played = sample_game("tomb", 3, "sensible")
    tale, truth = tell(played, "en"), TombTruth(played)
    place, each = next(
        (place, each)
        for place, each in enumerate(tale.lines)
        if each.beat.kind in ("monster", "trap", "door")
    )
    for wrong in (
        replace(each, beat=replace(each.beat, facts={**each.beat.facts, "hp": 99})),
        replace(each, beat=replace(each.beat, names={"foe": Ref("foe", "nothing")})),
        replace(each, text=each.text + " Seventeen more followed."),
        replace(each, beat=replace(each.beat, first=10_000)),
    ):
        lines = list(tale.lines)
        lines[place] = wrong
        with pytest.raises((AssertionError, KeyError)):
            check(replace(tale, lines=tuple(lines)), truth)
