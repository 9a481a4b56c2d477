"""The fair shuffle in real browsers: devices commit and reveal, and check the result at the end."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from e2e.conftest import NewPage
from e2e.restartable_server import RestartableServer, fill_storage, seat_in_storage
from e2e.scripted_dungeon import SEED, WORDS, opening_entries
from underdeck.cards import codes_of
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.say.words import Words
from underdeck.table.entries import Began, Made, Opened, Sat

SCREENSHOTS = os.environ.get("UNDERDECK_PICTURES", "")
OWN_WORDS = "ñandú ♠ 🂡"
SHARE_LENGTH = 64

Seat = dict[str, Any]


def share_hash(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


def screenshot(page: Page, name: str) -> None:
    """Take a screenshot if a folder for them is configured."""
    if SCREENSHOTS:
        Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SCREENSHOTS}/{name}.png")


def stored_seat(page: Page) -> Seat:
    """Return the stored seat of the table on display."""
    stored = "JSON.parse(localStorage['underdeck.seats'])"
    seat: Seat = page.evaluate(f"{stored}.find(seat => location.hash.endsWith(seat.table))")
    return seat


def findings(page: Page) -> dict[str, str]:
    """Return the finding of each check at the end of the game."""
    page.locator("[data-verdict]").wait_for()
    checks = "[...document.querySelectorAll('[data-check]')]"
    pairs = f"{checks}.map(({{ dataset }}) => [dataset.check, dataset.finding])"
    found: dict[str, str] = page.evaluate(f"Object.fromEntries({pairs})")
    return found


def failed_checks(page: Page) -> dict[str, str]:
    """Return the findings that aren't good."""
    return {name: finding for name, finding in findings(page).items() if finding != "good"}


def open_for_two(page: Page, company: str = "friends") -> None:
    """Open a Dungeon table for two players."""
    page.goto(f"/#/dungeon/{company}")
    page.get_by_text("2", exact=True).click()
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")


def join(page: Page, invitation: str) -> None:
    """Follow an invitation and take a seat."""
    page.goto(invitation)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")


def invitation_of(page: Page) -> str:
    return page.locator("input[readonly]").input_value()


def resign(page: Page, language: str) -> None:
    say = Words(language).say
    page.get_by_role("button", name=say("page.table.resign"), exact=True).click()
    page.get_by_role("button", name=say("page.table.resign_sure")).click()


def two_people(new_page: NewPage) -> tuple[Page, Page]:
    """Open pages for Ada (desktop, English) and Bruno (phone, Spanish)."""
    ada, bruno = new_page("desk", "en"), new_page("phone", "es", theme="light")
    fill_storage(ada, "Ada", sound=False)
    fill_storage(bruno, "Bruno", sound=False)
    return ada, bruno


def test_two_devices_shuffle_together_and_again_for_a_rematch(new_page: NewPage) -> None:
    ada, bruno = two_people(new_page)
    open_for_two(ada)
    screenshot(ada, "waiting-for-players-en-desk")
    bruno.goto(invitation_of(ada))
    bruno.locator("details summary").click()
    expect(bruno.locator("details code")).to_have_text(stored_seat(ada)["commitment"])
    screenshot(bruno, "join-es-phone")
    bruno.locator("form input").last.fill(OWN_WORDS)
    bruno.locator("form button[type=submit]").click()
    drawn: set[str] = set()
    for _ in range(2):
        for page in (ada, bruno):
            page.locator(".dungeon").wait_for()
        seats = [stored_seat(ada), stored_seat(bruno)]
        shares = [seat["shares"][-1] for seat in seats]
        assert [seat["seat"] for seat in seats] == [0, 1]
        drawn |= {share["words"] for share in shares}
        assert (
            shares[0]["seen"]
            == shares[1]["seen"]
            == [share_hash(share["words"]) for share in shares]
        )
        resign(bruno, "es")
        for page in (ada, bruno):
            found = findings(page)
            assert found == dict.fromkeys(("seed", "own", "others", "cards", "first"), "good")
            expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "good")
            page.locator(".fair summary").click()
            page.locator(".fair").scroll_into_view_if_needed()
            assert Axe().run(page).response["violations"] == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                "the page scrolls sideways"
            )
        screenshot(ada, "check-en-desk")
        screenshot(bruno, "check-es-phone")
        table = ada.url
        for page in (ada, bruno):
            page.locator(".end button.primary").click()
        ada.wait_for_url(lambda url, old=table: url != old)  # type: ignore[misc]
        bruno.wait_for_url(ada.url)
    assert len(drawn) == 4, "a share was used twice"
    assert [words[SHARE_LENGTH:] for words in sorted(drawn, key=len)] == [
        "",
        "",
        "",
        f" {OWN_WORDS}",
    ]


def test_an_absent_player_reveals_on_return(new_page: NewPage) -> None:
    ada, bruno = two_people(new_page)
    open_for_two(ada)
    table, invitation, before = ada.url, invitation_of(ada), stored_seat(ada)["shares"]
    ada.goto("/#/settings")
    join(bruno, invitation)
    expect(bruno.get_by_role("status").filter(has_text="Ada")).to_have_text(
        Words("es").say("page.fair.waiting", names="Ada", n=1)
    )
    screenshot(bruno, "waiting-for-share-es-phone")
    assert Axe().run(bruno).response["violations"] == []
    bruno.reload()
    expect(
        bruno.get_by_text(Words("es").say("page.fair.waiting", names="Ada", n=1))
    ).to_be_visible()
    ada.goto(table)
    for page in (ada, bruno):
        page.locator(".dungeon").wait_for()
    assert [share["words"] for share in stored_seat(ada)["shares"]] == [
        share["words"] for share in before
    ]
    resign(bruno, "es")
    assert set(findings(ada).values()) == set(findings(bruno).values()) == {"good"}


def test_a_rematch_waits_for_an_absent_player_and_survives_a_reload(new_page: NewPage) -> None:
    ada, bruno = two_people(new_page)
    open_for_two(ada)
    join(bruno, invitation_of(ada))
    bruno.locator(".dungeon").wait_for()
    resign(bruno, "es")
    table = ada.url
    bruno.locator(".end button.primary").click()
    expect(ada.locator(".again")).to_contain_text("Bruno")
    bruno.goto("/#/settings")
    ada.locator(".end button.primary").click()
    ada.wait_for_url(lambda url: url != table)
    waiting = ada.get_by_text(Words("en").say("page.fair.waiting", names="Bruno", n=1))
    expect(waiting).to_be_visible()
    screenshot(ada, "waiting-for-share-en-desk")
    committed = stored_seat(ada)["shares"]
    ada.reload()
    expect(waiting).to_be_visible()
    bruno.goto(table)
    bruno.wait_for_url(ada.url)
    for page in (ada, bruno):
        page.locator(".dungeon").wait_for()
    assert [share["words"] for share in stored_seat(ada)["shares"]] == [
        share["words"] for share in committed
    ]
    resign(bruno, "es")
    assert set(findings(ada).values()) == set(findings(bruno).values()) == {"good"}


def test_new_shares_are_drawn_when_a_player_leaves_after_a_reveal(new_page: NewPage) -> None:
    """Otherwise the next player could choose a share knowing the revealed ones."""
    ada, bruno = two_people(new_page)
    open_for_two(ada)
    invitation = invitation_of(ada)
    joining = {
        "name": "Carla",
        "key": invitation.rpartition("/")[2],
        "share": share_hash("never revealed"),
    }
    carla = ada.request.post("/api/seats", data=joining).json()
    expect(
        ada.get_by_text(Words("en").say("page.fair.waiting", names="Carla", n=1))
    ).to_be_visible()
    assert stored_seat(ada)["shares"][0]["seen"][1] == share_hash("never revealed")
    ada.request.delete("/api/seat", headers={"Authorization": f"Bearer {carla['key']}"})
    expect(ada.locator("ol.names li").last).to_have_text(Words("en").say("page.table.free"))
    join(bruno, invitation)
    for page in (ada, bruno):
        page.locator(".dungeon").wait_for()
    resign(bruno, "es")
    assert failed_checks(ada) == {"first": "unknown"}
    assert set(findings(bruno).values()) == {"good"}
    revealed = [share["words"] for share in stored_seat(ada)["shares"]]
    assert len(set(revealed)) == 2


def test_two_tabs_of_one_seat_send_one_share(new_page: NewPage) -> None:
    ada, bruno = two_people(new_page)
    open_for_two(ada)
    other = ada.context.new_page()
    other.goto(ada.url)
    other.locator("ol.names").wait_for()
    join(bruno, invitation_of(ada))
    for page in (ada, other, bruno):
        page.locator(".dungeon").wait_for()
    resign(bruno, "es")
    table = ada.url
    for page in (bruno, ada):
        page.locator(".end button.primary").click()
    ada.wait_for_url(lambda url: url != table)
    for page in (other, bruno):
        page.wait_for_url(ada.url)
    for page in (ada, other, bruno):
        page.locator(".dungeon").wait_for()
    resign(bruno, "es")
    for page in (ada, other, bruno):
        assert set(findings(page).values()) == {"good"}


def test_a_device_without_the_share_says_that_it_is_elsewhere(
    new_page: NewPage, server: RestartableServer
) -> None:
    opened = Opened("dungeon", {"players": 2}, ("", ""), SEED)
    sat = [
        Sat(seat, name, "", share=share_hash(name)) for seat, name in enumerate(("Ada", "Bruno"))
    ]
    table, keys = server.add_table([opened, *sat])
    page = open_seat(new_page, seat_in_storage(table, "dungeon", keys[0]))
    expect(page.get_by_text(Words("en").say("page.fair.elsewhere"))).to_be_visible()


def test_the_lobby_shows_the_commitment_before_a_seat_is_taken(new_page: NewPage) -> None:
    ada, bruno = two_people(new_page)
    open_for_two(ada, "lobby")
    bruno.goto("/#/lobby")
    bruno.get_by_role("link", name=Words("es").say("page.lobby.sit")).click()
    bruno.locator("details summary").click()
    commitment = stored_seat(ada)["commitment"]
    expect(bruno.locator("details code")).to_have_text(commitment)
    screenshot(bruno, "join-listed-es-phone")
    bruno.locator("form button[type=submit]").click()
    bruno.locator(".dungeon").wait_for()
    assert stored_seat(bruno)["commitment"] == commitment


def test_a_lost_response_takes_no_second_seat(new_page: NewPage) -> None:
    """The server gives the seat but its response is lost; the retry gets the same seat."""
    ada, bruno = new_page(), new_page(allow_messages=True)
    fill_storage(ada, "Ada", sound=False)
    fill_storage(bruno, "Bruno", sound=False)
    ada.goto("/#/dungeon/friends")
    ada.locator("form button[type=submit]").click()
    ada.wait_for_url("**/#/table/*")
    lost: list[str] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().text())
            route.abort()

    bruno.route("**/api/seats", lose)
    join(bruno, invitation_of(ada))
    assert json.loads(lost[0])["key"] == stored_seat(bruno)["key"]
    expect(ada.locator("ol.names li")).to_have_text(
        ["Ada", "Bruno", Words("en").say("page.table.free")]
    )


def test_against_bots_one_device_shuffles_with_the_server(new_page: NewPage) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    open_for_two(page, "bots")
    page.locator(".dungeon").wait_for()
    resign(page, "en")
    assert set(findings(page).values()) == {"good"}


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "es")])
def test_a_solitaire_is_recomputed_with_the_words_of_the_player(
    new_page: NewPage, size: str, language: str
) -> None:
    page = new_page(size, language)
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/tomb")
    page.locator("details summary").click()
    page.locator("details input").first.fill(OWN_WORDS)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")
    words = stored_seat(page)["shares"][0]["words"]
    assert words[SHARE_LENGTH:] == f" {OWN_WORDS}"
    assert int(words[:SHARE_LENGTH], 16)
    for _ in range(200):
        page.locator("button[data-move][aria-disabled=false], .end").first.wait_for()
        if page.locator(".end").count():
            break
        before = page.locator(".tomb").get_attribute("data-update") or ""
        page.locator("button[data-move][aria-disabled=false]").first.click()
        expect(page.locator(".tomb")).not_to_have_attribute("data-update", before)
    assert findings(page) == dict.fromkeys(("seed", "own", "alone", "cards"), "good")
    page.locator(".fair summary").click()
    page.locator(".fair").scroll_into_view_if_needed()
    screenshot(page, f"check-tomb-{language}-{size}")


def finished_seat(server: RestartableServer) -> Seat:
    """Add a finished game of Dungeon; return a seat as an honest device stores it."""
    table, keys = server.add_table(
        [*opening_entries(SEED), Began(), *(Made(seat, "resign") for seat in range(3))]
    )
    return {
        "table": table,
        "game": "dungeon",
        "seat": 0,
        "key": keys[0],
        "opened": 1,
        "commitment": hashlib.sha256(bytes.fromhex(SEED)).hexdigest(),
        "shares": [{"words": WORDS[0], "seen": [*map(share_hash, WORDS), None, None]}],
    }


def open_seat(new_page: NewPage, seat: Seat) -> Page:
    page = new_page()
    fill_storage(page, "Ana", [seat], sound=False)
    page.goto(f"/#/table/{seat['table']}")
    return page


REPEATED = [
    {
        "words": "an earlier share",
        "seen": [share_hash("an earlier share"), share_hash("another"), None, None],
    }
]
SWAPPED = [share_hash(words) for words in reversed(WORDS)]
STORED: list[tuple[str, Seat, dict[str, str]]] = [
    ("everything matches", {}, {}),
    ("another seed", {"commitment": "0" * 64}, {"seed": "bad"}),
    (
        "the player's own share is missing",
        {"shares": [{"words": "three", "seen": [*map(share_hash, WORDS)]}]},
        {"own": "bad"},
    ),
    (
        "the share of another player is replaced",
        {"shares": [{"words": "one", "seen": [share_hash("one"), share_hash("2")]}]},
        {"others": "bad"},
    ),
    (
        "a share was added",
        {"shares": [{"words": "one", "seen": [share_hash("one"), None]}]},
        {"others": "bad"},
    ),
    (
        "the shares are in another order",
        {"shares": [{"words": "one", "seen": SWAPPED}]},
        {"others": "bad"},
    ),
    ("no commitment was seen", {"commitment": None}, {"seed": "unknown"}),
    (
        "no share was drawn here",
        {"shares": []},
        {"own": "unknown", "others": "unknown", "first": "unknown"},
    ),
]


@pytest.mark.parametrize(
    ("stored", "found"), [pytest.param(stored, found, id=name) for name, stored, found in STORED]
)
def test_the_result_is_compared_with_what_the_device_stored(
    new_page: NewPage, server: RestartableServer, stored: Seat, found: dict[str, str]
) -> None:
    page = open_seat(new_page, {**finished_seat(server), **stored})
    assert findings(page) == {
        **dict.fromkeys(("seed", "own", "others", "cards", "first"), "good"),
        **found,
    }
    verdict = next((finding for finding in ("bad", "unknown") if finding in found.values()), "good")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", verdict)
    expect(page.locator("[data-verdict]")).to_have_text(Words("en").say(f"page.fair.{verdict}"))


def test_a_repeated_shuffle_is_reported(new_page: NewPage, server: RestartableServer) -> None:
    seat = finished_seat(server)
    page = open_seat(new_page, {**seat, "shares": [*REPEATED, *seat["shares"]]})
    assert failed_checks(page) == {"first": "unknown"}


TAMPERED = {
    "cards": lambda deal: deal["cards"].insert(0, deal["cards"].pop()),
    "seed": lambda deal: deal["fair"].update(seed="1" * 64),
    "words": lambda deal: deal["fair"]["mix"].append("three"),
}


@pytest.mark.parametrize("part", TAMPERED)
def test_a_tampered_record_is_detected(
    new_page: NewPage, server: RestartableServer, part: str
) -> None:
    seat = finished_seat(server)
    page = new_page()

    def tamper(route: Route) -> None:
        record = route.fetch().json()
        TAMPERED[part](record["deal"])
        route.fulfill(json=record)

    page.route("**/api/record?*", tamper)
    fill_storage(page, "Ana", [seat], sound=False)
    page.goto(f"/#/table/{seat['table']}")
    assert failed_checks(page) == {"cards": "bad"}
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "bad")
    screenshot(page, "check-bad-en-desk")


def test_without_the_record_the_cards_are_unknown(
    new_page: NewPage, server: RestartableServer
) -> None:
    seat = finished_seat(server)
    page = new_page(allow_messages=True)
    page.route("**/api/record?*", lambda route: route.abort())
    fill_storage(page, "Ana", [seat], sound=False)
    page.goto(f"/#/table/{seat['table']}")
    assert failed_checks(page) == {"cards": "unknown"}


DECKS = [
    {"players": 2},
    {"players": 2, "jokers_wild": True},
    {"players": 3, "decks": 1},
    {"players": 4, "pitch_black": True},
]


@pytest.mark.parametrize("options", DECKS, ids=str)
def test_every_deck_is_recomputed(
    new_page: NewPage, server: RestartableServer, options: dict[str, int | bool]
) -> None:
    people = int(options["players"])
    opened = Opened("dungeon", options, ("",) * people, SEED)
    sat = [Sat(seat, f"Player {seat}", f"{OWN_WORDS} {seat}") for seat in range(people)]
    table, keys = server.add_table(
        [opened, *sat, Began(), *(Made(seat, "resign") for seat in range(people - 1))]
    )
    page = open_seat(new_page, seat_in_storage(table, "dungeon", keys[0]))
    assert findings(page)["cards"] == "good"


def test_a_chosen_deal_has_nothing_to_check(new_page: NewPage, server: RestartableServer) -> None:
    example = walkthrough().record
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=" ".join(codes_of(example.deal.cards)))
    table, keys = server.add_table(
        [opened, Sat(0, "Ada", "words"), Began(), *(Made(0, move) for move in example.moves)]
    )
    page = open_seat(new_page, seat_in_storage(table, "tomb", keys[0]))
    expect(page.locator(".fair")).to_contain_text(Words("en").say("page.fair.chosen"))
