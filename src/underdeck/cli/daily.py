"""`underdeck daily`: the deal of the day, on a server or from the date alone."""

import json

from underdeck.cli.account import Account, account_at
from underdeck.cli.client import client_for
from underdeck.cli.competition_play import account_arguments
from underdeck.cli.competition_texts import show_json
from underdeck.cli.daily_board import BoardScreen
from underdeck.cli.links import DAILY
from underdeck.cli.local_daily import LocalCalendar, LocalDay
from underdeck.cli.play import run_session
from underdeck.cli.remarks import show_remarks
from underdeck.cli.remote_playthrough import RemotePlaythrough
from underdeck.cli.remote_seat import RemoteSeat
from underdeck.cli.remote_session import play_remote
from underdeck.cli.screens import screen_for
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.formats import as_json
from underdeck.game import Result
from underdeck.refusal import Refusal
from underdeck.say.drawings.base import NO_BREAK
from underdeck.serve import messages

COMMAND = "daily"


def play(day: str | None, server: str | None, player: str | None, **flags: bool) -> None:
    """Play the deal of a day: on a server if one is named or runs here, else from the date."""
    client, again = client_for(server), flags["again"]
    if not client.has_server:
        LocalDaily(terminal_for()).play(day, again=again)
    else:
        ServerDaily(terminal_for(), account_at(client, player)).play(day, again=again)


def show(day: str | None, server: str | None, player: str | None, **flags: bool) -> None:
    """Show the leaderboard of a day and the player's result."""
    client = client_for(server)
    if not client.has_server:
        LocalDaily(terminal_for()).show(day, as_json=flags["json"])
    else:
        account = account_at(client, player)
        ServerDaily(terminal_for(), account).show(day, as_json=flags["json"])


class ServerDaily:
    """The daily of a server: one ranked attempt for each player."""

    def __init__(self, terminal: Terminal, account: Account) -> None:
        self.terminal = terminal
        self.account = account

    def play(self, day: str | None, *, again: bool) -> None:
        """Play today's deal, or resume it; a finished one once more, unranked, if that is asked."""
        shown = self.request(None)
        if day not in (None, shown.day):
            raise Refusal("only_today", day=day)
        self.announce(shown)
        own = shown.board.you
        is_over = own is not None and own.status == "over"
        if is_over and not again:
            self.terminal.show(text("daily.played"))
            self.show_board(shown)
            return
        body = messages.NamedPlay(self.account.name)
        seated = self.account.request("POST", "/api/daily", messages.Seated, body=body)
        if is_over:
            self.play_again(shown.game, seated)
            return
        seat = RemoteSeat(self.account.client, seated)
        remote = RemotePlaythrough.open(seat)
        if moves := len(remote.record.moves):
            self.terminal.show(text("daily.resumed", n=moves))
        if play_remote(self.terminal, remote, COMMAND + account_arguments(self.account)):
            show_remarks(self.terminal, seat.result())
            self.terminal.show()
            self.show_board(self.request(None))

    def play_again(self, game: str, finished: messages.Seated) -> None:
        """Play the deal of a finished game once more; it is a repeat and never ranked."""
        body = messages.NewTable(game, self.account.name, again=finished.key)
        seated = self.account.request("POST", "/api/tables", messages.Seated, body=body)
        seat = RemoteSeat(self.account.client, seated)
        self.terminal.show(text("daily.again"))
        command = f"{COMMAND} --again{account_arguments(self.account)}"
        if play_remote(self.terminal, RemotePlaythrough.open(seat), command):
            show_remarks(self.terminal, seat.result())

    def show(self, day: str | None, *, as_json: bool) -> None:
        """Show a day and its leaderboard."""
        shown = self.request(day)
        if as_json:
            show_json(self.terminal, shown)
            return
        self.announce(shown)
        self.show_board(shown)

    def request(self, day: str | None) -> messages.DailyShown:
        """Return today's daily, or that of an earlier day."""
        path = "/api/daily" if day is None else f"/api/dailies/{day}"
        return self.account.request("GET", path, messages.DailyShown)

    def announce(self, shown: messages.DailyShown) -> None:
        """Show the day, the commitment to its deal, and whether the server's clock is behind."""
        show = self.terminal.show
        show(self.terminal.bold(text("daily.title", day=shown.day)))
        if shown.is_clock_behind:
            show(text("daily.clock_behind", day=shown.day))
        if shown.link is None:
            self.terminal.show_command(text("daily.commitment"), shown.commitment)
        else:
            self.terminal.show_command(text("daily.link"), shown.link)

    def show_board(self, shown: messages.DailyShown) -> None:
        """Show the leaderboard, the streak, and the text to share."""
        BoardScreen(self.terminal, shown.board).show()
        calendar = self.account.request("GET", "/api/profile/dailies", messages.Calendar)
        show_streak(self.terminal, calendar.streak, calendar.longest_streak)
        if shown.is_today:
            self.show_next(shown)
        own = shown.board.you
        if own is not None and own.status == "over":
            score = text("daily.score", kings=own.kings, n=own.points)
            link = self.account.client.link(f"{DAILY}/{shown.day}")
            show_share(self.terminal, shown.day, own.outcome or "", score, link)

    def show_next(self, shown: messages.DailyShown) -> None:
        """Show how long it is until the next deal."""
        minutes = max(0, int(shown.ends - shown.now)) // 60
        left = text("daily.time", hours=minutes // 60, minutes=minutes % 60)
        self.terminal.show(text("daily.next", time=left))


class LocalDaily:
    """The daily of this terminal alone."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.calendar = LocalCalendar()

    def play(self, day: str | None, *, again: bool) -> None:
        """Play the deal of a day, or resume it; a finished one once more if that is asked."""
        chosen = day or self.calendar.today
        known = self.calendar.find(chosen)
        self.announce(chosen)
        if known is not None and known.is_over:
            if again:
                self.terminal.show(text("daily.again"))
                repeated = self.calendar.begin(chosen)
                run_session(self.terminal, repeated.played, repeated.save)
                return
            self.terminal.show(text("daily.played"))
            self.show_result(known)
            return
        game = known or self.calendar.begin(chosen)
        if moves := len(game.played.record.moves):
            self.terminal.show(text("daily.resumed", n=moves))
        if run_session(self.terminal, game.played, game.save):
            self.calendar = LocalCalendar()
            self.terminal.show()
            self.show_result(game)

    def show(self, day: str | None, *, as_json: bool) -> None:
        """Show the result of a day."""
        chosen = day or self.calendar.today
        known = self.calendar.find(chosen)
        if as_json:
            self.show_json(chosen, known)
            return
        self.announce(chosen)
        if known is None:
            self.terminal.show(text("daily.not_played"))
        elif not known.is_over:
            self.terminal.show(text("daily.open", n=len(known.played.record.moves)))
        else:
            self.show_result(known)

    def show_json(self, day: str, known: LocalDay | None) -> None:
        """Print a day for programs."""
        streak, longest = self.calendar.streak()
        data = {
            "day": day,
            "is_local": True,
            "is_clock_behind": self.calendar.is_clock_behind,
            "save": None if known is None else known.save.name,
            "result": None if known is None else as_json(known.played)["result"],
            "streak": streak,
            "longest_streak": longest,
        }
        self.terminal.show_as_is(json.dumps(data) + "\n")

    def announce(self, day: str) -> None:
        """Show the day, and that it is local."""
        show = self.terminal.show
        show(self.terminal.bold(text("daily.title", day=day)))
        show(text("daily.local"))
        if self.calendar.is_clock_behind:
            dates = {"clock": self.calendar.clock_day, "day": self.calendar.today}
            show(text("daily.local_clock_behind", **dates))
        elif day != self.calendar.today:
            show(text("daily.past"))

    def show_result(self, known: LocalDay) -> None:
        """Show the result of a day, the streak, and the text to share."""
        result: Result = known.played.result() or {}
        screen = screen_for(self.terminal, known.played)
        self.terminal.show(text("daily.result", result=screen.over_text(result)))
        show_streak(self.terminal, *self.calendar.streak())
        score = text("daily.score", kings=result.get("kings", 0), n=result.get("points", 0))
        day = text("daily.local_day", day=known.day)
        show_share(self.terminal, day, str(result.get("ending", "")), score, "")


def show_streak(terminal: Terminal, current: int, longest: int) -> None:
    """Show the days in a row, if there are any."""
    if longest:
        key = "streak_best" if current == longest else "streak"
        terminal.show(text(f"daily.{key}", n=current, longest=longest))


def show_share(terminal: Terminal, day: str, outcome: str, score: str, link: str) -> None:
    """Show the result as a text to send to others, which reveals no cards."""
    own = f"career.value.{outcome}"
    ending = Speech.words.say(own) if Speech.words.has(own) else outcome
    line = text("daily.share", day=day, score=score, outcome=ending).replace(NO_BREAK, " ")
    terminal.show(text("daily.share_this"))
    terminal.show_lines([f"  {line}", *([f"  {link}"] if link else [])])
