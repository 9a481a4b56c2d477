"""The page's local storage: the player's settings and the keys to seats."""

import json
from typing import Any

from playwright.sync_api import Page

Seat = dict[str, Any]
TIPS = ("scroll", "queen", "skill", "torch", "turning")
"""The things that have a tip, which is shown once."""


def fill_storage(
    page: Page, name: str = "Ada", seats: list[Seat] | None = None, **settings: Any
) -> None:
    """Fill the local storage before the page loads; this player has seen all tips and offers."""
    known = {"name": name, "tips": TIPS, "soundOffered": True, **settings}
    for key, value in {"settings": known, "seats": seats or []}.items():
        page.add_init_script(
            f"localStorage['underdeck.{key}'] ??= {json.dumps(json.dumps(value))};"
        )


def seat_in_storage(table: str, game: str, key: str, **fields: Any) -> Seat:
    """Return a seat, by default the first, as the page stores it."""
    return {"table": table, "game": game, "seat": 0, "key": key, "opened": 1} | fields


def stored_seat(page: Page) -> Seat:
    """Return the stored seat of the table in the page's address."""
    stored = "JSON.parse(localStorage['underdeck.seats'])"
    seat: Seat = page.evaluate(f"{stored}.find(seat => location.hash.endsWith(seat.table))")
    return seat
