"""A game whose cards chance decides one by one, as they are turned, although the rules take a deck in full order.

Whatever is to happen (the deal, a move, a lot, a new deck) is tried with an order in which only the first cards are decided. If it turned
no more than those, it has happened; else chance is asked for one card more, and it is tried again. What lies undecided in a deck says
nothing: no rule looks at a card before it is turned.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

from underdeck.cards import code_of
from underdeck.game import AnyGame, Event, Move


class Wish(NamedTuple):
    """What is to happen next: the deal, someone's move, a new deck, or a lot (which falls on `seat`, or on nobody yet)."""

    kind: str
    seat: int = -1
    move: Move | None = None


DEAL, MOVE, RENEWAL, LOT = "deal", "move", "renewal", "lot"


class Undecided:
    """One game in progress; `wish` is what waits for chance, None while a player is waited for or all is over."""

    game: ClassVar[AnyGame]

    def __init__(self, options: Any) -> None:
        self.options = options
        self.deck = self.game.deck(options)
        self.state: Any = None
        self.decided: list[int] = []
        """The cards that chance has put on top for what is wished."""
        self.wish: Wish | None = Wish(DEAL)
        self._try()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        """A copy by the game's own means, which is much faster than field by field."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.state = None if self.state is None else self.game.clone(self.state)
        other.decided = self.decided[:]
        return other

    def hear(self, events: list[Event]) -> None:
        """Something has happened."""
        raise NotImplementedError

    # What is wished

    def play(self, seat: int, move: Move) -> None:
        """A legal move is to be made."""
        self.wish = Wish(MOVE, seat, move)
        self._try()

    def decide(self, card: int) -> None:
        """Chance turns this card next."""
        self.decided.append(card)
        self._try()

    def draw_lot(self, seat: int) -> None:
        """Chance lets the lot fall on this seat."""
        self.wish = Wish(LOT, seat)
        self._try()

    # What chance is asked

    def waits_for_lot(self) -> bool:
        """Is chance asked for a seat, not for a card?"""
        return self.wish == Wish(LOT)

    def pool(self) -> list[int]:
        """The cards of which chance turns one next."""
        rest = list(self._unseen())
        for card in self.decided:
            rest.remove(card)
        return rest

    def _unseen(self) -> Sequence[int]:
        """The deck that is turned, decided cards included; a card that came to lie beneath it openly is not a part of it."""
        kind = self.wish.kind if self.wish else MOVE
        if kind == DEAL:
            return self.deck
        if kind == RENEWAL:
            return self.game.pending_chance(self.state)
        return tuple(self.state.deck[self.state.top : self._end()])

    def _end(self) -> int:
        """Where the unseen part of the deck ends."""
        bottom: int = self.state.bottom
        return min(bottom, len(self.deck))

    # Trying

    def _try(self) -> None:
        """Let happen what is wished, if every card that it turns is decided; then see what chance is asked next."""
        while self.wish is not None and not self.waits_for_lot():
            state, turned, events = self._attempt(self.wish)
            if turned > len(self.decided) and self.pool():
                return
            self.state, self.decided = state, []
            self.wish = self._next_wish()
            self.hear(events)

    def _next_wish(self) -> Wish | None:
        """What chance is asked by the game itself: the lot among seats, or a new deck."""
        items = self.game.pending_chance(self.state)
        if not items:
            return None
        return Wish(LOT if items[0] < self.game.seats(self.options) else RENEWAL)

    def _attempt(self, wish: Wish) -> tuple[Any, int, list[Event]]:
        """What would come of it in some order of the undecided cards: a state, how many cards were turned, and what happened."""
        order = self.decided + self.pool()
        if wish.kind == DEAL:
            state = self.game.start(self.options, order)
            return state, state.top, []
        state = self.game.clone(self.state)
        if wish.kind == RENEWAL:
            events = self.game.resolve_chance(state, order)
            return state, state.top, events
        state.deck[state.top : self._end()] = order
        if wish.kind == LOT:
            seats = self.game.pending_chance(state)
            events = self.game.resolve_chance(
                state, (wish.seat, *(seat for seat in seats if seat != wish.seat))
            )
        else:
            events = self.game.play(state, wish.seat, wish.move)
        return state, state.top - self.state.top, events


class Fates:
    """The numbers of chance's outcomes: one for each different card of a deck, and behind them one for each seat."""

    def __init__(self, deck: Sequence[int], seats: int) -> None:
        self.cards = tuple(dict.fromkeys(deck))
        self.numbers = {card: number for number, card in enumerate(self.cards)}
        self.count = len(self.cards) + (seats if seats > 1 else 0)

    def name(self, outcome: int) -> str:
        """Return the card or the seat of an outcome; an empty text if there is no such outcome."""
        if not 0 <= outcome < self.count:
            return ""
        return (
            code_of(self.cards[outcome])
            if outcome < len(self.cards)
            else f"lot p{outcome - len(self.cards) + 1}"
        )

    def may_come(self, world: Undecided, outcome: int) -> bool:
        """Return whether chance may draw this card or seat now."""
        if world.waits_for_lot():
            return outcome - len(self.cards) in world.game.pending_chance(world.state)
        return 0 <= outcome < len(self.cards) and self.cards[outcome] in world.pool()

    def outcomes(self, world: Undecided) -> list[tuple[int, float]]:
        """Every outcome and its probability."""
        if world.waits_for_lot():
            seats = world.game.pending_chance(world.state)
            return [(len(self.cards) + seat, 1 / len(seats)) for seat in seats]
        pool = world.pool()
        return sorted(
            (self.numbers[card], count / len(pool)) for card, count in Counter(pool).items()
        )

    def apply(self, world: Undecided, outcome: int) -> None:
        """Let it happen."""
        if outcome < len(self.cards):
            world.decide(self.cards[outcome])
        else:
            world.draw_lot(outcome - len(self.cards))
