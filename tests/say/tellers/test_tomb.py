"""The story of Tomb: every event, every phrasing, every card, in both languages."""

import re
from collections.abc import Iterator, Sequence

import pytest

from underdeck.cards import code_of, rank_of, read_card, suit_of, symbol_of
from underdeck.game import Event
from underdeck.games.tomb.events import NAMES, PARTS
from underdeck.games.tomb.moves import WORDS
from underdeck.games.tomb.state import DECK
from underdeck.say import LANGUAGES, Words
from underdeck.say.tellers import Sentence
from underdeck.say.tellers.tomb import (
    KINDS,
    TombNarration,
    TombTeller,
    grouped,
    sentence_key,
)
from underdeck.say.words import fill

ENCOUNTERS = [card for card in DECK if 2 <= rank_of(card) <= 10]
JACKS = [card for card in DECK if rank_of(card) == 11]

REQUIRED_PARTS = {
    "torch_burnt": {"card"},
    "encounter_met": {"card"},
    "won_by_action": {"card"},
    "blow_struck": {"card", "damage"},
    "wounded": {"hp"},
    "dodged": {"damage"},
    "door_held": {"card", "n"},
    "discarded": {"cards"},
    "treasure_taken": {"cards"},
    "treasure_dropped": {"card"},
    "marker_left": {"card"},
    "scroll_read": {"card"},
    "skill_gained": {"card", "skill"},
    "delved": {"turn"},
    "retreated": {"turn", "left"},
    "turn_lost.hoard": {"cards"},
    "turn_fled.hoard": {"cards"},
    "hoard_found": {"card"},
    "favor_shown": {"card"},
}
REQUIRED_PARTS |= {
    "wounded.deadly": set(),
    "wounded.chosen": {"damage", "hp"},
    "retreated.last": {"turn"},
}
"""The parts that every phrasing of a sentence must contain, by its key or its event's name."""


def card_choices(name: str) -> Sequence[int]:
    if name == "encounter_met":
        return ENCOUNTERS
    if name == "skill_gained":
        return JACKS
    if name == "won_by_skill":
        return [card for card in JACKS if suit_of(card) in KINDS]
    return DECK[::7]


def foe_choices(name: str) -> list[int]:
    kinds = {
        "slain": "monster trap",
        "blow_struck": "monster trap",
        "treasure_dropped": "monster",
        "fled": "monster",
        "door_held": "door",
    }
    wanted = kinds.get(name, "monster trap door").split()
    return [card for card in ENCOUNTERS if KINDS[suit_of(card)] in wanted]


def every_event() -> Iterator[Event]:
    """Yield every event with every card, foe and number that changes its words."""
    numbers = {
        "n": (1, 2, 3, 4),
        "left": (1, 2, 5),
        "hp": (0, 1, 5),
        "kings": (0, 1, 3, 4),
        "points": (0, 1, 40),
    }
    for name in NAMES:
        parts = PARTS[name]
        first = card_choices(name) if "card" in parts else [0]
        foes = foe_choices(name) if "foe" in parts else [0]
        for card in first:
            for foe in foes[:: 1 if len(first) < 10 else 5]:
                for part in [part for part in parts if part in numbers] or [""]:
                    for number in numbers.get(part, (1,)):
                        values = {
                            "turn": 1,
                            "left": 1,
                            "damage": 1,
                            "n": 1,
                            "hp": 1,
                            "kings": 0,
                            "points": 7,
                            "card": card,
                            "foe": foe,
                        }
                        values[part] = number
                        yield Event(name, {each: values[each] for each in parts})
    yield from [Event("favor_shown", {"card": read_card("QS")})] * 2
    yield Event("escaped", {"kings": 0, "points": 0})
    yield Event("escaped", {"kings": 4, "points": 100})


def every_sentence() -> Iterator[Sentence]:
    """Yield a sentence for every event, and those that depend on earlier events."""
    for event in every_event():
        yield sentence_key(event), [event]
    card = {
        code: {"card": read_card(code)} for code in ("QS", "QH", "JH", "JC", "KS", "KD", "AS", "5D")
    }
    before_dodging = [Event("skill_gained", card["JH"]), Event("wounded", {"damage": 2, "hp": 5})]
    door = Event("door_held", {"card": read_card("3S"), "foe": read_card("5C"), "n": 2})
    torch, turn = Event("torch_burnt", card["AS"] | {"n": 2}), {"turn": 3}
    for moments in (
        [Event("favor_shown", card["QS"]), Event("favor_shown", card["QH"])],
        before_dodging,
        [Event("skill_gained", card["JC"]), door],
        [door, torch],
        [Event("hoard_found", card["KS"]), Event("turn_lost", turn)],
        [
            Event("hoard_found", card["KS"]),
            Event("hoard_found", card["KD"]),
            Event("turn_fled", turn),
        ],
    ):
        yield list(grouped(moments))[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrasing_of_every_event_can_be_told(language: str) -> None:
    words = Words(language)
    teller = TombTeller(words, 7, symbol_of)
    seen = set()
    for key, row in every_sentence():
        seen.add(key)
        parts = teller.parts(row)
        for phrasing in words.phrasings(f"tomb.event.{key}"):
            text = fill(phrasing, parts)
            assert "{" not in text
            assert re.match(r"[¡¿«]?[A-ZÁÉÍÓÚ0-9{]", text), text
            assert text[-1] in ".!?)", text
            assert not re.search(r"\b(?:a|de) el\b", text) or language == "en", text
            for part in REQUIRED_PARTS.get(key, REQUIRED_PARTS.get(row[0].name, set())):
                assert str(parts[part]) in text, (key, phrasing)
    assert seen == words.table("tomb.event").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_several_phrasings_and_the_voice_chooses(language: str) -> None:
    words = Words(language)
    event = Event("encounter_met", {"card": read_card("5S")})
    assert all(len(words.phrasings(f"tomb.event.{key}")) >= 3 for key in words.table("tomb.event"))
    texts = {TombTeller(words, voice, symbol_of).tell([event], 0, [])[0] for voice in range(50)}
    assert len(texts) == len(words.phrasings("tomb.event.encounter_met.monster"))
    assert TombTeller(words, 1, symbol_of).tell([event], 0, []) == TombTeller(
        words, 1, symbol_of
    ).tell([event], 0, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_can_be_filled_and_comes_once(language: str) -> None:
    words = Words(language)
    teller = TombTeller(words, 7, symbol_of)
    lessons = teller.explain(every_event(), 0)
    assert len(lessons) == len(words.table("tomb.explain"))
    assert not any("{" in lesson for lesson in lessons)
    assert teller.explain(every_event(), 0) == []


def test_discards_and_treasure_are_told_in_one_sentence() -> None:
    events = [Event("discarded", {"card": read_card(code)}) for code in ("5S", "KD")]
    story = TombTeller(Words("en"), 1, symbol_of).tell(
        [*events, Event("turn_lost", {"turn": 1})], 0, []
    )
    assert len(story) == 2
    assert "5♠ K♦" in story[0]


def test_a_won_turn_is_told_only_if_no_treasure_was_taken() -> None:
    taken, won = Event("treasure_taken", {"card": read_card("5D")}), Event("turn_won", {"turn": 1})
    assert [key for key, _ in grouped([taken, won])] == ["treasure_taken"]
    assert [key for key, _ in grouped([won])] == ["turn_won"]


# Sentences that depend on earlier events of the turn or the game


def keys_of(*events: Event) -> list[str]:
    return [key for key, _ in grouped(events)]


SHUT = Event("door_held", {"card": read_card("3S"), "foe": read_card("5C"), "n": 2})
LOST, FLED, WON = (Event(f"turn_{how}", {"turn": 2}) for how in ("lost", "fled", "won"))


def test_a_failed_door_costs_cards_for_certain_unless_pick_lock_is_in_the_hand() -> None:
    gained = Event("skill_gained", {"card": read_card("JC")})
    used = Event("won_by_skill", {"card": read_card("JC"), "foe": read_card("5C")})
    assert keys_of(SHUT) == ["door_held"]
    assert keys_of(gained, WON, SHUT)[-1] == "door_held.pickable"
    assert keys_of(gained, used, WON, SHUT)[-1] == "door_held"


def test_an_ace_among_a_doors_discards_is_told_as_one_of_them() -> None:
    torch = Event("torch_burnt", {"card": read_card("AS"), "n": 4})
    assert keys_of(torch) == ["torch_burnt.4"]
    assert keys_of(SHUT, torch) == ["door_held", "torch_burnt.discarded"]
    assert keys_of(SHUT, LOST, torch)[-1] == "torch_burnt.4"
    words = Words("en")
    fourth = words.say("tomb.explain.torch_burnt.4")
    assert fourth in TombTeller(words, 7, symbol_of).explain([SHUT, torch], 0)


def test_the_damage_is_told_again_only_after_the_choice_to_take_it() -> None:
    gained, wounded = (
        Event("skill_gained", {"card": read_card("JH")}),
        Event("wounded", {"damage": 2, "hp": 5}),
    )
    dodged = Event("dodged", {"card": read_card("JH"), "damage": 3})
    assert keys_of(wounded) == ["wounded"]
    assert keys_of(gained, wounded)[-1] == "wounded.chosen"
    assert keys_of(gained, dodged, wounded)[-1] == "wounded"


@pytest.mark.parametrize("code", ["KS", "KH"])
@pytest.mark.parametrize("name", ["hoard_found", "treasure_dropped", "discarded"])
def test_the_end_of_a_turn_names_the_kings_that_are_lost_with_it(name: str, code: str) -> None:
    king = Event(name, {"card": read_card(code), "foe": read_card("5S")})
    for over in (LOST, FLED):
        key, row = list(grouped([king, over]))[-1]
        assert key == f"{over.name}.hoard"
        for language in LANGUAGES:
            teller = TombTeller(Words(language), 7, symbol_of)
            assert symbol_of(read_card(code)) in fill(
                Words(language).phrasings(f"tomb.event.{key}")[0], teller.parts(row)
            )
    assert keys_of(king, WON, LOST)[-1] == "turn_lost"


def test_other_lost_cards_are_no_lost_hoards() -> None:
    assert keys_of(Event("discarded", {"card": read_card("5D")}), LOST)[-1] == "turn_lost"
    assert (
        keys_of(Event("treasure_dropped", {"card": read_card("9D"), "foe": read_card("5S")}), FLED)[
            -1
        ]
        == "turn_fled"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_turn_doesnt_sound_like_the_end_of_the_game(language: str) -> None:
    ends = [
        text
        for key, texts in Words(language).table("tomb.event").items()
        if key.startswith("turn_")
        for text in texts
    ]
    misleading = (
        r"\byou win\b|\byou leave\b|\bon you go\b|\bmove on\b|empty"
        r"|\bganas\b|te vas|sigues tu camino|\bvacías?\b"
    )
    assert not [text for text in ends if re.search(misleading, text, re.IGNORECASE)]


def test_a_copied_narration_is_independent() -> None:
    narration = TombNarration()
    copied = narration.copy()
    list(
        grouped(
            [
                Event("skill_gained", {"card": read_card("JC")}),
                Event("hoard_found", {"card": read_card("KS")}),
            ],
            copied,
        )
    )
    assert (copied.jacks, len(copied.hoards)) == ({read_card("JC")}, 1)
    assert not narration.jacks
    assert not narration.hoards


def test_every_encounter_has_its_own_name() -> None:
    for language in LANGUAGES:
        things = Words(language).table("tomb.thing")
        assert things.keys() == {code_of(card) for card in ENCOUNTERS}
        assert len({tuple(thing) for thing in things.values()}) == 27


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_a_word_of_its_own_and_its_help(language: str) -> None:
    words = Words(language)
    assert words.table("tomb.move").keys() == words.table("tomb.move_help").keys() == set(WORDS[1:])
    assert len(set(words.table("tomb.move").values())) == len(WORDS) - 1


@pytest.mark.parametrize("game", ["tomb", "dungeon"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_one_colon_at_most(language: str, game: str) -> None:
    for texts in Words(language).table(f"{game}.event").values():
        for text in texts:
            plain = re.sub(r"\{[^{}]*\}", "", re.sub(r"\{\w+\}", "", text))
            assert all(part.count(":") <= 1 for part in re.split(r"[.!?]", plain)), text
