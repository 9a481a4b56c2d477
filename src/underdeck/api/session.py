"""A game that a program plays: moves, views, drawings, the story and the record."""

from collections.abc import Mapping
from os import PathLike
from random import Random
from types import MappingProxyType
from typing import Generic, cast

from underdeck.agents import asker, name_bot
from underdeck.api.bots import Bot, BotLike, bot_of, read_chosen
from underdeck.api.html import table_as_html
from underdeck.deal import Source
from underdeck.game import Event, Memory, Move, MoveT, Result, Step, ViewT_co, ViewWith
from underdeck.minds.base import Advice, Adviser, AnyOdds
from underdeck.minds.review import Review, Reviewer
from underdeck.playthrough import Playthrough
from underdeck.record import HINT, UNDO, Record
from underdeck.refusal import IllegalMove, Refusal
from underdeck.registry import find_part
from underdeck.say.bot_names import bot_names
from underdeck.say.drawings import TextPage, drawing_for
from underdeck.say.tellers import teller_for
from underdeck.say.words import LANGUAGES, Words

NO_BOTS: Mapping[int, Bot] = MappingProxyType({})
DEFAULT_WIDTH = 80
"""Columns of a drawing."""


class GameSession(Generic[ViewT_co]):
    """A game in progress, as `underdeck.new` and `underdeck.load` return it.

    A view contains what one seat may know, and nothing else. `view`, `print(game)`, `events` and
    `story()` show the game to `seat`: to the player of a solitaire, to the only player among bots,
    or to a spectator if the caller plays several seats. Methods with an argument `seat` show what
    that seat sees, hidden cards of other seats never. Only `record` contains the whole deal.

    >>> import underdeck
    >>> game = underdeck.new("dungeon", bots="careful", seed="7")
    >>> game.legal
    (<DungeonMove bid A>, <DungeonMove bid 6>, ...)
    >>> print(game)
      p1 (you): 5 cards
      [Jk]
      p2 Prudence (bot): 4 cards
      [Jk]
    Deck 42, discards 0
    Your hand: A♥ 6♣ 7♠ Q♦ K♠
    """

    def __init__(self, played: Playthrough[ViewT_co], bots: Mapping[int, Bot] = NO_BOTS) -> None:
        self._played = played
        self._bots = dict(bots)
        self._random = Random()  # noqa: S311  seeded before each choice

    # What there is

    @property
    def name(self) -> str:
        """The name of the game, such as `tomb`."""
        return self._played.game.name

    @property
    def record(self) -> Record:
        """A copy of the record of the game so far, which later moves don't change.

        It contains the whole deal, hidden cards included.
        """
        return self._played.record.copy()

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record to a file: compact text for `.txt`, otherwise JSON.

        The file contains the whole deal, hidden cards included.
        """
        self._played.record.save(path)

    def copy(self) -> "GameSession[ViewT_co]":
        """Return an independent copy of the game, with the same bots, to try moves in.

        Its views hide the same cards; moves in the copy turn up the cards of the real game.
        """
        return GameSession(self._played.copy(), self._bots)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._played.game.seats(self._played.record.options)

    @property
    def seat(self) -> int | None:
        """The seat that `view`, `events`, drawings and the story show; None for a spectator."""
        people = [seat for seat in range(self.seats) if seat not in self._bots]
        return people[0] if len(people) == 1 else 0 if self.seats == 1 else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that the game waits for; none when it is over."""
        return self._played.game.waiting(self._played.state)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.result is not None

    @property
    def result(self) -> Result | None:
        """The outcome of a finished game, such as the ending and the winner's seat."""
        return self._played.result()

    @property
    def view(self) -> ViewT_co:
        """The game as `seat` sees it: a spectator's view if the caller plays several seats."""
        return self.view_for(self.seat)

    def view_for(self, seat: int | None) -> ViewT_co:
        """Return the game as a seat sees it, or a spectator (None)."""
        return self._played.view(None if seat is None else self._check_seat(seat))

    @property
    def legal(self: "GameSession[ViewWith[MoveT]]") -> tuple[MoveT, ...]:
        """The legal moves of the seat that `play` moves for; none when the game is over."""
        seat = self._moving_seat()
        return () if seat is None else self.legal_for(seat)

    def legal_for(self: "GameSession[ViewWith[MoveT]]", seat: int) -> tuple[MoveT, ...]:
        """Return the legal moves of a seat, also of one that could interrupt another."""
        return self.view_for(seat).legal

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far and that `seat` may know, oldest first."""
        return self.events_for(self.seat)

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events that a seat, or a spectator (None), may know."""
        known = None if seat is None else self._check_seat(seat)
        return tuple(
            event for step in self._played.history for event in step if event.is_for(known)
        )

    # Moves

    def play(self, move: Move | str, seat: int | None = None) -> Step:
        """Make a move, then let bots move; return the move and its events.

        The move is a `Move` or its text, such as `"draw"`. It is made by `seat`, which may be left
        out if the game waits for one seat only. The events are those of this move that the seat
        may know; `events` has those of the bots' moves too. An illegal move raises `IllegalMove`, a
        text that isn't a move `InvalidMove`; both change nothing.
        """
        self.play_bots()
        mover, chosen = self._mover_and_move(move, seat)
        step = self._played.play(chosen, mover)
        known = [event for event in step.events if event.is_for(mover)]
        self.play_bots()
        return Step(mover, step.move, known)

    def read_move(
        self: "GameSession[ViewWith[MoveT]]", text: str, seat: int | None = None
    ) -> MoveT:
        """Return the legal move that a text names, without making it.

        Like `play`, it raises `IllegalMove` or `InvalidMove`.
        """
        mover, move = self._mover_and_move(text, seat)
        played = self._played
        played.game.play(played.game.clone(played.state), mover, move, self.legal_for(mover))
        return cast(MoveT, move)

    def play_bots(self) -> None:
        """Let bots move until the game waits for somebody else or is over."""
        while seats := [seat for seat in self.waiting if seat in self._bots]:
            bot = self._bots[seats[0]]
            with name_bot(bot.name, seats[0]):
                self._played.play(self._choice(bot, seats[0]), seats[0])

    def choose(self, bot: BotLike, seat: int | None = None) -> Move:
        """Return the move that a bot would make for a seat, without making it.

        The bot gets the view of that seat alone, and what the seat has learned so far if the bot
        takes a memory.
        """
        return self._choice(bot_of(bot, self.name), self._mover(seat))

    def undo(self) -> None:
        """Take back the last move that wasn't a bot's, and the bots' moves after it.

        The record lists the game as assisted.
        """
        movers = [self._played.read_seat(text)[0] for text in self._played.record.moves]
        own = [number for number, mover in enumerate(movers) if mover not in self._bots]
        if not own:
            raise Refusal("nothing_to_undo")
        for _ in movers[own[-1] :]:
            self._played.take_back()
        self._played.assist(UNDO)

    # Advice

    def odds(self, seat: int | None = None) -> AnyOdds:
        """Return the odds of the next card; the record lists the game as assisted.

        They are computed from the view and the memory of the seat, like all advice.
        """
        adviser = self._adviser()
        known = self._known(self._mover(seat))
        self._played.assist(HINT)
        return adviser.odds(*known)

    def hint(self, goal: str = "win", *, games: int = 1000, seat: int | None = None) -> Advice:
        """Return the prospects of each legal move, the best first, with a reason for the best one.

        With Numba, `games` games are played out after each move, or as many lines of play are
        searched. The record lists the game as assisted. Among several players, the seat that the
        game waits for may be left out, and advice is given only if all others are bots.

        >>> import underdeck
        >>> game = underdeck.new("tomb", seed="7")
        >>> game.hint().best.move
        <TombMove delve>
        """
        adviser = self._adviser()
        known = self._known(self._mover(seat))
        advice = adviser.advise(*known, goal=goal, games=games)
        self._played.assist(HINT)
        return advice

    def review(self, goal: str = "win") -> Review:
        """Return the review of this game, which must be over."""
        reviewer: Reviewer | None = find_part(self.name, "review")
        if reviewer is None:
            raise Refusal("no_review", game=self.name)
        return reviewer.review(self._played, goal)

    def _adviser(self) -> Adviser:
        """Return the adviser of the game, or refuse."""
        adviser: Adviser | None = find_part(self.name, "advice")
        if adviser is None:
            raise Refusal("no_advice", game=self.name)
        return adviser

    def _known(self, seat: int) -> tuple[ViewT_co, Memory | None]:
        """Return the view and the memory of a seat, which all others must be bots for."""
        if any(other not in self._bots for other in range(self.seats) if other != seat):
            raise Refusal("advice_against_people")
        if seat not in self.waiting:
            raise Refusal("advice_later")
        return self._played.view(seat), self._played.memory(seat)

    # The game for people

    def draw(
        self,
        seat: int | None = None,
        *,
        lang: str = "en",
        width: int = DEFAULT_WIDTH,
        plain: bool = False,
    ) -> str:
        """Return the table as text, as `seat` sees it; by default as `self.seat` does.

        With `plain`, the table is described in words, for a screen reader.
        """
        words = words_in(lang)
        page = TextPage(words, width, letters=plain, plain=plain)
        view = self.view_for(self.seat if seat is None else seat)
        return "\n".join(
            drawing_for(self.name).lines(page, view, bot_names(words, self._played.record))
        )

    def story(self, lang: str = "en", *, seat: int | None = None, since: int = 0) -> str:
        """Return what happened in words, one line for each move that is worth a sentence.

        It is told to `seat`, by default to `self.seat`, and leaves out the first `since` moves.
        """
        words = words_in(lang)
        names = bot_names(words, self._played.record)
        teller = teller_for(self.name, words, self._played.record.deal.voice, names=names.get)
        listener = self.seat if seat is None else self._check_seat(seat)
        lines: list[str] = []
        before: list[Event] = []
        for number, events in enumerate(self._played.history):
            if number > since or since == 0:
                lines.append(" ".join(teller.tell(events, listener, before)))
            before += events
        return "\n".join(filter(None, lines))

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        source, moves = self._played.record.deal.source, len(self._played.record.moves)
        title = Words("en").say(f"{self.name}.game.name")
        return f"<{title}: {source_text(source)}, {count_text(moves)}, {self._status()}>"

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        title = Words("en").say(f"{self.name}.game.name")
        seat = self.seat
        moves = self.legal_for(seat) if seat is not None else ()
        status = f"{source_text(self._played.record.deal.source)} · {self._status()}"
        return table_as_html(title, status, self.draw(), [str(move) for move in moves])

    def _status(self) -> str:
        """Return the result, or the seats that the game waits for."""
        if self.result is None:
            seats = " and ".join(map(str, self.waiting))
            return f"waiting for seat{'s' if len(self.waiting) > 1 else ''} {seats}"
        return ", ".join(f"{name} {part}" for name, part in self.result.items())

    # Seats

    def _check_seat(self, seat: int) -> int:
        """Return a seat of this game, or refuse another number."""
        if seat not in range(self.seats):
            raise Refusal("no_such_seat", seat=seat, seats=list(range(self.seats)))
        return seat

    def _moving_seat(self) -> int | None:
        """Return the seat that moves if none is named; None if nobody but bots can move."""
        people = [seat for seat in self.waiting if seat not in self._bots]
        if len(people) > 1:
            raise Refusal("seat_needed", seats=people)
        return people[0] if people else None

    def _mover(self, seat: int | None) -> int:
        """Return the seat that a move is made for."""
        if seat is not None and seat in self._bots:
            raise Refusal("bot_seat", seat=seat, bot=self._bots[seat].name)
        chosen = self._moving_seat() if seat is None else self._check_seat(seat)
        if chosen is None or self.is_over:
            raise IllegalMove("game_over")
        return chosen

    def _mover_and_move(self, move: Move | str, seat: int | None) -> tuple[int, Move]:
        """Return a move with the seat that makes it, which its text may name."""
        if isinstance(move, str) and self.seats > 1:
            named, text = self._played.read_seat(move)  # `p2 pass`, as records write it
            seat, move = (seat, move) if named is None else (named, text)
        mover = self._mover(seat)
        if isinstance(move, str):
            return mover, read_chosen(self._played.game, move, self.view_for(mover))
        if not isinstance(move, Move):
            raise TypeError(f"a move is a text or a Move, not {move!r}")
        return mover, move

    def _choice(self, bot: Bot, seat: int) -> Move:
        """Return a bot's choice; its random numbers depend on the deal and the moves so far."""
        self._random.seed(f"{self._played.record.deal.voice} {len(self._played.record.moves)}")
        return asker(bot)(self._played, seat, self._random)


def words_in(language: str) -> Words:
    """Return the texts in a language."""
    if language not in LANGUAGES:
        raise Refusal("unknown_language", name=language, names=list(LANGUAGES))
    return Words(language)


def count_text(moves: int) -> str:
    """Return a number of moves."""
    return f"{moves} move" if moves == 1 else f"{moves} moves"


def source_text(source: Source) -> str:
    """Return where a deal comes from, without what must stay hidden: `seed '42'`."""
    return f"{source.kind} {source.voice!r}" if source.voice else "listed cards"
