"""What a bot of Dungeon reads in its view: players, ranks, probabilities and kinds of moves."""

from collections.abc import Iterable

from underdeck.cards import rank_of
from underdeck.games.dungeon.moves import ATTACK, CAVE, PLAY_ACE, DungeonMove
from underdeck.games.dungeon.options import cell_value
from underdeck.games.dungeon.state import JOKER_RANK
from underdeck.games.dungeon.view import DungeonView, PlayerView


def me(view: DungeonView) -> PlayerView:
    """Return the bot's own player."""
    assert view.seat is not None
    return view.players[view.seat]


def hand_ranks(view: DungeonView) -> list[int]:
    """Return the ranks in the bot's hand."""
    return [rank_of(card) for card in me(view).hand or ()]


def reach(view: DungeonView, player: PlayerView) -> int:
    """Return the lowest value in a player's dungeon, or the cell's."""
    return min([passage.value for passage in player.dungeon], default=cell_value(view.options))


def needed(view: DungeonView) -> int:
    """Return the value that the bot wants to dig next."""
    return reach(view, me(view)) - 1


def is_front_vital(player: PlayerView) -> bool:
    """Return whether losing the front would throw a player back.

    It doesn't if another passage reaches as deep.
    """
    values = [passage.value for passage in player.dungeon]
    return bool(values) and all(values[-1] < value for value in values[:-1])


def others(view: DungeonView) -> list[PlayerView]:
    """Return the living opponents."""
    return [player for player in view.players if player.alive and player.seat != view.seat]


def others_come_before(view: DungeonView, player: PlayerView) -> bool:
    """Return whether another opponent plays between the bot and this player."""
    seats, own = len(view.players), me(view).seat
    return any((other.seat - own) % seats < (player.seat - own) % seats for other in others(view))


def unseen_share(view: DungeonView, rank: int) -> float:
    """Estimate the share of a rank among the cards that the bot can't see."""
    seen = hand_ranks(view) + [rank_of(card) for card in view.seen_discards or ()]
    seen += [
        passage.value if passage.card is None else rank_of(passage.card)
        for player in view.players
        for passage in player.dungeon
    ]
    unseen = view.deck + sum(player.cards for player in others(view))
    unseen += view.discards if view.seen_discards is None else 0
    left = max(4 * view.options.deck_count - seen.count(rank), 0)
    return min(left / unseen, 1.0) if unseen else 0.0


def holds(view: DungeonView, player: PlayerView, rank: int) -> float:
    """Estimate the probability that an opponent holds a card of a rank."""
    return 1 - (1 - unseen_share(view, rank)) ** player.cards


def moves_of(view: DungeonView, *kinds: int) -> list[DungeonMove]:
    """Return the legal moves of some kinds."""
    return [move for move in view.legal if move.kind in kinds]


def natural(moves: Iterable[DungeonMove]) -> list[DungeonMove]:
    """Return the moves that don't spend a joker."""
    return [move for move in moves if move.rank != JOKER_RANK]


def is_honest(move: DungeonMove) -> bool:
    """Return whether the card has the value that it is laid as."""
    return move.rank in (move.value, JOKER_RANK)


def cave_ins(view: DungeonView, player: PlayerView) -> list[DungeonMove]:
    """Return the cave-ins that match the claim of a player's front."""
    return [
        move
        for move in moves_of(view, CAVE)
        if move.target == player.seat and move.value == player.dungeon[-1].value
    ]


def attacks(view: DungeonView, player: PlayerView) -> list[DungeonMove]:
    """Return the attacks on a player."""
    return [move for move in moves_of(view, ATTACK) if move.target == player.seat]


def aces(view: DungeonView) -> list[DungeonMove]:
    """Return the aces that would draw anything, natural ones first."""
    return sorted(moves_of(view, PLAY_ACE)) if view.deck + view.discards else []
