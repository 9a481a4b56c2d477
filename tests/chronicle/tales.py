"""Chronicles with fixed texts, for tests of files and pages."""

from collections.abc import Mapping

from underdeck.cards import read_cards
from underdeck.chronicle.chronicle import Chronicle, Paragraph, Section
from underdeck.chronicle.story import Fact

WORDS = " ".join(f"word{number}" for number in range(60))
HOSTILE = "<b>*Ada* & _Eve_</b> [x](y) `code` #1 | \"q\" 'a'"
PLOT: Mapping[str, Fact] = {"theme": "greed", "kings": 2, "points": 31, "gold": 3100}


def tale_of(
    *,
    title: str = "The Long Stair",
    subject: str = "Isolde Marrow",
    fate: str = "out alive",
    text: str = WORDS,
    cards: str = "10S QH Jk 2D AC",
    game: str = "tomb",
    language: str = "en",
    plot: Mapping[str, Fact] = PLOT,
    seat: int | None = None,
) -> Chronicle:
    """Return a chronicle of two sections; the first paragraph has no cards."""
    return Chronicle(
        game=game,
        language=language,
        length="full",
        seat=seat,
        title=title,
        subject=subject,
        fate=fate,
        plot=plot,
        sections=(
            Section("opening", "Before", (Paragraph(text, 0, 0, ()),)),
            Section("descent", "Below", (Paragraph(text, 1, 5, tuple(read_cards(cards.split()))),)),
        ),
        lines=(),
    )
