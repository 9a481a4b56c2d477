"""House rules on the command line: read from options, shown, and repeated as arguments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import click

from underdeck.agents import find_bot
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import Terminal
from underdeck.game import AnyGame
from underdeck.options import GameOptions, option_text, read_option, read_options
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.registry import find_manifest
from underdeck.say.sentences import refusal_text
from underdeck.variants import name_variants, read_variant, refuse_exclusive, variants_of

NUMBERS = ("players", "decks")
"""House rules with an option of their own on the command line, for games that have them."""


def read_house_rules(game: AnyGame, arguments: Mapping[str, Any]) -> GameOptions:
    """Return the options with the house rules that the command line asks for."""
    refuse_foreign(game, arguments)
    rules = [read_pair(rule) for rule in arguments["house"]]
    numbers = [(name, str(arguments[name])) for name in NUMBERS if arguments[name] is not None]
    refuse_bad_numbers(game, numbers)
    names = [name for name in (arguments["variants"] or "").split(",") if name.strip()]
    variants = [read_variant(game, name) for name in names]
    refuse_exclusive(game, variants)
    asked = [*rules, *numbers, *variants]
    refuse_contradictions(game, asked)
    try:
        options: GameOptions = read_options(game.Options, dict(asked))
    except Refusal as refusal:
        raise name_variants(game, refusal, dict(rules)) from None
    if arguments["bots"] is not None and game.seats(options) == 1:
        raise Refusal("option_not_for", option="--bots", game=game.name)
    return options


def read_house_option(game: AnyGame, rules: Sequence[str]) -> GameOptions:
    """Return the options with the house rules of `--house`, for commands without other options."""
    unused = dict.fromkeys(("bots", "players", "decks", "variants"))
    return read_house_rules(game, {"house": rules, **unused})


def refuse_foreign(game: AnyGame, arguments: Mapping[str, Any]) -> None:
    """Refuse options of the command line that don't apply to a game."""
    known = {option.name for option in fields(game.Options)}
    applies = {name: name in known for name in NUMBERS}
    applies["variants"] = bool(variants_of(game))
    for name, does in applies.items():
        if arguments[name] is not None and not does:
            raise Refusal("option_not_for", option=f"--{name}", game=game.name)


def refuse_bad_numbers(game: AnyGame, numbers: Iterable[tuple[str, str]]) -> None:
    """Refuse numbers that a game doesn't allow, as a misuse of their option."""
    options = {option.name: option for option in fields(game.Options)}
    for name, value in numbers:
        try:
            read_option(options[name], value)
        except Refusal as refusal:
            raise click.BadParameter(
                refusal_text(Speech.words, refusal),
                click.get_current_context(),
                param_hint=f"'--{name}'",
            ) from None


def refuse_contradictions(game: AnyGame, asked: Iterable[tuple[str, str]]) -> None:
    """Refuse a house rule that is given twice with different values."""
    options = {option.name: option for option in fields(game.Options)}
    first: dict[str, str] = {}
    for name, value in asked:
        before = first.setdefault(name, value)
        if name not in options:
            continue
        if read_option(options[name], before) != read_option(options[name], value):
            raise click.UsageError(
                text("error.contradiction", option=name, one=before, other=value),
                click.get_current_context(),
            )


def read_pair(rule: str) -> tuple[str, str]:
    """Return the name and the value of a house rule written `name=value`."""
    name, equals, value = rule.partition("=")
    if not equals:
        raise Refusal("house_form", text=rule)
    return name.strip(), value.strip()


# Bots


def players_for_bots(game: AnyGame, arguments: Mapping[str, Any]) -> int | None:
    """Return the number of players; unless it is given, one person can play against all bots."""
    asked: int | None = arguments["players"]
    option = next((each for each in fields(game.Options) if each.name == "players"), None)
    named = any(read_pair(rule)[0] == "players" for rule in arguments["house"])
    wanted = len(read_names(arguments["bots"])) + 1
    if asked is not None or option is None or named or wanted <= game.seats(game.Options()):
        return asked
    most: int = max(option.metadata["values"])
    return min(wanted, most)


def read_seats(game: AnyGame, options: GameOptions, bots: str | None) -> list[str]:
    """Return the player of each seat: people (an empty text) first, then bots.

    By default one person plays against the game's first opponents.
    """
    count = game.seats(options)
    if count == 1:
        return []
    names = read_names(bots)
    if bots is None:
        names = find_manifest(game.name).opponents(count - 1)
    refuse_non_opponents(game.name, names)
    for name in names:
        find_bot(name, game.name)
    refuse_too_many(names, count - 1)
    return [""] * (count - len(names)) + names


def read_simulated_bots(game: AnyGame, options: GameOptions, bots: str | None) -> list[str]:
    """Return a bot for every seat: the last one named takes all seats that are left."""
    from underdeck.study.players import check_player  # noqa: PLC0415  only for simulations

    count = game.seats(options)
    names = read_names(bots) or [find_manifest(game.name).usual_bot]
    for name in names:
        check_player(name, game.name)
    refuse_too_many(names, count)
    return names + [names[-1]] * (count - len(names))


def read_names(bots: str | None) -> list[str]:
    """Return the names in a list separated by commas."""
    return [name.strip().lower() for name in (bots or "").split(",") if name.strip()]


def refuse_too_many(names: list[str], max_count: int) -> None:
    """Refuse more bots than there are seats for them."""
    if len(names) > max_count:
        raise Refusal("too_many_bots", n=len(names), most=max_count)


def refuse_non_opponents(game: str, names: list[str]) -> None:
    """Refuse unknown bots, and those that only simulations use."""
    manifest = find_manifest(game)
    for name in names:
        if name not in manifest.bots:
            raise Refusal("unknown_bot", name=name, names=list(manifest.bots))


def bot_arguments(played: AnyPlaythrough) -> str:
    """Return the option that repeats the bots of a game, unless they are the default."""
    if played.is_solo:
        return ""
    seats = played.record.seats
    bots = [name for name in seats if name]
    default = find_manifest(played.game.name).opponents(len(seats) - 1)
    return "" if bots == default else f" --bots '{','.join(bots)}'"


# House rules in force


def changed_options(options: GameOptions) -> dict[str, str]:
    """Return the house rules that differ from the rulebook, with their values as text."""
    return {
        option.name: option_text(value)
        for option in fields(options)
        if (value := getattr(options, option.name)) != option.default
    }


def option_arguments(options: GameOptions) -> str:
    """Return the arguments that repeat these house rules on the command line."""
    changed = changed_options(options).items()
    return "".join(f" --house {name}={value}" for name, value in changed)


def show_options(terminal: Terminal, game: str, options: GameOptions) -> None:
    """Show the variants and house rules in force, except the number of players."""
    words = terminal.words
    for name, value in changed_options(options).items():
        variant = "-".join([*name.split("_"), *([] if value == "on" else [value])])
        if variant in words.file(game).get("variant", {}):
            meaning = words.say(f"{game}.variant.{variant}")
            terminal.show(words.say("cli.play.variant", name=variant, meaning=meaning))
        elif name != "players":
            meaning = words.say(f"{game}.house.{name}")
            terminal.show(words.say("cli.play.house", option=f"{name}={value}", meaning=meaning))
