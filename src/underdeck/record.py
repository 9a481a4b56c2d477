"""A record is a whole game: the game, its rules' version, the house, the deal and the moves. A state is only a cache of it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import takewhile
from typing import Any, Self

from underdeck.deal import (
    Deal,
    deal_from_cards,
    deal_from_code,
    deal_from_drawn,
    deal_from_fair,
    deal_from_seed,
)
from underdeck.game import Event, Game, Move, Step, View
from underdeck.refusal import IllegalMove, InvalidMove, Refusal
from underdeck.registry import find_game

VERSION = 2
"""The version of the record's own form; older ones stay readable for ever."""

UNDO, COUNT = "undo", "count"
"""R-20 What a player was helped by, as `assists` lists it."""


@dataclass(slots=True)
class Record:
    """Enough to replay everything."""

    game: str
    rules: int
    options: Any
    deal: Deal
    moves: list[str] = field(default_factory=list)
    assists: list[str] = field(default_factory=list)
    """R-20 The kinds of help that the player used, each once."""
    seats: list[str] = field(default_factory=list)
    """Who plays at a table of several: a bot's name, or nothing for a person."""

    def options_as_dict(self) -> dict[str, Any]:
        """The house as plain options."""
        return asdict(self.options)


def redeal(deck: tuple[int, ...], deal: Deal) -> Deal:
    """The deal made anew from its own source: the same, if the record is honest."""
    if deal.fair is not None:
        return deal_from_fair(deck, deal.fair)
    if deal.code is not None:
        return deal_from_code(deck, deal.code)
    if deal.seed is not None:
        return deal_from_seed(deck, deal.seed)
    if deal.drawn is not None:
        return deal_from_drawn(deck, deal.drawn)
    return deal_from_cards(deck, deal.cards)


class Playthrough:
    """A record being played: moves are appended to it, the state follows."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game: Game = find_game(record.game)
        self.state: Any = self.game.start(record.options, record.deal.cards, record.rules)
        self._fates = 0
        """How often chance was asked."""
        self.remembers = True
        """Can moves be taken back?"""
        self._before: list[tuple[Any, int]] = []
        """The state, and how often chance had been asked, before each move, for taking moves back."""
        self._views: dict[int | None, View] = {}
        self._viewed: Any = None
        """What seats may know, as far as anybody asked, and the state that it is of."""
        self.opening = self._ask_chance()
        """What happened before the first move."""
        self.history: list[list[Event]] = [self.opening]
        """The events of the opening, then of each move."""

    @classmethod
    def begin(
        cls,
        game: Game,
        options: Any,
        deal: Deal,
        seats: Sequence[str] = (),
        rules: int | None = None,
    ) -> Self:
        """A new game, by the current rules unless an older version is named."""
        return cls(Record(game.name, rules or game.rules, options, deal, seats=list(seats)))

    @classmethod
    def before(cls, record: Record) -> Self:
        """A recorded game before its first move."""
        assists, seats = list(record.assists), list(record.seats)
        return cls(
            Record(
                record.game, record.rules, record.options, record.deal, assists=assists, seats=seats
            )
        )

    @classmethod
    def resume(cls, record: Record) -> Self:
        """A game played up to where its record ends."""
        played = cls.before(record)
        for _ in played.replay(record.moves):
            pass
        return played

    def replay(self, moves: list[str]) -> Iterator[Step]:
        """Play moves given as text, one by one; a bad one is refused with its number."""
        for number, text in enumerate(moves, 1):
            seat, words = self.read_seat(text)
            try:
                if seat is None:
                    raise InvalidMove("unknown_move", text=text)
                yield self.play(self.game.read_move(words), seat)
            except (InvalidMove, IllegalMove) as refusal:
                if self.result() is not None:
                    raise Refusal("record_after_end", number=number, move=text) from refusal
                raise self.bad_move(number, text, seat) from refusal

    def bad_move(self, number: int, text: str, seat: int | None) -> Refusal:
        """Why a record's move can't be made here: nobody's, not this player's to make, or not among those that are."""
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

    def player_names(self) -> list[str]:
        """What records call the players."""
        return [f"p{seat + 1}" for seat in range(self.game.seats(self.record.options))]

    def play(self, move: Move, seat: int = 0) -> Step:
        """Make a move; an illegal one is refused and changes nothing."""
        before = (self.game.clone(self.state), self._fates) if self.remembers else None
        known = self._views.get(seat) if self._viewed is self.state else None
        events = self.game.play(self.state, seat, move, known.legal if known else None)
        self._viewed = None
        if before is not None:
            self._before.append(before)
        self.record.moves.append(str(move) if self.is_solo else f"p{seat + 1} {move}")
        self.history.append(events + self._ask_chance())
        return Step(seat, move, self.history[-1])

    def events_before(self, events: Sequence[Event]) -> list[Event]:
        """Everything that happened in this game before the first of these events, oldest first."""
        earlier = (event for moment in self.history for event in moment)
        return list(takewhile(lambda event: event is not events[0], earlier)) if events else []

    @property
    def is_solo(self) -> bool:
        """Is there but one player, whom records needn't name?"""
        return self.game.seats(self.record.options) == 1

    def read_seat(self, text: str) -> tuple[int | None, str]:
        """A record's move: who made it, None for nobody at this table, and which it was."""
        if self.is_solo:
            return 0, text
        player, _, move = text.partition(" ")
        names = self.player_names()
        return names.index(player) if player in names else None, move

    def _ask_chance(self) -> list[Event]:
        """Let the deal's own source answer whatever chance is asked, and tell what came of it."""
        events: list[Event] = []
        while items := self.game.chance(self.state):
            events += self.game.fate(self.state, self.record.deal.order(items, self._fates))
            self._fates += 1
        return events

    def take_back(self) -> None:
        """Forget the last move, as if it had never been made."""
        if not self._before:
            raise Refusal("nothing_to_undo")
        self.state, self._fates = self._before.pop()
        self._viewed = None
        self.record.moves.pop()
        self.history.pop()

    def undo(self) -> None:
        """Take the last move back at the player's wish. R-20 The game is assisted from then on."""
        self.take_back()
        self.assist(UNDO)

    def assist(self, kind: str) -> None:
        """R-20 Note that the player was helped."""
        if kind not in self.record.assists:
            self.record.assists.append(kind)

    def view(self, seat: int | None = 0) -> View:
        """What a seat may know now."""
        if self._viewed is not self.state:
            self._views, self._viewed = {}, self.state
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.game.view(self.state, seat)
        return view

    def view_before(self, seat: int | None = 0) -> View:
        """What a seat could know before the last move."""
        return self.game.view(self._before[-1][0], seat)

    def result(self) -> dict[str, Any] | None:
        """How the game ended, None while it runs."""
        result = self.game.result(self.state)
        return None if result is None else {**result, "assisted": bool(self.record.assists)}


def events_before_last(record: Record) -> list[Event]:
    """Play a record up to its last move and return what happened by then; nothing if it has no move."""
    played = Playthrough.before(record)
    for _ in played.replay(record.moves[:-1]):
        pass
    return [event for events in played.history for event in events] if record.moves else []


def verify(record: Record, told: Mapping[str, Any] | None) -> Playthrough:
    """Check all that a record says: its deal against its source, every move, and the result it tells; returns the game played."""
    game = find_game(record.game)
    if redeal(game.deck(record.options), record.deal).cards != record.deal.cards:
        raise Refusal("record_deal")
    played = Playthrough.resume(record)
    if json.dumps(played.result(), sort_keys=True) != json.dumps(
        told, sort_keys=True
    ):  # 1, 1.0 and true are not the same there
        raise Refusal("record_result", told=told, found=played.result())
    return played
