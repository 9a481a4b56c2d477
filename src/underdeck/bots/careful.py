"""A bot for Dungeon that digs, keeps fighting cards, goes for the leader, lies when it pays and demands when the odds say so."""

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random

from underdeck.cards import rank_of
from underdeck.dungeon.moves import (
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
from underdeck.dungeon.state import CELL, JOKER_RANK, WIGHT
from underdeck.dungeon.view import DungeonView, PlayerView

CLOSE = 4
"""A dungeon that has come down to this value is close to the exit."""
RELUCTANCE = 0.6
"""How often one leaves it to the others to stop somebody; less the closer that one is."""
LIES = 0.35
"""How often a card that isn't vital is denied."""


def choose(view: DungeonView, random: Random) -> DungeonMove:
    """What a careful player would do here."""
    return _ANSWERS.get(view.pending, play_turn)(view, random)


# What the bot sees


def me(view: DungeonView) -> PlayerView:
    """The bot's own place."""
    assert view.you is not None
    return view.players[view.you - 1]


def hand_ranks(view: DungeonView) -> list[int]:
    """The ranks in the bot's hand."""
    return [rank_of(card) for card in me(view).hand or ()]


def reach(player: PlayerView) -> int:
    """How far down a dungeon has come: the lowest value in it, or the cell's."""
    return min((passage.value for passage in player.dungeon), default=CELL)


def others(view: DungeonView) -> list[PlayerView]:
    """The opponents still alive, the closest to the exit first, then those whose turn comes next."""
    rivals = [player for player in view.players if player.alive and player.player != view.you]
    return sorted(rivals, key=lambda player: (reach(player), (player.player - me(view).player) % len(view.players)))


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


def of(view: DungeonView, *kinds: int) -> list[DungeonMove]:
    """The legal moves of these kinds."""
    return [move for move in view.legal if move.kind in kinds]


def cheapest(view: DungeonView, moves: Iterable[DungeonMove]) -> DungeonMove:
    """The move whose card is missed least."""
    return min(moves, key=lambda move: keep_value(view, move.rank))


# The turn


def play_turn(view: DungeonView, random: Random) -> DungeonMove:
    """Win, stop whoever is about to, dig, strike, search; else wait."""
    for plan in (win, stop_leader, dig_on, strengthen, harass, search):
        move = plan(view, random)
        if move is not None:
            return move
    passes = of(view, PASS)
    return passes[0] if passes else random.choice(view.legal)


def win(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Lay the 2, in truth."""
    return next((move for move in of(view, DIG) if move.value == 2 and move.rank in (2, JOKER_RANK)), None)


def stop_leader(view: DungeonView, random: Random) -> DungeonMove | None:
    """Against an opponent close to the exit: a cave-in, then the strongest creature; with many at the table, someone else may do it."""
    for player in others(view):
        if reach(player) > CLOSE:
            break
        if random.random() < RELUCTANCE * (len(others(view)) - 1) / 2 * (reach(player) - 2) / 2:
            continue
        caves = [move for move in of(view, CAVE) if move.seat == player.player and fits_front(move, player)]
        if caves:
            return cheapest(view, caves)
        attacks = [move for move in of(view, ATTACK) if move.seat == player.player]
        if attacks:
            return max(attacks, key=lambda move: (move.value, move.rank != JOKER_RANK))
    return None


def fits_front(move: DungeonMove, player: PlayerView) -> bool:
    """Does a cave-in aim at what the front claims to be?"""
    return move.value == player.dungeon[-1].value


def dig_on(view: DungeonView, random: Random) -> DungeonMove | None:
    """Dig towards the exit: honest first; in the dark with a useless card where nobody could accuse, or now and then."""
    digs = [move for move in of(view, DIG) if move.value == needed(view)]
    honest = [move for move in digs if move.rank in (move.value, JOKER_RANK)]
    if honest:
        return min(honest, key=lambda move: move.rank == JOKER_RANK)
    accusers = any(player.dungeon for player in others(view))
    if digs and needed(view) > 2 and (not accusers or random.random() < 0.05):
        return cheapest(view, digs)
    return None


def strengthen(view: DungeonView, _random: Random) -> DungeonMove | None:
    """An ace for a thin hand."""
    aces = of(view, PLAY_ACE)
    return min(aces, key=lambda move: move.rank) if aces and me(view).cards <= 4 and aces[0].rank == 1 else None


def harass(view: DungeonView, _random: Random) -> DungeonMove | None:
    """Attack where it may kill, or where a dungeon leads ours."""
    for player in others(view):
        attacks = [move for move in of(view, ATTACK) if move.seat == player.player and move.rank != JOKER_RANK]
        weak = not player.dungeon and player.cards <= 3
        if attacks and (weak or reach(player) < reach(me(view)) - 1):
            return max(attacks, key=lambda move: move.value) if weak else min(attacks, key=lambda move: move.value)
        caves = [move for move in of(view, CAVE) if move.seat == player.player and move.rank != JOKER_RANK and fits_front(move, player)]
        if caves and len(others(view)) == 1 and reach(player) <= reach(me(view)) and move_is_spare(view, caves[0]):
            return caves[0]
    return None


def move_is_spare(view: DungeonView, move: DungeonMove) -> bool:
    """Is the card of no use for our own way out?"""
    return move.rank > needed(view) or hand_ranks(view).count(move.rank) > 1


def search(view: DungeonView, _random: Random) -> DungeonMove | None:
    """The Graverobber where what we need lies; the Myrmiddon where someone may have it."""
    wanted = needed(view)
    lying = {rank_of(card) for card in view.seen_discards or ()}
    robs = [move for move in of(view, ROB) if move.rank != JOKER_RANK]
    if robs and (wanted in lying or 1 in lying or (view.seen_discards is None and view.discards > 8)):
        return robs[0]
    fishes = [move for move in of(view, FISH) if move.place == wanted and move.rank != JOKER_RANK]
    return max(fishes, key=lambda move: view.players[move.seat - 1].cards) if fishes else None


# Answers


def bid(view: DungeonView, _random: Random) -> DungeonMove:
    """A high card that isn't needed soon."""
    return max(of(view, BID_CARD), key=lambda move: min(move.rank, 13) - (4 if move.rank in (1, 10, 9, JOKER_RANK) else 0))


def discard(view: DungeonView, _random: Random) -> DungeonMove:
    """What is missed least; a third creature of a kind, or a passage that lies behind us."""
    ranks = hand_ranks(view)
    return min(of(view, DISCARD), key=lambda move: keep_value(view, move.rank) - 3 * (ranks.count(move.rank) > 1))


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
    aces = of(view, PLAY_ACE)
    return aces[0] if aces else random.choice(fights or of(view, FALL))


def best_fight(view: DungeonView, fights: list[DungeonMove]) -> tuple[DungeonMove, float] | None:
    """The first card of the fight that costs least, and what it costs in all."""
    attacker = view.about[1]
    options = [([move], keep_value(view, move.rank)) for move in fights if move.value > 10 and move.rank != JOKER_RANK]
    options += [([move], keep_value(view, 2)) for move in fights if attacker == WIGHT and move.rank == 2 and not view.laid]
    laid = sum(rank_of(card) for card in view.laid if rank_of(card) != JOKER_RANK)
    natural = {move.rank: move for move in fights if 2 <= move.rank <= 10}
    ranks = [rank for rank in hand_ranks(view) if rank in natural]
    for size in range(1, min(len(ranks), 6) + 1):
        for chosen in combinations(sorted(ranks), size):
            if laid + sum(chosen) >= attacker:
                options.append(([natural[rank] for rank in chosen], sum(keep_value(view, rank) for rank in chosen)))
    jokers = [move for move in fights if move.rank == JOKER_RANK]
    options += [([max(jokers, key=lambda move: move.value)], keep_value(view, JOKER_RANK))] if jokers else []
    if not options:
        return None
    cards, cost = min(options, key=lambda option: option[1])
    return cards[-1], cost


def answer(view: DungeonView, random: Random) -> DungeonMove:
    """Give, unless the card is vital or a lie seems cheap: a small hand is little to lose."""
    gives = of(view, GIVE)
    if not gives:
        return of(view, DENY)[0]
    vital = keep_value(view, view.about[1]) >= 12
    cheap = me(view).cards <= 2 or random.random() < LIES
    return of(view, DENY)[0] if vital and (cheap or random.random() < LIES) else gives[0]


def judge(view: DungeonView, _random: Random) -> DungeonMove:
    """Demand when a lie is likely enough for what there is to lose."""
    target, rank = view.players[view.about[0] - 1], view.about[1]
    copies = 4 * view.house.deck_count
    seen = hand_ranks(view).count(rank) + sum(rank_of(card) == rank for card in view.seen_discards or ())
    seen += sum(passage.card is not None and rank_of(passage.card) == rank for player in view.players for passage in player.dungeon)
    unseen = view.deck + sum(player.cards for player in others(view)) + (view.discards if view.seen_discards is None else 0)
    holds = min(1.0, target.cards * max(copies - seen, 0) / max(unseen, 1))
    lie = holds * LIES / (holds * LIES + 1 - holds) if holds < 1 else 1.0
    loss = sum(keep_value(view, own) for own in hand_ranks(view))
    gain = keep_value(view, rank) + 5 * target.cards
    return of(view, DEMAND if lie * gain > (1 - lie) * loss else BELIEVE)[0]


def caught(view: DungeonView, _random: Random) -> DungeonMove:
    """Burn what would be lost anyway, rather than give."""
    keeps = view.house.surrender_keeps_rest and me(view).cards > 2
    return of(view, GIVE)[0] if keeps else of(view, BURN)[0]


def take(view: DungeonView, _random: Random) -> DungeonMove:
    """What is worth most."""
    return max(of(view, TAKE), key=lambda move: keep_value(view, move.rank))


def save(view: DungeonView, _random: Random) -> DungeonMove:
    """A natural card for the joker is a bargain."""
    return (of(view, SAVE) or of(view, YIELD))[0]


def answer_ace(view: DungeonView, _random: Random) -> DungeonMove:
    """An ace of one's own only for a thin hand."""
    aces = [move for move in of(view, PLAY_ACE) if move.rank == 1]
    return aces[0] if aces and me(view).cards <= 3 else of(view, PASS)[0]


def answer_ability(view: DungeonView, _random: Random) -> DungeonMove:
    """Counter the leader's abilities."""
    counters = [move for move in of(view, COUNTER) if move.rank != JOKER_RANK]
    caller = view.players[view.about[0] - 1]
    return counters[0] if counters and reach(caller) < reach(me(view)) else of(view, PASS)[0]


def answer_passage(view: DungeonView, random: Random) -> DungeonMove:
    """Accuse where there is nothing to lose, or where a claim is hardly possible."""
    layer = view.players[view.about[0] - 1]
    claimed = [passage.value for passage in layer.dungeon]
    own = hand_ranks(view) + [rank_of(passage.card) for passage in me(view).dungeon if passage.card is not None]
    copies = 4 * view.house.deck_count
    doubtful = any(own.count(value) >= copies - 1 for value in claimed)
    last = layer.dungeon[-1].value == 2
    stake = len(me(view).dungeon)
    if doubtful or (last and (stake == 0 or random.random() < 0.6)) or (random.random() < 0.004 * max(len(claimed) - stake, 0)):
        return of(view, ACCUSE)[0]
    return of(view, PASS)[0]


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
