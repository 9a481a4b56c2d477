"""Views of Dungeon that are fuller than those of most games, shown by a page with a live table.

A real table is opened, and each view that the server sends is replaced by a crafted one.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from e2e.restartable_server import RestartableServer
from e2e.storage import Seat, fill_storage, seat_in_storage
from underdeck.table.entries import Began, Opened, Sat

Json = dict[str, Any]
CELL = 11
NAMES = ("Ada", "Luis", "Marigold", "Bartholomew")
"""The names of the people, the longest as long as names usually are."""
WINDOW_S = 3600.0
WATCH_SHIFTS = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) window.shift += value;
  }).observe({ type: "layout-shift" });
}"""
"""Sums up in `shift` how far the layout shifts from now on."""
LOAD_FONTS = "Promise.all([...document.fonts].map((font) => font.load())).then(() => true)"


def tunnel(*chains: tuple[int, str]) -> list[Json]:
    """Return the passages of a dungeon: each chain starts next to a passage by its number."""
    passages: list[Json] = []
    for start, codes in chains:
        next_to = start
        for code in codes.split():
            value = int(code[:-1])
            passages.append(
                {
                    "value": value,
                    "next_to": next_to,
                    "card": code,
                    "depth": CELL - value,
                    "is_lie": False,
                }
            )
            next_to = len(passages)
    return passages


def hidden(passages: Iterable[Json]) -> list[Json]:
    """Return passages as others see them in a pitch black dungeon."""
    return [passage | {"card": None, "is_lie": None} for passage in passages]


FIVE_BRANCHES = tuple(
    tunnel(*((0, chain) for chain in chains))
    for chains in (
        ("10H", "10S", "10D", "10C 9D", "10H 9S", "10D 9S 8C 7H 6D 5S"),
        ("10S 9S", "10H", "10D", "10C", "10S 9C", "10C 9H 8S 7S 6S 5H 4D"),
        ("10D", "10C", "10S 9C 8H", "10H", "10C", "10H 9H 8C 7D"),
        ("10C 9H", "10D 9C", "10S", "10H", "10D", "10S 9D 8D 7C 6H"),
    )
)
"""Five branches in every tunnel, each in a row of its own."""
LATE = (
    tunnel((0, "10D 9S 8C 7D 6S 5C 4S 3S")),
    tunnel((0, "10S 9S"), (0, "10C"), (0, "10H 9H 8D 7S 6H 5C 4D")),
)


def player(seat: int, dungeon: list[Json], cards: int = 5, **fields: Any) -> Json:
    """Return a player as a view shows one."""
    return {
        "seat": seat,
        "alive": True,
        "left_cell": bool(dungeon),
        "cards": cards,
        "hand": None,
        "cell": "Jk",
        "dungeon": dungeon,
        "has_bid": False,
        "front": len(dungeon),
        "next_passage": min((passage["value"] for passage in dungeon), default=11) - 1,
    } | fields


def view_of(tunnels: Sequence[list[Json]], hand: str, legal: list[Json], **fields: Any) -> Json:
    """Return a view of seat 0."""
    codes = hand.split()
    players = [player(seat, dungeon) for seat, dungeon in enumerate(tunnels)]
    players[0] |= {"hand": codes, "cards": len(codes)}
    return {
        "game": "dungeon",
        "seat": 0,
        "turn": 42,
        "current": 0,
        "pending": "turn",
        "waiting": [0],
        "about": [],
        "players": players,
        "deck": 31,
        "discards": 12,
        "seen_discards": [],
        "laid": [],
        "creature": None,
        "robber": None,
        "ending": None,
        "winner": None,
        "legal": legal,
        "rule": "2",
        "is_window": False,
        "fight": None,
        "ability": None,
        "top_discard": "4S",
        "first_passage": 10,
        "question": {"key": "turn.you", "seats": [0]},
    } | fields


def move(text: str, **fields: Any) -> Json:
    """Return a legal move."""
    verb = text.split(maxsplit=1)[0]
    return {"text": text, "verb": verb, "label": verb} | fields


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Jk")
PASS = move("pass")
ACE = move("ace A", card="A")


def fishing(seat: int) -> list[Json]:
    """Return all ways to ask a seat for a rank."""
    return [move(f"fish Q p{seat + 1} {rank}", card="Q", target=seat, asked=rank) for rank in RANKS]


TURN = [
    PASS,
    ACE,
    move("dig 4 @14", card="4", value=4, place=len(FIVE_BRANCHES[0])),
    move("cave 4 p2", card="4", value=4, target=1),
    move("attack Q p2", card="Q", value=12, target=1),
    move("attack Q p4", card="Q", value=12, target=3),
    *fishing(1),
    *fishing(3),
]
SIX_FIGHTERS = [
    move(f"fight {rank}", card=rank, value=int(rank)) for rank in ("2", "3", "4", "5", "6")
]
FULL_HAND = "AD 2D 4H 5C 7C 8D QD"
FULL: dict[str, Json] = {
    "turn": view_of(FIVE_BRANCHES, FULL_HAND, TURN),
    "asked": view_of(
        FIVE_BRANCHES,
        FULL_HAND,
        [move("give", cost={"cards": 1}), move("deny"), ACE],
        pending="asked",
        current=2,
        question={"key": "asked.you", "seats": [0], "target": 2, "rank": 12},
    ),
    "attacked": view_of(
        FIVE_BRANCHES,
        "AD 2D 3H 4C 5C 6D 6S",
        [*SIX_FIGHTERS, move("retreat", cost={"cards": 1}), ACE],
        pending="attacked",
        current=3,
        creature="KS",
        fight={
            "attacker": 3,
            "defender": 0,
            "creature": "KS",
            "strength": 13,
            "total": 0,
            "values": [],
            "is_won": False,
        },
        question={"key": "attacked.you", "seats": [0], "target": 3, "rank": 13},
    ),
    "fight": view_of(
        FIVE_BRANCHES,
        "AD 6D 6S",
        [move("fight 6", card="6", value=6), move("strike")],
        pending="attacked",
        current=3,
        creature="KS",
        laid=["3D", "3H", "3C", "3S", "2C", "2H"],
        fight={
            "attacker": 3,
            "defender": 0,
            "creature": "KS",
            "strength": 13,
            "total": 16,
            "values": [3, 3, 3, 3, 2, 2],
            "is_won": True,
        },
        question={"key": "attacked.strike", "seats": [0], "target": 3, "rank": 13},
    ),
    "aces": view_of(
        FIVE_BRANCHES,
        FULL_HAND,
        [PASS, ACE],
        pending="aces",
        current=1,
        is_window=True,
        waiting=[0, 1, 2],
        question={"key": "aces.you", "seats": [0, 1, 2], "target": 3},
    ),
    "counters": view_of(
        FIVE_BRANCHES,
        FULL_HAND,
        [PASS, move("counter Q", card="Q"), ACE],
        pending="counters",
        current=3,
        is_window=True,
        waiting=[0, 1, 2],
        ability=12,
        creature="QS",
        laid=["QH", "QC"],
        question={"key": "countered.you", "seats": [0, 1, 2], "target": 3, "rank": 12},
    ),
    "robbing": view_of(
        FIVE_BRANCHES,
        FULL_HAND,
        [move(f"take {rank}", card=rank) for rank in RANKS],
        pending="robbing",
        robber="JS",
        seen_discards=[*(f"{rank}S" for rank in RANKS[:-1]), "Jk"],
        question={"key": "robbing.you", "seats": [0]},
    ),
    "accusation": view_of(
        [FIVE_BRANCHES[0], *(hidden(each) for each in FIVE_BRANCHES[1:])],
        FULL_HAND,
        [PASS | {"lets_win": 2}, move("accuse p3", target=2), ACE],
        pending="accusations",
        current=2,
        is_window=True,
        waiting=[0, 1, 3],
        about=[2],
        seen_discards=None,
        top_discard=None,
        question={
            "key": "accusations.escape",
            "seats": [0, 1, 3],
            "target": 2,
            "lets_win": 2,
            "warning": "pass_or_others",
        },
    ),
    "dark turn": view_of(
        [
            [each | {"is_lie": each["value"] == 9} for each in FIVE_BRANCHES[0]],
            *(hidden(each) for each in FIVE_BRANCHES[1:]),
        ],
        "Jk 4H 5C 7C 8D QD",
        [
            PASS,
            *(move(f"accuse p{seat + 1}", target=seat) for seat in (1, 2, 3)),
            *(
                move(f"dig {rank}=4 @14", card=rank, **{"as": "4"}, value=4, place=14)
                for rank in ("Jk", "5", "7", "8", "Q")
            ),
        ],
        seen_discards=None,
        top_discard=None,
    ),
    "two players": view_of(
        LATE,
        "AD 2D 9D KC",
        [PASS, ACE],
        pending="aces",
        current=1,
        is_window=True,
        waiting=[0],
        question={"key": "aces.you", "seats": [0], "target": 1},
    ),
}
"""The fullest situations by name."""


def show_crafted(
    page: Page,
    server: RestartableServer,
    views: Iterable[Json],
    *,
    seconds: float | None = None,
    updates: Sequence[Json] = (),
) -> Iterator[Json]:
    """Show crafted views one after another, each at a live table of as many people.

    Each view is followed by the updates, which replace fields of its message.
    """
    everybody = {count: add_table(server, count) for count in (2, 4)}
    shown: list[Json] = []
    sent = replace_views(page, shown, seconds)
    seats = [seat for _, seat in everybody.values()]
    fill_storage(page, NAMES[0], seats, sound=False, autoPass=False)
    for view in views:
        table, _ = everybody[len(view["players"])]
        shown[:] = [view]
        page.goto("/#/settings")
        expect(page.locator("main h1")).to_be_visible()
        page.evaluate(LOAD_FONTS)
        page.goto(f"/#/table/{table}")
        expect(page.locator(".dungeon")).to_be_visible()
        page.evaluate(WATCH_SHIFTS)
        for update in updates:
            socket, last = sent[-1]
            sent.append((socket, last | update | {"version": last["version"] + 1}))
            socket.send(json.dumps(sent[-1][1]))
            expect(page.locator(f".dungeon[data-update='{last['version'] + 1}']")).to_be_visible()
        yield view


def add_table(server: RestartableServer, count: int) -> tuple[str, Seat]:
    """Add a table of people, and return its id and the first seat."""
    opened = Opened("dungeon", {"players": count}, ("",) * count, "0" * 64, window=WINDOW_S)
    people = [Sat(seat, NAMES[seat], "words") for seat in range(count)]
    table, keys = server.add_table([opened, *people, Began()])
    return table, seat_in_storage(table, "dungeon", keys[0])


def replace_views(
    page: Page, shown: list[Json], seconds: float | None
) -> list[tuple[WebSocketRoute, Json]]:
    """Replace the views in all messages of the server by the one in the list.

    Return the list of tables that are sent, which grows.
    """
    sent: list[tuple[WebSocketRoute, Json]] = []

    def on_socket(socket: WebSocketRoute) -> None:
        real = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            data = replaced(json.loads(message))
            if data.get("type") == "table":
                sent.append((socket, data))
            socket.send(json.dumps(data))

        real.on_message(forward)

    def replaced(data: Json) -> Json:
        if data.get("type") == "table":
            (view,) = shown
            window = data["now"] + seconds if seconds and view["is_window"] else None
            data |= {"view": view, "events": [], "window": window, "waiting": view["waiting"]}
            data["story"] = ["Bartholomew shores up passage 6 and looks innocent."]
        return data

    page.route_web_socket("**/ws", on_socket)
    return sent
