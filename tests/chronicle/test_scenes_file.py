"""A writer's own file of scenes: it is used, and errors in it are explained."""

import pytest

from chronicle.sample_games import sample_game
from underdeck.chronicle.library import TextError, extended
from underdeck.chronicle.telling import tell
from underdeck.say import LANGUAGES, Words
from underdeck.say.sentences import refusal_text

FILES = [
    ("[[title]]\ntext = [", "scene_toml", ""),
    ("[[nonsense]]\ntext = 'x'", "scene_kind", "nonsense"),
    ("title = 'x'", "scene_list", "title"),
    ("names = 3", "scene_list", "names"),
    ("[[names.hero]]\nname = 3", "scene_list", "names.hero 1"),
    ("[[names.hero]]\nname = 'x'\ngender = 'x'", "scene_gender", "names.hero 1"),
    ("[[title]]\ntexts = 'x'", "scene_keys", "title 1"),
    ("[[title]]\ntext = 3", "scene_keys", "title 1"),
    ("[[title]]\ntext = 'x'\n[[title]]\ntext = ['x', 3]", "scene_keys", "title 2"),
    ("[[title]]\nwhen = 'kings ='\ntext = 'x'", "scene_condition", "title 1"),
    ("[[title]]\nwhen = 'open(1)'\ntext = 'x'", "scene_condition", "title 1"),
    ("[[title]]\nwhen = 'queens == 4'\ntext = 'x'", "scene_fact", "title 1"),
    ("[[title]]\ntext = '{nobody}'", "scene_fact", "title 1"),
    ("[[title]]\ntext = '[a|b'", "scene_text", "title 1"),
    ("[[title]]\ntext = '{hero'", "scene_text", "title 1"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("content", "code", "place"), FILES)
def test_errors_have_a_place_and_a_sentence(
    content: str, code: str, place: str, language: str
) -> None:
    with pytest.raises(TextError) as raised:
        extended(language, "tomb", [("mine.toml", content)])
    error = raised.value
    assert (error.file, error.place, error.reason.code) == ("mine.toml", place, code)
    sentence = refusal_text(Words(language), error.reason)
    assert sentence.endswith(".")
    assert len(sentence.split()) > 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_very_specific_scene_is_used(language: str) -> None:
    title = "A title of my own"
    condition = " and ".join(["points >= 0"] * 3000)
    texts = extended(
        language, "tomb", [("mine.toml", f"[[title]]\nwhen = '{condition}'\ntext = '{title}'")]
    )
    played = sample_game("tomb", 1)
    assert tell(played, language, texts=texts).title == title
    assert tell(played, language).title != title
