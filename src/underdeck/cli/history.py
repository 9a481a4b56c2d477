"""`underdeck history`: the player's finished games, newest first."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from underdeck.cli.account import Account, account_for
from underdeck.cli.career_texts import (
    day,
    game_name,
    minute,
    player_name,
    score_text,
    value_label,
)
from underdeck.cli.charts import GAP
from underdeck.cli.game_filters import Filter, nothing_text, read_filter
from underdeck.cli.history_records import replay_name, saved_names
from underdeck.cli.recording import record_saved_games
from underdeck.cli.speech import speech_options, text
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.say.sentences import listed, printable
from underdeck.serve import messages
from underdeck.serve.messages.career import MAX_PAGE

OWN_ORIGINS = frozenset({"terminal", "import"})
"""Origins of games that the server didn't deal, whose standing `free` goes without saying."""


def history(
    game: str | None, limit: int, server: str | None, player: str | None, **arguments: Any
) -> None:
    """List the player's finished games."""
    terminal = terminal_for()
    account = account_for(server, player)
    record_saved_games(terminal, account, quiet=arguments["json"])
    chosen = read_filter(account, game, arguments)
    found = request_history(account, game, chosen, limit)
    if arguments["json"]:
        terminal.show_as_is(json.dumps(msgspec.to_builtins(found)) + "\n")
        return
    if not found.games:
        terminal.show(nothing_text(chosen, game))
        return
    with terminal.paged():
        show_games(terminal, found.games, saved_names(account))
    if len(found.games) < found.total:
        terminal.show(text("history.more", n=len(found.games), total=found.total))
    options = f" --server {server}" if server else ""
    options += f" --as '{player}'" if player else ""
    speech = speech_options(terminal.words, plain=terminal.plain)
    program, name = terminal.words.program, text("metavar.name")
    terminal.show_command(text("history.replay"), f"{program} replay {name}{options}{speech}")
    terminal.show_command(text("history.chronicle"), f"{program} chronicle {name}{options}{speech}")
    terminal.show_lines([f"  {program} journal{options}{speech}"])


def request_history(
    account: Account, game: str | None, chosen: Filter, limit: int
) -> messages.HistoryPage:
    """Return the newest games as one page, whatever their number."""
    games: list[messages.GameListed] = []
    before, total = None, 0
    while len(games) < limit:
        body = messages.HistoryRequest(
            game=game,
            before=before,
            limit=min(limit - len(games), MAX_PAGE),
            **chosen._asdict(),
        )
        page = account.request("POST", "/api/profile/history", messages.HistoryPage, body=body)
        games += page.games
        before, total = page.next, page.total
        if before is None:
            break
    return messages.HistoryPage(games, before, total)


def show_games(
    terminal: Terminal,
    games: Sequence[messages.GameListed],
    saved: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Show one line for each game; the columns are as wide as their texts."""
    names = [replay_name(game, saved) if game.has_record else "" for game in games]
    if terminal.plain:
        for game, name in zip(games, names, strict=True):
            terminal.show(game_sentence(terminal, game, name), hang=GAP)
        return
    rows = [game_cells(terminal, game, name) for game, name in zip(games, names, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True) if width]
        terminal.show(GAP.join(cells).rstrip(), hang=GAP)


def game_cells(terminal: Terminal, game: messages.GameListed, name: str) -> list[str]:
    """Return the cells of a game's line."""
    words = terminal.words
    return [
        day(game.at),
        printable(game.game),
        value_label(words, "outcome", game.outcome),
        score_text(words, game.game, game.kings, game.points, spoken=False),
        ", ".join(notes(terminal, game)),
        name,
        opponents_text(terminal, game),
    ]


def game_sentence(terminal: Terminal, game: messages.GameListed, name: str) -> str:
    """Return a game as a sentence for a screen reader."""
    words = terminal.words
    parts = [
        game_name(words, game.game),
        value_label(words, "outcome", game.outcome),
        score_text(words, game.game, game.kings, game.points, spoken=True),
        *notes(terminal, game),
        opponents_text(terminal, game),
    ]
    sentence = f"{minute(game.at)}: {', '.join(filter(None, parts))}."
    return f"{sentence} {words.say('cli.history.name', name=name)}" if name else sentence


def notes(terminal: Terminal, game: messages.GameListed) -> list[str]:
    """Return the standing of a game and how it came about."""
    words = terminal.words
    found = []
    if game.standing != "free" or game.origin not in OWN_ORIGINS:
        found.append(value_label(words, "standing", game.standing))
    if game.origin != "fair":
        found.append(value_label(words, "origin", game.origin))
    return found


def opponents_text(terminal: Terminal, game: messages.GameListed) -> str:
    """Return against whom a game was played."""
    words = terminal.words
    names = [player_name(words, each.player, each.name) for each in game.opponents]
    return words.say("cli.history.against", names=listed(words, names)) if names else ""
