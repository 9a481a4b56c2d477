"""What is simulated, from the options of the command line: a match, and those that it is compared with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NoReturn

from underdeck.agents import BOTS
from underdeck.cli.house_options import read_bots, read_house
from underdeck.cli.speech import text
from underdeck.deal import check_seed_text
from underdeck.game import AnyGame
from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.study.match import Match, limited
from underdeck.study.policies import POLICIES, SUFFIX, PolicySpec, knobs_of, read_knob, read_policy

import click  # isort: skip  after `speech`, which lends it our words

DEFAULT_POLICY = "heuristic"


@dataclass(frozen=True)
class Rival:
    """A match that the first is compared with, as it was asked for."""

    asked: str
    match: Match


def read_match(game: AnyGame, seed: str, options: dict[str, Any]) -> Match:
    """The match that the options ask for."""
    check_seed_text(seed)
    if options["policy"] is not None and options["bots"] is not None:
        misuse("error.both", one="--policy", other="--bots")
    if options["bots"] is not None and game.seats(game.Options()) == 1:
        raise Refusal("bots_not_for", game=game.name, names=list(POLICIES[game.name]))
    house = limited(read_house(game, options | {"bots": None}))
    if options["policy"] is None and game.seats(house) > 1:
        return Match(game.name, house, seed, bots=tuple(read_bots(game, house, options["bots"])))
    return Match(
        game.name,
        house,
        seed,
        settled(game.name, read_policy(game.name, options["policy"] or DEFAULT_POLICY)),
    )


def read_rivals(match: Match, asked: Sequence[str]) -> list[Rival]:
    """The matches to compare with."""
    return [Rival(typed.strip(), read_rival(match, typed)) for typed in asked]


def read_rival(match: Match, typed: str) -> Match:
    """The match with something otherwise: another policy or bot, parameters, house rules, with commas between them."""
    names, pairs = split(typed)
    options = {option.name for option in fields(match.options)}
    rules = {name: value for name, value in pairs.items() if name in options}
    if "players" in rules:
        raise Refusal("against_players")
    knobs = {name: value for name, value in pairs.items() if name not in options}
    house = read_options(
        type(match.options), {name: getattr(match.options, name) for name in options} | rules
    )
    rival = replace(read_player(match, names, knobs), options=limited(house))
    if rival == match:
        raise Refusal("against_same", text=typed)
    return rival


def split(typed: str) -> tuple[list[str], dict[str, str]]:
    """The names in what was typed, and the pairs of a name and a value."""
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


def read_player(match: Match, names: list[str], knobs: Mapping[str, str]) -> Match:
    """The match with somebody else: for policies another one, or the same with other parameters; for bots another in the first seat."""
    if match.policy is None:
        return with_bot(match, names, knobs)
    refuse_unknown(match, names, list(POLICIES[match.game]))
    base = read_policy(match.game, names[0]) if names else match.policy
    known = knobs_of(match.game, base)
    for name in knobs:
        if name not in known:
            raise Refusal("unknown_against", name=name, names=[*known, *option_names(match)])
    turned = dict(base.knobs) | dict(read_knob(f"{name}={value}") for name, value in knobs.items())
    return replace(match, policy=settled(match.game, replace(base, knobs=tuple(turned.items()))))


def settled(game: str, spec: PolicySpec) -> PolicySpec:
    """The policy without parameters that are at their defaults anyway, in the order in which it lists them."""
    given = dict(spec.knobs)
    return replace(
        spec,
        knobs=tuple(
            (name, given[name])
            for name, (default, _) in knobs_of(game, spec).items()
            if given.get(name, default) != default
        ),
    )


def with_bot(match: Match, names: list[str], knobs: Mapping[str, str]) -> Match:
    """The match with another bot in the first seat."""
    for name in knobs:
        raise Refusal("unknown_against", name=name, names=option_names(match))
    refuse_unknown(match, names, list(BOTS))
    return replace(match, bots=(names[0], *match.bots[1:])) if names else match


def refuse_unknown(match: Match, names: list[str], known: list[str]) -> None:
    """Whoever else plays must be known here."""
    for name in names:
        if name not in known and not (match.policy and name.endswith(SUFFIX)):
            raise Refusal("unknown_against", name=name, names=[*known, *option_names(match)])


def option_names(match: Match) -> list[str]:
    """The house rules that may be otherwise in a comparison."""
    return [option.name for option in fields(match.options) if option.name != "players"]


def same_deals(one: Match, other: Match) -> bool:
    """Do both play with the same cards?"""
    game = find_game(one.game)
    return game.deck(one.options) == game.deck(other.options)


def misuse(key: str, **parts: object) -> NoReturn:
    """Options that don't go together."""
    raise click.UsageError(text(key, **parts), click.get_current_context())
