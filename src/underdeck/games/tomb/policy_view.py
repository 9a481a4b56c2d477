"""The view of a policy: an allow-list of the state's fields that the player sees, as ints."""

from dataclasses import dataclass

from underdeck.games.tomb.options import Options
from underdeck.state import copier


@dataclass(slots=True)
class PolicyView:
    """The fields of a state that lie face up; of the deck only its size."""

    options: Options
    top: int
    bottom: int
    """The deck has `bottom - top` cards left."""
    hand: int
    torch_row: int
    spent: int
    torches: int
    hit_points: int
    turn: int
    deepest: int
    phase: int
    encounter: int
    blow: int
    owed: int
    dropped: int
    ending: int


view_for_policy = copier(PolicyView)
"""Return the policy view of a state."""
