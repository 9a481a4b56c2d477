"""Version 1 of Dungeon's views, events and results as data, which counted seats from 1.

Records of version 1 stay readable for ever, and clients of protocol 1 are still served.
"""

from typing import Any

from underdeck.games.dungeon.events import SEAT_PARTS
from underdeck.games.dungeon.pending import ATTACKED, PENDING, QUESTIONS, WINDOWS

Data = dict[str, Any]

ABOUT_A_SEAT = frozenset(PENDING[kind] for kind in (ATTACKED, *QUESTIONS, *WINDOWS))
"""The pending decisions whose `about` begins with a seat."""
RENAMED_PART = {"seat": "player"}


def upgrade_result(result: Data) -> Data:
    """Return a result of version 1 in the current version; wrong types stay as they are."""
    return _shift_result(result, -1)


class Version1:
    """Turns current data into data of version 1."""

    def view(self, view: Data) -> Data:
        """Return a view as version 1 wrote it."""
        about = view["about"]
        changed = {
            "you": _number(view["seat"]),
            "current": _number(view["current"]) or 0,
            "waiting": [seat + 1 for seat in view["waiting"]],
            "about": [about[0] + 1, *about[1:]] if view["pending"] in ABOUT_A_SEAT else about,
            "players": [self._player(player) for player in view["players"]],
            "winner": _number(view["winner"]),
        }
        return changed | {
            name: part for name, part in view.items() if name not in ("seat", *changed)
        }

    def _player(self, player: Data) -> Data:
        return {"player": player["seat"] + 1} | {
            name: part for name, part in player.items() if name != "seat"
        }

    def event(self, event: Data) -> Data:
        """Return an event as version 1 wrote it."""
        return {
            RENAMED_PART.get(name, name): part + 1 if name in SEAT_PARTS else part
            for name, part in event.items()
        }

    def result(self, result: Data) -> Data:
        """Return a result as version 1 wrote it."""
        return _shift_result(result, 1)


VERSION_1 = Version1()


def _number(seat: int | None) -> int | None:
    """Return the number that version 1 gave a seat."""
    return None if seat is None else seat + 1


def _shift_result(result: Data, shift: int) -> Data:
    shifted = dict(result)
    if type(result.get("winner")) is int:
        shifted["winner"] = result["winner"] + shift
    alive = result.get("alive")
    if isinstance(alive, list):
        shifted["alive"] = [seat + shift if type(seat) is int else seat for seat in alive]
    return shifted
