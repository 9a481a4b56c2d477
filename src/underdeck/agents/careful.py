"""A bot for Dungeon that digs, keeps fighting cards, goes for the leader, lies when it pays and demands when the odds say so."""

from collections.abc import Callable, Iterable
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
from underdeck.games.dungeon.state import CELL, JOKER_RANK, WIGHT
from underdeck.games.dungeon.view import DungeonView, PlayerView

THREAT = 3
"""Whoever has come down to this value may escape in the next turn, and is stopped before anything else is done."""
TRUST = 0.7
"""How often it is left to those who play later, but still before the one who threatens to escape."""
WEAK = 3
"""With so few cards in the hand a player in the cell can hardly fight."""
PLENTY = 8
"""Among more face-down discards than this there is surely something worth robbing."""
VITAL = 12
"""A card worth at least this much is lied for."""
LIES = 0.75
"""How often such a card is denied."""


def choose(view: DungeonView, random: Random) -> DungeonMove:
    """What a careful player would do here."""
    return _ANSWERS.get(view.pending, play_turn)(view, random)


# What the bot sees


def me(view: DungeonView) -> PlayerView:
    """The bot's own place."""
    assert view.seat is not None
    return view.players[view.seat]


def hand_ranks(view: DungeonView) -> list[int]:
    """The ranks in the bot's hand."""
    return [rank_of(card) for card in me(view).hand or ()]


def reach(player: PlayerView) -> int:
    """How far down a dungeon has come: the lowest value in it, or the cell's."""
    return min((passage.value for passage in player.dungeon), default=CELL)


def others(view: DungeonView) -> list[PlayerView]:
    """The opponents still alive, the closest to the exit first, then those whose turn comes next."""
    rivals = [player for player in view.players if player.alive and player.seat != view.seat]
    return sorted(
        rivals,
        key=lambda player: (reach(player), (player.seat - me(view).seat) % len(view.players)),
    )


def needed(view: DungeonView) -> int:
    """The value that the bot wants to dig next."""
    return reach(me(view)) - 1


def keep_value(view: DungeonView, rank: int) -> float:
    """How much a card of that rank is worth keeping."""
    if rank == JOKER_RANK:
        return 20
    if rank == 1:
        return 12
    if rank > 10:
        return 6 + rank / 10
    distance = needed(view) - rank
    return 15 - 2 * distance if distance >= 0 else rank / 4


def holds(view: DungeonView, player: PlayerView, rank: int) -> float:
    """How likely it is that an opponent holds a card of that rank, from what lies open and what is in the bot's own hand."""
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


def of(view: DungeonView, *kinds: int) -> list[DungeonMove]:
    """The legal moves of these kinds."""
    return [move for move in view.legal if move.kind in kinds]


def natural(moves: Iterable[DungeonMove]) -> list[DungeonMove]:
    """The moves that don't spend a joker."""
    return [move for move in moves if move.rank != JOKER_RANK]


def cheapest(view: DungeonView, moves: Iterable[DungeonMove]) -> DungeonMove:
    """The move whose card is missed least."""
    return min(moves, key=lambda move: keep_value(view, move.rank))


def is_honest(move: DungeonMove) -> bool:
    """Is the card what it is laid as?"""
    return move.rank in (move.value, JOKER_RANK)


def cave_ins(view: DungeonView, player: PlayerView) -> list[DungeonMove]:
    """The cave-ins that aim at what this player's front claims to be."""
    return [
        move
        for move in of(view, CAVE)
        if move.target == player.seat and move.value == player.dungeon[-1].value
    ]


def attacks(view: DungeonView, player: PlayerView) -> list[DungeonMove]:
    """The attacks on this player."""
    return [move for move in of(view, ATTACK) if move.target == player.seat]


def aces(view: DungeonView) -> list[DungeonMove]:
    """The aces that draw anything, natural ones first."""
    return sorted(of(view, PLAY_ACE)) if view.deck + view.discards else []


# The turn


def play_turn(view: DungeonView, random: Random) -> DungeonMove:
    """The first plan that has a move; else wait."""
    for plan in DUEL if len(others(view)) == 1 else TABLE:
        move = plan(view, random)
        if move is not None:
            return move
    return (of(view, PASS) or [forced(view, random)])[0]


def win(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Lay the 2, in truth."""
    return next((move for move in of(view, DIG) if move.value == 2 and is_honest(move)), None)


def stop_leader(view: DungeonView, random: Random) -> DungeonMove | None:
    """Against an opponent who may escape next: a cave-in, then the strongest creature; unless someone else may do it."""
    for player in others(view):
        if reach(player) > THREAT:
            break
        if others_come_before(view, player) and random.random() < TRUST:
            continue
        if caves := cave_ins(view, player):
            return cheapest(view, caves)
        if strikes := attacks(view, player):
            return max(strikes, key=lambda move: (move.value, move.rank != JOKER_RANK))
    return None


def others_come_before(view: DungeonView, player: PlayerView) -> bool:
    """Does anyone else play between the bot and this player?"""
    seats, own = len(view.players), me(view).seat
    return any((other.seat - own) % seats < (player.seat - own) % seats for other in others(view))


def draw_more(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Two cards for an ace."""
    return next(iter(natural(aces(view))), None)


def dig_on(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Dig towards the exit, with a joker only if nothing else fits; a false claim never pays, for the last can be accused at no risk."""
    digs = [move for move in of(view, DIG) if move.value == needed(view) and is_honest(move)]
    return min(digs, key=lambda move: move.rank) if digs else None


def rob(view: DungeonView, _random: Random) -> DungeonMove | None:
    """The Graverobber, where what is missing lies or may lie."""
    lying = view.seen_discards
    worthwhile = (
        view.discards > PLENTY
        if lying is None
        else needed(view) in [rank_of(card) for card in lying]
    )
    return next(iter(natural(of(view, ROB))), None) if worthwhile else None


def fish(view: DungeonView, _random: Random) -> DungeonMove | None:
    """The Myrmiddon, for what is missing, where it is likeliest."""
    chances = [
        (holds(view, view.players[move.target], move.place), move)
        for move in natural(of(view, FISH))
        if move.target is not None and move.place == needed(view)
    ]
    chance, move = max(chances, key=lambda each: each[0], default=(0.0, None))
    return move if chance > 0 else None


def harass(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Strike at dungeons that have come at least as far as ours, and at cells whose owner can hardly fight."""
    for player in others(view):
        if reach(player) > reach(me(view)) and (player.dungeon or player.cards > WEAK):
            continue
        if strikes := natural(attacks(view, player)):
            return max(strikes, key=lambda move: move.value)
        if caves := [move for move in natural(cave_ins(view, player)) if is_spare(view, move.rank)]:
            return caves[0]
    return None


def is_spare(view: DungeonView, rank: int) -> bool:
    """Is a card of that rank of no use for our own way out?"""
    return rank > needed(view) or hand_ranks(view).count(rank) > 1


def forced(view: DungeonView, random: Random) -> DungeonMove:
    """D-2 Where one must play: what is missed least, if possible without a false claim."""
    plays = [
        move
        for move in of(view, DIG, CAVE, ATTACK, ROB, FISH)
        if move.kind != DIG or is_honest(move)
    ]
    return cheapest(view, plays) if plays else random.choice(view.legal)


DUEL = win, stop_leader, harass, draw_more, dig_on, rob, fish
"""What is tried first against one opponent: what throws the other back is worth as much as a step of one's own."""
TABLE = win, stop_leader, draw_more, dig_on, rob, fish, harass
"""What is tried first against several: what throws one of them back helps all the others."""


# Answers


def bid(view: DungeonView, _random: Random) -> DungeonMove:
    """A high card that isn't needed soon."""
    return max(
        of(view, BID_CARD),
        key=lambda move: min(move.rank, 13) - (4 if move.rank in (1, 10, 9, JOKER_RANK) else 0),
    )


def discard(view: DungeonView, _random: Random) -> DungeonMove:
    """What is missed least; a third creature of a kind, or a passage that lies behind us."""
    ranks = hand_ranks(view)
    return min(
        of(view, DISCARD),
        key=lambda move: keep_value(view, move.rank) - 3 * (ranks.count(move.rank) > 1),
    )


def defend(view: DungeonView, random: Random) -> DungeonMove:
    """Fight with what is missed least, if it is worth more than the front; else retreat; in the cell at any price."""
    strike = of(view, STRIKE)
    if strike:
        return strike[0]
    fights, retreats = of(view, FIGHT), of(view, RETREAT)
    best = best_fight(view, fights)
    if best is not None and (not retreats or view.laid):
        return best[0]
    if best is not None and best[1] < 6 + 2 * (CELL - reach(me(view))):
        return best[0]
    if retreats:
        return retreats[0]
    return (aces(view) or [random.choice(fights or of(view, FALL))])[0]


def best_fight(view: DungeonView, fights: list[DungeonMove]) -> tuple[DungeonMove, float] | None:
    """The first card of the fight that costs least, and what it costs in all."""
    attacker = view.about[1]
    options = [
        ([move], keep_value(view, move.rank))
        for move in fights
        if move.value > 10 and move.rank != JOKER_RANK
    ]
    options += [
        ([move], keep_value(view, 2))
        for move in fights
        if attacker == WIGHT and move.rank == 2 and not view.laid
    ]
    laid = sum(rank_of(card) for card in view.laid if rank_of(card) != JOKER_RANK)
    passages = {move.rank: move for move in fights if 2 <= move.rank <= 10}
    ranks = [rank for rank in hand_ranks(view) if rank in passages]
    for size in range(1, min(len(ranks), 6) + 1):
        for chosen in combinations(sorted(ranks), size):
            if laid + sum(chosen) >= attacker:
                options.append(
                    (
                        [passages[rank] for rank in chosen],
                        sum(keep_value(view, rank) for rank in chosen),
                    )
                )
    jokers = [move for move in fights if move.rank == JOKER_RANK]
    options += (
        [([max(jokers, key=lambda move: move.value)], keep_value(view, JOKER_RANK))]
        if jokers
        else []
    )
    if not options:
        return None
    cards, cost = min(options, key=lambda option: option[1])
    return cards[-1], cost


def answer(view: DungeonView, random: Random) -> DungeonMove:
    """Give, unless the card is vital and a lie seems cheap: a small hand is little to lose."""
    gives, denials = of(view, GIVE), of(view, DENY)
    lies = keep_value(view, view.about[1]) >= VITAL and (
        me(view).cards <= 2 or random.random() < LIES
    )
    return denials[0] if lies or not gives else gives[0]


def judge(view: DungeonView, _random: Random) -> DungeonMove:
    """Demand when a lie is likely enough for what there is to lose."""
    target, rank = view.players[view.about[0]], view.about[1]
    held = holds(view, target, rank)
    lie = held * LIES / (held * LIES + 1 - held)
    loss = sum(keep_value(view, own) for own in hand_ranks(view))
    gain = keep_value(view, rank) + 5 * target.cards
    return of(view, DEMAND if lie * gain > (1 - lie) * loss else BELIEVE)[0]


def caught(view: DungeonView, _random: Random) -> DungeonMove:
    """Burn what would be lost anyway, rather than give."""
    keeps = view.options.surrender_keeps_rest and me(view).cards > 2
    return of(view, GIVE)[0] if keeps else of(view, BURN)[0]


def take(view: DungeonView, _random: Random) -> DungeonMove:
    """What is worth most."""
    return max(of(view, TAKE), key=lambda move: keep_value(view, move.rank))


def save(view: DungeonView, _random: Random) -> DungeonMove:
    """A natural card for the joker is a bargain."""
    return (of(view, SAVE) or of(view, YIELD))[0]


def answer_ace(view: DungeonView, _random: Random) -> DungeonMove:
    """An ace of one's own only for a thin hand."""
    thin = me(view).cards <= WEAK
    return ((natural(aces(view)) if thin else []) or of(view, PASS))[0]


def answer_ability(view: DungeonView, _random: Random) -> DungeonMove:
    """Counter the leader's abilities."""
    counters = natural(of(view, COUNTER))
    caller = view.players[view.about[0]]
    return counters[0] if counters and reach(caller) < reach(me(view)) else of(view, PASS)[0]


def answer_passage(view: DungeonView, _random: Random) -> DungeonMove:
    """Accuse whoever is about to escape, when there is nothing left to lose; before that only where a claim is hardly possible."""
    claimed = [passage.value for passage in view.players[view.about[0]].dungeon]
    own = hand_ranks(view) + [
        rank_of(passage.card) for passage in me(view).dungeon if passage.card is not None
    ]
    doubtful = any(own.count(value) >= 4 * view.options.deck_count - 1 for value in claimed)
    return of(view, ACCUSE if doubtful or claimed[-1] == 2 else PASS)[0]


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
