"""Files of texts: scenes and names that a writer adds, and what is wrong with them."""

import pytest

from underdeck.chronicle.games.tomb import CHRONICLE
from underdeck.chronicle.library import Library, TextError, extended, library
from underdeck.say.words import LANGUAGES


def add(text: str) -> Library:
    texts = Library("en")
    texts.add(text, "mine.toml", CHRONICLE)
    return texts


def test_a_scene_has_a_condition_and_texts() -> None:
    (scene,) = add(
        '[[door]]\nwhen = "gap > 2"\ntext = ["{The foe} held."]'.replace("The ", "the ")
    ).scenes["door"]
    assert scene.when.holds({"gap": 3})
    assert not scene.when.holds({"gap": 2})
    assert len(scene.texts) == 1
    assert scene.origin == "mine.toml: door 1"


def test_names_are_a_list_or_a_list_for_each_key() -> None:
    texts = add(
        '[[names.hero]]\nname = "Ada"\ngender = "f"\n'
        '[[names.foe.7S]]\na = "a troll"\nthe = "the troll"\nname = "the troll"'
    )
    assert texts.list_of("hero")[0].gender == "f"
    assert texts.list_of("foe", "7S")[0].forms["a"] == "a troll"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[[door", "scene_toml"),
        ('[[gate]]\ntext = "x"', "scene_kind"),
        ('[door]\ntext = "x"', "scene_list"),
        ('[[door]]\ntext = "x"\nwho = "y"', "scene_keys"),
        ("[[door]]\ntext = []", "scene_keys"),
        ("[[door]]\ntext = [1]", "scene_keys"),
        ('[[door]]\nwhen = "gap >"\ntext = "x"', "scene_condition"),
        ('[[door]]\nwhen = 3\ntext = "x"', "scene_condition"),
        ('[[door]]\nwhen = "weather == 1"\ntext = "x"', "scene_fact"),
        ('[[door]]\ntext = "{weather}"', "scene_fact"),
        ('[[door]]\ntext = "<weather:o/a>"', "scene_fact"),
        ('[[door]]\ntext = "[a|b"', "scene_text"),
        ('names = "Ada"', "scene_list"),
        ('[names]\nhero = "Ada"', "scene_list"),
        ('[[names.hero]]\nname = "Ada"\ngender = "x"', "scene_gender"),
        ("[[names.hero]]\nname = 3", "scene_list"),
        ('[[names.hero]]\nname = "[a"', "scene_text"),
        ('[[names.hero]]\nname = "{nobody}"', "scene_fact"),
        ('[[names.hero]]\nname = "[a|<nobody:o/a>]"', "scene_fact"),
        ("door = " + "[" * 5000 + "]" * 5000, "scene_toml"),
        ('[[names.hero]]\nname = "A"\n[names.hero.b]\nc = 1', "scene_list"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_place(text: str, code: str) -> None:
    with pytest.raises(TextError) as refused:
        add(text)
    assert refused.value.file == "mine.toml"
    assert refused.value.reason.code == code


def test_a_list_can_not_become_a_table_of_lists() -> None:
    texts = add('[[names.hero]]\nname = "Ada"')
    with pytest.raises(TextError):
        texts.add('[[names.hero.x]]\nname = "Bo"', "more.toml", CHRONICLE)
    texts = add('[[names.foe.2S]]\nname = "rat"')
    with pytest.raises(TextError):
        texts.add('[[names.foe]]\nname = "Bo"', "more.toml", CHRONICLE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_files_extend_the_built_in_texts(language: str) -> None:
    before = len(library(language, "tomb").scenes["door"])
    more = extended(language, "tomb", [("mine.toml", '[[door]]\ntext = "{the foe}"')])
    assert len(more.scenes["door"]) == before + 1
    assert len(library(language, "tomb").scenes["door"]) == before
