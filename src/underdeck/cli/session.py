"""A game at the prompt, line by line; every move is on disk before its story is told."""

from collections.abc import Callable

from underdeck.cli.assists import Assists
from underdeck.cli.complete import completions
from underdeck.cli.guide import Guide
from underdeck.cli.house_rules import bot_arguments, option_arguments, show_options
from underdeck.cli.interrupts import Interrupts
from underdeck.cli.moves import key_of, refused
from underdeck.cli.prompt import COMMANDS, Command, understand
from underdeck.cli.rules import show_contents, show_page
from underdeck.cli.saves import Save, export
from underdeck.cli.screens import AnyScreen
from underdeck.cli.seats import Seats
from underdeck.cli.speech import Speech, speech_options
from underdeck.cli.terminal import Completer
from underdeck.deal import Code, Fair
from underdeck.game import Event, Move
from underdeck.refusal import Refusal
from underdeck.registry import find_manifest


class Session:
    """A game being played: a screen, seats, a file to save to, and the guide of a lesson.

    A solitaire has one seat. A lesson has a guide and is not saved.
    """

    def __init__(
        self, screen: AnyScreen, seats: Seats, saver: Save | None, guide: Guide | None = None
    ) -> None:
        self.screen = screen
        self.terminal, self.words, self.played = screen.terminal, screen.words, screen.played
        self.seats = seats
        self.saver = saver
        self.guide = guide
        self.resume_arguments = ""
        """Further options of the command that resumes the game, such as the score of a match."""
        self.on_end: Callable[[], None] = lambda: None
        """Called after the result was shown."""
        self.interrupts = Interrupts(self)
        self.assists = Assists(self)
        self.commands = tuple(name for name in COMMANDS if self._offers(name))
        """The commands that help lists and Tab completes."""
        self._warned: Move | None = None
        """The move that the player was just warned about."""
        self._last_events: list[Event] = []

    def _offers(self, command: str) -> bool:
        """Return whether a command makes sense in this game."""
        if command == "count":
            return self.screen.has_counter
        if command in ("odds", "hint"):
            return bool(find_manifest(self.screen.game).advice) and not self.seats.is_shared
        return command != "undo" or self.played.is_solo

    @property
    def move_count(self) -> int:
        """The number of moves made so far."""
        return len(self.played.record.moves)

    # The loop

    def run(self) -> bool:
        """Play until the game is over; return False if the player leaves before."""
        self.save()
        try:
            if self.guide:
                self.guide.welcome()
            while self.played.result() is None:
                if not self.next_move():
                    self.leave()
                    return False
        except KeyboardInterrupt:
            self.terminal.show()
            self.leave()
            raise
        self.close()
        return True

    def next_move(self) -> bool:
        """Let the next seat decide; return False to leave."""
        if self.guide and (scripted := self.guide.next_move()):
            seat, move = scripted
            if seat not in self.seats.bots:
                return self.ask(seat)
            self.make(move, seat)
            return True
        seat = self.seats.next_seat()
        if seat not in self.seats.bots:
            return self.ask(seat)
        if not self.interrupts.offer_to_watch() or not self.interrupts.offer(seat):
            return False
        if seat in self.seats.waiting():
            self.make(self.seats.choose(seat), seat)
        return True

    def ask(self, seat: int) -> bool:
        """Ask a person for a move, or another one whom they call; return False to leave."""
        if self.is_forced(seat) and self.make_forced(seat):
            return True
        self.seats.sit_down(seat)
        if self.guide:
            self.guide.show_comment()
        self.screen.show_situation(seat)
        self.screen.show_choices(seat)
        move_count = self.move_count
        while self.move_count <= move_count:
            move_count = self.move_count
            line = self.terminal.ask("> ", self.completer(seat))
            if line is None:
                return False
            if not line.strip() and not self.screen.is_waiting(seat):
                return True
            person = self.seats.person_named(line)
            if person is not None and person != seat:
                return self.ask(person)
            if not self.obey(line, seat):
                return False
        return True

    def is_forced(self, seat: int) -> bool:
        """Return whether a move is made without asking because it is the only one.

        With several people at the screen everybody is asked: nobody learns what a hand lacks.
        """
        against_bots = bool(self.seats.bots) and not self.seats.is_shared and self.guide is None
        return against_bots and self.screen.is_waiting(seat) and self.screen.is_forced(seat)

    def make_forced(self, seat: int) -> bool:
        """Make the only move and say so; return False if it could not be saved."""
        (move,) = self.played.view(seat).legal
        if event := self.screen.forced_event(seat):
            self.seats.add_news_for(seat, event)
        else:
            self.seats.sit_down(seat)
            self.screen.show_forced(move, seat)
        try:
            self.make(move, seat)
        except Refusal as refusal:
            self.terminal.show(refused(self.terminal, refusal))
            return False
        return True

    # Lines typed

    def completer(self, seat: int) -> Completer:
        """Return what Tab completes for a seat: its legal moves and the commands."""
        return lambda before, begun: completions(
            before, begun, self.played.view(seat).legal, self.commands, self.words
        )

    def obey(self, line: str, seat: int) -> bool:
        """Do what a person typed; return False to leave."""
        move_count = self.move_count
        try:
            wish = self.read(line, seat)
            if isinstance(wish, Command):
                return self.run_command(wish, seat)
            if self.confirms(wish, seat):
                self.make(wish, seat)
        except Refusal as refusal:
            self.terminal.show(self.screen.answer(refusal, seat))
        if self.move_count > move_count and (
            remark := self.screen.remark(line, self._last_events, seat)
        ):
            self.terminal.show(remark)
        return True

    def read(self, line: str, seat: int) -> Move | Command:
        """Return the move or command that a line means."""
        named = self.screen.replace_names(line)
        legal = self.played.game.legal(self.played.state, seat)
        return self.screen.read_unlisted(named, seat) or understand(
            named, self.played.game, legal, self.words, line
        )

    def confirms(self, move: Move, seat: int) -> bool:
        """Warn of a move that is easily a mistake; return True if there is nothing to warn of.

        A move that is typed again after its warning is meant.
        """
        warning = self.screen.warning(move, seat) if self.terminal.interactive else ""
        if not warning or move == self._warned:
            self._warned = None
            return True
        self._warned = move
        self.terminal.show(warning)
        return False

    # Moves

    def make(self, move: Move, seat: int) -> None:
        """Make a move; in a lesson, the one that the learner chooses after the guide's comment."""
        if self.guide and seat not in self.seats.bots:
            chosen = self.guide.compare(move)
            if chosen is None:
                self.screen.show_choices(seat)
                return
            move = chosen
        step = self.played.play(move, seat)
        try:
            self.save()
        except Refusal:
            self.played.take_back()
            raise
        self._last_events = step.events
        self.seats.add_news(self._last_events)
        self.seats.tell_finished()
        if self.guide and (rules := self.screen.explain(self._last_events, self.seats.people[0])):
            self.seats.tell_news(self.seats.people[0])
            self.guide.show_rules(rules)

    def save(self) -> None:
        """Write the game to disk, unless it is a lesson."""
        if self.saver:
            self.saver.write(self.played)

    def show_game(self, seat: int) -> None:
        """Draw the game and show the moves."""
        if self.guide:
            self.guide.show_comment()
        self.screen.draw(seat)
        self.screen.show_choices(seat)

    # Commands

    def run_command(self, command: Command, seat: int) -> bool:
        """Run a command; return False to leave."""
        match command.name:
            case "help":
                with self.terminal.paged():
                    self.help(seat)
            case "rules" if command.rest:
                with self.terminal.paged():
                    show_page(self.terminal, self.screen.game, command.rest)
            case "rules":
                show_contents(self.terminal, self.screen.game)
            case "look":
                self.show_game(seat)
            case "odds":
                self.assists.odds(seat)
            case "hint":
                self.assists.hint(command.rest, seat)
            case "count":
                self.assists.count()
            case "undo":
                self.assists.undo(seat)
            case "save" if command.rest:
                export(self.played, command.rest)
                self.terminal.show(self.words.say("cli.play.exported", path=command.rest))
            case "save":
                self.show_path()
            case _:
                return False
        return True

    def help(self, seat: int) -> None:
        """Explain the legal moves and the commands, and list the house rules in force."""
        show, say = self.terminal.show, self.words.say
        show(say("cli.play.help_moves"))
        legal = self.played.game.legal(self.played.state, seat)
        for word in dict.fromkeys(move.word for move in legal):
            show(self.help_on_move(word), indent="  ", hang="  ")
        show(say("cli.play.help_commands"))
        for name in self.commands:
            text = f"{say(f'cli.command.{name}')}: {self.help_on_command(name)}"
            show(text, indent="  ", hang="  ")
        show(say(f"{self.screen.game}.game.help"))
        if not self.terminal.letters and self.words.has(f"{self.screen.game}.game.legend"):
            show(say(f"{self.screen.game}.game.legend"))
        show_options(self.terminal, self.screen.game, self.played.record.options)
        if self.interrupts.is_open:
            show(say(f"{self.screen.game}.offer.help"))
        elif not self.screen.is_waiting(seat):
            show(say("cli.seats.help_aside"))
        if extra := self.screen.extra_help(seat):
            show(extra)

    def help_on_move(self, word: str) -> str:
        """Return the key of a move, its name and what it does."""
        game = self.screen.game
        move = self.words.say(f"{game}.move.{word}")
        what = self.words.say(f"{game}.move_help.{word}")
        key = key_of(self.words.language, game, word)
        if not key:
            return f"{move}: {what}"
        return self.words.say("cli.play.help_move", key=key, move=move, what=what)

    def help_on_command(self, command: str) -> str:
        """Return what a command does; in a lesson nothing is saved or counted."""
        lesson = f"cli.learn_help.{command}"
        if self.guide and self.words.has(lesson):
            return self.words.say(lesson)
        own = f"{self.screen.game}.command_help.{command}"
        return self.words.say(own if self.words.has(own) else f"cli.command_help.{command}")

    def show_path(self) -> None:
        """Show where the game is saved."""
        if self.saver:
            self.terminal.show_command(self.words.say("cli.play.saved"), str(self.saver.path))
        else:
            self.terminal.show(self.words.say("cli.learn.not_kept"))

    # The end

    def leave(self) -> None:
        """Say how to continue; a game without a move is not kept."""
        if self.guide:
            if not Speech.in_menu:
                command = f"{self.words.program} learn {self.screen.game}{self.speech_options()}"
                self.terminal.show_command(self.words.say("cli.learn.left"), command)
        elif self.saver and not self.move_count:
            self.saver.forget()
            self.terminal.show(self.words.say("cli.play.left_unplayed"))
        elif Speech.in_menu:
            self.terminal.show(self.words.say("cli.play.left_to_menu"))
        elif self.saver:
            options = self.resume_arguments + self.speech_options()
            command = f"{self.words.program} resume {self.saver.name}{options}"
            self.terminal.show_command(self.words.say("cli.play.left"), command)

    def close(self) -> None:
        """Show the end of the game and what to do next."""
        self.seats.tell_end()
        if self.guide:
            self.screen.show_result(with_assists=False)
            self.guide.farewell()
            return
        self.screen.show_end(self.seats.people)
        self.on_end()
        if self.saver:
            self.show_next_steps(self.saver)

    def show_next_steps(self, saver: Save) -> None:
        """Reveal a fair shuffle's seed; if no menu follows, say how to play and watch again."""
        say, source, program = self.words.say, self.played.record.deal.source, self.words.program
        if isinstance(source, Fair):
            self.terminal.show_lines([say("cli.ending.revealed"), f"  {source.seed.hex()}"])
            self.terminal.show_command(say("cli.ending.check"), f"{program} verify {saver.name}")
        if self.terminal.interactive:
            return
        speech = self.speech_options()
        if isinstance(source, Code):
            options = option_arguments(self.played.record.options) + bot_arguments(self.played)
            again = f"{program} play {self.screen.game} --code {source.text}{options}{speech}"
            self.terminal.show_command(say("cli.ending.again"), again)
        self.terminal.show_command(
            say("cli.ending.replay"), f"{program} replay {saver.name}{speech}"
        )
        if find_manifest(self.screen.game).review:
            self.terminal.show_command(
                say("cli.ending.review"), f"{program} review {saver.name}{speech}"
            )
        if find_manifest(self.screen.game).chronicle:
            self.terminal.show_command(
                say("cli.ending.chronicle"), f"{program} chronicle {saver.name}{speech}"
            )

    def speech_options(self) -> str:
        """Return the options that repeat the language and mode of this session."""
        return speech_options(self.words, plain=self.terminal.plain)
