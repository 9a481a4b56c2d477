"""Histories through HTTP: shown, exported, imported and merged."""

import asyncio
from random import Random
from typing import Any

import httpx
import pytest

from career.game_samples import NOW, play_randomly
from serve.server import Frame, Server, Visitor, live
from underdeck.formats import as_json
from underdeck.playthrough import AnyPlaythrough

TOMBS = [play_randomly("tomb", seed) for seed in range(4)]
DUEL = play_randomly("dungeon", 5, ["", "careful"], turn_limit=200)


async def profile(visitor: Visitor, name: str = "Ada") -> str:
    """Create a profile and return its key."""
    created = await visitor.get("POST", "/api/profiles", {"name": name, "language": "en"})
    key: str = created["key"]
    return key


async def play_tomb(visitor: Visitor, key: str, seed: int = 1, **wanted: Any) -> Frame:
    """Play a game of Tomb to its end and return the seat."""
    opened: Frame = await visitor.get(
        "POST", "/api/tables", {"game": "tomb", "name": "Ada", "pace": 0, **wanted}, key
    )
    player = await visitor.sit(opened["key"])
    await player.play_on(Random(seed))
    return opened


async def history(visitor: Visitor, key: str, **wanted: Any) -> Frame:
    found: Frame = await visitor.get("POST", "/api/profile/history", wanted, key)
    return found


async def statistics(visitor: Visitor, key: str, **wanted: Any) -> Frame:
    body = {"game": "tomb", **wanted}
    found: Frame = await visitor.get("POST", "/api/profile/statistics", body, key)
    return found


def sent(*games: AnyPlaythrough, **fields: Any) -> Frame:
    """Return a request to add games."""
    rows = [{"record": as_json(game), "at": NOW - 9e7 + n} for n, game in enumerate(games)]
    return {"underdeck_history": 1, "games": [row | fields for row in rows], "origin": "terminal"}


def refused(response: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of an error."""
    return response.status_code, response.json()["refused"]["code"]


@live
async def test_a_finished_game_is_in_the_history_with_its_statistics(visitor: Visitor) -> None:
    key = await profile(visitor)
    assert (await history(visitor, key))["games"] == []
    opened = await play_tomb(visitor, key)
    (game,) = (await history(visitor, key))["games"]
    assert (game["table"], game["origin"], game["standing"]) == (opened["table"], "fair", "ranked")
    assert (game["has_record"], game["house_key"]) == (True, "")
    assert game["facts"]["turns"] == game["turns"]
    found = await statistics(visitor, key)
    assert (found["games"], len(found["recent"])) == (1, 1)
    assert found["rates"]["escaped"]["n"] == 1
    assert found["houses"][0]["house"]["drop_sum"] is False


@live
async def test_the_end_screen_gets_the_game_with_its_remarks(visitor: Visitor) -> None:
    key = await profile(visitor)
    opened: Frame = await visitor.get(
        "POST", "/api/tables", {"game": "tomb", "name": "Ada", "pace": 0}, key
    )
    assert refused(await visitor.ask("GET", "/api/result", key=opened["key"])) == (
        409,
        "record_not_over",
    )
    player = await visitor.sit(opened["key"])
    await player.play_on(Random(3))
    shown = await visitor.get("GET", "/api/result", key=opened["key"])
    assert shown == (await history(visitor, key))["games"][0]


@live
async def test_a_game_without_a_profile_is_in_no_history(visitor: Visitor) -> None:
    opened = await visitor.open()
    player = await visitor.sit(opened["key"])
    await player.play_on(Random(1))
    response = await visitor.ask("GET", "/api/result", key=opened["key"])
    assert refused(response) == (409, "no_history")


@live
async def test_an_opponent_sees_the_own_game_only(visitor: Visitor) -> None:
    ada, bruno = await profile(visitor), await profile(visitor, "Bruno")
    opened = await visitor.get(
        "POST", "/api/tables", {"game": "dungeon", "name": "Ada", "pace": 0}, ada
    )
    joined = await visitor.get(
        "POST", "/api/seats", {"name": "Bruno", "key": opened["join"]}, bruno
    )
    player = await visitor.sit(opened["key"])
    other = await visitor.sit(joined["key"])
    await player.send("resign")
    await other.seen(lambda table: table["status"] == "over")
    for key, seat, won in ((ada, 0, False), (bruno, 1, True)):
        (game,) = (await history(visitor, key, game="dungeon"))["games"]
        assert (game["seat"], game["won"]) == (seat, won)
        assert [each["seat"] for each in game["opponents"]] == [1 - seat]
        found = await statistics(visitor, key, game="dungeon")
        assert [each["games"] for each in found["opponents"]] == [1]
        assert found["rating"]["games"] == 1


@live
async def test_one_profile_sees_nothing_of_another(visitor: Visitor) -> None:
    key, other = await profile(visitor), await profile(visitor, "Bruno")
    opened = await play_tomb(visitor, key)
    assert (await history(visitor, other))["total"] == 0
    assert (await statistics(visitor, other))["games"] == 0
    own = {"table": opened["table"]}
    assert (await visitor.ask("POST", "/api/profile/record", own, key)).is_success
    response = await visitor.ask("POST", "/api/profile/record", own, other)
    assert refused(response) == (404, "unknown_table")


@live
async def test_every_route_of_the_history_needs_a_key(visitor: Visitor) -> None:
    bodies: dict[str, Any] = {
        "history": {},
        "statistics": {"game": "tomb"},
        "export": {},
        "games": sent(),
        "merge": {"code": "AAAAA-AAAAA"},
        "record": {"table": "t"},
    }
    for name, body in bodies.items():
        response = await visitor.ask("POST", f"/api/profile/{name}", body)
        assert response.status_code == 401, name
    assert (await visitor.ask("GET", "/api/profile/achievements")).status_code == 401


@live
async def test_hidden_achievements_have_no_name_until_they_are_unlocked(visitor: Visitor) -> None:
    key = await profile(visitor)
    before = await visitor.get("GET", "/api/profile/achievements", key=key)
    hidden = [each for each in before["achievements"] if each["is_hidden"]]
    assert hidden
    assert {(each["name"], each["goal"], each["n"]) for each in hidden} == {("", 1, 0)}
    await visitor.get("POST", "/api/profile/games", sent(*TOMBS), key)
    after = await visitor.get("GET", "/api/profile/achievements", key=key)
    unlocked = [each["name"] for each in after["achievements"] if each["at"] is not None]
    assert len(unlocked) == after["unlocked"] > 0
    assert "" not in unlocked


@live
async def test_pages_are_followed_by_their_next(visitor: Visitor) -> None:
    key = await profile(visitor)
    await visitor.get("POST", "/api/profile/games", sent(*TOMBS), key)
    first = await history(visitor, key, limit=3)
    assert (len(first["games"]), first["total"]) == (3, 4)
    rest = await history(visitor, key, limit=3, before=first["next"])
    assert (len(rest["games"]), rest["next"]) == (1, None)
    response = await visitor.ask("POST", "/api/profile/history", {"before": "x"}, key)
    assert refused(response) == (404, "unknown_position")


@pytest.mark.parametrize(
    "wanted",
    [
        {"before": "1~99999999999999999999~x"},
        {"before": "nan~0~x"},
        {"before": "1~0~é"},
        {"since": "0000-01"},
        {"until": "2026-11\n"},
    ],
)
def test_positions_and_months_that_cannot_be_are_refused(
    server: Server, wanted: dict[str, str]
) -> None:
    @live
    async def scenario(visitor: Visitor) -> None:
        key = await profile(visitor)
        response = await visitor.ask("POST", "/api/profile/history", wanted, key)
        expected = (404, "unknown_position") if "before" in wanted else (400, "bad_request")
        assert refused(response) == expected

    scenario(server)


@live
async def test_a_period_that_ends_before_it_begins_is_refused(visitor: Visitor) -> None:
    key = await profile(visitor)
    wanted = {"since": "2026-03", "until": "2026-02"}
    for path, body in (("history", wanted), ("statistics", {"game": "tomb", **wanted})):
        response = await visitor.ask("POST", f"/api/profile/{path}", body, key)
        assert refused(response) == (400, "period_reversed")


@live
async def test_null_characters_are_refused(visitor: Visitor) -> None:
    key = await profile(visitor)
    response = await visitor.ask("POST", "/api/profile/history", {"opponent": "\0"}, key)
    assert refused(response) == (400, "message_unclear")
    response = await visitor.ask("GET", "/api/competitions/%00", None, key)
    assert refused(response) == (404, "no_such_page")


@live
async def test_a_game_of_the_terminal_is_added_once_with_its_remarks(visitor: Visitor) -> None:
    key = await profile(visitor)
    added = await visitor.get("POST", "/api/profile/games", sent(TOMBS[0]), key)
    assert (added["added"], added["known"]) == (1, 0)
    (game,) = added["games"]
    assert (game["origin"], game["standing"], game["has_record"]) == ("terminal", "free", True)
    again = await visitor.get("POST", "/api/profile/games", sent(TOMBS[0]), key)
    assert (again["added"], again["known"], again["games"]) == (0, 1, [])


@live
async def test_an_export_can_be_imported_by_another_profile_elsewhere(visitor: Visitor) -> None:
    key, other = await profile(visitor), await profile(visitor, "Bruno")
    await visitor.get("POST", "/api/profile/games", sent(*TOMBS, DUEL), key)
    part = await visitor.get("POST", "/api/profile/export", {"limit": 3}, key)
    rest = await visitor.get("POST", "/api/profile/export", {"after": part["next"]}, key)
    assert (len(part["games"]), len(rest["games"]), rest["next"]) == (3, 2, None)
    games = part["games"] + rest["games"]
    body = {"underdeck_history": part["underdeck_history"], "games": games}
    for owner, added in ((key, 0), (other, 5)):
        answer = await visitor.get("POST", "/api/profile/games", body, owner)
        assert (answer["added"], answer["known"]) == (added, 5 - added)
    assert [game["at"] for game in (await history(visitor, other))["games"]] == [
        game["at"] for game in (await history(visitor, key))["games"]
    ]


@live
async def test_a_game_of_this_server_is_exported_from_its_log(visitor: Visitor) -> None:
    key = await profile(visitor)
    opened = await play_tomb(visitor, key)
    (game,) = (await visitor.get("POST", "/api/profile/export", {}, key))["games"]
    assert game["table"] == opened["table"]
    record = await visitor.get("GET", "/api/record", key=opened["key"])
    assert (game["record"]["deal"], game["record"]["moves"]) == (record["deal"], record["moves"])
    body = {"underdeck_history": 1, "games": [game]}
    answer = await visitor.get("POST", "/api/profile/games", body, key)
    assert (answer["added"], answer["known"]) == (0, 1)


@live
async def test_the_deal_of_a_running_daily_is_not_exported(visitor: Visitor) -> None:
    key = await profile(visitor)
    seated = await visitor.get("POST", "/api/daily", {"name": "Ada"}, key)
    player = await visitor.sit(seated["key"])
    await player.play_on(Random(1))
    assert (await history(visitor, key))["total"] == 1
    assert (await visitor.get("POST", "/api/profile/export", {}, key))["games"] == []


@pytest.mark.parametrize(
    ("change", "number"),
    [({"underdeck": 99}, 2), ({"underdeck": None}, 1), ({"moves": []}, 4), ({"game": "go"}, 3)],
)
def test_one_wrong_game_adds_none_and_is_named(
    server: Server, change: dict[str, Any], number: int
) -> None:
    @live
    async def scenario(visitor: Visitor) -> None:
        key = await profile(visitor)
        body = sent(*TOMBS)
        body["games"][number - 1]["record"] |= change
        response = await visitor.ask("POST", "/api/profile/games", body, key)
        assert refused(response) == (409, "game_refused")
        assert f"Game {number} " in response.json()["refused"]["text"]
        assert (await history(visitor, key))["total"] == 0

    scenario(server)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (f'{{"a":[{"[]," * 400_000}[]]}}', "too long to be a record"),
        ("[]", "isn't an Underdeck record"),
        ('{"underdeck":1,"underdeck":1}', "damaged"),
        (f'{{"a":{"[" * 2000}{"]" * 2000}}}', ""),
    ],
    ids=["long", "foreign", "repeated key", "deep"],
)
def test_records_are_decoded_one_by_one_after_their_size_is_known(
    server: Server, record: str, sentence: str
) -> None:
    @live
    async def scenario(visitor: Visitor) -> None:
        key = await profile(visitor)
        response = await visitor.http.post(
            "/api/profile/games",
            content=f'{{"underdeck_history":1,"games":[{{"record":{record}}}]}}',
            headers={"authorization": f"Bearer {key}", "content-type": "application/json"},
        )
        assert response.status_code == (409 if sentence else 400)
        assert sentence in response.json()["refused"]["text"]

    scenario(server)


@live
async def test_names_that_nobody_can_have_are_not_imported(visitor: Visitor) -> None:
    key = await profile(visitor)
    body = sent(DUEL)
    body["games"][0]["record"]["seats"] = ["", "\x1b[31m\u202e"]
    response = await visitor.ask("POST", "/api/profile/games", body, key)
    assert refused(response) == (409, "game_refused")


@pytest.mark.parametrize(("version", "code"), [(2, "games_newer"), (0, "games_foreign")])
def test_an_export_of_another_version_is_refused(server: Server, version: int, code: str) -> None:
    @live
    async def scenario(visitor: Visitor) -> None:
        key = await profile(visitor)
        body = sent(TOMBS[0]) | {"underdeck_history": version}
        response = await visitor.ask("POST", "/api/profile/games", body, key)
        assert refused(response) == (409, code)

    scenario(server)


@live
async def test_two_profiles_become_one_and_a_running_game_comes_along(visitor: Visitor) -> None:
    old, new = await profile(visitor, "Old"), await profile(visitor, "New")
    await visitor.get("POST", "/api/profile/games", sent(*TOMBS[:2]), old)
    await visitor.get("POST", "/api/profile/games", sent(*TOMBS[2:]), new)
    running = await visitor.get(
        "POST", "/api/tables", {"game": "tomb", "name": "Old", "pace": 0}, old
    )
    code = (await visitor.get("POST", "/api/profile/code", key=old))["code"]
    merged = await visitor.get("POST", "/api/profile/merge", {"code": code}, new)
    assert merged["key"] == new
    assert (await history(visitor, new))["total"] == 4
    assert (await history(visitor, old))["total"] == 4
    seat = await visitor.get("POST", "/api/profile/seat", {"table": running["table"]}, new)
    player = await visitor.sit(seat["key"])
    await player.play_on(Random(1))
    assert (await history(visitor, new))["total"] == 5
    response = await visitor.ask("POST", "/api/profile/merge", {"code": code}, new)
    assert refused(response) == (404, "unknown_code")


@live
async def test_a_profile_is_not_merged_with_itself_and_its_code_stays_valid(
    visitor: Visitor,
) -> None:
    key = await profile(visitor)
    code = (await visitor.get("POST", "/api/profile/code", key=key))["code"]
    for _ in range(2):
        response = await visitor.ask("POST", "/api/profile/merge", {"code": code}, key)
        assert refused(response) == (409, "same_profile")
    assert (await visitor.ask("POST", "/api/profile/claim", {"code": code})).is_success


@live
async def test_a_deleted_profile_takes_its_history_along(visitor: Visitor) -> None:
    key = await profile(visitor)
    opened: Frame = await visitor.get(
        "POST", "/api/tables", {"game": "tomb", "name": "Ada", "pace": 0}, key
    )
    await visitor.get("POST", "/api/profile/games", sent(TOMBS[0]), key)
    await visitor.get("DELETE", "/api/profile", key=key)
    player = await visitor.sit(opened["key"])
    await player.play_on(Random(1))
    response = await visitor.ask("GET", "/api/result", key=opened["key"])
    assert refused(response) == (409, "no_history")


@live
async def test_two_profiles_that_merge_each_other_at_once_become_one(visitor: Visitor) -> None:
    keys = [await profile(visitor, name) for name in ("One", "Two")]
    for key, games in zip(keys, (TOMBS[:2], TOMBS[2:]), strict=True):
        await visitor.get("POST", "/api/profile/games", sent(*games), key)
    codes = [(await visitor.get("POST", "/api/profile/code", key=key))["code"] for key in keys]
    responses = await asyncio.gather(
        visitor.ask("POST", "/api/profile/merge", {"code": codes[1]}, keys[0]),
        visitor.ask("POST", "/api/profile/merge", {"code": codes[0]}, keys[1]),
    )
    assert sorted(response.is_success for response in responses) == [False, True]
    totals = [(await history(visitor, key))["total"] for key in keys]
    assert totals == [4, 4]
