"""One game of Tomb behind its environment: by the compiled step, or by the rules themselves.

Both give the same numbers. Only the interpreted game has a view and events, which are rendered.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from underdeck.deal import Deal, Drawn
from underdeck.env.batch import EPISODE, NEW_DEAL, NO_MOVE, ORDER, OVER
from underdeck.env.tomb_codes import MOVES, NUMBERS, encode, encode_seen, mask_of
from underdeck.env.tomb_rows import ENDING, KINGS, LEGAL, POINTS, tomb_batch
from underdeck.game import Event
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, ENDINGS, State
from underdeck.games.tomb.treasure import ALL_HOARDS, GOLD_PER_POINT
from underdeck.games.tomb.view import TombView

PLAYER = 0


class TombGame(Protocol):
    """A game in progress."""

    legal: int
    """The legal actions, a bit each."""

    def start(self, deal: Deal | Drawn) -> None:
        """Begin a new game with a deal, or with that of a numbered source."""

    def play(self, action: int) -> None:
        """Make the move of a legal action."""

    def observation(self) -> NDArray[np.float32]:
        """Return the player's view as numbers."""

    def mask(self) -> NDArray[np.int8]:
        """Return the mask of legal actions."""

    def result(self) -> dict[str, object] | None:
        """Return the result, or None while the game runs."""


class InterpretedGame:
    """A game played by the rules as they are written."""

    def __init__(self, options: Options, *, count_cards: bool) -> None:
        self.options, self.count_cards = options, count_cards
        self.state: State
        self.view: TombView
        self.events: list[Event]
        """The events of the last move."""
        self.seen: set[int]
        """The cards that have been turned."""
        self.legal = 0

    def start(self, deal: Deal | Drawn) -> None:
        """Begin a new game with a deal, or with that of a numbered source."""
        cards = deal.deal(DECK).cards if isinstance(deal, Drawn) else deal.cards
        self.state = GAME.start(self.options, cards)
        self.events, self.seen = [], set()
        self._look()

    def play(self, action: int) -> None:
        """Make the move of a legal action."""
        self.events = GAME.play(self.state, PLAYER, MOVES[action], self.view.legal)
        self.seen.update(event.parts["card"] for event in self.events if "card" in event.parts)
        self._look()

    def _look(self) -> None:
        """Get the player's view of the current state."""
        self.view = GAME.view(self.state, PLAYER)
        self.legal = sum(1 << NUMBERS[move] for move in self.view.legal)

    def observation(self) -> NDArray[np.float32]:
        """Return the player's view as numbers, with the card counter if it is on."""
        row = encode(self.view)
        return np.concatenate([row, encode_seen(self.seen)]) if self.count_cards else row

    def mask(self) -> NDArray[np.int8]:
        """Return the mask of legal actions."""
        return mask_of(self.view.legal)

    def result(self) -> dict[str, object] | None:
        """Return the result, or None while the game runs."""
        result = GAME.result(self.state)
        return None if result is None else dict(result)


class CompiledGame:
    """A game played by the compiled step, as a batch of one."""

    def __init__(self, options: Options, *, count_cards: bool) -> None:
        self.options = options
        self._batch = tomb_batch(options, 1, count_cards=count_cards, compiled=True)
        self._row = self._batch.table[0]
        self._seed = ""
        self._observations = np.empty((1, len(self._batch.template)), np.float32)
        self._masks = np.empty((1, len(MOVES)), np.int8)
        self.legal = 0

    def start(self, deal: Deal | Drawn) -> None:
        """Begin a new game; the deal of a numbered source is shuffled by compiled code."""
        if isinstance(deal, Drawn):
            if deal.seed != self._seed:
                self._batch.set_seed(0, deal.seed)
                self._seed = deal.seed
            self._row[EPISODE] = deal.number - 1
            self._carry_out(NEW_DEAL)
        else:
            self._batch.put(0, GAME.start(self.options, deal.cards))
            self._row[OVER] = 0
            self._carry_out(NO_MOVE)

    def play(self, action: int) -> None:
        """Make the move of a legal action."""
        self._carry_out(action)

    def _carry_out(self, order: int) -> None:
        """Carry out an order, and take over the output."""
        self._row[ORDER] = order
        self._batch.step_into(self._observations, self._masks)
        self.legal = int(self._row[LEGAL])

    def observation(self) -> NDArray[np.float32]:
        """Return the player's view as numbers."""
        return np.array(self._observations[0])

    def mask(self) -> NDArray[np.int8]:
        """Return the mask of legal actions."""
        return np.array(self._masks[0])

    def result(self) -> dict[str, object] | None:
        """Return the result, or None while the game runs."""
        if self.legal:
            return None
        kings, points = int(self._row[KINGS]), int(self._row[POINTS])
        return {
            "ending": ENDINGS[self._row[ENDING]],
            "kings": kings,
            "points": points,
            "gold": points * GOLD_PER_POINT,
            "won": kings == ALL_HOARDS,
        }
