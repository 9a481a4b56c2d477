"""One game of Dungeon behind its environment: by the compiled step, or by the rules themselves.

Both give the same numbers. Only the interpreted game has events, which are rendered.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from underdeck.deal import Drawn
from underdeck.env.batch import EPISODE, NEW_DEAL, ORDER, Batch
from underdeck.env.dungeon_actions import NO_RULES_MOVE
from underdeck.env.dungeon_batch import (
    ALIVE,
    ENDING,
    MOVE,
    SEAT,
    TURN,
    VIEW,
    VIEWER,
    WINNER,
    dungeon_batch,
)
from underdeck.env.dungeon_codes import action_count, encode, mask_of
from underdeck.env.dungeon_turn_order import NOBODY, Choices, choices_of, seat_to_act
from underdeck.fast.layout import layout_of, unpack
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import DungeonMove, move_of
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import ENDINGS, State, deck_of, new_state
from underdeck.games.dungeon.view import seat_or_none, seats_in


class DungeonGame(Protocol):
    """A game in progress."""

    seat: int
    """The seat to act; -1 after the end."""

    def start(self, source: Drawn) -> list[Event]:
        """Begin a new game with the deal of a source."""

    def choose(self, action: int) -> tuple[DungeonMove | None, list[Event]]:
        """Take a legal action of the seat to act; return its move, None if it waits."""

    def is_legal(self, action: int) -> bool:
        """Return whether the seat to act may choose an action."""

    def choices(self) -> Choices:
        """Return the choices of the seat to act."""

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return a seat's view as numbers."""

    def mask(self) -> NDArray[np.int8]:
        """Return the mask of the choices of the seat to act."""

    def result(self) -> dict[str, object] | None:
        """Return the result, or None while the game runs."""

    def state(self) -> State:
        """Return the state, hidden cards included."""


class InterpretedGame:
    """A game played by the rules as they are written."""

    def __init__(self, options: Options, *, interrupts: bool) -> None:
        self.options, self.interrupts = options, interrupts
        self.seat = NOBODY
        self._source: Drawn
        self._state: State
        self._choices: Choices = {}
        self._declined = self._chance_count = 0

    def start(self, source: Drawn) -> list[Event]:
        """Begin a new game with the deal of a source."""
        self._source = source
        self._state = GAME.start(self.options, source.deal(GAME.deck(self.options)).cards)
        self._declined = self._chance_count = 0
        events = self._resolve_chance()
        self._select_seat()
        return events

    def choose(self, action: int) -> tuple[DungeonMove | None, list[Event]]:
        """Take an action; a move lets all seats interrupt again."""
        move, events = self._choices[action], list[Event]()
        if move is None:
            self._declined |= 1 << self.seat
        else:
            events = GAME.play(self._state, self.seat, move) + self._resolve_chance()
            self._declined = 0
        self._select_seat()
        return move, events

    def _resolve_chance(self) -> list[Event]:
        """Resolve what the rules leave to chance by the source of the deal."""
        events: list[Event] = []
        while items := GAME.pending_chance(self._state):
            order = self._source.order(items, self._chance_count)
            events += GAME.resolve_chance(self._state, order)
            self._chance_count += 1
        return events

    def _select_seat(self) -> None:
        """Find the seat that acts next, and its choices."""
        self.seat = seat_to_act(self._state, self._declined, self.interrupts)
        self._choices = {} if self.seat == NOBODY else choices_of(self._state, self.seat)

    def is_legal(self, action: int) -> bool:
        """Return whether the seat to act may choose an action."""
        return action in self._choices

    def choices(self) -> Choices:
        """Return the choices of the seat to act."""
        return self._choices

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return a seat's view as numbers."""
        return encode(GAME.view(self._state, seat))

    def mask(self) -> NDArray[np.int8]:
        """Return the mask of the choices of the seat to act."""
        return mask_of(self._choices, action_count(self.options))

    def result(self) -> dict[str, object] | None:
        """Return the result, or None while the game runs."""
        result = GAME.result(self._state)
        return None if result is None else dict(result)

    def state(self) -> State:
        """Return the state, hidden cards included."""
        return self._state


class CompiledGame:
    """A game played by the compiled step, as a batch of one."""

    def __init__(self, options: Options, *, interrupts: bool) -> None:
        self.options = options
        self.seat = NOBODY
        self._batch = dungeon_batch(options, 1, interrupts=interrupts, compiled=True)
        self._row = self._batch.table[0]
        self._seed = ""
        self._observations = np.empty((1, len(self._batch.template)), np.float32)
        self._masks = np.empty((1, action_count(options)), np.int8)
        self._mask = self._masks[0]
        self._viewer = NOBODY
        """The seat whose observation was written last."""

    def start(self, source: Drawn) -> list[Event]:
        """Begin a new game; the deck is shuffled by compiled code."""
        if source.seed != self._seed:
            self._batch.set_seed(0, source.seed)
            self._seed = source.seed
        self._row[EPISODE] = source.number - 1
        self._carry_out(NEW_DEAL)
        return []

    def choose(self, action: int) -> tuple[DungeonMove | None, list[Event]]:
        """Take an action."""
        self._carry_out(action)
        move = int(self._row[MOVE])
        return None if move == NO_RULES_MOVE else move_of(move), []

    def _carry_out(self, order: int) -> None:
        """Carry out an order, and find the seat that acts next."""
        self._row[ORDER] = order
        self._batch.step_into(self._observations, self._masks)
        self._viewer = int(self._row[SEAT])
        self.seat = NOBODY if self._row[ENDING] else self._viewer

    def is_legal(self, action: int) -> bool:
        """Return whether the seat to act may choose an action."""
        return bool(self._mask[action])

    def choices(self) -> Choices:
        """Return the choices of the seat to act."""
        return {} if self.seat == NOBODY else choices_of(self.state(), self.seat)

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return a seat's view as numbers."""
        if seat != self._viewer:
            self._row[VIEWER] = self._viewer = seat
            self._row[ORDER] = VIEW
            self._batch.step_into(self._observations, self._masks)
        return np.array(self._observations[0])

    def mask(self) -> NDArray[np.int8]:
        """Return the mask of the choices of the seat to act."""
        return np.array(self._mask)

    def result(self) -> dict[str, object] | None:
        """Return the result, or None while the game runs."""
        if self.seat != NOBODY:
            return None
        row = self._row.tolist()
        return {
            "ending": ENDINGS[row[ENDING]],
            "winner": seat_or_none(row[WINNER]),
            "alive": list(seats_in(row[ALIVE], self.options.players)),
            "turns": row[TURN],
        }

    def state(self) -> State:
        """Return the state, hidden cards included."""
        return state_in(self._batch, self.options, 0)


def state_in(batch: Batch, options: Options, place: int) -> State:
    """Return the state of a game of a batch."""
    if not isinstance(batch.states, np.ndarray):
        state: State = batch.states[place]
        return state
    state = new_state(options, deck_of(options))
    unpack(batch.states.view(layout_of(State))[place], state)
    return state


def choices_in(batch: Batch, options: Options, place: int, seat: int) -> Choices:
    """Return the choices of the seat to act in a game of a batch."""
    return choices_of(state_in(batch, options, place), seat)
