"""What the browser page needs of the house: its files, lessons, the seats of a profile, and deals played again."""

import gzip
from pathlib import Path
from random import Random

import msgspec
import pytest

from serve.server import Visitor, live
from underdeck.deal import Deal, Listed
from underdeck.playthrough import Playthrough
from underdeck.registry import find_game
from underdeck.serve.lessons import lesson
from underdeck.serve.schemas import DungeonResult, DungeonShown, EventShown, TombResult, TombShown
from underdeck.serve.static import Page

SHAPES = {"tomb": (TombShown, TombResult), "dungeon": (DungeonShown, DungeonResult)}


@pytest.fixture
def page(tmp_path: Path) -> Page:
    """A page of three files."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "x" * 500)
    (tmp_path / "assets" / "a-1234.js").write_text("let a = 1;" * 50)
    (tmp_path / "assets" / "b-1234.woff2").write_bytes(b"woff")
    return Page(tmp_path)


def test_the_page_is_sent_compressed_to_who_reads_that(page: Page) -> None:
    found = page.find("/", {"accept-encoding": "br, gzip"})
    assert found is not None
    status, body, headers = found
    assert status == 200
    assert gzip.decompress(body).startswith(b"<!doctype html>")
    assert (b"content-encoding", b"gzip") in headers
    plain = page.find("/", {})
    assert plain is not None
    assert plain[1].startswith(b"<!doctype html>")


def test_what_is_named_by_its_content_is_kept_for_ever_and_the_rest_is_asked_for_again(
    page: Page,
) -> None:
    for path, caching in (
        ("/", b"no-cache"),
        ("/assets/a-1234.js", b"public, max-age=31536000, immutable"),
    ):
        found = page.find(path, {})
        assert found is not None
        headers = dict(found[2])
        assert headers[b"cache-control"] == caching
        again = page.find(path, {"if-none-match": headers[b"etag"].decode()})
        assert again is not None
        assert again[:2] == (304, b"")


def test_there_is_nothing_but_the_files(page: Page, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("made later")
    for path in (
        "/secret.txt",
        "/assets",
        "/assets/../index.html",
        "//etc/passwd",
        "/assets/%2e%2e/index.html",
    ):
        assert page.find(path, {}) is None
    assert Page(tmp_path / "nowhere").find("/", {}) is None


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", ["tomb", "dungeon"])
def test_a_lesson_follows_its_script_to_the_end(game: str, language: str) -> None:
    told = lesson(game, language)
    views, results = SHAPES[game]
    for step in told.steps:
        view = msgspec.convert(step.view, views)
        msgspec.convert(step.events, list[EventShown])
        if step.seat == 0:
            assert step.move in view.legal
            assert step.before
            assert step.why
        else:
            assert step.before is None
    assert told.steps[-1].seat is None
    msgspec.convert(told.result, results)
    assert told.intro != told.outro


def test_the_walkthrough_ends_with_four_kings_and_68_points() -> None:
    result = msgspec.convert(lesson("tomb", "en").result, TombResult)
    assert (result.ending, result.kings, result.points, result.won) == ("escaped", 4, 68, True)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("tomb", {}),
        ("dungeon", {"players": 3}),
        ("dungeon", {"players": 4, "pitch_black": True, "counter_attack": 3}),
    ],
)
def test_views_and_events_have_the_published_shapes(
    game: str, options: dict[str, int | bool]
) -> None:
    rules, random = find_game(game), Random(5)
    house = rules.Options(**options)
    deck = list(rules.deck(house))
    for _ in range(8):
        random.shuffle(deck)
        played = Playthrough.begin(rules, house, Deal(tuple(deck), Listed(tuple(deck))))
        for _ in range(150):
            seats = rules.waiting(played.state)
            if not seats:
                break
            for seat in (None, *range(rules.seats(house))):
                view = played.view(seat).as_json()
                del view["house"]
                msgspec.convert(view, SHAPES[game][0])
            events = played.play(
                random.choice(rules.legal(played.state, seats[0])), seats[0]
            ).events
            for event in events:
                told = event.as_json()
                assert told.keys() <= {field.name for field in msgspec.structs.fields(EventShown)}
                msgspec.convert(told, EventShown)
        result = played.result()
        if result is not None:
            msgspec.convert(result, SHAPES[game][1])


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
async def test_the_rulebooks_deal_can_be_played_for_real_and_scores_as_in_the_book(
    visitor: Visitor,
) -> None:
    opened = await visitor.open("tomb", deal="walkthrough")
    assert opened["commitment"] is None
    player = await visitor.sit(opened["key"])
    for step in lesson("tomb", "en").steps[:-1]:
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
async def test_only_a_finished_solitaire_is_played_again(visitor: Visitor) -> None:
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
    assert (foreign.status_code, foreign.json()["refused"]["code"]) == (400, "foreign_cards")
    duel = {"game": "dungeon", "name": "Ada", "deal": "walkthrough"}
    assert (await visitor.ask("POST", "/api/tables", duel)).json()["refused"][
        "code"
    ] == "deal_for_solitaires"
