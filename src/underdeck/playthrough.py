"""A record being played: its state, its events, undo, and verification."""

import copy
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Generic, Self, TypeAlias

from underdeck.deal import Deal
from underdeck.game import Event, Game, Memory, Move, Result, Step, View, ViewT_co
from underdeck.options import OptionsT
from underdeck.record import UNDO, Record
from underdeck.refusal import IllegalMove, InvalidMove, Refusal
from underdeck.registry import find_game, find_part


class Playthrough(Generic[ViewT_co]):
    """A game in progress; each move changes the state and is appended to the record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game: Game[Any, Any, Any, ViewT_co] = find_part(record.game, "game")
        self.state: Any = self.game.start(record.options, record.deal.cards, record.rules)
        self.keeps_states = True
        """Whether earlier states are kept, so that moves can be taken back."""
        self._chance_count = 0
        self._earlier: list[tuple[Any, int]] = []
        """The state and the chance count before each move."""
        self._views: dict[int | None, ViewT_co] = {}
        """Cached views of `_viewed_state`."""
        self._legal: dict[int, tuple[Move, ...]] = {}
        """The legal moves in views of `_viewed_state` that were dropped."""
        self._viewed_state: Any = None
        self._memories: dict[int, Memory] = {}
        """The memories of seats that were asked for, kept up to date with each move."""
        self.opening = self._resolve_chance()
        """The events before the first move."""
        self.history: list[list[Event]] = [self.opening]
        """The events of the opening, then those of each move."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.record!r}>"

    @classmethod
    def begin(
        cls,
        game: Game[Any, OptionsT, Any, ViewT_co],
        options: OptionsT,
        deal: Deal,
        seats: Sequence[str] = (),
        rules: int | None = None,
    ) -> Self:
        """Start a new game, by the current version of the rules unless another is given."""
        return cls(Record(game.name, rules or game.rules, options, deal, seats=list(seats)))

    @classmethod
    def before(cls, record: Record) -> Self:
        """Return a recorded game before its first move."""
        return cls(
            replace(record, moves=[], assists=list(record.assists), seats=list(record.seats))
        )

    @classmethod
    def resume(cls, record: Record, *, keeps_states: bool = True) -> Self:
        """Return a recorded game after its last move."""
        played = cls.before(record)
        played.keeps_states = keeps_states
        for _ in played.replay(record.moves):
            pass
        return played

    def copy(self) -> Self:
        """Return an independent copy, which can take back the same moves."""
        twin = copy.copy(self)
        twin.record = self.record.copy()
        twin.state = self.game.clone(self.state)
        twin._earlier = list(self._earlier)
        twin._views, twin._legal, twin._viewed_state = {}, {}, None
        twin._memories = {seat: memory.copy() for seat, memory in self._memories.items()}
        twin.history = list(self.history)
        return twin

    def become(self, other: "Playthrough[Any]") -> None:
        """Take over the record, state and history of another playthrough of the same game.

        Events that both have in common stay the same objects.
        """
        common = zip(self.history, other.history, strict=False)
        kept = list(takewhile(lambda pair: pair[0] == pair[1], common))
        self.history = [own for own, _ in kept] + other.history[len(kept) :]
        self.opening = self.history[0]
        self.record, self.state = other.record, other.state
        self._chance_count, self._earlier = other._chance_count, other._earlier
        self._viewed_state, self._memories = None, {}

    @property
    def is_solo(self) -> bool:
        """Whether there is one player only; then the moves of a record don't name the player."""
        return self.game.seats(self.record.options) == 1

    def player_names(self) -> list[str]:
        """Return the names of the players in records."""
        return [f"p{seat + 1}" for seat in range(self.game.seats(self.record.options))]

    def play(self, move: Move, seat: int = 0) -> Step:
        """Make a move; an illegal one is refused and changes nothing."""
        earlier = (self.game.clone(self.state), self._chance_count) if self.keeps_states else None
        view = self.view(seat) if seat in self._memories else None
        events = self.game.play(self.state, seat, move, self._known_legal(seat))
        self._viewed_state = None
        if earlier is not None:
            self._earlier.append(earlier)
        self.record.moves.append(str(move) if self.is_solo else f"p{seat + 1} {move}")
        self.history.append(events + self._resolve_chance())
        if view is not None:
            self._memories[seat].observe_view(view)
        self._remember(self.history[-1])
        return Step(seat, move, self.history[-1])

    def decisions(self) -> Iterator[tuple[Any, int, Any]]:
        """Yield the state before each move, the seat and the move, while states are kept."""
        for (state, _), text in zip(self._earlier, self.record.moves, strict=True):
            seat, move = self.read_seat(text)
            yield state, seat or 0, self.game.read_move(move)

    def _resolve_chance(self) -> list[Event]:
        """Answer every pending question of chance from the source of the deal."""
        events: list[Event] = []
        while items := self.game.pending_chance(self.state):
            order = self.record.deal.source.order(items, self._chance_count)
            events += self.game.resolve_chance(self.state, order)
            self._chance_count += 1
        return events

    def replay(self, moves: list[str]) -> Iterator[Step]:
        """Play the moves of a record one by one; a wrong one is refused with its number."""
        for number, text in enumerate(moves, 1):
            seat, words = self.read_seat(text)
            try:
                if seat is None:
                    raise InvalidMove("unknown_move", text=text)
                yield self.play(self.game.read_move(words), seat)
            except (InvalidMove, IllegalMove) as refusal:
                if self.result() is not None:
                    raise Refusal("record_after_end", number=number, move=text) from refusal
                raise self._explain_wrong_move(number, text, seat) from refusal

    def read_seat(self, text: str) -> tuple[int | None, str]:
        """Split a recorded move into its seat (None if there is no such player) and its text."""
        if self.is_solo:
            return 0, text
        player, _, move = text.partition(" ")
        names = self.player_names()
        return names.index(player) if player in names else None, move

    def _explain_wrong_move(self, number: int, text: str, seat: int | None) -> Refusal:
        """Return the reason why a recorded move can't be made: player, turn or move."""
        names = self.player_names()
        if seat is None:
            return Refusal("record_player", number=number, move=text, players=names)
        legal = [str(legal) for legal in self.view(seat).legal]
        if not legal:
            waiting = [names[other] for other in self.game.waiting(self.state)]
            return Refusal(
                "record_not_waiting", number=number, move=text, player=names[seat], waiting=waiting
            )
        return Refusal("record_move", number=number, move=text, legal=legal)

    def take_back(self) -> None:
        """Restore the state before the last move and remove the move from the record."""
        if not self._earlier:
            raise Refusal("nothing_to_undo")
        state, self._chance_count = self._earlier.pop()
        self.state = self.game.clone(state)  # copies of this game may keep the earlier state too
        self._viewed_state, self._memories = None, {}
        self.record.moves.pop()
        self.history.pop()

    def undo(self) -> None:
        """R-20 Take back the last move for the player, which marks the game as assisted."""
        self.take_back()
        self.assist(UNDO)

    def assist(self, kind: str) -> None:
        """R-20 Note a kind of help that the player used."""
        if kind not in self.record.assists:
            self.record.assists.append(kind)

    def view(self, seat: int | None = 0) -> ViewT_co:
        """Return the view of a seat or spectator (None), cached until the next move."""
        if self._viewed_state is not self.state:
            self._views, self._legal, self._viewed_state = {}, {}, self.state
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.game.view(self.state, seat)
        return view

    def drop_views(self) -> None:
        """Drop cached views, which take much memory, but keep their legal moves."""
        for seat, view in self._views.items():
            if seat is not None:
                self._legal[seat] = view.legal
        self._views = {}

    def legal(self, seat: int) -> tuple[Move, ...]:
        """Return the legal moves of a seat."""
        known = self._known_legal(seat)
        return self.view(seat).legal if known is None else known

    def _known_legal(self, seat: int) -> tuple[Move, ...] | None:
        """Return the legal moves of a seat if a view of the current state had them."""
        if self._viewed_state is not self.state:
            return None
        view = self._views.get(seat)
        return self._legal.get(seat) if view is None else view.legal

    def memory(self, seat: int) -> Memory | None:
        """Return a copy of a seat's memory, or None if the game has no memories."""
        if seat not in self._memories:
            memory = self._recall(seat)
            if memory is None:
                return None
            self._memories[seat] = memory
        memory = self._memories[seat].copy()
        memory.observe_position(self.game.position(self.state, seat))
        return memory

    def _recall(self, seat: int) -> Memory | None:
        """Return a seat's memory from the record, which is replayed."""
        new_memory = find_part(self.record.game, "memory")
        if new_memory is None:
            return None
        record = self.record
        first = self.game.start(record.options, record.deal.cards, record.rules)
        memory: Memory = new_memory(self.game.view(first, seat))
        played: Playthrough[Any] = Playthrough.before(record)
        played.keeps_states = False
        played._memories[seat] = memory
        played._remember(played.opening)
        for _ in played.replay(record.moves):
            pass
        return memory

    def _remember(self, events: Sequence[Event]) -> None:
        """Pass events to the memories of the seats that may know them."""
        for seat, memory in self._memories.items():
            for event in events:
                if event.is_for(seat):
                    memory.observe(event)

    def events_before(self, events: Sequence[Event]) -> list[Event]:
        """Return all events of this game before the first of the given ones, oldest first."""
        earlier = (event for moment in self.history for event in moment)
        return list(takewhile(lambda event: event is not events[0], earlier)) if events else []

    def result(self) -> Result | None:
        """Return the outcome and whether the game was assisted, or None while the game runs."""
        result = self.game.result(self.state)
        return None if result is None else {**result, "assisted": bool(self.record.assists)}


AnyPlaythrough: TypeAlias = Playthrough[View]
"""A playthrough of a game found by its name, whose types are not known."""


def events_before_last(record: Record) -> list[Event]:
    """Return the events of a record before its last move, none if it has no moves."""
    played = AnyPlaythrough.before(record)
    for _ in played.replay(record.moves[:-1]):
        pass
    return [event for events in played.history for event in events] if record.moves else []


def verify(record: Record, result: Result | None, *, keeps_states: bool = True) -> AnyPlaythrough:
    """Check a record's deal against its source, every move, and the result; return the game."""
    deck = find_game(record.game).deck(record.options)
    if record.deal.source.deal(deck).cards != record.deal.cards:
        raise Refusal("record_deal")
    played = AnyPlaythrough.resume(record, keeps_states=keeps_states)
    # As JSON, 1, 1.0 and true differ.
    if json.dumps(played.result(), sort_keys=True) != json.dumps(result, sort_keys=True):
        raise Refusal("record_result", recorded=result, found=played.result())
    return played
