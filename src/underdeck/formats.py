"""Records as JSON and as compact text: writing, reading and checking."""

import json
import re
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from underdeck.cards import codes_of
from underdeck.deal import SOURCES, Deal
from underdeck.json_types import JsonObject
from underdeck.options import option_text, read_options
from underdeck.playthrough import AnyPlaythrough, verify
from underdeck.record import ASSISTS, VERSION, Record
from underdeck.refusal import Refusal
from underdeck.registry import find_game

MAX_RECORD_LENGTH = 1_000_000
"""Maximum number of characters in a record."""
MAX_SEAT_NAME_LENGTH = 40

MOVES_PER_LINE = 10


def write_json(played: AnyPlaythrough) -> str:
    """Format a game as JSON with one line per part."""
    parts = (
        f"{json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}"
        for name, part in as_json(played).items()
    )
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def as_json(played: AnyPlaythrough) -> dict[str, Any]:
    """Return the record of a game as data."""
    record = played.record
    return {
        "underdeck": VERSION,
        "game": record.game,
        "rules": record.rules,
        "house": record.options_as_dict(),
        "deal": record.deal.as_json(),
        **({"seats": record.seats} if record.seats else {}),
        "moves": record.moves,
        "assists": record.assists,
        "result": played.result(),
    }


def read_record(text: str) -> AnyPlaythrough:
    """Read a record in either format and replay it; refuse it if anything in it is wrong."""
    if len(text) > MAX_RECORD_LENGTH:
        raise Refusal("record_too_long", most=MAX_RECORD_LENGTH)
    text = text.removeprefix("\ufeff")
    return check(parse_json(text) if text.lstrip().startswith("{") else parse_text(text))


def load_record(path: str | PathLike[str]) -> AnyPlaythrough:
    """Read a record from a file and replay it; an unreadable file raises `OSError`."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            return read_record(file.read(MAX_RECORD_LENGTH + 1))
    except UnicodeDecodeError:
        raise Refusal("file_not_text", path=str(path)) from None


def save_record(record: Record, path: str | PathLike[str]) -> None:
    """Write a record to a file: compact text for `.txt`, otherwise JSON."""
    played = AnyPlaythrough.resume(record)
    target = Path(path)
    text = write_text(played) if target.suffix == ".txt" else write_json(played)
    target.write_text(text, encoding="utf-8", newline="\n")


def parse_json(text: str) -> JsonObject:
    """Parse JSON; `check` validates the result."""
    try:
        data: JsonObject = json.loads(text, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError):
        raise Refusal("record_broken") from None
    return data


def read_json(data: bytes) -> JsonObject:
    """Parse a record of limited size that came as a part of something else."""
    if len(data) > MAX_RECORD_LENGTH:
        raise Refusal("record_too_long", most=MAX_RECORD_LENGTH)
    try:
        found: object = parse_json(data.decode())
    except UnicodeDecodeError:
        raise Refusal("record_broken") from None
    if not isinstance(found, dict):
        raise Refusal("record_foreign")
    return found


def unique_keys(pairs: Sequence[tuple[str, object]]) -> JsonObject:
    """Build a dict, and raise ValueError for a repeated key, which could contradict the first."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("repeated key")
    return data


def check(data: dict[str, Any], *, keeps_states: bool = True) -> AnyPlaythrough:
    """Build a record from data and verify its types, deal, moves and result.

    Without earlier states a long game takes a third of the time and a fraction of the memory.
    """
    if type(data.get("underdeck")) is not int or data["underdeck"] < 1:
        raise Refusal("record_foreign")
    if data["underdeck"] > VERSION:
        raise Refusal("record_newer", version=data["underdeck"], known=VERSION)
    check_parts(data)
    game = find_game(data["game"])
    if data["rules"] > game.rules:
        raise Refusal("record_newer", version=data["rules"], known=game.rules)
    if not all(type(value) in (bool, int) for value in data["house"].values()):
        raise Refusal("record_part", name="house")
    options = read_options(game.Options, data["house"])
    deal = Deal.from_json(data["deal"])
    seats = data.get("seats", [])
    if seats and len(seats) != game.seats(options):
        raise Refusal("record_part", name="seats")
    return verify(
        Record(game.name, data["rules"], options, deal, data["moves"], data["assists"], seats),
        data["result"] and game.upgrade_result(data["result"], data["underdeck"]),
        keeps_states=keeps_states,
    )


_TYPES = {
    "underdeck": int,
    "game": str,
    "rules": int,
    "house": dict,
    "deal": dict,
    "moves": list,
    "assists": list,
}


def check_parts(data: dict[str, Any]) -> None:
    """Refuse a missing part, a part of the wrong type, and an unknown part."""
    for name, kind in _TYPES.items():
        if type(data.get(name)) is not kind:
            raise Refusal("record_part", name=name)
    if data["rules"] < 1:
        raise Refusal("record_part", name="rules")
    if "result" not in data or not isinstance(data["result"], dict | None):
        raise Refusal("record_part", name="result")
    if not all(isinstance(move, str) for move in data["moves"]):
        raise Refusal("record_part", name="moves")
    assists = data["assists"]
    if not all(kind in ASSISTS for kind in assists) or len(set(assists)) < len(assists):
        raise Refusal("record_part", name="assists")
    seats = data.get("seats", [])
    if not isinstance(seats, list) or not all(
        isinstance(seat, str) and len(seat) <= MAX_SEAT_NAME_LENGTH and seat.isprintable()
        for seat in seats
    ):
        raise Refusal("record_part", name="seats")
    unknown = data.keys() - _TYPES.keys() - {"result", "seats"}
    if unknown:
        raise Refusal("record_unknown_part", name=min(unknown))


def write_text(played: AnyPlaythrough) -> str:
    """Format a game as compact text, one line per part."""
    record = played.record
    lines = [f"underdeck {VERSION} {record.game} {record.rules}"]
    defaults = type(record.options)()
    for name, value in record.options_as_dict().items():
        if value != getattr(defaults, name):
            lines.append(f"house {name}={option_text(value)}")
    source = record.deal.source
    if source.kind in SOURCES:
        lines.append(f"{source.kind} {source.as_text()}")
    lines.append("deal " + " ".join(codes_of(record.deal.cards)))
    if record.seats:
        lines.append(f"seats {json.dumps(record.seats, ensure_ascii=False)}")
    lines += [f"assist {kind}" for kind in record.assists]
    for start in range(0, len(record.moves), MOVES_PER_LINE):
        lines.append("moves " + ", ".join(record.moves[start : start + MOVES_PER_LINE]))
    result = played.result()
    if result is not None:
        parts = (
            f"{name}={json.dumps(value, separators=(',', ':'))}" for name, value in result.items()
        )
        lines.append("result " + " ".join(parts))
    return "\n".join(lines) + "\n"


def parse_text(text: str) -> dict[str, Any]:
    """Parse compact text into the data that JSON would give."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    head = lines[0].split() if lines else []
    if (
        len(head) != 4
        or head[0] != "underdeck"
        or not re.fullmatch(r"\d{1,9} \d{1,9}", f"{head[1]} {head[3]}", re.ASCII)
    ):
        raise Refusal("record_foreign")
    data: dict[str, Any] = {
        "underdeck": int(head[1]),
        "game": head[2],
        "rules": int(head[3]),
        "house": {},
        "deal": {},
        "moves": [],
        "assists": [],
        "result": None,
    }
    seen: set[str] = set()
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word in seen:
            raise Refusal("record_part", name=word)
        if word not in ("moves", "assist", "house"):
            seen.add(word)
        try:
            parse_line(data, word, rest)
        except (ValueError, RecursionError):
            raise Refusal("record_part", name=word) from None
    return data


def parse_line(data: dict[str, Any], word: str, rest: str) -> None:
    """Add one line of compact text to the data; a malformed line raises ValueError."""
    match word:
        case "house":
            data["house"] = unique_keys([*data["house"].items(), parse_option(rest)])
        case "deal":
            data["deal"]["cards"] = rest.split()
        case "seats":
            data["seats"] = json.loads(rest)
        case "assist":
            data["assists"].append(rest)
        case "moves":
            data["moves"] += [move.strip() for move in rest.split(",")]
        case "result":
            pairs = [part.split("=") for part in rest.split()]
            data["result"] = unique_keys([(name, json.loads(value)) for name, value in pairs])
        case _ if word in SOURCES:
            data["deal"][word] = SOURCES[word].text_to_json(rest)
        case _:
            raise Refusal("record_unknown_part", name=word)


def parse_option(text: str) -> tuple[str, int]:
    """Parse a house rule such as `name=on` or `name=2`."""
    name, value = text.split("=")
    return name, {"on": True, "off": False}[value] if value in ("on", "off") else int(value)
