"""The check of the shuffle at the end of a game: each device recomputes it from what it stored."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from e2e.conftest import NewPage
from e2e.example_game import EXAMPLE, example_entries
from e2e.fair_games import (
    CHECKS,
    OWN_WORDS,
    findings,
    findings_at,
    finished_seat,
    open_each,
    share_hash,
)
from e2e.page_checks import screenshot
from e2e.restartable_server import RestartableServer
from e2e.scripted_dungeon import SEED, WORDS
from e2e.storage import Seat, fill_storage, seat_in_storage
from underdeck.say.words import Words
from underdeck.table.entries import Began, Made, Opened, Sat

GOOD = dict.fromkeys(CHECKS, "good")
SWAPPED = [share_hash(words) for words in reversed(WORDS)]
STORED: dict[str, tuple[Seat, dict[str, str]]] = {
    "everything matches": ({}, {}),
    "another seed": ({"commitment": "0" * 64}, {"seed": "bad"}),
    "the player's own share is missing": (
        {"shares": [{"words": "three", "seen": [*map(share_hash, WORDS)]}]},
        {"own": "bad"},
    ),
    "the share of another player is replaced": (
        {"shares": [{"words": "one", "seen": [share_hash("one"), share_hash("2")]}]},
        {"others": "bad"},
    ),
    "a share was added": (
        {"shares": [{"words": "one", "seen": [share_hash("one"), None]}]},
        {"others": "bad"},
    ),
    "the shares are in another order": (
        {"shares": [{"words": "one", "seen": SWAPPED}]},
        {"others": "bad"},
    ),
    "no commitment was seen": ({"commitment": None}, {"seed": "unknown"}),
    "no share was drawn here": (
        {"shares": []},
        {"own": "unknown", "others": "unknown", "first": "unknown"},
    ),
}
"""The fields that a device stored instead of the honest ones, and the findings that aren't good."""


def test_the_result_is_compared_with_what_the_device_stored(
    new_page: NewPage, server: RestartableServer
) -> None:
    seats = {name: {**finished_seat(server), **stored} for name, (stored, _) in STORED.items()}
    page = new_page()
    found: dict[str, dict[str, str]] = {}
    for name in open_each(page, seats):
        found[name] = findings(page)
        wrong = STORED[name][1].values()
        verdict = next((finding for finding in ("bad", "unknown") if finding in wrong), "good")
        expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", verdict)
        expect(page.locator("[data-verdict]")).to_have_text(Words("en").say(f"page.fair.{verdict}"))
    assert found == {name: GOOD | wrong for name, (_, wrong) in STORED.items()}


def test_a_repeated_shuffle_is_reported(new_page: NewPage, server: RestartableServer) -> None:
    earlier = [share_hash("an earlier share"), share_hash("another"), None, None]
    seat = finished_seat(server)
    seat["shares"].insert(0, {"words": "an earlier share", "seen": earlier})
    assert findings_at(new_page(), {"repeated": seat}) == {"repeated": GOOD | {"first": "unknown"}}


TAMPERED: dict[str, Callable[[Any], object]] = {
    "cards": lambda deal: deal["cards"].insert(0, deal["cards"].pop()),
    "seed": lambda deal: deal["fair"].update(seed="1" * 64),
    "words": lambda deal: deal["fair"]["mix"].append("three"),
}


def test_a_tampered_record_is_detected(new_page: NewPage, server: RestartableServer) -> None:
    seats = {part: finished_seat(server) for part in TAMPERED}
    parts = {f"Bearer {seat['key']}": part for part, seat in seats.items()}
    page = new_page()

    def tamper(route: Route) -> None:
        record = route.fetch().json()
        TAMPERED[parts[route.request.headers["authorization"]]](record["deal"])
        route.fulfill(json=record)

    page.route("**/api/record?*", tamper)
    assert findings_at(page, seats) == dict.fromkeys(TAMPERED, GOOD | {"cards": "bad"})
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "bad")
    screenshot(page, "check-bad-en-desk")


def test_without_the_record_the_cards_are_unknown(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page(allow_messages=True)
    page.route("**/api/record?*", lambda route: route.abort())
    seat = finished_seat(server)
    assert findings_at(page, {"no record": seat}) == {"no record": GOOD | {"cards": "unknown"}}


DECKS: list[dict[str, int | bool]] = [
    {"players": 2},
    {"players": 2, "jokers_wild": True},
    {"players": 3, "decks": 1},
    {"players": 4, "pitch_black": True},
]


def resigned_table(server: RestartableServer, options: dict[str, int | bool]) -> Seat:
    """Add a game with these options that all but one player resigned; return the first seat."""
    people = int(options["players"])
    opened = Opened("dungeon", options, ("",) * people, SEED)
    sat = [Sat(seat, f"Player {seat}", f"{OWN_WORDS} {seat}") for seat in range(people)]
    table, keys = server.add_table(
        [opened, *sat, Began(), *(Made(seat, "resign") for seat in range(people - 1))]
    )
    return seat_in_storage(table, "dungeon", keys[0])


def test_every_deck_is_recomputed(new_page: NewPage, server: RestartableServer) -> None:
    seats = {str(options): resigned_table(server, options) for options in DECKS}
    found = findings_at(new_page(), seats)
    assert {deck: checks["cards"] for deck, checks in found.items()} == dict.fromkeys(seats, "good")


def test_a_chosen_deal_has_nothing_to_check(new_page: NewPage, server: RestartableServer) -> None:
    table, keys = server.add_table(example_entries(len(EXAMPLE.moves)))
    page = new_page()
    fill_storage(page, "Ana", [seat_in_storage(table, "tomb", keys[0])], sound=False)
    page.goto(f"/#/table/{table}")
    expect(page.locator(".fair")).to_contain_text(Words("en").say("page.fair.chosen"))
