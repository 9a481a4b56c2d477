"""The characters of Dungeon: their stars, and public events that they talk about."""

from underdeck.games.dungeon.characters import CAST, STARS
from underdeck.games.dungeon.events import PARTS


def test_each_character_has_stars_the_weakest_first() -> None:
    assert {each.bot: each.stars for each in CAST.characters} == STARS
    assert [*STARS.values()] == sorted(STARS.values())


def test_occasions_are_events_of_the_game() -> None:
    assert CAST.occasions.keys() <= PARTS.keys()
    chances = [each.percent for occasions in CAST.occasions.values() for each in occasions]
    assert all(0 < chance <= 100 for chance in chances)
