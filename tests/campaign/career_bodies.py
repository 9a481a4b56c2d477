"""Requests of malicious clients about histories, chronicles, competitions and deals."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from campaign.random_input import NUMBERS, STRANGE
from career.game_samples import NOW, play_randomly
from underdeck.formats import as_json
from underdeck.serve import messages

MONTHS = ("2026-11", "2026-12", "0000-00", "9999-99")
DAYS = ("2026-11-17", "2020-01-01", "2026-02-31", "9999-12-31")
CODES = ("7KQ2P-9MXAG", "1", "0", "999999999999", "TESTDECK6C")
OPPONENTS = ("bot:careful", "", '%"', "0" * 24)

Names = list[str]


@cache
def records() -> list[dict[str, Any]]:
    """Return records of finished games."""
    tombs = [as_json(play_randomly("tomb", seed)) for seed in range(3)]
    return [*tombs, as_json(play_randomly("dungeon", 1, ["", "careful"], turn_limit=20))]


def some_of(random: Random, fields: dict[str, Any]) -> dict[str, Any]:
    """Return some fields of a request."""
    return {name: value for name, value in fields.items() if random.random() < 0.4}


def game_filter(random: Random, _names: Names) -> dict[str, Any]:
    """Return a request for statistics."""
    return {
        "game": random.choice(("tomb", "dungeon")),
        **some_of(
            random,
            {
                "house": random.choice(("", "drop_sum=1", "x=9", "drop_sum=1,drop_sum=1")),
                "since": random.choice(MONTHS),
                "until": random.choice(MONTHS),
                "opponent": random.choice(OPPONENTS),
            },
        ),
    }


def history(random: Random, names: Names) -> dict[str, Any]:
    """Return a request for a page of the history."""
    place = {
        "before": random.choice(("1.5~0~t", "nan~0~t", "inf~0~", "x", "1e999~1~t", "1~-1~")),
        "limit": random.choice((0, 1, 20, 100, 101)),
    }
    return game_filter(random, names) | some_of(random, place)


def import_request(random: Random, names: Names) -> dict[str, Any]:
    """Return games to add, of which some are wrong."""
    games = []
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        record = dict(random.choice(records()))
        if random.random() < 0.3:
            record[random.choice(list(record))] = random.choice((None, [], {}, "x", 10**9))
        games.append(
            {
                "record": record,
                "seat": random.choice((0, 0, 0, 1, 8)),
                "at": random.choice((0, NOW, 4e9)),
                "names": random.choice(([], ["Ada"], [random.choice(STRANGE)] * 9)),
                "table": random.choice(["", *names]),
            }
        )
    return {
        "underdeck_history": random.choice((1, 1, 1, 2, -1)),
        "games": games,
        "origin": random.choice(("terminal", "import")),
    }


def competition(random: Random, _names: Names) -> dict[str, Any]:
    """Return a competition to begin."""
    kind = random.choice(("series", "contest", "wager"))
    wanted = {"kind": kind, "name": "Ada", "games": random.choice((1, 3, 5, 10, 4))}
    if kind == "wager":
        wanted |= {"stake": random.choice((1, 50, 10**9)), "currency": random.choice(STRANGE)[:20]}
    return wanted | some_of(random, {"game": "tomb", "house": {"drop_sum": True}})


def own_game(random: Random, names: Names) -> dict[str, Any]:
    """Return the name of a game."""
    return {"table": random.choice(names)}


def chronicle(random: Random, _names: Names) -> dict[str, Any]:
    """Return how to tell a game."""
    return some_of(
        random,
        {
            "length": random.choice(("short", "full", "long")),
            "seat": random.choice((None, 0, 1, 3, 4, -1)),
        },
    )


def review(random: Random, _names: Names) -> dict[str, Any]:
    """Return what a review measures a game by."""
    return some_of(random, {"goal": random.choice(("", "win", "points", "gold", "x" * 17))})


def journal(random: Random, names: Names) -> dict[str, Any]:
    """Return a request for a part of a journal."""
    place = {name: history(random, names).get(name) for name in ("game", "before")}
    limit = {"limit": random.choice((0, 1, 2, 10, 11)), "length": random.choice(("short", "full"))}
    return some_of(random, place | limit)


CAREER_BODIES: dict[type[Any], Callable[[Random, Names], dict[str, Any]]] = {
    messages.HistoryRequest: history,
    messages.GameFilter: game_filter,
    messages.ExportRequest: lambda random, _: some_of(
        random, {"after": "1.5~0~t", "limit": random.choice((1, 200, 501))}
    ),
    messages.OwnGame: own_game,
    messages.ChronicleRequest: chronicle,
    messages.OwnChronicle: lambda random, names: chronicle(random, names) | own_game(random, names),
    messages.JournalRequest: journal,
    messages.ReviewRequest: review,
    messages.OwnReview: lambda random, names: review(random, names) | own_game(random, names),
    messages.ImportRequest: import_request,
    messages.NewCompetition: competition,
    messages.Settle: lambda random, _: {"debts": [str(random.choice(NUMBERS))]},
    messages.NamedPlay: lambda random, _: {"name": random.choice(("Ada", "Bruno"))},
    messages.ShareDeal: own_game,
    messages.PlayDeal: lambda random, _: {"code": random.choice(CODES), "name": "Ada"},
}
"""The bodies of requests, given the names of tables."""
