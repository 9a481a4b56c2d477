"""The first careful bot of Dungeon, kept unchanged as a yardstick for stronger bots.

Its games are golden: the same seed gives the same moves. Don't improve it.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random

from underdeck.cards import rank_of
from underdeck.games.dungeon.moves import (
    ACCUSE,
    ATTACK,
    BELIEVE,
    BID_CARD,
    BURN,
    CAVE,
    COUNTER,
    DEMAND,
    DENY,
    DIG,
    DISCARD,
    FALL,
    FIGHT,
    FISH,
    GIVE,
    PASS,
    PLAY_ACE,
    RETREAT,
    ROB,
    SAVE,
    STRIKE,
    TAKE,
    YIELD,
    DungeonMove,
)
from underdeck.games.dungeon.options import cell_value, first_passage
from underdeck.games.dungeon.state import CELL, JOKER_RANK, WIGHT
from underdeck.games.dungeon.view import DungeonView, PlayerView

THREAT = 3
"""A dungeon with this value or less may escape in the next turn."""
TRUST = 0.7
"""The probability of leaving a threat to opponents who play before it."""
WEAK = 3
"""A player in the cell with this number of cards or fewer can hardly fight."""
PLENTY = 8
"""More face-down discards than this are worth robbing."""
VITAL = 12
"""The minimum value of a card to lie for."""
LIE_RATE = 0.75
"""The probability of denying such a card."""


def choose(view: DungeonView, random: Random) -> DungeonMove:
    """Choose a move as a careful player would."""
    return _ANSWERS.get(view.pending, play_turn)(view, random)


# Reading the view


def me(view: DungeonView) -> PlayerView:
    """Return the bot's own player."""
    assert view.seat is not None
    return view.players[view.seat]


def hand_ranks(view: DungeonView) -> list[int]:
    """Return the ranks in the bot's hand."""
    return [rank_of(card) for card in me(view).hand or ()]


def reach(view: DungeonView, player: PlayerView) -> int:
    """Return the lowest value in a player's dungeon, or the cell's."""
    values = (passage.value for passage in player.dungeon)
    return min(values, default=cell_value(view.options))


def others(view: DungeonView) -> list[PlayerView]:
    """Return the living opponents, closest to the exit first, then in the order of turns."""
    rivals = [player for player in view.players if player.alive and player.seat != view.seat]
    return sorted(
        rivals,
        key=lambda player: (reach(view, player), (player.seat - me(view).seat) % len(view.players)),
    )


def needed(view: DungeonView) -> int:
    """Return the value that the bot wants to dig next."""
    return reach(view, me(view)) - 1


def keep_value(view: DungeonView, rank: int) -> float:
    """Return the value of keeping a card of a rank."""
    if rank == JOKER_RANK:
        return 20
    if rank == 1:
        return 12
    if rank > 10:
        return 6 + rank / 10
    distance = needed(view) - rank
    return 15 - 2 * distance if distance >= 0 else rank / 4


def holds(view: DungeonView, player: PlayerView, rank: int) -> float:
    """Estimate the probability that an opponent holds a card of a rank."""
    laid = [passage for each in view.players for passage in each.dungeon]
    seen = hand_ranks(view) + [rank_of(card) for card in view.seen_discards or ()]
    seen += [passage.value if passage.card is None else rank_of(passage.card) for passage in laid]
    unseen = (
        view.deck
        + sum(each.cards for each in others(view))
        + (view.discards if view.seen_discards is None else 0)
    )
    left = max(4 * view.options.deck_count - seen.count(rank), 0)
    return 1 - (1 - min(left / unseen, 1.0)) ** player.cards if unseen else 0.0


def moves_of(view: DungeonView, *kinds: int) -> list[DungeonMove]:
    """Return the legal moves of some kinds."""
    return [move for move in view.legal if move.kind in kinds]


def natural(moves: Iterable[DungeonMove]) -> list[DungeonMove]:
    """Return the moves that don't spend a joker."""
    return [move for move in moves if move.rank != JOKER_RANK]


def cheapest(view: DungeonView, moves: Iterable[DungeonMove]) -> DungeonMove:
    """Return the move whose card has the lowest value."""
    return min(moves, key=lambda move: keep_value(view, move.rank))


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


# The turn


def play_turn(view: DungeonView, random: Random) -> DungeonMove:
    """Choose the move of the first plan that has one; else pass."""
    for plan in DUEL if len(others(view)) == 1 else SEVERAL:
        move = plan(view, random)
        if move is not None:
            return move
    return (moves_of(view, PASS) or [forced(view, random)])[0]


def win(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Lay the 2, honestly."""
    return next((move for move in moves_of(view, DIG) if move.value == 2 and is_honest(move)), None)


def stop_leader(view: DungeonView, random: Random) -> DungeonMove | None:
    """Stop an opponent who may escape next, unless another player is likely to.

    A cave-in is better than the strongest creature.
    """
    for player in others(view):
        if reach(view, player) > THREAT:
            break
        if others_come_before(view, player) and random.random() < TRUST:
            continue
        if caves := cave_ins(view, player):
            return cheapest(view, caves)
        if strikes := attacks(view, player):
            return max(strikes, key=lambda move: (move.value, move.rank != JOKER_RANK))
    return None


def others_come_before(view: DungeonView, player: PlayerView) -> bool:
    """Return whether another opponent plays between the bot and this player."""
    seats, own = len(view.players), me(view).seat
    return any((other.seat - own) % seats < (player.seat - own) % seats for other in others(view))


def draw_more(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Play an ace for two cards."""
    return next(iter(natural(aces(view))), None)


def dig_on(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Dig towards the exit, with a joker only if no other card fits.

    A false claim never pays, because the last passage can be accused without risk.
    """
    digs = [move for move in moves_of(view, DIG) if move.value == needed(view) and is_honest(move)]
    return min(digs, key=lambda move: move.rank) if digs else None


def rob(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Play the Graverobber if the value needed is, or may be, among the discards."""
    lying = view.seen_discards
    worthwhile = (
        view.discards > PLENTY
        if lying is None
        else needed(view) in [rank_of(card) for card in lying]
    )
    return next(iter(natural(moves_of(view, ROB))), None) if worthwhile else None


def fish(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Play the Myrmiddon for the value needed, against the likeliest holder."""
    chances = [
        (holds(view, view.players[move.target], move.place), move)
        for move in natural(moves_of(view, FISH))
        if move.target is not None and move.place == needed(view)
    ]
    chance, move = max(chances, key=lambda each: each[0], default=(0.0, None))
    return move if chance > 0 else None


def harass(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Attack dungeons that are at least as deep, and cells whose owners can hardly fight."""
    for player in others(view):
        if reach(view, player) > reach(view, me(view)) and (player.dungeon or player.cards > WEAK):
            continue
        if strikes := natural(attacks(view, player)):
            return max(strikes, key=lambda move: move.value)
        if caves := [move for move in natural(cave_ins(view, player)) if is_spare(view, move.rank)]:
            return caves[0]
    return None


def is_spare(view: DungeonView, rank: int) -> bool:
    """Return whether a card of that rank is useless for the bot's own dungeon."""
    return rank > needed(view) or hand_ranks(view).count(rank) > 1


def forced(view: DungeonView, random: Random) -> DungeonMove:
    """D-2 Where a play is forced, spend the cheapest card, if possible without a false claim."""
    plays = [
        move
        for move in moves_of(view, DIG, CAVE, ATTACK, ROB, FISH)
        if move.kind != DIG or is_honest(move)
    ]
    return cheapest(view, plays) if plays else random.choice(view.legal)


DUEL = win, stop_leader, harass, draw_more, dig_on, rob, fish
"""The order of plans against one opponent, whose loss is the bot's gain."""
SEVERAL = win, stop_leader, draw_more, dig_on, rob, fish, harass
"""The order of plans against several opponents, where harming one helps the others too."""


# Answers


def bid(view: DungeonView, _random: Random) -> DungeonMove:
    """Bid a high card that isn't needed soon."""
    first = first_passage(view.options)
    needed_soon = (1, first, first - 1, JOKER_RANK)
    return max(
        moves_of(view, BID_CARD),
        key=lambda move: min(move.rank, 13) - (4 if move.rank in needed_soon else 0),
    )


def discard(view: DungeonView, _random: Random) -> DungeonMove:
    """Discard the card of the lowest value; duplicates are worth less."""
    ranks = hand_ranks(view)
    return min(
        moves_of(view, DISCARD),
        key=lambda move: keep_value(view, move.rank) - 3 * (ranks.count(move.rank) > 1),
    )


def defend(view: DungeonView, random: Random) -> DungeonMove:
    """Fight if the cards cost less than the front, or in the cell; else retreat."""
    strike = moves_of(view, STRIKE)
    if strike:
        return strike[0]
    fights, retreats = moves_of(view, FIGHT), moves_of(view, RETREAT)
    best = best_fight(view, fights)
    if best is not None and (not retreats or view.laid):
        return best[0]
    if best is not None and best[1] < 6 + 2 * (CELL - reach(view, me(view))):
        return best[0]
    if retreats:
        return retreats[0]
    return (aces(view) or [random.choice(fights or moves_of(view, FALL))])[0]


def best_fight(view: DungeonView, fights: list[DungeonMove]) -> tuple[DungeonMove, float] | None:
    """Return the first card of the cheapest fight, and the total cost."""
    attacker = view.about[1]
    plans = [
        (move, keep_value(view, move.rank))
        for move in fights
        if move.value > 10 and move.rank != JOKER_RANK
    ]
    plans += [
        (move, keep_value(view, 2))
        for move in fights
        if attacker == WIGHT and move.rank == 2 and not view.laid
    ]
    plans += passage_fights(view, fights)
    jokers = [move for move in fights if move.rank == JOKER_RANK]
    if jokers:
        plans.append((max(jokers, key=lambda move: move.value), keep_value(view, JOKER_RANK)))
    return min(plans, key=lambda plan: plan[1], default=None)


def passage_fights(
    view: DungeonView, fights: list[DungeonMove]
) -> Iterator[tuple[DungeonMove, float]]:
    """Yield the first card and the cost of each set of passages that beats the attacker."""
    laid = sum(rank_of(card) for card in view.laid if rank_of(card) != JOKER_RANK)
    passages = {move.rank: move for move in fights if 2 <= move.rank <= 10}
    ranks = sorted(rank for rank in hand_ranks(view) if rank in passages)
    for size in range(1, min(len(ranks), 6) + 1):
        for chosen in combinations(ranks, size):
            if laid + sum(chosen) >= view.about[1]:
                yield passages[chosen[-1]], sum(keep_value(view, rank) for rank in chosen)


def answer(view: DungeonView, random: Random) -> DungeonMove:
    """Give the card, unless it is vital and a lie is cheap."""
    gives, denials = moves_of(view, GIVE), moves_of(view, DENY)
    lies = keep_value(view, view.about[1]) >= VITAL and (
        me(view).cards <= 2 or random.random() < LIE_RATE
    )
    return denials[0] if lies or not gives else gives[0]


def judge(view: DungeonView, _random: Random) -> DungeonMove:
    """Demand if a lie is likely enough for the hand at stake."""
    target, rank = view.players[view.about[0]], view.about[1]
    held = holds(view, target, rank)
    lie = held * LIE_RATE / (held * LIE_RATE + 1 - held)
    loss = sum(keep_value(view, own) for own in hand_ranks(view))
    gain = keep_value(view, rank) + 5 * target.cards
    return moves_of(view, DEMAND if lie * gain > (1 - lie) * loss else BELIEVE)[0]


def caught(view: DungeonView, _random: Random) -> DungeonMove:
    """Burn the hand that would be lost anyway, rather than give the card."""
    keeps = view.options.surrender_keeps_rest and me(view).cards > 2
    return moves_of(view, GIVE)[0] if keeps else moves_of(view, BURN)[0]


def take(view: DungeonView, _random: Random) -> DungeonMove:
    """Take the card of the highest value."""
    return max(moves_of(view, TAKE), key=lambda move: keep_value(view, move.rank))


def save(view: DungeonView, _random: Random) -> DungeonMove:
    """Save a joker with a natural card if possible."""
    return (moves_of(view, SAVE) or moves_of(view, YIELD))[0]


def answer_ace(view: DungeonView, _random: Random) -> DungeonMove:
    """Answer with an ace only with few cards in hand."""
    thin = me(view).cards <= WEAK
    return ((natural(aces(view)) if thin else []) or moves_of(view, PASS))[0]


def answer_ability(view: DungeonView, _random: Random) -> DungeonMove:
    """Counter the abilities of a player who is ahead."""
    counters = natural(moves_of(view, COUNTER))
    caller = view.players[view.about[0]]
    is_behind = reach(view, caller) < reach(view, me(view))
    return counters[0] if counters and is_behind else moves_of(view, PASS)[0]


def answer_passage(view: DungeonView, _random: Random) -> DungeonMove:
    """Accuse a player who is about to escape; before that only an almost impossible claim."""
    claimed = [passage.value for passage in view.players[view.about[0]].dungeon]
    own = hand_ranks(view) + [
        rank_of(passage.card) for passage in me(view).dungeon if passage.card is not None
    ]
    doubtful = any(own.count(value) >= 4 * view.options.deck_count - 1 for value in claimed)
    return moves_of(view, ACCUSE if doubtful or claimed[-1] == 2 else PASS)[0]


_ANSWERS: dict[str, Callable[[DungeonView, Random], DungeonMove]] = {
    "bid": bid,
    "discard": discard,
    "attacked": defend,
    "asked": answer,
    "answered": judge,
    "caught": caught,
    "robbing": take,
    "saving": save,
    "aces": answer_ace,
    "counters": answer_ability,
    "accusations": answer_passage,
}
