"""Offers to interrupt before a bot decides, such as with an ace in Dungeon (D-12)."""

from typing import TYPE_CHECKING

from underdeck.cli.moves import with_key
from underdeck.cli.phrases import simple

if TYPE_CHECKING:
    from underdeck.cli.session import Session


class Interrupts:
    """Asks people before a bot decides, unless they don't want to be asked in this turn."""

    def __init__(self, session: "Session") -> None:
        self.session = session
        self.terminal, self.screen = session.terminal, session.screen
        self.seats, self.words = session.seats, session.words
        self.is_open = False
        """Whether a person is answering an offer."""
        self._quiet_turn: int | None = None
        """The turn in which nobody wants to be asked again."""
        self._is_watching = False
        """Whether people want to watch how the bots end the game."""

    def offer(self, bot: int) -> bool:
        """Ask people before a bot decides; return False to leave.

        One person alone is asked only with a move that interrupts in hand. Several are always
        asked, all at once, so that the question reveals nothing about a hand.
        """
        if self._quiet_turn == self.screen.turn() or not self.screen.may_interrupt(
            self.seats.people
        ):
            return True
        return self._ask_everyone(bot) if self.seats.is_shared else self._ask_one(bot)

    def offer_to_watch(self) -> bool:
        """When only bots are left in the game, ask whether to watch; return False to leave."""
        if self._is_watching or not all(map(self.screen.is_out, self.seats.people)):
            return True
        self.seats.clear_for(None)
        self.terminal.show(self.words.say("cli.seats.watch"))
        line = self.terminal.ask("> ")
        self._is_watching = line is not None and not line.strip()
        return self._is_watching

    def _ask_one(self, bot: int) -> bool:
        """Ask the only person, again after each move that still leaves one; False to leave."""
        (person,) = self.seats.people
        while moves := self.screen.interrupts(person):
            self.seats.sit_down(person)
            texts = (with_key(self.terminal, move, self.screen.move_text(move)) for move in moves)
            self.terminal.show(self.screen.offer_text("alone", bot, moves=", ".join(texts)))
            line = self.terminal.ask("> ", self.session.completer(person))
            if line is None:
                return False
            if self._declines(line):
                break
            self.is_open = True
            stays = self.session.obey(line, person)
            self.is_open = False
            if not stays:
                return False
        return True

    def _ask_everyone(self, bot: int) -> bool:
        """Ask all people at the screen, until they decline or one of them moves; False to leave."""
        move_count = self.session.move_count
        while self.session.move_count == move_count:
            self.seats.clear_for(None)
            names = ", ".join(f"p{person + 1}" for person in self.seats.people)
            self.terminal.show(self.screen.offer_text("anyone", bot, names=names))
            line = self.terminal.ask("> ")
            quit_words = ("quit", simple(self.words.say("cli.command.quit")))
            if line is None or simple(line.strip()) in quit_words:
                return False
            if self._declines(line):
                break
            person = self.seats.person_named(line)
            if person is not None and not self.session.ask(person):
                return False
        return True

    def _declines(self, line: str) -> bool:
        """Return whether a line lets the bot go on: Enter or `pass`, or `later` for the turn."""
        typed = simple(line.strip())
        if typed in ("later", simple(self.words.say("cli.seats.later"))):
            self._quiet_turn = self.screen.turn()
            return True
        return typed in ("", "pass", simple(self.words.say(f"{self.screen.game}.move.pass")))
