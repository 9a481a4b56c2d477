"""A game from another package: its words, rules page, teller and drawing are found by manifest."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from underdeck import registry
from underdeck.cards import read_card
from underdeck.game import Event, Move
from underdeck.refusal import Refusal
from underdeck.registry import Manifest
from underdeck.say import Words
from underdeck.say.drawings import Page, TextPage, drawing_for
from underdeck.say.drawings.base import NO_BOTS, BotNames
from underdeck.say.sentences import refusal_text
from underdeck.say.tellers import Narration, Teller, teller_for
from underdeck.say.words import catalogue, page

ENGLISH = """
[event]
dug = ["{player} digs up {card}.", "{card}: {player} has dug it up."]
"dug.you" = "You dig up {card}."
pushed = "{player} pushes {target}."
[explain]
dug = "A card that was dug up counts: {card}."
[refusal]
too_deep = "The pit has only {n} {n:level|levels}."
"""
SPANISH = """
[event]
dug = "{player} desentierra {card}."
"""


class PitTeller(Teller[Narration]):
    """A teller that needs nothing but the defaults."""

    game = "pit"


@dataclass(frozen=True)
class PitView:
    """The cards that were dug up."""

    cards: tuple[int, ...]
    legal: tuple[Move, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the cards."""
        return {"cards": self.cards}


class PitDrawing:
    """Draws the cards."""

    def lines(self, page: Page, view: PitView, bots: BotNames = NO_BOTS) -> list[str]:
        """Return the cards and the bots."""
        return [page.face(card) for card in view.cards] + [*bots.values()]


DRAWING = PitDrawing()


@pytest.fixture(autouse=True)
def pit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register a game whose words are in a package of its own."""
    package = tmp_path / "pit_words"
    for language, text in (("en", ENGLISH), ("es", SPANISH)):
        (package / language).mkdir(parents=True)
        (package / language / "pit.toml").write_text(text, "utf-8")
    (package / "__init__.py").touch()
    (package / "en" / "rules.md").write_text("# The Pit\n", "utf-8")
    (package / "en" / "pit_lesson.toml").write_text('intro = "Dig."\n', "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    here = PitTeller.__module__
    manifest = Manifest(
        name="pit",
        game="",
        teller=f"{here}:PitTeller",
        drawing=f"{here}:DRAWING",
        screen="",
        words="pit_words",
    )
    monkeypatch.setattr(registry, "_manifests", {**registry._manifests, "pit": manifest})
    yield
    for cached in (catalogue, page, registry.find_part):
        cached.cache_clear()


def dug(seat: int, audience: int = -1) -> Event:
    return Event("dug", {"seat": seat, "card": read_card("5S")}, audience)


def test_events_are_told_by_name_with_cards_and_seats_in_words() -> None:
    teller = teller_for("pit", Words("en"), 7)
    story = teller.tell([dug(1), Event("pushed", {"seat": 0, "target": 1})], 0, [])
    assert story[0] in {"Player 2 digs up 5♠.", "5♠: Player 2 has dug it up."}
    assert story[1] == "Player 1 pushes Player 2."


def test_the_actor_is_told_a_sentence_of_its_own_if_there_is_one() -> None:
    teller = teller_for("pit", Words("en"), 7)
    assert teller.tell([dug(0)], 0, []) == ["You dig up 5♠."]
    assert teller.tell([dug(0)], None, []) != ["You dig up 5♠."]
    pushed = Event("pushed", {"seat": 0, "target": 1})
    assert teller.tell([pushed], 0, []) == ["Player 1 pushes Player 2."]


def test_hidden_events_and_events_without_a_sentence_are_left_out() -> None:
    teller = teller_for("pit", Words("en"), 7)
    assert teller.tell([dug(1, audience=0b10), Event("rested", {"seat": 1})], 0, []) == []


def test_phrasings_change_with_the_events_before() -> None:
    past = [dug(1)]
    first, second = (teller_for("pit", Words("en"), 7).tell([dug(1)], 0, x) for x in ([], past))
    assert first != second


def test_names_of_seats_are_used_where_they_are_known() -> None:
    teller = teller_for("pit", Words("es"), 7, names={1: "Maud"}.get)
    assert teller.tell([dug(1), dug(0)], None, []) == [
        "Maud desentierra 5♠.",
        "Jugador 1 desentierra 5♠.",
    ]


def test_each_explanation_comes_once() -> None:
    teller = teller_for("pit", Words("en"), 7)
    assert teller.explain([dug(0), dug(1)], 0) == ["A card that was dug up counts: 5♠."]
    assert teller.explain([dug(1)], 0) == []
    assert teller_for("pit", Words("es"), 7).explain([dug(0)], 0) == []


def test_the_drawing_is_found() -> None:
    lines = drawing_for("pit").lines(
        TextPage(Words("en")), PitView((read_card("KS"),)), {1: "Maud"}
    )
    assert lines == ["K♠", "Maud"]


def test_a_file_that_a_language_lacks_is_read_in_english() -> None:
    assert Words("es").page("pit") == "# The Pit\n"
    assert Words("es").file("pit_lesson") == {"intro": "Dig."}
    with pytest.raises(FileNotFoundError):
        Words("en").file("pit_riddles")


def test_a_refusal_of_one_game_is_in_its_catalogue() -> None:
    refusal = Refusal("pit.too_deep", n=1)
    assert refusal_text(Words("en"), refusal) == "The pit has only 1 level."
