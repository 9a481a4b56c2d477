"""Requests of the page: the seats of a profile on other devices, and deals played again."""

from random import Random

from serve.server import Visitor, live
from underdeck.serve.lessons import read_lesson


@live
async def test_a_profile_finds_its_seat_on_another_device(visitor: Visitor) -> None:
    mine = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
    theirs = await visitor.get("POST", "/api/profiles", {"name": "Bruno"})
    opened = (
        await visitor.ask("POST", "/api/tables", {"game": "tomb", "name": "Ada"}, mine["key"])
    ).json()
    asked = {"table": opened["table"]}
    again = [await visitor.get("POST", "/api/profile/seat", asked, mine["key"]) for _ in range(2)]
    assert again[0] == again[1]
    assert again[0]["key"] != opened["key"]
    player = await visitor.sit(again[0]["key"])
    assert player.table["seat"] == 0
    refused = await visitor.ask("POST", "/api/profile/seat", asked, theirs["key"])
    unknown = await visitor.ask("POST", "/api/profile/seat", {"table": "0" * 24}, theirs["key"])
    assert (refused.status_code, refused.json()) == (404, unknown.json())


@live
async def test_the_walkthrough_deal_can_be_played_and_played_again(
    visitor: Visitor,
) -> None:
    opened = await visitor.open("tomb", deal="walkthrough")
    assert opened["commitment"] is None
    player = await visitor.sit(opened["key"])
    for step in read_lesson("tomb", "en").steps[:-1]:
        version = player.table["version"]
        await player.play(step.move or "")
        await player.at(version + 1)
    assert (player.table["result"]["kings"], player.table["result"]["points"]) == (4, 68)
    record = await visitor.get("GET", "/api/record", key=opened["key"])
    again = await visitor.open("tomb", again=opened["key"], house={"drop_sum": True})
    second = await visitor.sit(again["key"])
    await second.play_on(Random(3))
    assert (await visitor.get("GET", "/api/record", key=again["key"]))["deal"]["cards"] == record[
        "deal"
    ]["cards"]


@live
async def test_only_the_deal_of_a_finished_solitaire_is_played_again(visitor: Visitor) -> None:
    running = await visitor.open("tomb")
    wanted = {"game": "tomb", "name": "Ada", "again": running["key"]}
    assert (await visitor.ask("POST", "/api/tables", wanted)).json()["refused"][
        "code"
    ] == "record_not_over"
    assert (
        await visitor.ask("POST", "/api/tables", {**wanted, "again": "A" * 32})
    ).status_code == 401
    table = await visitor.open("dungeon", bots=["careful"])
    await (await visitor.sit(table["key"])).play_on(Random(2))
    foreign = await visitor.ask("POST", "/api/tables", {**wanted, "again": table["key"]})
    assert (foreign.status_code, foreign.json()["refused"]["code"]) == (409, "foreign_cards")
    duel = {"game": "dungeon", "name": "Ada", "deal": "walkthrough"}
    assert (await visitor.ask("POST", "/api/tables", duel)).json()["refused"][
        "code"
    ] == "deal_for_solitaires"


@live
async def test_a_finished_dungeon_is_played_again_with_the_same_deal_against_bots(
    visitor: Visitor,
) -> None:
    house = {"players": 3, "jokers_wild": True}
    opened = await visitor.open("dungeon", house=house, bots=["careful", "random"])
    await (await visitor.sit(opened["key"])).play_on(Random(4))
    record = await visitor.get("GET", "/api/record", key=opened["key"])
    profile = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
    wanted = {"game": "dungeon", "name": "Ada", "pace": 0, "again": opened["key"]}
    again = await visitor.get("POST", "/api/tables", {**wanted, "share": "a" * 64}, profile["key"])
    assert again["commitment"] is None
    player = await visitor.sit(again["key"])
    assert player.table["status"] == "running"
    assert [seat["bot"] for seat in player.table["seats"]] == [None, "careful", "random"]
    assert player.table["fair"] is None
    assert player.table["house"] == (await visitor.sit(opened["key"])).table["house"]
    await player.play_on(Random(5))
    second = await visitor.get("GET", "/api/record", key=again["key"])
    assert second["deal"]["cards"] == record["deal"]["cards"]
    past = await visitor.get("GET", "/api/result", key=again["key"])
    assert (past["origin"], past["standing"]) == ("again", "repeat")


@live
async def test_a_deal_is_not_played_again_with_people(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", bots=["careful"])
    await (await visitor.sit(opened["key"])).play_on(Random(4))
    wanted = {"game": "dungeon", "name": "Ada", "again": opened["key"]}
    response = await visitor.ask("POST", "/api/tables", {**wanted, "house": {"players": 3}})
    assert (response.status_code, response.json()["refused"]["code"]) == (409, "again_with_people")


@live
async def test_a_guest_plays_the_deal_again_from_the_same_seat(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon")
    joined = await visitor.join(opened["join"])
    host, guest = await visitor.sit(opened["key"]), await visitor.sit(joined["key"])
    await host.send("resign")
    await guest.seen(lambda table: table["status"] == "over")
    again = await visitor.open("dungeon", again=joined["key"])
    player = await visitor.sit(again["key"])
    assert again["seat"] == player.table["seat"] == 1
    assert [bool(seat["bot"]) for seat in player.table["seats"]] == [True, False]
