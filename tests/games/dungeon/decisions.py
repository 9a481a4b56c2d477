"""A position of three players for each kind of decision."""

from typing import Any

THREE_HANDS: dict[int, str] = {1: "QS JS KS 10S AS", 2: "7S 7H 5S 10H AH", 3: "JD QD 3D 3C AD"}

DECISIONS: dict[str, tuple[dict[str, Any], list[str], int]] = {
    "bid": ({"first": None}, [], 2),
    "turn": ({}, [], 1),
    "discard": ({}, ["p1 pass"], 1),
    "attacked": ({"dungeons": {2: "10D 9D"}}, ["p1 attack K p2"], 2),
    "asked": ({}, ["p1 fish Q p2 7"], 2),
    "answered": ({}, ["p1 fish Q p2 7", "p2 deny"], 1),
    "caught": ({"suicide_queen": True}, ["p1 fish Q p2 7", "p2 deny", "p1 demand"], 2),
    "robbing": ({"discards": "9C"}, ["p1 rob J"], 1),
    "saving": ({"jokers_wild": True, "dungeons": {2: "Jk"}}, ["p1 cave 10 p2"], 2),
    "aces": ({}, ["p1 ace A"], 3),
    "counters": ({"counter_attack": 3}, ["p1 fish Q p2 7"], 3),
    "accusations": (
        {"pitch_black": True, "dungeons": {1: "Jk", 2: "10D", 3: "10C"}},
        ["p1 dig 10 @0"],
        3,
    ),
}
"""For each kind of decision: the options, the moves that lead there, and a player who decides."""
