"""A bot for Dungeon that weighs its plans for a turn and plays the one that is worth most."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TypeAlias

from underdeck.agents.dungeon_defence import defend
from underdeck.agents.dungeon_reading import (
    aces,
    attacks,
    cave_ins,
    hand_ranks,
    holds,
    is_front_vital,
    is_honest,
    me,
    moves_of,
    natural,
    needed,
    others,
    others_come_before,
    reach,
)
from underdeck.agents.dungeon_worth import NEEDED_VALUE, keep_value, rank_value, wish_value
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
    FISH,
    GIVE,
    PASS,
    ROB,
    SAVE,
    TAKE,
    YIELD,
    DungeonMove,
)
from underdeck.games.dungeon.options import first_passage
from underdeck.games.dungeon.state import GRAVEROBBER, JOKER_RANK
from underdeck.games.dungeon.view import DungeonView, PlayerView

DIG_WORTH = 20.0
"""The worth of a passage that leads towards the exit."""
JOKER_DISCOUNT = 8.0
"""How much less such a passage is worth if it spends a joker."""
BRANCH_WORTH = 6.0
"""The worth of a second passage beside the lowest one, which shields it."""
CAVE_IN_WORTH = 22.0
"""The worth of throwing a level opponent back by a cave-in."""
ATTACK_WORTH = 8.0
"""The worth of an attack on the only lowest passage of a level opponent."""
SHIELD_WORTH = 5.0
"""The worth of a cave-in or an attack that hits a passage which isn't the only lowest one."""
LEAD_WORTH = 1.5
"""How much more it is worth to throw an opponent back for each value of their lead."""
THREAT = 3
"""A dungeon with this value or less may escape in the next turn."""
THREAT_CAVE_WORTH = 12.0
"""How much more a cave-in is worth that stops such an opponent."""
THREAT_ATTACK_WORTH = 9.6
"""How much more an attack on such an opponent is worth."""
CROWD = 3
"""With this number of opponents or more, harming one mostly helps the others."""
CROWD_SHARE = 0.6
"""The share that remains of the worth of harming one of them."""
CELL_WORTH = 12.0
"""The worth of an attack on an opponent who is back in the cell and must fight or fall."""
WEAK = 3
"""A player in the cell with this number of cards or fewer can hardly fight."""
WEAK_WORTH = 6.0
"""How much more such an attack is worth for each card that the opponent lacks."""
STRENGTH_WORTH = 0.5
"""How much more an attack is worth for each point of strength above a Graverobber's."""
TRUST = 0.7
"""The probability of leaving a threat in a crowd to opponents who play before it."""
ROB_WORTH = 16.0
"""The worth of taking the value needed from the discards."""
FISH_WORTH = 18.0
"""The worth of asking an opponent who certainly has the value needed."""
SWAP_WORTH = 0.1
"""The worth of robbing another Graverobber, which is hardly better than to pass."""
WISH_SHARE = 0.5
"""How much less robbing or fishing is worth for each point that a wish is below that."""
COST_SHARE = 0.25
"""The share of a card's keeping value that playing it costs."""
PLENTY = 8
"""More face-down discards than this are worth robbing."""
VITAL = 12
"""The minimum value of a card to lie for."""
LIE_RATE = 0.75
"""The probability of denying such a card."""

Weighed: TypeAlias = tuple[float, DungeonMove]
"""A move and its worth; a pass is worth 0."""


def choose(view: DungeonView, random: Random) -> DungeonMove:
    """Choose a move as a careful player would."""
    return _ANSWERS.get(view.pending, play_turn)(view, random)


# The turn


def play_turn(view: DungeonView, random: Random) -> DungeonMove:
    """Win, expose a liar or draw if possible; else play the plan that is worth most, or pass."""
    urgent = win(view) or expose(view) or draw_more(view)
    if urgent:
        return urgent
    weighed = [each for plan in PLANS for each in plan(view, random)]
    spared = spare_graverobbers(view, weighed)
    worth, move = max(spared, key=lambda each: each[0], default=(0.0, None))
    passes = moves_of(view, PASS)
    if move is not None and (worth > 0 or not passes):
        return move
    return passes[0] if passes else forced(view, random)


def win(view: DungeonView) -> DungeonMove | None:
    """Lay the 2, honestly."""
    return next((move for move in moves_of(view, DIG) if move.value == 2 and is_honest(move)), None)


def expose(view: DungeonView) -> DungeonMove | None:
    """§14.4 Accuse a player who claims a value of which the bot has every card."""
    every = 4 * view.options.deck_count
    for move in moves_of(view, ACCUSE):
        assert move.target is not None
        if claims_rare_value(view, view.players[move.target], every):
            return move
    return None


def draw_more(view: DungeonView) -> DungeonMove | None:
    """Play an ace for two cards before the card of the turn is chosen."""
    return next(iter(natural(aces(view))), None)


def dig_on(view: DungeonView, _random: Random) -> Iterator[Weighed]:
    """Dig towards the exit, with a joker only if no other card fits.

    A false claim never pays, because the last passage can be accused without risk.
    """
    for move in moves_of(view, DIG):
        if move.value == needed(view) and is_honest(move):
            yield DIG_WORTH - JOKER_DISCOUNT * (move.rank == JOKER_RANK), move


def branch_out(view: DungeonView, _random: Random) -> Iterator[Weighed]:
    """Shield the lowest passage: a retreat or a cave-in takes the passage that was laid last."""
    lowest = needed(view) + 1
    for move in natural(moves_of(view, DIG)):
        if move.value >= lowest and is_honest(move):
            yield BRANCH_WORTH + (move.value == lowest) - cost(view, move), move


def cave_in(view: DungeonView, random: Random) -> Iterator[Weighed]:
    """Throw an opponent back with a card of the same value as the front."""
    for player in targets(view, random):
        worth = harm(view, player, CAVE_IN_WORTH, THREAT_CAVE_WORTH)
        for move in cave_ins(view, player):
            yield worth - cost(view, move), move


def attack(view: DungeonView, random: Random) -> Iterator[Weighed]:
    """Attack an opponent, who loses the front or the cards for a fight, or falls in the cell.

    Wights first: they have no ability, and are hard to beat.
    """
    for player in targets(view, random):
        worth = harm(view, player, ATTACK_WORTH, THREAT_ATTACK_WORTH)
        if not player.dungeon:
            worth = CELL_WORTH + WEAK_WORTH * max(0, WEAK + 1 - player.cards)
        for move in attacks(view, player):
            yield worth - cost(view, move) + STRENGTH_WORTH * (move.value - GRAVEROBBER), move


def rob(view: DungeonView, _random: Random) -> Iterator[Weighed]:
    """Take the best card from the discards with a Graverobber."""
    for move in natural(moves_of(view, ROB)):
        if view.seen_discards is None:
            worth = ROB_WORTH if view.discards > PLENTY else 0.0
        else:
            best = max(wish_value(view, rank_of(card)) for card in view.seen_discards)
            worth = ROB_WORTH - WISH_SHARE * (NEEDED_VALUE - best)
        yield worth - cost(view, move), move


def fish(view: DungeonView, random: Random) -> Iterator[Weighed]:
    """Ask the likeliest holder for the value needed next, or for the one after it."""
    wanted = (needed(view), needed(view) - 1)
    moves = natural(moves_of(view, FISH))
    if len(others(view)) > 1:
        random.shuffle(moves)
    for move in moves:
        if move.place in wanted and move.target is not None:
            chance = holds(view, view.players[move.target], move.place)
            wish = WISH_SHARE * (NEEDED_VALUE - wish_value(view, move.place))
            if chance:
                yield FISH_WORTH * chance - wish - cost(view, move), move


PLANS: tuple[Callable[[DungeonView, Random], Iterator[Weighed]], ...] = (
    dig_on,
    branch_out,
    cave_in,
    attack,
    rob,
    fish,
)
"""The plans for the card of the turn; of equal ones the first is played."""


def spare_graverobbers(view: DungeonView, weighed: Iterable[Weighed]) -> Iterator[Weighed]:
    """Keep Graverobbers for turns in which no other card fits.

    A Graverobber can take another one from the discards, and so be played in every turn. It attacks
    only a player who can hardly fight.
    """
    seen = [rank_of(card) for card in view.seen_discards or ()]
    for worth, move in weighed:
        if move.kind == ATTACK and move.rank == GRAVEROBBER:
            assert move.target is not None
            target = view.players[move.target]
            if not target.dungeon and target.cards < WEAK:
                yield worth, move
        elif move.kind == ROB and seen and loot(view, seen) == GRAVEROBBER:
            yield SWAP_WORTH, move
        else:
            yield worth, move


def loot(view: DungeonView, ranks: list[int]) -> int:
    """Return the rank to take from the discards with a Graverobber.

    The value needed next is worth a Graverobber if the hand has another creature. Otherwise the bot
    takes another Graverobber, if there is one.
    """
    best = max(ranks, key=lambda rank: wish_value(view, rank))
    creatures = sum(rank >= GRAVEROBBER for rank in hand_ranks(view)) - (view.pending == "turn")
    is_worth_it = wish_value(view, best) >= NEEDED_VALUE and creatures > 0
    return best if is_worth_it or GRAVEROBBER not in ranks else GRAVEROBBER


def targets(view: DungeonView, random: Random) -> list[PlayerView]:
    """Return the opponents to harm; in a crowd a threat is often left to those before it."""
    rivals = others(view)
    if len(rivals) > 1:
        random.shuffle(rivals)  # else the first seats would be harmed most
    if len(rivals) < CROWD:
        return rivals
    return [
        player
        for player in rivals
        if reach(view, player) > THREAT
        or not others_come_before(view, player)
        or random.random() >= TRUST
    ]


def harm(view: DungeonView, player: PlayerView, worth: float, threat_worth: float) -> float:
    """Return the worth of taking an opponent's front."""
    if not is_front_vital(player):
        return SHIELD_WORTH
    worth += LEAD_WORTH * (reach(view, me(view)) - reach(view, player))
    if reach(view, player) <= THREAT:
        return worth + threat_worth
    return worth if len(others(view)) < CROWD else CROWD_SHARE * worth


def cost(view: DungeonView, move: DungeonMove) -> float:
    """Return what it costs to play a card instead of keeping it."""
    return COST_SHARE * keep_value(view, move.rank)


def forced(view: DungeonView, random: Random) -> DungeonMove:
    """D-2 Where a play is forced, spend the cheapest card, if possible without a false claim."""
    plays = [
        move
        for move in moves_of(view, DIG, CAVE, ATTACK, ROB, FISH)
        if move.kind != DIG or is_honest(move)
    ]
    if not plays:
        return random.choice(view.legal)
    return min(plays, key=lambda move: keep_value(view, move.rank))


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
    """Discard the card of the lowest value."""
    return min(moves_of(view, DISCARD), key=lambda move: keep_value(view, move.rank))


def answer(view: DungeonView, random: Random) -> DungeonMove:
    """Give the card, unless it is vital and a lie is cheap."""
    gives, denials = moves_of(view, GIVE), moves_of(view, DENY)
    lies = rank_value(view, view.about[1]) >= VITAL and (
        me(view).cards <= 2 or random.random() < LIE_RATE
    )
    return denials[0] if lies or not gives else gives[0]


def judge(view: DungeonView, _random: Random) -> DungeonMove:
    """Demand if a lie is likely enough for the hand at stake."""
    target, rank = view.players[view.about[0]], view.about[1]
    held = holds(view, target, rank)
    lie = held * LIE_RATE / (held * LIE_RATE + 1 - held)
    loss = sum(keep_value(view, own) for own in hand_ranks(view))
    gain = rank_value(view, rank) + 5 * target.cards
    return moves_of(view, DEMAND if lie * gain > (1 - lie) * loss else BELIEVE)[0]


def caught(view: DungeonView, _random: Random) -> DungeonMove:
    """Burn the hand that would be lost anyway, rather than give the card."""
    keeps = view.options.surrender_keeps_rest and me(view).cards > 2
    return moves_of(view, GIVE)[0] if keeps else moves_of(view, BURN)[0]


def take(view: DungeonView, _random: Random) -> DungeonMove:
    """Take the card that the Graverobber was played for."""
    moves = {move.rank: move for move in moves_of(view, TAKE)}
    return moves[loot(view, list(moves))]


def take_best(view: DungeonView) -> DungeonMove:
    """Take the card that is wished for most."""
    return max(moves_of(view, TAKE), key=lambda move: wish_value(view, move.rank))


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
    digger = view.players[view.about[0]]
    doubtful = claims_rare_value(view, digger, 4 * view.options.deck_count - 1)
    return moves_of(view, ACCUSE if doubtful or digger.dungeon[-1].value == 2 else PASS)[0]


def claims_rare_value(view: DungeonView, player: PlayerView, count: int) -> bool:
    """Return whether a player claims a value of which the bot has that many cards."""
    own = hand_ranks(view) + [
        rank_of(passage.card) for passage in me(view).dungeon if passage.card is not None
    ]
    return any(own.count(passage.value) >= count for passage in player.dungeon)


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
