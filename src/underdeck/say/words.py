"""The catalogues: one folder a language, one TOML file a subject; `file.table.key` names a sentence or several phrasings of it."""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "es")
HERE = Path(__file__).parent


def choose_language(asked: str | None, environment: Mapping[str, str]) -> str:
    """The language asked for, else the one the environment names, else English."""
    wishes = [
        asked,
        *(
            environment.get(name)
            for name in ("UNDERDECK_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
        ),
    ]
    for wish in wishes:
        if wish:
            return wish[:2].lower() if wish[:2].lower() in LANGUAGES else "en"
    return "en"


class Count(int):
    """A number that knows its plural: `{n:card|cards}` is the first for 1 and the second otherwise."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return super().__format__(spec)
        one, other = spec.split("|")
        return one if self == 1 else other


@cache
def catalogue(language: str, name: str) -> dict[str, Any]:
    """One file of a language."""
    return tomllib.loads((HERE / language / f"{name}.toml").read_text("utf-8"))


@cache
def page(language: str, name: str) -> str:
    """A whole page of a language, such as the rules of a game."""
    packed = HERE / "rules"
    folder = (
        packed if packed.is_dir() else HERE.parents[2] / "docs" / "rules"
    )  # in a working copy the pages are at home there
    return (folder / (f"{name}.md" if language == "en" else f"{name}.{language}.md")).read_text(
        "utf-8"
    )


class Words:
    """Everything the house can say in one language."""

    program = "underdeck"
    """How the user started us, for sentences that name a command."""

    def __init__(self, language: str) -> None:
        self.language = language

    def file(self, name: str) -> dict[str, Any]:
        """A whole file."""
        return catalogue(self.language, name)

    def table(self, path: str) -> dict[str, Any]:
        """A whole table, `file.table`."""
        name, _, table = path.partition(".")
        found: dict[str, Any] = catalogue(self.language, name)[table]
        return found

    def phrasings(self, path: str) -> list[str]:
        """Every phrasing of a sentence, one or more."""
        name, table, key = path.split(".", 2)
        found = catalogue(self.language, name)[table][key]
        return [found] if isinstance(found, str) else found

    def has(self, path: str) -> bool:
        """Is there such a sentence?"""
        name, table, key = path.split(".", 2)
        return key in catalogue(self.language, name)[table]

    def say(self, path: str, /, **parts: object) -> str:
        """A sentence with its parts put in."""
        return fill(self.phrasings(path)[0], {"underdeck": self.program, **parts})

    def vary(self, path: str, voice: int, count: int, /, **parts: object) -> str:
        """The phrasing for a sentence that was told `count` times before in a game of this voice.

        Every voice goes through all phrasings in an order of its own, then through all of them in another order, and so on.
        """
        phrasings = self.phrasings(path)
        return fill(phrasings[phrasing_place(path, voice, len(phrasings), count)], parts)

    def page(self, name: str) -> str:
        """A whole page."""
        return page(self.language, name)


def phrasing_place(path: str, voice: int, n: int, count: int) -> int:
    """Return which of n phrasings a voice uses for a sentence told `count` times before; never the same twice in a row."""
    cycle, place = divmod(count, n)
    if n <= 2 or not cycle:
        return phrasing_order(path, voice, n)[place]
    order, before = phrasing_order(path, voice, n, cycle), phrasing_order(path, voice, n, cycle - 1)
    if order[0] == before[-1]:
        order = (
            order[1],
            order[0],
            *order[2:],
        )  # the last one stays where it is, so the next cycle can rely on it
    return order[place]


@lru_cache(maxsize=4096)
def phrasing_order(path: str, voice: int, n: int, cycle: int = 0) -> tuple[int, ...]:
    """Return the order in which a voice goes through the n phrasings of a sentence, at most 32, in one cycle."""
    digest = hashlib.sha256(f"{voice} {path} {cycle}".encode()).digest()
    return tuple(sorted(range(n), key=digest.__getitem__))


_MARK = "\0"
_BEGINS = re.compile(rf"(^|[.!?]\s|[¡¿]){_MARK}(.)")
_CONTRACTS = re.compile(rf"\b([Aa]|[Dd]e) {_MARK}el\b")


class Spoken(str):
    """Words with their article, such as a card's, which `fill` fits into a sentence: a capital where it begins, `del` for `de el`."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return _MARK + super().__format__(spec)


def fill(sentence: str, parts: Mapping[str, object]) -> str:
    """Put the parts into a sentence, numbers with their plurals."""
    filled = sentence.format_map(
        {name: Count(part) if isinstance(part, int) else part for name, part in parts.items()}
    )
    return fit(filled) if _MARK in filled else filled


def fit(text: str) -> str:
    """Adapt spoken parts to where they stand."""
    text = _BEGINS.sub(lambda found: found[1] + found[2].upper(), text)
    text = _CONTRACTS.sub(
        lambda found: "al" if found[1] == "a" else "Al" if found[1] == "A" else f"{found[1]}l", text
    )
    return text.replace(_MARK, "")


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]
