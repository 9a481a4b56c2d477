"""Finished games told as stories: to players, spectators and owners of the history."""

import asyncio
from random import Random
from typing import Any

import pytest

from campaign.cluster import Cluster, in_cluster
from career.game_samples import play_randomly
from serve.careers import Person, move, play_out
from serve.server import Frame, Visitor, live
from serve.test_career import TOMBS, play_tomb, profile, refused, sent
from serve.test_third_game import _tricks
from underdeck.chronicle.telling import tell
from underdeck.formats import check
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.chronicles import chronicle_message
from underdeck.serve.past_replays import PastReplay
from underdeck.serve.routes import chronicles as routes
from underdeck.serve.routes.base import Request

__all__ = ["_tricks"]

DAY_S = 86_400
PATH, OWN_PATH = "/api/chronicle", "/api/profile/chronicle"
ROUTES = [
    ("POST", PATH, {}, ("seat", "watch", "chronicle")),
    ("POST", "/api/chronicle/link", None, ("seat",)),
    ("POST", OWN_PATH, {"table": "x"}, ("profile",)),
    ("POST", "/api/profile/chronicle/link", {"table": "x"}, ("profile",)),
    ("POST", "/api/profile/journal", {}, ("profile",)),
]
"""The routes with a body and the kinds of keys that they accept."""


def texts(shown: Frame) -> list[str]:
    """Return the paragraphs of a chronicle."""
    return [each["text"] for section in shown["sections"] for each in section["paragraphs"]]


def expected(played: AnyPlaythrough, language: str = "en", **wanted: Any) -> tuple[str, list[str]]:
    """Return the title and the paragraphs that a game is told with."""
    tale = tell(played, language, **wanted)
    return tale.title, [each.text for section in tale.sections for each in section.paragraphs]


async def record_of(visitor: Visitor, key: str) -> AnyPlaythrough:
    """Return the finished game of a seat."""
    return check(await visitor.get("GET", "/api/record?protocol=3", key=key))


async def play_duel(visitor: Visitor, name: str = "Bruno") -> tuple[Frame, Frame]:
    """Play a Dungeon of two people to its end and return both seats."""
    house = {"players": 2, "turn_limit": 6}
    opened = await visitor.open("dungeon", house=house, window=1)
    joined = await visitor.join(opened["join"], name)
    players = [await visitor.sit(each["key"]) for each in (opened, joined)]
    await asyncio.gather(*(each.play_on(Random(n)) for n, each in enumerate(players)))
    return opened, joined


# The key of a seat or of a spectator


@live
async def test_a_finished_game_is_told_to_its_player_and_to_spectators(visitor: Visitor) -> None:
    opened = await play_tomb(visitor, "")
    shown = await visitor.get("POST", PATH, {}, opened["key"])
    assert (shown["table"], shown["game"]) == (opened["table"], "tomb")
    assert (shown["language"], shown["length"], shown["seat"]) == ("en", "full", None)
    assert shown["players"] == []
    assert (shown["title"], texts(shown)) == expected(await record_of(visitor, opened["key"]))
    assert await visitor.get("POST", PATH, {}, opened["watch"]) == shown


@live
async def test_length_and_language_are_chosen_by_the_request(visitor: Visitor) -> None:
    opened = await play_tomb(visitor, "", seed=2)
    played = await record_of(visitor, opened["key"])
    for language in ("en", "es"):
        header = {"accept-language": f"{language}-XX,de;q=0.5"}
        answer = await visitor.ask("POST", PATH, {"length": "short"}, opened["key"], **header)
        shown = answer.json()
        assert (shown["language"], shown["length"]) == (language, "short")
        assert (shown["title"], texts(shown)) == expected(played, language, length="short")
        assert {each["heading"] for each in shown["sections"]} <= {""}


@live
async def test_reading_a_chronicle_changes_nothing_and_repeats_word_for_word(
    visitor: Visitor,
) -> None:
    opened = await play_tomb(visitor, "", seed=3)
    before = await visitor.get("GET", "/api/table", key=opened["key"])
    first = await visitor.ask("POST", PATH, {}, opened["key"])
    assert (await visitor.ask("POST", PATH, {}, opened["key"])).content == first.content
    after = await visitor.get("GET", "/api/table", key=opened["key"])
    assert {**after, "now": 0} == {**before, "now": 0}


@live
async def test_a_game_that_is_not_over_is_not_told(visitor: Visitor) -> None:
    opened = await visitor.open()
    waiting = await visitor.open("dungeon")
    for key in (opened["key"], opened["watch"], waiting["key"], waiting["watch"]):
        for body in ({}, {"seat": 0}, {"seat": 3}, {"length": "short"}):
            answer = await visitor.ask("POST", PATH, body, key)
            assert refused(answer) == (409, "chronicle_not_over")
            assert answer.json()["refused"].keys() == {"code", "text"}
    for key in (opened["key"], waiting["key"]):
        answer = await visitor.ask("POST", "/api/chronicle/link", key=key)
        assert refused(answer) == (409, "chronicle_not_over")


@live
async def test_a_seat_that_the_game_has_not_is_refused(visitor: Visitor) -> None:
    opened = await play_tomb(visitor, "")
    assert (await visitor.get("POST", PATH, {"seat": 0}, opened["key"]))["seat"] is None
    for seat in (1, 3):
        answer = await visitor.ask("POST", PATH, {"seat": seat}, opened["key"])
        assert refused(answer) == (409, "chronicle_seat")
    for body in ({"seat": 4}, {"seat": -1}, {"seat": "0"}, {"length": "long"}, {"table": "x"}):
        answer = await visitor.ask("POST", PATH, body, opened["key"])
        assert refused(answer) == (400, "bad_request")


@live
async def test_other_kinds_of_keys_open_no_chronicle(visitor: Visitor) -> None:
    owner = await profile(visitor)
    opened = await play_tomb(visitor, owner)
    contest = await visitor.get(
        "POST", "/api/competitions", {"kind": "contest", "name": "Ada"}, owner
    )
    keys = {
        "seat": opened["key"],
        "watch": opened["watch"],
        "profile": owner,
        "chronicle": (await visitor.get("POST", "/api/chronicle/link", key=opened["key"]))["key"],
        "join": (await visitor.open("dungeon"))["join"],
        "competition": contest["key"],
        "code": (await visitor.get("POST", "/api/profile/code", key=owner))["code"],
        "promise": (await visitor.get("POST", "/api/promises"))["promise"],
        "unknown": "x" * 32,
        "none": "",
    }
    for method, path, body, kinds in ROUTES:
        for kind, key in keys.items():
            answer = await visitor.ask(method, path, body, key)
            is_unknown = answer.status_code == 401
            assert is_unknown == (kind not in kinds), (path, kind, answer.text)


@live
async def test_a_dungeon_is_told_with_names_and_from_every_seat(visitor: Visitor) -> None:
    opened, joined = await play_duel(visitor)
    played = await record_of(visitor, opened["key"])
    for key in (opened["key"], joined["key"], opened["watch"]):
        for seat in (None, 0, 1):
            shown = await visitor.get("POST", PATH, {"seat": seat}, key)
            assert (shown["seat"], shown["players"]) == (seat, ["Ada", "Bruno"])
            tale = expected(played, seat=seat, players=["Ada", "Bruno"])
            assert (shown["title"], texts(shown)) == tale
        answer = await visitor.ask("POST", PATH, {"seat": 2}, key)
        assert refused(answer) == (409, "chronicle_seat")


@live
async def test_bots_are_told_by_the_names_that_tables_show(visitor: Visitor) -> None:
    house = {"players": 2, "turn_limit": 3}
    opened = await visitor.open("dungeon", house=house, bots=["random"], window=1)
    table = await (await visitor.sit(opened["key"])).play_on(Random(1))
    shown = await visitor.get("POST", PATH, {}, opened["key"])
    assert shown["players"] == [each["name"] for each in table["seats"]]
    assert shown["players"][1] not in ("", "random")


def test_paragraphs_have_their_moves_and_cards() -> None:
    played = play_randomly("tomb", 4)
    shown = chronicle_message(PastReplay("t", played, 0, ["Ada"], [""]), "en", "full", None)
    tale = tell(played, "en")
    paragraphs = [each for section in shown.sections for each in section.paragraphs]
    assert [section.phase for section in shown.sections] == [each.phase for each in tale.sections]
    for each in paragraphs:
        assert 0 <= each.first <= each.last <= len(played.record.moves)
        assert all(isinstance(card, str) for card in each.cards)
    assert shown.plot == tale.plot


@pytest.mark.parametrize("name", ["<b>Eva</b>", "{hero}", "[a|b]", "<he/she>", "M|a #_"])
def test_names_of_players_are_plain_text(name: str) -> None:
    played = play_randomly("dungeon", 1, turn_limit=20, players=2)
    game = PastReplay("t", played, 0, [name, ""], ["", ""])
    shown = chronicle_message(game, "en", "full", None)
    assert shown.players == [name, ""]
    calm = chronicle_message(
        PastReplay("t", played, 0, ["Zzyzx", ""], ["", ""]), "en", "full", None
    )
    for section, other in zip(shown.sections, calm.sections, strict=True):
        for one, two in zip(section.paragraphs, other.paragraphs, strict=True):
            assert one.text.casefold() == two.text.casefold().replace("zzyzx", name.casefold())


@pytest.mark.usefixtures("_tricks")
def test_a_game_without_chronicles_says_so() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        wanted = messages.NewTable("tricks", "Ada", house={"players": 2}, bots=["random"], pace=0)
        seated = await service.tables.open(wanted, "client", ada.key)
        while not (table := await service.live.read(seated.table)).is_over:
            legal = table.game_played.view(0).legal
            if legal:
                await move(service, seated.key, str(legal[0]), table.stage)
            await asyncio.sleep(0)
        request = Request(service, "client", "en", seated.key)
        with pytest.raises(Refusal) as missing:
            await routes.show_chronicle(request, messages.ChronicleRequest())
        with pytest.raises(Refusal) as shared:
            await routes.share_chronicle(request)
        assert missing.value.code == shared.value.code == "no_chronicle"
        own = Request(service, "client", "en", ada.key)
        part = await routes.show_journal(own, messages.JournalRequest())
        assert [each.chronicle for each in part.entries] == [None]

    in_cluster(body)


# Games of the history


@live
async def test_a_game_of_the_history_is_told_to_its_profile(visitor: Visitor) -> None:
    key = await profile(visitor)
    opened = await play_tomb(visitor, key)
    shown = await visitor.get("POST", OWN_PATH, {"table": opened["table"]}, key)
    assert shown == await visitor.get("POST", PATH, {}, opened["key"])


@live
async def test_a_game_of_the_terminal_is_told_from_its_record(visitor: Visitor) -> None:
    key = await profile(visitor)
    added = await visitor.get("POST", "/api/profile/games", sent(TOMBS[0]), key)
    table = added["games"][0]["table"]
    for length in ("full", "short"):
        wanted = {"table": table, "length": length}
        shown = await visitor.get("POST", OWN_PATH, wanted, key)
        assert (shown["table"], shown["length"]) == (table, length)
        assert (shown["title"], texts(shown)) == expected(TOMBS[0], length=length)
    answer = await visitor.ask("POST", OWN_PATH, {"table": table, "seat": 1}, key)
    assert refused(answer) == (409, "chronicle_seat")


@live
async def test_a_recorded_dungeon_has_the_name_of_the_profile_and_of_the_bot(
    visitor: Visitor,
) -> None:
    key = await profile(visitor, "Eva")
    played = play_randomly("dungeon", 3, ["random", ""], players=2, turn_limit=20)
    added = await visitor.get("POST", "/api/profile/games", sent(played, seat=1), key)
    shown = await visitor.get("POST", OWN_PATH, {"table": added["games"][0]["table"]}, key)
    assert shown["players"][1] == "Eva"
    assert shown["players"][0] not in ("", "random", "Eva")


@live
async def test_games_of_others_and_of_nobody_are_unknown(visitor: Visitor) -> None:
    ada, bruno = await profile(visitor), await profile(visitor, "Bruno")
    opened = await play_tomb(visitor, ada)
    added = await visitor.get("POST", "/api/profile/games", sent(TOMBS[1]), ada)
    running = await visitor.get("POST", "/api/tables", {"game": "tomb", "name": "Ada"}, bruno)
    names = [opened["table"], added["games"][0]["table"], running["table"], "0" * 24, ""]
    for path in (OWN_PATH, "/api/profile/chronicle/link"):
        for name in names:
            answer = await visitor.ask("POST", path, {"table": name}, bruno)
            assert refused(answer) == (404, "unknown_table")


# Deals that others still play


def test_the_chronicle_of_a_daily_is_secret_until_the_day_is_over() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        seated = await service.dailies.play(ada.key, messages.NamedPlay("Ada"), "client")
        chronicles = service.chronicles
        with pytest.raises(Refusal) as unfinished:
            await chronicles.find(seated.key)
        assert unfinished.value.code == "chronicle_not_over"
        await play_out(cluster, seated)
        for wanted in (
            chronicles.find(seated.key),
            chronicles.share(seated.key),
            chronicles.find_own(ada.key, seated.table),
            chronicles.share_own(ada.key, seated.table),
        ):
            with pytest.raises(Refusal) as refusal:
                await wanted
            assert refusal.value.code == "deal_secret"
        assert all(key.kind != "chronicle" for key in await cluster.store.keys_of(seated.table))
        cluster.now += DAY_S
        await service.dailies.show(None, None)
        assert (await chronicles.find(seated.key)).table == seated.table
        assert (await chronicles.find_own(ada.key, seated.table)).table == seated.table
        link = await chronicles.share(seated.key)
        assert (await chronicles.find(link.key)).table == seated.table

    in_cluster(body)


def test_the_chronicle_of_a_contest_is_secret_until_it_is_over() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        wanted = messages.NewCompetition(kind="contest", name="Ada", games=3)
        contest = await service.competitions.create(ada.key, wanted, "client")
        seated = await service.competitions.play(ada.key, contest.competition, "client")
        await play_out(cluster, seated)
        request = Request(service, "client", "en", ada.key)
        for find in (
            service.chronicles.find(seated.key),
            service.chronicles.find_own(ada.key, seated.table),
        ):
            with pytest.raises(Refusal) as refusal:
                await find
            assert refusal.value.code == "deal_secret"
        part = await routes.show_journal(request, messages.JournalRequest())
        assert [(each.listed.table, each.chronicle) for each in part.entries] == [
            (seated.table, None)
        ]
        await service.competitions.close(ada.key, contest.competition)
        part = await routes.show_journal(request, messages.JournalRequest())
        assert part.entries[0].chronicle is not None
        assert (await service.chronicles.find(seated.key)).table == seated.table

    in_cluster(body)


def test_a_deal_of_the_day_that_is_played_again_stays_secret_too() -> None:
    async def body(cluster: Cluster) -> None:
        service = cluster.app.service
        ada = await Person.new(service, "Ada")
        seated = await service.dailies.play(ada.key, messages.NamedPlay("Ada"), "client")
        await play_out(cluster, seated)
        again = messages.NewTable("tomb", "Ada", again=seated.key)
        repeated = await service.tables.open(again, "client", ada.key)
        await play_out(cluster, repeated)
        with pytest.raises(Refusal) as refusal:
            await service.chronicles.find(repeated.key)
        assert refusal.value.code == "deal_secret"

    in_cluster(body)
