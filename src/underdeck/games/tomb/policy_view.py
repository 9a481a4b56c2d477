"""What a policy may look at: the fields of the state that lie open to the player, by allow-list, as ints."""

from dataclasses import dataclass

from underdeck.games.tomb.options import Options
from underdeck.state import copier


@dataclass(slots=True)
class Sight:
    """The table as the player sees it, for policies: of the deck only how much is left, and nothing that lies face down."""

    options: Options
    top: int
    bottom: int
    """`bottom - top` cards are left in the deck."""
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


look = copier(Sight)
"""What the player sees of a state."""
