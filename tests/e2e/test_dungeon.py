"""Dungeon in real browsers: two people and two bots, and everything that can happen between them."""

import json
import time
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.plan import PEOPLE, SEED, WANTED, prefer, terms, what_comes_up
from e2e.table_server import House, settle

MOST_SECONDS = 45
TRIES = 3


def test_the_plan_brings_everything_up() -> None:
    seen, _ = what_comes_up(SEED)
    assert seen >= set(WANTED)


@dataclass
class Ear:
    """What one player hears of: the names of what happened, and `chain` where one ace was laid upon another."""

    heard: set[str] = field(default_factory=set)
    was_ace: bool = False

    def listen(self, frame: str | bytes) -> None:
        """One frame of the socket."""
        names = [event["event"] for event in json.loads(frame).get("events", ())]
        if not names:
            return
        if self.was_ace and "ace_played" in names:
            self.heard.add("chain")
        self.was_ace = "ace_played" in names
        self.heard.update(names)


def open_moves(page: Page) -> list[str]:
    """The moves at hand, from the list of all of them; a single one has its own button."""
    return page.evaluate(  # type: ignore[no-any-return]
        "[...document.querySelectorAll('[data-move]:not(:disabled)')].map(button => button.dataset.move)"
    )


def take_turn(page: Page, me: int) -> bool:
    """Make the move that the plan prefers, if there is one to make."""
    moves = open_moves(page)
    if not moves:
        return False
    move = prefer(moves, me)
    page.evaluate(
        "move => document.querySelector(`[data-move='${move}']:not(:disabled)`)?.click()", move
    )
    return True


def play(pages: list[Page], ear: Ear, house: House) -> bool:
    """Play as planned until everything has come up, or it takes too long; the house falls once somebody has lied."""
    fell = False
    until = time.monotonic() + MOST_SECONDS
    while not (fell and ear.heard >= set(WANTED)) and time.monotonic() < until:
        for me, page in enumerate(pages):
            take_turn(page, me)
        if not fell and "lied" in ear.heard:
            house.fall_and_rise()
            fell = True
        pages[0].wait_for_timeout(40)
    return fell and ear.heard >= set(WANTED)


def test_two_browsers_and_two_bots_lie_demand_chain_aces_and_fight_though_the_house_falls(
    visit: NewPage, house: House
) -> None:
    tables = [house.lay(terms(SEED, window=2.0)) for _ in range(TRIES)]
    house.open()
    pages = [
        visit(size, language, forgive=True) for size, language in (("desk", "en"), ("phone", "es"))
    ]
    for seat, page in enumerate(pages):
        settle(
            page,
            PEOPLE[seat],
            [
                {"table": name, "game": "dungeon", "seat": seat, "key": keys[seat], "opened": 1}
                for name, keys in tables
            ],
        )
    ear = Ear()
    pages[0].on("websocket", lambda socket: socket.on("framereceived", ear.listen))
    for (
        name,
        _,
    ) in (
        tables
    ):  # on a busy machine somebody may come too late to a window, and the game takes another way
        ear.heard.clear()
        for page in pages:
            page.goto(f"/#/table/{name}")
            page.locator(".dungeon").wait_for()
        if play(pages, ear, house):
            break
    else:
        pytest.fail(f"not everything came up: {sorted(ear.heard)}")
    expect(pages[1].locator(".dungeon")).to_have_attribute(
        "data-update", pages[0].locator(".dungeon").get_attribute("data-update") or ""
    )
