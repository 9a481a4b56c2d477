"""Search by the rules from a position of Tomb, to the values of the positions it leads to.

A leaf is a position just before a card is turned, with the phase `TURNING`, or a game that is over.
Between two cards only the player decides, so that the value of a decision is the largest value of a
leaf that it leads to. All functions run interpreted or compiled. States are copied within a row of
states, the stack, whose hidden cards are never read.
"""

from typing import Any, NamedTuple

from underdeck.cards import (
    ACE,
    DIAMONDS,
    KING,
    NO_CARD,
    NUMBERS,
    QUEEN,
    SPADES,
    TEN,
    TWO,
    card_of,
    count_of,
    rank_of,
)
from underdeck.games.tomb.legal import legal
from underdeck.games.tomb.moves import CARD_BITS, CARD_MASK, DRAW, DROP, LEAVE
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.rules import make, next_card
from underdeck.games.tomb.state import (
    DECK,
    DODGE_BLOW,
    DROPPING,
    ESCAPED,
    KINGS,
    OVER,
    SCROLL,
    STANDING,
    TREASURE,
    TURNING,
    State,
)
from underdeck.games.tomb.treasure import ALL_HOARDS, has, points_in
from underdeck.minds.hashing import mix
from underdeck.minds.memory import Floats, Ints, States
from underdeck.minds.tomb.features import (
    JACKS,
    LATE,
    NUMBER_CARDS,
    is_king_lost,
    is_late,
    is_trapped,
    next_cards,
    retreat_turns,
    write_features,
)

WIN, POINTS = range(2)
"""Goals: the chance of bringing out all hoards, and the expected points as a share of 100."""
MAX_POINTS = 100
ALIKE = tuple(
    (1 << card_of(rank, 0))
    | (1 << card_of(rank, 1))
    | (1 << card_of(rank, 2))
    | (1 << card_of(rank, 3))
    for rank in (ACE, QUEEN, KING)
)
"""Sets of cards whose suits don't matter."""
SUIT_CARDS = sum(1 << card_of(number, SPADES) for number in NUMBERS)
"""The spades that are numbers, as a set; those of the other suits are one to three bits higher."""

NEAR_EXIT = (4, 2, 1)
"""The additional unseen cards of an endgame, by the number of turns to the exit after this one."""

UNTRIED = -1
MAX_LEVELS = 48
CARDS = len(DECK)
STACK = 4096
"""The room for states in a search."""


class Levels(NamedTuple):
    """The levels of a search, one for each card looked ahead: an item of each row."""

    at: Ints
    """The place of the leaf at hand in the stack."""
    high: Ints
    """The place after the last leaf."""
    left: Ints
    """The cards still to be tried in the leaf at hand, as a set; `UNTRIED` at first."""
    count: Ints
    """The number of cards that may come."""
    weight: Ints
    """The number of cards like the one being tried."""
    total: Floats
    """The sum of the values after the cards tried so far."""
    best: Floats
    """The best value of a leaf so far."""


class ExactValues(NamedTuple):
    """A cache of exact values of positions; later positions overwrite earlier ones."""

    packed: Ints
    hand: Ints
    laid: Ints
    cards: Ints
    value: Floats


class Evaluator(NamedTuple):
    """A value network with its working memory; see `minds.evaluate`."""

    weights: Any
    """The layers of the network: as arrays where it is compiled, else a `Network`."""
    hidden: Floats
    hidden2: Floats
    active: Ints
    scalars: Floats
    words: Any
    """The set features of the position at hand, and of the base position, a bit each."""
    base: Floats
    """The sums of the first layer for the set features of the base position."""


class Mind(NamedTuple):
    """The value networks of a goal, and the working memory of a search."""

    early: Evaluator
    """The network for positions with many unseen cards."""
    late: Evaluator
    active: Ints
    """The set features of the position at hand, which both networks read."""
    scalars: Floats
    moves: Ints
    levels: Levels
    exact: ExactValues


def network_value(network: Evaluator, count: int) -> float:
    """Return the output of the network for the features in its memory; replaced in a program."""
    raise NotImplementedError


def set_base(network: Evaluator, count: int) -> None:
    """Keep the first layer's sums for the features in memory; similar positions start from them."""


def copy_state(stack: States, source: int, target: int) -> None:
    """Copy a state to another place of the stack."""
    stack[target] = stack[source].clone()


def is_over(s: State, goal: int) -> bool:
    """Return whether the value of a state is certain."""
    if s.phase == OVER or (goal == WIN and is_king_lost(s)):
        return True
    return s.phase == TURNING and is_trapped(s)


def final_value(s: State, goal: int) -> float:
    """Return the value of a game that is over."""
    if s.ending != ESCAPED:
        return 0.0
    if goal == WIN:
        return 1.0 if count_of(s.hand & KINGS) == ALL_HOARDS else 0.0
    return points_in(s.hand) / MAX_POINTS


def leaf_value(s: State, mind: Mind, goal: int) -> float:
    """Return the certain value of a leaf, or the network's."""
    if is_over(s, goal):
        return final_value(s, goal)
    count = write_features(s, mind.active, mind.scalars)
    if is_late(s):
        return network_value(mind.late, count)
    return network_value(mind.early, count)


def prepare_leaves(s: State, mind: Mind, cards: int) -> None:
    """Prepare the network for the positions after the next card of a leaf."""
    count = write_features(s, mind.active, mind.scalars)
    if cards - 1 <= LATE:
        set_base(mind.late, count)
    else:
        set_base(mind.early, count)


def take_card(s: State, card: int) -> None:
    """Turn a certain card in a leaf."""
    s.deck[s.top] = card
    if s.encounter != NO_CARD and s.owed == 0:
        s.phase = STANDING
    next_card(s, None)


def make_move(s: State, action: int) -> None:
    """Make a move up to the next decision, or until a card must be turned."""
    if action >> CARD_BITS == DRAW:
        s.phase = TURNING
    else:
        make(s, action, None)


def sensible_moves(s: State, moves: Ints) -> int:
    """Write the legal moves without those that are never better than another; return their number.

    Of the diamonds that may be dropped or left as a marker only the lowest counts: a higher one in
    the hand can do whatever a lower one can, and is worth more. Of the hoards any one counts.
    R-18 Several treasures are dropped in the order of the cards only.
    """
    count = legal(s, moves)
    floor = s.column[count_of(s.laid) - 1] if s.phase == DROPPING else 0
    kept, diamonds, kings = 0, 0, 0
    for place in range(count):
        action = moves[place]
        kind, card = action >> CARD_BITS, action & CARD_MASK
        if kind == DROP or kind == LEAVE:  # noqa: PLR1714, SIM109  as in rules.py
            if card < floor and place < count - 1:
                continue
            if rank_of(card) == KING:
                kings += 1
                if kings > 1:
                    continue
            elif card != SCROLL:
                diamonds += 1
                if diamonds > 1 and not s.options.drop_sum:
                    continue
        moves[kept] = action
        kept += 1
    return kept


def expand(stack: States, low: int, mind: Mind) -> int:
    """Replace the state at `low` with all leaves it leads to; return the end of the leaves."""
    high, at = low + 1, low
    while at < high:
        s = stack[at]
        if s.phase == TURNING or s.phase == OVER:  # noqa: PLR1714  as in rules.py
            at += 1
            continue
        count = sensible_moves(s, mind.moves)
        for index in range(1, count):
            copy_state(stack, at, high)
            make_move(stack[high], mind.moves[index])
            high += 1
        make_move(stack[at], mind.moves[0])
    return high


def cards_like(card: int, cards: int) -> int:
    """Return the cards of a set that have the same effect as one of them, as a set."""
    for alike in ALIKE:
        if alike >> card & 1 == 1:
            return alike & cards
    return 1 << card


def pack_position(s: State) -> int:
    """Return the numbers that identify a leaf together with its hand, its column and the deck.

    On the way out only the number of turns to the exit counts.
    """
    packed = pack_options(s.options) << 1 | (1 if s.deepest > 0 else 0)
    packed = packed << 5 | (retreat_turns(s) if s.deepest > 0 else s.turn)
    packed = packed << 4 | s.hit_points
    packed = packed << 4 | s.owed
    packed = packed << 6 | s.encounter
    packed = packed << 1 | (1 if s.favored != NO_CARD else 0)
    return packed << 1 | (1 if s.bottom > CARDS else 0)


def pack_options(options: Options) -> int:
    """Return the options as bits."""
    return (
        (1 if options.earliest_turnaround == 1 else 0)
        | (2 if options.scroll_from_column else 0)
        | (4 if options.scroll_in_discards else 0)
        | (8 if options.drop_sum else 0)
        | (16 if options.disarm_after_fail else 0)
    )


def pack_column(s: State) -> int:
    """Return what counts of the column: its treasure, and whether it holds anything else."""
    return s.laid & TREASURE | (1 if s.laid & ~TREASURE != 0 else 0)


def pack_hand(s: State, cards: int, goal: int) -> int:
    """Return what counts of the hand as long as winning is possible, given the unseen cards.

    A jack counts if an encounter of its suit may still come. Diamonds only stop monsters: each
    counts by the number of monsters that it stops, and only the highest diamonds count, one for
    each monster. R-18 If several may be dropped together, or for points, the hand counts as it is.
    """
    if goal != WIN or s.options.drop_sum:
        return s.hand
    encounters = (cards & NUMBER_CARDS) | (1 << s.encounter)
    packed = s.hand & (1 << SCROLL | 1 << DODGE_BLOW)
    for suit in range(4):
        if encounters & SUIT_CARDS << suit != 0:
            packed |= s.hand & (1 << (JACKS + suit))
    monsters = encounters & SUIT_CARDS
    left = count_of(monsters)
    for rank in range(TEN, TWO - 1, -1):
        if left > 0 and has(s.hand, card_of(rank, DIAMONDS)):
            stopped = count_of(monsters & ((1 << card_of(rank + 1, 0)) - 1))
            packed += 1 << 4 * stopped if stopped > 0 else 0
            left -= 1
    return packed


def position_hash(packed: int, hand: int, laid: int, cards: int) -> int:
    """Return a hash of a position."""
    return mix(mix(mix(mix(1, packed), hand), laid), cards)


class Depth(NamedTuple):
    """The goal of a search and how far it looks ahead."""

    goal: int
    plies: int
    """The number of cards after which the network is asked."""
    endgame: int
    """From positions with at most this number of unseen cards on, values are exact."""


def search(stack: States, low: int, mind: Mind, depth: Depth) -> float:
    """Return the value of the state at `low`; its place and those after it are overwritten."""
    levels = mind.levels
    level = 0
    open_level(stack, low, mind, 0)
    while True:
        if levels.at[level] == levels.high[level] or levels.best[level] >= 1.0:
            if level == 0:
                break
            level -= 1
            levels.total[level] += levels.weight[level] * levels.best[level + 1]
        elif levels.left[level] == UNTRIED:
            begin_leaf(stack, mind, depth, level)
        elif levels.left[level] == 0:
            finish_leaf(stack, mind, depth, level)
        else:
            try_card(stack, mind, level)
            level += 1
    value: float = levels.best[0]
    return value


def open_level(stack: States, low: int, mind: Mind, level: int) -> None:
    """Expand the state at `low` into the leaves of a search level."""
    levels = mind.levels
    levels.at[level] = low
    levels.high[level] = expand(stack, low, mind)
    levels.left[level] = UNTRIED
    levels.best[level] = -1.0


def close_leaf(levels: Levels, level: int, value: float) -> None:
    """Go on to the next leaf of a level."""
    levels.best[level] = max(levels.best[level], value)
    levels.at[level] += 1
    levels.left[level] = UNTRIED


def is_endgame(s: State, cards: int, endgame: int) -> bool:
    """Return whether few cards may still be turned: few are unseen, or the exit is near."""
    if cards <= endgame:
        return True
    if s.deepest == 0 or endgame == 0:
        return False
    turns = retreat_turns(s)
    return cards <= endgame + NEAR_EXIT[turns] if turns < len(NEAR_EXIT) else False


def begin_leaf(stack: States, mind: Mind, depth: Depth, level: int) -> None:
    """Close the leaf at hand if its value is known without turning a card; else list the cards."""
    levels = mind.levels
    s = stack[levels.at[level]]
    if is_over(s, depth.goal):
        close_leaf(levels, level, final_value(s, depth.goal))
        return
    cards = next_cards(s)
    count = count_of(cards)
    if is_endgame(s, count, depth.endgame):
        slot = find_exact(s, mind.exact, cards, depth.goal)
        if slot >= 0:
            close_leaf(levels, level, mind.exact.value[slot])
            return
    elif level >= depth.plies:
        close_leaf(levels, level, leaf_value(s, mind, depth.goal))
        return
    elif level == depth.plies - 1:
        prepare_leaves(s, mind, count)
    levels.left[level], levels.count[level] = cards, count
    levels.total[level] = 0.0


def try_card(stack: States, mind: Mind, level: int) -> None:
    """Turn the next card to be tried, and open the level of the leaves after it."""
    levels = mind.levels
    left, high = levels.left[level], levels.high[level]
    card = count_of((left & -left) - 1)
    alike = cards_like(card, left)
    levels.left[level] = left & ~alike
    levels.weight[level] = count_of(alike)
    copy_state(stack, levels.at[level], high)
    take_card(stack[high], card)
    open_level(stack, high, mind, level + 1)


def finish_leaf(stack: States, mind: Mind, depth: Depth, level: int) -> None:
    """Close the leaf at hand with the mean over its cards."""
    levels = mind.levels
    value = levels.total[level] / levels.count[level]
    if is_endgame(stack[levels.at[level]], levels.count[level], depth.endgame):
        keep_exact(stack[levels.at[level]], mind.exact, value, depth.goal)
    close_leaf(levels, level, value)


def find_exact(s: State, exact: ExactValues, cards: int, goal: int) -> int:
    """Return the place of a position in the cache of exact values, or -1."""
    packed, hand, laid = pack_position(s), pack_hand(s, cards, goal), pack_column(s)
    slot = position_hash(packed, hand, laid, cards) & (len(exact.value) - 1)
    if exact.packed[slot] != packed or exact.hand[slot] != hand:
        return -1
    return slot if exact.laid[slot] == laid and exact.cards[slot] == cards else -1


def keep_exact(s: State, exact: ExactValues, value: float, goal: int) -> None:
    """Put an exact value into the cache."""
    packed, cards = pack_position(s), next_cards(s)
    hand, laid = pack_hand(s, cards, goal), pack_column(s)
    slot = position_hash(packed, hand, laid, cards) & (len(exact.value) - 1)
    exact.packed[slot], exact.cards[slot] = packed, cards
    exact.hand[slot], exact.laid[slot] = hand, laid
    exact.value[slot] = value


def best_move(stack: States, low: int, mind: Mind, depth: Depth) -> int:
    """Return the best move of the state at `low`."""
    count = sensible_moves(stack[low], mind.moves)
    chosen: int = mind.moves[0]
    if count == 1:
        return chosen
    best = -1.0
    for place in range(count):
        sensible_moves(stack[low], mind.moves)
        action = mind.moves[place]
        copy_state(stack, low, low + 1)
        make_move(stack[low + 1], action)
        value = search(stack, low + 1, mind, depth)
        if value > best:
            chosen, best = action, value
    return chosen
