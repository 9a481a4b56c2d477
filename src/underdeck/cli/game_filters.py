"""The games that statistics and the history are about, from options of the command line."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click

from underdeck.agents import opponent_names
from underdeck.career.base import options_key
from underdeck.cli.account import Account
from underdeck.cli.career_texts import BOT_PREFIX, game_name
from underdeck.cli.house_rules import read_pair
from underdeck.cli.speech import Speech, text
from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_game, game_names
from underdeck.serve import messages

PRINTED = "printed"
"""The value of `--house` for the printed rules."""


class Filter(NamedTuple):
    """Which games: None for all."""

    house: str | None = None
    since: str | None = None
    until: str | None = None
    opponent: str | None = None

    def of_game(self, game: str) -> messages.GameFilter:
        """Return the filter of a request about one game."""
        return messages.GameFilter(game=game, **self._asdict())


def read_filter(account: Account, game: str | None, arguments: Mapping[str, Any]) -> Filter:
    """Return the filter that the command line asks for."""
    since, until = arguments["since"], arguments["until"]
    if since and until and since > until:
        raise Refusal("period_reversed", since=since, until=until)
    opponent = arguments["opponent"]
    return Filter(
        read_house(game, arguments["house"]),
        since,
        until,
        None if opponent is None else find_opponent(account, game, opponent),
    )


def nothing_text(chosen: Filter, game: str | None) -> str:
    """Return the sentence that there are no such games."""
    if chosen != Filter():
        return text("stats.no_match")
    if game is None:
        return text("stats.none")
    return text("stats.none_of_game", game=game_name(Speech.words, game))


def read_house(game: str | None, rules: Sequence[str]) -> str | None:
    """Return a set of house rules in short, None for any."""
    if not rules:
        return None
    if game is None:
        raise click.UsageError(text("error.house_of_game"), click.get_current_context())
    if list(rules) == [PRINTED]:
        return ""
    known = find_game(game).Options
    return options_key(read_options(known, dict(read_pair(rule) for rule in rules)))


def find_opponent(account: Account, game: str | None, name: str) -> str:
    """Return the id of an opponent by name: a bot, or a player of an earlier game."""
    wanted = name.strip().casefold()
    if wanted.removeprefix(BOT_PREFIX) in opponent_names():
        return BOT_PREFIX + wanted.removeprefix(BOT_PREFIX)
    names = []
    for each in [game] if game else game_names():
        for opponent in request_statistics(account, Filter().of_game(each)).opponents:
            if not opponent.player.startswith(BOT_PREFIX):
                names.append(opponent.name)
                if opponent.name.casefold() == wanted:
                    return opponent.player
    known = list(dict.fromkeys([*names, *opponent_names()]))
    raise Refusal("unknown_opponent", name=name, names=known)


def request_statistics(account: Account, wanted: messages.GameFilter) -> messages.StatisticsShown:
    """Return the statistics of the player's games."""
    return account.request("POST", "/api/profile/statistics", messages.StatisticsShown, body=wanted)
