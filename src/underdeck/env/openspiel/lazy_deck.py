"""A game whose cards chance decides one by one as they are turned.

The rules take a deck in full order. So each step (the deal, a move, a lot, a reshuffle) is tried
with an order in which only the first cards are decided. If it turned no more cards than those,
the step is done; otherwise chance decides one more card, and the step is tried again. The order
of undecided cards doesn't matter: no rule looks at a card before it is turned.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

from underdeck.cards import code_of
from underdeck.game import AnyGame, Event, Move

DEAL, MOVE, RESHUFFLE, LOT = "deal", "move", "reshuffle", "lot"


class Step(NamedTuple):
    """A step to be made; of a `LOT`, the seat is -1 until chance has drawn it."""

    kind: str
    seat: int = -1
    move: Move | None = None


class LazyPosition:
    """A game in progress.

    `pending` is the step that waits for chance; None while the game waits for a player or is over.
    """

    game: ClassVar[AnyGame]

    def __init__(self, options: Any) -> None:
        self.options = options
        self.deck = self.game.deck(options)
        self.state: Any = None
        self.decided: list[int] = []
        """The cards that chance has decided for the pending step."""
        self.pending: Step | None = Step(DEAL)
        self._try_pending()

    def __deepcopy__(self, _memo: dict[int, object]) -> Self:
        """Copy the state by the game's own `clone`, which is much faster."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.state = None if self.state is None else self.game.clone(self.state)
        other.decided = self.decided[:]
        return other

    def on_events(self, events: list[Event]) -> None:
        """Update after a step is done."""
        raise NotImplementedError

    # Steps

    def play(self, seat: int, move: Move) -> None:
        """Make a legal move."""
        self.pending = Step(MOVE, seat, move)
        self._try_pending()

    def decide(self, card: int) -> None:
        """Let chance turn this card next."""
        self.decided.append(card)
        self._try_pending()

    def draw_lot(self, seat: int) -> None:
        """Let the lot fall on this seat."""
        self.pending = Step(LOT, seat)
        self._try_pending()

    # Chance

    def waits_for_lot(self) -> bool:
        """Return whether chance must choose a seat rather than a card."""
        return self.pending == Step(LOT)

    def pool(self) -> list[int]:
        """Return the cards of which chance turns one next."""
        rest = list(self._unseen())
        for card in self.decided:
            rest.remove(card)
        return rest

    def _unseen(self) -> Sequence[int]:
        """Return the cards of the deck, decided ones included.

        Cards that were openly laid beneath the deck aren't among them.
        """
        kind = self.pending.kind if self.pending else MOVE
        if kind == DEAL:
            return self.deck
        if kind == RESHUFFLE:
            return self.game.pending_chance(self.state)
        return tuple(self.state.deck[self.state.top : self._unseen_end()])

    def _unseen_end(self) -> int:
        """Return the end of the unseen part of the deck."""
        bottom: int = self.state.bottom
        return min(bottom, len(self.deck))

    # Trying

    def _try_pending(self) -> None:
        """Make the pending steps as long as all cards that they turn are decided."""
        while self.pending is not None and not self.waits_for_lot():
            state, turned, events = self._attempt(self.pending)
            if turned > len(self.decided) and self.pool():
                return
            self.state, self.decided = state, []
            self.pending = self._next_step()
            self.on_events(events)

    def _next_step(self) -> Step | None:
        """Return the step that the game itself leaves to chance: a lot among seats, a reshuffle."""
        items = self.game.pending_chance(self.state)
        if not items:
            return None
        return Step(LOT if items[0] < self.game.seats(self.options) else RESHUFFLE)

    def _attempt(self, step: Step) -> tuple[Any, int, list[Event]]:
        """Return the state, the number of turned cards and the events of a step.

        The undecided cards are in an arbitrary order.
        """
        order = self.decided + self.pool()
        if step.kind == DEAL:
            state = self.game.start(self.options, order)
            return state, state.top, []
        state = self.game.clone(self.state)
        if step.kind == RESHUFFLE:
            events = self.game.resolve_chance(state, order)
            return state, state.top, events
        state.deck[state.top : self._unseen_end()] = order
        if step.kind == LOT:
            seats = self.game.pending_chance(state)
            others = (seat for seat in seats if seat != step.seat)
            events = self.game.resolve_chance(state, (step.seat, *others))
        else:
            events = self.game.play(state, step.seat, step.move)
        return state, state.top - self.state.top, events


class ChanceOutcomes:
    """The numbers of chance's outcomes: one for each different card, then one for each seat."""

    def __init__(self, deck: Sequence[int], seats: int) -> None:
        self.cards = tuple(dict.fromkeys(deck))
        self.numbers = {card: number for number, card in enumerate(self.cards)}
        self.count = len(self.cards) + (seats if seats > 1 else 0)

    def name(self, outcome: int) -> str:
        """Return the card or the seat of an outcome; an empty text if there is none."""
        if not 0 <= outcome < self.count:
            return ""
        seat = outcome - len(self.cards)
        return code_of(self.cards[outcome]) if seat < 0 else f"lot p{seat + 1}"

    def is_possible(self, position: LazyPosition, outcome: int) -> bool:
        """Return whether chance may draw this card or seat now."""
        if position.waits_for_lot():
            return outcome - len(self.cards) in position.game.pending_chance(position.state)
        return 0 <= outcome < len(self.cards) and self.cards[outcome] in position.pool()

    def probabilities(self, position: LazyPosition) -> list[tuple[int, float]]:
        """Return every possible outcome with its probability."""
        if position.waits_for_lot():
            seats = position.game.pending_chance(position.state)
            return [(len(self.cards) + seat, 1 / len(seats)) for seat in seats]
        pool = position.pool()
        return sorted(
            (self.numbers[card], count / len(pool)) for card, count in Counter(pool).items()
        )

    def apply(self, position: LazyPosition, outcome: int) -> None:
        """Apply an outcome."""
        if outcome < len(self.cards):
            position.decide(self.cards[outcome])
        else:
            position.draw_lot(outcome - len(self.cards))
