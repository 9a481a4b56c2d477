"""Simulations: many games, counted exactly, with confidence intervals, reports and charts."""

from typing import TYPE_CHECKING

from underdeck.lazy import lazy_names

__all__ = [
    "Difference",
    "Match",
    "Outcome",
    "PolicySpec",
    "Simulation",
    "Sweep",
    "Tally",
    "play_out",
    "read_policy",
]

if TYPE_CHECKING:
    from underdeck.study.match import Match, play_out
    from underdeck.study.policies import PolicySpec, read_policy
    from underdeck.study.simulation import Difference, Outcome, Simulation
    from underdeck.study.sweep import Sweep
    from underdeck.study.tally import Tally
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Match": "underdeck.study.match",
            "play_out": "underdeck.study.match",
            "PolicySpec": "underdeck.study.policies",
            "read_policy": "underdeck.study.policies",
            "Difference": "underdeck.study.simulation",
            "Outcome": "underdeck.study.simulation",
            "Simulation": "underdeck.study.simulation",
            "Sweep": "underdeck.study.sweep",
            "Tally": "underdeck.study.tally",
        },
    )
