"""The base of all screens: a game on a terminal, with defaults for what a game may omit.

A game needs a teller, a drawing and a catalogue; its screen may then be as short as this:

    class PitScreen(Screen[PitView]):
        def decision(self, seat: int) -> str:
            return self.words.say("pit.decision.dig")
"""

from collections.abc import Sequence
from typing import Generic, TypeAlias

from underdeck.cli.moves import list_spoken, refused, spoken_rank, typed_name
from underdeck.cli.terminal import Terminal
from underdeck.game import EVERYONE, Event, Move, Result, View, ViewT_co
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal
from underdeck.say.bot_names import bot_names
from underdeck.say.drawings import drawing_for
from underdeck.say.quips import Quips
from underdeck.say.tellers import AnyTeller, teller_for


class Screen(Generic[ViewT_co]):
    """Draws one game, tells its story and lists the moves, to one seat at a time.

    Seats are counted from 0; a spectator is seat None.
    """

    def __init__(self, terminal: Terminal, played: Playthrough[ViewT_co]) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.played = played
        self.game = played.game.name
        self.bots = bot_names(terminal.words, played.record)
        """Names of the bots, by seat."""
        self.teller = self.make_teller()
        record = played.record
        self.characters = Quips(self.words, self.game, record.seats, record.deal.voice)
        """What the characters among the bots say."""
        self._drawn = False
        """Whether the game was drawn since the game was started or resumed."""

    def make_teller(self) -> AnyTeller:
        """Return the teller of this game, which calls bots by their names."""
        return teller_for(
            self.game,
            self.words,
            self.played.record.deal.voice,
            self.terminal.face,
            spoken=self.terminal.plain,
            names=self.bot_name,
        )

    def bot_name(self, seat: int) -> str:
        """Return the name of a bot, or an empty text for a person."""
        return self.bots.get(seat, "")

    @property
    def spectator(self) -> int | None:
        """The seat whose view a replay shows; a solitaire hides nothing from spectators."""
        return 0 if self.played.is_solo else None

    def view(self, seat: int | None = 0) -> ViewT_co:
        """Return the view of a seat."""
        return self.played.view(seat)

    def is_waiting(self, seat: int) -> bool:
        """Return whether the game waits for a seat to decide."""
        return seat in self.played.game.waiting(self.played.state)

    # Drawings

    def lines(self, seat: int | None) -> list[str]:
        """Return the lines of a drawing of the game as a seat sees it."""
        return drawing_for(self.game).lines(self.terminal, self.view(seat), self.bots)

    def draw(self, seat: int | None) -> None:
        """Draw the game as a seat sees it."""
        self.terminal.show_lines(["", *self.lines(seat)])

    def show_situation(self, seat: int) -> None:
        """Show what a seat needs to know before it decides; in plain mode only what has changed."""
        if self.terminal.plain and self._drawn:
            self.show_changes(seat)
        else:
            self.draw(seat)
        self._drawn = True

    def show_changes(self, seat: int) -> None:
        """Show what the last move has changed, in plain mode; by default the whole drawing."""
        self.draw(seat)

    # The story

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.teller.name(seat)

    def tell(self, events: Sequence[Event], seat: int | None) -> None:
        """Tell events to a seat."""
        before = self.played.events_before(events)
        for line in self.teller.tell(events, seat, before):
            self.terminal.show(line)
        self.tell_quips(events)

    def tell_quips(self, events: Sequence[Event]) -> None:
        """Show what characters say about events."""
        for text in self.quips_about(events):
            self.terminal.show(text)

    def quips_about(self, events: Sequence[Event]) -> list[str]:
        """Return what characters say about events, those that everybody may know."""
        public = [event for event in events if event.audience == EVERYONE]
        return [
            self.words.say(
                f"characters_{self.game}.text.quip", name=self.name(quip.seat), quip=quip.text
            )
            for quip in self.characters.after(public, self.played.events_before(public))
        ]

    def retell(self, events: Sequence[Event]) -> None:
        """Tell the last move in a replay."""
        self.tell(events, self.spectator)

    def explain(self, events: Sequence[Event], seat: int) -> list[str]:
        """Return the rules behind these events, for a lesson."""
        return self.teller.explain(events, seat)

    def count_finished(self, events: Sequence[Event]) -> int:
        """Return how many of these events are told at once, while bots play on."""
        return len(events)

    # Decisions

    def decision(self, seat: int) -> str:
        """Return what a seat has to decide, if the list of moves doesn't say it."""
        return ""

    def moves(self, seat: int) -> list[str]:
        """Return the legal moves of a seat as they are listed."""
        return self.list_of(self.view(seat).legal)

    def list_of(self, moves: Sequence[Move]) -> list[str]:
        """Return moves as they are listed."""
        return list_spoken(self.terminal, moves, self.spoken_part)

    def spoken_part(self, part: str) -> str:
        """Return a part of a move, such as a rank, in words."""
        return spoken_rank(self.words, part)

    def move_text(self, move: Move) -> str:
        """Return a move as it is typed."""
        return typed_name(self.terminal, move)

    def moves_text(self, seat: int) -> str:
        """Return the legal moves of a seat in a sentence."""
        return self.words.say("cli.play.moves", moves=", ".join(self.moves(seat)))

    def choices(self, seat: int) -> str:
        """Return what a seat may do now, and what Enter does."""
        moves = ", ".join(self.moves(seat))
        if not self.is_waiting(seat):
            return self.words.say(
                "cli.seats.moves_aside" if moves else "cli.seats.moves_none", moves=moves
            )
        if not self.played.is_solo and len(self.view(seat).legal) == 1:
            return self.words.say("cli.seats.moves_only", moves=moves)
        return self.moves_text(seat)

    def show_choices(self, seat: int) -> None:
        """Show what a seat has to decide and the moves."""
        self.terminal.show(" ".join(filter(None, (self.decision(seat), self.choices(seat)))))

    def is_forced(self, seat: int) -> bool:
        """Return whether a seat's only move may be made without asking, in a game against bots."""
        return len(self.view(seat).legal) == 1

    def forced_text(self, move: Move) -> str:
        """Return the sentence that a move is the only one."""
        return self.words.say("cli.seats.forced", move=self.move_text(move))

    def forced_event(self, seat: int) -> Event | None:
        """Return an event that narrates a forced move, if the game treats it as routine."""
        return None

    def show_forced(self, move: Move, seat: int) -> None:
        """Say that a move is the only one and is made."""
        self.terminal.show(" ".join(filter(None, (self.decision(seat), self.forced_text(move)))))

    # Typed input

    def replace_names(self, line: str) -> str:
        """Return a typed line with names of players replaced by their seats as they are typed."""
        return line

    def read_unlisted(self, line: str, seat: int) -> Move | None:
        """Return the legal move that a line names and that is never listed, such as resigning."""
        return None

    def warning(self, move: Move, seat: int) -> str:
        """Return a warning for a move that is probably a mistake; the player must repeat it."""
        return ""

    def answer(self, refusal: Refusal, seat: int) -> str:
        """Return the answer to a line that is refused: a question, or the reason and the moves."""
        if question := self.question(refusal):
            return question
        if reason := self.reason(refusal, seat):
            return f"{reason} {self.moves_text(seat)}"
        return refused(self.terminal, refusal, self.list_of)

    def question(self, refusal: Refusal) -> str:
        """Return what to ask if only a card of the move is missing."""
        return ""

    def reason(self, refusal: Refusal, seat: int) -> str:
        """Return why the rules refuse a move, if they give a reason."""
        return ""

    def remark(self, line: str, events: Sequence[Event], seat: int) -> str:
        """Return a remark on the move that a line has made."""
        return ""

    # Other players

    def turn(self) -> int:
        """Return the number of the turn, if the game has turns."""
        return int(getattr(self.view(self.spectator), "turn", 0))

    def is_out(self, seat: int) -> bool:
        """Return whether a player is out of the game."""
        return False

    def may_interrupt(self, people: Sequence[int]) -> bool:
        """Return whether the rules let one of these people interrupt now, whatever they hold."""
        return False

    def interrupts(self, seat: int) -> list[Move]:
        """Return the moves by which a seat can interrupt now."""
        return []

    def offer_text(self, key: str, bot: int, **parts: object) -> str:
        """Return the offer to interrupt before a bot decides: to one person, or to anyone."""
        return ""

    # Help

    def extra_help(self, seat: int) -> str:
        """Return a last paragraph for the help."""
        return ""

    @property
    def has_counter(self) -> bool:
        """Whether the game offers a card counter."""
        return self.played.game.unseen(self.played.state, 0) is not None

    def show_unseen(self) -> None:
        """Show the cards that are still in the deck."""
        unseen = self.played.game.unseen(self.played.state, 0) or ()
        self.terminal.show(self.words.say("cli.count.left", n=len(unseen)))
        self.terminal.show(" ".join(map(self.terminal.face, unseen)), indent="  ", hang="  ")

    def no_counter_text(self) -> str:
        """Return why there is no card counter."""
        own = f"{self.game}.game.no_counter"
        return self.words.say(own if self.words.has(own) else "cli.count.none")

    # Replays and the end

    def is_calm(self) -> bool:
        """Return whether a replay shows the status now."""
        return False

    def status(self) -> str:
        """Return the state of the game in one line, for a replay."""
        return ""

    def summary(self) -> dict[str, int]:
        """Return the most important figures of the game, for programs."""
        return {"turns": self.turn()}

    def ending(self, result: Result) -> str:
        """Return how the game ended."""
        own = f"{self.game}.ending.{result.get('ending')}"
        return self.words.say(own, **result) if self.words.has(own) else self.over_text(result)

    def over_text(self, result: Result) -> str:
        """Return how the game ended as a note in a list of games."""
        own = f"{self.game}.over.{result.get('ending')}"
        parts = {name: part for name, part in result.items() if name != "ending"}
        return self.words.say(own if self.words.has(own) else "cli.resume.over", **parts)

    def show_result(self, *, with_assists: bool = True) -> None:
        """Show how the game ended, and whether the player was assisted."""
        result = self.played.result()
        assert result is not None
        self.terminal.show()
        self.terminal.show(self.terminal.bold(self.ending(result)))
        if with_assists and result["assisted"]:
            self.terminal.show(self.words.say("cli.ending.assisted"))

    def show_end(self, people: Sequence[int]) -> None:
        """Show the end of a game to the people who played it."""
        self.show_result()


AnyScreen: TypeAlias = Screen[View]
"""A screen of a game found by its name."""
