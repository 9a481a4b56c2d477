"""Abbreviate lists of moves: those that differ in some parts become `fish Q p2|p3 A..K`.

Each part of a move has two places in a form: the card, and the value it is played as (`Jk=9`).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from underdeck.game import Move

MAX_UNFOLDED = 4
MIN_RUN = 3
MAX_UNBROKEN_LENGTH = 36
"""A longer form may be broken at the end of a line."""
_ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

Form = tuple[tuple[str, ...], ...]
"""The alternatives in each place of a folded move, in the order of the moves."""


class FoldStyle(NamedTuple):
    """How a folded move is written: `p2|p3` and `2..10` on a screen, `2 to 10` when spoken."""

    gap: str = " "
    """Separates the parts of a move; a non-breaking space keeps a move on one line."""
    separator: str = "|"
    last_separator: str = "|"
    range_mark: str = ".."
    min_run: int = MIN_RUN
    """The number of neighboring ranks from which only the first and the last are named."""
    played_as: str = "="
    max_unfolded: int = MAX_UNFOLDED
    """The number of moves up to which each is listed by itself."""
    part_name: Callable[[str], str] = str
    """Return what a part is called."""


PRINTED = FoldStyle()


def fold(moves: Sequence[Move], face: Callable[[int], str]) -> list[tuple[Move, Form]]:
    """Fold moves of one kind into forms, each with the first move that it stands for.

    A form stands for exactly the moves that take one alternative in each place.
    """
    forms: dict[Form, Move] = {}
    for move in moves:
        form = tuple((half,) for part in move.texts(face) for half in split_part(part))
        forms.setdefault(form, move)
    places = max((len(form) for form in forms), default=0)
    for place in reversed(range(places)):
        forms = merge_place(forms, place)
    return [(move, form) for form, move in forms.items()]


def split_part(part: str) -> tuple[str, str]:
    """Split a part into the card and the value it is played as, which may be empty."""
    head, _, tail = part.partition("=")
    return head, tail


def merge_place(forms: dict[Form, Move], place: int) -> dict[Form, Move]:
    """Merge the forms that differ in this place only."""
    groups: dict[tuple[Form, Form], tuple[list[str], Move]] = {}
    for form, move in forms.items():
        if place >= len(form):
            groups[form, ()] = [], move
            continue
        found, _ = groups.setdefault((form[:place], form[place + 1 :]), ([], move))
        found += [each for each in form[place] if each not in found]
    return {
        (*before, *([tuple(found)] if found else []), *after): move
        for (before, after), (found, move) in groups.items()
    }


def form_text(verb: str, form: Form, style: FoldStyle = PRINTED) -> str:
    """Return a folded move as it is listed."""
    parts = [verb]
    for place in range(0, len(form), 2):
        heads, tails = (alternatives(form[place + half], style) for half in (0, 1))
        parts.append(f"{heads}{style.played_as}{tails}" if tails else heads)
    text = " ".join(parts)
    return text.replace(" ", style.gap) if len(text) <= MAX_UNBROKEN_LENGTH else text


def alternatives(values: Sequence[str], style: FoldStyle) -> str:
    """Return the alternatives in one place: neighboring ranks as a range, others one by one."""
    texts: list[str] = []
    run: list[str] = []
    for value in filter(None, values):
        if run and is_next_rank(run[-1], value):
            run.append(value)
            continue
        texts += run_texts(run, style)
        run = [value]
    texts += run_texts(run, style)
    return style.last_separator.join(filter(None, [style.separator.join(texts[:-1]), *texts[-1:]]))


def is_next_rank(value: str, following: str) -> bool:
    """Return whether two texts are neighboring ranks."""
    if value not in _ORDER or following not in _ORDER:
        return False
    return _ORDER.index(following) == _ORDER.index(value) + 1


def run_texts(run: Sequence[str], style: FoldStyle) -> list[str]:
    """Return neighboring ranks as a range if there are enough of them, otherwise each of them."""
    names = [style.part_name(each) for each in run]
    return [f"{names[0]}{style.range_mark}{names[-1]}"] if len(run) >= style.min_run else names
