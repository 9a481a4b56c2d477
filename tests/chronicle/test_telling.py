"""Which games can be told, and from whose point of view."""

import pytest

from chronicle.sample_games import deal_of, sample_game
from underdeck.chronicle.story import LENGTHS
from underdeck.chronicle.telling import tell
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.say.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_of_the_rulebook_is_a_triumph(language: str) -> None:
    tale = tell(walkthrough(), language)
    assert tale.plot["ending"] == "triumph"
    assert tale.plot["points"] == 68
    assert [section.phase for section in tale.sections] == [
        "opening",
        "descent",
        "found",
        "turn",
        "return",
        "ending",
    ]
    assert all(section.heading for section in tale.sections)
    assert tale.title
    assert tale.subject
    assert tale.fate


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_chronicle_is_one_paragraph(language: str) -> None:
    (section,) = tell(walkthrough(), language, length="short").sections
    assert len(section.paragraphs) == 1


def test_a_game_that_is_not_over_is_refused() -> None:
    game = find_game("tomb")
    options = game.Options()
    played: AnyPlaythrough = AnyPlaythrough.begin(game, options, deal_of(1, game.deck(options)))
    with pytest.raises(Refusal) as refused:
        tell(played, "en")
    assert refused.value.code == "chronicle_not_over"


def test_a_seat_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        tell(sample_game("dungeon", 1), "en", seat=4)
    assert refused.value.code == "chronicle_seat"


def test_both_lengths_have_the_same_hero_and_title() -> None:
    full, short = (tell(walkthrough(), "en", length=length) for length in LENGTHS[::-1])
    assert full.subject == short.subject
    assert full.title == short.title
    assert full.plot == short.plot
