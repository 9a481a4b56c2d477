"""The fair shuffle in real browsers: devices commit to shares and reveal them."""

import json

from playwright.sync_api import Route, expect

from e2e.conftest import NewPage
from e2e.example_game import play_to_the_end
from e2e.fair_games import (
    CHECKS,
    OWN_WORDS,
    ask_for_rematch,
    expect_begun,
    failed_checks,
    findings,
    invitation_of,
    join,
    open_for_two,
    open_proof,
    resign,
    share_hash,
    two_people,
)
from e2e.page_checks import problems, screenshot
from e2e.restartable_server import RestartableServer
from e2e.scripted_dungeon import SEED
from e2e.storage import fill_storage, seat_in_storage, stored_seat
from e2e.waiting import record_messages, wait_until
from underdeck.say.words import Words
from underdeck.table.entries import Opened, Sat

SHARE_LENGTH = 64


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
        expect_begun(ada, bruno)
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
        for page, name in ((ada, "check-en-desk"), (bruno, "check-es-phone")):
            assert findings(page) == dict.fromkeys(CHECKS, "good")
            expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "good")
            open_proof(page)
            assert problems(page) == []
            screenshot(page, name)
            page.keyboard.press("Escape")
        table = ada.url
        for page in (ada, bruno):
            ask_for_rematch(page)
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
    assert problems(bruno) == []
    bruno.reload()
    expect(
        bruno.get_by_text(Words("es").say("page.fair.waiting", names="Ada", n=1))
    ).to_be_visible()
    ada.goto(table)
    expect_begun(ada, bruno)
    assert [share["words"] for share in stored_seat(ada)["shares"]] == [
        share["words"] for share in before
    ]
    resign(bruno, "es")
    assert set(findings(ada).values()) == set(findings(bruno).values()) == {"good"}


def test_a_rematch_waits_for_an_absent_player_and_survives_a_reload(new_page: NewPage) -> None:
    ada, bruno = two_people(new_page)
    open_for_two(ada)
    join(bruno, invitation_of(ada))
    expect_begun(bruno)
    resign(bruno, "es")
    table = ada.url
    ask_for_rematch(bruno)
    expect(ada.locator(".again")).to_contain_text("Bruno")
    bruno.goto("/#/settings")
    ask_for_rematch(ada)
    ada.wait_for_url(lambda url: url != table)
    waiting = ada.get_by_text(Words("en").say("page.fair.waiting", names="Bruno", n=1))
    expect(waiting).to_be_visible()
    screenshot(ada, "waiting-for-share-en-desk")
    wait_until(ada, lambda: stored_seat(ada)["shares"], "Ada's device stores its new share")
    committed = stored_seat(ada)["shares"]
    ada.reload()
    expect(waiting).to_be_visible()
    bruno.goto(table)
    bruno.wait_for_url(ada.url)
    expect_begun(ada, bruno)
    assert [share["words"] for share in stored_seat(ada)["shares"]] == [
        share["words"] for share in committed
    ]
    resign(bruno, "es")
    assert set(findings(ada).values()) == set(findings(bruno).values()) == {"good"}


def test_new_shares_are_drawn_when_a_player_leaves_after_a_reveal(new_page: NewPage) -> None:
    """Otherwise the next player could choose a share knowing the revealed ones."""
    ada, bruno = two_people(new_page)
    messages = record_messages(ada)

    def has_revealed() -> bool:
        """Return whether the server waits for the second seat's share alone."""
        return any((message.get("fair") or {}).get("waits_for") == [1] for message in messages)

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
    wait_until(ada, has_revealed, "the server accepts Ada's share")
    assert stored_seat(ada)["shares"][0]["seen"][1] == share_hash("never revealed")
    ada.request.delete("/api/seat", headers={"Authorization": f"Bearer {carla['key']}"})
    expect(ada.locator("ol.names li").last).to_have_text(Words("en").say("page.table.free"))
    join(bruno, invitation)
    expect_begun(ada, bruno)
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
    expect_begun(ada, other, bruno)
    resign(bruno, "es")
    table = ada.url
    for page in (bruno, ada):
        ask_for_rematch(page)
    ada.wait_for_url(lambda url: url != table)
    for page in (other, bruno):
        page.wait_for_url(ada.url)
    expect_begun(ada, other, bruno)
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
    page = new_page()
    fill_storage(page, "Ada", [seat_in_storage(table, "dungeon", keys[0])], sound=False)
    page.goto(f"/#/table/{table}")
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
    expect_begun(bruno)
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
        [f"Ada {Words('en').say('page.invite.host')}", "Bruno", Words("en").say("page.table.free")]
    )


def test_against_bots_one_device_shuffles_with_the_server(new_page: NewPage) -> None:
    page = new_page()
    fill_storage(page, "Ada", sound=False)
    open_for_two(page, "bots")
    expect_begun(page)
    resign(page, "en")
    assert set(findings(page).values()) == {"good"}


def test_a_solitaire_is_recomputed_with_the_words_of_the_player(new_page: NewPage) -> None:
    page = new_page("phone", "es")
    fill_storage(page, "Ada", sound=False)
    page.goto("/#/tomb")
    page.locator("details summary").click()
    page.locator("details input").first.fill(OWN_WORDS)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/#/table/*")
    words = stored_seat(page)["shares"][0]["words"]
    assert words[SHARE_LENGTH:] == f" {OWN_WORDS}"
    assert int(words[:SHARE_LENGTH], 16)
    play_to_the_end(page)
    assert findings(page) == dict.fromkeys(("seed", "own", "alone", "cards"), "good")
    open_proof(page)
    screenshot(page, "check-tomb-es-phone")
