"""The reason why a move is not legal now, computed from the player's view alone."""

from underdeck.cards import JACK, KING, QUEEN, TWO, rank_of
from underdeck.games.dungeon import moves
from underdeck.games.dungeon.moves import RANKS, DungeonMove
from underdeck.games.dungeon.options import first_passage
from underdeck.games.dungeon.view import DungeonView, PlayerView
from underdeck.refusal import IllegalMove

AIMED = frozenset({moves.CAVE, moves.ATTACK, moves.FISH, moves.ACCUSE})


def why_not(view: DungeonView, move: DungeonMove) -> IllegalMove | None:
    """Return why the rules forbid a move now; None if they don't, or it is only badly timed."""
    if view.seat is None or move in view.legal:
        return None
    held = {rank_of(card) for card in view.players[view.seat].hand or ()}
    if move.rank and move.rank not in held and move.kind != moves.TAKE:
        return IllegalMove("dungeon.no_such_card", rank=RANKS[move.rank])
    if view.seat not in view.waiting:
        return None
    if view.pending == "attacked" and move.kind == moves.FIGHT and view.fight is not None:
        return why_not_fought(move, bool(view.fight.values), view.fight.strength)
    if view.pending != "turn":
        return None
    if move.kind in AIMED and move.target is not None and move.target < len(view.players):
        return why_not_aimed(view, move, view.players[move.target])
    if move.kind == moves.ROB:
        return (
            IllegalMove("dungeon.robs_with_jack")
            if move.value != JACK
            else IllegalMove("dungeon.no_discards")
        )
    if move.kind == moves.DIG:
        return IllegalMove("dungeon.passage_does_not_fit", first=first_passage(view.options))
    return None


def why_not_fought(move: DungeonMove, is_begun: bool, strength: int) -> IllegalMove | None:
    """§4.4, §4.5 Check for a card that can still beat the creature."""
    if move.value < TWO:
        return None
    if move.value < JACK:
        return IllegalMove("dungeon.cannot_win_with", rank=RANKS[move.rank])
    if is_begun:
        return IllegalMove("dungeon.only_passages_added")
    is_weak = move.value < strength
    return IllegalMove("dungeon.creature_too_weak", worth=strength) if is_weak else None


def why_not_aimed(view: DungeonView, move: DungeonMove, target: PlayerView) -> IllegalMove | None:
    """§3.4, §4.2, §6.1, §14.4 Check for a living opponent with something to hit."""
    if target.seat == view.seat:
        return IllegalMove("dungeon.aimed_at_yourself")
    if not target.alive:
        return IllegalMove("dungeon.target_out", target=target.seat)
    match move.kind:
        case moves.ATTACK if not JACK <= move.value <= KING:
            return IllegalMove("dungeon.no_creature", rank=RANKS[move.value])
        case moves.ATTACK:
            return IllegalMove("dungeon.target_in_cell", target=target.seat)
        case moves.FISH if move.value != QUEEN:
            return IllegalMove("dungeon.fishes_with_queen")
        case moves.CAVE if target.dungeon:
            return IllegalMove(
                "dungeon.front_differs", target=target.seat, rank=RANKS[target.dungeon[-1].value]
            )
        case moves.CAVE | moves.ACCUSE if not target.dungeon:
            return IllegalMove("dungeon.no_passage", target=target.seat)
    return None
