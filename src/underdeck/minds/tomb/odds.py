"""The odds of the next card of Tomb, exactly: each possible card is tried by the rules."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from underdeck.cards import JACK, NO_CARD, NUMBERS, QUEEN, count_of, rank_of
from underdeck.games.tomb import events, moves
from underdeck.games.tomb.encounters import scroll_helps
from underdeck.games.tomb.events import RawEvent
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.rules import make, next_card
from underdeck.games.tomb.state import (
    DECK,
    KINGS,
    LOST,
    OVER,
    SCROLL,
    STANDING,
    TORCHES,
    TURNING,
    State,
)
from underdeck.games.tomb.view import cards_in, legal_moves
from underdeck.json_types import JsonObject
from underdeck.minds.base import Fact, rounded
from underdeck.minds.tomb.features import ACES, next_cards

TURNS_A_CARD = (moves.DRAW, moves.DELVE, moves.ONWARD, moves.YIELD)
"""The kinds of moves that turn the next card."""
WON = (events.WON_BY_ACTION, events.WON_BY_FAVOR)


@dataclass(frozen=True, slots=True)
class Odds:
    """What the next card does, as numbers of cards out of `unseen`, all equally likely.

    Without a move that turns a card now only the unseen cards and the torches are counted.
    """

    move: TombMove | None
    """The move that turns the card; None if another decision comes first."""
    unseen: int
    """The number of cards that may come next."""
    wins: int
    """Cards that win the encounter."""
    deaths: int
    """Cards that kill the player, who has no answer to the blow."""
    torches: int
    """Cards that burn a torch."""
    last_torches: int
    """Cards that burn the fourth torch, which no scroll answers."""
    lost: Fraction
    """The chance that the fourth torch burns before the next decision, among discards too."""
    deadly: int | None
    """The highest number that kills."""
    blows: Mapping[int, int]
    """The number of cards that strike a blow, by its damage."""
    discards: Mapping[int, int]
    """The number of cards that fail at a door, by the cards to be discarded."""
    left: Mapping[str, int]
    """The unseen cards by kind: each number, torches, jacks, queens, kings, scroll."""

    @property
    def damage(self) -> Fraction:
        """The expected damage of the next card."""
        return self._mean(self.blows)

    @property
    def discarded(self) -> Fraction:
        """The expected number of cards to be discarded."""
        return self._mean(self.discards)

    def share(self, cards: int) -> Fraction:
        """Return the chance that the next card is one of `cards` cards."""
        return Fraction(cards, max(self.unseen, 1))

    def facts(self) -> list[Fact]:
        """Return the odds as facts; what can't happen is left out."""
        facts = [Fact("unseen", {"cards": self.unseen} | dict(self.left))]
        if self.wins:
            facts.append(Fact("win", self._part("win", self.wins)))
        if self.blows:
            worst = {"damage": float(self.damage), "worst": max(self.blows)}
            facts.append(Fact("damage", self._part("struck", sum(self.blows.values())) | worst))
            code = "death" if self.deaths else "no_death"
            facts.append(Fact(code, self._part("death", self.deaths) | {"deadly": self.deadly}))
        if self.discards:
            worst = {"discards": float(self.discarded), "worst": max(self.discards)}
            facts.append(Fact("discards", self._part("fail", sum(self.discards.values())) | worst))
        if self.torches:
            facts.append(Fact("torch", self._part("torch", self.torches)))
        if self.lost:
            facts.append(Fact("lost", {"lost": float(self.lost)}))
        return facts

    def _part(self, name: str, cards: int) -> dict[str, object]:
        return {name: float(self.share(cards)), "cards": cards, "unseen": self.unseen}

    def _mean(self, counts: Mapping[int, int]) -> Fraction:
        return self.share(sum(amount * cards for amount, cards in counts.items()))

    def as_json(self) -> JsonObject:
        """Return the odds as data, with chances next to the numbers of cards."""
        return {
            "move": None if self.move is None else str(self.move),
            "unseen": self.unseen,
            "win": self._chance(self.wins),
            "death": self._chance(self.deaths),
            "torch": self._chance(self.torches),
            "last_torch": self._chance(self.last_torches),
            "lost": rounded(float(self.lost)),
            "deadly": self.deadly,
            "damage": rounded(float(self.damage)),
            "blows": {str(damage): cards for damage, cards in sorted(self.blows.items())},
            "discarded": rounded(float(self.discarded)),
            "discards": {str(n): cards for n, cards in sorted(self.discards.items())},
            "left": dict(self.left),
        }

    def _chance(self, cards: int) -> JsonObject:
        return {"cards": cards, "chance": rounded(float(self.share(cards)))}


def odds(position: State) -> Odds:
    """Return the odds of the next card in a position."""
    cards = next_cards(position)
    move = next((move for move in legal_moves(position) if move.kind in TURNS_A_CARD), None)
    wins = deaths = torches = last = 0
    deadly = None
    blows: Counter[int] = Counter()
    discards: Counter[int] = Counter()
    lost = Fraction(0)
    tried = cards_in(cards)
    for card in tried if move else ():
        after, happened = try_card(position, move, card)
        names = {event[0] for event in happened}
        wins += any(name in names for name in WON)
        torches += events.TORCH_BURNT in names
        last += events.LOST in names
        lost += dark_chance(after)
        if events.SLAIN in names:
            deaths += 1
            deadly = max(deadly or 0, rank_of(card))
        for name, _, _, amount in happened:
            if name == events.BLOW_STRUCK:
                blows[amount] += 1
            elif name == events.DOOR_HELD:
                discards[amount] += 1
    if move is None:
        torches = count_of(cards & ACES)
    return Odds(
        move=move,
        unseen=len(tried),
        wins=wins,
        deaths=deaths,
        torches=torches,
        last_torches=last,
        lost=lost / max(len(tried), 1),
        deadly=deadly,
        blows=dict(blows),
        discards=dict(discards),
        left=count_kinds(cards),
    )


def try_card(position: State, move: TombMove | None, card: int) -> tuple[State, list[RawEvent]]:
    """Return the state after a card that a move turns, and what happened."""
    s = position.clone()
    happened: list[RawEvent] = []
    s.deck[s.top] = card
    if move is not None and move.kind != moves.DRAW:
        make(s, move.action, None)
    if s.encounter != NO_CARD and s.owed == 0:
        s.phase = STANDING
    next_card(s, happened)
    return s, happened


def dark_chance(s: State) -> Fraction:
    """Return the chance that a door's discards burn the fourth torch before the next decision."""
    if s.phase == OVER:
        return Fraction(int(s.ending == LOST))
    return dark_among_discards(s) if s.phase == TURNING and s.owed > 0 else Fraction(0)


def dark_among_discards(s: State) -> Fraction:
    """Return the chance that a door's discards burn all torches, and no scroll answers."""
    deck = s.bottom - s.top
    if scroll_helps(s):
        return Fraction(0)
    if s.bottom > len(DECK):  # the last torch lies at the bottom
        return Fraction(int(s.owed >= deck))
    return chance_of_all(deck, TORCHES - s.torches, s.owed)


def chance_of_all(deck: int, wanted: int, count: int) -> Fraction:
    """Return the chance that all wanted cards of a deck are among the next ones."""
    if count >= deck:
        return Fraction(1)
    if count < wanted:
        return Fraction(0)
    return Fraction(comb(deck - wanted, count - wanted), comb(deck, count))


def chance_of_any(deck: int, wanted: int, count: int) -> Fraction:
    """Return the chance that one of the wanted cards of a deck is among the next ones."""
    count = min(count, deck)
    return 1 - Fraction(comb(deck - wanted, count), comb(deck, count))


def count_kinds(cards: int) -> dict[str, int]:
    """Return the numbers of cards of a set by kind."""
    kinds = {str(number): cards >> 4 * number & 0b1111 for number in NUMBERS}
    kinds |= {"torches": cards & ACES, "jacks": cards >> 4 * JACK & 0b1111}
    kinds |= {"queens": cards >> 4 * QUEEN & 0b1111, "kings": cards & KINGS}
    kinds["scroll"] = cards >> SCROLL & 1
    return {kind: count_of(some) for kind, some in kinds.items()}
