"""What helps a player of Tomb: the card counter, the numbers at the table, and what a screen reader is told."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, WebSocket, expect

from e2e.conftest import NewPage
from e2e.table_server import House, settle
from e2e.test_screens import BOOK, book
from underdeck.cards import codes_of
from underdeck.games.tomb.state import DECK
from underdeck.playthrough import Playthrough
from underdeck.say.words import Words
from underdeck.table.entries import AnyEntry, Began, Opened, Sat


def come(
    visit: NewPage,
    house: House,
    entries: list[AnyEntry],
    size: str = "desk",
    language: str = "en",
    *,
    calm: bool = True,
) -> Page:
    """A player who comes to a table at which this has happened."""
    table, keys = house.lay(entries)
    page = visit(size, language, calm=calm)
    settle(
        page,
        "Ada",
        [{"table": table, "game": "tomb", "seat": 0, "key": keys[0], "opened": 1}],
        sound=False,
    )
    page.goto(f"/#/table/{table}")
    page.locator("button[data-move]").first.wait_for()
    return page


def book_until(fits: Callable[[Any], bool]) -> Playthrough:
    """The book's game, played until the view is like that."""
    played = Playthrough.before(BOOK)
    for _ in played.replay(BOOK.moves):
        if fits(played.view(0)):
            return played
    raise AssertionError("it never comes to that")


def reach(page: Page, name: str) -> None:
    """Press a button by keyboard."""
    button = page.get_by_role("button", name=name)
    button.focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "es")])
def test_the_counter_asks_once_and_then_shows_the_unseen_cards(
    visit: NewPage, house: House, size: str, language: str
) -> None:
    """R-20 The ace that the scroll sent to the bottom is known to lie there; whoever comes back isn't asked again."""
    say, table = Words(language).say, Words(language).table("page_tomb.counter")
    played = book_until(lambda view: view.under)
    unseen = played.game.unseen(played.state, 0) or ()
    page = come(visit, house, book(len(played.record.moves)), size, language)
    panel = page.get_by_role("complementary", name=table["title"])
    reach(page, say("page.table.count"))
    expect(panel).to_contain_text(table["assisted"])
    expect(panel.get_by_role("table")).to_have_count(0)
    reach(page, table["open"])
    expect(panel).to_contain_text(say("page_tomb.counter.unseen", n=len(unseen)))
    expect(panel.locator("td:not(.seen)")).to_have_count(len(unseen))
    expect(panel.locator("td.bottom")).to_have_count(1)
    expect(
        panel.get_by_role("table", name=table["encounters"]).get_by_role("rowheader")
    ).to_have_count(3)
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "it can be scrolled sideways"
    )
    page.reload()
    reach(page, say("page.table.count"))
    expect(panel.locator("td:not(.seen)")).to_have_count(len(unseen))
    for move in BOOK.moves[len(played.record.moves) :]:
        page.locator(f"button[data-move='{move}'][aria-disabled=false]").click()
    expect(page.get_by_text(say("page_tomb.end.assisted"))).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_turns_to_daylight_are_those_that_are_left(
    visit: NewPage, house: House, language: str
) -> None:
    """§9.3 Having turned around after turn N, N-1 turns lead back."""
    say = Words(language).say
    played = book_until(
        lambda view: view.phase == "between" and view.turn == 4 and not view.deepest
    )
    page = come(visit, house, book(len(played.record.moves)), language=language)
    expect(page.get_by_text(say("page_tomb.hero.between_help", n=3))).to_be_visible()


@pytest.mark.parametrize("done", [1, 2])
def test_each_turn_of_the_retreat_leaves_one_less(visit: NewPage, house: House, done: int) -> None:
    played = book_until(
        lambda view: (
            view.phase == "between" and view.deepest and len(view.stacks) == view.deepest + done
        )
    )
    deepest = played.view(0).as_json()["deepest"]
    assert isinstance(deepest, int)
    page = come(visit, house, book(len(played.record.moves)))
    expect(
        page.get_by_text(Words("en").say("page_tomb.hero.homeward_help", n=deepest - 1 - done))
    ).to_be_visible()


def test_two_queens_in_one_turn_have_a_moment_of_their_own(visit: NewPage, house: House) -> None:
    first = ["QS", "QH", "5S"]
    cards = [*first, *(code for code in codes_of(DECK) if code not in first)]
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=" ".join(cards))
    page = come(visit, house, [opened, Sat(0, "Ada", "words"), Began()], calm=False)
    page.locator("button[data-move=delve]").click()
    expect(page.locator(".mark.favor_again")).to_have_text(
        Words("en").say("page_tomb.mark.favor_again")
    )


def test_a_screen_reader_is_told_every_sentence_of_a_frame(visit: NewPage, house: House) -> None:
    table, keys = house.lay(book(0))
    page = visit()
    settle(
        page,
        "Ada",
        [{"table": table, "game": "tomb", "seat": 0, "key": keys[0], "opened": 1}],
        sound=False,
    )
    frames: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(json.loads(frame)))

    page.on("websocket", listen)
    page.goto(f"/#/table/{table}")
    read_out: list[str] = []
    for move in BOOK.moves[:12]:
        look = page.locator(".tomb").get_attribute("data-look") or ""
        page.locator(f"button[data-move='{move}'][aria-disabled=false]").click()
        expect(page.locator(".tomb")).not_to_have_attribute("data-look", look)
        story = frames[-1]["story"]
        expect(page.get_by_role("log").locator("p").last).to_have_text(story[-1])
        read_out = page.get_by_role("log").locator("p").all_inner_texts()
        assert read_out[-len(story) :] == story
    assert max(len(frame.get("story", ())) for frame in frames) > 1, (
        "no frame had several sentences"
    )


@pytest.mark.parametrize(
    ("size", "language", "theme"), [("desk", "en", "dark"), ("phone", "es", "light")]
)
def test_the_rules_have_a_picture_named_tables_and_all_their_contents(
    visit: NewPage, size: str, language: str, theme: str
) -> None:
    words = Words(language)
    source = words.page("tomb")
    page = visit(size, language, theme=theme)
    page.goto("/#/rules/tomb/2")
    picture = page.get_by_role("img", name=words.say("page_tomb.figure.alt"))
    expect(picture).to_be_visible()
    assert picture.evaluate("node => node.scrollWidth <= node.clientWidth"), (
        "something sticks out of the picture"
    )
    expect(page.locator(".rules pre")).to_have_count(0)
    chapters = re.findall(r"^## (§\d+) ([^(\n]+?)(?: \(.*)?$", source, re.MULTILINE)
    told = [text.split("\n") for text in page.locator("nav.contents li").all_inner_texts()]
    assert told == [list(chapter) for chapter in chapters]
    cards = page.get_by_role("table", name=chapters[0][1])
    expect(cards.get_by_role("columnheader")).to_have_count(4)
    expect(cards.get_by_role("rowheader")).to_have_count(12)
    assert page.locator(".rules table").count() == page.locator(".rules table caption").count() >= 2


def test_bots_are_marked_by_their_seats_whatever_people_are_called(
    visit: NewPage, house: House
) -> None:
    opened = Opened("dungeon", {"players": 3}, ("", "", "careful"), "0" * 64)
    table, keys = house.lay(
        [opened, Sat(0, "careful", "words"), Sat(1, "random", "words"), Began()]
    )
    page = visit()
    settle(
        page,
        "careful",
        [{"table": table, "game": "dungeon", "seat": 0, "key": keys[0], "opened": 1}],
        sound=False,
    )
    page.goto(f"/#/table/{table}")
    seats = page.locator("section.seat")
    expect(seats).to_have_count(3)
    heads = [text.split("\n")[:2] for text in seats.locator("header").all_inner_texts()]
    bot = next(name for name, tag in heads if tag == "bot")
    assert bot in Words("en").table("page.bot_names")["names"]
    assert sorted(name for name, tag in heads if tag != "bot") == ["careful", "random"]
