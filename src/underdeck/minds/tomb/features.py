"""The features of a position of Tomb just before a card is turned.

A position is a state whose hidden part is unknown: of the deck only the set of unseen cards counts.
Features are the numbers of the set features that apply, and a few scalars. The functions run
interpreted or compiled.
"""

from underdeck.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    JOKER,
    NO_CARD,
    NUMBERS,
    QUEEN,
    TEN,
    TWO,
    card_of,
    count_of,
    rank_of,
    suit_of,
)
from underdeck.games.tomb.state import (
    DECK,
    DODGE_BLOW,
    GO_BERSERK,
    HIT_POINTS,
    KINGS,
    MAX_TURNS,
    SCROLL,
    TORCHES,
    TREASURE,
    State,
)
from underdeck.games.tomb.treasure import has, points_in
from underdeck.minds.memory import Floats, Ints

ALL_CARDS = sum(1 << card for card in DECK)
ACES = sum(1 << card_of(1, suit) for suit in range(4))
JACKS = GO_BERSERK  # the first of four neighbors
QUEENS = sum(1 << card_of(QUEEN, suit) for suit in range(4))
RANK_MASK = 0b1111
"""The four suits of a rank, shifted to rank 0."""
NUMBER_CARDS = sum(1 << card for card in DECK if rank_of(card) in NUMBERS)
DIAMOND_CARDS = sum(1 << card_of(number, DIAMONDS) for number in NUMBERS)
SUIT_ROWS = (0, 0, 9, 18)
"""The first feature of each suit's numbers: spades, none, diamonds, clubs."""

_sizes = {
    "unseen_number": 27,
    "unseen_kings": 5,
    "unseen_queens": 5,
    "unseen_aces": 5,
    "unseen_jack": 4,
    "unseen_scroll": 1,
    "held_diamond": 9,
    "held_jack": 4,
    "held_kings": 5,
    "scroll_place": 3,
    "hit_points": HIT_POINTS + 1,
    "torches": TORCHES + 1,
    "depth": MAX_TURNS + 1,
    "turns_left": MAX_TURNS + 1,
    "encounter": 27,
    "favored": 1,
    "column_diamond": 9,
    "column_kings": 5,
    "column_treasure_only": 1,
    "owed": 9,
    "cards_left": len(DECK) + 1,
    "option": 5,
}
_starts = [sum(list(_sizes.values())[:index]) for index in range(len(_sizes))]
(
    UNSEEN_NUMBER,
    UNSEEN_KINGS,
    UNSEEN_QUEENS,
    UNSEEN_ACES,
    UNSEEN_JACK,
    UNSEEN_SCROLL,
    HELD_DIAMOND,
    HELD_JACK,
    HELD_KINGS,
    SCROLL_PLACE,
    AT_HIT_POINTS,
    AT_TORCHES,
    DEPTH,
    TURNS_LEFT,
    ENCOUNTER,
    FAVORED,
    COLUMN_DIAMOND,
    COLUMN_KINGS,
    COLUMN_TREASURE_ONLY,
    OWED,
    CARDS_LEFT,
    OPTION,
) = _starts
SET_FEATURES = sum(_sizes.values())
MAX_ACTIVE = 100
"""More than the set features that can apply at the same time."""

LATE = 14
"""From this number of unseen cards on, a network of its own applies: single cards count more."""
SHARES = 0
"""9 scalars: the share of cards that are numbers of at least 2, 3, ... 10."""
RARE = 9
"""4 scalars: the shares of queens, aces, jacks and kings."""
AGAINST = 13
"""5 scalars about the encounter: chance to win, chance to die, mean damage, chance of an action,
mean damage as a share of the hit points."""
LIGHT = 18
"""3 scalars: the chance that the last torch burns out if a turn takes 2.5, 3.2 or 4 cards."""
AMOUNTS = 21
"""7 scalars: points held, points in the column, hit points, cards, mean number, cards needed,
unseen treasure."""
WAY_OUT = 28
"""4 scalars: the chance that the last torch burns out if jacks shorten the way, twice, the jacks
per turn, the damage to be expected on the way as a share of the hit points."""
SCALARS = 32
FEATURES = SET_FEATURES + SCALARS


def seen_cards(s: State) -> int:
    """Return the cards that have been turned up, as a set."""
    seen = s.laid | s.hand | s.torch_row | s.discards | s.spent
    for turn in range(MAX_TURNS):
        seen |= s.stacks[turn]
    return seen


def next_cards(s: State) -> int:
    """Return the cards that may be turned next, as a set.

    An ace that the scroll sent to the bottom of the deck comes last.
    """
    unseen = ALL_CARDS & ~seen_cards(s)
    if s.bottom > len(DECK) and s.bottom - s.top > 1:
        unseen &= ~ACES
    return unseen


def is_late(s: State) -> bool:
    """Return whether few cards are unseen."""
    return count_of(next_cards(s)) <= LATE


def is_king_lost(s: State) -> bool:
    """Return whether a hoard lies in a finished turn or among the discards."""
    lost = s.discards
    for turn in range(MAX_TURNS):
        lost |= s.stacks[turn]
    return lost & KINGS != 0


def retreat_turns(s: State) -> int:
    """Return the number of turns that lead out if the player turns around as soon as possible."""
    if s.deepest > 0:
        return 2 * s.deepest - 1 - s.turn
    return max(s.turn - 1, 0)


def cards_to_exit(s: State, unseen: int) -> int:
    """Return a number of cards that must be turned at least to get out, from just before a card.

    Each turn takes an encounter, and an action card, a jack or a dropped treasure to end it.
    """
    turns = retreat_turns(s)
    ends = count_of(s.hand >> JACKS & RANK_MASK)
    ends += count_of((s.hand | s.laid) & TREASURE) + count_of(unseen & DIAMOND_CARDS)
    return max(s.owed, 1) + turns + max(turns - ends, 0)


def is_trapped(s: State) -> bool:
    """Return whether the last torch burns out before the exit whatever is done.

    Every encounter on the way needs a number card, and the last ace stays in the deck.
    """
    unseen = ALL_CARDS & ~seen_cards(s)
    if retreat_turns(s) > count_of(unseen & NUMBER_CARDS):
        return True
    cards = s.bottom - s.top
    if not has(s.hand | s.laid | unseen, SCROLL):
        cards -= 1
    return cards_to_exit(s, unseen) > cards


def write_features(s: State, active: Ints, scalars: Floats) -> int:
    """Write the set features that apply, and the scalars; return the number of the former."""
    unseen = next_cards(s)
    count = write_unseen(unseen, active)
    count = write_held(s, active, count)
    count = write_turn(s, active, count)
    count = write_options(s, active, count)
    write_scalars(s, unseen, scalars)
    return count


def write_numbers(cards: int, first: int, active: Ints, count: int) -> int:
    """Add a feature for each number card of a set; return the new count."""
    cards &= NUMBER_CARDS
    while cards != 0:
        lowest = cards & -cards
        card = count_of(lowest - 1)
        active[count] = first + SUIT_ROWS[suit_of(card)] + rank_of(card) - TWO
        count += 1
        cards ^= lowest
    return count


def write_diamonds(cards: int, first: int, active: Ints, count: int) -> int:
    """Add a feature for each diamond of a set; return the new count."""
    cards &= DIAMOND_CARDS
    while cards != 0:
        lowest = cards & -cards
        active[count] = first + rank_of(count_of(lowest - 1)) - TWO
        count += 1
        cards ^= lowest
    return count


def write_unseen(unseen: int, active: Ints) -> int:
    """Write the features of the unseen cards; return their number."""
    count = write_numbers(unseen, UNSEEN_NUMBER, active, 0)
    active[count] = UNSEEN_KINGS + count_of(unseen & KINGS)
    active[count + 1] = UNSEEN_QUEENS + count_of(unseen & QUEENS)
    active[count + 2] = UNSEEN_ACES + count_of(unseen & ACES)
    active[count + 3] = CARDS_LEFT + count_of(unseen)
    count += 4
    for suit in range(4):
        if has(unseen, JACKS + suit):
            active[count] = UNSEEN_JACK + suit
            count += 1
    if has(unseen, JOKER):
        active[count] = UNSEEN_SCROLL
        count += 1
    return count


def write_held(s: State, active: Ints, count: int) -> int:
    """Add the features of the hand, the hit points and the light; return the new count."""
    count = write_diamonds(s.hand, HELD_DIAMOND, active, count)
    for suit in range(4):
        if has(s.hand, JACKS + suit):
            active[count] = HELD_JACK + suit
            count += 1
    active[count] = HELD_KINGS + count_of(s.hand & KINGS)
    active[count + 1] = AT_HIT_POINTS + s.hit_points
    active[count + 2] = AT_TORCHES + s.torches
    count += 3
    if has(s.hand, SCROLL):
        active[count] = SCROLL_PLACE
        count += 1
    elif has(s.laid, SCROLL):
        active[count] = SCROLL_PLACE + 1
        count += 1
    elif has(s.torch_row, SCROLL):
        active[count] = SCROLL_PLACE + 2
        count += 1
    return count


def write_turn(s: State, active: Ints, count: int) -> int:
    """Add the features of the way and of the current turn; return the new count."""
    active[count] = TURNS_LEFT + retreat_turns(s) if s.deepest > 0 else DEPTH + s.turn
    active[count + 1] = COLUMN_KINGS + count_of(s.laid & KINGS)
    active[count + 2] = OWED + s.owed
    count += 3
    if s.encounter != NO_CARD:
        active[count] = ENCOUNTER + SUIT_ROWS[suit_of(s.encounter)] + rank_of(s.encounter) - TWO
        count += 1
    elif s.favored != NO_CARD:
        active[count] = FAVORED
        count += 1
    if s.laid != 0 and s.laid & ~TREASURE == 0:
        active[count] = COLUMN_TREASURE_ONLY
        count += 1
    return write_diamonds(s.laid, COLUMN_DIAMOND, active, count)


def write_options(s: State, active: Ints, count: int) -> int:
    """Add a feature for each option that isn't at its default; return the new count."""
    if s.options.earliest_turnaround != 1:
        active[count] = OPTION
        count += 1
    if s.options.scroll_from_column:
        active[count] = OPTION + 1
        count += 1
    if not s.options.scroll_in_discards:
        active[count] = OPTION + 2
        count += 1
    if s.options.drop_sum:
        active[count] = OPTION + 3
        count += 1
    if s.options.disarm_after_fail:
        active[count] = OPTION + 4
        count += 1
    return count


def write_scalars(s: State, unseen: int, scalars: Floats) -> None:
    """Write all scalars, each between 0 and about 1."""
    cards = count_of(unseen)
    share = 1.0 / max(cards, 1)
    at_least, total = 0, 0
    for rank in range(TEN, TWO - 1, -1):
        same = count_of(unseen >> 4 * rank & RANK_MASK)
        at_least += same
        total += same * rank
        scalars[SHARES + rank - TWO] = at_least * share
    scalars[RARE] = count_of(unseen & QUEENS) * share
    scalars[RARE + 1] = count_of(unseen & ACES) * share
    scalars[RARE + 2] = count_of(unseen >> JACKS & RANK_MASK) * share
    scalars[RARE + 3] = count_of(unseen & KINGS) * share
    write_odds(s, unseen, share, scalars)
    turns = retreat_turns(s) + (1 if s.encounter != NO_CARD else 0)
    for place in range(3):
        taken = turns * (2.5 + 0.75 * place) + s.owed
        scalars[LIGHT + place] = chance_of_darkness(s, unseen, taken)
    scalars[AMOUNTS] = points_in(s.hand) / 100
    scalars[AMOUNTS + 1] = points_in(s.laid) / 40
    scalars[AMOUNTS + 2] = s.hit_points / HIT_POINTS
    scalars[AMOUNTS + 3] = cards / len(DECK)
    scalars[AMOUNTS + 4] = total / max(at_least, 1) / TEN
    scalars[AMOUNTS + 5] = min(turns * 2.8 * share, 2.0)
    scalars[AMOUNTS + 6] = points_in(unseen) / 100
    write_way_out(s, unseen, turns, scalars)


def write_way_out(s: State, unseen: int, turns: int, scalars: Floats) -> None:
    """Write the scalars about the way out."""
    jacks = min(count_of(s.hand >> JACKS & RANK_MASK & ~(1 << HEARTS)), turns)
    for place in range(2):
        taken = (turns - jacks) * (2.4 + 0.8 * place) + jacks * 1.2 + s.owed
        scalars[WAY_OUT + place] = chance_of_darkness(s, unseen, taken)
    scalars[WAY_OUT + 2] = jacks / max(turns, 1)
    damage = (turns - jacks) * mean_damage(unseen) / max(s.hit_points, 1)
    scalars[WAY_OUT + 3] = min(damage, 2.0)


def mean_damage(unseen: int) -> float:
    """Return the mean damage in a turn whose encounter and action card are both unseen, roughly."""
    numbers, below, total, damage = 0, 0, 0, 0
    for rank in range(TWO, TEN + 1):
        same = count_of(unseen >> 4 * rank & RANK_MASK)
        blows = same - (unseen >> card_of(rank, CLUBS) & 1)
        damage += blows * (rank * below - total)
        numbers += same
        below += same
        total += same * rank
    return damage / max(numbers * numbers, 1)


def write_odds(s: State, unseen: int, share: float, scalars: Floats) -> None:
    """Write the scalars about the standing encounter."""
    wins, deaths, damage, actions = 0, 0, 0, 0
    if s.encounter != NO_CARD and s.owed == 0:
        number, suit = rank_of(s.encounter), suit_of(s.encounter)
        wins = count_of(unseen & QUEENS)
        for rank in range(TWO, TEN + 1):
            same = count_of(unseen >> 4 * rank & RANK_MASK)
            actions += same
            if rank >= number:
                wins += same
            else:
                damage += same * (number - rank)
                if suit != CLUBS and number - rank >= s.hit_points and not has(s.hand, DODGE_BLOW):
                    deaths += same
    scalars[AGAINST] = wins * share
    scalars[AGAINST + 1] = deaths * share
    scalars[AGAINST + 2] = damage * share / 4
    scalars[AGAINST + 3] = actions * share
    scalars[AGAINST + 4] = min(damage * share / max(s.hit_points, 1), 1.0)


def chance_of_darkness(s: State, unseen: int, taken: float) -> float:
    """Return the chance that all unseen aces are among the next cards, roughly."""
    if has(s.hand, SCROLL) or has(s.torch_row, SCROLL):
        return 0.0
    cards, chance = count_of(unseen), 1.0
    for ace in range(count_of(unseen & ACES)):
        chance *= min(max(taken - ace, 0.0) / (cards - ace), 1.0)
    return chance
