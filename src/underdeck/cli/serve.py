"""`underdeck serve`: a server of live tables, until Ctrl-C."""

import os
import sys
import webbrowser
from typing import Any

from underdeck.cli.speech import text
from underdeck.cli.terminal import terminal_for
from underdeck.serve.run import Settings
from underdeck.serve.run import run as run_server
from underdeck.serve.workers import Workers


def has_screen() -> bool:
    """Return whether a browser opens in a window, not in this terminal."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def serve(host: str, port: int, **options: Any) -> None:
    """Run the server, and show its address once it is ready."""
    terminal = terminal_for()

    def started(actual: int) -> None:
        address = f"http://{f'[{host}]' if ':' in host else host}:{actual}"
        terminal.show(text("serve.ready", address=address))
        if options["open_page"] and has_screen():
            webbrowser.open(address)

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
    if options["workers"] > 1:
        Workers(settings, options["workers"]).run()
    else:
        run_server(settings)
    terminal.show(text("serve.closed"))
