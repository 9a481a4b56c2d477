"""Players and tables for the tests of the fair shuffle."""

import hashlib
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.holding import hold
from e2e.restartable_server import RestartableServer
from e2e.scripted_dungeon import SEED, WORDS, opening_entries
from e2e.storage import Seat, fill_storage, seat_in_storage
from underdeck.say.words import Words
from underdeck.table.entries import Began, Made

OWN_WORDS = "ñandú ♠ 🂡"
CHECKS = ("seed", "own", "others", "cards", "first")
"""The checks at the end of a game with several devices."""
FINDINGS = """() => {
  if (!document.querySelector("[data-verdict]")) return null;
  const checks = [...document.querySelectorAll("[data-check]")];
  return Object.fromEntries(checks.map(({ dataset }) => [dataset.check, dataset.finding]));
}"""


def share_hash(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


def two_people(new_page: NewPage) -> tuple[Page, Page]:
    """Open pages for Ada (desktop, English) and Bruno (phone, Spanish)."""
    ada, bruno = new_page("desk", "en"), new_page("phone", "es", theme="light")
    fill_storage(ada, "Ada", sound=False)
    fill_storage(bruno, "Bruno", sound=False)
    return ada, bruno


def open_for_two(page: Page, company: str = "friends") -> None:
    """Open a Dungeon table for two players."""
    page.goto(f"/#/dungeon/{company}")
    page.locator(".players").get_by_text("2", exact=True).click()
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")


def invitation_of(page: Page) -> str:
    return page.locator("input[readonly]").input_value()


def join(page: Page, invitation: str) -> None:
    """Follow an invitation and take a seat."""
    page.goto(invitation)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")


def expect_begun(*pages: Page) -> None:
    """Wait until the pages show a running game, no longer the end of the one before."""
    for page in pages:
        expect(page.locator(".end")).to_have_count(0)
        expect(page.locator(".dungeon")).to_be_visible()


def resign(page: Page, language: str) -> None:
    say = Words(language).say
    hold(page.get_by_role("button", name=say("page.table.resign"), exact=True))


def ask_for_rematch(page: Page) -> None:
    page.locator(".end button.primary").click()


def open_proof(page: Page) -> None:
    """Open the proof of the shuffle behind its icon, with all its figures."""
    page.locator("button[data-proof]").click()
    page.locator(".fair summary").click()
    page.locator(".fair").scroll_into_view_if_needed()


def findings(page: Page) -> dict[str, str]:
    """Return the finding of each check at the end of the game, once all are done."""
    found: dict[str, str] = page.wait_for_function(FINDINGS).json_value()
    return found


def failed_checks(page: Page) -> dict[str, str]:
    """Return the findings that aren't good."""
    return {name: finding for name, finding in findings(page).items() if finding != "good"}


def finished_seat(server: RestartableServer) -> Seat:
    """Add a finished game of Dungeon; return a seat as an honest device stores it."""
    table, keys = server.add_table(
        [*opening_entries(SEED), Began(), *(Made(seat, "resign") for seat in range(3))]
    )
    return seat_in_storage(
        table,
        "dungeon",
        keys[0],
        commitment=hashlib.sha256(bytes.fromhex(SEED)).hexdigest(),
        shares=[{"words": WORDS[0], "seen": [*map(share_hash, WORDS), None, None]}],
    )


def open_each(page: Page, seats: dict[str, Seat]) -> Iterator[str]:
    """Show each of these tables in turn and yield its name."""
    fill_storage(page, "Ana", list(seats.values()), sound=False)
    for name, seat in seats.items():
        page.goto("/#/settings")  # no check of the table before is left
        expect(page.locator("[data-verdict]")).to_have_count(0)
        page.goto(f"/#/table/{seat['table']}")
        yield name


def findings_at(page: Page, seats: dict[str, Seat]) -> dict[str, dict[str, str]]:
    """Return the findings at the end of each of these tables by name."""
    return {name: findings(page) for name in open_each(page, seats)}
