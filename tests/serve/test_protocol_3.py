"""Clients of protocol 3: the same games as in protocol 2, with moves as objects and with facts."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from serve.server import Visitor, live
from underdeck import registry
from underdeck.deal import Deal, Listed
from underdeck.playthrough import Playthrough
from underdeck.registry import find_game, find_part
from underdeck.serve.pov import view_json

THIRD_GAME = Path(__file__).parents[1] / "third_game"
LEFT_OPEN = (
    "now",
    "view",
    "resign",
    "match",
    "board",
    "number",
    "assisted",
    "advice",
    "host",
    "pace",
)
GAMES: list[dict[str, Any]] = [
    {"game": "tomb"},
    {"game": "dungeon", "house": {"players": 2, "pitch_black": True}, "bots": ["careful"]},
]


def without(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: part for name, part in data.items() if name not in names}


def as_protocol_2(new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a view of protocol 3 that one of protocol 2 has, as it has them."""
    view = {name: new[name] for name in old}
    view["legal"] = [move["text"] for move in new["legal"]]
    if "players" in old:
        pairs = zip(new["players"], old["players"], strict=True)
        view["players"] = [player_as_protocol_2(player, other) for player, other in pairs]
    return view


def player_as_protocol_2(new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    dungeon = [without(passage, "depth", "is_lie") for passage in new["dungeon"]]
    return {name: new[name] for name in old} | {"dungeon": dungeon}


@pytest.mark.parametrize("wanted", GAMES, ids=["tomb", "dungeon"])
def test_both_protocols_show_the_same_game(wanted: dict[str, Any], server: Any) -> None:
    shape = find_part(wanted["game"], "schemas").view

    @live
    async def scenario(visitor: Visitor) -> None:
        opened = await visitor.open(**wanted)
        old = await visitor.sit(opened["key"])
        new = await visitor.sit(opened["key"], protocol=3)
        last = await new.play_on(Random(4))
        assert without(await old.at(last["version"]), *LEFT_OPEN, "events", "story", "done") == (
            without(last, *LEFT_OPEN, "events", "story", "done")
        )
        assert not any(name in frame for frame in old.received for name in LEFT_OPEN[2:])
        table = await visitor.get("GET", "/api/table?protocol=2", key=opened["key"])
        facts = await visitor.get("GET", "/api/table?protocol=3", key=opened["key"])
        assert without(table, *LEFT_OPEN) == without(facts, *LEFT_OPEN)
        replay = await visitor.get("GET", "/api/replay?protocol=2", key=opened["key"])
        steps = (await visitor.get("GET", "/api/replay?protocol=3", key=opened["key"]))["steps"]
        for step, other in zip(steps, replay["steps"], strict=True):
            assert without(step, "view") == without(other, "view")
            assert as_protocol_2(step["view"], other["view"]) == other["view"]
            msgspec.convert(step["view"], shape)

    scenario(server)


@live
async def test_lessons(visitor: Visitor) -> None:
    for game in ("tomb", "dungeon"):
        two = await visitor.get("GET", f"/api/lessons/{game}?protocol=2")
        three = await visitor.get("GET", f"/api/lessons/{game}?protocol=3")
        assert without(two, "steps") == without(three, "steps")
        for step, other in zip(three["steps"], two["steps"], strict=True):
            assert as_protocol_2(step["view"], other["view"]) == other["view"]


@live
async def test_a_seat_may_resign_while_its_game_runs(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon")
    ada = await visitor.sit(opened["key"], protocol=3)
    spectator = await visitor.sit(opened["watch"], protocol=3)
    assert (ada.table["resign"], spectator.table["resign"]) == (False, False)
    bruno = await visitor.sit((await visitor.join(opened["join"]))["key"], protocol=3)
    await ada.seen(lambda table: table["status"] == "running")
    assert (ada.table["resign"], bruno.table["resign"]) == (True, True)
    await bruno.send("resign")
    over = await ada.seen(lambda table: table["status"] == "over")
    assert over["resign"] is False
    assert spectator.table["resign"] is False


@live
async def test_nobody_resigns_from_a_solitaire(visitor: Visitor) -> None:
    player = await visitor.sit((await visitor.open("tomb"))["key"], protocol=3)
    assert (player.table["status"], player.table["resign"]) == ("running", False)


@pytest.fixture
def _tricks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register a game that supplies only rules, a teller and catalogues."""
    monkeypatch.syspath_prepend(str(THIRD_GAME))
    manifest = importlib.import_module("tricks").MANIFEST
    monkeypatch.setattr(registry, "_manifests", {**registry._manifests, "tricks": manifest})
    yield
    registry.find_part.cache_clear()


@pytest.mark.usefixtures("_tricks")
def test_a_game_without_a_client_view_has_moves_as_objects() -> None:
    game = find_game("tricks")
    options = game.Options()
    deck = game.deck(options)
    played = Playthrough.begin(game, options, Deal(tuple(deck), Listed(tuple(deck))))
    (seat, *_) = game.waiting(played.state)
    texts: Any = view_json(played, seat, has_facts=False)["legal"]
    moves: Any = view_json(played, seat, has_facts=True)["legal"]
    assert [move["text"] for move in moves] == texts
    assert all(move["verb"] == move["label"] == move["text"].split()[0] for move in moves)
    assert view_json(played, seat, has_facts=True)["game"] == "tricks"
