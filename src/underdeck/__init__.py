"""Underdeck: two dungeon-crawling card games, to play and to study.

>>> import underdeck
>>> game = underdeck.new("tomb", seed="42")
>>> game.legal
(<TombMove delve>,)
>>> game.play("delve").events[0]
Event('delved', turn=1)

Modules are imported when a name is first used, so that `import underdeck` costs nothing.
"""

from typing import TYPE_CHECKING

from underdeck.lazy import lazy_names

__version__ = "0.2.0"

__all__ = [
    "GameSession",
    "IllegalMove",
    "InvalidMove",
    "Record",
    "Refusal",
    "SimulationResult",
    "game_names",
    "load",
    "new",
    "simulate",
]

if TYPE_CHECKING:
    from underdeck.api import GameSession, load, new, simulate
    from underdeck.api.results import SimulationResult
    from underdeck.record import Record
    from underdeck.refusal import IllegalMove, InvalidMove, Refusal
    from underdeck.registry import game_names
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "GameSession": "underdeck.api",
            "IllegalMove": "underdeck.refusal",
            "InvalidMove": "underdeck.refusal",
            "Record": "underdeck.record",
            "Refusal": "underdeck.refusal",
            "SimulationResult": "underdeck.api.results",
            "game_names": "underdeck.registry",
            "load": "underdeck.api",
            "new": "underdeck.api",
            "simulate": "underdeck.api",
        },
    )
