"""A solitaire on a server at the prompt of the terminal."""

from underdeck.cli.prompt import ASSISTS, Command
from underdeck.cli.remote_playthrough import RemotePlaythrough
from underdeck.cli.screens import AnyScreen, screen_for
from underdeck.cli.seats import Seats
from underdeck.cli.session import Session
from underdeck.cli.speech import Speech
from underdeck.cli.terminal import Terminal
from underdeck.game import Move
from underdeck.refusal import Refusal


class RemoteSession(Session):
    """A game whose log the server keeps; the terminal writes no file."""

    def __init__(self, screen: AnyScreen, remote: RemotePlaythrough, resume_command: str) -> None:
        self.remote = remote
        self.resume_command = resume_command
        """The command that continues the game later."""
        super().__init__(screen, Seats(screen), None)

    def _offers(self, command: str) -> bool:
        """Return whether a command makes sense at this table."""
        if command in ASSISTS and not self.remote.allows_assists:
            return False
        return super()._offers(command)

    def make(self, move: Move, seat: int) -> None:
        """Make a move; if other moves came first, narrate them before it."""
        stages = len(self.played.history)
        try:
            super().make(move, seat)
        except Refusal:
            for events in self.played.history[stages:]:
                self.seats.add_news(events)
            self.seats.tell_finished()
            raise

    def run_command(self, command: Command, seat: int) -> bool:
        """Run a command; a record is written only once the game is over and its deal is known."""
        if command.name == "save" and command.rest:
            raise Refusal("record_not_over")
        if command.name in ASSISTS and not self.remote.allows_assists:
            raise Refusal("no_assists")
        return super().run_command(command, seat)

    def help_on_command(self, command: str) -> str:
        """Return what a command does in a game on a server."""
        own = f"cli.remote_help.{command}"
        return self.words.say(own) if self.words.has(own) else super().help_on_command(command)

    def show_path(self) -> None:
        """Say where the game is kept."""
        self.terminal.show(self.words.say("cli.remote.kept", place=self.remote.seat.client.place))

    def leave(self) -> None:
        """Say how to continue."""
        if Speech.in_menu:
            self.terminal.show(self.words.say("cli.play.left_to_menu"))
            return
        command = f"{self.words.program} {self.resume_command}{self.speech_options()}"
        self.terminal.show_command(self.words.say("cli.remote.left"), command)


def play_remote(terminal: Terminal, remote: RemotePlaythrough, resume_command: str) -> bool:
    """Play a game on a server; return False if the player leaves before its end."""
    return RemoteSession(screen_for(terminal, remote), remote, resume_command).run()
