"""`underdeck stats`: rates, means and distributions of the player's games."""

import json
from typing import Any

import msgspec

from underdeck.cli.account import account_for
from underdeck.cli.game_filters import nothing_text, read_filter, request_statistics
from underdeck.cli.recording import record_saved_games
from underdeck.cli.statistics_report import StatisticsReport
from underdeck.cli.terminal import terminal_for
from underdeck.registry import game_names


def stats(game: str | None, server: str | None, player: str | None, **arguments: Any) -> None:
    """Show the statistics of one game, or of all that were played."""
    terminal = terminal_for()
    account = account_for(server, player)
    record_saved_games(terminal, account, quiet=arguments["json"])
    chosen = read_filter(account, game, arguments)
    found = [
        request_statistics(account, chosen.of_game(name))
        for name in ([game] if game else game_names())
    ]
    if arguments["json"]:
        data = {"statistics": [msgspec.to_builtins(each) for each in found]}
        terminal.show_as_is(json.dumps(data) + "\n")
        return
    played = [each for each in found if each.games]
    with terminal.paged():
        for place, each in enumerate(played):
            if place:
                terminal.show()
            StatisticsReport(terminal, each).show()
    if not played:
        terminal.show(nothing_text(chosen, game))
