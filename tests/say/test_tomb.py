"""The story of a tomb: every event, every phrasing, every card, in both languages."""

import re
from collections.abc import Iterator, Sequence

import pytest

from underdeck.cards import code_of, rank_of, read_card, suit_of, symbol_of
from underdeck.game import Event
from underdeck.refusal import IllegalMove
from underdeck.say import LANGUAGES, Words
from underdeck.say.table import card_name, move_name, printable, refusal_text
from underdeck.say.tomb import KINDS, TombTeller, grouped, sentence_key
from underdeck.say.words import fill
from underdeck.tomb.events import NAMES, PARTS
from underdeck.tomb.moves import WORDS, read_move
from underdeck.tomb.state import DECK

ENCOUNTERS = [card for card in DECK if 2 <= rank_of(card) <= 10]
JACKS = [card for card in DECK if rank_of(card) == 11]

MUST_TELL = {
    "torch_burnt": {"card"},
    "encounter_met": {"card"},
    "won_by_action": {"card"},
    "blow_struck": {"card", "damage"},
    "wounded": {"damage"},
    "dodged": {"damage"},
    "door_held": {"card", "n"},
    "discarded": {"cards"},
    "treasure_taken": {"cards"},
    "treasure_dropped": {"card"},
    "marker_left": {"card"},
    "scroll_read": {"card"},
    "skill_gained": {"card", "skill"},
    "delved": {"turn"},
    "retreated": {"turn"},
    "hoard_found": {"card"},
    "scroll_found": {"card"},
    "favor_shown": {"card"},
}
"""What a player must learn from the sentence, whichever phrasing it is."""


def card_choices(name: str) -> Sequence[int]:
    if name == "encounter_met":
        return ENCOUNTERS
    if name == "skill_gained":
        return JACKS
    if name == "won_by_skill":
        return [card for card in JACKS if suit_of(card) in KINDS]
    return DECK[::7]


def foe_choices(name: str) -> list[int]:
    kinds = {"slain": "monster trap", "blow_struck": "monster trap", "treasure_dropped": "monster", "fled": "monster", "door_held": "door"}
    wanted = kinds.get(name, "monster trap door").split()
    return [card for card in ENCOUNTERS if KINDS[suit_of(card)] in wanted]


def every_event() -> Iterator[Event]:
    """Every event with every card, foe and number that changes its words."""
    numbers = {"n": (1, 2, 3, 4), "hp": (0, 1, 5), "kings": (0, 1, 3, 4), "points": (0, 1, 40)}
    for name in NAMES:
        parts = PARTS[name]
        first = card_choices(name) if "card" in parts else [0]
        foes = foe_choices(name) if "foe" in parts else [0]
        for card in first:
            for foe in foes[:: 1 if len(first) < 10 else 5]:
                for part in [part for part in parts if part in numbers] or [""]:
                    for number in numbers.get(part, (1,)):
                        told = {"turn": 1, "left": 1, "damage": 1, "n": 1, "hp": 1, "kings": 0, "points": 7, "card": card, "foe": foe}
                        told[part] = number
                        yield Event(name, {piece: told[piece] for piece in parts})
    yield from [Event("favor_shown", {"card": read_card("QS")})] * 2
    yield Event("escaped", {"kings": 0, "points": 0})
    yield Event("escaped", {"kings": 4, "points": 100})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrasing_of_every_event_can_be_told(language: str) -> None:
    words = Words(language)
    teller = TombTeller(words, 7, symbol_of)
    seen = set()
    queens = 0
    for event in every_event():
        key = sentence_key(event, queens)
        queens += key == "favor_shown.before"
        seen.add(key)
        parts = teller.parts([event])
        for phrasing in words.phrasings(f"tomb.event.{key}"):
            told = fill(phrasing, parts)
            assert "{" not in told
            assert re.match(r"[¡¿«]?[A-ZÁÉÍÓÚ0-9{]", told), told
            assert told[-1] in ".!?)", told
            assert not re.search(r"\b(?:a|de) el\b", told) or language == "en", told
            for part in MUST_TELL.get(event.name, set()):
                assert str(parts[part]) in told, (key, phrasing)
    assert seen == words.table("tomb.event").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_several_phrasings_and_the_voice_chooses(language: str) -> None:
    words = Words(language)
    event = Event("encounter_met", {"card": read_card("5S")})
    assert all(len(words.phrasings(f"tomb.event.{key}")) >= 3 for key in words.table("tomb.event"))
    told = {TombTeller(words, voice, symbol_of).tell([event], [])[0] for voice in range(50)}
    assert len(told) == len(words.phrasings("tomb.event.encounter_met.monster"))
    assert TombTeller(words, 1, symbol_of).tell([event], []) == TombTeller(words, 1, symbol_of).tell([event], [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_can_be_told_and_is_told_once(language: str) -> None:
    words = Words(language)
    teller = TombTeller(words, 7, symbol_of)
    told = teller.explain(every_event())
    assert len(told) == len(words.table("tomb.explain"))
    assert not any("{" in line for line in told)
    assert teller.explain(every_event()) == []


def test_discards_and_treasure_are_told_in_one_sentence() -> None:
    events = [Event("discarded", {"card": read_card(code)}) for code in ("5S", "KD")]
    told = TombTeller(Words("en"), 1, symbol_of).tell([*events, Event("turn_lost", {"turn": 1})], [])
    assert len(told) == 2
    assert "5♠ K♦" in told[0]


def test_a_won_turn_is_told_only_where_no_treasure_was_taken() -> None:
    taken, won = Event("treasure_taken", {"card": read_card("5D")}), Event("turn_won", {"turn": 1})
    assert [key for key, _ in grouped([taken, won])] == ["treasure_taken"]
    assert [key for key, _ in grouped([won])] == ["turn_won"]


def test_every_encounter_has_its_own_name() -> None:
    for language in LANGUAGES:
        things = Words(language).table("tomb.thing")
        assert things.keys() == {code_of(card) for card in ENCOUNTERS}
        assert len({tuple(thing) for thing in things.values()}) == 27


def test_cards_by_their_full_names() -> None:
    english, spanish = Words("en"), Words("es")
    assert [card_name(english, read_card(code)) for code in ("5S", "QH", "AC", "Jk")] == [
        "5 of spades",
        "queen of hearts",
        "ace of clubs",
        "joker",
    ]
    assert [card_name(spanish, read_card(code)) for code in ("5S", "QH", "AC", "Jk")] == [
        "5 de picas",
        "reina de corazones",
        "as de tréboles",
        "comodín",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_a_word_of_its_own_and_its_help(language: str) -> None:
    words = Words(language)
    assert words.table("tomb.move").keys() == words.table("tomb.move_help").keys() == set(WORDS[1:])
    assert len(set(words.table("tomb.move").values())) == len(WORDS) - 1


def test_moves_and_refusals_in_the_players_language() -> None:
    legal = (read_move("draw"), read_move("drop 8D"))
    assert move_name(Words("es"), legal[1], symbol_of) == "soltar 8♦"
    refusal = IllegalMove("illegal_move", move=read_move("delve"), legal=legal)
    assert refusal_text(Words("en"), refusal) == "You can't do that now (delve). You can: draw, drop 8D."
    assert refusal_text(Words("es"), refusal, symbol_of) == "Ahora no puedes hacer eso (explorar). Puedes: sacar, soltar 8♦."


def test_what_a_user_typed_is_shown_back_harmless() -> None:
    assert printable("a\x1b[2Jb\nc") == "a?[2Jb?c"
    assert printable("x" * 100) == "x" * 80 + "..."
