"""All tellers: phrasings rotate, a record is always told in the same words, cards can be spoken."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from underdeck.agents import find_bot
from underdeck.cards import read_card, symbol_of
from underdeck.deal import deal_from_seed
from underdeck.game import Event
from underdeck.games.dungeon.options import Options
from underdeck.games.tomb.options import Options as TombOptions
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.options import read_options
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.registry import find_game
from underdeck.say import LANGUAGES, Words
from underdeck.say.sentences import listed, spoken_card
from underdeck.say.tellers import Teller, teller_for
from underdeck.say.tellers.dungeon import DungeonTeller
from underdeck.say.tellers.tomb import TombTeller
from underdeck.say.words import Spoken, fill, phrasing_order, phrasing_place
from underdeck.study.match import Match, play_policy
from underdeck.study.policies import read_policy

OFTEN, MIN_PHRASINGS = 2, 6
"""A sentence that is told more often per game, on average, needs this many phrasings."""
POLICIES = ("heuristic", "heuristic-wins", "random")
VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"players": 3},
    {"players": 4},
    {"jokers_wild": True},
    {"almost_black": True},
    {"pitch_black": True},
    {"players": 3, "pitch_black": True},
    {"players": 3, "suicide_queen": True, "counter_attack": 3},
)
BOTS = ("careful", "random")
GAMES = 12
"""Games of each kind."""
MAX_MOVES = 1500
"""Games of random bots may never end."""


@cache
def tomb_games(policy: str) -> list[AnyPlaythrough]:
    """Return fixed games of a policy."""
    match = Match("tomb", TombOptions(), "story", read_policy("tomb", policy))
    return [play_policy(match, number) for number in range(4 * GAMES)]


@cache
def dungeon_games(bot: str, variant: int) -> list[AnyPlaythrough]:
    """Return fixed games of bots with one set of options."""
    return [play_bots(bot, VARIANTS[variant], f"story {number}") for number in range(GAMES)]


def play_bots(bot: str, options: dict[str, object], seed: str) -> AnyPlaythrough:
    game, house, random = find_game("dungeon"), read_options(Options, options), Random(seed)
    played = Playthrough.begin(game, house, deal_from_seed(game.deck(house), seed))
    played.keeps_states = False
    choose = find_bot(bot)
    while played.result() is None and len(played.record.moves) < MAX_MOVES:
        seat = game.waiting(played.state)[0]
        played.play(choose(played.view(seat), random), seat)
    return played


def every_game() -> Iterator[tuple[str, list[AnyPlaythrough]]]:
    """Yield all games with a name for each kind."""
    for policy in POLICIES:
        yield f"tomb {policy}", tomb_games(policy)
    for bot in BOTS:
        for variant, options in enumerate(VARIANTS):
            yield f"dungeon {bot} {options}", dungeon_games(bot, variant)


def teller_of(played: AnyPlaythrough, language: str) -> Teller[Any]:
    return teller_for(played.game.name, Words(language), played.record.deal.voice)


def tell_live(played: AnyPlaythrough, language: str, seat: int | None = 0) -> list[list[str]]:
    """Return the sentences for the opening and for each move, told as the game goes on."""
    teller = teller_of(played, language)
    past: list[Event] = []
    story = []
    for events in played.history:
        story.append(teller.tell(events, seat, past))
        past += events
    return story


def keys_told(played: AnyPlaythrough, seat: int | None = 0) -> list[str]:
    """Return the keys of the same sentences."""
    teller = teller_of(played, "en")
    narration = teller.new_narration()
    return [
        key for events in played.history for key, _ in teller.sentences(events, seat, narration)
    ]


def test_frequent_sentences_have_many_phrasings() -> None:
    often: dict[str, float] = {}
    for kind, games in every_game():
        game = kind.partition(" ")[0]
        counts = Counter(f"{game}.event.{key}" for played in games for key in keys_told(played))
        for path, count in counts.items():
            often[path] = max(often.get(path, 0), count / len(games))
    wanted = {path for path, average in often.items() if average > OFTEN}
    assert {
        "tomb.event.delved",
        "tomb.event.treasure_taken",
        "dungeon.event.drew.other",
        "dungeon.event.dug_hidden.other",
    } <= wanted
    for language in LANGUAGES:
        poor = {
            path: often[path]
            for path in wanted
            if len(Words(language).phrasings(path)) < MIN_PHRASINGS
        }
        assert not poor, language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "kind", [("tomb", policy) for policy in POLICIES] + [("dungeon", bot) for bot in BOTS]
)
def test_no_sentence_has_the_same_phrasing_twice_in_a_row(
    language: str, kind: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: list[tuple[str, str]] = []

    def vary(words: Words, path: str, voice: int, count: int, **_: object) -> str:
        chosen.append((path, phrasing(words, path, voice, count)))
        return ""

    monkeypatch.setattr(Words, "vary", vary)
    game, name = kind
    games = (
        tomb_games(name)
        if game == "tomb"
        else [
            played
            for variant in range(len(VARIANTS))
            for played in dungeon_games(name, variant)[:2]
        ]
    )
    for played in games:
        chosen.clear()
        tell_live(played, language)
        last: dict[str, str] = {}
        assert len(chosen) > 1
        for path, text in chosen:
            assert last.get(path) != text, path
            last[path] = text


def phrasing(words: Words, path: str, voice: int, count: int) -> str:
    """Return the sentence that `vary` fills."""
    phrasings = words.phrasings(path)
    return phrasings[phrasing_place(path, voice, len(phrasings), count)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_uses_all_phrasings_before_it_repeats_one(language: str) -> None:
    words = Words(language)
    for file in ("tomb", "dungeon"):
        for key, phrasings in words.table(f"{file}.event").items():
            assert 2 <= len(phrasings) <= 32
            for voice in (0, 7, 2**32 - 1):
                assert sorted(phrasing_order(f"{file}.event.{key}", voice, len(phrasings))) == list(
                    range(len(phrasings))
                )
    orders = {phrasing_order("tomb.event.delved", voice, 8) for voice in range(100)}
    assert len(orders) > 90


@pytest.mark.parametrize("n", [2, 3, 6, 10])
def test_every_cycle_has_all_phrasings_in_an_order_of_its_own(n: int) -> None:
    for voice in range(20):
        places = [phrasing_place("tomb.event.delved", voice, n, count) for count in range(8 * n)]
        cycles = [tuple(places[start : start + n]) for start in range(0, len(places), n)]
        assert all(sorted(cycle) == list(range(n)) for cycle in cycles)
        assert all(one != other for one, other in pairwise(places))
        assert n == 2 or len(set(cycles)) > 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_resumed_game_is_told_in_the_same_words(language: str, seat: int | None) -> None:
    games = [dungeon_games("careful", variant)[0] for variant in range(len(VARIANTS))]
    for played in games:
        live = tell_live(played, language, seat)
        for number in range(0, len(played.history), 9):
            before = [event for events in played.history[:number] for event in events]
            assert (
                teller_of(played, language).tell(played.history[number], seat, before)
                == live[number]
            )


def test_several_moves_at_once_are_told_as_if_one_by_one() -> None:
    for variant in range(len(VARIANTS)):
        played = dungeon_games("careful", variant)[1]
        whole = [event for events in played.history for event in events]
        story = teller_of(played, "en").tell(whole, 1, [])
        assert story == [sentence for move in tell_live(played, "en", 1) for sentence in move]
    for played in tomb_games("random"):
        whole = [event for events in played.history for event in events]
        assert teller_of(played, "en").tell(whole, 0, []) == [
            sentence for move in tell_live(played, "en") for sentence in move
        ]


def test_a_seats_story_does_not_depend_on_hidden_events() -> None:
    for variant in range(len(VARIANTS)):
        played = dungeon_games("careful", variant)[2]
        for seat in (0, None):
            for number in range(5, len(played.history), 17):
                before = [event for events in played.history[:number] for event in events]
                known = [event for event in before if event.is_for(seat)]
                events = played.history[number]
                assert len(known) < len(before)
                story = teller_of(played, "es").tell(events, seat, before)
                assert story == teller_of(played, "es").tell(
                    [event for event in events if event.is_for(seat)], seat, known
                )


def test_a_teller_of_another_game_starts_from_the_beginning() -> None:
    first, second = dungeon_games("careful", 0)[:2]
    teller = teller_of(second, "en")
    for played in (first, second):
        before = [event for events in played.history[:60] for event in events]
        teller.tell(played.history[60], 0, before)
    assert teller.tell(played.history[60], 0, before) == tell_live(second, "en")[60]


def test_an_undone_move_leaves_no_trace_in_the_story() -> None:
    record = walkthrough().record
    played = AnyPlaythrough.before(record)
    teller = TombTeller(Words("en"), record.deal.voice, symbol_of)
    straight: list[str] = []
    for step in played.replay(record.moves):
        straight += teller.tell(step.events, 0, played.events_before(step.events))
    played = AnyPlaythrough.before(record)
    twice: list[str] = []
    for text in record.moves:
        step = played.play(played.game.read_move(text))
        first = teller.tell(step.events, 0, played.events_before(step.events))
        played.undo()
        step = played.play(played.game.read_move(text))
        twice += teller.tell(step.events, 0, played.events_before(step.events))
        assert twice[-len(first) :] == first
    assert twice == straight


def test_the_card_of_a_lost_front_is_told_in_changing_words() -> None:
    teller = DungeonTeller(Words("en"), 7, symbol_of)
    hit = [Event("cave_hit", {"seat": 1, "target": 0}), Event("front_lost", {"seat": 0})]
    was = Event("front_was", {"seat": 0, "card": read_card("9S")})
    retreat, from_ = (
        Event("retreated", {"seat": 1}),
        Event("front_was", {"seat": 1, "card": read_card("9S")}),
    )
    past: list[Event] = []
    fronts, retreats = [], []
    for _ in range(3):
        fronts.append(teller.tell([*hit, was], 0, past)[1])
        past += [*hit, was]
        retreats.append(teller.tell([retreat, from_], 0, past)[0])
        past += [retreat, from_]
    assert len(set(fronts)) == 3
    assert len(set(retreats)) == 3


# Two queens in one turn


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_second_queen_in_a_turn_has_a_sentence_of_her_own(language: str) -> None:
    words = Words(language)
    first, second = (
        Event("favor_shown", {"card": read_card("QS")}),
        Event("favor_shown", {"card": read_card("QH")}),
    )
    over = Event("turn_won", {"turn": 1})
    teller = TombTeller(words, 7, symbol_of)
    again = {fill(text, {"card": "Q♥"}) for text in words.phrasings("tomb.event.favor_shown.again")}
    assert teller.tell([first, second], 0, [])[1] in again
    assert teller.tell([second], 0, [first])[0] in again
    assert teller.tell([second], 0, [first, over])[0] not in again
    assert words.say("tomb.explain.favor_shown.again") in teller.explain([first, second], 0)


def test_two_queens_in_a_turn_occur_in_real_games() -> None:
    keys = {
        key for policy in POLICIES for played in tomb_games(policy) for key in keys_told(played)
    }
    assert "favor_shown.again" in keys


# Cards in words


UNGRAMMATICAL = {
    "en": r"\b(?:your|the|a|an) the\b|^[a-z]|\0",
    "es": r"\b(?:tu|su|un|una|el|la) (?:el|la)\b|\b(?:de|a) el\b|^[¡¿«]*[a-záéíóú]|\0",
}
"""Patterns that a sentence with spoken cards may not contain."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_survives_spoken_cards(language: str) -> None:
    words = Words(language)
    parts: dict[str, object] = {
        "card": Spoken(spoken_card(words, read_card("8S"))),
        "cards": Spoken(
            listed(words, [spoken_card(words, read_card(code)) for code in ("8S", "QH")])
        ),
        **dict.fromkeys(("player", "target"), words.say("common.seat.player", n=2)),
        **dict.fromkeys(
            ("n", "hp", "damage", "turn", "left", "kings", "points", "gold", "missing"), 2
        ),
        "value": "7",
        "a_value": words.table("dungeon.a_rank")["7"],
        "a_rank": words.table("dungeon.a_rank")["7"],
        "creature": words.table("dungeon.creature")["11"],
        "skill": words.table("tomb.skill")["JS"],
    }
    for code, (some, the) in words.table("tomb.thing").items():
        things = {
            "a_thing": some,
            "A_thing": some[:1].upper() + some[1:],
            "the_thing": the,
            "The_thing": the[:1].upper() + the[1:],
        }
        for file in ("tomb", "dungeon")[: 2 if code == "2S" else 1]:
            events = [
                text for phrasings in words.table(f"{file}.event").values() for text in phrasings
            ]
            for text in (*events, *words.table(f"{file}.explain").values()):
                assert not re.search(UNGRAMMATICAL[language], fill(text, parts | things)), text


@pytest.mark.parametrize(
    ("language", "joker", "fight"),
    [
        ("en", "a joker as a king", "the 2 of clubs"),
        ("es", "un comodín que vale por un rey", "el 2 de tréboles"),
    ],
)
def test_a_spoken_story_names_cards_in_words(language: str, joker: str, fight: str) -> None:
    teller = DungeonTeller(Words(language), 7, symbol_of, spoken=True)
    attack = Event("attacked", {"seat": 0, "target": 1, "card": read_card("Jk"), "value": 13})
    laid = Event("fight_laid", {"seat": 1, "card": read_card("2C"), "value": 2})
    for count in range(6):
        story = teller.tell([attack, laid], 0, [attack, laid] * count)
        assert joker in story[0].lower()
        assert fight in story[1].lower()
    taken: Sequence[Event] = [
        Event("treasure_taken", {"card": read_card(code)}) for code in ("5D", "KS")
    ]
    [sentence] = TombTeller(Words(language), 7, symbol_of, spoken=True).tell(taken, 0, [])
    assert (
        listed(
            Words(language),
            [spoken_card(Words(language), read_card(code)) for code in ("5D", "KS")],
        )
        in sentence
    )


@pytest.mark.parametrize(
    ("language", "row"), [("en", "10♠, a joker and 9♥"), ("es", "10♠, un comodín y 9♥")]
)
def test_a_joker_is_named_in_words_in_every_story(language: str, row: str) -> None:
    teller = DungeonTeller(Words(language), 7, symbol_of)
    cards = [read_card(code) for code in ("10S", "Jk", "9H")]
    assert teller.shown_row(cards) == row
    assert teller.shown_row([cards[0], cards[2]]) == "10♠ 9♥"
