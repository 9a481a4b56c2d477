"""Play the games of a series, a contest or a wager one after the other."""

import shlex
from collections.abc import Sequence

from underdeck.career.competition import Kind
from underdeck.cli.account import Account, account_at, saved_players
from underdeck.cli.client import Client
from underdeck.cli.competition_texts import (
    ID_LENGTH,
    CompetitionScreen,
    own_entry,
    short_id,
    title,
)
from underdeck.cli.phrases import simple
from underdeck.cli.prompt import read_command
from underdeck.cli.remarks import show_remarks
from underdeck.cli.remote_playthrough import RemotePlaythrough
from underdeck.cli.remote_seat import RemoteSeat
from underdeck.cli.remote_session import play_remote
from underdeck.cli.speech import speech_options, text
from underdeck.cli.terminal import Terminal
from underdeck.refusal import Refusal
from underdeck.say.sentences import printable
from underdeck.serve import messages

PATH = "/api/competitions"


def list_competitions(account: Account, kinds: Sequence[Kind]) -> list[messages.CompetitionShown]:
    """Return the player's competitions of these kinds, the newest first."""
    found = account.request("GET", PATH, messages.Competitions).competitions
    return [each for each in found if each.kind in kinds]


def show_competition(account: Account, competition: str) -> messages.CompetitionShown:
    """Return one competition as the player sees it."""
    return account.request("GET", f"{PATH}/{competition}", messages.CompetitionShown)


def find_competition(
    account: Account, kinds: Sequence[Kind], wanted: str | None, *, to_play: bool = False
) -> messages.CompetitionShown:
    """Return the competition whose id begins like this; by default the newest one.

    To play, the default is the newest one in which the player has a game left.
    """
    found = list_competitions(account, kinds)
    if wanted is None:
        chosen = [each for each in found if each.can_play or not to_play][:1]
    else:
        chosen = [each for each in found if each.competition.startswith(wanted.strip().lower())]
    if not found or (wanted is None and not chosen):
        raise Refusal("no_wager") if "wager" in kinds else Refusal("no_series")
    if len(chosen) != 1:
        raise Refusal("competition_id", text=wanted, names=[short_id(each) for each in found])
    return show_competition(account, chosen[0].competition)


def account_arguments(account: Account) -> str:
    """Return the options that repeat the server and the player of a command."""
    client = account.client
    server = "" if client.is_local else f" --server {client.address}"
    players = saved_players(client)
    is_default = bool(players) and players[0].profile == account.profile
    return server + ("" if is_default else f" --as {shlex.quote(account.name)}")


def wants_to_leave(terminal: Terminal, line: str | None) -> bool:
    """Return whether a line at a pause is `quit`, or the end of the input."""
    if line is None:
        return True
    typed = line.split()
    return bool(typed) and read_command(typed, simple(typed[0]), terminal.words) == ("quit", "")


class CompetitionPlay:
    """Plays one competition for one or several players at this terminal.

    Several players take turns: the one who has played fewest games is next.
    """

    def __init__(
        self, terminal: Terminal, players: Sequence[Account], competition: str, group: str
    ) -> None:
        self.terminal = terminal
        self.players = players
        self.competition = competition
        self.group = group
        """The command group that the games belong to, such as `series`."""
        self._at_screen: Account | None = players[0] if len(players) == 1 else None
        """The player who looks at the screen."""

    def run(self) -> None:
        """Play until no player here has a game left, or one leaves."""
        is_first = True
        while (following := self.next_player()) is not None:
            player, shown = following
            if not self.hand_over(player, shown, is_first=is_first):
                self.show_command(player)
                return
            if not self.play_game(player, shown):
                return
            is_first = False
        if is_first:
            CompetitionScreen(self.terminal, self.shown(self.players[0])).show()

    def shown(self, player: Account) -> messages.CompetitionShown:
        """Return the competition as a player sees it."""
        return show_competition(player, self.competition)

    def next_player(self) -> tuple[Account, messages.CompetitionShown] | None:
        """Return the player whose game is next, None if nobody here has one left."""
        views = [(player, self.shown(player)) for player in self.players]
        ready = [(player, shown) for player, shown in views if shown.can_play]
        return min(ready, key=lambda each: each[1].next_game or 0, default=None)

    def hand_over(
        self, player: Account, shown: messages.CompetitionShown, *, is_first: bool
    ) -> bool:
        """Give the screen to the player of the next game; return False to leave.

        Nobody may see the cards of another player: all may play the same deals.
        """
        say = self.terminal.words.say
        if player is not self._at_screen:
            if not is_first:
                self.terminal.pause()
                self.terminal.clear()
            self._at_screen = player
            name = printable(player.name)
            line = self.terminal.ask(say("cli.seats.hand_over", player=name) + " ")
            return not wants_to_leave(self.terminal, line)
        if is_first or not self.terminal.interactive:
            return True
        question = say("cli.competition.go_on", number=shown.next_game)
        return not wants_to_leave(self.terminal, self.terminal.ask(question + " > "))

    def play_game(self, player: Account, shown: messages.CompetitionShown) -> bool:
        """Play the running or the next game of a player; return False if the player leaves."""
        seated = player.request("POST", f"{PATH}/{self.competition}/game", messages.Seated)
        seat = RemoteSeat(player.client, seated)
        remote = RemotePlaythrough.open(seat)
        self.announce(player, shown, len(remote.record.moves))
        if not play_remote(self.terminal, remote, self.command(player)):
            return False
        show_remarks(self.terminal, seat.result())
        self.terminal.show()
        screen = CompetitionScreen(self.terminal, self.shown(player))
        screen.show_progress(shown.next_game or 0)
        return True

    def announce(self, player: Account, shown: messages.CompetitionShown, moves: int) -> None:
        """Say which game begins or goes on, and the total so far."""
        words, show = self.terminal.words, self.terminal.show
        show(self.terminal.bold(title(words, shown)))
        counts = {"number": shown.next_game, "n": shown.games}
        own = own_entry(shown)
        so_far = ""
        if own is not None and own.played:
            so_far = words.say("cli.competition.so_far", n=own.points)
        key = "game_resumed" if moves else "game_begins"
        game = words.say(f"cli.competition.{key}", moves=moves, **counts)
        show(" ".join(filter(None, (game, so_far))))

    def command(self, player: Account) -> str:
        """Return the command that continues for a player."""
        return f"{self.group} play {self.competition[:ID_LENGTH]}{account_arguments(player)}"

    def show_command(self, player: Account) -> None:
        """Show the command that continues for a player."""
        words = self.terminal.words
        speech = speech_options(words, plain=self.terminal.plain)
        command = f"{words.program} {self.command(player)}{speech}"
        self.terminal.show_command(text("competition.left"), command)


def local_players(client: Client) -> list[Account]:
    """Return the players of this terminal at a place, the default one first."""
    return [account_at(client, saved.name) for saved in saved_players(client)]


def local_entrants(client: Client, competition: str) -> list[Account]:
    """Return the players of this terminal that have entered a competition."""
    entered = []
    for account in local_players(client):
        try:
            show_competition(account, competition)
        except Refusal as refusal:
            if refusal.code != "unknown_competition":
                raise
        else:
            entered.append(account)
    return entered
