"""Random input: bytes, broken JSON, wrong types, huge numbers, and untimely messages."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from underdeck.serve.routes import ROUTES

STRANGE = (
    *(
        "",
        " ",
        "\x00",
        "\u202e",
        "\ud7ff",
        "\U0010ffff",
        "é́",
        "👨‍👩‍👧",
        "ﷺ" * 20,
        "A" * 25,
        "A" * 300,
        "A" * 3000,
        "null",
        "-0",
    ),
    *(
        "<script>",
        "'; DROP TABLE keys; --",
        "{name}",
        "%s%n",
        "../../etc",
        "\r\nX: y",
        "٣",
        "0x10",
        "1e9",
    ),
)
NUMBERS = (
    0,
    -1,
    1,
    2,
    255,
    2**31,
    2**63 - 1,
    2**63,
    2**64,
    -(2**63) - 1,
    10**30,
    10**400,
    0.5,
    -0.0,
    1e308,
    5e-324,
)
CODES = (
    '"\\ud800"',
    '"\\udfff\\ud800"',
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "-1e999",
    "01",
    "0x1",
    "tru",
    "'a'",
    "/**/1",
    '"\\u0000"',
)
"""Fragments, valid or not, that Python's JSON encoder doesn't produce."""
MOVES = (
    "pass",
    "delve",
    "turn",
    "retreat",
    "bid 5",
    "dig 10 @0",
    "ace A",
    "attack Q p2",
    "fish K p2 7",
    "accuse p2",
    "resign",
    "discard 3",
)
PHRASES = ("hello", "well_played", "thanks", "wow")


def some_json(random: Random, depth: int = 2) -> Any:
    """Return any JSON value."""
    kind = random.randrange(8 if depth else 5)
    if kind == 0:
        return random.choice((None, True, False))
    if kind in (1, 2):
        return random.choice(NUMBERS)
    if kind in (3, 4):
        return random.choice(STRANGE)
    if kind == 5:
        return [some_json(random, depth - 1) for _ in range(random.randrange(4))]
    return {
        random.choice(("type", "id", "key", *STRANGE)): some_json(random, depth - 1)
        for _ in range(random.randrange(4))
    }


def valid_message(random: Random, keys: list[str]) -> dict[str, Any]:
    """Return a valid message, possibly at the wrong time."""
    number = random.randrange(60)
    return random.choice(
        (
            {"type": "hello", "key": random.choice(keys), "seen": number},
            {
                "type": "move",
                "id": str(random.randrange(10**6)),
                "version": number,
                "move": random.choice(MOVES),
            },
            {"type": "undo", "id": str(random.randrange(10**6)), "version": number},
            {"type": "commit", "share": "0" * 64},
            {"type": "reveal", "words": "a share"},
            {"type": "sync", "seen": number},
            {"type": "speak", "phrase": random.choice(PHRASES)},
            {"type": "rematch"},
            {"type": "pace", "pace": random.choice((0, 0.2, 5))},
            {"type": "fill", "bot": random.choice(("random", "careful")), "seat": number % 4},
            {"type": "free", "seat": number % 4},
        )
    )


def with_wrong_field(random: Random, message: dict[str, Any]) -> dict[str, Any]:
    """Return fields with a wrong type, an extra field or a missing one."""
    message = dict(message)
    name = random.choice(list(message) or ["type"])
    match random.randrange(3):
        case 0:
            message[name] = some_json(random)
        case 1:
            message.pop(name, None)
        case _:
            message[random.choice(("seat", "extra", "", "TYPE"))] = some_json(random)
    return message


def damaged(random: Random, text: str) -> bytes:
    """Return a text with damaged, duplicated or missing bytes."""
    data = bytearray(text.encode())
    match random.randrange(5):
        case 0:
            return bytes(data[: random.randrange(len(data) + 1)])
        case 1:
            return text.replace('"', random.choice(CODES), 1).encode()
        case 2:
            place = text.find(":") + 1
            return (
                text[:place]
                + random.choice(CODES)
                + text[place:].partition(",")[1]
                + text[place:].partition(",")[2]
            ).encode()
        case 3:
            for _ in range(random.randrange(1, 4)):
                data[random.randrange(len(data))] = random.randrange(256)
            return bytes(data)
        case _:
            place = random.randrange(len(data))
            return bytes(
                data[:place] + data[place : place + 9] * random.randrange(2, 40) + data[place:]
            )


def random_message(random: Random, good: dict[str, Any]) -> bytes:
    """Return a message: valid, wrong, broken, nested, long, or random bytes."""
    kind = random.randrange(20)
    if kind < 4:
        return json.dumps(good).encode()
    if kind < 9:
        return json.dumps(
            with_wrong_field(random, good), ensure_ascii=random.random() < 0.5
        ).encode()
    if kind < 15:
        return damaged(random, json.dumps(good))
    if kind < 17:
        return random.randbytes(random.randrange(200))
    if kind < 18:
        return json.dumps(some_json(random, 4)).encode()
    opening, closing = random.choice((("[", "]"), ('{"type":', "}"), ('{"a":[', "]}")))
    deep = random.choice((10, 300, 600))
    return (
        (opening * deep + "1" + (closing * deep if random.random() < 0.5 else "")).encode()
        if kind < 19
        else b"[" * random.randrange(9000)
    )


@dataclass(frozen=True)
class Request:
    """A random request."""

    method: str
    path: str
    headers: list[tuple[bytes, bytes]]
    body: bytes


BODIES: tuple[dict[str, Any], ...] = (
    {"name": "Ada", "language": "es"},
    {"code": "ABCDE-23456"},
    {"game": "tomb", "name": "Ada", "house": {}, "deal": "7KQ2P-9MXA3"},
    {
        "game": "dungeon",
        "name": "Ada",
        "house": {"players": 3, "turn_limit": 5},
        "bots": ["careful"],
        "clock": {"move": 60, "reserve": 5},
    },
    {"name": "Ada", "key": "x" * 32, "words": "mine"},
    {"name": "Ada", "table": "0123456789abcdef01234567"},
)


def request(random: Random, keys: list[str]) -> Request:
    """Return a request, usually to an existing path, with any body."""
    route = random.choice(ROUTES)
    path = (
        route.path.format(game="dungeon", competition="x", day="2026-11-17", code="12345")
        if random.random() < 0.9
        else random.choice(
            ("/", "/api", "/ws", "/api/tables/", "/api/%00", "/api/..%2f", "/metrics", "/é")
        )
    )
    method = (
        route.method
        if random.random() < 0.85
        else random.choice(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "BREW"))
    )
    key = random.choice([*keys, "", "x", "é", "A" * 5000])
    headers = [
        (
            b"authorization",
            f"{random.choice(('Bearer', 'bearer', 'Basic', ''))} {key}".strip().encode("latin-1"),
        )
    ]
    headers.append(
        (
            b"content-type",
            random.choice(
                (b"application/json", b"application/json; charset=x", b"text/plain", b"", b"\xff")
            ),
        )
    )
    if random.random() < 0.1:
        headers.append(
            (b"accept-language", random.choice((b"es", b"en;q=x,es", b"\xff\xfe", b"," * 500)))
        )
    if random.random() < 0.1:
        headers.append(
            (b"origin", random.choice((b"null", b"https://example.com", b"http://", b"\xff")))
        )
    body = random_message(random, random.choice(BODIES)) if random.random() < 0.8 else b""
    return Request(method, path, headers, body)
