"""The story of Dungeon: every event has sentences in both languages for each point of view."""

import re
from collections.abc import Iterator

import pytest

from underdeck.cards import read_card, symbol_of
from underdeck.game import Event
from underdeck.games.dungeon.events import PARTS
from underdeck.say import LANGUAGES, Words
from underdeck.say.tellers.dungeon import UNTOLD, DungeonTeller, fold_fronts, sentence_key
from underdeck.say.words import fill

SILENT = {
    "drew.you",
    "dug_hidden.you",
    "took_secretly.you",
    "discarded_hidden.you",
    "lost_card.you",
}
"""Sentences that are missing on purpose: a private event tells the actor more."""


def every_event() -> Iterator[Event]:
    """Yield every event for different pairs of actor and target."""
    numbers = {"card": read_card("KS"), "value": 13, "rank": 7, "turn": 3, "n": 2, "place": 1}
    derived = {
        "retreated_from": ("seat", "card"),
        "front_fell": ("seat", "target"),
        "let_pass": ("seat",),
    }
    for name, parts in {**PARTS, **derived}.items():
        for seat, target in ((0, 1), (1, 0), (1, 2)):
            yield Event(
                name,
                {
                    part: {"seat": seat, "target": target}.get(part, numbers.get(part, 0))
                    for part in parts
                },
            )
    yield Event("laid_as", {"seat": 0, "card": read_card("KS"), "value": 7})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrasing_can_be_told_and_every_sentence_belongs_to_an_event(language: str) -> None:
    words = Words(language)
    teller = DungeonTeller(words, 7, symbol_of)
    seen = set()
    for event in every_event():
        key = sentence_key(event, 0)
        if not words.has(f"dungeon.event.{key}"):
            private = key.partition(".")[0] in {
                "drew_card",
                "laid_as",
                "tried_with",
                "own_discard",
                "front_was",
            }
            assert event.name in {*UNTOLD, "front_lost"} or key in SILENT or private, key
            continue
        seen.add(key)
        for phrasing in words.phrasings(f"dungeon.event.{key}"):
            text = fill(phrasing, teller.parts([event]))
            assert "{" not in text
            assert text[-1] in ".!?»", text
    assert seen == words.table("dungeon.event").keys()


@pytest.mark.parametrize(
    ("language", "address"),
    [
        ("en", r"\b(?:you|your|yours|yourself)\b"),
        ("es", r"\b(?:tú|tu|tus|te|ti|contigo|tuy[oa]s?|le deseas|oyes|ves)\b"),
    ],
)
def test_a_spectator_is_never_addressed_as_you(language: str, address: str) -> None:
    for key, phrasings in Words(language).table("dungeon.event").items():
        if "you" not in key:
            for phrasing in phrasings:
                assert not re.search(address, phrasing, re.IGNORECASE), phrasing


def test_a_lost_front_is_told_together_with_its_cause() -> None:
    retreated, was = (
        Event("retreated", {"seat": 1}),
        Event("front_was", {"seat": 1, "card": read_card("9S")}),
    )
    assert [event.name for event in fold_fronts([retreated, was])] == ["retreated_from"]
    assert [event.name for event in fold_fronts([retreated])] == ["retreated"]
    for name, count in (("caved_in", 1), ("joker_lost", 1), ("cave_hit", 2)):
        assert len(fold_fronts([Event(name, {"seat": 0}), was])) == count


def test_a_blind_hit_says_that_the_front_falls_unless_its_joker_may_be_saved() -> None:
    hit, lost, was = (
        Event("cave_hit", {"seat": 0, "target": 1}),
        Event("front_lost", {"seat": 1}),
        Event("front_was", {"seat": 1}),
    )
    assert [event.name for event in fold_fronts([hit])] == ["cave_hit"]
    assert [event.name for event in fold_fronts([hit, lost])] == ["front_fell"]
    assert [event.name for event in fold_fronts([hit, lost, was])] == ["front_fell", "front_was"]


@pytest.mark.parametrize(
    ("card", "claim", "is_true"), [("7S", 7, True), ("8S", 7, False), ("Jk", 7, True)]
)
def test_the_owner_is_told_whether_a_hidden_passage_is_honest(
    card: str, claim: int, *, is_true: bool
) -> None:
    laid = Event("laid_as", {"seat": 0, "card": read_card(card), "value": claim})
    assert sentence_key(laid, 0) == ("laid_as.you_honest" if is_true else "laid_as.you")


def test_the_size_of_a_lost_hand_is_told_only_without_its_cards() -> None:
    lost, cards = (
        Event("hand_lost", {"seat": 0, "n": 2}),
        [Event("lost_card", {"seat": 0, "card": read_card(code)}) for code in ("5S", "KD")],
    )
    teller = DungeonTeller(Words("en"), 7, symbol_of)
    assert [key for key, _ in teller.sentences([lost, *cards], 0, teller.new_narration())] == [
        "lost_card.you"
    ]
    assert [key for key, _ in teller.sentences([lost], 0, teller.new_narration())] == [
        "hand_lost.you"
    ]


@pytest.mark.parametrize(
    ("language", "passing"),
    [("en", r"\bpass(es)?\b|plays? nothing"), ("es", r"\bpas(as|a|ar)\b|no juegas? nada")],
)
def test_sentences_about_passing_say_so(language: str, passing: str) -> None:
    for key, texts in Words(language).table("dungeon.event").items():
        if key.startswith(("passed.", "let_pass.")):
            for text in texts:
                assert re.search(passing, text, re.IGNORECASE), text


def phrasings(language: str, *events: Event, seat: int | None = None) -> list[set[str]]:
    """Return all phrasings of each sentence, by telling the events many times."""
    moments = [
        DungeonTeller(Words(language), 7, symbol_of).tell(events, seat, events * times)
        for times in range(12)
    ]
    return [set(texts) for texts in zip(*moments, strict=True)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["hand_lost", "dungeon_lost"])
def test_the_loss_of_nothing_is_not_told(language: str, name: str) -> None:
    assert not phrasings(language, Event(name, {"seat": 0, "n": 0}))
    assert phrasings(language, Event(name, {"seat": 0, "n": 1}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_declining_a_window_is_not_told_as_passing_a_turn(language: str) -> None:
    begun, passed = Event("turn_begun", {"seat": 0, "turn": 3}), Event("passed", {"seat": 0})
    ace, other = (
        Event("ace_played", {"seat": 1, "card": read_card("AS")}),
        Event("passed", {"seat": 1}),
    )
    drew = Event("drew", {"seat": 1, "n": 2})

    def expected(key: str, player: int) -> set[str]:
        words = Words(language)
        name = words.say("common.seat.player", n=player)
        return {
            fill(phrasing, {"player": name})
            for phrasing in words.phrasings(f"dungeon.event.{key}.other")
        }

    assert phrasings(language, begun, passed)[-1] == expected("passed", 1)
    assert phrasings(language, begun, other)[-1] == expected("let_pass", 2)
    assert phrasings(language, begun, ace, passed)[-1] == expected("let_pass", 1)
    assert phrasings(language, begun, ace, passed, drew, passed)[-1] == expected("passed", 1)
    assert phrasings(language, passed)[-1] == expected("let_pass", 1)


def test_a_resumed_story_knows_whose_turn_it_is() -> None:
    begun, passed = Event("turn_begun", {"seat": 0, "turn": 3}), Event("passed", {"seat": 0})
    teller = DungeonTeller(Words("en"), 7, symbol_of)
    assert [key for key, _ in teller.sentences([begun, passed], None, teller.new_narration())] == [
        "turn_begun.other",
        "passed.other",
    ]
    [sentence] = teller.tell([passed], None, [begun])
    name = Words("en").say("common.seat.player", n=1)
    assert sentence in {
        fill(phrasing, {"player": name})
        for phrasing in Words("en").phrasings("dungeon.event.passed.other")
    }


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", ["an ace", "an 8", "a 10", "a queen"]),
        ("es", ["un as", "un 8", "un 10", "una reina"]),
    ],
)
def test_a_rank_has_its_article(language: str, asked: list[str]) -> None:
    for rank, name in zip((1, 8, 10, 12), asked, strict=True):
        event = Event("fished", {"seat": 1, "target": 0, "card": read_card("QS"), "rank": rank})
        assert all(name in sentence for sentence in phrasings(language, event, seat=0)[0])


@pytest.mark.parametrize(
    ("language", "king", "ace"),
    [
        ("en", "a joker as a king", "a joker as an ace"),
        ("es", "un comodín que vale por un rey", "un comodín que vale por un as"),
    ],
)
def test_only_a_joker_names_the_rank_it_stands_for(language: str, king: str, ace: str) -> None:
    for name in ("attacked", "fight_laid", "tried_with"):
        for card, shown in (("Jk", king), ("KS", "K♠")):
            event = Event(name, {"seat": 0, "target": 1, "card": read_card(card), "value": 13})
            if name != "attacked":
                del event.parts["target"]
            for sentence in phrasings(language, event, seat=0)[0]:
                assert shown.lower() in sentence.lower()
                assert "13" not in sentence
    played = Event("ace_played", {"seat": 0, "card": read_card("Jk")})
    assert all(ace in each.lower() for each in phrasings(language, played, seat=0)[0])
