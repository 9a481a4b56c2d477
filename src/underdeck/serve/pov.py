"""A table as one client may know it: the view, the events that are for that seat, and the story in the client's language."""

from typing import Any

from underdeck.cards import codes_of
from underdeck.game import Event
from underdeck.playthrough import Playthrough
from underdeck.say.tellers import Teller, teller_for
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.seat_names import names_at
from underdeck.table.table import MAX_UNDOS, Table


class Eye:
    """How one client looks at a table: from which seat, in which language, and how much it has seen."""

    def __init__(
        self, seat: int | None, language: str, *, seen: int = 0, story: bool = False
    ) -> None:
        self.seat = seat
        self.words = Words(language)
        self.seen = seen
        self.story = story
        self._teller: Teller[Any] | None = None
        self._known: tuple[object, ...] = ()
        """What was told last of what seldom changes."""

    def look(
        self, table: Table, now: float, *, whole: bool = True, done: str | None = None
    ) -> messages.Table:
        """The table with all that is new to this client, who has seen it from then on; if not `whole`, without what it knows already."""
        played = table.played
        seen, self.seen = min(self.seen, table.stage), table.stage
        status = table.status
        return messages.Table(
            version=table.stage,
            status=status,  # type: ignore[arg-type]
            window=table.window_closes(),
            answered=self.seat in table.held,
            now=now,
            view=view_shown(played, self.seat) if played else None,
            events=[
                event.as_json()
                for stage in table.stages[seen:]
                for event in stage.events
                if event.is_for(self.seat)
            ],
            story=self._story(table, seen) if self.story else [],
            unseen=unseen_shown(table, self.seat),
            done=messages.UNCHANGED if done is None else done,
            **self._terms(table, status, whole),
        )

    def _terms(self, table: Table, status: str, whole: bool) -> dict[str, Any]:
        """What seldom changes; nothing if it is what was told last."""
        helps = can_undo(table, self.seat), can_count(table, self.seat)
        terms = (
            status,
            table.seats.copy(),
            len(table.wishes),
            table.followed,
            table.shares_owed,
            *helps,
        )
        if not whole and terms == self._known and table.terms.clock is None:
            return {}
        self._known = terms
        return {
            "table": table.name,
            "game": table.terms.game,
            "seat": self.seat,
            "house": table.terms.house,
            "seats": [seat_shown(table, seat) for seat in range(len(table.seats))],
            "fair": fair_shown(table, self.seat),
            "result": table.played.result() if table.played else None,
            "undo": terms[-2],
            "count": terms[-1],
            "rematch": table.followed or None,
        }

    def _story(self, table: Table, seen: int) -> list[str]:
        """What is new, in words."""
        told: list[str] = []
        for number, stage in enumerate(table.stages[seen:], seen):
            told += (
                self.tell(table, stage.events, table.events_before(number)) if stage.events else []
            )
        return told

    def tell(self, table: Table, events: list[Event], before: list[Event]) -> list[str]:
        """Events in words, as far as this client may know them, after all earlier ones of the game."""
        if table.played is None or not events:
            return []
        if self._teller is None:
            self._teller = teller_for(
                table.terms.game,
                self.words,
                table.played.record.deal.voice,
                names=lambda seat: names_at(table)[seat],
            )
        return self._teller.tell(events, self.seat, before)


def replay(table: Table, seat: int | None, language: str) -> messages.Replay:
    """A finished game move by move, as that seat came to know it."""
    record = table.game_played.record
    played, eye = Playthrough.before(record), Eye(seat, language)
    steps: list[messages.ReplayStep] = []

    def add(mover: int | None, move: str | None, events: list[Event]) -> None:
        known = [event for event in events if event.is_for(seat)]
        story = eye.tell(table, events, played.events_before(events))
        steps.append(
            messages.ReplayStep(
                mover, move, view_shown(played, seat), [event.as_json() for event in known], story
            )
        )

    add(None, None, played.opening)
    for step in played.replay(record.moves):
        add(step.seat, str(step.move), step.events)
    return messages.Replay(
        table=table.name,
        game=table.terms.game,
        house=table.terms.house,
        names=list(names_at(table)),
        bots=[bool(bot) for bot in table.terms.seats],
        steps=steps,
        result=table.game_played.result() or {},
    )


def view_shown(played: Playthrough, seat: int | None) -> dict[str, Any]:
    """What the seat may know, without the house, which the table tells already."""
    view = played.view(seat).as_json()
    del view["house"]
    return view


def seat_shown(table: Table, seat: int) -> messages.SeatShown:
    """Who sits there, and how much time is left."""
    each = table.seats[seat]
    reserve = table.clocks.reserves[seat] if table.terms.clock else None
    return messages.SeatShown(
        names_at(table)[seat],
        each.bot or None,
        seat in table.wishes,
        reserve,
        table.clocks.deadline(seat),
    )


def fair_shown(table: Table, seat: int | None) -> messages.FairShown | None:
    """Return the commitments; and after the end everything that it takes to check them."""
    if not table.is_shuffled:
        return None
    return messages.FairShown(
        commitment=table.commitment,
        shares=[each.commitment or None for each in table.seats],
        owes=table.owed_by(seat),
        waits_for=table.awaited_shares,
        words=list(table.fair.mix) if table.is_over else None,
        seed=table.terms.seed if table.is_over else None,
    )


def unseen_shown(table: Table, seat: int | None) -> list[str] | None:
    """Return the unseen cards as codes, for a seat whose card counter is open."""
    cards = table.unseen(seat)
    return None if cards is None else codes_of(cards)


def can_count(table: Table, seat: int | None) -> bool:
    """Return whether this client may open a card counter."""
    return seat is not None and table.can_count(seat)


def can_undo(table: Table, seat: int | None) -> bool:
    """May this client take a move back?"""
    played: Any = table.played
    if seat is None or len(table.seats) > 1 or played is None or table.undos >= MAX_UNDOS:
        return False
    return bool(played.record.moves) and not table.is_over
