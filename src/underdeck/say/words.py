"""The catalogues: one folder per language with one TOML file per subject.

A path `file.table.key` names a sentence, or several phrasings of it.

The built-in files are in this package, the built-in rules pages in `docs/rules` (packed as
`say/rules`). A game from another package names a package of its own in `Manifest.words`:

    en/pit.toml    es/pit.toml     the game's catalogue; more files (`pit_lesson.toml`) if needed
    en/rules.md    es/rules.md     its rules page

A file that a language lacks is read in English. Names of built-in files can't be replaced.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from underdeck.registry import find_manifest, game_names

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES = ("en", "es")
FALLBACK_LANGUAGE = "en"
HERE = Path(__file__).parent
LANGUAGE_VARIABLES = ("UNDERDECK_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that choose the language, the most important first."""


def choose_language(asked: str | None, environment: Mapping[str, str]) -> str:
    """Return the requested language, otherwise the environment's, otherwise English."""
    for wish in (asked, *map(environment.get, LANGUAGE_VARIABLES)):
        if wish:
            code = wish[:2].lower()
            return code if code in LANGUAGES else FALLBACK_LANGUAGE
    return FALLBACK_LANGUAGE


class Count(int):
    """A number that chooses a plural: `{n:card|cards}` is `card` for 1 and `cards` otherwise."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return super().__format__(spec)
        one, other = spec.split("|")
        return one if self == 1 else other


@cache
def catalogue(language: str, name: str) -> dict[str, Any]:
    """Return one file of a language, built-in or from the package of a game."""
    file: Traversable = HERE / language / f"{name}.toml"
    if not file.is_file():
        file = find_game_file(language, f"{name}.toml", game_names())
    return tomllib.loads(file.read_text("utf-8"))


@cache
def page(language: str, game: str) -> str:
    """Return the rules page of a game."""
    if find_manifest(game).words:
        return find_game_file(language, "rules.md", [game]).read_text("utf-8")
    packed = HERE / "rules"
    folder = packed if packed.is_dir() else HERE.parents[2] / "docs" / "rules"
    suffix = "" if language == FALLBACK_LANGUAGE else f".{language}"
    return (folder / f"{game}{suffix}.md").read_text("utf-8")


def find_game_file(language: str, name: str, games: list[str]) -> "Traversable":
    """Return a file from the first of these games' own packages that has it."""
    for folder in game_folders(games):
        for each in (language, FALLBACK_LANGUAGE):
            file = folder / each / name
            if file.is_file():
                return file
    raise FileNotFoundError(f"{language}/{name}")


def game_folders(games: list[str]) -> Iterator["Traversable"]:
    """Yield the folders of the packages in which games keep their words."""
    from importlib.resources import files  # noqa: PLC0415  a slow import, seldom needed

    for game in games:
        package = find_manifest(game).words
        if package:
            yield files(package)


class Words:
    """All texts in one language."""

    program = "underdeck"
    """The command that the user typed, for sentences that name a command."""

    def __init__(self, language: str) -> None:
        self.language = language

    def file(self, name: str) -> dict[str, Any]:
        """Return a whole file."""
        return catalogue(self.language, name)

    def table(self, path: str) -> dict[str, Any]:
        """Return a whole table of a file, `file.table`."""
        name, _, table = path.partition(".")
        found: dict[str, Any] = catalogue(self.language, name)[table]
        return found

    def phrasings(self, path: str) -> list[str]:
        """Return every phrasing of a sentence, one or more."""
        name, table, key = path.split(".", 2)
        found = catalogue(self.language, name)[table][key]
        return [found] if isinstance(found, str) else found

    def has(self, path: str) -> bool:
        """Return whether there is a file with this sentence."""
        name, table, key = path.split(".", 2)
        try:
            found = catalogue(self.language, name)
        except FileNotFoundError:
            return False
        return key in found.get(table, ())

    def say(self, path: str, /, **parts: object) -> str:
        """Return a sentence with its placeholders filled."""
        return fill(self.phrasings(path)[0], {"underdeck": self.program, **parts})

    def vary(self, path: str, voice: int, count: int, /, **parts: object) -> str:
        """Return a sentence that was told `count` times before in a game of this voice.

        A voice goes through all phrasings in an order of its own, then again in another order.
        """
        phrasings = self.phrasings(path)
        return fill(phrasings[phrasing_place(path, voice, len(phrasings), count)], parts)

    def page(self, game: str) -> str:
        """Return the rules page of a game."""
        return page(self.language, game)


def phrasing_place(path: str, voice: int, n: int, count: int) -> int:
    """Return which of n phrasings a voice uses for a sentence that was told `count` times.

    The same phrasing never comes twice in a row.
    """
    cycle, place = divmod(count, n)
    if n <= 2 or not cycle:
        return phrasing_order(path, voice, n)[place]
    order, previous = (phrasing_order(path, voice, n, each) for each in (cycle, cycle - 1))
    if order[0] == previous[-1]:
        # The last place must not change: the next cycle is compared with it.
        order = (order[1], order[0], *order[2:])
    return order[place]


@lru_cache(maxsize=4096)
def phrasing_order(path: str, voice: int, n: int, cycle: int = 0) -> tuple[int, ...]:
    """Return the order of n phrasings, at most 32, in one cycle of a voice."""
    digest = hashlib.sha256(f"{voice} {path} {cycle}".encode()).digest()
    return tuple(sorted(range(n), key=digest.__getitem__))


_MARK = "\0"
_BEGINS = re.compile(rf"(^|[.!?]\s|[¡¿]){_MARK}(.)")
_CONTRACTS = re.compile(rf"\b([Aa]|[Dd]e) {_MARK}el\b")


class Spoken(str):
    """Words with their article, such as a card's name, that `fill` adapts to the sentence.

    They get a capital at the beginning, and in Spanish `de el` becomes `del`.
    """

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return _MARK + super().__format__(spec)


def fill(sentence: str, parts: Mapping[str, object]) -> str:
    """Fill the placeholders of a sentence; numbers choose their plurals."""
    filled = sentence.format_map(
        {name: Count(part) if isinstance(part, int) else part for name, part in parts.items()}
    )
    return fit(filled) if _MARK in filled else filled


def fit(text: str) -> str:
    """Adapt spoken parts to their place in a sentence."""
    text = _BEGINS.sub(lambda found: found[1] + found[2].upper(), text)
    text = _CONTRACTS.sub(lambda found: found[1] + "l", text)
    return text.replace(_MARK, "")


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]
