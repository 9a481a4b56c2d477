"""A game of several at one terminal: people who pass it round, and bots. Nobody is shown what another may not see."""

from collections.abc import Mapping
from random import Random

from underdeck.bots import Bot
from underdeck.cli.dungeon import DungeonScreen
from underdeck.cli.pages import show_contents, show_page
from underdeck.cli.prompt import COMMANDS, Command, simple, understand
from underdeck.cli.saves import Save, export
from underdeck.cli.session import Session
from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move
from underdeck.record import Playthrough
from underdeck.refusal import Refusal
from underdeck.say.table import refusal_text

INTERRUPTED = frozenset({"turn", "attacked", "asked", "caught", "robbing", "saving"})
"""Decisions of a bot before which people are asked whether they want to play an ace."""


class Round(Session):
    """A session with several seats, some of them people's and some of them bots'."""

    def __init__(self, terminal: Terminal, played: Playthrough, save: Save, bots: Mapping[int, Bot]) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.played = played
        self.save = save
        self.table = DungeonScreen(terminal, played)
        self.bots = bots
        self.people = [seat for seat in range(played.game.seats(played.record.house)) if seat not in bots]
        self.unheard: dict[int, list[Event]] = {seat: list(played.opening) for seat in self.people}
        """What each person hasn't been told yet."""
        self.at_screen: int | None = self.people[0] if len(self.people) == 1 else None
        """Who looks at the terminal now."""
        self.last_events: list[Event] = []
        self.random = Random(f"{played.record.deal.voice} {len(played.record.moves)}")

    def run(self) -> None:
        """Play until the game is over or someone leaves."""
        self.save.write(self.played)
        try:
            while self.played.result() is None:
                if not self.next_move():
                    self.leave()
                    return
        except KeyboardInterrupt:
            self.terminal.show()
            self.leave()
            raise
        self.close()

    def next_move(self) -> bool:
        """Let one of those whom the game waits for decide; False to leave."""
        waiting = self.played.game.waiting(self.played.state)
        seat = next((seat for seat in waiting if seat in self.bots), waiting[0])
        if seat not in self.bots:
            return self.ask(seat)
        if not self.offer_interrupt(seat):
            return False
        if seat in self.played.game.waiting(self.played.state):
            self.make(self.bots[seat](self.played.view(seat), self.random), seat)
        return True

    def offer_interrupt(self, seat: int) -> bool:
        """D-12 Before a bot decides, people may play an ace; False to leave.

        One person alone is asked only with an ace in the hand. Several are asked in any case, all at once: the question tells nothing.
        """
        if self.table.view(None).pending not in INTERRUPTED:
            return True
        if len(self.people) > 1:
            return self.offer_to_all(seat)
        for person in self.people:
            while legal := self.played.game.legal(self.played.state, person):
                self.sit_down(person)
                aces = ", ".join(self.table.move_text(move) for move in legal)
                line = self.terminal.ask(
                    self.words.say("cli.dungeon.interrupt", player=self.table.teller.name(seat + 1), moves=aces) + " > "
                )
                if line is None:
                    return False
                if not line.strip():
                    break
                if not self.obey_for(person, line):
                    return False
        return True

    def offer_to_all(self, seat: int) -> bool:
        """The question before a bot decides, for a table of several people; False to leave."""
        self.clear_for(None)
        names = ", ".join(f"p{person + 1}" for person in self.people)
        while True:
            line = self.terminal.ask(self.words.say("cli.dungeon.anyone", player=self.table.teller.name(seat + 1), names=names) + " > ")
            if line is None:
                return False
            if not line.strip():
                return True
            if (person := self.person_named(line)) is not None:
                return self.ask(person)
            if simple(line.strip()) in ("quit", simple(self.words.say("cli.command.quit"))):
                return False

    def person_named(self, line: str) -> int | None:
        """The person whom a line like `p2` calls to the screen."""
        return next((person for person in self.people if line.strip().lower() == f"p{person + 1}"), None)

    def ask(self, seat: int) -> bool:
        """A person's decision; another one may be called to the screen to play an ace. False to leave."""
        self.sit_down(seat)
        if self.table.view(seat).pending != "discard":
            self.table.draw(seat)
        else:
            self.table.draw_hand(seat)
        self.show_what_may_be_done(seat)
        while True:
            before = len(self.played.record.moves)
            line = self.terminal.ask("> ")
            if line is not None and not line.strip() and seat not in self.played.game.waiting(self.played.state):
                return True
            person = self.person_named(line) if line is not None else None
            if person is not None and person != seat:
                return self.ask(person)
            if line is None or not self.obey_for(seat, line):
                return False
            if len(self.played.record.moves) > before:
                return True

    def clear_for(self, seat: int | None) -> None:
        """Take away what the last one saw."""
        if self.at_screen != seat and len(self.people) > 1:
            self.terminal.clear()
        self.at_screen = seat

    def show_what_may_be_done(self, seat: int) -> None:
        """What the game waits for, and the moves."""
        self.terminal.show(self.table.waits_for(seat))
        self.terminal.show(self.words.say("cli.play.moves", moves=", ".join(self.table.moves(seat))))

    def sit_down(self, seat: int) -> None:
        """Give the terminal to a person: a screen between, then the news since they last looked."""
        if self.at_screen != seat and len(self.people) > 1:
            self.clear_for(seat)
            self.terminal.ask(self.words.say("cli.dungeon.hand_over", player=self.table.teller.name(seat + 1)) + " ")
        self.at_screen = seat
        self.table.tell(self.unheard[seat], seat)
        self.unheard[seat] = []

    def obey_for(self, seat: int, line: str) -> bool:
        """Do what a person typed; False to leave."""
        try:
            wish = understand(line, self.played.game, self.played.game.legal(self.played.state, seat), self.words)
            if isinstance(wish, Command):
                return self.command_of(wish, seat)
            self.make(wish, seat)
        except Refusal as refusal:
            self.terminal.show(refusal_text(self.words, refusal, self.terminal.face))
        return True

    def make(self, move: Move, seat: int = 0) -> None:
        """Make a move: on disk first, then told to whoever sits there, and kept for the others."""
        step = self.played.play(move, seat)
        try:
            self.save.write(self.played)
        except Refusal:
            self.played.take_back()
            raise
        self.last_events = step.events
        for person in self.people:
            self.unheard[person] += step.events
        if self.at_screen is not None:
            self.table.tell(self.unheard[self.at_screen], self.at_screen)
            self.unheard[self.at_screen] = []

    def command_of(self, command: Command, seat: int) -> bool:
        """Do something about the game; False to leave."""
        match command.name:
            case "help":
                self.show_help(seat)
            case "rules" if command.rest:
                show_page(self.terminal, self.played.game.name, command.rest)
            case "rules":
                show_contents(self.terminal, self.played.game.name)
            case "look":
                self.table.draw(seat)
                self.show_what_may_be_done(seat)
            case "undo":
                raise Refusal("no_undo")
            case "save" if command.rest:
                export(self.played, command.rest)
                self.terminal.show(self.words.say("cli.play.exported", path=command.rest))
            case "save":
                self.tell_where()
            case _:
                return False
        return True

    def show_help(self, seat: int) -> None:
        """The moves at hand, each with what it does, and the commands."""
        legal = self.played.game.legal(self.played.state, seat)
        self.list_help(dict.fromkeys(move.word for move in legal), [name for name in COMMANDS if name != "undo"])

    def close(self) -> None:
        """The end: who won and how."""
        if len(self.people) == 1:
            self.table.tell(self.unheard[self.people[0]], self.people[0])
        elif self.people:  # several look at the screen now, and what one of them drew is still nobody else's
            self.table.tell(max(self.unheard.values(), key=len), None)
        self.table.draw(None)
        self.table.show_result()
        self.terminal.show_command(self.words.say("cli.ending.replay"), f"{self.words.program} replay {self.save.name}")
