"""Moves in words, as advice and reviews name them."""

import pytest

from underdeck.cards import symbol_of
from underdeck.games.dungeon.moves import WORDS as DUNGEON_WORDS
from underdeck.games.tomb.moves import WORDS as TOMB_WORDS
from underdeck.registry import find_game
from underdeck.say import LANGUAGES, Words
from underdeck.say.choices import Namer, choice_text

NAMER = Namer(symbol_of, ["Ada", "Bruno"])


@pytest.mark.parametrize(
    ("game", "move", "english", "spanish"),
    [
        ("dungeon", "bid 9", "bid the 9", "pujar con el 9"),
        ("dungeon", "dig 10 @0", "dig with the 10, next to the cell", None),
        ("dungeon", "dig 9 @1", None, "cavar con el 9, junto al 10"),
        ("dungeon", "cave Jk=9 p2", "cave in Bruno's front with the joker as a 9", None),
        ("dungeon", "attack Q p3", "attack Player 3 with the queen", None),
        ("dungeon", "fish Q p2 7", "ask Bruno for a 7 with the queen", None),
        ("dungeon", "fish J p2 Q", None, "pedirle una reina a Bruno con la jota"),
        ("dungeon", "deny", "say no", "decir que no"),
        ("dungeon", "ace A", "play the ace: draw two", "jugar el as: robar dos"),
        ("tomb", "retreat", "turn around", "dar la vuelta"),
        ("tomb", "drop 8D", "drop 8♦", "soltar 8♦"),
    ],
)
def test_a_move_is_named_in_words(
    game: str, move: str, english: str | None, spanish: str | None
) -> None:
    read = find_game(game).read_move(move)
    for language, text in (("en", english), ("es", spanish)):
        assert text is None or choice_text(Words(language), read, NAMER) == text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "verbs"), [("dungeon", DUNGEON_WORDS), ("tomb", TOMB_WORDS)])
def test_each_kind_of_move_has_a_phrase(language: str, game: str, verbs: tuple[str, ...]) -> None:
    assert list(Words(language).table(f"{game}.act")) == [verb for verb in verbs if verb]
