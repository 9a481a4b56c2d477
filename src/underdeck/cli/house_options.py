"""A table from the options of the command line: its house rules, and who plays each seat."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from underdeck.agents import find_bot
from underdeck.cli.speech import text
from underdeck.game import AnyGame
from underdeck.options import read_option, read_options
from underdeck.refusal import Refusal

import click  # isort: skip  after `speech`, which lends it our words

VARIANTS = {
    "jokers-wild": ("jokers_wild", "on"),
    "random-cell": ("jokers_wild", "on"),
    "almost-black": ("almost_black", "on"),
    "pitch-black": ("pitch_black", "on"),
    "suicide-queen": ("suicide_queen", "on"),
    "counter-attack-1": ("counter_attack", "1"),
    "counter-attack-2": ("counter_attack", "2"),
    "counter-attack-3": ("counter_attack", "3"),
}


def read_table(game: AnyGame, options: Mapping[str, Any]) -> Any:
    """The house from the options of the command line; variants and numbers of a table are house options like any other."""
    for name in ("players", "decks", "variants", "bots"):
        if options[name] is not None and game.seats(game.Options()) == 1:
            raise Refusal("option_not_for", option=f"--{name}", game=game.name)
    ruled = [option_pair(option) for option in options["house"]]
    numbers = [
        (name, str(options[name])) for name in ("players", "decks") if options[name] is not None
    ]
    variants = [
        read_variant(name) for name in (options["variants"] or "").split(",") if name.strip()
    ]
    if len({value for name, value in variants if name == "counter_attack"}) > 1:
        raise Refusal("house_counters")
    asked = [*ruled, *numbers, *variants]
    refuse_contradictions(game, asked)
    try:
        return read_options(game.Options, dict(asked))
    except Refusal as refusal:
        raise in_their_words(refusal, dict(ruled)) from None


def read_variant(typed: str) -> tuple[str, str]:
    """A variant by name as a house option: `pitch-black`, `counter-attack-3`."""
    name = typed.strip().lower().replace("_", "-")
    if name not in VARIANTS:
        raise Refusal("unknown_variant", name=typed.strip(), names=list(VARIANTS))
    return VARIANTS[name]


def refuse_contradictions(game: AnyGame, asked: Iterable[tuple[str, str]]) -> None:
    """An option that is given twice must be given alike."""
    options = {option.name: option for option in fields(game.Options)}
    first: dict[str, str] = {}
    for name, value in asked:
        before = first.setdefault(name, value)
        if name in options and read_option(options[name], before) != read_option(
            options[name], value
        ):
            raise click.UsageError(
                text("error.contradiction", option=name, one=before, other=value),
                click.get_current_context(),
            )


def in_their_words(refusal: Refusal, ruled: Mapping[str, str]) -> Refusal:
    """The refusal with variants named as `--variants` names them, unless they were given as house rules."""
    names = {
        option: variant
        for variant, (option, value) in reversed(VARIANTS.items())
        if value == "on" and option not in ruled
    }
    return Refusal(
        refusal.code, **{name: names.get(str(part), part) for name, part in refusal.params.items()}
    )


def option_pair(option: str) -> tuple[str, str]:
    """`name=value` in two."""
    name, equals, value = option.partition("=")
    if not equals:
        raise Refusal("house_form", text=option)
    return name.strip(), value.strip()


def read_seats(players: int, bots: str | None) -> list[str]:
    """Who plays each seat: people first, then bots; one person against careful bots unless told otherwise."""
    if players == 1:
        return []
    names = (
        ["careful"] * (players - 1)
        if bots is None
        else [name.strip().lower() for name in bots.split(",") if name.strip()]
    )
    for name in names:
        find_bot(name)
    if len(names) > players - 1:
        raise Refusal("too_many_bots", n=len(names), most=players - 1)
    return [""] * (players - len(names)) + names


def read_bots(seats: int, names: str | None) -> list[str]:
    """A bot for every seat: as many as are named, the last one for all that are left; careful ones unless told otherwise."""
    chosen = [name.strip().lower() for name in (names or "").split(",") if name.strip()] or [
        "careful"
    ]
    for name in chosen:
        find_bot(name)
    if len(chosen) > seats:
        raise Refusal("too_many_bots", n=len(chosen), most=seats)
    return chosen + [chosen[-1]] * (seats - len(chosen))
