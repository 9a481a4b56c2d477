"""Matches to compare with, from text such as `random`, `risk=300,weak=2` or `drop_sum=on`."""

from collections.abc import Mapping
from dataclasses import fields, replace

from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_manifest
from underdeck.study.match import Match
from underdeck.study.policies import (
    SUFFIX,
    find_knobs,
    normalize,
    policy_names,
    read_knob,
    read_policy,
)


def read_rival(match: Match, typed: str) -> Match:
    """Return the match with another policy or bot, parameters or options, separated by commas."""
    names, pairs = split(typed)
    known = {option.name for option in fields(match.options)}
    changed = {name: value for name, value in pairs.items() if name in known}
    knobs = {name: value for name, value in pairs.items() if name not in known}
    rival = with_options(replace_player(match, names, knobs), changed)
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
            raise Refusal("against_contradiction", option=name, one=pairs[name], other=value)
    if len(names) > 1:
        raise Refusal("against_contradiction", option="against", one=names[0], other=names[1])
    return names, pairs


def with_options(match: Match, changed: Mapping[str, object]) -> Match:
    """Return the match with some other options."""
    if "players" in changed:
        raise Refusal("against_players")
    values = {option.name: getattr(match.options, option.name) for option in fields(match.options)}
    return replace(match, options=read_options(type(match.options), {**values, **changed}))


def replace_player(match: Match, names: list[str], knobs: Mapping[str, str]) -> Match:
    """Return the match with another policy or other parameters, or another bot in seat 0."""
    if match.policy is None and (match.seats > 1 or not names):
        return replace_bot(match, names, knobs)
    refuse_unknown(match, names, policy_names(match.game))
    base = read_policy(match.game, names[0]) if names else match.policy
    assert base is not None
    known = find_knobs(match.game, base)
    for name in knobs:
        if name not in known:
            raise Refusal("unknown_against", name=name, names=[*known, *option_names(match)])
    given = dict(read_knob(f"{name}={value}") for name, value in knobs.items())
    merged = tuple((dict(base.knobs) | given).items())
    policy = normalize(match.game, replace(base, knobs=merged))
    return replace(match, policy=policy, bots=(), own_bots=())


def replace_bot(match: Match, names: list[str], knobs: Mapping[str, str]) -> Match:
    """Return the match with another bot in seat 0."""
    for name in knobs:
        raise Refusal("unknown_against", name=name, names=option_names(match))
    refuse_unknown(match, names, list(find_manifest(match.game).simulated_bots))
    return replace(match, bots=(names[0], *match.bots[1:])) if names else match


def refuse_unknown(match: Match, names: list[str], known: list[str]) -> None:
    """Refuse unknown policies and bots."""
    plays_policies = match.policy is not None or match.seats == 1
    for name in names:
        if name not in known and not (plays_policies and name.endswith(SUFFIX)):
            raise Refusal("unknown_against", name=name, names=[*known, *option_names(match)])


def option_names(match: Match) -> list[str]:
    """Return the options that may differ in a comparison."""
    return [option.name for option in fields(match.options) if option.name != "players"]
