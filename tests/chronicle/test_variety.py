"""Chronicles rarely repeat themselves; `make campaign ARGS=chronicles` measures 1,000 of each."""

import pytest

from campaign.chronicles import MIN_WAYS, measure
from underdeck.chronicle.story import LENGTHS, Length
from underdeck.say.words import LANGUAGES

GAMES = {"tomb": 250, "dungeon": 60}
MAX_SHARE = {"tomb": 0.05, "dungeon": 0.1}
"""Wider than the 3 % of the campaign, because chance weighs more in a small sample."""


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_returns_in_many_chronicles(game: str, language: str, length: Length) -> None:
    found = measure(game, language, length, GAMES[game], "random")
    assert not found.missing
    assert found.share <= MAX_SHARE[game]
    assert min(len(found.first), len(found.last)) >= MIN_WAYS
