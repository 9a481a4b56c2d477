"""What open hands show about decisions of Dungeon: lies, and lies that were let stand."""

from underdeck.games.dungeon.frames import frame_opponent, frame_rank, frame_seat, pending_kind
from underdeck.games.dungeon.moves import BELIEVE, DENY, DIG, PASS, DungeonMove
from underdeck.games.dungeon.passages import is_honest
from underdeck.games.dungeon.pending import ACCUSATIONS
from underdeck.games.dungeon.state import JOKER_RANK, State
from underdeck.games.dungeon.zones import find_in_hand
from underdeck.minds.base import Fact


def find_mark(s: State, seat: int, move: DungeonMove, loss: float | None) -> Fact | None:
    """Return what open hands show about a decision before it is made.

    A lie that is let stand counts as missed if, by what the player knew, not to let it stand was
    clearly better: then the decision has a loss. It isn't marked if the loss is unknown (None).
    """
    if move.kind == DENY:
        asker, rank = frame_opponent(s), frame_rank(s)
        if find_in_hand(s, seat, rank) >= 0:
            return Fact("lie", {"player": seat, "target": asker, "rank": rank})
    elif move.kind == BELIEVE and loss is not None:
        liar, rank = frame_opponent(s), frame_rank(s)
        if find_in_hand(s, liar, rank) >= 0:
            code = "missed_demand" if loss else "believed_lie"
            return Fact(code, {"player": seat, "target": liar, "rank": rank})
    elif move.kind == DIG:
        if s.options.pitch_black and move.rank not in (move.value, JOKER_RANK):
            return Fact("false_claim", {"player": seat, "front": move.rank, "rank": move.value})
    elif move.kind == PASS and pending_kind(s) == ACCUSATIONS and loss is not None:
        owner = frame_seat(s)
        if not is_honest(s, owner):
            code = "missed_accusation" if loss else "believed_claim"
            return Fact(code, {"player": seat, "target": owner})
    return None
