"""The results of a simulation as JSON, which doesn't depend on how it was run."""

from collections.abc import Sequence

from underdeck.json_types import JsonObject
from underdeck.study.match import same_deals
from underdeck.study.simulation import Simulation


def results_as_json(simulation: Simulation, asked: Sequence[str]) -> JsonObject:
    """Return the matches and their results; `asked` describes each match after the first."""
    match, outcome = simulation.matches[0], simulation.outcome
    until = {} if simulation.until is None else {"until": simulation.until}
    data = match.as_json() | until | outcome.tallies[0].as_json(match.seats)
    if asked:
        data["against"] = [
            rival_as_json(simulation, text, index) for index, text in enumerate(asked, 1)
        ]
    return data


def rival_as_json(simulation: Simulation, asked: str, index: int) -> JsonObject:
    """Return another match, its results and their differences from the first."""
    rival = simulation.matches[index]
    match = {name: part for name, part in rival.as_json().items() if name not in ("game", "seed")}
    differences = {
        difference.name: difference.as_json()
        for difference in simulation.outcome.differences[index - 1]
    }
    return {
        "asked": asked,
        **match,
        "same_deals": same_deals(simulation.matches[0], rival),
        **simulation.outcome.tallies[index].as_json(rival.seats),
        "difference": differences,
    }
