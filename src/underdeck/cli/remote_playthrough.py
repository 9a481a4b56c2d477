"""A solitaire on a server, played with the rules of this program.

A view depends on the cards seen so far only. So the terminal replays the moves with the cards that
it has seen, in the order in which they were drawn, and all others in any order below them. After
every answer its view must be the server's.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from underdeck.cards import read_card
from underdeck.cli.remote_seat import RemoteSeat
from underdeck.deal import Deal, Listed
from underdeck.game import Event, Move, Result, Step, View
from underdeck.options import read_options
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.record import COUNT, HINT, Record
from underdeck.refusal import IllegalMove, Refusal
from underdeck.registry import find_game
from underdeck.serve import messages
from underdeck.serve.errors import is_temporary

UNREACHABLE = ("server_unreachable", "server_unclear")
"""Errors after which it isn't known whether a move was made."""


@dataclass(frozen=True, slots=True)
class Seen(Listed):
    """The cards seen so far, continued in any order, and the public text of the real source."""

    public: str = ""

    @property
    def voice(self) -> str:
        """Return the voice of the real source."""
        return self.public


class RemotePlaythrough(Playthrough[View]):
    """A solitaire whose moves a server makes; `play`, `undo` and `assist` are requests.

    If a request isn't answered, nothing changes here, and the same move can be made again: it has
    the same id, and so is made once.
    """

    def __init__(self, seat: RemoteSeat, table: messages.Table, voice: str = "") -> None:
        self.seat = seat
        self.table = table
        """The table as the server sent it last."""
        self._cards: list[int] = []
        """The cards seen so far, in the order in which they were drawn."""
        self._unanswered: messages.SeatMove | None = None
        """A move that the server has perhaps made."""
        self._voice = table.fair.commitment if table.fair else voice
        game = find_game(table.game)
        self._new = Record(
            game.name,
            game.rules,
            read_options(game.Options, table.house),
            Deal(game.deck(game.Options()), Seen(())),
        )
        super().__init__(self._record([]))
        self._adopt(table)

    @classmethod
    def open(cls, seat: RemoteSeat, voice: str = "") -> "RemotePlaythrough":
        """Return the game at a seat; `voice` selects phrasings where no shuffle does."""
        return cls(seat, seat.show(), voice)

    @property
    def allows_assists(self) -> bool:
        """Whether the table offers undo and the card counter."""
        return self.table.undo or self.table.count or self.table.unseen is not None

    # Moves

    def play(self, move: Move, seat: int = 0) -> Step:
        """Make a move on the server, then here; an illegal one is refused without a request."""
        legal = self.view(seat).legal
        if move not in legal:
            raise IllegalMove("illegal_move" if legal else "game_over", move=move, legal=legal)
        stages = len(self.history)
        table = self._send(move=str(move))
        self._learn(table.events)
        self.become(self._replay(self.record.moves))
        super().play(move, seat)
        self._accept(table)
        events = [event for events in self.history[stages:] for event in events]
        return Step(seat, move, events)

    def undo(self) -> None:
        """R-20 Take back the last move on the server, then here."""
        table = self._send(undo=True)
        super().undo()
        self._accept(table)

    def assist(self, kind: str) -> None:
        """R-20 Note a kind of help; the card counter is opened on the server first.

        Advice depends on the unseen cards, so that it opens the card counter too.
        """
        if kind in (COUNT, HINT) and not {COUNT, HINT} & {*self.record.assists}:
            self._accept(self._send(count=True))
        super().assist(kind)

    def result(self) -> Result | None:
        """Return the outcome as the server knows it, or None while the game runs."""
        own = super().result()
        return None if own is None else self.table.result or own

    def reload(self) -> None:
        """Read the whole table again."""
        self._adopt(self.seat.show())

    # Requests

    def _send(self, **wanted: Any) -> messages.Table:
        """Send a move, or again the one that wasn't answered; keep it until it is answered."""
        self._settle_unanswered(wanted)
        if self._unanswered is None:
            self._unanswered = messages.SeatMove(
                id=uuid4().hex, version=self.table.version, **wanted
            )
        try:
            table = self.seat.move(self._unanswered)
        except Refusal as refusal:
            if not is_temporary(refusal) and refusal.code not in UNREACHABLE:
                self._unanswered = None
            if refusal.code == "stale":
                self.reload()
            raise
        self._unanswered = None
        return table

    def _settle_unanswered(self, wanted: dict[str, Any]) -> None:
        """Find out whether an unanswered move was made, unless it is the one to send."""
        sent = self._unanswered
        if sent is None or wanted == {
            name: value for name in ("move", "undo", "count") if (value := getattr(sent, name))
        }:
            return
        self.reload()
        self._unanswered = None
        if self.table.version != sent.version:
            raise Refusal("stale")

    def _accept(self, table: messages.Table) -> None:
        """Keep a table of the server; if it isn't the one expected here, read all of it."""
        if is_same_view(self, table):
            self.table = table
        else:
            self.reload()

    # The game as far as it is known

    def _adopt(self, table: messages.Table) -> None:
        """Find the moves behind the events of a whole table, and take over that game."""
        self._learn(table.events, is_whole=True)
        found = find_moves(
            self._replay([]), table.events, lambda played: is_same_view(played, table)
        )
        if found is None:
            raise Refusal("remote_rules", place=self.seat.client.place)
        assists = self.record.assists or ([COUNT] if table.unseen is not None else [])
        found.record.assists = list(assists)
        self.become(found)
        self.table = table

    def _learn(self, events: Iterable[dict[str, Any]], *, is_whole: bool = False) -> None:
        """Add the cards of events that weren't seen before, in the order of their appearance."""
        cards = [] if is_whole else list(self._cards)
        for event in events:
            if "card" in event and (card := read_card(event["card"])) not in cards:
                cards.append(card)
        # after an undo more cards are known than a whole table shows
        self._cards = max(cards, self._cards, key=len)

    def _record(self, moves: Sequence[str]) -> Record:
        """Return a record with the cards seen so far on top of the deck."""
        rest = list(find_game(self._new.game).deck(self._new.options))
        for card in self._cards:
            rest.remove(card)
        cards = (*self._cards, *rest)
        return replace(
            self._new, deal=Deal(cards, Seen(cards, self._voice)), moves=list(moves), assists=[]
        )

    def _replay(self, moves: Sequence[str]) -> AnyPlaythrough:
        """Return the game after these moves with the cards seen so far."""
        played = AnyPlaythrough.resume(self._record(moves))
        if moves:
            played.record.assists = list(self.record.assists)
        return played


def find_moves(
    played: AnyPlaythrough,
    events: Sequence[dict[str, Any]],
    is_end: Callable[[AnyPlaythrough], bool],
) -> AnyPlaythrough | None:
    """Return the game after moves that cause exactly these events and lead to the right end."""
    if not events and is_end(played):
        return played
    for move in played.view(0).legal if events else ():
        trial = played.copy()
        caused = as_data(trial.play(move).events)
        if caused and caused == list(events[: len(caused)]):
            found = find_moves(trial, events[len(caused) :], is_end)
            if found is not None:
                return found
    return None


def as_data(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return events as messages have them."""
    return [event.as_json() for event in events]


def is_same_view(played: AnyPlaythrough, table: messages.Table) -> bool:
    """Return whether the view of a game is the server's, as far as this program knows views."""
    shown = table.view or {}
    own: dict[str, Any] = json.loads(json.dumps(played.view(0).as_json()))
    own.pop("house", None)
    legal = [move["text"] for move in shown.get("legal", ())]
    return own.pop("legal") == legal and all(shown.get(name) == own[name] for name in own)
