"""An example policy for Tomb of Four Kings: use jacks early and turn around in good time.

    underdeck simulate tomb --policy examples/my_policy.py --against heuristic
    underdeck study sweep tomb --policy examples/my_policy.py --knob deep=2:9 --knob weak=1:5

docs/guides/study.md explains it line by line.
"""

from underdeck.games.tomb.moves import CARD_BITS, PLAY
from underdeck.games.tomb.policy_view import PolicyView
from underdeck.games.tomb.state import BETWEEN

DEEP, WEAK = range(2)
KNOBS = {
    "deep": (5, "turn around after this many turns"),
    "weak": (3, "turn around with at most this many hit points"),
}


def choose(
    s: PolicyView, moves: list[int], _count: int, _stream: list[int], knobs: list[int]
) -> int:
    """Return the index of the chosen move."""
    if s.phase == BETWEEN:
        return 1 if s.turn >= knobs[DEEP] or s.hit_points <= knobs[WEAK] else 0
    return 1 if moves[1] >> CARD_BITS == PLAY else 0
