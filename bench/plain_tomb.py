"""Tomb as a plain dataclass: the reference for the speed of the interpreted rules.

The rules of docs/rules/tomb.md under default options with the policy `heuristic`, as a Python
programmer would write them for this purpose alone: no events, views, options or lists of moves, and
only the state that the result needs. Deals and totals must be those of the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from underdeck.games.tomb.state import DECK

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
ACE, TEN, JACK, QUEEN, KING = 1, 10, 11, 12, 13
DODGE_BLOW, PICK_LOCK, SCROLL = 45, 47, 56
HOARDS = frozenset(range(KING * 4, KING * 4 + 4))
TREASURE = frozenset(range(2 * 4 + DIAMONDS, JACK * 4, 4)) | HOARDS | {SCROLL}
WORTH = {card: 6 if card == SCROLL else min(card >> 2, 10) for card in TREASURE}
ESCAPED, SLAIN, LOST = 1, 2, 3
MASK = 0xFFFFFFFF


class Knobs(NamedTuple):
    """The thresholds of the policy, in the order of `tomb_policies.KNOBS`."""

    cards_a_turn: int
    risk: int
    weak: int
    deepest: int
    kings: int
    jack_from: int
    jack_back: int
    dodge_from: int
    flee: int
    pick_from: int
    keep_kings: int


@dataclass(slots=True)
class Game:
    """A game of Tomb, played by thresholds."""

    deck: list[int]
    """The next card is the last one."""
    knobs: Knobs
    hand: set[int] = field(default_factory=set)
    column: set[int] = field(default_factory=set)
    """The treasure of the current turn."""
    encounter: int = 0
    is_scroll_first: bool = False
    """Whether the scroll was laid before the encounter."""
    is_favored: bool = False
    turn: int = 0
    deepest: int = 0
    hit_points: int = 9
    torches: int = 0
    ending: int = 0
    moves: int = 0
    torches_turning: int = 0
    cards_turning: int = 0

    def play(self) -> None:
        """Play to the end."""
        while not self.ending:
            self.moves += 1
            if not self.deepest and self.turn and self.wants_to_turn_around():
                self.deepest = self.turn
                self.torches_turning = self.torches
                self.cards_turning = len(self.deck)
                if self.deepest == 1:
                    self.ending = ESCAPED
                    return
            if self.survives_turn() and self.turn == 2 * self.deepest - 1:
                self.ending = ESCAPED

    def survives_turn(self) -> bool:
        """Turn cards until the turn is won, lost or fled; return whether the game goes on."""
        self.turn += 1
        self.column.clear()
        self.encounter = 0
        self.is_favored = False
        while not self.encounter:
            self.turn_to_encounter(self.deck.pop())
            if self.ending:
                return False
        if self.is_favored:
            self.hand |= self.column
            return True
        is_standing = True
        while is_standing:
            self.moves += 1
            is_standing = not self.answers_encounter() and self.draw()
        return not self.ending

    def turn_to_encounter(self, card: int) -> None:
        """Turn a card before the encounter."""
        rank = card >> 2
        if rank == ACE:
            self.burn_torch(card)
        elif rank == JACK:
            self.hand.add(card)
        elif rank == QUEEN:
            self.is_favored = True
        elif rank > TEN:
            self.column.add(card)
        else:
            self.encounter = card
            self.is_scroll_first = SCROLL in self.column
            if card in TREASURE:
                self.column.add(card)

    def draw(self) -> bool:
        """Turn a card against the encounter; return whether it still stands."""
        card = self.deck.pop()
        rank = card >> 2
        if rank == ACE:
            self.burn_torch(card)
            return not self.ending
        if rank == JACK:
            self.hand.add(card)
            return True
        if rank == QUEEN:
            self.hand |= self.column
            return False
        if card in TREASURE:
            self.column.add(card)
        if rank > TEN:
            return True
        shortfall = (self.encounter >> 2) - rank
        suit = self.encounter & 3
        if shortfall <= 0:
            self.win(card)
            return False
        if suit == CLUBS:
            self.fail_door(shortfall)
            return False
        self.suffer(shortfall)
        return suit == SPADES and not self.ending

    def win(self, card: int) -> None:
        """Collect the treasure; leave a marker if there is nothing else."""
        if self.encounter & 3 == DIAMONDS and card & 3 == DIAMONDS:
            self.moves += 1
            number = self.encounter >> 2
            is_scroll_cheapest = number > 6 or (number == 6 and self.is_scroll_first)
            if SCROLL in self.column and is_scroll_cheapest:
                self.column.remove(SCROLL)
            else:
                self.column.remove(self.encounter)
        self.hand |= self.column

    def fail_door(self, shortfall: int) -> None:
        """Pick the lock, or discard cards."""
        if PICK_LOCK in self.hand:
            self.moves += 1
            if shortfall >= self.knobs.pick_from:
                self.hand.remove(PICK_LOCK)
                self.hand |= self.column
                return
        for _ in range(shortfall):
            card = self.deck.pop()
            if card >> 2 == ACE:
                self.burn_torch(card)
                if self.ending:
                    return

    def suffer(self, damage: int) -> None:
        """Dodge a blow, or lose hit points."""
        if DODGE_BLOW in self.hand:
            self.moves += 1
            if damage >= self.knobs.dodge_from or damage >= self.hit_points:
                self.hand.remove(DODGE_BLOW)
                return
        self.hit_points = max(self.hit_points - damage, 0)
        if not self.hit_points:
            self.ending = SLAIN

    def burn_torch(self, ace: int) -> None:
        """Burn a torch; the fourth ends the game unless the scroll answers it."""
        self.torches += 1
        if self.torches == 4:
            if SCROLL in self.hand:
                self.hand.remove(SCROLL)
                self.torches -= 1
                self.deck.insert(0, ace)
                self.moves += 1
            else:
                self.ending = LOST

    def wants_to_turn_around(self) -> bool:
        """Turn around by thresholds."""
        knobs, turn = self.knobs, self.turn
        if turn >= knobs.deepest or self.hit_points <= knobs.weak:
            return True
        left = len(self.deck)
        taken = min(turn * knobs.cards_a_turn // 10, left)
        fatal = all_ways = 1
        for ace in range(4 - self.torches + (SCROLL in self.hand)):
            fatal *= max(taken - ace, 0)
            all_ways *= left - ace
        if 1000 * fatal > knobs.risk * all_ways:
            return True
        return len(self.hand & HOARDS) >= knobs.kings

    def answers_encounter(self) -> bool:
        """Play a jack or drop treasure if that is worthwhile; return whether the turn is over."""
        knobs = self.knobs
        number = self.encounter >> 2
        suit = self.encounter & 3
        jack = JACK * 4 + suit
        if jack in self.hand:
            threshold = knobs.jack_back if self.deepest else knobs.jack_from
            if number >= threshold or number - 2 >= self.hit_points:
                self.hand.remove(jack)
                self.hand |= self.column
                return True
        elif suit == SPADES and number - self.hit_points >= knobs.flee:
            drops = [card for card in self.hand & TREASURE if WORTH[card] >= number]
            if drops:
                cheapest = min(drops, key=lambda card: (WORTH[card], card))
                if not (knobs.keep_kings == 1 and cheapest in HOARDS):
                    self.hand.remove(cheapest)
                    return True
        return False

    def row(self) -> tuple[int, ...]:
        """Return the columns of `underdeck.fast.tomb`."""
        escaped = self.ending == ESCAPED
        return (
            self.ending,
            len(self.hand & HOARDS) if escaped else 0,
            sum(WORTH[card] for card in self.hand & TREASURE) if escaped else 0,
            self.turn,
            self.deepest,
            self.hit_points,
            self.torches,
            len(self.deck),
            self.encounter if self.ending == SLAIN else 0,
            self.moves,
            self.torches_turning,
            self.cards_turning,
        )


def deal(key: Sequence[int], number: int) -> list[int]:
    """Return the cards of a numbered game, the first one last, from its stream of sfc32."""
    a, b, c = key[0] ^ number & MASK, key[1] ^ number >> 32, key[2]
    deck = list(DECK)
    counter = 1
    for _ in range(12):
        word = a + b + counter & MASK
        a, b, c = b ^ b >> 9, c + (c << 3) & MASK, (c << 21 | c >> 11) + word & MASK
        counter += 1
    for last in range(len(deck) - 1, 0, -1):
        limit = last + 1
        while True:
            word = a + b + counter & MASK
            a, b, c = b ^ b >> 9, c + (c << 3) & MASK, (c << 21 | c >> 11) + word & MASK
            counter += 1
            product = word * limit
            if product & MASK >= limit or product & MASK >= (MASK + 1) % limit:
                break
        chosen = product >> 32
        deck[last], deck[chosen] = deck[chosen], deck[last]
    deck.reverse()
    return deck


def play_games(key: Sequence[int], knobs: Knobs, first: int, count: int) -> list[tuple[int, ...]]:
    """Play numbered games and return their rows."""
    rows = []
    for number in range(first, first + count):
        game = Game(deal(key, number), knobs)
        game.play()
        rows.append(game.row())
    return rows
