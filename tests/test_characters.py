"""Characters: bots with stars, names, a manner and quips, as data of a game."""

import pytest

from underdeck.characters import MAX_STARS, Character, cast_of, find_character
from underdeck.games.dungeon.events import PARTS
from underdeck.registry import find_manifest
from underdeck.say.words import LANGUAGES, Words, catalogue

DUNGEON = cast_of("dungeon")


def test_every_character_is_a_bot_that_people_can_play_against() -> None:
    manifest = find_manifest("dungeon")
    bots = [character.bot for character in DUNGEON.characters]
    assert len(bots) == len(set(bots)) >= 5
    assert set(bots) <= {*manifest.bots}
    assert {*manifest.first_opponents} <= {*bots}


def test_stars_say_the_strength_the_weakest_first() -> None:
    stars = [character.stars for character in DUNGEON.characters]
    assert stars == sorted(stars)
    assert all(1 <= each <= MAX_STARS for each in stars)


def test_a_game_without_characters_has_an_empty_cast() -> None:
    assert cast_of("tomb").characters == ()
    assert find_character("tomb", "brute") is None
    assert find_character("dungeon", "careful") is None
    assert isinstance(find_character("dungeon", "brute"), Character)


def test_occasions_are_events_of_the_game_with_the_parts_that_they_need() -> None:
    for event, occasions in DUNGEON.occasions.items():
        for occasion in occasions:
            needed = {"seat" if occasion.speaker == "others" else occasion.speaker}
            assert needed | ({"value"} if occasion.max_value else set()) <= {*PARTS[event]}
            assert 0 < occasion.percent <= 100


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bot", [character.bot for character in DUNGEON.characters])
def test_a_character_has_words_in_every_language(bot: str, language: str) -> None:
    words = Words(language)
    names = words.phrasings(f"characters_dungeon.name.{bot}")
    assert names == catalogue("en", "characters_dungeon")["name"][bot]
    assert len(set(names)) == len(names) == 4  # as many as there are seats
    for table in ("full", "epithet", "manner"):
        assert words.has(f"characters_dungeon.{table}.{bot}")
    quips = {occasion.quip for row in DUNGEON.occasions.values() for occasion in row}
    for quip in quips:
        assert len(words.phrasings(f"quips_dungeon.{bot}.{quip}")) >= 3
    assert words.table(f"quips_dungeon.{bot}").keys() == quips


def test_no_two_characters_share_a_name_or_have_one_of_another_bot() -> None:
    own = [
        name for names in catalogue("en", "characters_dungeon")["name"].values() for name in names
    ]
    pools = [catalogue("en", "page")["bot_names"]["names"]]
    pools += [catalogue(language, "cli")["seats"]["bot_names"] for language in LANGUAGES]
    assert len(own) == len(set(own))
    assert not set(own) & {name for pool in pools for name in pool}
