"""Messages about the history of a player, as a server would send them."""

from typing import Any

from underdeck.serve import messages

NOON = 1_794_916_800.0
"""2026-11-17, 12:00 UTC."""
DAY_S = 86_400.0


def recent_game(number: int, points: int, outcome: str = "escaped", **given: Any) -> Any:
    """Return one of the last games."""
    survived = outcome in ("escaped", "won")
    values = {"won": outcome == "won", "survived": survived, "kings": min(points // 15, 4)}
    return messages.RecentGame(
        f"table{number}", NOON + number, outcome, points=points, **values | given
    )


def tomb_statistics(**given: Any) -> messages.StatisticsShown:
    """Return the statistics of Tomb."""
    values: dict[str, Any] = {
        "game": "tomb",
        "games": 128,
        "assisted": 12,
        "rates": {
            "survived": messages.Rate(80, 0.625, 0.538, 0.705),
            "won": messages.Rate(6, 0.047, 0.022, 0.098),
        },
        "means": {
            "points": messages.Mean(18.3, 16.0, 20.6, 17.0),
            "depth": messages.Mean(6.21, 5.9, 6.5, 6.5),
        },
        "distributions": {
            "survived": counts({"0": 48, "1": 80}),
            "points": counts({str(value): value % 7 for value in range(72)}),
            "kings": counts({"0": 60, "1": 40, "2": 20, "4": 8}),
            "cause": counts({"monster": 30, "trap": 10, "dark": 8}),
            "slayer": counts({"10S": 20, "3D": 10}),
            "standing": counts({"free": 128}),
        },
        "recent": [
            recent_game(number, points, outcome)
            for number, (points, outcome) in enumerate(
                [(12, "escaped"), (0, "slain"), (45, "won"), (0, "lost"), (30, "escaped")] * 4
            )
        ],
        "houses": [
            messages.HouseCount("", {"drop_sum": False, "earliest_turnaround": 1}, 100),
            messages.HouseCount("drop_sum=1", {"drop_sum": True, "earliest_turnaround": 1}, 28),
        ],
        "months": ["2026-10", "2026-11"],
        "opponents": [],
        "best": messages.Best(4, 68, 13, NOON, "table2"),
        "best_series": [messages.BestSeries(5, 132, 7, 61, "series1")],
        "challenges": [
            messages.ChallengeShown("survive", True, 80, 1),
            messages.ChallengeShown("kings_4", False, 2, 4),
            messages.ChallengeShown("series_10", False, 0, 1),
        ],
        "rating": None,
    }
    return messages.StatisticsShown(**values | given)


def dungeon_statistics(**given: Any) -> messages.StatisticsShown:
    """Return the statistics of Dungeon."""
    values: dict[str, Any] = {
        "game": "dungeon",
        "games": 30,
        "assisted": 0,
        "rates": {"won": messages.Rate(12, 0.4, 0.25, 0.58)},
        "means": {"turns": messages.Mean(21.5, 18.0, 25.0, 20.0)},
        "distributions": {
            "seat": counts({"0": 20, "1": 10}),
            "won_seat": counts({"0": 10, "1": 2}),
            "outcome": counts({"escaped": 12, "fell": 18}),
        },
        "recent": [
            recent_game(number, 0, outcome) for number, outcome in enumerate(["won", "lost"] * 3)
        ],
        "houses": [messages.HouseCount("", {"players": 2}, 30)],
        "months": ["2026-11"],
        "opponents": [
            messages.OpponentCount("bot:careful", "Bertha", 25, 8, 24.33),
            messages.OpponentCount("p-ana", "Ana", 5, 4, None),
        ],
        "best": None,
        "best_series": [],
        "challenges": [],
        "rating": messages.Rating(25.0, 3.0, 16.0, 30),
    }
    return messages.StatisticsShown(**values | given)


def counts(values: dict[str, int]) -> list[messages.ValueCount]:
    """Return how often values occurred."""
    return [messages.ValueCount(value, count) for value, count in values.items()]


def listed_game(number: int = 1, **given: Any) -> messages.GameListed:
    """Return a game in the history."""
    values: dict[str, Any] = {
        "table": f"table{number}",
        "game": "tomb",
        "seat": 0,
        "at": NOON + number * DAY_S,
        "house": {"drop_sum": False},
        "house_key": "",
        "origin": "terminal",
        "standing": "free",
        "outcome": "escaped",
        "won": False,
        "survived": True,
        "points": 31,
        "kings": 2,
        "turns": 14,
        "facts": {"depth": 7},
        "opponents": [],
        "remarks": [],
        "achievements": [],
        "board": "",
        "number": 1,
        "has_record": True,
    }
    return messages.GameListed(**values | given)
