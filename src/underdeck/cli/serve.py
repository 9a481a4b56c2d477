"""`underdeck serve`: a server of live tables, until Ctrl-C."""

import os
import sys
import webbrowser
from contextlib import ExitStack
from typing import Any, NamedTuple

from underdeck.cli.account import account_at
from underdeck.cli.database_turn import database_turn
from underdeck.cli.http_client import is_loopback
from underdeck.cli.local_client import LocalClient
from underdeck.cli.running_server import address_of, announce, withdrawn_at_end
from underdeck.cli.speech import text
from underdeck.cli.terminal import terminal_for
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.run import Settings
from underdeck.serve.run import run as run_server
from underdeck.serve.workers import Workers
from underdeck.store.database import default_url, read_url

START_TIMEOUT_S = 2.0
"""How long a server waits for terminals, or for another server, to leave the database."""


class Claim(NamedTuple):
    """A code by which a browser plays as the terminal's player."""

    name: str
    code: str
    profile: str
    """Named in the link, so that a browser that has this profile needs no further key."""


def has_screen() -> bool:
    """Return whether a browser opens in a window, not in this terminal."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def serve(host: str, port: int, **options: Any) -> None:
    """Run the server, and show its address once it is ready."""
    terminal = terminal_for()
    is_own = read_url(options["database"]) == default_url()
    is_seen = sys.stdout.isatty() or options["open_page"]
    claim = new_claim() if is_own and is_seen and is_loopback(host) else None

    def started(actual: int) -> None:
        if is_own:
            announce(address_of(host, actual))
        address = f"http://{f'[{host}]' if ':' in host else host}:{actual}"
        terminal.show(text("serve.ready", address=address))
        link = f"{address}/#/claim/{claim.code}/{claim.profile}" if claim else ""
        if claim:
            terminal.show_command(text("serve.claim", name=claim.name), link)
        if options["open_page"] and has_screen():
            webbrowser.open(link or address)

    settings = Settings(
        host,
        port,
        options["database"],
        bot_workers=options["bot_workers"],
        log_level=options["log"],
        log_json=options["log_json"],
        origins=options["origin"],
        observers=options["observer"],
        allowed_hosts=options["allow_host"],
        on_started=started,
    )
    with ExitStack() as kept:
        if is_own:
            kept.enter_context(database_turn(START_TIMEOUT_S))
            kept.enter_context(withdrawn_at_end())
        if options["workers"] > 1:
            Workers(settings, options["workers"]).run()
        else:
            run_server(settings)
    terminal.show(text("serve.closed"))


def new_claim() -> Claim | None:
    """Return a device code of the terminal's player, so that terminal and page share a history.

    The server isn't running yet. If the database can't be used, starting the server says why.
    """
    try:
        account = account_at(LocalClient())
        code = account.request("POST", "/api/profile/code", messages.Code).code
    except Refusal:
        return None
    return Claim(account.name, code, account.profile)
