"""Quips: what characters say depends on public events alone, and is the same for everybody."""

import re
from random import Random

import pytest

from underdeck.agents import find_bot
from underdeck.characters import cast_of
from underdeck.deal import Seed
from underdeck.game import Event
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.say.quips import MAX_GAP, MIN_GAP, Quip, Quips
from underdeck.say.words import LANGUAGES, Words

A_NUMBER = (
    r"\b(two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|cinco|seis|siete|ocho)\b"
)
A_PROMISE_TO_FIGHT = r"\b(take that bet|acepto)\b"
THE_DISCARDS = r"\b(waste|threw|thrown|fell|basura|tirado|tira|caía)\b"
SEVERAL_OPPONENTS = (
    r"\b(of you|others'|\w+[áé]is|veis|vosotros|demás|contentos|decid|salid|\w+áos\w+)\b"
)
FALSE_WORDS = [
    ("dig", A_NUMBER),
    ("cave", A_NUMBER),
    ("attacked", A_PROMISE_TO_FIGHT),
    ("take", THE_DISCARDS),
    *((quip, SEVERAL_OPPONENTS) for quip in Words("en").table("quips_dungeon.brute")),
]
"""Words that are false on some occasion of a quip: for another passage, before the decision, for a
card that was given, or in a duel."""
SEATS = ("", "brute", "liar")
PLAYERS = len(SEATS)


@pytest.fixture(scope="module")
def played() -> AnyPlaythrough:
    """A whole game of three bots."""
    options = DungeonOptions(players=PLAYERS, turn_limit=80)
    game = Playthrough.begin(GAME, options, Seed("quips").deal(GAME.deck(options)))
    bot, random = find_bot("careful", "dungeon"), Random(1)
    while game.result() is None:
        seat = game.game.waiting(game.state)[0]
        game.play(bot(game.view(seat), random), seat)
    return game


def quips(language: str = "en", voice: int = 7, seats: tuple[str, ...] = SEATS) -> Quips:
    return Quips(Words(language), "dungeon", seats, voice)


def said_live(characters: Quips, history: list[list[Event]]) -> list[Quip]:
    """Return everything that is said if events come move by move."""
    said, before = [], list[Event]()
    for events in history:
        said += characters.after(events, before)
        before = [*before, *events]
    return said


def test_characters_talk_but_not_all_the_time(played: AnyPlaythrough) -> None:
    said = said_live(quips(), played.history)
    assert {quip.seat for quip in said} == {1, 2}
    public = sum(event.is_for(None) for events in played.history for event in events)
    assert 3 < len(said) < public / MIN_GAP


def test_the_same_is_said_live_at_once_and_after_a_reconnection(played: AnyPlaythrough) -> None:
    everything = [event for events in played.history for event in events]
    live = said_live(quips(), played.history)
    assert quips().after(everything, []) == live
    half = len(everything) // 2
    late = quips()
    tail = late.after(everything[half:], everything[:half])
    assert live[len(live) - len(tail) :] == tail
    assert late.after(everything, []) == live  # and when told from the beginning again


def test_private_events_change_nothing(played: AnyPlaythrough) -> None:
    public = [[event for event in events if event.is_for(None)] for events in played.history]
    assert said_live(quips(), public) == said_live(quips(), played.history)


def test_every_language_talks_about_the_same(played: AnyPlaythrough) -> None:
    seats = [[quip.seat for quip in said_live(quips(each), played.history)] for each in LANGUAGES]
    assert seats[0] == seats[1]
    texts = [[quip.text for quip in said_live(quips(each), played.history)] for each in LANGUAGES]
    assert not set(texts[0]) & set(texts[1])


def test_people_and_other_bots_say_nothing(played: AnyPlaythrough) -> None:
    assert said_live(quips(seats=("", "careful", "")), played.history) == []


def test_the_winner_and_the_caught_always_speak() -> None:
    characters = quips()
    (won,) = characters.after([Event("escaped", {"seat": 1})], [])
    assert won.seat == 1
    assert won.text in Words("en").phrasings("quips_dungeon.brute.win")
    (lost,) = quips().after([Event("escaped", {"seat": 0})], [])
    assert lost.seat in (1, 2)
    (caught,) = quips().after([Event("lied", {"seat": 2})], [])
    assert caught.text in Words("en").phrasings("quips_dungeon.liar.caught")


def test_the_last_words_of_the_fallen_are_about_their_fall() -> None:
    fall = [Event("fell", {"seat": 1}), Event("alone", {"seat": 0})]
    (last,) = quips(seats=("", "brute")).after(fall, [])
    assert last.text in Words("en").phrasings("quips_dungeon.brute.fall")


@pytest.mark.parametrize("exit_event", ["fell", "resigned"])
def test_characters_who_have_left_the_game_say_nothing_about_others(exit_event: str) -> None:
    left, escaped = Event(exit_event, {"seat": 1}), Event("escaped", {"seat": 0})
    for voice in range(20):
        (said,) = quips(voice=voice).after([escaped], [left])
        assert said.seat == 2
    assert quips(seats=("", "brute", "")).after([escaped], [left]) == []


def test_a_game_begins_with_a_greeting_in_any_order_of_turns() -> None:
    for starter in (0, 1):
        (greeting,) = quips(seats=("", "brute")).after([Event("began", {"seat": starter})], [])
        assert greeting.text in Words("en").phrasings("quips_dungeon.brute.greet")


def test_after_a_long_silence_the_next_occasion_is_taken() -> None:
    began, drew = Event("began", {"seat": 1}), Event("drew", {"seat": 0, "count": 1})
    for number in range(20):
        silence = [began, *[drew] * (MAX_GAP - 1)]
        (said,) = quips(voice=number).after([Event("passed", {"seat": 2})], silence)
        assert said.text in Words("en").phrasings("quips_dungeon.liar.wait")


def test_only_deep_passages_are_worth_a_word() -> None:
    for number in range(60):
        high = Event("dug", {"seat": 1, "card": 10, "value": 10, "place": 0})
        assert quips(voice=number).after([high], []) == []


def test_a_quip_about_the_same_changes() -> None:
    characters, before, texts = quips(), list[Event](), list[str]()
    for _ in range(3):
        event = Event("lied", {"seat": 2})
        texts += [quip.text for quip in characters.after([event], before)]
        before = [*before, event]
    assert len(set(texts)) == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("quip", "false_words"), FALSE_WORDS)
def test_a_quip_is_true_on_every_occasion(quip: str, false_words: str, language: str) -> None:
    for character in cast_of("dungeon").characters:
        for text in Words(language).phrasings(f"quips_dungeon.{character.bot}.{quip}"):
            assert not re.search(false_words, text, re.IGNORECASE), text


def test_the_last_one_alive_does_not_claim_to_be_out() -> None:
    alone = [Event("resigned", {"seat": 0}), Event("alone", {"seat": 1})]
    (last,) = quips(seats=("", "brute")).after(alone, [])
    assert last.text in Words("en").phrasings("quips_dungeon.brute.last")
