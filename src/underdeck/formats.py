"""Records on paper: JSON, versioned, and a compact text. What is written is read back the same; what is read is checked whole."""

import json
import re
from typing import Any

from underdeck.cards import codes_of, read_cards
from underdeck.deal import Deal, Drawn, Fair, read_code, read_fair_seed
from underdeck.options import option_text, read_options
from underdeck.record import VERSION, Playthrough, Record, verify
from underdeck.refusal import Refusal
from underdeck.registry import find_game

MOST_CHARACTERS = 1_000_000
"""No record of a card game is longer."""

MOVES_A_LINE = 10
MOST_NAME = 40
"""How long the name of who plays a seat may be."""

ASSISTS = ("undo", "hint", "count")
"""R-20 The kinds of help that a record may list."""


def write_json(played: Playthrough) -> str:
    """The record as JSON, a line for each part."""
    parts = (
        f"{json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}"
        for name, part in as_json(played).items()
    )
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def as_json(played: Playthrough) -> dict[str, Any]:
    """The record as data."""
    record = played.record
    return {
        "underdeck": VERSION,
        "game": record.game,
        "rules": record.rules,
        "house": record.options_as_dict(),
        "deal": deal_as_json(record.deal),
        **({"seats": record.seats} if record.seats else {}),
        "moves": record.moves,
        "assists": record.assists,
        "result": played.result(),
    }


def deal_as_json(deal: Deal) -> dict[str, Any]:
    """The cards, beside what they came from."""
    told: dict[str, Any] = {"cards": codes_of(deal.cards)}
    if deal.seed is not None:
        told["seed"] = deal.seed
    if deal.code is not None:
        told["code"] = deal.code
    if deal.fair is not None:
        told["fair"] = {
            "commitment": deal.fair.commitment,
            "seed": deal.fair.seed.hex(),
            "mix": list(deal.fair.mix),
        }
    if deal.drawn is not None:
        told["drawn"] = {"seed": deal.drawn.seed, "number": deal.drawn.number}
    return told


def read_record(text: str) -> Playthrough:
    """The game that a record tells, in either form, played to where it ends; anything wrong with it is refused."""
    if len(text) > MOST_CHARACTERS:
        raise Refusal("record_too_long", most=MOST_CHARACTERS)
    text = text.removeprefix("\ufeff")
    told = read_json(text) if text.lstrip().startswith("{") else read_text(text)
    return check(told)


def read_json(text: str) -> dict[str, Any]:
    """JSON as data; `check` looks at what it says."""
    try:
        told: dict[str, Any] = json.loads(text, object_pairs_hook=only_once)
    except (ValueError, RecursionError):
        raise Refusal("record_broken") from None
    return told


def only_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose every part is said once; a second one could say something else."""
    told = dict(pairs)
    if len(told) < len(pairs):
        raise ValueError("doubled part")
    return told


def check(told: dict[str, Any]) -> Playthrough:
    """A record from data: every part of the right kind, the deal true to its source, the moves legal, the result right."""
    if type(told.get("underdeck")) is not int or told["underdeck"] < 1:
        raise Refusal("record_foreign")
    if told["underdeck"] > VERSION:
        raise Refusal("record_newer", version=told["underdeck"], known=VERSION)
    check_parts(told)
    game = find_game(told["game"])
    if told["rules"] > game.rules:
        raise Refusal("record_newer", version=told["rules"], known=game.rules)
    if not all(type(value) in (bool, int) for value in told["house"].values()):
        raise Refusal("record_part", name="house")
    options = read_options(game.Options, told["house"])
    deal = check_deal(told["deal"])
    seats = told.get("seats", [])
    if seats and len(seats) != game.seats(options):
        raise Refusal("record_part", name="seats")
    return verify(
        Record(game.name, told["rules"], options, deal, told["moves"], told["assists"], seats),
        told["result"] and game.upgrade_result(told["result"], told["underdeck"]),
    )


_PARTS = {
    "underdeck": int,
    "game": str,
    "rules": int,
    "house": dict,
    "deal": dict,
    "moves": list,
    "assists": list,
}


def check_parts(told: dict[str, Any]) -> None:
    """Every part there, of its kind, and no other."""
    for name, kind in _PARTS.items():
        if type(told.get(name)) is not kind:
            raise Refusal("record_part", name=name)
    if told["rules"] < 1:
        raise Refusal("record_part", name="rules")
    if "result" not in told or not isinstance(told["result"], dict | None):
        raise Refusal("record_part", name="result")
    if not all(isinstance(move, str) for move in told["moves"]):
        raise Refusal("record_part", name="moves")
    if not all(kind in ASSISTS for kind in told["assists"]) or len(set(told["assists"])) < len(
        told["assists"]
    ):
        raise Refusal("record_part", name="assists")
    seats = told.get("seats", [])
    if not isinstance(seats, list) or not all(
        isinstance(seat, str) and len(seat) <= MOST_NAME for seat in seats
    ):
        raise Refusal("record_part", name="seats")
    strange = told.keys() - _PARTS.keys() - {"result", "seats"}
    if strange:
        raise Refusal("record_unknown_part", name=min(strange))


def check_deal(told: dict[str, Any]) -> Deal:
    """A deal from data: its cards and at most one source."""
    cards = told.get("cards")
    sources = told.keys() - {"cards"}
    texts = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
    if not texts or len(sources) > 1 or not sources <= {"seed", "code", "fair", "drawn"}:
        raise Refusal("record_part", name="deal")
    assert isinstance(cards, list)
    order = tuple(read_cards(cards))
    if "fair" in told:
        return Deal(order, fair=check_fair(told["fair"]))
    if "drawn" in told:
        return Deal(order, drawn=check_drawn(told["drawn"]))
    source = told.get("seed", told.get("code", ""))
    if not isinstance(source, str):
        raise Refusal("record_part", name="deal")
    if "code" in told:
        return Deal(order, code=read_code(source))
    return Deal(order, seed=source if "seed" in told else None)


def check_fair(told: object) -> Fair:
    """A fair source from data: the seed must be the one that was promised."""
    if not isinstance(told, dict) or told.keys() != {"commitment", "seed", "mix"}:
        raise Refusal("record_part", name="fair")
    seed, mix = told["seed"], told["mix"]
    if (
        not isinstance(seed, str)
        or not isinstance(mix, list)
        or not all(isinstance(word, str) for word in mix)
    ):
        raise Refusal("record_part", name="fair")
    fair = Fair(read_fair_seed(seed), tuple(mix))
    if fair.commitment != told["commitment"]:
        raise Refusal("broken_commitment", promised=str(told["commitment"]), found=fair.commitment)
    return fair


def check_drawn(told: object) -> Drawn:
    """The source of a simulated deal from data."""
    if (
        not isinstance(told, dict)
        or told.keys() != {"seed", "number"}
        or not isinstance(told["seed"], str)
        or type(told["number"]) is not int
    ):
        raise Refusal("record_part", name="drawn")
    return Drawn(told["seed"], told["number"])


def write_text(played: Playthrough) -> str:
    """The record as compact text: a line for each part."""
    record = played.record
    lines = [f"underdeck {VERSION} {record.game} {record.rules}"]
    defaults = type(record.options)()
    for name, value in record.options_as_dict().items():
        if value != getattr(defaults, name):
            lines.append(f"house {name}={option_text(value)}")
    deal = record.deal
    if deal.seed is not None:
        lines.append(f"seed {json.dumps(deal.seed, ensure_ascii=False)}")
    if deal.code is not None:
        lines.append(f"code {deal.code}")
    if deal.fair is not None:
        lines.append(
            f"fair {deal.fair.seed.hex()} {deal.fair.commitment} {json.dumps(list(deal.fair.mix), ensure_ascii=False)}"
        )
    if deal.drawn is not None:
        lines.append(f"drawn {deal.drawn.number} {json.dumps(deal.drawn.seed, ensure_ascii=False)}")
    lines.append("deal " + " ".join(codes_of(deal.cards)))
    if record.seats:
        lines.append(f"seats {json.dumps(record.seats, ensure_ascii=False)}")
    lines += [f"assist {kind}" for kind in record.assists]
    for start in range(0, len(record.moves), MOVES_A_LINE):
        lines.append("moves " + ", ".join(record.moves[start : start + MOVES_A_LINE]))
    result = played.result()
    if result is not None:
        lines.append(
            "result "
            + " ".join(
                f"{name}={json.dumps(value, separators=(',', ':'))}"
                for name, value in result.items()
            )
        )
    return "\n".join(lines) + "\n"


def read_text(text: str) -> dict[str, Any]:
    """The compact text as the same data that JSON gives."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    head = lines[0].split() if lines else []
    if (
        len(head) != 4
        or head[0] != "underdeck"
        or not re.fullmatch(r"\d{1,9} \d{1,9}", f"{head[1]} {head[3]}", re.ASCII)
    ):
        raise Refusal("record_foreign")
    told: dict[str, Any] = {
        "underdeck": int(head[1]),
        "game": head[2],
        "rules": int(head[3]),
        "house": {},
        "deal": {},
    }
    told |= {"moves": [], "assists": [], "result": None}
    seen: set[str] = set()
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word in seen:
            raise Refusal("record_part", name=word)
        if word not in ("moves", "assist", "house"):
            seen.add(word)
        try:
            read_line(told, word, rest)
        except (ValueError, RecursionError):
            raise Refusal("record_part", name=word) from None
    return told


def option_pair(text: str) -> tuple[str, int]:
    """A house rule of the compact text: `name=on`, `name=2`."""
    name, value = text.split("=")
    return name, {"on": True, "off": False}[value] if value in ("on", "off") else int(value)


def read_line(told: dict[str, Any], word: str, rest: str) -> None:
    """One line of the compact text into the data; a ValueError if it isn't of its form."""
    match word:
        case "house":
            told["house"] = only_once([*told["house"].items(), option_pair(rest)])
        case "seed":
            told["deal"]["seed"] = json.loads(rest)
        case "code":
            told["deal"]["code"] = rest
        case "fair":
            seed, commitment, mix = rest.split(" ", 2)
            told["deal"]["fair"] = {"seed": seed, "commitment": commitment, "mix": json.loads(mix)}
        case "drawn":
            number, source = rest.split(" ", 1)
            told["deal"]["drawn"] = {"seed": json.loads(source), "number": int(number)}
        case "deal":
            told["deal"]["cards"] = rest.split()
        case "seats":
            told["seats"] = json.loads(rest)
        case "assist":
            told["assists"].append(rest)
        case "moves":
            told["moves"] += [move.strip() for move in rest.split(",")]
        case "result":
            told["result"] = only_once(
                [
                    (name, json.loads(value))
                    for name, value in (part.split("=") for part in rest.split())
                ]
            )
        case _:
            raise Refusal("record_unknown_part", name=word)
