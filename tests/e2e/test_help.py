"""Help for players: the card counter, numbers at the table, screen readers and the rules pages."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, WebSocket, expect

from e2e.conftest import NewPage
from e2e.restartable_server import RestartableServer, fill_storage, seat_in_storage
from e2e.test_screens import EXAMPLE, example_entries
from underdeck.cards import codes_of
from underdeck.games.tomb.state import DECK
from underdeck.playthrough import AnyPlaythrough
from underdeck.say.words import Words
from underdeck.table.entries import AnyEntry, Began, Opened, Sat


def open_table(
    new_page: NewPage,
    server: RestartableServer,
    entries: list[AnyEntry],
    size: str = "desk",
    language: str = "en",
    *,
    reduced_motion: bool = True,
) -> Page:
    """Open a Tomb table with this log as its player."""
    table, keys = server.add_table(entries)
    page = new_page(size, language, reduced_motion=reduced_motion)
    fill_storage(
        page,
        "Ada",
        [seat_in_storage(table, "tomb", keys[0])],
        sound=False,
    )
    page.goto(f"/#/table/{table}")
    page.locator("button[data-move]").first.wait_for()
    return page


def example_until(condition: Callable[[Any], bool]) -> AnyPlaythrough:
    """Play the rulebook's example until the view meets the condition."""
    played = AnyPlaythrough.before(EXAMPLE)
    for _ in played.replay(EXAMPLE.moves):
        if condition(played.view(0)):
            return played
    raise AssertionError("no view meets the condition")


def press(page: Page, name: str) -> None:
    """Press a button with the keyboard."""
    button = page.get_by_role("button", name=name)
    button.focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "es")])
def test_the_counter_asks_once_and_then_shows_the_unseen_cards(
    new_page: NewPage, server: RestartableServer, size: str, language: str
) -> None:
    """R-20 The ace that the scroll put at the bottom is marked; a reload doesn't ask again."""
    say, table = Words(language).say, Words(language).table("page_tomb.counter")
    played = example_until(lambda view: view.under)
    unseen = played.game.unseen(played.state, 0) or ()
    page = open_table(new_page, server, example_entries(len(played.record.moves)), size, language)
    panel = page.get_by_role("complementary", name=table["title"])
    press(page, say("page.table.count"))
    expect(panel).to_contain_text(table["assisted"])
    expect(panel.get_by_role("table")).to_have_count(0)
    press(page, table["open"])
    expect(panel).to_contain_text(say("page_tomb.counter.unseen", n=len(unseen)))
    expect(panel.locator("td:not(.seen)")).to_have_count(len(unseen))
    expect(panel.locator("td.bottom")).to_have_count(1)
    expect(
        panel.get_by_role("table", name=table["encounters"]).get_by_role("rowheader")
    ).to_have_count(3)
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "the page scrolls sideways"
    )
    page.reload()
    press(page, say("page.table.count"))
    expect(panel.locator("td:not(.seen)")).to_have_count(len(unseen))
    for move in EXAMPLE.moves[len(played.record.moves) :]:
        page.locator(f"button[data-move='{move}'][aria-disabled=false]").click()
    expect(page.get_by_text(say("page_tomb.end.assisted"))).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_table_says_how_many_turns_lead_back(
    new_page: NewPage, server: RestartableServer, language: str
) -> None:
    """§9.3 After turning around in turn N, N-1 turns lead back."""
    say = Words(language).say
    played = example_until(
        lambda view: view.phase == "between" and view.turn == 4 and not view.deepest
    )
    page = open_table(
        new_page, server, example_entries(len(played.record.moves)), language=language
    )
    expect(page.get_by_text(say("page_tomb.hero.between_help", n=3))).to_be_visible()


@pytest.mark.parametrize("done", [1, 2])
def test_each_turn_of_the_retreat_counts_down(
    new_page: NewPage, server: RestartableServer, done: int
) -> None:
    played = example_until(
        lambda view: (
            view.phase == "between" and view.deepest and len(view.stacks) == view.deepest + done
        )
    )
    deepest = played.view(0).as_json()["deepest"]
    assert isinstance(deepest, int)
    page = open_table(new_page, server, example_entries(len(played.record.moves)))
    expect(
        page.get_by_text(Words("en").say("page_tomb.hero.homeward_help", n=deepest - 1 - done))
    ).to_be_visible()


def test_a_second_queen_in_one_turn_is_marked(new_page: NewPage, server: RestartableServer) -> None:
    first = ["QS", "QH", "5S"]
    cards = [*first, *(code for code in codes_of(DECK) if code not in first)]
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=" ".join(cards))
    page = open_table(
        new_page, server, [opened, Sat(0, "Ada", "words"), Began()], reduced_motion=False
    )
    page.locator("button[data-move=delve]").click()
    expect(page.locator(".mark.favor_again")).to_have_text(
        Words("en").say("page_tomb.mark.favor_again")
    )


def test_every_sentence_of_a_message_is_announced_to_screen_readers(
    new_page: NewPage, server: RestartableServer
) -> None:
    table, keys = server.add_table(example_entries(0))
    page = new_page()
    fill_storage(
        page,
        "Ada",
        [seat_in_storage(table, "tomb", keys[0])],
        sound=False,
    )
    messages: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: messages.append(json.loads(frame)))

    page.on("websocket", listen)
    page.goto(f"/#/table/{table}")
    read_out: list[str] = []
    for move in EXAMPLE.moves[:12]:
        before = page.locator(".tomb").get_attribute("data-update") or ""
        page.locator(f"button[data-move='{move}'][aria-disabled=false]").click()
        expect(page.locator(".tomb")).not_to_have_attribute("data-update", before)
        story = messages[-1]["story"]
        expect(page.get_by_role("log").locator("p").last).to_have_text(story[-1])
        read_out = page.get_by_role("log").locator("p").all_inner_texts()
        assert read_out[-len(story) :] == story
    assert max(len(message.get("story", ())) for message in messages) > 1, (
        "no message had several sentences"
    )


@pytest.mark.parametrize(
    ("size", "language", "theme"), [("desk", "en", "dark"), ("phone", "es", "light")]
)
def test_the_rules_have_a_picture_labelled_tables_and_a_full_table_of_contents(
    new_page: NewPage, size: str, language: str, theme: str
) -> None:
    words = Words(language)
    source = words.page("tomb")
    page = new_page(size, language, theme=theme)
    page.goto("/#/rules/tomb/2")
    picture = page.get_by_role("img", name=words.say("page_tomb.figure.alt"))
    expect(picture).to_be_visible()
    assert picture.evaluate("node => node.scrollWidth <= node.clientWidth"), (
        "something overflows the picture"
    )
    expect(page.locator(".rules pre")).to_have_count(0)
    chapters = re.findall(r"^## (§\d+) ([^(\n]+?)(?: \(.*)?$", source, re.MULTILINE)
    listed = [text.split("\n") for text in page.locator("nav.contents li").all_inner_texts()]
    assert listed == [list(chapter) for chapter in chapters]
    cards = page.get_by_role("table", name=chapters[0][1])
    expect(cards.get_by_role("columnheader")).to_have_count(4)
    expect(cards.get_by_role("rowheader")).to_have_count(12)
    assert page.locator(".rules table").count() == page.locator(".rules table caption").count() >= 2


def test_bots_are_marked_even_if_people_have_the_names_of_bots(
    new_page: NewPage, server: RestartableServer
) -> None:
    opened = Opened("dungeon", {"players": 3}, ("", "", "careful"), "0" * 64)
    table, keys = server.add_table(
        [opened, Sat(0, "careful", "words"), Sat(1, "random", "words"), Began()]
    )
    page = new_page()
    fill_storage(
        page,
        "careful",
        [seat_in_storage(table, "dungeon", keys[0])],
        sound=False,
    )
    page.goto(f"/#/table/{table}")
    seats = page.locator("section.seat")
    expect(seats).to_have_count(3)
    heads = [text.split("\n")[:2] for text in seats.locator("header").all_inner_texts()]
    bot = next(name for name, tag in heads if tag == "bot")
    assert bot in Words("en").table("page.bot_names")["names"]
    assert sorted(name for name, tag in heads if tag != "bot") == ["careful", "random"]
