"""Checks of a caller's arguments.

Each error is one English sentence, for the programmer, that names the given value and the
possible ones. Errors about house rules and deals use the texts of `say`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from operator import index

from underdeck.deal import Deal, deal_from_cards, deal_from_seed
from underdeck.options import OptionsT, read_options
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES, Words
from underdeck.say.sentences import printable, refusal_text

ENGLISH = Words("en")
MAX_LISTED_ACTIONS = 14
RENDER_MODES = ("ansi", "human")
OVER = "the game is over: call reset() before the next step()"


@contextmanager
def refusals_as_errors() -> Iterator[None]:
    """Raise a refusal as a ValueError with its sentence."""
    try:
        yield
    except Refusal as refusal:
        raise ValueError(refusal_text(ENGLISH, refusal)) from None


def options_from(
    options_type: type[OptionsT], given: Mapping[str, object], own: Iterable[str]
) -> OptionsT:
    """Read house rules from keyword arguments; `own` names the environment's other options."""
    check_names(given, [*own, *(option.name for option in fields(options_type))])
    with refusals_as_errors():
        return read_options(options_type, given)


def check_names(given: Iterable[str], names: Collection[str]) -> None:
    """Refuse an unknown option."""
    for name in given:
        if name not in names:
            raise ValueError(f"unknown option {shown(name)}: options are {', '.join(names)}")


def check_one_of(name: str, value: object, allowed: Collection[object]) -> None:
    """Refuse a value that isn't one of those allowed."""
    if not any(value is one or (isinstance(value, str) and value == one) for one in allowed):
        raise ValueError(
            f"{name} can't be {shown(value)}: it must be one of {', '.join(map(repr, allowed))}"
        )


def check_bool(name: str, value: object) -> None:
    """Refuse a value that is neither True nor False."""
    check_one_of(name, value, (True, False))


def check_count(name: str, value: object, minimum: int = 1) -> None:
    """Refuse a value that isn't a whole number of at least `minimum`."""
    number = whole(value)
    if number is None or number < minimum:
        raise ValueError(
            f"{name} can't be {shown(value)}: it must be a whole number, at least {minimum}"
        )


def check_rendering(render_mode: object, language: object) -> None:
    """Refuse an unknown render mode or language."""
    check_one_of("render_mode", render_mode, (None, *RENDER_MODES))
    check_one_of("language", language, LANGUAGES)


def check_reset_options(options: Mapping[str, object] | None, known: str) -> object:
    """Return the one option that `reset` takes; None if it isn't given."""
    for name in options or {}:
        if name != known:
            raise ValueError(f"unknown option {shown(name)} of reset: the only one is {known}")
    return (options or {}).get(known)


def deal_from(deck: tuple[int, ...], deal: object, name: str = "deal") -> Deal:
    """Return a given deal, or the deal of a seed's text."""
    with refusals_as_errors():
        if isinstance(deal, Deal):
            deal_from_cards(deck, deal.cards)
            return deal
        if isinstance(deal, str):
            return deal_from_seed(deck, deal)
    raise ValueError(
        f"{name} can't be {shown(deal)}: it must be the text of a seed, or an underdeck.deal.Deal"
    )


def whole(value: object) -> int | None:
    """Return a whole number of any integer type as an int; None for other values."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def action_from(action: object, size: int) -> int | None:
    """Return an action as an int; None if it is outside the action space."""
    number = whole(action)
    return number if number is not None and 0 <= number < size else None


def illegal_action(action: object, name: str, size: int, legal: Mapping[int, object]) -> str:
    """Return the error for an illegal action, with the legal ones.

    `name` is the move that the action stands for, empty if it stands for none.
    """
    meaning = name or f"actions are whole numbers from 0 to {size - 1}"
    return f"illegal action {shown(action)} ({meaning}): {legal_text(legal)}"


def legal_text(legal: Mapping[int, object]) -> str:
    """List the legal actions with their moves, up to a maximum."""
    if not legal:
        return "no action is legal, the game is over"
    listed = [f"{action} ({legal[action]})" for action in sorted(legal)[:MAX_LISTED_ACTIONS]]
    left = len(legal) - MAX_LISTED_ACTIONS
    return f"legal actions are {', '.join(listed)}{f' and {left} more' if left > 0 else ''}"


def reset_first(purpose: str) -> str:
    """Return the error for a call before the first reset."""
    return f"there is no game to {purpose} yet: call reset() first"


def shown(value: object) -> str:
    """Return a value as the caller wrote it, shortened; NumPy's integers look like Python's."""
    number = None if isinstance(value, bool) else whole(value)
    return printable(repr(value if number is None else number))
