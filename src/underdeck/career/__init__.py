"""Competitive play and history: challenges, series, contests, wagers, dailies and statistics."""

from typing import TYPE_CHECKING

from underdeck.lazy import lazy_names

__all__ = ["Competition", "Facts", "FinishedGame", "GameCareer", "finished_game", "record_game"]

if TYPE_CHECKING:
    from underdeck.career.base import Facts, GameCareer
    from underdeck.career.competition import Competition
    from underdeck.career.finished import FinishedGame, finished_game
    from underdeck.career.recording import record_game
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Facts": "underdeck.career.base",
            "GameCareer": "underdeck.career.base",
            "Competition": "underdeck.career.competition",
            "FinishedGame": "underdeck.career.finished",
            "finished_game": "underdeck.career.finished",
            "record_game": "underdeck.career.recording",
        },
    )
