"""Help for players: the card counter, numbers at the table, screen readers and the rules pages."""

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.example_game import EXAMPLE, example_entries, example_until, make_move
from e2e.page_checks import problems, settle
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage
from e2e.waiting import record_messages, wait_until
from underdeck.cards import codes_of
from underdeck.games.tomb.state import DECK
from underdeck.say.words import Words
from underdeck.table.entries import AnyEntry, Began, Opened, Sat


def open_table(page: Page, server: RestartableServer, entries: list[AnyEntry]) -> None:
    """Open a Tomb table with this log as its player."""
    table, keys = server.add_table(entries)
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", keys[0])], sound=False)
    page.goto(f"/#/table/{table}")
    expect(page.locator("button[data-move]").first).to_be_visible()


def press(page: Page, name: str) -> None:
    """Press a button with the keyboard."""
    button = page.get_by_role("button", name=name)
    button.focus()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "es")])
def test_the_counter_asks_once_and_then_shows_the_unseen_cards(
    new_page: NewPage, server: RestartableServer, size: str, language: str
) -> None:
    """R-20 The ace that the scroll put at the bottom is marked; a reload doesn't ask again."""
    say, table = Words(language).say, Words(language).table("page_tomb.counter")
    played = example_until(lambda view: view.under)
    unseen = played.game.unseen(played.state, 0) or ()
    page = new_page(size, language)
    open_table(page, server, example_entries(len(played.record.moves)))
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
    assert problems(page) == []
    page.reload()
    press(page, say("page.table.count"))
    expect(panel.locator("td:not(.seen)")).to_have_count(len(unseen))
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.get_by_role("button", name=say("page.table.count"))).to_be_focused()
    for move in EXAMPLE.moves[len(played.record.moves) :]:
        make_move(page, move)
    expect(page.get_by_text(say("page_tomb.end.assisted"))).to_be_visible()


def is_homeward(done: int, view: Any) -> bool:
    """Return whether the hero has gone back this number of turns."""
    return (
        view.phase == "between" and bool(view.deepest) and len(view.stacks) == view.deepest + done
    )


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_table_says_how_many_turns_lead_back(
    new_page: NewPage, server: RestartableServer, language: str
) -> None:
    """§9.3 After turning around in turn N, N-1 turns lead back; each turn counts down."""
    inward = example_until(
        lambda view: view.phase == "between" and view.turn == 4 and not view.deepest
    )
    expected = [(inward, "between_help", 3)]
    for done in (1, 2):
        homeward = example_until(partial(is_homeward, done))
        deepest = homeward.view(0).as_json()["deepest"]
        assert isinstance(deepest, int)
        expected.append((homeward, "homeward_help", deepest - 1 - done))
    tables = [
        server.add_table(example_entries(len(played.record.moves))) for played, _, _ in expected
    ]
    page = new_page(language=language)
    seats = [seat_in_storage(table, "tomb", keys[0]) for table, keys in tables]
    fill_storage(page, "Ada", seats, sound=False)
    for (table, _), (_, sentence, turns) in zip(tables, expected, strict=True):
        page.goto(f"/#/table/{table}")
        expect(
            page.get_by_text(Words(language).say(f"page_tomb.hero.{sentence}", n=turns))
        ).to_be_visible()


def test_a_second_queen_in_one_turn_is_marked(new_page: NewPage, server: RestartableServer) -> None:
    first = ["QS", "QH", "5S"]
    cards = [*first, *(code for code in codes_of(DECK) if code not in first)]
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=" ".join(cards))
    page = new_page(reduced_motion=False)
    open_table(page, server, [opened, Sat(0, "Ada", "words"), Began()])
    page.locator("button[data-move=delve]").click()
    expect(page.locator(".mark.favor_again")).to_have_text(
        Words("en").say("page_tomb.mark.favor_again")
    )


def test_every_sentence_of_a_message_is_announced_to_screen_readers(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page()
    messages = record_messages(page)
    open_table(page, server, example_entries(0))
    sentences = page.get_by_role("log").locator("p")

    def stories() -> list[list[str]]:
        return [message["story"] for message in messages if message.get("story")]

    def is_announced(number: int) -> bool:
        """Return whether the last of this number of stories is announced."""
        if len(stories()) < number:
            return False
        story = stories()[-1]
        return sentences.all_inner_texts()[-len(story) :] == story

    for number, move in enumerate(EXAMPLE.moves[:12], len(stories()) + 1):
        make_move(page, move)
        wait_until(page, partial(is_announced, number), f"what {move} causes is announced")
    assert max(map(len, stories())) > 1, "no message had several sentences"


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
    settle(page)
    assert picture.evaluate("node => node.scrollWidth <= node.clientWidth"), (
        "something overflows the picture"
    )
    expect(page.locator(".rules pre")).to_have_count(0)
    chapters = re.findall(r"^## (§\d+) ([^(\n]+?)(?: \(.*)?$", source, re.MULTILINE)
    expect(page.locator("nav.contents li")).to_have_text(
        [f"{number} {title}" for number, title in chapters]
    )
    cards = page.get_by_role("table", name=chapters[0][1])
    expect(cards.get_by_role("columnheader")).to_have_count(4)
    expect(cards.get_by_role("rowheader")).to_have_count(12)
    captions = page.locator(".rules table caption").count()
    assert captions >= 2
    expect(page.locator(".rules table")).to_have_count(captions)


def test_bots_are_marked_even_if_people_have_the_names_of_bots(
    new_page: NewPage, server: RestartableServer
) -> None:
    opened = Opened("dungeon", {"players": 3}, ("", "", "careful"), "0" * 64)
    table, keys = server.add_table(
        [opened, Sat(0, "careful", "words"), Sat(1, "random", "words"), Began()]
    )
    page = new_page()
    fill_storage(page, "careful", [seat_in_storage(table, "dungeon", keys[0])], sound=False)
    page.goto(f"/#/table/{table}")
    heads = page.locator("section.seat header")
    expect(heads).to_have_count(3)
    bots = heads.filter(has=page.get_by_text("bot", exact=True))
    expect(bots).to_have_count(1)
    names = "|".join(map(re.escape, Words("en").table("page.bot_names")["names"]))
    expect(bots.get_by_role("heading")).to_have_text(re.compile(f"^({names})$"))
    people = heads.filter(has_not=page.get_by_text("bot", exact=True)).get_by_role("heading")
    assert sorted(people.all_inner_texts()) == ["careful", "random"]
