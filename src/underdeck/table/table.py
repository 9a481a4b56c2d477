"""A live table, folded from its log: it reads no clock, sends nothing and stores nothing.

The methods that people and bots call, such as `sit` and `move`, change nothing: they check a
request and return the entry to append to the log, or raise a `Refusal`. `apply` then changes the
table. `due` returns the entries that a table needs without a request; `assists`, `hosting` and
`rematch` hold further requests.
"""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from underdeck.cards import read_cards
from underdeck.career.boards import COMPETITION, Board
from underdeck.deal import Deal, Fair, check_seed_text, deal_from_cards, deal_from_code
from underdeck.game import Event
from underdeck.options import read_options
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.record import COUNT, HINT
from underdeck.refusal import IllegalMove, Refusal
from underdeck.registry import find_game
from underdeck.store.model import Status
from underdeck.table.clock import Clocks
from underdeck.table.entries import (
    Advised,
    Answered,
    AnyEntry,
    Began,
    Closed,
    Committed,
    Counted,
    Filled,
    Followed,
    Freed,
    Hidden,
    Left,
    Made,
    Opened,
    Paced,
    Replaced,
    Resigning,
    Resumed,
    Revealed,
    Sat,
    Shut,
    Undone,
    Wished,
)
from underdeck.table.history import History
from underdeck.table.names import look_alike, read_name
from underdeck.table.seats import Seat
from underdeck.table.shares import Shares
from underdeck.table.window import Window

LISTED_SHARE_TIMEOUT_S = 120.0
"""How long a player at a listed table without clocks may take to commit or reveal."""


@dataclass(slots=True)
class Table:
    """A table at one moment.

    `version` counts the entries of its log, `stage` the changes that its players were shown.
    """

    name: str
    version: int = 0
    opened: Opened | None = None
    options_json: str = ""
    commitment: str = ""
    """SHA-256 of the server's seed, published before the game."""
    created: float = 0.0
    changed: float = 0.0
    seats: list[Seat] = field(default_factory=list)
    bots: list[str] = field(default_factory=list)
    """The bot that each seat was opened for or given before the game, "" for a person's seat; a
    bot that replaces a person later isn't among them."""
    pace: float = 0.0
    """The shortest time in seconds between a bot's move and the move before it."""
    pace_changes: int = 0
    taken: dict[int, int] = field(default_factory=dict)
    """The version at which the person in each seat sat down; it tells apart people who follow
    each other in a seat."""
    shares: Shares = field(default_factory=lambda: Shares([]))
    played: AnyPlaythrough | None = None
    history: History = field(default_factory=History)
    clocks: Clocks = field(default_factory=lambda: Clocks.new(None, 0))
    window: Window = field(default_factory=Window)
    shown_at: float = 0.0
    """When the players were last shown something new."""
    made: dict[tuple[int, str], int] = field(default_factory=dict)
    """The stage after each move, by its seat and its identifier."""
    undos: int = 0
    resigning: set[int] = field(default_factory=set)
    counting: set[int] = field(default_factory=set)
    """The seats whose card counter is open."""
    advised: set[int] = field(default_factory=set)
    """The seats that have agreed to advice."""
    wishes: set[int] = field(default_factory=set)
    """The seats that have asked for a rematch."""
    followed: str = ""
    """The name of the rematch's table."""
    hidden: bool = False
    """Whether the lobby has stopped listing the table because its players are away."""
    closed: bool = False
    is_over: bool = False
    waiting: tuple[int, ...] = ()
    """The seats whose decision the game waits for."""
    asked_at: dict[int, int] = field(default_factory=dict)
    """The stage since which each of these seats has had its decision to make."""
    names: tuple[str, ...] = ()
    """The person or bot in each seat, "" for a free seat."""
    terms_changes: int = 0
    """Counts the entries that are no moves, and the end of the game: only these change the terms,
    seats and offers that players are shown."""

    # Folding the log

    def apply(self, entry: AnyEntry, at: float) -> None:
        """Apply one entry of the log; time never goes back, even if the clock that wrote it did."""
        self.version += 1
        self.changed = at = max(at, self.changed)
        match entry:
            case Made(seat, move, move_id):
                others = {other: stage for other, stage in self.asked_at.items() if other != seat}
                question = self._find_question() if others else None
                self._show(self._play(seat, move), at)
                self.made[seat, move_id] = self.stage
                self.history.note_move()
                if question is not None and question == self._find_question():
                    self._date_back(others)
            case Answered():
                self.made[entry.seat, entry.move_id] = self.stage
                self.window.answers[entry.seat] = entry
            case Shut():
                self._show(self._close_window(), at)
            case _:
                self.terms_changes += 1
                self._change_terms(entry, at)
                self.names = tuple([seat.name or seat.bot for seat in self.seats])
                self.shares.update(at, is_done=self.played is not None or self.closed)

    def _change_terms(self, entry: AnyEntry, at: float) -> None:
        """Apply an entry that is no move."""
        match entry:
            case Opened():
                self._open(entry, at)
            case Sat() | Committed() | Revealed() | Left() | Replaced():
                self._change_seat(entry)
                self._show([], at)
            case Filled() | Freed():
                self._change_bots(entry)
                self._show([], at)
            case Paced(pace):
                self.pace = pace
                self.pace_changes += 1
            case Began():
                self._begin(at)
            case Undone() | Counted():
                self._assist(entry)
                self._show([], at)
                self.made[entry.seat, entry.move_id] = self.stage
            case Advised(seat):
                self.game_played.assist(HINT)
                self.advised.add(seat)
                self._show([], at)
            case Resumed():
                self.clocks.restart(at)
                self.window.since = None if self.window.since is None else at
                self.shares.owed_since = at
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

    def _open(self, entry: Opened, at: float) -> None:
        self.opened = entry
        self.options_json = json.dumps(entry.house)
        self.commitment = Fair(bytes.fromhex(entry.seed)).commitment
        self.created = at
        self.seats = [Seat(bot=bot) for bot in entry.seats]
        self.bots = list(entry.seats)
        self.pace = entry.pace
        self.shares = Shares(self.seats)
        self.names = entry.seats
        self.clocks = Clocks.new(entry.clock, len(entry.seats))

    def _change_seat(self, entry: Sat | Committed | Revealed | Left | Replaced) -> None:
        """Change the player of a seat, or their share of the shuffle."""
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
                self.resigning.discard(number)
            case Left():
                self.seats[number] = Seat()
                del self.taken[number]
                if seat.share and seat.words:
                    self.shares.spent.add(seat.share)
                self.shares.void_revealed()

    def _assist(self, entry: Undone | Counted) -> None:
        """R-20 Take back the last move, or open the card counter of a seat."""
        if isinstance(entry, Undone):
            self.game_played.undo()
            self.undos += 1
            self.history.drop_last_move()
        else:
            self.game_played.assist(COUNT)
            self.counting.add(entry.seat)

    def _change_bots(self, entry: Filled | Freed) -> None:
        """Give seats to bots, or free one, before the game."""
        if isinstance(entry, Filled):
            for number in entry.seats:
                self.seats[number], self.bots[number] = Seat(bot=entry.bot), entry.bot
        else:
            self.seats[entry.seat], self.bots[entry.seat] = Seat(), ""
            self.shares.void_revealed()

    def _begin(self, at: float) -> None:
        game = find_game(self.terms.game)
        options = read_options(game.Options, self.terms.house)
        bots = [] if self.is_solitaire else self.bots.copy()
        self.played = Playthrough.begin(
            game, options, self._deal(game.deck(options)), bots, self.terms.rules
        )
        self.played.keeps_states = self.is_solitaire
        self._show(list(self.played.opening), at)

    def _deal(self, deck: tuple[int, ...]) -> Deal:
        """Return the deal that the player chose, or a fair shuffle."""
        if self.terms.cards:
            return deal_from_cards(deck, read_cards(self.terms.cards.split()))
        if self.terms.deal:
            return deal_from_code(deck, self.terms.deal)
        return self.fair.deal(deck)

    def _play(self, seat: int, text: str) -> list[Event]:
        """Play a move and return its events; drop the answers to a window that it closes."""
        played = self.game_played
        before = played.game.window(played.state) if self.window.answers else None
        events = played.play(played.game.read_move(text), seat).events
        if before is not None and played.game.window(played.state) != before:
            self.window.answers = {}
        return events

    def _close_window(self) -> list[Event]:
        """Play the answers, until one of them opens another window or all seats have passed."""
        played = self.game_played
        window = played.game.window(played.state)
        events: list[Event] = []
        for seat, move in self.window.take_moves(self._find_waiting()):
            if seat not in self._find_waiting() or played.game.window(played.state) != window:
                break
            events += self._play(seat, move)
        return events

    def _find_question(self) -> object:
        """Return what identifies the question that several seats are asked; None if none is."""
        return self.game_played.game.window(self.game_played.state)

    def _date_back(self, asked_at: dict[int, int]) -> None:
        """Restore the stages since which seats have had to decide, as far as they still have to."""
        self.asked_at |= {seat: asked_at[seat] for seat in asked_at.keys() & self.asked_at.keys()}

    def _find_waiting(self) -> tuple[int, ...]:
        """Return the seats that the game waits for, even in the middle of several moves."""
        return (
            self.played.game.waiting(self.played.state) if self.played and not self.closed else ()
        )

    def _show(self, events: list[Event], at: float) -> None:
        """Begin a new stage: update clocks, windows and everything else that players see."""
        played = self.played
        self.history.add(events)
        self.shown_at = at
        self.waiting = self._find_waiting()
        self.asked_at = dict.fromkeys(self.waiting, self.stage)
        if played is not None and not self.is_over and played.result() is not None:
            self.is_over = True
            self.terms_changes += 1
        is_window = played is not None and not self.closed and played.game.asks_all(played.state)
        self.window.since = at if is_window else None
        if self.clocks.rules is not None:
            people = [seat for seat in self.waiting if not self.seats[seat].bot]
            self.clocks.turn_to(() if is_window else tuple(people), at)

    # The state of the table

    @property
    def terms(self) -> Opened:
        """Return the terms that the table was opened with."""
        assert self.opened is not None
        return self.opened

    @property
    def game_played(self) -> AnyPlaythrough:
        """Return the game, which must have begun."""
        assert self.played is not None
        return self.played

    @property
    def stage(self) -> int:
        """Return the version that players know: the number of changes that they were shown."""
        return len(self.history.stages)

    @property
    def status(self) -> Status:
        """Return the status, as it is stored and shown in lists."""
        if self.closed:
            return "closed"
        if self.is_over:
            return "over"
        return "running" if self.played else "open"

    @property
    def is_listed(self) -> bool:
        """Return whether the lobby lists this table."""
        return self.terms.listed and not self.hidden

    @property
    def is_solitaire(self) -> bool:
        """Return whether the table has a single seat."""
        return len(self.seats) == 1

    @property
    def is_shuffled(self) -> bool:
        """Return whether the cards are shuffled fairly, not chosen by the player."""
        return not self.terms.deal and not self.terms.cards

    @property
    def fair(self) -> Fair:
        """Return the source of the shuffle, which is secret until the end."""
        words = () if self.terms.unmixed else (seat.words for seat in self.seats if seat.words)
        return Fair(bytes.fromhex(self.terms.seed), tuple(words))

    @property
    def allows_assists(self) -> bool:
        """Return whether undo, counter and advice are offered: not in games of a competition."""
        return Board.read(self.terms.board).kind != COMPETITION

    @property
    def people(self) -> list[int]:
        """Return the seats that people play."""
        return [number for number, seat in enumerate(self.seats) if not seat.bot]

    @property
    def host(self) -> int | None:
        """Return the seat of the person who has been at the table longest, None without one."""
        seated = [(since, seat) for seat, since in self.taken.items() if not self.seats[seat].bot]
        return min(seated)[1] if seated else None

    def window_closes(self) -> float | None:
        """Return when the open window closes; None if a lone person may take any time.

        People who have given up learn nothing that they could use from an early end.
        """
        if self.window.since is None or len(set(self.people) - self.resigning) <= 1:
            return None
        return self.window.since + self.terms.window

    def shares_deadline(self) -> float | None:
        """Return when a player who owes a share loses the seat; None if they may take any time."""
        if self.shares.owed is None:
            return None
        if self.terms.clock is not None:
            return self.shares.owed_since + self.terms.clock.move
        return self.shares.owed_since + LISTED_SHARE_TIMEOUT_S if self.terms.listed else None

    def deadline(self) -> float | None:
        """Return when the table must act by itself: a share, a window or a clock is due."""
        if self.shares.owed is not None:
            return self.shares_deadline()
        return self.window_closes() if self.window.is_open else self.clocks.next_deadline()

    # Requests of people

    def sit(
        self, name: str, words: str, profile: str = "", *, seat: int | None = None, share: str = ""
    ) -> Sat:
        """Seat a person in the given or the first free seat, with a share or a commitment."""
        free = [number for number, each in enumerate(self.seats) if each.is_free]
        if not free or self.played is not None or self.closed or seat not in (None, *free):
            raise Refusal("seat_taken")
        shown = read_name(name)
        if any(each.name and look_alike(shown, each.name) for each in self.seats):
            raise Refusal("same_name")
        place = free[0] if seat is None else seat
        if share:
            return Sat(place, shown, "", profile, self.shares.read_commitment(share))
        return Sat(place, shown, read_words(words), profile)

    def seat_taken_by(self, token: str) -> int | None:
        """Return the seat that an earlier request with this token took."""
        return next(
            (number for number, seat in enumerate(self.seats) if token and seat.token == token),
            None,
        )

    def leave(self, seat: int) -> Left | Resigning | None:
        """Free the seat before the game, resign from it later; a solitaire waits for its player."""
        if self.seats[seat].is_free:
            raise Refusal("unknown_key")
        if self.played is None:
            return Left(seat)
        if self.is_over or self.is_solitaire or seat in self.resigning:
            return None
        return Resigning(seat)

    def move(self, seat: int, text: str, move_id: str, stage: int | None = None) -> Made | Answered:
        """Make a person's move, or keep it face down while a window is open.

        A move chosen at an earlier stage is stale, unless only others have decided the same
        question since, such as with which card to bid.
        """
        if self.played is None:
            raise Refusal("not_begun")
        if self.closed:
            raise Refusal("table_closed")
        now = self.stage
        if stage is not None and not self.asked_at.get(seat, now) <= stage <= now:
            raise Refusal("stale", version=self.stage)
        if self.seats[seat].bot:
            raise Refusal("seat_replaced")
        move = self.played.game.read_move(text)
        legal = self.played.legal(seat)
        if move not in legal:
            raise IllegalMove(
                "game_over" if self.is_over else "illegal_move", move=move, legal=legal
            )
        if seat in self.window.answers:
            raise Refusal("answered_already")
        if self.window.is_open and seat in self.waiting:
            return Answered(seat, str(move), move_id)
        return Made(seat, str(move), move_id)

    def can_resign(self, seat: int | None) -> bool:
        """Return whether a seat may give up; spectators and the player of a solitaire may not."""
        return (
            seat is not None
            and self.played is not None
            and not (self.is_over or self.is_solitaire or seat in self.resigning)
        )

    def resign(self, seat: int) -> Resigning:
        """Give up a game of several players."""
        if not self.can_resign(seat):
            raise Refusal("cannot_resign")
        return Resigning(seat)

    # Bots

    def bots_to_ask(self) -> list[int]:
        """Return the seats of bots that have to choose a move."""
        return [
            seat
            for seat in self.waiting
            if self.seats[seat].bot
            and seat not in self.window.answers
            and seat not in self.resigning
        ]

    def bot_move(self, seat: int, text: str, stage: int) -> Made | Answered | None:
        """Make a bot's move; None if the table has moved on since the bot was asked."""
        if stage != self.stage or seat not in self.bots_to_ask():
            return None
        return Answered(seat, text, by="bot") if self.window.is_open else Made(seat, text, by="bot")

    def bot_moves_at(self) -> float:
        """Return when a bot's move is made: after a fixed pause, however long the bot took."""
        return self.shown_at + self.pace


def read_words(text: str) -> str:
    """Check a player's words for the shuffle; draw some at random if there are none."""
    words = text or secrets.token_hex(16)
    check_seed_text(words)
    return words


def fold(name: str, entries: Iterable[tuple[AnyEntry, float]]) -> Table:
    """Return the table that a log leads to."""
    table = Table(name)
    for entry, at in entries:
        table.apply(entry, at)
    return table
