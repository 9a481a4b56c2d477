"""`--plain`, for screen readers: cards in words, and after a move only what has changed."""

import io
import re

import pytest

from cli.run import underdeck
from underdeck.cards import read_card
from underdeck.cli.rules import show_page
from underdeck.cli.screens import screen_for
from underdeck.cli.seats import Seats
from underdeck.cli.session import Session
from underdeck.cli.terminal import Terminal
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import AnyPlaythrough
from underdeck.say import LANGUAGES, Words
from underdeck.say.sentences import spoken_card

BOOK = walkthrough().record
DRAWN = "│┃▒□♥♡▲▼[]|"


def shown_after(*typed: str, language: str = "en", plain: bool = True) -> list[str]:
    """Play the walkthrough's deal; return the output before the first and after each line typed."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    terminal = Terminal(
        Words(language),
        {},
        plain=plain,
        source=io.StringIO("\n".join([*typed, "quit"])),
        target=out,
    )
    screen = screen_for(terminal, AnyPlaythrough.before(BOOK))
    Session(screen, Seats(screen), None).run()
    out.seek(0)
    return [" ".join(part.split()) for part in re.split(r"\n> ", "\n" + out.read())]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["the queen of spades", "the ace of hearts", "the 10 of diamonds", "the joker"]),
        ("es", ["la reina de picas", "el as de corazones", "el 10 de diamantes", "el comodín"]),
    ],
)
def test_cards_are_spoken_with_their_articles(language: str, names: list[str]) -> None:
    assert [
        spoken_card(Words(language), read_card(code)) for code in ("QS", "AH", "10D", "Jk")
    ] == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_draws_nothing_and_names_no_card_by_a_symbol(language: str) -> None:
    parts = shown_after(*BOOK.moves, "help", language=language)
    story = " ".join(parts)
    assert not set(story) & set(DRAWN.replace("|", "")) - set("[]")
    codes = re.findall(r"(?:10|[2-9AJQK])[SHDC♠♥♦♣]\b", re.sub(r"\(.*?\)", "", story))
    listed = re.findall(r"(?:drop|play|leave|soltar|jugar|dejar) [^.]*", story)
    assert all(
        any(code in line for line in listed) or code in " ".join(BOOK.moves) for code in codes
    )


def test_after_a_move_only_changes_are_shown() -> None:
    start, delved, wounded, *_ = shown_after(*BOOK.moves[:2])
    assert "Hit points: 9 of 9." in start
    assert "Torches burnt: 0 of 4" in start
    assert "Hit points" not in delved
    assert "Torches" not in delved
    assert "Deck" not in delved
    assert wounded.count("7") == 1, "the story says how many hit points are left"
    assert "Hand" not in wounded
    assert wounded.endswith("You can: delve (v), retreat (r): you are out at once.")


def test_look_shows_the_whole_table() -> None:
    _, _, looked, *_ = shown_after("delve", "look")
    for part in (
        "Torches burnt",
        "Turn 1, open: the 5 of diamonds (trap).",
        "Deck: 43 cards.",
        "Hit points",
        "Hand: empty.",
    ):
        assert part in looked


def test_with_a_picture_the_table_is_drawn_after_every_move() -> None:
    assert "♥♥♥♥♥♥♥♥♥ 9/9" in shown_after("delve", plain=False)[1]


def test_cards_in_other_texts_are_spelled_out() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    Terminal(Words("es"), {}, plain=True, target=out).show("Tienes Q♠ y un ♦; escribe soltar 8D.")
    out.seek(0)
    assert out.read() == "Tienes reina de picas y un diamantes; escribe soltar 8D.\n"


@pytest.mark.parametrize(("language", "paragraph"), [("en", "section"), ("es", "apartado")])
@pytest.mark.parametrize("game", ["tomb", "dungeon"])
def test_rules_are_read_as_sentences(game: str, language: str, paragraph: str) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    show_page(Terminal(Words(language), {"COLUMNS": "80"}, plain=True, target=out), game)
    out.seek(0)
    page = out.read()
    assert "§" not in page
    assert "|" not in page
    assert re.search(rf"(?m)^{paragraph.capitalize()} 1\.1 ", page)
    assert re.search(rf"(?m)^{paragraph.capitalize()} 3: ", page)
    assert not re.search(r"(?i)in the deck: yes|en el mazo: sí", page)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_picture_of_the_spread_is_drawn_as_it_is_and_left_out_for_screen_readers(
    language: str,
) -> None:
    drawn, read = (
        underdeck("rules", "tomb", "2", *plain, "--lang", language, COLUMNS="40").out
        for plain in ([], ["--plain"])
    )
    assert "[1] [2] [3] [4] [5]" in drawn
    assert max(map(len, drawn.splitlines())) <= 40
    assert "[1]" not in read


def test_a_move_is_offered_in_words_with_its_key_and_its_cost() -> None:
    assert shown_after("delve", "draw", language="es")[2].endswith(
        "Puedes: explorar (e), retirarte (r): sales de inmediato."
    )


@pytest.mark.parametrize(
    "args", [["--plain", "play", "tomb"], ["play", "tomb", "--plain"], ["play", "--plain", "tomb"]]
)
def test_plain_stands_anywhere_and_is_repeated_in_the_command_to_resume(args: list[str]) -> None:
    out = underdeck(*args, "--lang", "es", typed="explorar\n", LANG="C.UTF-8").out
    assert "Puntos de vida: 9 de 9." in out
    assert re.search(r"resume tomb-\S+ --lang es --plain\n$", out)
