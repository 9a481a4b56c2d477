"""Fair shuffles: the commitment comes before the players' words, the seed after the game."""

import asyncio
import hashlib
from random import Random

from serve.server import Player, Visitor, live
from underdeck.deal import Fair
from underdeck.formats import check
from underdeck.registry import find_game


@live
async def test_the_promised_seed_is_used_for_the_shuffle(visitor: Visitor) -> None:
    promise = await visitor.get("POST", "/api/promises")
    opened = await visitor.open(
        "tomb", words="only now do I think of these", promise=promise["promise"]
    )
    assert opened["commitment"] == promise["commitment"]
    player = await visitor.sit(opened["key"])
    hidden = {"words": None, "seed": None}
    assert player.table["fair"] == {
        "commitment": promise["commitment"],
        "shares": [share("only now do I think of these")],
        "owes": None,
        "waits_for": [],
        **hidden,
    }
    last = await player.play_on(Random(2))
    seed = bytes.fromhex(last["fair"]["seed"])
    assert hashlib.sha256(seed).hexdigest() == promise["commitment"]
    record = check(await visitor.get("GET", "/api/record", key=opened["key"])).record
    deck = find_game("tomb").deck(record.options)
    assert record.deal.cards == Fair(seed, ("only now do I think of these",)).deal(deck).cards


@live
async def test_a_promise_can_be_used_once(visitor: Visitor) -> None:
    promise = await visitor.get("POST", "/api/promises")
    await visitor.open("tomb", promise=promise["promise"])
    again = await visitor.ask(
        "POST", "/api/tables", {"game": "tomb", "name": "Ada", "promise": promise["promise"]}
    )
    assert (again.status_code, again.json()["refused"]["code"]) == (404, "unknown_promise")


@live
async def test_an_invitation_shows_the_commitment_before_sitting_down(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 2})
    response = await visitor.get("GET", "/api/invitation", key=opened["join"])
    assert response["commitment"] == opened["commitment"]
    assert (response["names"], response["free"]) == (["Ada", ""], 1)
    assert (await visitor.ask("GET", "/api/invitation", key=opened["watch"])).status_code == 401


def share(words: str) -> str:
    """Return the commitment to a share."""
    return hashlib.sha256(words.encode()).hexdigest()


async def two_who_committed(visitor: Visitor) -> tuple[Player, Player, str]:
    """Return two players with committed, unrevealed shares, and the key of an invitation."""
    opened = await visitor.open("dungeon", house={"players": 2}, share=share("ada's share"))
    joined = await visitor.get(
        "POST",
        "/api/seats",
        {"name": "Bruno", "key": opened["join"], "share": share("bruno's share")},
    )
    ada, bruno = await visitor.sit(opened["key"]), await visitor.sit(joined["key"])
    await ada.seen(lambda table: table["fair"]["owes"] == "reveal")
    return ada, bruno, opened["key"]


@live
async def test_everybody_commits_before_anybody_reveals(visitor: Visitor) -> None:
    ada, bruno, key = await two_who_committed(visitor)
    assert (
        ada.table["fair"]["shares"]
        == bruno.table["fair"]["shares"]
        == [share("ada's share"), share("bruno's share")]
    )
    assert (ada.table["status"], ada.table["fair"]["waits_for"]) == ("open", [0, 1])
    await ada.send("reveal", words="something chosen later")
    assert (await ada.next("refused"))["code"] == "share_mismatch"
    await ada.send("reveal", words="ada's share")
    assert (await ada.seen(lambda table: table["fair"]["owes"] is None))["status"] == "open"
    assert ada.table["fair"]["waits_for"] == [1]
    await bruno.send("reveal", words="bruno's share")
    await ada.seen(lambda table: table["status"] == "running")
    await bruno.send("resign")
    over = await ada.seen(lambda table: table["status"] == "over")
    assert over["fair"]["words"] == ["ada's share", "bruno's share"]
    record = check(await visitor.get("GET", "/api/record", key=key)).record
    fair = Fair(bytes.fromhex(over["fair"]["seed"]), tuple(over["fair"]["words"]))
    assert record.deal.cards == fair.deal(find_game("dungeon").deck(record.options)).cards


@live
async def test_a_rematch_asks_for_new_shares(visitor: Visitor) -> None:
    ada, bruno, key = await two_who_committed(visitor)
    await ada.send("reveal", words="ada's share")
    await bruno.send("reveal", words="bruno's share")
    await ada.seen(lambda table: table["status"] == "running")
    await bruno.send("resign")
    await ada.seen(lambda table: table["status"] == "over")
    await ada.send("rematch")
    await bruno.send("rematch")
    await ada.seen(lambda table: table["rematch"] is not None)
    again = await visitor.sit((await visitor.get("POST", "/api/seat/rematch", key=key))["key"])
    assert (again.table["status"], again.table["fair"]["owes"]) == ("open", "commit")
    await again.send("commit", share=share("ada's second share"))
    await again.seen(lambda table: table["fair"]["owes"] is None)
    assert again.table["fair"]["shares"] == [share("ada's second share"), None]


@live
async def test_the_commitment_of_a_listed_table_is_seen_before_sitting_down(
    visitor: Visitor,
) -> None:
    opened = await visitor.open("dungeon", house={"players": 2}, listed=True)
    response = await visitor.get("POST", "/api/invitation", {"table": opened["table"]})
    assert response["commitment"] == opened["commitment"]
    hidden = await visitor.open("dungeon", house={"players": 2})
    assert (
        await visitor.ask("POST", "/api/invitation", {"table": hidden["table"]})
    ).status_code == 404


@live
async def test_a_repeated_request_takes_no_second_seat(visitor: Visitor) -> None:
    secret = "a-secret-that-the-client-drew-itself-1"
    body = {"game": "dungeon", "name": "Ada", "house": {"players": 3}, "secret": secret}
    opened = await asyncio.gather(*(visitor.get("POST", "/api/tables", body) for _ in range(3)))
    assert opened[0] == opened[1] == opened[2]
    assert opened[0]["key"] == secret
    join = {
        "name": "Bruno",
        "key": opened[0]["join"],
        "secret": "a-secret-that-the-client-drew-itself-2",
    }
    joined = await asyncio.gather(*(visitor.get("POST", "/api/seats", join) for _ in range(3)))
    assert joined[0] == joined[1] == joined[2]
    player = await visitor.sit(secret)
    assert [seat["name"] for seat in player.table["seats"]] == ["Ada", "Bruno", ""]
    assert (await visitor.sit(joined[0]["key"])).table["seat"] == 1


@live
async def test_a_revoked_key_is_not_issued_again(visitor: Visitor) -> None:
    profile = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
    opened = await visitor.get(
        "POST", "/api/tables", {"game": "tomb", "name": "Ada"}, key=profile["key"]
    )
    first = await visitor.get(
        "POST", "/api/profile/seat", {"table": opened["table"]}, key=profile["key"]
    )
    await visitor.get("POST", "/api/seat/key", key=first["key"])
    second = await visitor.get(
        "POST", "/api/profile/seat", {"table": opened["table"]}, key=profile["key"]
    )
    assert second["key"] != first["key"]
    assert (await visitor.ask("GET", "/api/table", key=first["key"])).status_code == 401
    assert (await visitor.ask("GET", "/api/table", key=second["key"])).status_code == 200
    again = await visitor.get(
        "POST", "/api/profile/seat", {"table": opened["table"]}, key=profile["key"]
    )
    assert again["key"] == second["key"]


@live
async def test_results_say_whether_the_cards_were_known(visitor: Visitor) -> None:
    profile = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
    deals = {"walkthrough": {"deal": "walkthrough"}, "fair": {}}
    for wanted in deals.values():
        opened = await visitor.get(
            "POST", "/api/tables", {"game": "tomb", "name": "Ada", **wanted}, key=profile["key"]
        )
        await (await visitor.sit(opened["key"])).play_on(Random(3))
    shown = await visitor.get("GET", "/api/profile", key=profile["key"])
    assert [each["result"]["deal"] for each in reversed(shown["results"])] == list(deals)


@live
async def test_a_chosen_secret_never_replaces_revives_or_betrays_another_key(
    visitor: Visitor,
) -> None:
    opened = await visitor.open("dungeon", house={"players": 4})
    for stolen in (opened["join"], opened["watch"]):
        body = {"game": "dungeon", "name": "Mallory", "secret": stolen}
        assert (await visitor.ask("POST", "/api/tables", body)).json()["refused"][
            "code"
        ] == "secret_taken"
        join = {"name": "Mallory", "key": opened["join"], "secret": stolen}
        assert (await visitor.ask("POST", "/api/seats", join)).status_code == 409
    assert (await visitor.ask("GET", "/api/invitation", key=opened["join"])).status_code == 200
    await visitor.get("POST", "/api/seat/key", key=opened["key"])
    for path, body in (
        ("/api/tables", {"game": "dungeon", "name": "Eve", "secret": opened["key"]}),
        ("/api/seats", {"name": "Eve", "key": opened["join"], "secret": opened["key"]}),
    ):
        assert (await visitor.ask("POST", path, body)).json()["refused"]["code"] == "secret_taken"


@live
async def test_the_same_request_sent_at_once_with_a_promise_opens_one_table(
    visitor: Visitor,
) -> None:
    promise = (await visitor.get("POST", "/api/promises"))["promise"]
    body = {
        "game": "tomb",
        "name": "Ada",
        "secret": "a-secret-that-the-client-drew-itself-7",
        "promise": promise,
    }
    opened = await asyncio.gather(*(visitor.get("POST", "/api/tables", body) for _ in range(6)))
    assert all(each == opened[0] for each in opened)
