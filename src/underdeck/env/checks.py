"""Checks of what a caller gives an environment; a refusal is one sentence that names what was given and what is possible.

The sentences are English: they are for the programmer. House rules and deals are refused in the words of `say`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from operator import index
from typing import Any

from underdeck.deal import Deal, deal_from_cards, deal_from_seed
from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES, Words
from underdeck.say.sentences import printable, refusal_text

ENGLISH = Words("en")
MOST_LISTED = 14
"""How many legal actions a refusal lists."""
RENDER_MODES = ("ansi", "human")
REWARDS = ("points", "win")
"""What a Tomb's end is worth: the points brought out, or 1 for all four kings."""


@contextmanager
def in_words() -> Iterator[None]:
    """Raise a refusal as a ValueError with its sentence."""
    try:
        yield
    except Refusal as refusal:
        raise ValueError(refusal_text(ENGLISH, refusal)) from None


def options_from(house: type[Any], options: Mapping[str, object], own: Iterable[str]) -> Any:
    """Read house rules from keyword arguments; `own` names the environment's other options."""
    check_names(options, [*own, *(option.name for option in fields(house))])
    with in_words():
        return read_options(house, options)


def check_names(options: Iterable[str], names: Collection[str]) -> None:
    """Refuse an option that there isn't."""
    for name in options:
        if name not in names:
            raise ValueError(f"unknown option {shown(name)}: options are {', '.join(names)}")


def one_of(name: str, value: object, allowed: Collection[object]) -> None:
    """Refuse a value that isn't one of those allowed."""
    if not any(value is one or (isinstance(value, str) and value == one) for one in allowed):
        raise ValueError(
            f"{name} can't be {shown(value)}: it must be one of {', '.join(map(repr, allowed))}"
        )


def check_switch(name: str, value: object) -> None:
    """Refuse what is neither True nor False."""
    one_of(name, value, (True, False))


def check_count(name: str, value: object, least: int = 1) -> None:
    """Refuse what is no whole number of at least `least`."""
    number = whole(value)
    if number is None or number < least:
        raise ValueError(
            f"{name} can't be {shown(value)}: it must be a whole number, at least {least}"
        )


def check_shown(render_mode: object, language: object) -> None:
    """Refuse a way of rendering, or a language, that there isn't."""
    one_of("render_mode", render_mode, (None, *RENDER_MODES))
    one_of("language", language, LANGUAGES)


def check_reset_options(options: Mapping[str, Any] | None, known: str) -> Any:
    """Return the one option that `reset` takes, None if it isn't given."""
    for name in options or {}:
        if name != known:
            raise ValueError(f"unknown option {shown(name)} of reset: the only one is {known}")
    return (options or {}).get(known)


def deal_from(deck: tuple[int, ...], deal: object, name: str = "deal") -> Deal:
    """Return a given deal, or that of a seed's text."""
    with in_words():
        if isinstance(deal, Deal):
            deal_from_cards(deck, deal.cards)
            return deal
        if isinstance(deal, str):
            return deal_from_seed(deck, deal)
    raise ValueError(
        f"{name} can't be {shown(deal)}: it must be the text of a seed, or an underdeck.deal.Deal"
    )


def whole(value: object) -> int | None:
    """Return a whole number of any integer type as an int, and None for anything else."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def action_from(action: object, size: int) -> int | None:
    """Return the number of an action, None if it is outside the action space."""
    number = whole(action)
    return number if number is not None and 0 <= number < size else None


def refused_action(action: object, name: str, size: int, legal: Mapping[int, object]) -> str:
    """Say that an action can't be taken, and which can; `name` is the move it stands for, empty if it stands for none."""
    meaning = name or f"actions are whole numbers from 0 to {size - 1}"
    return f"illegal action {shown(action)} ({meaning}): {legal_text(legal)}"


def legal_text(legal: Mapping[int, object]) -> str:
    """List the legal actions with their moves; of many, the first."""
    if not legal:
        return "no action is legal, the game is over"
    listed = [f"{action} ({legal[action]})" for action in sorted(legal)[:MOST_LISTED]]
    rest = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
    return f"legal actions are {', '.join(listed)}{rest}"


def reset_first(what: str) -> str:
    """Say that there is no game yet."""
    return f"there is no game to {what} yet: call reset() first"


OVER = "the game is over: call reset() before the next step()"


def shown(value: object) -> str:
    """Return a value as the caller wrote it, cut where it is long; NumPy's integers look like Python's."""
    number = None if isinstance(value, bool) else whole(value)
    return printable(repr(value if number is None else number))
