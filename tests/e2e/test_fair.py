"""The fair shuffle in real browsers: devices commit and reveal by themselves, and find out whatever doesn't match at the end."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from e2e.conftest import NewPage
from e2e.plan import SEED, WORDS, terms
from e2e.table_server import House, settle
from underdeck.cards import codes_of
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.say.words import Words
from underdeck.table.entries import Began, Made, Opened, Sat

PICTURES = os.environ.get("UNDERDECK_PICTURES", "")
OWN_WORDS = "ñandú ♠ 🂡"
SHARE_LENGTH = 64

Seat = dict[str, Any]


def share_hash(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


def picture(page: Page, name: str) -> None:
    """Keep a picture, if a folder for them is named."""
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{PICTURES}/{name}.png")


def kept_seat(page: Page) -> Seat:
    """What the device keeps of the table that it shows."""
    seat: Seat = page.evaluate(
        "JSON.parse(localStorage['underdeck.seats']).find(seat => location.hash.endsWith(seat.table))",
    )
    return seat


def findings(page: Page) -> dict[str, str]:
    """What each check at the end has found."""
    page.locator("[data-verdict]").wait_for()
    return page.evaluate(  # type: ignore[no-any-return]
        "Object.fromEntries([...document.querySelectorAll('[data-check]')].map(one => [one.dataset.check, one.dataset.finding]))"
    )


def open_for_two(page: Page, company: str = "friends") -> None:
    """Open a table of Dungeon for two people."""
    page.goto(f"/#/dungeon/{company}")
    page.get_by_text("2", exact=True).click()
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")


def join(page: Page, invitation: str) -> None:
    """Follow an invitation, or a place in the lobby, and sit down."""
    page.goto(invitation)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")


def invitation_of(page: Page) -> str:
    return page.locator("input[readonly]").input_value()


def resign(page: Page, language: str) -> None:
    say = Words(language).say
    page.get_by_role("button", name=say("page.table.resign"), exact=True).click()
    page.get_by_role("button", name=say("page.table.resign_sure")).click()


def two_people(visit: NewPage) -> tuple[Page, Page]:
    """Ada at a desk in English, Bruno with a phone in Spanish."""
    ada, bruno = visit("desk", "en"), visit("phone", "es", theme="light")
    settle(ada, "Ada", sound=False)
    settle(bruno, "Bruno", sound=False)
    return ada, bruno


def test_two_devices_shuffle_together_and_again_for_a_rematch(visit: NewPage) -> None:
    ada, bruno = two_people(visit)
    open_for_two(ada)
    picture(ada, "waiting-for-players-en-desk")
    bruno.goto(invitation_of(ada))
    bruno.locator("details summary").click()
    expect(bruno.locator("details code")).to_have_text(kept_seat(ada)["commitment"])
    picture(bruno, "join-es-phone")
    bruno.locator("form input").last.fill(OWN_WORDS)
    bruno.locator("form button[type=submit]").click()
    drawn: set[str] = set()
    for _ in range(2):
        for page in (ada, bruno):
            page.locator(".dungeon").wait_for()
        seats = [kept_seat(ada), kept_seat(bruno)]
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
                "it can be scrolled sideways"
            )
        picture(ada, "check-en-desk")
        picture(bruno, "check-es-phone")
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


def test_whoever_is_away_reveals_after_coming_back(visit: NewPage) -> None:
    ada, bruno = two_people(visit)
    open_for_two(ada)
    table, invitation, before = ada.url, invitation_of(ada), kept_seat(ada)["shares"]
    ada.goto("/#/settings")
    join(bruno, invitation)
    expect(bruno.get_by_role("status").filter(has_text="Ada")).to_have_text(
        Words("es").say("page.fair.waiting", names="Ada", n=1)
    )
    picture(bruno, "waiting-for-share-es-phone")
    assert Axe().run(bruno).response["violations"] == []
    bruno.reload()
    expect(
        bruno.get_by_text(Words("es").say("page.fair.waiting", names="Ada", n=1))
    ).to_be_visible()
    ada.goto(table)
    for page in (ada, bruno):
        page.locator(".dungeon").wait_for()
    assert [share["words"] for share in kept_seat(ada)["shares"]] == [
        share["words"] for share in before
    ]
    resign(bruno, "es")
    assert set(findings(ada).values()) == set(findings(bruno).values()) == {"good"}


def test_a_rematch_waits_for_whoever_is_away_and_survives_a_reload(visit: NewPage) -> None:
    ada, bruno = two_people(visit)
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
    picture(ada, "waiting-for-share-en-desk")
    committed = kept_seat(ada)["shares"]
    ada.reload()
    expect(waiting).to_be_visible()
    bruno.goto(table)
    bruno.wait_for_url(ada.url)
    for page in (ada, bruno):
        page.locator(".dungeon").wait_for()
    assert [share["words"] for share in kept_seat(ada)["shares"]] == [
        share["words"] for share in committed
    ]
    resign(bruno, "es")
    assert set(findings(ada).values()) == set(findings(bruno).values()) == {"good"}


def test_new_shares_are_drawn_when_somebody_leaves_after_a_reveal(visit: NewPage) -> None:
    """Whoever comes next could choose a share knowing the revealed ones; that it was repeated is said at the end."""
    ada, bruno = two_people(visit)
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
    assert kept_seat(ada)["shares"][0]["seen"][1] == share_hash("never revealed")
    ada.request.delete("/api/seat", headers={"Authorization": f"Bearer {carla['key']}"})
    expect(ada.locator("ol.names li").last).to_have_text(Words("en").say("page.table.free"))
    join(bruno, invitation)
    for page in (ada, bruno):
        page.locator(".dungeon").wait_for()
    resign(bruno, "es")
    assert {name: each for name, each in findings(ada).items() if each != "good"} == {
        "first": "unknown"
    }
    assert set(findings(bruno).values()) == {"good"}
    revealed = [share["words"] for share in kept_seat(ada)["shares"]]
    assert len(set(revealed)) == 2


def test_two_tabs_of_one_seat_send_one_share(visit: NewPage) -> None:
    ada, bruno = two_people(visit)
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


def test_another_device_says_that_the_share_is_elsewhere(visit: NewPage, house: House) -> None:
    opened = Opened("dungeon", {"players": 2}, ("", ""), SEED)
    sat = [
        Sat(seat, name, "", share=share_hash(name)) for seat, name in enumerate(("Ada", "Bruno"))
    ]
    table, keys = house.lay([opened, *sat])
    page = show(visit, {"table": table, "game": "dungeon", "seat": 0, "key": keys[0], "opened": 1})
    expect(page.get_by_text(Words("en").say("page.fair.elsewhere"))).to_be_visible()


def test_the_lobby_shows_the_commitment_before_one_sits_down(visit: NewPage) -> None:
    ada, bruno = two_people(visit)
    open_for_two(ada, "lobby")
    bruno.goto("/#/lobby")
    bruno.get_by_role("link", name=Words("es").say("page.lobby.sit")).click()
    bruno.locator("details summary").click()
    commitment = kept_seat(ada)["commitment"]
    expect(bruno.locator("details code")).to_have_text(commitment)
    picture(bruno, "join-listed-es-phone")
    bruno.locator("form button[type=submit]").click()
    bruno.locator(".dungeon").wait_for()
    assert kept_seat(bruno)["commitment"] == commitment


def test_a_lost_answer_leaves_no_ghost(visit: NewPage) -> None:
    """The server takes the seat, but its answer never comes: asked again, it gives the same seat."""
    ada, bruno = visit(), visit(forgive=True)
    settle(ada, "Ada", sound=False)
    settle(bruno, "Bruno", sound=False)
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
    assert json.loads(lost[0])["key"] == kept_seat(bruno)["key"]
    expect(ada.locator("ol.names li")).to_have_text(
        ["Ada", "Bruno", Words("en").say("page.table.free")]
    )


def test_against_bots_one_device_shuffles_with_the_server(visit: NewPage) -> None:
    page = visit()
    settle(page, "Ada", sound=False)
    open_for_two(page, "bots")
    page.locator(".dungeon").wait_for()
    resign(page, "en")
    assert set(findings(page).values()) == {"good"}


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "es")])
def test_a_solitaire_is_recomputed_with_the_players_words(
    visit: NewPage, size: str, language: str
) -> None:
    page = visit(size, language)
    settle(page, "Ada", sound=False)
    page.goto("/#/tomb")
    page.locator("details summary").click()
    page.locator("details input").first.fill(OWN_WORDS)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")
    words = kept_seat(page)["shares"][0]["words"]
    assert words[SHARE_LENGTH:] == f" {OWN_WORDS}"
    assert int(words[:SHARE_LENGTH], 16)
    for _ in range(200):
        page.locator("button[data-move][aria-disabled=false], .end").first.wait_for()
        if page.locator(".end").count():
            break
        look = page.locator(".tomb").get_attribute("data-look") or ""
        page.locator("button[data-move][aria-disabled=false]").first.click()
        expect(page.locator(".tomb")).not_to_have_attribute("data-look", look)
    assert findings(page) == dict.fromkeys(("seed", "own", "alone", "cards"), "good")
    page.locator(".fair summary").click()
    page.locator(".fair").scroll_into_view_if_needed()
    picture(page, f"check-tomb-{language}-{size}")


def finished(house: House) -> Seat:
    """A finished Dungeon, and the seat as an honest device has kept it."""
    table, keys = house.lay([*terms(SEED), Began(), *(Made(seat, "resign") for seat in range(3))])
    return {
        "table": table,
        "game": "dungeon",
        "seat": 0,
        "key": keys[0],
        "opened": 1,
        "commitment": hashlib.sha256(bytes.fromhex(SEED)).hexdigest(),
        "shares": [{"words": WORDS[0], "seen": [*map(share_hash, WORDS), None, None]}],
    }


def show(visit: NewPage, seat: Seat) -> Page:
    page = visit()
    settle(page, "Ana", [seat], sound=False)
    page.goto(f"/#/table/{seat['table']}")
    return page


REPEATED = [
    {
        "words": "an earlier share",
        "seen": [share_hash("an earlier share"), share_hash("another"), None, None],
    }
]
SWAPPED = [share_hash(words) for words in reversed(WORDS)]
KEPT: list[tuple[str, Seat, dict[str, str]]] = [
    ("everything matches", {}, {}),
    ("another seed", {"commitment": "0" * 64}, {"seed": "bad"}),
    (
        "the own share is missing",
        {"shares": [{"words": "three", "seen": [*map(share_hash, WORDS)]}]},
        {"own": "bad"},
    ),
    (
        "another's share is replaced",
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
    ("kept", "found"), [pytest.param(kept, found, id=name) for name, kept, found in KEPT]
)
def test_what_the_device_kept_is_compared(
    visit: NewPage, house: House, kept: Seat, found: dict[str, str]
) -> None:
    page = show(visit, {**finished(house), **kept})
    assert findings(page) == {
        **dict.fromkeys(("seed", "own", "others", "cards", "first"), "good"),
        **found,
    }
    verdict = next((each for each in ("bad", "unknown") if each in found.values()), "good")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", verdict)
    expect(page.locator("[data-verdict]")).to_have_text(Words("en").say(f"page.fair.{verdict}"))


def test_a_shuffle_that_was_repeated_is_said_to_be(visit: NewPage, house: House) -> None:
    seat = finished(house)
    page = show(visit, {**seat, "shares": [*REPEATED, *seat["shares"]]})
    assert {name: each for name, each in findings(page).items() if each != "good"} == {
        "first": "unknown"
    }


TAMPERED = {
    "cards": lambda deal: deal["cards"].insert(0, deal["cards"].pop()),
    "seed": lambda deal: deal["fair"].update(seed="1" * 64),
    "words": lambda deal: deal["fair"]["mix"].append("three"),
}


@pytest.mark.parametrize("part", TAMPERED)
def test_a_record_with_other_cards_is_found_out(visit: NewPage, house: House, part: str) -> None:
    seat = finished(house)
    page = visit()

    def tamper(route: Route) -> None:
        told = route.fetch().json()
        TAMPERED[part](told["deal"])
        route.fulfill(json=told)

    page.route("**/api/record?*", tamper)
    settle(page, "Ana", [seat], sound=False)
    page.goto(f"/#/table/{seat['table']}")
    assert {name: each for name, each in findings(page).items() if each != "good"} == {
        "cards": "bad"
    }
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "bad")
    picture(page, "check-bad-en-desk")


def test_without_the_record_the_cards_are_unknown(visit: NewPage, house: House) -> None:
    seat = finished(house)
    page = visit(forgive=True)
    page.route("**/api/record?*", lambda route: route.abort())
    settle(page, "Ana", [seat], sound=False)
    page.goto(f"/#/table/{seat['table']}")
    assert {name: each for name, each in findings(page).items() if each != "good"} == {
        "cards": "unknown"
    }


DECKS = [
    {"players": 2},
    {"players": 2, "jokers_wild": True},
    {"players": 3, "decks": 1},
    {"players": 4, "pitch_black": True},
]


@pytest.mark.parametrize("options", DECKS, ids=str)
def test_every_deck_is_recomputed(
    visit: NewPage, house: House, options: dict[str, int | bool]
) -> None:
    people = int(options["players"])
    opened = Opened("dungeon", options, ("",) * people, SEED)
    sat = [Sat(seat, f"Player {seat}", f"{OWN_WORDS} {seat}") for seat in range(people)]
    table, keys = house.lay(
        [opened, *sat, Began(), *(Made(seat, "resign") for seat in range(people - 1))]
    )
    page = show(visit, {"table": table, "game": "dungeon", "seat": 0, "key": keys[0], "opened": 1})
    assert findings(page)["cards"] == "good"


def test_chosen_cards_have_nothing_to_check(visit: NewPage, house: House) -> None:
    book = walkthrough().record
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=" ".join(codes_of(book.deal.cards)))
    table, keys = house.lay(
        [opened, Sat(0, "Ada", "words"), Began(), *(Made(0, move) for move in book.moves)]
    )
    page = show(visit, {"table": table, "game": "tomb", "seat": 0, "key": keys[0], "opened": 1})
    expect(page.locator(".fair")).to_contain_text(Words("en").say("page.fair.chosen"))
