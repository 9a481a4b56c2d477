"""Dungeon in real browsers: two people and two bots, with lies, demands, ace chains and fights."""

from collections.abc import Set
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.restartable_server import RestartableServer
from e2e.scripted_dungeon import (
    PEOPLE,
    REQUIRED_EVENTS,
    SEED,
    opening_entries,
    play_script,
    preferred_move,
)
from e2e.storage import fill_storage, seat_in_storage
from e2e.waiting import record_messages, wait_until

LONG_WINDOW_S = 3600.0
"""The time of windows: the test server closes each once everybody has answered."""
MAX_MOVES = 200
ENABLED_MOVES = """
[...document.querySelectorAll("[data-move]:not(:disabled)")].map(({ dataset }) => dataset.move)
"""
CLICK = "move => document.querySelector(`[data-move='${move}']:not(:disabled)`)?.click()"


def test_the_script_causes_all_required_events() -> None:
    seen, _ = play_script(SEED)
    assert seen >= REQUIRED_EVENTS


def events_in(messages: list[dict[str, Any]]) -> set[str]:
    """Return the names of all events, and `chain` if one ace answers another."""
    stages = [{event["event"] for event in message.get("events", ())} for message in messages]
    names = [stage for stage in stages if stage]
    chain = any("ace_played" in first & second for first, second in pairwise(names))
    return set().union(*names) | ({"chain"} if chain else set())


def make_move(page: Page, seat: int) -> bool:
    """Make the move that the script prefers among those that the page offers, if it offers any."""
    moves: list[str] = page.evaluate(ENABLED_MOVES)
    if moves:
        page.evaluate(CLICK, preferred_move(moves, seat))
    return bool(moves)


def play_until(pages: list[Page], messages: list[dict[str, Any]], goal: Set[str]) -> None:
    """Make the moves of the script until all these events have happened."""

    def move_or_end() -> bool:
        moved = [make_move(page, seat) for seat, page in enumerate(pages)]
        return any(moved) or goal <= events_in(messages)

    for _ in range(MAX_MOVES):
        if goal <= events_in(messages):
            return
        wait_until(pages[0], move_or_end, "a page offers a move")
    pytest.fail(f"events are missing: {sorted(goal - events_in(messages))}")


def update_shown(page: Page) -> str | None:
    return page.locator(".dungeon").get_attribute("data-update")


def test_two_browsers_and_two_bots_play_the_script_through_a_server_crash(
    new_page: NewPage, server: RestartableServer
) -> None:
    table, keys = server.add_table(opening_entries(SEED, window=LONG_WINDOW_S))
    pages = [
        new_page(size, language, allow_messages=True)
        for size, language in (("desk", "en"), ("phone", "es"))
    ]
    messages = record_messages(pages[0])
    for seat, page in enumerate(pages):
        stored = seat_in_storage(table, "dungeon", keys[seat], seat=seat)
        fill_storage(page, PEOPLE[seat], [stored])
        page.goto(f"/#/table/{table}")
        expect(page.locator(".dungeon")).to_be_visible()
    play_until(pages, messages, {"lied"})
    server.kill_and_restart()
    play_until(pages, messages, REQUIRED_EVENTS)
    wait_until(
        pages[0],
        lambda: update_shown(pages[0]) == update_shown(pages[1]),
        "both pages show the same update",
    )
