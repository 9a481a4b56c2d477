"""The grammar of the texts: alternatives, names, numbers and agreement.

    [a hall|a long stair]            one of several alternatives; they may contain more of them
    {hero} {the foe} {hoard king}    a name in one of its forms; without a form it is `name`
    {left} {left:turn|turns}         a number in words; a singular and a plural form, where # is
                                     the number (in Spanish #f before a feminine noun)
    <he/she> <foe:o/a>               agrees with the hero, or with another name; four forms if the
                                     name may be plural

A name or number at the beginning of a sentence gets a capital, and in Spanish `de el` becomes
`del` and `y Inés` becomes `e Inés`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from underdeck.refusal import Refusal

HERO = "hero"
"""The name that agreement refers to unless another one is given."""
GENDERS = ("m", "f", "mp", "fp")
"""The genders in the order of the forms of an agreement; `p` is plural."""
MAX_NESTING = 20
"""Maximum depth of alternatives within alternatives."""


class Literal(NamedTuple):
    """Text as it is."""

    text: str


class Slot(NamedTuple):
    """A name or a number."""

    name: str
    form: str = "name"
    plural: str = ""
    """The forms of a noun after a number, `singular|plural`."""


class Agreement(NamedTuple):
    """A word that agrees with a name in gender and number."""

    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Choice:
    """Several alternatives, one of which is used."""

    options: tuple["Sequence", ...]


Node: TypeAlias = Literal | Slot | Agreement | Choice
Sequence: TypeAlias = tuple[Node, ...]

_SPECIAL = re.compile(r"[\[\]{}<>|]")
_UNSHOWN = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Controls of terminals and of the direction of text, which a file of scenes must not print."""
_SLOT = re.compile(r"(?:(\w+) )?(\w+)(?::([^{}]*))?")


class _Parser:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.depth = 0

    def wrong(self) -> Refusal:
        """Return the refusal of this text, with the place where it went wrong."""
        return Refusal("scene_text", text=self.text, place=self.place + 1)

    def sequence(self, *, inside: bool) -> Sequence:
        """Read nodes up to the end of the text or of an alternative."""
        nodes: list[Node] = []
        while self.place < len(self.text):
            char = self.text[self.place]
            if char in "|]":
                if not inside:
                    raise self.wrong()
                break
            if char == "[":
                nodes.append(self.choice())
            elif char == "{":
                nodes.append(self.slot())
            elif char == "<":
                nodes.append(self.agreement())
            elif char in "}>":
                raise self.wrong()
            else:
                found = _SPECIAL.search(self.text, self.place)
                end = found.start() if found else len(self.text)
                nodes.append(Literal(self.text[self.place : end]))
                self.place = end
        return tuple(nodes)

    def choice(self) -> Choice:
        """Read alternatives in brackets."""
        if self.depth == MAX_NESTING:
            raise self.wrong()
        self.depth += 1
        options = []
        while self.place < len(self.text) and self.text[self.place] in "[|":
            self.place += 1
            options.append(self.sequence(inside=True))
        if self.text[self.place : self.place + 1] != "]":
            raise self.wrong()
        self.place += 1
        self.depth -= 1
        return Choice(tuple(options))

    def enclosed(self, closing: str) -> str:
        """Read up to a closing sign."""
        end = self.text.find(closing, self.place)
        if end < 0:
            raise self.wrong()
        inner = self.text[self.place + 1 : end]
        self.place = end + 1
        return inner

    def slot(self) -> Slot:
        """Read a name or a number in braces."""
        inner = self.enclosed("}")
        found = _SLOT.fullmatch(inner)
        if not found:
            raise self.wrong()
        return Slot(found[2], found[1] or "name", found[3] or "")

    def agreement(self) -> Agreement:
        """Read an agreement in angle brackets."""
        inner = self.enclosed(">")
        name, colon, forms = inner.rpartition(":")
        options = tuple(forms.split("/"))
        if len(options) not in (2, 4):
            raise self.wrong()
        return Agreement(name if colon else HERO, options)


@cache
def parse(text: str) -> Sequence:
    """Return the nodes of a text; one with an unmatched sign or a control is refused."""
    parser = _Parser(text)
    if found := _UNSHOWN.search(text):
        parser.place = found.start()
        raise parser.wrong()
    return parser.sequence(inside=False)


def slots(nodes: Sequence) -> Iterator[Slot | Agreement]:
    """Yield every name, number and agreement in a text, those in alternatives included."""
    for node in nodes:
        if isinstance(node, Choice):
            for option in node.options:
                yield from slots(option)
        elif not isinstance(node, Literal):
            yield node


MARK = "\0"
"""Stands before names and numbers until the sentence is complete."""
CHOSEN = "\1"
"""Stands after the mark of a name that a player chose: it keeps its case and its article."""
_BEGINS = re.compile(rf"((?:^|[.!?…][\"”»’)]*\s+|[“«¡¿])[“«¡¿—]*){MARK}([^\s{CHOSEN}])")
_CONTRACTS = re.compile(rf"\b([Aa]|[Dd]e) {MARK}el\b")
_AND_BEFORE_I = re.compile(rf"\by (?={MARK}{CHOSEN}?(?:[IiÍí]|[Hh][ií])(?![aeo]))")


def fit(text: str, language: str) -> str:
    """Adapt names and numbers to their place in a sentence."""
    text = text.replace(MARK * 2, MARK)
    if language == "es":
        text = _CONTRACTS.sub(lambda found: found[1] + "l", text)
        text = _AND_BEFORE_I.sub("e ", text)
    text = _BEGINS.sub(lambda found: found[1] + found[2].upper(), text)
    return text.replace(MARK, "").replace(CHOSEN, "")
