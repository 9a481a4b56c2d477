"""Read the match of a simulation, and the matches it is compared with, from the command line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import click

from underdeck.cli.house_rules import read_house_rules, read_pair, read_simulated_bots
from underdeck.cli.speech import text
from underdeck.deal import check_seed_text
from underdeck.game import AnyGame
from underdeck.refusal import Refusal
from underdeck.study import rivals
from underdeck.study.match import Match, with_turn_limit
from underdeck.study.measures import find_measures
from underdeck.study.policies import normalize, policy_names, read_policy


@dataclass(frozen=True)
class Rival:
    """A match that the first is compared with, and the text that described it."""

    asked: str
    match: Match


def read_match(game: AnyGame, seed: str, arguments: dict[str, Any]) -> Match:
    """Return the match that the arguments describe: policies alone, bots against each other."""
    check_seed_text(seed)
    if arguments["policy"] is not None and arguments["bots"] is not None:
        misuse("error.both", one="--policy", other="--bots")
    if arguments["bots"] is not None and game.seats(game.Options()) == 1:
        raise Refusal("bots_not_for", game=game.name, names=policy_names(game.name))
    options = read_house_rules(game, arguments | {"bots": None})
    options = with_turn_limit(options, [read_pair(rule)[0] for rule in arguments["house"]])
    rotate = bool(arguments.get("rotate"))
    if arguments["policy"] is None and game.seats(options) > 1:
        bots = tuple(read_simulated_bots(game, options, arguments["bots"]))
        return Match(game.name, options, seed, bots=bots, rotate=rotate)
    if rotate:
        raise Refusal("rotate_needs_bots")
    policy = arguments["policy"] or find_measures(game.name).default_policy
    return Match(game.name, options, seed, normalize(game.name, read_policy(game.name, policy)))


def read_rivals(match: Match, asked: Sequence[str]) -> list[Rival]:
    """Return the matches to compare with."""
    return [Rival(typed.strip(), read_rival(match, typed)) for typed in asked]


def read_rival(match: Match, typed: str) -> Match:
    """Return a match to compare with; contradictions in its text are usage errors."""
    try:
        return rivals.read_rival(match, typed)
    except Refusal as refusal:
        if refusal.code != "against_contradiction":
            raise
        options = {"against": "--against"}
        params = {name: options.get(str(part), part) for name, part in refusal.params.items()}
        misuse("error.contradiction", **params)


def misuse(key: str, **parts: object) -> NoReturn:
    """Raise a usage error."""
    raise click.UsageError(text(key, **parts), click.get_current_context())
