"""Every card, number, name and order that a chronicle of Dungeon mentions is true of the record.

From a seat's point of view it is also something that this seat could know.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from chronicle.dungeon_check import Check
from chronicle.dungeon_truth import DungeonTruth
from chronicle.sample_games import STYLES, deal_of, sample_game
from random_games.dungeon.variants import options_with, variant_of
from underdeck.agents import find_bot
from underdeck.chronicle.chronicle import Line
from underdeck.chronicle.story import LENGTHS, Length, Ref
from underdeck.chronicle.telling import tell
from underdeck.playthrough import AnyPlaythrough
from underdeck.registry import find_game, find_part
from underdeck.say.words import LANGUAGES

GAMES = 40
HOUSE_GAMES = 48
CHOSEN = ("Xanthippa", "Ysolde", "Zebedee", "Wulfstan")
"""Names that players chose; no text has one of them on its own."""


@cache
def house_game(seed: int) -> AnyPlaythrough:
    """Return a game by any options and version of the rules, with mistakes and resignations."""
    game = find_game("dungeon")
    random = Random(f"house {seed}")
    options = replace(
        options_with(variant_of(seed), random), turn_limit=random.choice((0, 5, 60, 400))
    )
    deal = deal_of(seed, game.deck(options))
    played: AnyPlaythrough = AnyPlaythrough.begin(
        game, options, deal, rules=random.choice((1, 2, 2))
    )
    played.keeps_states = False
    bot = find_bot("careful", "dungeon")
    mistakes, resigning = random.choice((0.02, 0.2, 0.5)), random.choice((0, 0, 0.003, 0.02))
    while played.result() is None:
        seat = random.choice(game.waiting(played.state))
        chance = random.random()
        if chance < resigning:
            played.play(game.read_move("resign"), seat)
        elif chance < mistakes:
            played.play(random.choice(game.legal(played.state, seat)), seat)
        else:
            played.play(bot(played.view(seat), random), seat)
    return played


def game_of(style: str, seed: int) -> AnyPlaythrough:
    """Return a finished game."""
    return house_game(seed) if style == "house" else sample_game("dungeon", seed, style)


@cache
def truth_of(style: str, seed: int) -> DungeonTruth:
    """Return what happened in a game."""
    return DungeonTruth(game_of(style, seed))


def check_of(
    style: str, seed: int, language: str, length: Length, seat: int | None = None
) -> Check:
    """Return the check of a chronicle; in two of three games some or all players have names."""
    played, truth = game_of(style, seed), truth_of(style, seed)
    chosen = [
        name if seed % 3 == 1 or (seed % 3 == 2 and place % 2) else None
        for place, name in enumerate(CHOSEN[: len(truth.seats)])
    ]
    tale = tell(played, language, length=length, seat=seat, players=chosen)
    story = find_part("dungeon", "chronicle").story(played, length, seat, chosen)
    return Check(tale, story, truth, chosen)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_chronicles_of_dungeon_are_true(language: str, length: Length, style: str) -> None:
    for seed in range(GAMES):
        check = check_of(style, seed, language, length)
        assert not check.tale.missing
        check.run()


@pytest.mark.parametrize("style", STYLES)
def test_a_seat_is_told_only_what_it_could_know(style: str) -> None:
    for seed in range(GAMES):
        for seat in truth_of(style, seed).seats:
            language = LANGUAGES[(seed + seat) % len(LANGUAGES)]
            length: Length = "short" if (seed + seat) % 4 < 1 else "full"
            check = check_of(style, seed, language, length, seat)
            assert not check.tale.missing
            check.run()


def test_games_by_house_rules_are_told_truly() -> None:
    for seed in range(HOUSE_GAMES):
        for seat in (None, *truth_of("house", seed).seats):
            place = seed + (seat or 0)
            check = check_of("house", seed, LANGUAGES[place % len(LANGUAGES)], "full", seat)
            assert not check.tale.missing
            check.run()


def wrong_versions(each: Line) -> Iterator[Line]:
    """Yield a text with each of its facts, names, cards and steps changed, and with a number."""
    beat = each.beat
    for name, fact in beat.facts.items():
        wrong = fact + 1 if isinstance(fact, int) else f"not {fact}"
        yield replace(each, beat=replace(beat, facts={**beat.facts, name: wrong}))
    for name, named in beat.names.items():
        other = Ref(named.table, "2", named.place + 1) if isinstance(named, Ref) else "Nobody"
        yield replace(each, beat=replace(beat, names={**beat.names, name: other}))
    yield replace(each, beat=replace(beat, cards=(*beat.cards, 1)))
    yield replace(each, beat=replace(beat, first=beat.first + 1))
    yield replace(each, beat=replace(beat, last=beat.last + 1))
    yield replace(each, text=each.text + " Seventeen more followed.")


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("length", LENGTHS)
def test_a_chronicle_that_says_something_else_is_found_out(
    length: Length, seat: int | None
) -> None:
    """The check can fail: any wrong fact, name, card, step or number is noticed."""
    check = check_of("sensible", 1, "en", length, seat)
    lines = check.lines
    for place, each in enumerate(lines):
        for wrong in wrong_versions(each):
            check.lines = (*lines[:place], wrong, *lines[place + 1 :])
            with pytest.raises((AssertionError, LookupError, ValueError)):
                check.check_line(place)
    check.lines = lines[::-1]
    with pytest.raises(AssertionError):
        check.check_order()
    check.lines = lines
    check.run()
