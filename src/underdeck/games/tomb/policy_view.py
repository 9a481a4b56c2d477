"""The view of a policy: an allow-list of the state's fields that the player sees, as ints."""

from dataclasses import dataclass

from underdeck.games.tomb.options import Options
from underdeck.state import copier


@dataclass(slots=True)
class PolicyView:
    """The fields of a state that lie face up; of the deck only its size."""

    options: Options
    """The house rules of the game."""
    top: int
    """The index of the next card of the deck."""
    bottom: int
    """The index after the last card of the deck, which has `bottom - top` cards left."""
    hand: int
    """The skills and the treasure that the player holds, as a set of cards."""
    torch_row: int
    """The burnt aces, and the scroll once it was read, as a set of cards."""
    spent: int
    """The cards on the lost hit points, as a set of cards: Dodge Blow, once played."""
    torches: int
    """The number of torches burnt out."""
    hit_points: int
    """The hit points left, of 9."""
    turn: int
    """The number of turns begun, in the delve and the retreat together."""
    deepest: int
    """The turn after which the player turned around; 0 before that."""
    phase: int
    """What the game waits for: the code of a phase, such as `BETWEEN`."""
    encounter: int
    """The card of the encounter in play; 0 if there is none."""
    blow: int
    """The damage of a blow that isn't answered yet; 0 if there is none."""
    owed: int
    """The number of cards still to be discarded before a door; 0 if there are none."""
    dropped: int
    """The worth of the treasure dropped so far under `drop_sum`."""
    ending: int
    """0 while the game runs."""


view_for_policy = copier(PolicyView)
"""Return the policy view of a state."""
