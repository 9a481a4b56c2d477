"""Read the match of a simulation, and the matches it is compared with, from the command line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NoReturn

from underdeck.cli.house_rules import read_bots, read_house_rules
from underdeck.cli.speech import text
from underdeck.deal import check_seed_text
from underdeck.game import AnyGame
from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_manifest
from underdeck.study.match import Match, with_turn_limit
from underdeck.study.measures import find_measures
from underdeck.study.policies import (
    SUFFIX,
    find_knobs,
    normalize,
    policy_names,
    read_knob,
    read_policy,
)

import click  # isort: skip  after `speech`, which lends it our words


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
    options = with_turn_limit(read_house_rules(game, arguments | {"bots": None}))
    if arguments["policy"] is None and game.seats(options) > 1:
        return Match(
            game.name, options, seed, bots=tuple(read_bots(game, options, arguments["bots"]))
        )
    policy = arguments["policy"] or find_measures(game.name).default_policy
    return Match(game.name, options, seed, normalize(game.name, read_policy(game.name, policy)))


def read_rivals(match: Match, asked: Sequence[str]) -> list[Rival]:
    """Return the matches to compare with."""
    return [Rival(typed.strip(), read_rival(match, typed)) for typed in asked]


def read_rival(match: Match, typed: str) -> Match:
    """Return the match with another policy or bot, parameters or options, separated by commas."""
    names, pairs = split(typed)
    known = {option.name for option in fields(match.options)}
    changed = {name: value for name, value in pairs.items() if name in known}
    if "players" in changed:
        raise Refusal("against_players")
    knobs = {name: value for name, value in pairs.items() if name not in known}
    unchanged = {name: getattr(match.options, name) for name in known}
    options = with_turn_limit(read_options(type(match.options), unchanged | changed))
    rival = replace(replace_player(match, names, knobs), options=options)
    if rival == match:
        raise Refusal("against_same", text=typed)
    return rival


def split(typed: str) -> tuple[list[str], dict[str, str]]:
    """Return the names in a text, and its pairs of name and value."""
    names, pairs = [], dict[str, str]()
    for part in filter(None, (part.strip() for part in typed.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            names.append(name if name.endswith(SUFFIX) else name.lower())
        elif pairs.setdefault(name, value) != value:
            misuse("error.contradiction", option=name, one=pairs[name], other=value)
    if len(names) > 1:
        misuse("error.contradiction", option="--against", one=names[0], other=names[1])
    return names, pairs


def replace_player(match: Match, names: list[str], knobs: Mapping[str, str]) -> Match:
    """Return the match with another policy or other parameters, or another bot in seat 0."""
    if match.policy is None:
        return replace_bot(match, names, knobs)
    refuse_unknown(match, names, policy_names(match.game))
    base = read_policy(match.game, names[0]) if names else match.policy
    known = find_knobs(match.game, base)
    for name in knobs:
        if name not in known:
            raise Refusal("unknown_against", name=name, names=[*known, *option_names(match)])
    given = dict(read_knob(f"{name}={value}") for name, value in knobs.items())
    merged = tuple((dict(base.knobs) | given).items())
    return replace(match, policy=normalize(match.game, replace(base, knobs=merged)))


def replace_bot(match: Match, names: list[str], knobs: Mapping[str, str]) -> Match:
    """Return the match with another bot in seat 0."""
    for name in knobs:
        raise Refusal("unknown_against", name=name, names=option_names(match))
    refuse_unknown(match, names, list(find_manifest(match.game).bots))
    return replace(match, bots=(names[0], *match.bots[1:])) if names else match


def refuse_unknown(match: Match, names: list[str], known: list[str]) -> None:
    """Refuse unknown policies and bots."""
    for name in names:
        if name not in known and not (match.policy and name.endswith(SUFFIX)):
            raise Refusal("unknown_against", name=name, names=[*known, *option_names(match)])


def option_names(match: Match) -> list[str]:
    """Return the options that may differ in a comparison."""
    return [option.name for option in fields(match.options) if option.name != "players"]


def misuse(key: str, **parts: object) -> NoReturn:
    """Raise a usage error."""
    raise click.UsageError(text(key, **parts), click.get_current_context())
