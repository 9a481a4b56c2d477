"""Dungeon in real browsers: two people and two bots, with lies, demands, ace chains and fights."""

import json
import time
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.restartable_server import RestartableServer, fill_storage
from e2e.scripted_dungeon import (
    PEOPLE,
    REQUIRED_EVENTS,
    SEED,
    opening_entries,
    play_script,
    preferred_move,
)

PLAY_TIMEOUT_S = 45
MAX_ATTEMPTS = 3


def test_the_script_causes_all_required_events() -> None:
    seen, _ = play_script(SEED)
    assert seen >= REQUIRED_EVENTS


@dataclass
class EventRecorder:
    """Record the names of a player's events, and `chain` when one ace answers another."""

    names: set[str] = field(default_factory=set)
    was_ace: bool = False

    def receive(self, frame: str | bytes) -> None:
        """Record the events of a WebSocket frame."""
        names = [event["event"] for event in json.loads(frame).get("events", ())]
        if not names:
            return
        if self.was_ace and "ace_played" in names:
            self.names.add("chain")
        self.was_ace = "ace_played" in names
        self.names.update(names)


def legal_moves(page: Page) -> list[str]:
    """Return the moves of all enabled buttons."""
    buttons = "[...document.querySelectorAll('[data-move]:not(:disabled)')]"
    moves: list[str] = page.evaluate(f"{buttons}.map(button => button.dataset.move)")
    return moves


def make_move(page: Page, seat: int) -> None:
    """Make the move that the script prefers, if it is this player's turn."""
    moves = legal_moves(page)
    if not moves:
        return
    move = preferred_move(moves, seat)
    page.evaluate(
        "move => document.querySelector(`[data-move='${move}']:not(:disabled)`)?.click()", move
    )


def play(pages: list[Page], events: EventRecorder, server: RestartableServer) -> bool:
    """Play the script, restarting the server after the first lie; return whether it succeeded."""
    restarted = False
    deadline = time.monotonic() + PLAY_TIMEOUT_S
    while not (restarted and events.names >= REQUIRED_EVENTS) and time.monotonic() < deadline:
        for seat, page in enumerate(pages):
            make_move(page, seat)
        if not restarted and "lied" in events.names:
            server.kill_and_restart()
            restarted = True
        pages[0].wait_for_timeout(40)
    return restarted and events.names >= REQUIRED_EVENTS


def test_two_browsers_and_two_bots_play_the_script_through_a_server_crash(
    new_page: NewPage, server: RestartableServer
) -> None:
    tables = [server.add_table(opening_entries(SEED, window=2.0)) for _ in range(MAX_ATTEMPTS)]
    server.start()
    pages = [
        new_page(size, language, allow_messages=True)
        for size, language in (("desk", "en"), ("phone", "es"))
    ]
    for seat, page in enumerate(pages):
        fill_storage(
            page,
            PEOPLE[seat],
            [
                {"table": name, "game": "dungeon", "seat": seat, "key": keys[seat], "opened": 1}
                for name, keys in tables
            ],
        )
    events = EventRecorder()
    pages[0].on("websocket", lambda socket: socket.on("framereceived", events.receive))
    # On a busy machine a player may miss a window, and the game takes another course.
    for name, _ in tables:
        events.names.clear()
        for page in pages:
            page.goto(f"/#/table/{name}")
            page.locator(".dungeon").wait_for()
        if play(pages, events, server):
            break
    else:
        pytest.fail(f"events are missing: {sorted(REQUIRED_EVENTS - events.names)}")
    expect(pages[1].locator(".dungeon")).to_have_attribute(
        "data-update", pages[0].locator(".dungeon").get_attribute("data-update") or ""
    )
