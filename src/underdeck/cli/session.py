"""A game at the prompt, line by line: every move is on disk before its story is told."""

from underdeck.cli.pages import show_page
from underdeck.cli.prompt import COMMANDS, Command, understand
from underdeck.cli.saves import Save, export
from underdeck.cli.terminal import Terminal
from underdeck.cli.tomb import TombScreen
from underdeck.game import Move
from underdeck.record import Playthrough
from underdeck.refusal import Refusal
from underdeck.say.table import refusal_text


class Session:
    """One player, one game, one terminal."""

    def __init__(self, terminal: Terminal, played: Playthrough, save: Save) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.played = played
        self.save = save
        self.screen = TombScreen(terminal, played)

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        self.save.write(self.played)
        self.show_table()
        while self.played.result() is None:
            line = self.terminal.ask("> ")
            if line is None or not self.obey(line):
                self.leave()
                return
        self.close()

    def obey(self, line: str) -> bool:
        """Do what was typed; False to leave."""
        try:
            wish = understand(line, self.played.game, self.played.view().legal, self.words)
            if isinstance(wish, Command):
                return self.command(wish)
            self.make(wish)
        except Refusal as refusal:
            self.terminal.show(refusal_text(self.words, refusal, self.terminal.face))
        return True

    def make(self, move: Move) -> None:
        """Make a move: on disk first, then told."""
        step = self.played.play(move)
        try:
            self.save.write(self.played)
        except Refusal:
            self.played.take_back()
            raise
        self.screen.tell(step.events)
        if self.played.result() is None:
            self.show_table()

    def show_table(self) -> None:
        """The spread and what may be done."""
        self.screen.draw()
        self.show_moves()

    def show_moves(self) -> None:
        """The legal moves in one paragraph."""
        moves = [self.screen.move_text(move) for move in self.played.view().legal]
        self.terminal.show(self.words.say("cli.play.moves", moves=", ".join(moves)))

    def command(self, command: Command) -> bool:
        """Do something about the game; False to leave."""
        match command.name:
            case "help":
                self.help()
            case "rules":
                show_page(self.terminal, self.played.game.name, command.rest)
            case "look":
                self.show_table()
            case "undo":
                self.undo()
            case "save" if command.rest:
                export(self.played, command.rest)
                self.terminal.show(self.words.say("cli.play.exported", path=command.rest))
            case "save":
                self.terminal.show(self.words.say("cli.play.saved", path=str(self.save.path)))
            case _:
                return False
        return True

    def help(self) -> None:
        """The moves at hand and the commands, each with what it does."""
        self.terminal.show(self.words.say("cli.play.help_moves"))
        for word in dict.fromkeys(move.word for move in self.played.view().legal):
            text = f"{self.words.say('common.move.' + word)}: {self.words.say('common.move_help.' + word)}"
            self.terminal.show(text, indent="  ")
        self.terminal.show(self.words.say("cli.play.help_commands"))
        for name in COMMANDS:
            text = f"{self.words.say('cli.command.' + name)}: {self.words.say('cli.command_help.' + name)}"
            self.terminal.show(text, indent="  ")
        self.terminal.show(self.words.say("cli.play.help_short"))
        if not self.terminal.letters:
            self.terminal.show(self.words.say("cli.play.legend"))

    def undo(self) -> None:
        """Take the last move back. R-20 The game is assisted from then on."""
        self.played.undo()
        self.save.write(self.played)
        self.terminal.show(self.words.say("cli.play.undone"))
        self.show_table()

    def leave(self) -> None:
        """Go, with the game kept."""
        self.terminal.show(self.words.say("cli.play.left", name=self.save.name))

    def close(self) -> None:
        """The end: score, help taken, the deal to play again, the promise kept."""
        result = self.played.result()
        assert result is not None
        say, deal = self.words.say, self.played.record.deal
        self.terminal.show()
        self.terminal.show(self.terminal.bold(say(f"cli.ending.{result['ending']}", **result)))
        if result["assisted"]:
            self.terminal.show(say("cli.ending.assisted"))
        if deal.fair is not None:
            self.terminal.show(say("cli.ending.revealed", seed=deal.fair.seed.hex(), path=str(self.save.path)))
        if deal.code is not None:
            self.terminal.show(say("cli.ending.again", code=deal.code))
        self.terminal.show(say("cli.ending.replay", path=str(self.save.path)))
