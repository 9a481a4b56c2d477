"""One live table: folded from its log, asked for what may be done next. It reads no clock, sends nothing and stores nothing."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from underdeck.cards import read_cards
from underdeck.deal import Deal, Fair, check_seed_text, deal_from_cards, deal_from_code
from underdeck.game import Event
from underdeck.options import read_options
from underdeck.playthrough import Playthrough
from underdeck.record import COUNT
from underdeck.refusal import IllegalMove, Refusal
from underdeck.registry import find_game
from underdeck.table.clock import Clocks
from underdeck.table.entries import (
    Answered,
    AnyEntry,
    Began,
    Closed,
    Committed,
    Counted,
    Followed,
    Hidden,
    Left,
    Made,
    Opened,
    Replaced,
    Resigning,
    Resumed,
    Revealed,
    Sat,
    Shut,
    Undone,
    Wished,
)
from underdeck.table.names import look_alike, read_name
from underdeck.table.shares import (
    LISTED_SHARE_TIMEOUT_S,
    Owed,
    check_share,
    hash_share,
    read_share_hash,
)

SUBSTITUTE = "careful"
"""The bot that takes over the seat of a person who has gone."""
RESIGN, PASS = "resign", "pass"
MAX_UNDOS = 200
"""How many moves of a solitaire may be taken back: its log must not grow without end."""


class Seat(NamedTuple):
    """Who plays a seat: a person by name, a bot, or nobody yet."""

    name: str = ""
    bot: str = ""
    profile: str = ""
    words: str = ""
    """The person's share of the shuffle, once it is known."""
    share: str = ""
    """The commitment to that share, if there is one."""
    token: str = ""
    """What tells a repeated request to sit down from a new one."""

    @property
    def is_free(self) -> bool:
        """May somebody sit down?"""
        return not self.name and not self.bot

    @property
    def owes_share(self) -> bool:
        """Does the shuffle still lack this person's share?"""
        return bool(self.name) and not self.words

    @property
    def commitment(self) -> str:
        """Return what this seat is bound to before others reveal: plain words are published by their hash, too."""
        return self.share or (hash_share(self.words) if self.words else "")


class Stage(NamedTuple):
    """What became public at once: the events of one or several moves; none if they were taken back since."""

    events: list[Event]
    before: int
    """How many events of the game came before."""


@dataclass(slots=True)
class Table:
    """A table at one moment; `version` counts its log, `stage` what has been shown to the players."""

    name: str
    version: int = 0
    opened: Opened | None = None
    options_json: str = ""
    """The house as JSON."""
    commitment: str = ""
    """What is told of the seed before the end."""
    created: float = 0.0
    changed: float = 0.0
    seats: list[Seat] = field(default_factory=list)
    taken: dict[int, int] = field(default_factory=dict)
    """The entry with which each person sat down: another one is another person."""
    played: Playthrough | None = None
    stages: list[Stage] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    """The events of all stages, without those of moves that were taken back."""
    clocks: Clocks = field(default_factory=lambda: Clocks.new(None, 0))
    held: dict[int, Answered] = field(default_factory=dict)
    """Answers to the open window, face down."""
    window_since: float | None = None
    shown_at: float = 0.0
    """When the players last saw something new."""
    made: dict[tuple[int, str], int] = field(default_factory=dict)
    """The moves by the seat and the name that clients gave them, and the stage at which each was taken."""
    move_stages: list[int] = field(default_factory=list)
    """The stage at which each move was made that hasn't been taken back."""
    undos: int = 0
    resigning: set[int] = field(default_factory=set)
    counting: set[int] = field(default_factory=set)
    """The seats whose card counter is open."""
    wishes: set[int] = field(default_factory=set)
    followed: str = ""
    hidden: bool = False
    """Has the lobby stopped listing the table because nobody is there?"""
    closed: bool = False
    is_over: bool = False
    """Has the game ended?"""
    waiting: tuple[int, ...] = ()
    """The seats whose decision the game waits for."""
    is_window: bool = False
    """Are several asked at once?"""
    shares_owed: Owed | None = None
    """What the game can't begin without, though every seat is taken."""
    shares_owed_since: float = 0.0
    names: tuple[str, ...] = ()
    """Who sits where, as shown; "" for a free seat."""

    # The fold

    def apply(self, entry: AnyEntry, at: float) -> None:
        """Apply one entry of the log; time never goes back, even if the clock that wrote it did."""
        self.version += 1
        self.changed = at = max(at, self.changed)
        match entry:
            case Opened():
                self._open(entry, at)
            case Sat() | Committed() | Revealed() | Left() | Replaced():
                self._change_seat(entry)
                self._show([], at)
            case Began():
                self._begin(at)
            case Made(seat, move, move_id):
                self._show(self._play(seat, move), at)
                self.made[seat, move_id] = self.stage
                self.move_stages.append(self.stage)
            case Answered():
                self.made[entry.seat, entry.move_id] = self.stage
                self.held[entry.seat] = entry
            case Shut():
                self._show(self._shut(), at)
            case Undone(seat, move_id):
                self._undo(at)
                self.made[seat, move_id] = self.stage
            case Counted(seat, move_id):
                self.game_played.assist(COUNT)
                self.counting.add(seat)
                self._show([], at)
                self.made[seat, move_id] = self.stage
            case Resumed():
                self.clocks.restart(at)
                self.window_since = None if self.window_since is None else at
                self.shares_owed_since = at
            case Resigning(seat):
                self.resigning.add(seat)
            case Wished(seat):
                self.wishes.add(seat)
                self._show([], at)
            case Followed(table):
                self.followed = table
                self._show([], at)
            case Hidden(hidden):
                self.hidden = hidden
            case Closed():
                self.closed = True
                self._show([], at)

    def _change_seat(self, entry: Sat | Committed | Revealed | Left | Replaced) -> None:
        """Apply an entry that changes who plays a seat, or with which share of the shuffle."""
        number = entry.seat
        seat = self.seats[number]
        match entry:
            case Sat():
                self.seats[number] = Seat(
                    entry.name, "", entry.profile, entry.words, entry.share, entry.token
                )
                self.taken[number] = self.version
            case Committed():
                self.seats[number] = seat._replace(share=entry.share)
            case Revealed():
                self.seats[number] = seat._replace(words=entry.words)
            case Replaced():
                self.seats[number] = seat._replace(bot=entry.bot)
            case Left():
                self.seats[number] = Seat()
                del self.taken[number]
                self._void_revealed_shares()

    def _void_revealed_shares(self) -> None:
        """Ask for new shares after somebody left: whoever comes next could choose theirs knowing the revealed ones."""
        if any(seat.share and seat.words for seat in self.seats):
            self.seats = [
                seat._replace(share="", words="") if seat.share else seat for seat in self.seats
            ]

    def _open(self, entry: Opened, at: float) -> None:
        self.opened = entry
        self.options_json = json.dumps(entry.house)
        self.commitment = Fair(bytes.fromhex(entry.seed)).commitment
        self.created = at
        self.seats = [Seat(bot=bot) for bot in entry.seats]
        self.names = entry.seats
        self.clocks = Clocks.new(entry.clock, len(entry.seats))

    def _begin(self, at: float) -> None:
        game = find_game(self.terms.game)
        options = read_options(game.Options, self.terms.house)
        self.played = Playthrough.begin(
            game, options, self._deal(game.deck(options)), self._record_seats(), self.terms.rules
        )
        self.played.keeps_states = len(self.seats) == 1
        self._show(list(self.played.opening), at)

    def _deal(self, deck: tuple[int, ...]) -> Deal:
        """The player's own choice, or the house's seed with everybody's words."""
        if self.terms.cards:
            return deal_from_cards(deck, read_cards(self.terms.cards.split()))
        return deal_from_code(deck, self.terms.deal) if self.terms.deal else self.fair.deal(deck)

    def _record_seats(self) -> list[str]:
        """Who plays, as records tell it: bots by name, people by nothing."""
        return [] if len(self.seats) == 1 else list(self.terms.seats)

    def _play(self, seat: int, text: str) -> list[Event]:
        """A move, and what came of it; answers to a window that it closed are forgotten."""
        played = self.game_played
        was = self._window_mark() if self.held else None
        events = played.play(played.game.read_move(text), seat).events
        if was is not None and self._window_mark() != was:
            self.held = {}
        return events

    def _undo(self, at: float) -> None:
        """Take the last move back; its events are dropped, so that a long game isn't retold with all that was undone."""
        self.game_played.undo()
        self.undos += 1
        if self.move_stages:
            undone = self.move_stages.pop() - 1
            before = self.stages[undone].before
            self.stages[undone] = Stage([], before)
            del self.events[before:]
        self._show([], at)

    def _shut(self) -> list[Event]:
        """Play the first answer that isn't a pass, which opens another window; else let everybody pass, in the order of seats.

        Nobody learns who was quick to pass: those without anything to answer with are.
        """
        answers = {seat: self.held[seat].move for seat in self.held if self.held[seat].move != PASS}
        order = [*answers, *(seat for seat in self._asked() if seat not in answers)]
        self.held = {}
        events: list[Event] = []
        was = self._window_mark()
        for seat in order:
            if seat not in self._asked() or self._window_mark() != was:
                break
            events += self._play(seat, answers.get(seat, PASS))
        return events

    def _asked(self) -> tuple[int, ...]:
        """The seats whose decision the game waits for, even in the middle of several moves."""
        return (
            self.played.game.waiting(self.played.state) if self.played and not self.closed else ()
        )

    def _window_mark(self) -> tuple[object, ...]:
        """What the open window is about: another one is another question."""
        view: Any = self.game_played.view(None)
        return view.pending, view.about, len(view.laid), view.discards

    def _show(self, events: list[Event], at: float) -> None:
        """Something new is public now: clocks and windows follow."""
        self.stages.append(Stage(events, len(self.events)))
        self.events += events
        self.shown_at = at
        self.names = tuple([seat.name or seat.bot for seat in self.seats])
        self.waiting = self._asked()
        played = self.played
        self.is_window = (
            played is not None and not self.closed and played.game.asks_all(played.state)
        )
        self.is_over = played is not None and played.result() is not None
        owed = self._shares_owed()
        if owed != self.shares_owed:
            self.shares_owed, self.shares_owed_since = owed, at
        self.window_since = at if self.is_window else None
        if self.clocks.rules is not None:
            self.clocks.turn_to(
                ()
                if self.is_window
                else tuple(seat for seat in self.waiting if not self.seats[seat].bot),
                at,
            )

    def _shares_owed(self) -> Owed | None:
        """What the shuffle lacks once every seat is taken: commitments first, then what they commit to."""
        if self.played is not None or self.closed or any(seat.is_free for seat in self.seats):
            return None
        lacking = [seat for seat in self.seats if seat.owes_share]
        if not lacking:
            return None
        return "reveal" if all(seat.share for seat in lacking) else "commit"

    # What is so

    @property
    def is_listed(self) -> bool:
        """Does the lobby show this table?"""
        return self.terms.listed and not self.hidden

    def owed_by(self, seat: int | None) -> Owed | None:
        """What this seat has to send before the game can begin."""
        if (
            seat is None
            or self.played is not None
            or self.closed
            or not self.seats[seat].owes_share
        ):
            return None
        if not self.seats[seat].share:
            return "commit"
        return "reveal" if self.shares_owed == "reveal" else None

    @property
    def awaited_shares(self) -> list[int]:
        """Return the seats whose commitment or share the table waits for, once every seat is taken."""
        if self.shares_owed is None:
            return []
        return [
            number for number in range(len(self.seats)) if self.owed_by(number) == self.shares_owed
        ]

    @property
    def terms(self) -> Opened:
        """What the table was opened with."""
        assert self.opened is not None
        return self.opened

    @property
    def is_shuffled(self) -> bool:
        """Does the house shuffle, or did the player choose the deal?"""
        return not self.terms.deal and not self.terms.cards

    @property
    def game_played(self) -> Playthrough:
        """The game that has begun."""
        assert self.played is not None
        return self.played

    @property
    def fair(self) -> Fair:
        """The source of the shuffle, secret until the end."""
        return Fair(
            bytes.fromhex(self.terms.seed), tuple(seat.words for seat in self.seats if seat.words)
        )

    @property
    def stage(self) -> int:
        """How often something new was shown: the version that players know."""
        return len(self.stages)

    def events_before(self, stage: int) -> list[Event]:
        """Return the events of the game before a stage, without those of moves that were taken back."""
        return (
            self.events[: self.stages[stage].before]
            if stage < len(self.stages)
            else list(self.events)
        )

    @property
    def status(self) -> str:
        """`open`, `running`, `over` or `closed`."""
        if self.closed:
            return "closed"
        if self.is_over:
            return "over"
        return "running" if self.played else "open"

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [number for number, seat in enumerate(self.seats) if not seat.bot]

    def window_closes(self) -> float | None:
        """When the open window closes, whoever has answered by then; None where one person alone is waited for as long as it takes."""
        if self.window_since is None or len(self.people) <= 1:
            return None
        return self.window_since + self.terms.window

    def shares_deadline(self) -> float | None:
        """Return when a player who owes a share loses the seat; None where the others wait as long as it takes."""
        if self.shares_owed is None:
            return None
        if self.terms.clock is not None:
            return self.shares_owed_since + self.terms.clock.move
        return self.shares_owed_since + LISTED_SHARE_TIMEOUT_S if self.terms.listed else None

    def deadline(self) -> float | None:
        """When the table must be looked at again though nobody says anything."""
        if self.shares_owed is not None:
            return self.shares_deadline()
        return (
            self.window_closes() if self.window_since is not None else self.clocks.next_deadline()
        )

    # What may be done

    def sit(
        self, name: str, words: str, profile: str = "", *, seat: int | None = None, share: str = ""
    ) -> Sat:
        """A person takes a seat, the first free one unless told otherwise, with a share or a commitment to one."""
        free = [number for number, each in enumerate(self.seats) if each.is_free]
        if (
            not free
            or self.played is not None
            or self.closed
            or (seat is not None and seat not in free)
        ):
            raise Refusal("seat_taken")
        shown = read_name(name)
        if any(each.name and look_alike(shown, each.name) for each in self.seats):
            raise Refusal("same_name")
        place = free[0] if seat is None else seat
        if share:
            return Sat(place, shown, "", profile, read_share_hash(share, self._commitments()))
        return Sat(place, shown, read_words(words), profile)

    def seat_taken_by(self, token: str) -> int | None:
        """Return the seat that an earlier request with this token took."""
        return next(
            (number for number, seat in enumerate(self.seats) if token and seat.token == token),
            None,
        )

    def _commitments(self) -> set[str]:
        """Return the commitments to shares that are published already."""
        return {seat.share for seat in self.seats if seat.share}

    def commit(self, seat: int, share: str) -> Committed | None:
        """A seated person commits to a share; None if they did so with the same one before."""
        if self.seats[seat].share == share:
            return None
        if self.owed_by(seat) != "commit":
            raise Refusal("share_not_owed")
        return Committed(seat, read_share_hash(share, self._commitments()))

    def reveal(self, seat: int, words: str) -> Revealed | None:
        """A person reveals the share that they committed to; None if it is revealed already."""
        if self.seats[seat].words == words:
            return None
        if self.owed_by(seat) != "reveal":
            raise Refusal("share_not_owed")
        return Revealed(seat, check_share(words, self.seats[seat].share))

    def leave(self, seat: int) -> Left | Resigning | None:
        """A person goes: before the start the seat is free again, afterwards it resigns; a solitaire waits."""
        if self.seats[seat].is_free:
            raise Refusal("unknown_key")
        if self.played is None:
            return Left(seat)
        return (
            None
            if self.is_over or len(self.seats) == 1 or seat in self.resigning
            else Resigning(seat)
        )

    def can_begin(self) -> bool:
        """Is every seat taken, and every share of the shuffle there?"""
        return (
            self.played is None
            and not self.closed
            and not any(seat.is_free or seat.owes_share for seat in self.seats)
        )

    def move(self, seat: int, text: str, move_id: str, stage: int | None = None) -> Made | Answered:
        """A person's move, legal now: made, or kept face down while a window is open."""
        if self.played is None:
            raise Refusal("not_begun")
        if self.closed:
            raise Refusal("table_closed")
        if stage is not None and stage != self.stage:
            raise Refusal("stale", version=self.stage)
        if self.seats[seat].bot:
            raise Refusal("seat_replaced")
        move = self.played.game.read_move(text)
        legal = self.played.view(seat).legal
        if move not in legal:
            raise IllegalMove(
                "game_over" if self.is_over else "illegal_move", move=move, legal=legal
            )
        if seat in self.held:
            raise Refusal("answered_already")
        if self.is_window and seat in self.waiting:
            return Answered(seat, str(move), move_id)
        return Made(seat, str(move), move_id)

    def undo(self, seat: int, move_id: str) -> Undone:
        """R-20 Take the last move of a solitaire back."""
        if len(self.seats) > 1:
            raise Refusal("no_undo")
        if self.closed:
            raise Refusal("table_closed")
        if self.played is None or not self.played.record.moves:
            raise Refusal("nothing_to_undo")
        if self.is_over:
            raise Refusal("game_over", legal=())
        if self.undos >= MAX_UNDOS:
            raise Refusal("too_many_undos", most=MAX_UNDOS)
        return Undone(seat, move_id)

    def count(self, seat: int, move_id: str) -> Counted:
        """R-20 Open the card counter of a game that offers one; the game is assisted from then on."""
        if self.closed:
            raise Refusal("table_closed")
        if self.played is None:
            raise Refusal("not_begun")
        if self.played.game.unseen(self.played.state, seat) is None:
            raise Refusal("no_counter")
        if self.is_over:
            raise Refusal("game_over", legal=())
        if seat in self.counting:
            raise Refusal("counter_open")
        return Counted(seat, move_id)

    def can_count(self, seat: int) -> bool:
        """Return whether this seat may open its card counter now and has not yet."""
        played = self.played
        if played is None or self.closed or self.is_over or seat in self.counting:
            return False
        return played.game.unseen(played.state, seat) is not None

    def resign(self, seat: int) -> Resigning:
        """Give up."""
        if self.played is None or self.is_over or seat in self.resigning:
            raise Refusal("cannot_resign")
        if len(self.seats) == 1:
            raise Refusal("cannot_resign")
        return Resigning(seat)

    def wish(self, seat: int) -> Wished:
        """Ask for a rematch."""
        if not self.is_over or seat in self.wishes:
            raise Refusal("no_rematch")
        return Wished(seat)

    def wants_rematch(self) -> bool:
        """Do all people want it, and has it no table yet?"""
        return (
            self.is_over
            and not self.followed
            and bool(self.people)
            and self.wishes >= set(self.people)
        )

    # What the table itself does

    def due(self, now: float) -> AnyEntry | None:
        """What has to happen now without anybody's word: the beginning, a shut window, a resignation, a clock that ran out."""
        if self.closed:
            return None
        if self.can_begin():
            return Began()
        if self.played is None:
            return self._overdue_share(now)
        if self.is_over:
            return None
        if self.window_since is not None:
            return Shut() if self._is_window_done(now) else None
        for seat in sorted(self.resigning.intersection(self.waiting)) if self.resigning else ():
            return Made(seat, RESIGN)
        for seat in self.clocks.expired(now):
            if self.terms.clock is not None and self.terms.clock.then == "lose":
                return Made(seat, RESIGN, by="clock")
            return Replaced(seat, SUBSTITUTE)
        return None

    def _overdue_share(self, now: float) -> Left | None:
        """Free the seat of somebody who let the time for their share pass."""
        deadline = self.shares_deadline()
        if deadline is None or now < deadline:
            return None
        return Left(self.awaited_shares[0])

    def _is_window_done(self, now: float) -> bool:
        """Is the time over; or, where one person plays against bots, has everyone answered or given up?"""
        closes = self.window_closes()
        if closes is not None:
            return now >= closes
        return self.held.keys() | self.resigning >= set(self.waiting)

    def bots_to_ask(self) -> list[int]:
        """The seats whose bots have to think."""
        return [
            seat
            for seat in self.waiting
            if self.seats[seat].bot and seat not in self.held and seat not in self.resigning
        ]

    def bot_move(self, seat: int, text: str, stage: int) -> Made | Answered | None:
        """What a bot has thought of, unless it comes too late."""
        if stage != self.stage or seat not in self.bots_to_ask():
            return None
        return Answered(seat, text, by="bot") if self.is_window else Made(seat, text, by="bot")

    def bot_moves_at(self) -> float:
        """When a bot's move is shown: a steady time after the last one, however long it thought."""
        return self.shown_at + self.terms.pace

    def unseen(self, seat: int | None) -> tuple[int, ...] | None:
        """Return the cards this seat has not seen, if its card counter is open."""
        if seat is None or seat not in self.counting:
            return None
        return self.game_played.game.unseen(self.game_played.state, seat)

    def events_after(self, stage: int, seat: int | None) -> list[Event]:
        """What this seat may know of what happened since it saw that stage."""
        return [
            event
            for each in self.stages[max(0, stage) :]
            for event in each.events
            if event.is_for(seat)
        ]


def read_words(text: str) -> str:
    """A player's part in the shuffle: their own words, or some that were drawn for them."""
    words = text or secrets.token_hex(16)
    check_seed_text(words)
    return words


def fold(name: str, entries: Sequence[tuple[AnyEntry, float]]) -> Table:
    """The table that a log tells of."""
    table = Table(name)
    for entry, at in entries:
        table.apply(entry, at)
    return table
