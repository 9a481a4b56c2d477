"""Malicious clients: valid messages with wrong versions, identifiers, moves, seats and keys."""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from campaign.career_bodies import CAREER_BODIES, CODES, DAYS
from campaign.random_input import (
    MOVES,
    NUMBERS,
    PHRASES,
    STRANGE,
    Request,
    some_json,
    with_wrong_field,
)
from underdeck.serve import messages
from underdeck.serve.routes import ROUTES
from underdeck.serve.routes.base import Route
from underdeck.table.commitments import hash_share

MAX_KEYS = 60
VERSIONS = (-1, 0, 1, 2, 1000, 2**31, 2**63 - 1)


SHARES = ("one share", "another share", "a third share")

GAMES = ("tomb", "dungeon", "chess")
"""Games to ask for, one of them unknown."""


KINDS = {
    "/api/seat/key": "seat",
    "/api/chronicle/link": "chronicle",
    "/api/profile/chronicle/link": "chronicle",
}
"""The kinds of keys in responses that have nothing else."""


class Legal(msgspec.Struct):
    """The moves of a view."""

    legal: list[str] = msgspec.field(default_factory=list)


class ServerMessage(msgspec.Struct):
    """The parts of a server's message that are checked; tables may omit unchanged parts."""

    type: str
    id: str | None = None
    done: str | None = None
    version: int | None = None
    code: str | None = None
    table: str | None = None
    seat: int | None = None
    status: str | None = None
    view: Legal | None = None


DECODER = msgspec.json.Decoder(ServerMessage)


def few() -> deque[str]:
    """Return the last few of many."""
    return deque(maxlen=MAX_KEYS)


@dataclass
class Pool:
    """What all clients know together: keys, codes, names and moves."""

    keys: dict[str, deque[str]] = field(
        default_factory=lambda: {
            kind: few()
            for kind in (
                "seat",
                "watch",
                "join",
                "profile",
                "promise",
                "competition",
                "chronicle",
            )
        }
    )
    codes: deque[str] = field(default_factory=few)
    tables: deque[str] = field(default_factory=few)
    competitions: deque[str] = field(default_factory=few)
    moves: deque[str] = field(default_factory=lambda: deque(MOVES, maxlen=300))

    def learn(self, answer: bytes, path: str = "") -> None:
        """Keep the keys and names in a response to a request for this path."""
        fields = json.loads(answer)
        if "seat" in fields and "key" in fields:
            self.keys["seat"].append(fields["key"])
            self.tables.append(fields["table"])
            for kind in ("join", "watch"):
                self.keys[kind].extend([fields[kind]] if fields[kind] else [])
        elif "competition" in fields:
            self.competitions.append(fields["competition"])
            self.keys["competition"].extend([fields["key"]] if fields["key"] else [])
        elif "key" in fields:
            self.keys[KINDS.get(path, "profile")].append(fields["key"])
        elif "promise" in fields:
            self.keys["promise"].append(fields["promise"])
        elif "code" in fields:
            self.codes.append(fields["code"])

    def key(self, random: Random, *kinds: str) -> str:
        """Return a key of one of these kinds, if there is one."""
        return random.choice(
            [key for kind in kinds or self.keys for key in self.keys[kind]] or ["x" * 32]
        )


@dataclass
class HostileClient:
    """The knowledge of one connection, and the messages it makes of it."""

    random: Random
    pool: Pool
    version: int = 0
    legal: list[str] = field(default_factory=list)
    sent: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=30))
    """Messages with an identifier, to be repeated."""
    number: int = 0
    ahead: int = 0
    """Moves sent since the table was received, which may have been made."""

    def __post_init__(self) -> None:
        self.prefix = self.random.choice(("m", f"{self.random.randrange(10**6)} "))

    def see(self, message: ServerMessage) -> None:
        """Note the current table."""
        self.version, self.ahead = self.version if message.version is None else message.version, 0
        if message.view is not None:
            self.legal = message.view.legal
            self.pool.moves.extend(self.random.sample(self.legal, min(2, len(self.legal))))

    def message(self) -> dict[str, Any]:
        """Return the next message."""
        kinds = {
            self._move: 22,
            self._on: 12,
            self._again: 12,
            self._renamed: 5,
            self._untimely: 10,
            self._illegal: 12,
            self._undo: 8,
            self._small: 14,
            self._greet: 2,
            self._wrong: 7,
        }
        make: Callable[[], dict[str, Any]] = self.random.choices(list(kinds), list(kinds.values()))[
            0
        ]
        return make()

    def _named(self, fields: dict[str, Any]) -> dict[str, Any]:
        self.sent.append(fields)
        return fields

    def _move(self, version: int | None = None, move: str | None = None) -> dict[str, Any]:
        """Return a legal move at the current version."""
        self.number += 1
        chosen = move or self.random.choice(self.legal or ["pass"])
        return self._named(
            {
                "type": "move",
                "id": f"{self.prefix}{self.number}",
                "version": self.version if version is None else version,
                "move": chosen,
            }
        )

    def _again(self) -> dict[str, Any]:
        """Repeat a message."""
        return self.random.choice(self.sent) if self.sent else self._move()

    def _renamed(self) -> dict[str, Any]:
        """Return another move with the same identifier."""
        return {
            **self._again(),
            "type": "move",
            "version": self.version,
            "move": self.random.choice([*self.legal, "pass"]),
        }

    def _on(self) -> dict[str, Any]:
        """Return a move at the version after the last one, which wasn't received yet."""
        self.ahead += 1
        return self._move(self.version + self.ahead, self.random.choice(self.pool.moves))

    def _untimely(self) -> dict[str, Any]:
        """Return a legal move at another version."""
        version = self.random.choice((self.version - 1, self.version + 1, *VERSIONS))
        return self._move(max(0, version))

    def _illegal(self) -> dict[str, Any]:
        """Return a move of another table, or an invalid one."""
        move = self.random.choice(self.pool.moves)
        if self.random.random() < 0.3:
            words = move.split()
            self.random.shuffle(words)
            words[0] += self.random.choice(
                ("", " A", " p9", "x", " @99", " " + self.random.choice(STRANGE)[:10])
            )
            move = " ".join(words)[:80]
        return self._move(None, move)

    def _undo(self) -> dict[str, Any]:
        """Return an undo or a count, maybe at another version or with a used identifier."""
        self.number += 1
        name = f"u{self.prefix}{self.number}" if self.random.random() < 0.7 else self._again()["id"]
        kind = self.random.choice(("undo", "undo", "count"))
        return self._named(
            {
                "type": kind,
                "id": name,
                "version": self.random.choice((self.version, self.version, self.version + 1, 0)),
            }
        )

    def _small(self) -> dict[str, Any]:
        """Return a message without an identifier."""
        kind = self.random.choices(
            ("sync", "speak", "rematch", "resign", "commit", "reveal", "pace", "fill", "free"),
            (30, 40, 28, 2, 5, 10, 5, 3, 3),
        )[0]
        if kind == "pace":
            return {"type": kind, "pace": self.random.choice((0, 0.01, 0.1))}
        if kind == "fill":
            return {"type": kind, "bot": self.random.choice(("random", "careful"))}
        if kind == "free":
            return {"type": kind, "seat": self.random.randrange(4)}
        if kind == "commit":
            return {"type": kind, "share": hash_share(self.random.choice(SHARES))}
        if kind == "reveal":
            return {"type": kind, "words": self.random.choice(SHARES)}
        if kind == "sync":
            return {
                "type": kind,
                "seen": max(0, self.version - self.random.choice((0, 0, 1, 3, 10, 2**40))),
            }
        return (
            {"type": kind, "phrase": self.random.choice(PHRASES)}
            if kind == "speak"
            else {"type": kind}
        )

    def _greet(self) -> dict[str, Any]:
        """Return a second hello with any key."""
        return {"type": "hello", "key": self.pool.key(self.random), "seen": self.version}

    def _wrong(self) -> dict[str, Any]:
        """Return a message with a wrong part."""
        return with_wrong_field(
            self.random, self._again() if self.random.random() < 0.5 else self._small()
        )


def house(random: Random) -> dict[str, Any]:
    """Return house rules, usually valid."""
    rules = {"players": random.choice((2, 2, 3, 4)), "turn_limit": random.choice((1, 3, 5))}
    return {
        name: value if random.random() < 0.95 else random.choice(NUMBERS[:6])
        for name, value in rules.items()
    }


def new_table(random: Random, pool: Pool) -> dict[str, Any]:
    """Return a request for a table with some of its options."""
    game = random.choice(("tomb", "dungeon"))
    wanted: dict[str, Any] = {
        "game": game,
        "name": "Ada",
        "pace": 0,
        "listed": random.random() < 0.5,
    }
    if game == "dungeon":
        wanted |= {
            "house": house(random),
            "bots": random.choices(([], ["random"], ["careful"]), (40, 4, 1))[0],
        }
    extra: dict[str, Callable[[], Any]] = {
        "words": lambda: random.choice(STRANGE),
        "share": lambda: hash_share(random.choice(SHARES)),
        "secret": lambda: f"{random.randrange(5):043d}",
        "promise": lambda: pool.key(random, "promise"),
        "clock": lambda: {
            "move": 5,
            "reserve": random.choice((0, 1)),
            "then": random.choice(("bot", "lose")),
        },
        "window": lambda: random.choice((1, 1, 60)),
        "deal": lambda: random.choice(("TESTD-ECK6C", "walkthrough", "x")),
        "again": lambda: pool.key(random, "seat", "watch"),
    }
    return wanted | {
        name: extra[name]() for name in random.sample(list(extra), random.choice((0, 0, 1, 2)))
    }


def join(random: Random, pool: Pool) -> dict[str, Any]:
    """Return a request for a seat, by an invitation or from the lobby."""
    where = (
        {"key": pool.key(random, "join")}
        if random.random() < 0.8
        else {"table": random.choice(pool.tables or ["x"])}
    )
    extra = {"share": hash_share(random.choice(SHARES)), "secret": f"{random.randrange(5):043d}"}
    return {
        "name": "Bruno",
        **where,
        **{name: extra[name] for name in extra if random.random() < 0.2},
    }


BODIES: dict[type[Any], Callable[[Random, Pool], dict[str, Any]]] = {
    messages.NewProfile: lambda random, _: {"name": "Ada", "language": random.choice(("en", "es"))},
    messages.Claim: lambda random, pool: {"code": random.choice(pool.codes or ["ABCDE-23456"])},
    messages.NewTable: new_table,
    messages.Join: join,
    messages.OwnSeat: lambda random, pool: {"table": random.choice(pool.tables or ["x"])},
    messages.Preview: lambda random, pool: {"table": random.choice(pool.tables or ["x"])},
    messages.MergeRequest: lambda random, pool: {
        "code": random.choice(pool.codes or ["ABCDE-23456"])
    },
    messages.EnterCompetition: lambda random, pool: {
        "key": pool.key(random, "competition"),
        "name": random.choice(("Ada", "Bruno", "Eva")),
    },
    messages.AdviceRequest: lambda random, _: {
        "version": random.choice((0, 1, 2, 3, 9)),
        "goal": random.choice(("", "win", "points", "gold")),
        "confirm": random.random() < 0.8,
    },
    messages.SeatMove: lambda random, pool: {
        "move": random.choice(pool.moves),
        "version": random.choice((0, 1, 2, 9)),
        "id": str(random.randrange(10)),
    },
}


def body_of(route: Route, random: Random, pool: Pool) -> dict[str, Any]:
    """Return a body for a route."""
    if route.body in CAREER_BODIES:
        return CAREER_BODIES[route.body](random, [*pool.tables, "x"])
    return BODIES[route.body](random, pool)


SELDOM = {
    "/api/tables": 0.25,
    "/api/seat/key": 0.2,
    "/api/profile/key": 0.2,
    "/api/replay": 0.1,
    "/api/lobby": 0.2,
    "/api/lessons/{game}": 0.02,
    "/api/profile/games": 0.2,
    "/api/profile/export": 0.2,
    "/api/profile/replay": 0.1,
    "/api/profile/merge": 0.1,
    "/api/seat/advice": 0.1,
    "/api/review": 0.1,
    "/api/profile/review": 0.1,
    "/api/chronicle": 0.2,
    "/api/profile/chronicle": 0.2,
    "/api/profile/journal": 0.1,
    "/api/daily": 0.3,
}
"""Weights: requests that are expensive or invalidate keys are less frequent."""
COMMON = [
    SELDOM.get(route.path, 1.0) * (0.2 if route.method == "DELETE" else 1.0) for route in ROUTES
]


def kinds_for(route: Route) -> tuple[str, ...]:
    """Return the kinds of keys that a route accepts."""
    return route.key.kinds if route.key else ("profile",)


def call(random: Random, pool: Pool) -> Request:
    """Return a request with a matching key and body, or one of them wrong."""
    route = random.choices(ROUTES, COMMON)[0]
    headers = [(b"content-type", b"application/json")]
    wanted = route.key is not None and (not route.key.is_optional or random.random() < 0.3)
    if wanted or random.random() < 0.05:
        kinds = kinds_for(route) if random.random() < 0.85 else ()
        headers.append((b"authorization", b"Bearer " + pool.key(random, *kinds).encode()))
    body = b""
    if route.body is not None:
        fields = body_of(route, random, pool)
        if random.random() < 0.3:
            fields = with_wrong_field(random, fields)
        elif random.random() < 0.1:
            fields = {
                name: some_json(random) if random.random() < 0.5 else part
                for name, part in fields.items()
            }
        body = json.dumps(fields).encode()
    path = route.path.format(
        game=random.choice(GAMES),
        competition=random.choice(pool.competitions or ["x"]),
        day=random.choice(DAYS),
        code=random.choice(CODES),
    )
    return Request(route.method, path, headers, body)
