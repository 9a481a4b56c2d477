"""Series, contests and wagers through HTTP, played over WebSockets."""

import asyncio
import hashlib
import hmac
from random import Random
from typing import Any

import httpx
import pytest

from serve.server import Frame, Visitor, live
from underdeck.cards import codes_of
from underdeck.deal import Fair
from underdeck.games.tomb.state import DECK

CONTEST = {"kind": "contest", "name": "Ada", "games": 3}
WAGER = {"kind": "wager", "name": "Ada", "games": 1, "stake": 25, "currency": "coins"}


async def profile(visitor: Visitor, name: str = "Ada") -> str:
    """Create a profile and return its key."""
    created = await visitor.get("POST", "/api/profiles", {"name": name, "language": "en"})
    key: str = created["key"]
    return key


async def create(visitor: Visitor, key: str, terms: dict[str, Any]) -> Frame:
    shown: Frame = await visitor.get("POST", "/api/competitions", terms, key)
    return shown


async def show(visitor: Visitor, key: str, competition: Frame) -> Frame:
    shown: Frame = await visitor.get("GET", path(competition), key=key)
    return shown


async def enter(visitor: Visitor, key: str, invitation: str, name: str) -> httpx.Response:
    body = {"key": invitation, "name": name}
    return await visitor.ask("POST", "/api/competition/entrants", body, key)


async def play(visitor: Visitor, key: str, competition: Frame, random: Random) -> Frame:
    """Play the next game with random moves and return its table at the end."""
    seated = await visitor.get("POST", path(competition, "/game"), key=key)
    player = await visitor.sit(seated["key"], protocol=3)
    return await player.play_on(random)


def path(competition: Frame, end: str = "") -> str:
    return f"/api/competitions/{competition['competition']}{end}"


def refused(response: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of an error."""
    return response.status_code, response.json()["refused"]["code"]


def you(shown: Frame) -> Frame:
    own: list[Frame] = [each for each in shown["entrants"] if each["is_you"]]
    (entrant,) = own
    return entrant


@live
async def test_a_series_of_three_games_to_its_end(visitor: Visitor) -> None:
    key = await profile(visitor)
    series = await create(visitor, key, {"kind": "series", "name": "Ada", "games": 3})
    assert (series["key"], series["can_enter"]) == (None, False)
    random, points = Random(1), 0
    for number in (1, 2, 3):
        shown = await show(visitor, key, series)
        assert (shown["can_play"], shown["next_game"], shown["is_over"]) == (True, number, False)
        assert (shown["seed"], shown["commitment"]) == (None, series["commitment"])
        table = await play(visitor, key, series, random)
        assert (table["board"], table["number"]) == (f"competition:{series['competition']}", number)
        points += table["result"]["points"]
        entrant = you(await show(visitor, key, series))
        assert (entrant["played"], entrant["points"]) == (number, points)
        assert entrant["games"][number - 1]["outcome"] == table["result"]["ending"]
    over = await show(visitor, key, series)
    assert (over["is_over"], over["can_play"], over["next_game"]) == (True, False, None)
    assert hashlib.sha256(bytes.fromhex(over["seed"])).hexdigest() == series["commitment"]
    assert refused(await visitor.ask("POST", path(series, "/game"), key=key)) == (
        409,
        "competition_over",
    )
    listed = await visitor.get("GET", "/api/competitions", key=key)
    assert listed == {"competitions": [over]}


@live
async def test_a_game_of_a_series_is_left_and_resumed(visitor: Visitor) -> None:
    key = await profile(visitor)
    series = await create(visitor, key, {"kind": "series", "name": "Ada", "games": 5})
    first = await visitor.get("POST", path(series, "/game"), key=key)
    player = await visitor.sit(first["key"])
    await player.play_on(Random(1), max_moves=1)
    assert you(await show(visitor, key, series))["games"][0]["status"] == "running"
    again = await visitor.get("POST", path(series, "/game"), key=key)
    assert again["table"] == first["table"]
    resumed = await visitor.sit(again["key"])
    assert resumed.table["view"] == player.table["view"]


@live
async def test_a_game_is_begun_once_by_all_devices_of_a_profile(visitor: Visitor) -> None:
    key = await profile(visitor)
    code = await visitor.get("POST", "/api/profile/code", key=key)
    claimed = await visitor.get("POST", "/api/profile/claim", {"code": code["code"]})
    series = await create(visitor, key, {"kind": "series", "name": "Ada"})
    seated = await asyncio.gather(
        *(
            visitor.get("POST", path(series, "/game"), key=device)
            for device in (key, claimed["key"]) * 5
        )
    )
    assert len({each["table"] for each in seated}) == 1
    tables = (await visitor.get("GET", "/api/profile", key=key))["tables"]
    assert len(tables) == 1


@live
async def test_no_game_of_a_competition_offers_undo_or_a_card_counter(visitor: Visitor) -> None:
    key = await profile(visitor)
    series = await create(visitor, key, {"kind": "series", "name": "Ada"})
    seated = await visitor.get("POST", path(series, "/game"), key=key)
    player = await visitor.sit(seated["key"])
    await player.play(player.legal[0])
    assert (player.table["undo"], player.table["count"]) == (False, False)
    await player.send("undo", id="back", version=player.table["version"])
    assert (await player.next("done", "refused"))["code"] == "no_assists"


@live
async def test_a_contest_of_two_profiles_on_the_same_deals(visitor: Visitor) -> None:
    ada, bob = await profile(visitor), await profile(visitor, "Bob")
    contest = await create(visitor, ada, CONTEST)
    invited = await visitor.get("GET", "/api/competition", key=contest["key"])
    assert (invited["creator"], invited["can_enter"], invited["key"]) == ("Ada", True, None)
    entered = await enter(visitor, bob, contest["key"], "Bob")
    assert entered.status_code == 201
    assert (entered.json()["can_play"], entered.json()["key"]) == (True, contest["key"])
    dealt = {}
    for number in (1, 2, 3):
        for key, name in ((ada, "Ada"), (bob, "Bob")):
            seated = await visitor.get("POST", path(contest, "/game"), key=key)
            player = await visitor.sit(seated["key"], protocol=3)
            await player.play_on(Random(number))
            dealt[name, number] = seated["key"]
        assert (await show(visitor, ada, contest))["is_over"] == (number == 3)
    over = await show(visitor, bob, contest)
    assert [each["rank"] for each in over["entrants"]] == [1, 1]
    assert over["entrants"][0]["points"] == over["entrants"][1]["points"]
    for number in (1, 2, 3):
        message = f"underdeck/competition/1\n{number}\n".encode()
        seed = hmac.digest(bytes.fromhex(over["seed"]), message, "sha256")
        cards = codes_of(Fair(seed).deal(DECK).cards)
        for name in ("Ada", "Bob"):
            record = await visitor.get("GET", "/api/record", key=dealt[name, number])
            assert record["deal"]["cards"] == cards
            fair = record["deal"]["fair"]
            assert (fair["seed"], fair["mix"]) == (seed.hex(), [])


@live
async def test_the_cards_of_a_contest_stay_secret_until_it_is_over(visitor: Visitor) -> None:
    ada = await profile(visitor)
    contest = await create(visitor, ada, CONTEST)
    seated = await visitor.get("POST", path(contest, "/game"), key=ada)
    player = await visitor.sit(seated["key"], protocol=3)
    table = await player.play_on(Random(3))
    assert table["fair"]["seed"] is None
    record = await visitor.ask("GET", "/api/record", key=seated["key"])
    assert refused(record) == (409, "deal_secret")
    await visitor.get("POST", path(contest, "/close"), key=ada)
    await visitor.get("GET", "/api/record", key=seated["key"])


@live
async def test_scores_of_others_are_shown_but_not_their_tables(visitor: Visitor) -> None:
    ada, bob = await profile(visitor), await profile(visitor, "Bob")
    contest = await create(visitor, ada, CONTEST)
    await enter(visitor, bob, contest["key"], "Bob")
    table = await play(visitor, ada, contest, Random(4))
    shown = await show(visitor, bob, contest)
    (other,) = [each for each in shown["entrants"] if not each["is_you"]]
    game = other["games"][0]
    assert (game["status"], game["points"]) == ("over", table["result"]["points"])
    assert game["table"] is None
    invited = await visitor.get("GET", "/api/competition", key=contest["key"])
    for entrant in invited["entrants"]:
        assert not entrant["is_you"]
        assert all(game["table"] is None for game in entrant["games"])
    own = you(await show(visitor, ada, contest))["games"][0]["table"]
    profiles = [
        (await visitor.get("GET", "/api/profile", key=key))["profile"] for key in (ada, bob)
    ]
    for address, key in ((path(contest), bob), ("/api/competition", contest["key"])):
        text = (await visitor.ask("GET", address, key=key)).text
        assert not any(secret in text for secret in (own, *profiles))


@live
async def test_a_stranger_sees_and_changes_nothing(visitor: Visitor) -> None:
    ada, eva = await profile(visitor), await profile(visitor, "Eva")
    contest = await create(visitor, ada, CONTEST)
    unknown = (404, "unknown_competition")
    assert refused(await visitor.ask("GET", path(contest), key=eva)) == unknown
    assert refused(await visitor.ask("POST", path(contest, "/game"), key=eva)) == unknown
    assert refused(await visitor.ask("POST", path(contest, "/close"), key=eva)) == unknown
    nowhere = await visitor.ask("GET", "/api/competitions/000000000000", key=eva)
    assert refused(nowhere) == unknown
    assert await visitor.get("GET", "/api/competitions", key=eva) == {"competitions": []}
    for key in ("", contest["key"]):
        response = await visitor.ask("GET", path(contest), key=key)
        assert refused(response) == (401, "unknown_key")
    wrong = await visitor.ask("GET", "/api/competition", key=eva)
    assert refused(wrong) == (401, "unknown_key")
    assert refused(await enter(visitor, eva, "x" * 32, "Eva")) == (401, "unknown_key")


@live
async def test_entering_twice_changes_nothing(visitor: Visitor) -> None:
    ada, bob = await profile(visitor), await profile(visitor, "Bob")
    contest = await create(visitor, ada, CONTEST)
    first = await enter(visitor, bob, contest["key"], "Bob")
    assert (await enter(visitor, bob, contest["key"], "Robert")).json() == first.json()
    again = (await enter(visitor, ada, contest["key"], "Bob")).json()
    assert again["is_creator"]
    assert [each["name"] for each in again["entrants"]] == ["Ada", "Bob"]


@live
async def test_two_entrants_have_names_that_differ_at_a_glance(visitor: Visitor) -> None:
    ada, bob = await profile(visitor), await profile(visitor, "Bob")
    contest = await create(visitor, ada, CONTEST)
    assert refused(await enter(visitor, bob, contest["key"], "АDA")) == (409, "name_taken")


@live
async def test_names_and_currencies_are_plain_text(visitor: Visitor) -> None:
    ada, bob = await profile(visitor), await profile(visitor, "Bob")
    wager = await create(visitor, ada, {**WAGER, "currency": " <b>&amp; "})
    assert wager["currency"] == "<b>&amp;"
    name = "<img src=x onerror=1>"
    response = await enter(visitor, bob, wager["key"], name)
    assert response.headers["content-type"].startswith("application/json")
    assert name in [each["name"] for each in response.json()["entrants"]]
    for unseen in ("a\u202eb", "\u3164", "\u2800\u2800"):
        bad = await visitor.ask("POST", "/api/competitions", {**WAGER, "currency": unseen}, ada)
        assert refused(bad) == (409, "bad_currency")


@live
async def test_a_wager_with_debts_that_both_settle(visitor: Visitor) -> None:
    ada, bob = await profile(visitor), await profile(visitor, "Bob")
    wager = await create(visitor, ada, {**WAGER, "games": 10, "same_deals": False})
    assert (wager["can_play"], wager["same_deals"]) == (False, False)
    alone = await visitor.ask("POST", path(wager, "/game"), key=ada)
    assert refused(alone) == (409, "wager_alone")
    await enter(visitor, bob, wager["key"], "Bob")
    random, points = Random(5), dict[str, list[int]](Ada=[], Bob=[])
    for _ in range(10):  # all ten games of two players are hardly ever equal
        for key, name in ((ada, "Ada"), (bob, "Bob")):
            table = await play(visitor, key, wager, random)
            points[name].append(table["result"]["points"])
    late = await enter(visitor, await profile(visitor, "Eva"), wager["key"], "Eva")
    assert refused(late) == (409, "competition_over")
    over = await show(visitor, ada, wager)
    assert over["is_over"]
    owed = 25 * sum(b - a for a, b in zip(points["Ada"], points["Bob"], strict=True))
    debts = over["debts"]
    assert debts, points
    assert sum(each["amount"] * (1 if each["you"] == "debtor" else -1) for each in debts) == owed
    book = await visitor.get("GET", "/api/ledger", key=bob)
    assert book["balances"] == [{"name": "Ada", "currency": "coins", "amount": owed}]
    ids = {"debts": [each["debt"] for each in debts]}
    half = await visitor.get("POST", "/api/ledger", ids, ada)
    assert not any(each["is_settled"] for each in half["debts"])
    assert half["balances"] == [{"name": "Bob", "currency": "coins", "amount": -owed}]
    done = await visitor.get("POST", "/api/ledger", ids, bob)
    assert done["balances"] == []
    assert all(each["is_settled"] for each in done["debts"])
    stranger = await visitor.ask("POST", "/api/ledger", ids, await profile(visitor, "Eva"))
    assert refused(stranger) == (404, "unknown_debt")


@live
async def test_nobody_enters_a_wager_that_has_begun(visitor: Visitor) -> None:
    ada, bob, eva = [await profile(visitor, name) for name in ("Ada", "Bob", "Eva")]
    wager = await create(visitor, ada, WAGER)
    await enter(visitor, bob, wager["key"], "Bob")
    await visitor.get("POST", path(wager, "/game"), key=bob)
    assert refused(await enter(visitor, eva, wager["key"], "Eva")) == (409, "wager_begun")
    assert not (await visitor.get("GET", "/api/competition", key=wager["key"]))["can_enter"]


@live
async def test_only_the_creator_ends_a_competition_early(visitor: Visitor) -> None:
    ada, bob = await profile(visitor), await profile(visitor, "Bob")
    contest = await create(visitor, ada, CONTEST)
    await enter(visitor, bob, contest["key"], "Bob")
    response = await visitor.ask("POST", path(contest, "/close"), key=bob)
    assert refused(response) == (403, "not_creator")
    over = await visitor.get("POST", path(contest, "/close"), key=ada)
    assert (over["is_over"], over["can_play"], over["can_enter"]) == (True, False, False)
    late = await visitor.ask("POST", path(contest, "/game"), key=bob)
    assert refused(late) == (409, "competition_over")
    invited = await visitor.get("GET", "/api/competition", key=contest["key"])
    assert not invited["can_enter"]
    eva = await profile(visitor, "Eva")
    assert refused(await enter(visitor, eva, contest["key"], "Eva")) == (409, "competition_over")


@live
async def test_nobody_ends_a_competition_while_others_are_in_the_middle(visitor: Visitor) -> None:
    ada, bob = await profile(visitor), await profile(visitor, "Bob")
    contest = await create(visitor, ada, CONTEST)
    await enter(visitor, bob, contest["key"], "Bob")
    seated = await visitor.get("POST", path(contest, "/game"), key=bob)
    close = path(contest, "/close")
    assert refused(await visitor.ask("POST", close, key=ada)) == (409, "competition_running")
    player = await visitor.sit(seated["key"], protocol=3)
    await player.play_on(Random(6))
    over = await visitor.get("POST", close, key=ada)
    assert over["is_over"]
    assert you(await show(visitor, bob, contest))["played"] == 1


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ({"kind": "series", "games": 4}, (409, "bad_series_length")),
        ({"kind": "contest", "games": 1}, (409, "bad_series_length")),
        ({"kind": "wager", "games": 1}, (409, "bad_stake")),
        ({"kind": "wager", "games": 1, "stake": 5}, (409, "bad_currency")),
        ({"kind": "wager", "games": 1, "stake": 0, "currency": "x"}, (400, "bad_request")),
        ({"kind": "contest", "stake": 5, "currency": "x"}, (409, "stake_without_wager")),
        ({"kind": "series", "game": "dungeon"}, (409, "needs_points")),
        ({"kind": "series", "house": {"dragons": 1}}, (409, "unknown_house_rule")),
        ({"kind": "duel"}, (400, "bad_request")),
    ],
)
def test_wrong_terms_are_refused(
    server: Any, terms: dict[str, Any], expected: tuple[int, str]
) -> None:
    async def scenario(visitor: Visitor) -> None:
        key = await profile(visitor)
        body = {"name": "Ada", "games": 3, **terms}
        assert refused(await visitor.ask("POST", "/api/competitions", body, key)) == expected

    live(scenario)(server)


@live
async def test_house_rules_apply_to_all_games(visitor: Visitor) -> None:
    key = await profile(visitor)
    terms = {"kind": "series", "name": "Ada", "house": {"drop_sum": True}}
    series = await create(visitor, key, terms)
    assert series["house"]["drop_sum"] is True
    seated = await visitor.get("POST", path(series, "/game"), key=key)
    player = await visitor.sit(seated["key"])
    assert player.table["house"]["drop_sum"] is True
