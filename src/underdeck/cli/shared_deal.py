"""Play a deal by its code, its number or a link, for a server's leaderboard of it."""

from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from underdeck.cli.account import account_at
from underdeck.cli.competition_play import account_arguments
from underdeck.cli.daily_board import BoardScreen
from underdeck.cli.house_rules import show_options
from underdeck.cli.links import DEAL, Link, read_link
from underdeck.cli.remarks import show_remarks
from underdeck.cli.remote_playthrough import RemotePlaythrough
from underdeck.cli.remote_seat import RemoteSeat
from underdeck.cli.remote_session import play_remote
from underdeck.cli.speech import text
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.deal_code import clean_code
from underdeck.options import GameOptions
from underdeck.refusal import Refusal
from underdeck.say.sentences import printable
from underdeck.serve import messages

OTHER_DEALS = ("seed", "deal", "fair", "mix")


def play_shared(game: str, options: GameOptions, arguments: dict[str, Any]) -> None:
    """Play the deal that the command line names on its server, then show the leaderboard."""
    link = read_deal(arguments)
    terminal, account = terminal_for(), account_at(link.client(arguments["server"]))
    path = f"/api/deals/{quote(link.target)}"
    shown = account.request("GET", path, messages.DealShown)
    if shown.game != game:
        raise Refusal("option_not_for", option="--code", game=game)
    show_deal(terminal, shown)
    wanted = messages.PlayDeal(link.target, account.name, None if shown.by else asdict(options))
    seated = account.request("POST", "/api/deals/play", messages.Seated, body=wanted)
    seat = RemoteSeat(account.client, seated)
    remote = RemotePlaythrough.open(seat, "" if shown.by else shown.code)
    show_options(terminal, game, remote.record.options)
    if moves := len(remote.record.moves):
        terminal.show(text("daily.resumed", n=moves))
    command = f"play {game} --code {shown.code}{account_arguments(account)}"
    if play_remote(terminal, remote, command):
        show_remarks(terminal, seat.result())
        terminal.show()
        BoardScreen(terminal, account.request("GET", path, messages.DealShown).board).show()
        link_text = account.client.link(f"{DEAL}/{shown.code}")
        terminal.show_command(text("deal.share"), link_text)


def read_deal(arguments: dict[str, Any]) -> Link:
    """Return the deal's code or number, with the server of its link."""
    code, number = arguments["code"], arguments["number"]
    if any(arguments[name] for name in OTHER_DEALS) or (code is None) == (number is None):
        raise Refusal("server_deal")
    if number is not None:
        return Link(None, str(number))
    link = read_link(code, DEAL)
    return link._replace(target=clean_code(link.target))


def show_deal(terminal: Terminal, shown: messages.DealShown) -> None:
    """Show which deal it is, and what its sharer reached."""
    if shown.by is None:
        key = "deal.numbered" if shown.number is not None else "deal.coded"
        terminal.show(text(key, code=shown.code, number=shown.number or 0))
        return
    score = text("daily.score", kings=shown.kings, n=shown.points)
    terminal.show(text("deal.shared", code=shown.code, name=printable(shown.by), score=score))
