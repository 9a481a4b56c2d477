"""Long lists of moves in short: moves of one kind that differ only in some parts become one form, `fish Q p2|p3 A..K`."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from underdeck.game import Move

MANY = 4
RUN = 3
"""From this many neighbouring ranks on, only the first and the last are named."""
LONGEST = 36
"""A form that is longer than this may be broken at the end of a line."""
_ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

Form = tuple[tuple[str, ...], ...]
"""What may stand in each place of a folded move, in the order of the moves."""


class Joints(NamedTuple):
    """How a listed move is put together: on a screen `p2|p3` and `2..10`, aloud `p2 or p3` and `2 to 10`."""

    gap: str = " "
    """Between its parts; a space that isn't broken keeps it in one line."""
    either: str = "|"
    last: str = "|"
    to: str = ".."
    run: int = RUN
    """From this many neighbouring ranks on, only the first and the last are named."""
    played_as: str = "="
    many: int = MANY
    """Up to this many moves are listed one by one; more are folded."""
    name: Callable[[str], str] = str
    """What a part is called."""


PRINTED = Joints()


def fold(moves: Sequence[Move], face: Callable[[int], str]) -> list[tuple[Move, Form]]:
    """Fold moves of one kind: each form stands for all moves that choose one alternative in each place."""
    forms: dict[Form, Move] = {}
    for move in moves:
        forms.setdefault(tuple((half,) for part in move.texts(face) for half in halves(part)), move)
    places = max((len(form) for form in forms), default=0)
    for place in reversed(range(places)):
        forms = merged(forms, place)
    return [(move, form) for form, move in forms.items()]


def halves(part: str) -> tuple[str, str]:
    """A part in two: the card and what it is played as (`Jk=9`), or the part and nothing."""
    head, _, tail = part.partition("=")
    return head, tail


def merged(forms: dict[Form, Move], place: int) -> dict[Form, Move]:
    """Join the forms that differ in this place only."""
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


def form_text(verb: str, form: Form, joints: Joints = PRINTED) -> str:
    """A folded move as it is listed."""
    shown = [verb]
    for place in range(0, len(form), 2):
        heads, tails = (alternatives(form[place + half], joints) for half in (0, 1))
        shown.append(f"{heads}{joints.played_as}{tails}" if tails else heads)
    text = " ".join(shown)
    return text.replace(" ", joints.gap) if len(text) <= LONGEST else text


def alternatives(values: Sequence[str], joints: Joints) -> str:
    """What may stand in one place: neighbouring ranks as a range, the rest one by one."""
    told: list[str] = []
    run: list[str] = []
    for value in filter(None, values):
        if (
            run
            and value in _ORDER
            and run[-1] in _ORDER
            and _ORDER.index(value) == _ORDER.index(run[-1]) + 1
        ):
            run.append(value)
            continue
        told += spoken_run(run, joints)
        run = [value]
    told += spoken_run(run, joints)
    return joints.last.join(filter(None, [joints.either.join(told[:-1]), *told[-1:]]))


def spoken_run(run: Sequence[str], joints: Joints) -> list[str]:
    """Neighbouring ranks: the first and the last of many, else each of them."""
    names = [joints.name(each) for each in run]
    return [f"{names[0]}{joints.to}{names[-1]}"] if len(run) >= joints.run else names
