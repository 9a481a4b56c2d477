"""The records of games in the history, by their names, to replay them."""

import re
from collections.abc import Mapping

from underdeck.cli.account import Account, account_at, saved_players
from underdeck.cli.client import client_for
from underdeck.cli.recording import RecordedGames
from underdeck.cli.saves import saved_paths
from underdeck.refusal import Refusal
from underdeck.say.sentences import printable
from underdeck.serve import messages

TABLE_NAME = re.compile(r"[0-9a-f]{24}")


def saved_names(account: Account) -> dict[str, str]:
    """Return the names of this terminal's files, by the names of the games in the history."""
    recorded = RecordedGames.read().profiles.get(account.profile, {})
    present = {path.stem for path in saved_paths()} if recorded else set()
    return {table: name for name, table in recorded.items() if name in present}


def replay_name(game: messages.GameListed, saved: Mapping[str, str]) -> str:
    """Return the name by which `underdeck replay` finds a game."""
    return saved.get(game.table, printable(game.table))


def game_in_history(
    name: str, server: str | None, player: str | None, missing: Refusal
) -> messages.ExportedGame:
    """Return a game of the player's history; refuse as `missing` if the name can't be one."""
    if not TABLE_NAME.fullmatch(name):
        raise missing
    client = client_for(server)
    if not saved_players(client):
        raise missing  # and create no profile just to find nothing
    body = messages.OwnGame(name)
    return account_at(client, player).request(
        "POST", "/api/profile/record", messages.ExportedGame, body=body
    )
