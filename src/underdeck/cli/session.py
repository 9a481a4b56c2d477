"""A game at the prompt, line by line: every move is on disk before its story is told."""

from dataclasses import fields
from typing import Any

from underdeck.cli.complete import completions
from underdeck.cli.moves import key_of, refused
from underdeck.cli.phrases import simple
from underdeck.cli.prompt import COMMANDS, Command, understand
from underdeck.cli.rules import show_contents, show_page
from underdeck.cli.saves import Save, export
from underdeck.cli.screens.tomb import TombScreen
from underdeck.cli.speech import Speech, speech_options
from underdeck.cli.terminal import Completer, Terminal
from underdeck.deal import Code, Fair
from underdeck.game import Move
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.outlook import cost_of
from underdeck.games.tomb.view import TombView
from underdeck.options import option_text
from underdeck.playthrough import Playthrough
from underdeck.record import COUNT
from underdeck.refusal import Refusal


class Session:
    """One player, one game, one terminal."""

    commands: tuple[str, ...] = COMMANDS
    """What may be typed besides moves."""

    def __init__(self, terminal: Terminal, played: Playthrough, save: Save) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.played = played
        self.save = save
        self.screen = TombScreen(terminal, played)
        self.warned = False
        """Was the player warned that a retreat now ends the game with nothing?"""

    def run(self) -> bool:
        """Play until the game is over, True, or someone leaves, False."""
        self.save.write(self.played)
        try:
            self.begin()
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

    def begin(self) -> None:
        """Sit down at the table."""
        self.show_table()

    def next_move(self) -> bool:
        """Let the player do something; False to leave."""
        line = self.terminal.ask("> ", self.completer())
        return line is not None and self.obey(line)

    def completer(self, seat: int = 0) -> Completer:
        """What Tab completes for a seat: its legal moves and the commands."""
        return lambda before, begun: completions(
            before, begun, self.played.view(seat).legal, self.commands, self.words
        )

    def wish(self, line: str, seat: int = 0) -> Move | Command:
        """What was typed, understood."""
        return understand(
            line, self.played.game, self.played.game.legal(self.played.state, seat), self.words
        )

    def obey(self, line: str, seat: int = 0) -> bool:
        """Do what was typed by whoever sits there; False to leave."""
        try:
            wish = self.wish(line, seat)
            if isinstance(wish, Command):
                return self.command(wish, seat)
            if self.is_meant(wish):
                self.make(wish, seat)
        except Refusal as refusal:
            self.terminal.show(self.answer(refusal, seat))
        return True

    def is_meant(self, move: Move) -> bool:
        """Ask someone who sits there to repeat a retreat that ends the game with nothing; True for every other move."""
        view = self.screen.view()
        if (
            not self.terminal.interactive
            or self.warned
            or view.points
            or not isinstance(move, TombMove)
        ):
            return True
        cost = cost_of(view, move)
        self.warned = cost is not None and cost.code == "out_at_once"
        if self.warned:
            self.terminal.show(self.words.say("cli.play.sure"))
        return not self.warned

    def answer(self, refusal: Refusal, seat: int = 0) -> str:
        """What to say to something that can't be done: which card is missing, or why not, and what may be done."""
        if which := self.screen.which(refusal):
            return which
        if why := self.screen.why_not(refusal):
            return f"{why} {self.moves_text()}"
        return refused(self.terminal, refusal, self.screen.list_of)

    def make(self, move: Move, seat: int = 0) -> None:
        """Make a move: on disk first, then told."""
        before = self.screen.view()
        step = self.played.play(move, seat)
        try:
            self.save.write(self.played)
        except Refusal:
            self.played.take_back()
            raise
        self.screen.tell(step.events)
        if self.played.result() is None:
            self.show_news(before)

    def show_news(self, before: TombView) -> None:
        """The spread after a move; to a screen reader, only what has changed."""
        if self.terminal.plain:
            self.screen.show_changes(before)
            self.show_moves()
        else:
            self.show_table()

    def show_table(self, seat: int = 0) -> None:
        """The spread and what may be done."""
        self.screen.draw()
        self.show_moves()

    def show_moves(self) -> None:
        """The legal moves in one paragraph."""
        self.terminal.show(" ".join(filter(None, (self.screen.decision(), self.moves_text()))))

    def moves_text(self) -> str:
        """The legal moves in a sentence."""
        return self.words.say("cli.play.moves", moves=", ".join(self.screen.moves()))

    def command(self, command: Command, seat: int = 0) -> bool:
        """Do something about the game; False to leave."""
        match command.name:
            case "help":
                with self.terminal.paged():
                    self.help(seat)
            case "rules" if command.rest:
                with self.terminal.paged():
                    show_page(self.terminal, self.played.game.name, command.rest)
            case "rules":
                show_contents(self.terminal, self.played.game.name)
            case "look":
                self.show_table(seat)
            case "count":
                self.count()
            case "undo":
                self.undo()
            case "save" if command.rest:
                export(self.played, command.rest)
                self.terminal.show(self.words.say("cli.play.exported", path=command.rest))
            case "save":
                self.tell_where()
            case _:
                return False
        return True

    def tell_where(self) -> None:
        """Where the game is kept."""
        self.terminal.show_command(self.words.say("cli.play.saved"), str(self.save.path))

    def help(self, seat: int = 0) -> None:
        """The moves at hand and the commands, each with what it does, and the house rules in force."""
        game = self.played.game.name
        self.terminal.show(self.words.say("cli.play.help_moves"))
        for word in dict.fromkeys(
            move.word for move in self.played.game.legal(self.played.state, seat)
        ):
            key = key_of(self.words.language, game, word)
            name = self.words.say(f"{game}.move.{word}")
            text = self.words.say(
                "cli.play.help_move",
                key=key,
                move=name,
                what=self.words.say(f"{game}.move_help.{word}"),
            )
            self.terminal.show(text, indent="  ", hang="  ")
        self.terminal.show(self.words.say("cli.play.help_commands"))
        for name in self.commands:
            self.terminal.show(
                f"{self.words.say('cli.command.' + name)}: {self.help_on(name)}",
                indent="  ",
                hang="  ",
            )
        self.terminal.show(self.words.say(f"cli.help_short.{game}"))
        if not self.terminal.letters:
            self.terminal.show(self.words.say(f"cli.legend.{game}"))
        show_house(self.terminal, game, self.played.record.options)

    def help_on(self, command: str) -> str:
        """What a command does."""
        return self.words.say(f"cli.command_help.{command}")

    def undo(self) -> None:
        """Take the last move back, on disk first. R-20 The game is assisted from then on."""
        moves, assists = list(self.played.record.moves), list(self.played.record.assists)
        self.played.undo()
        try:
            self.save.write(self.played)
        except Refusal:
            self.played.play(self.played.game.read_move(moves[-1]))
            self.played.record.assists = assists
            raise
        self.terminal.show(self.words.say("cli.play.undone"))
        self.show_table()

    def count(self) -> None:
        """Show the cards that are still in the deck. R-20 The game is assisted from then on, which is on disk first."""
        if COUNT not in self.played.record.assists:
            if not self.played.record.assists and not self.may_mark():
                return
            assists = list(self.played.record.assists)
            self.played.assist(COUNT)
            try:
                self.save.write(self.played)
            except Refusal:
                self.played.record.assists = assists
                raise
            if not assists:
                self.terminal.show(self.words.say("cli.count.marked"))
        self.screen.show_unseen()

    def may_mark(self) -> bool:
        """Ask someone who sits there whether the game may be marked as assisted."""
        if not self.terminal.interactive:
            return True
        answer = simple(
            (self.terminal.ask(self.words.say("cli.count.sure") + " > ") or "").strip() or "-"
        )
        return simple(self.words.say("cli.count.yes")).startswith(answer)

    def leave(self) -> None:
        """Go, with the game kept; one without a move isn't worth keeping."""
        if not self.played.record.moves:
            self.save.forget()
            self.terminal.show(self.words.say("cli.play.left_unplayed"))
            return
        if Speech.in_menu:
            self.terminal.show(self.words.say("cli.play.left_to_menu"))
            return
        self.terminal.show_command(
            self.words.say("cli.play.left"),
            f"{self.words.program} resume {self.save.name}{self.options()}",
        )

    def close(self) -> None:
        """The end: score, help taken, and what to do next."""
        self.screen.show_result()
        self.show_what_next()

    def show_what_next(self) -> None:
        """The secret of a fair shuffle; and, where no menu follows, how to play the deal again and to see the record."""
        say, source, program = self.words.say, self.played.record.deal.source, self.words.program
        if isinstance(source, Fair):
            self.terminal.show_lines([say("cli.ending.revealed"), f"  {source.seed.hex()}"])
            self.terminal.show_command(
                say("cli.ending.check"), f"{program} verify {self.save.name}"
            )
        if self.terminal.interactive:
            return
        if isinstance(source, Code):
            house = "".join(
                f" --house {option}" for option in chosen_options(self.played.record.options)
            )
            again = f"{program} play {self.played.game.name} --code {source.text}{house}{self.company()}{self.options()}"
            self.terminal.show_command(say("cli.ending.again"), again)
        self.terminal.show_command(
            say("cli.ending.replay"), f"{program} replay {self.save.name}{self.options()}"
        )

    def options(self) -> str:
        """The language and the mode of this game, as they are typed."""
        return speech_options(self.words, plain=self.terminal.plain)

    def company(self) -> str:
        """Who else plays, as it is typed."""
        return ""


def chosen_options(house: Any) -> list[str]:
    """The house rules that differ from the book, as they are typed."""
    return [
        f"{option.name}={option_text(value)}"
        for option in fields(house)
        if (value := getattr(house, option.name)) != option.default
    ]


def show_house(terminal: Terminal, game: str, house: Any) -> None:
    """The variants and house rules in force, each with what it says; how many play can be seen."""
    words = terminal.words
    for option in chosen_options(house):
        name, _, value = option.partition("=")
        variant = "-".join([*name.split("_"), *([] if value == "on" else [value])])
        if variant in words.file(game).get("variant", {}):
            terminal.show(
                words.say(
                    "cli.play.variant", name=variant, meaning=words.say(f"{game}.variant.{variant}")
                )
            )
        elif name != "players":
            terminal.show(
                words.say(
                    "cli.play.house", option=option, meaning=words.say(f"{game}.house.{name}")
                )
            )
