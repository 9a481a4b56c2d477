"""The writer: the same story in the same words, and every beat with a scene that fits."""

from random import Random

import pytest

from chronicle.sample_games import sample_game
from underdeck.chronicle.games.tomb import CHRONICLE
from underdeck.chronicle.library import Library, Name, library
from underdeck.chronicle.story import Beat, Ref, Story
from underdeck.chronicle.telling import tell
from underdeck.chronicle.writer import Pen, listed, write
from underdeck.say.words import LANGUAGES

NAMES = """
[[names.hero]]
name = "Ada"
full = "Ada Vale"
gender = "f"
[[names.foe.7S]]
a = "a troll"
the = "the troll"
name = "the troll"
[[names.king]]
name = "Orso"
hoard = "[cold|old] silver of <his/her> hall"
[[names.king]]
name = "Igor"
"""


def texts(scenes: str, language: str = "en") -> Library:
    found = Library(language)
    found.add(NAMES + scenes, "test.toml", CHRONICLE)
    return found


def story(*beats: Beat, seed: str = "s") -> Story:
    return Story("tomb", None, seed, {"ending": "slain"}, {"hero": Ref("hero")}, beats, {})


def text_of(scenes: str, beat: Beat, language: str = "en") -> str:
    written = Pen(texts(scenes, language), story(beat)).write(beat, Random(1))
    return written.text if written else ""


def test_names_and_numbers_are_filled_in_and_masked_in_the_frame() -> None:
    scenes = '[[monster]]\ntext = "{the foe} cost {hero} {wounds:one wound|# wounds}, {hp} left."'
    beat = Beat("monster", "descent", 1, 2, {"wounds": 3, "hp": 6}, {"foe": Ref("foe", "7S")})
    written = Pen(texts(scenes), story(beat)).write(beat, Random(1))
    assert written is not None
    assert written.text == "The troll cost Ada three wounds, six left."
    assert written.frame == "_ cost _ # wounds, # left."
    assert ("foe", "the", "the troll") in written.slots
    assert ("hp", "number", "six") in written.slots


def test_a_phrase_of_a_name_agrees_with_the_hero() -> None:
    scenes = '[[hoard]]\ntext = "{hoard king} was <his/hers>."'
    tale = text_of(scenes, Beat("hoard", "descent", 1, 1, {}, {"king": Ref("king", "", 0)}))
    assert tale in ("", "Cold silver of her hall was hers.", "Old silver of her hall was hers.")


def test_a_text_whose_name_is_not_known_is_left_out() -> None:
    scenes = '[[monster]]\ntext = ["{the rival} came back.", "[{the rival}|Nobody] spoke."]'
    assert text_of(scenes, Beat("monster", "descent", 1, 1)) == "Nobody spoke."


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_gets_the_name_that_a_player_chose(language: str) -> None:
    played = sample_game("dungeon", 3, "sensible")
    assert played.state.players == 3
    plain = tell(played, language, length="short").subject
    prisoners = library(language, "dungeon").list_of("prisoner")
    (taken,) = [name.forms["name"] for name in prisoners if plain.startswith(name.forms["name"])]
    for chosen in (taken, taken.upper()):
        subject = tell(played, language, length="short", players=[None, chosen, None]).subject
        assert subject.casefold().count(taken.casefold()) == 1
        assert subject.split(", ")[1].startswith(chosen)
    other = tell(played, language, length="short", players=[None, "Zzyzx", None]).subject
    assert (other.split()[0], other.split()[-1]) == (plain.split()[0], plain.split()[-1])


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("the friend of {hero}", "Meet the friend of Ada."),
        ("[{the rival}|nobody]", "Meet nobody."),
        ("the enemy of {the rival}", "Meet nobody at all."),
        ("the {last hero}", "Meet nobody at all."),
        ("{place}", "Meet nobody at all."),
        ("{trade}", "Meet nobody at all."),
    ],
)
def test_a_form_of_a_name_whose_names_are_not_known_is_left_out(form: str, expected: str) -> None:
    names = f'[[names.place]]\nname = "{form}"\n[[names.trade]]\nname = "{{place}}"\n'
    scenes = '[[opening]]\ntext = "Meet [{place}|nobody at all]."\n'
    beat = Beat("opening", "opening", 0, 0, {}, {"place": Ref("place"), "trade": Ref("trade")})
    found = {
        written.text
        for seed in range(9)
        if (written := Pen(texts(names + scenes), story(beat)).write(beat, Random(seed)))
    }
    assert found == {expected, "Meet nobody at all."}


def test_names_in_a_list_are_filled_in() -> None:
    scenes = '[[names.place]]\nname = "[a|a] hill"\n[[opening]]\ntext = "{place} stood."'
    cases: list[tuple[list[Ref | str], str]] = [
        (["Bo", Ref("place")], "Bo and a hill stood."),
        (["Bo", Ref("trade")], ""),
    ]
    for names, tale in cases:
        pen = Pen(texts(scenes), story())
        pen.library.names["trade"] = [Name({"a": "a smith"})]
        written = pen.write(Beat("opening", "opening", 0, 0, {}, {"place": names}), Random(1))
        assert (written.text if written else "") == tale


def test_a_beat_without_a_fitting_scene_is_reported() -> None:
    scenes = '[[door]]\nwhen = "gap > 3"\ntext = "x"'
    beat = Beat("door", "descent", 1, 1, {"gap": 1})
    tale = write(
        story(beat, Beat("door", "descent", 2, 2, {"gap": 5})), texts(scenes), "full", ["descent"]
    )
    assert tale.missing == (beat,)
    assert tale.text == "x"


def test_a_text_is_not_repeated_while_another_fits() -> None:
    scenes = '[[door]]\ntext = ["One way.", "Another way.", "A third way."]'
    beats = [Beat("door", "descent", n, n) for n in range(3)]
    tale = write(story(*beats), texts(scenes), "full", ["descent"])
    assert len({each.text for each in tale.lines}) == 3


@pytest.mark.parametrize(
    ("language", "names", "text"),
    [
        ("en", ["Orso"], "Orso"),
        ("en", ["Orso", "Igor"], "Orso and Igor"),
        ("es", ["Orso", "Ada", "Bo"], "Orso, Ada y Bo"),
        ("es", ["Orso", "Igor"], "Orso e Igor"),
        ("es", ["Orso", "Hilda"], "Orso e Hilda"),
        ("es", ["Orso", "Hiela"], "Orso y Hiela"),
    ],
)
def test_names_are_listed(language: str, names: list[str], text: str) -> None:
    assert listed(language, names) == text


@pytest.mark.parametrize("game", ["tomb", "dungeon"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_game_is_told_in_the_same_words(game: str, language: str) -> None:
    played = sample_game(game, 5)
    assert tell(played, language) == tell(played, language)
    assert tell(played, language).text != tell(sample_game(game, 6), language).text


def test_a_name_that_a_player_chose_is_left_as_it_is() -> None:
    scenes = '[[opening]]\ntext = "{hero} began. Then {hero} y {hero} ended."'
    for language, joined in (("en", "y"), ("es", "e")):
        beat = Beat("opening", "opening", 0, 0, {}, {"hero": "iX_bo"})
        assert text_of(scenes, beat, language) == f"iX_bo began. Then iX_bo {joined} iX_bo ended."


def test_a_list_of_names_goes_round() -> None:
    scenes = '[[hoard]]\ntext = "{king}"'
    names = {
        place: text_of(scenes, Beat("hoard", "descent", 1, 1, {}, {"king": Ref("king", "", place)}))
        for place in range(4)
    }
    assert names[0] == names[2] != names[1] == names[3]
