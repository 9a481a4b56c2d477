"""A table from one client's point of view, limited to what the client may know."""

from collections.abc import Sequence
from typing import Any

from underdeck.cards import codes_of
from underdeck.client_view import ClientView, plain_view
from underdeck.game import Event, View
from underdeck.json_types import JsonObject
from underdeck.playthrough import AnyPlaythrough
from underdeck.registry import find_part
from underdeck.say.quips import Quips
from underdeck.say.tellers import AnyTeller, teller_for
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.seat_names import names_at
from underdeck.table.assists import can_advise, can_count, can_undo, unseen_cards
from underdeck.table.rematch import match_score, match_winner
from underdeck.table.table import Table

MAX_QUIPS = 4
"""The quips of one message: one for each seat."""


class Pov:
    """The point of view of one client: a seat or a spectator, a language, and a version seen."""

    def __init__(
        self,
        seat: int | None,
        language: str,
        *,
        protocol: messages.Protocol = messages.OLDEST_PROTOCOL,
        seen: int = 0,
        story: bool = False,
    ) -> None:
        self.seat = seat
        self.has_facts = protocol >= messages.FACTS_PROTOCOL
        """Whether the client reads views with facts."""
        self.words = Words(language)
        self.seen = seen
        """The last stage of the table that the client has seen."""
        self.story = story
        """Whether the client wants events in words, too."""
        self._teller: AnyTeller | None = None
        self._characters: Quips | None = None
        self._sent_terms: tuple[object, ...] = ()
        """The rarely changing parts as they were sent last."""
        self._sent_changes = -1
        """The table's `terms_changes` at that time."""

    def snapshot(self, table: Table, now: float) -> messages.Table:
        """Return the whole table, with the events that the client hasn't seen."""
        return self._message(table, now, self._whole_terms(table))

    def update(self, table: Table, now: float, done: str | None = None) -> messages.Table:
        """Return the table without parts that the client knows; `done` is its own new move."""
        return self._message(table, now, self._changed_terms(table), done)

    def _message(
        self, table: Table, now: float, terms: dict[str, Any], done: str | None = None
    ) -> messages.Table:
        seen, self.seen = min(self.seen, table.stage), table.stage
        return messages.Table(
            version=table.stage,
            status=table.status,
            window=table.window_closes(),
            answered=self.seat in table.window.answers,
            now=now,
            view=self._view(table),
            events=[event.as_json() for event in table.history.events_after(seen, self.seat)],
            story=self._story(table, seen) if self.story else [],
            story_from=self._story_start(table, seen),
            quips=self._quips(table, seen),
            unseen=_unseen_codes(table, self.seat),
            done=messages.UNCHANGED if done is None else done,
            **terms,
        )

    def _view(self, table: Table) -> JsonObject | None:
        """Return the view; that of spectators is built once a stage for all of them."""
        if table.played is None:
            return None
        cache = table.history.watched
        if self.seat is None and self.has_facts in cache:
            return cache[self.has_facts]
        view = view_json(table.played, self.seat, has_facts=self.has_facts)
        if self.seat is None:
            cache[self.has_facts] = view
        return view

    def _changed_terms(self, table: Table) -> dict[str, Any]:
        """Return the rarely changing parts, nothing if they are as they were sent last."""
        if table.terms.clock is None:
            if table.terms_changes == self._sent_changes and not table.is_solitaire:
                return {}
            if self._rare_values(table) == self._sent_terms:
                return {}
        return self._whole_terms(table)

    def _whole_terms(self, table: Table) -> dict[str, Any]:
        """Return the rarely changing parts."""
        self._sent_terms, self._sent_changes = self._rare_values(table), table.terms_changes
        return {
            "table": table.name,
            "game": table.terms.game,
            "seat": self.seat,
            "house": table.terms.house,
            "seats": [_seat_message(table, seat) for seat in range(len(table.seats))],
            "fair": _fair_message(table, self.seat),
            "result": table.played.result() if table.played else None,
            "undo": can_undo(table, self.seat),
            "count": can_count(table, self.seat),
            "resign": self._may_resign(table),
            "rematch": table.followed or None,
            **(_newer_terms(table, self.seat) if self.has_facts else {}),
        }

    def _rare_values(self, table: Table) -> tuple[object, ...]:
        """Return the values that the rarely changing parts depend on, apart from clocks."""
        return (
            table.status,
            table.seats.copy(),
            len(table.wishes),
            table.followed,
            table.shares.owed,
            table.host,
            table.pace,
            bool(table.undos or table.counting or table.advised),
            can_undo(table, self.seat),
            can_count(table, self.seat),
            self._may_resign(table),
        )

    def _may_resign(self, table: Table) -> bool:
        """Return whether the seat may resign, for clients that read it."""
        return table.can_resign(self.seat) if self.has_facts else messages.UNCHANGED

    def _story_start(self, table: Table, seen: int) -> Any:
        """Return where new sentences belong in the story, if they don't simply follow the others.

        After an undo the client has sentences about moves that were taken back.
        """
        if not (self.story and self.has_facts and table.history.undone_at > seen):
            return messages.UNCHANGED
        return len(self._story(table, 0, seen))

    def _story(self, table: Table, start: int, end: int | None = None) -> list[str]:
        """Return the events of the stages from one to another, or to the last, in words."""
        story: list[str] = []
        for number, stage in enumerate(table.history.stages[start:end], start):
            if stage.events:
                story += self.tell(table, stage.events, table.history.events_before(number))
        return story

    def _quips(self, table: Table, seen: int) -> Any:
        """Return the last quips of the characters about what the client hasn't seen."""
        events = [event for stage in table.history.stages[seen:] for event in stage.events]
        if not self.has_facts or table.played is None or not events:
            return messages.UNCHANGED
        if self._characters is None:
            voice = table.played.record.deal.voice
            self._characters = Quips(self.words, table.terms.game, table.bots, voice)
        said = self._characters.after(events, table.history.events_before(seen))
        return [messages.Quip(*quip) for quip in said[-MAX_QUIPS:]] or messages.UNCHANGED

    def tell(self, table: Table, events: list[Event], before: list[Event]) -> list[str]:
        """Return events in words, as far as the client may know; `before` are all earlier ones."""
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


def replay(
    table: Table,
    seat: int | None,
    language: str,
    protocol: messages.Protocol = messages.OLDEST_PROTOCOL,
) -> messages.Replay:
    """Return the finished game of a table, from the point of view of a seat or a spectator."""
    return replay_game(
        table.name,
        table.game_played,
        seat,
        names=names_at(table),
        kinds=table.bots,
        language=language,
        protocol=protocol,
    )


def replay_game(  # noqa: PLR0913  the parts of a replay, given by name
    name: str,
    whole: AnyPlaythrough,
    seat: int | None,
    *,
    names: Sequence[str],
    kinds: Sequence[str],
    language: str,
    protocol: messages.Protocol,
) -> messages.Replay:
    """Return a finished game move by move, from the point of view of a seat or a spectator."""
    record = whole.record
    played = AnyPlaythrough.before(record)
    teller = teller_for(
        record.game, Words(language), record.deal.voice, names=lambda place: names[place]
    )
    characters = Quips(Words(language), record.game, kinds, record.deal.voice)
    steps: list[messages.ReplayStep] = []

    def add_step(mover: int | None, move: str | None, events: list[Event]) -> None:
        known = [event.as_json() for event in events if event.is_for(seat)]
        before = played.events_before(events) if events else []
        story = teller.tell(events, seat, before) if events else []
        said = characters.after(events, before) if events else []
        view = view_json(played, seat, has_facts=protocol >= messages.FACTS_PROTOCOL)
        quips = [messages.Quip(*quip) for quip in said]
        steps.append(messages.ReplayStep(mover, move, view, known, story, quips))

    add_step(None, None, played.opening)
    for step in played.replay(record.moves):
        add_step(step.seat, str(step.move), step.events)
    return messages.Replay(
        table=name,
        game=record.game,
        house=record.options_as_dict(),
        names=list(names),
        bots=[bool(kind) for kind in kinds],
        steps=steps,
        result=whole.result() or {},
        kinds=list(kinds),
    )


def view_json(played: AnyPlaythrough, seat: int | None, *, has_facts: bool) -> JsonObject:
    """Return the view of a seat without the options, which messages hold elsewhere."""
    view = played.view(seat)
    data = with_facts(played.game.name, view) if has_facts else view.as_json()
    data.pop("house", None)
    return data


def with_facts(game: str, view: View) -> JsonObject:
    """Return a view with legal moves as objects, and with the facts that its game provides."""
    client_view: ClientView | None = find_part(game, "client_view")
    data = plain_view(view) if client_view is None else client_view.shown(view)
    return data | {"game": game}


def _seat_message(table: Table, number: int) -> messages.SeatShown:
    """Return the player of a seat and the time left."""
    return messages.SeatShown(
        names_at(table)[number],
        table.seats[number].bot or None,
        number in table.wishes,
        table.clocks.reserves[number] if table.terms.clock else None,
        table.clocks.deadline(number),
    )


def _fair_message(table: Table, seat: int | None) -> messages.FairShown | None:
    """Return the commitments and, after the game, everything needed to check them.

    The seed of a deal that others still play stays secret: its board reveals it at the end.
    """
    if not table.is_shuffled:
        return None
    unmixed, is_open = table.terms.unmixed, table.is_over and not table.terms.deal_of
    return messages.FairShown(
        commitment=table.commitment,
        shares=[None if unmixed else each.commitment or None for each in table.seats],
        owes=table.shares.owed_by(seat),
        waits_for=table.shares.awaited(),
        words=list(table.fair.mix) if is_open else None,
        seed=table.terms.seed if is_open else None,
    )


def _newer_terms(table: Table, seat: int | None) -> dict[str, Any]:
    """Return the parts of clients of protocol 3: match, leaderboard, advice, host and pace."""
    terms = table.terms
    match = (
        messages.MatchShown(terms.match, list(match_score(table)), match_winner(table))
        if terms.match
        else None
    )
    return {
        "match": match,
        "board": terms.board,
        "number": terms.number,
        "assisted": bool(table.played and table.played.record.assists),
        "advice": can_advise(table, seat),
        "host": table.host,
        "pace": table.pace,
    }


def _unseen_codes(table: Table, seat: int | None) -> list[str] | None:
    """Return the cards that a seat hasn't seen, if its card counter is open."""
    cards = unseen_cards(table, seat)
    return None if cards is None else codes_of(cards)
