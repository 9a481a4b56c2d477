"""The texts of a game in one language: scenes with conditions, and names with their forms.

They are all `.toml` files in `texts/<language>/<game>`, or in the folder
`<language>/chronicle` of the package that a game of another package names in `Manifest.words`.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from underdeck.chronicle.conditions import Condition, condition
from underdeck.chronicle.grammar import GENDERS, Agreement, Sequence, Slot, parse, slots
from underdeck.refusal import Refusal
from underdeck.registry import find_manifest, find_part

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from underdeck.chronicle.story import Storyteller

NAMES = "names"
"""The table of names in a file; every other key is a kind of scene."""
SCENE_KEYS = frozenset({"when", "text"})
HERE = Path(__file__).parent / "texts"


class TextError(Exception):
    """A file of texts that can't be used, with the place and the reason."""

    def __init__(self, file: str, place: str, reason: Refusal) -> None:
        super().__init__(f"{file}: {place}: {reason}")
        self.file, self.place, self.reason = file, place, reason


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Texts for one kind of beat, used where the condition holds."""

    kind: str
    when: Condition
    texts: tuple[Sequence, ...]
    origin: str
    """The file and the number of the scene in it."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its forms, such as `a` and `the`, and its grammatical gender."""

    forms: Mapping[str, str]
    gender: str = "m"

    @property
    def proper(self) -> list[str]:
        """Return what could be mistaken for the name of a player, without regard to case."""
        return [self.forms[form].casefold() for form in ("name", "full") if form in self.forms]


@dataclass(slots=True)
class Library:
    """All texts of a game in one language."""

    language: str
    scenes: dict[str, list[Scene]] = field(default_factory=dict)
    names: dict[str, list[Name] | dict[str, list[Name]]] = field(default_factory=dict)

    def add(self, text: str, file: str, teller: "Storyteller") -> None:
        """Add the scenes and names of a file; one that can't be used is refused."""
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise TextError(file, "", Refusal("scene_toml", reason=str(error))) from error
        for name, table in _dict(data.pop(NAMES, {}), file, NAMES).items():
            self._add_names(name, table, file, teller)
        for kind, scenes in data.items():
            if kind not in teller.kinds:
                raise TextError(
                    file, kind, Refusal("scene_kind", kind=kind, kinds=sorted(teller.kinds))
                )
            if not isinstance(scenes, list):
                raise TextError(file, kind, Refusal("scene_list", kind=kind))
            for number, scene in enumerate(scenes, 1):
                place = f"{kind} {number}"
                try:
                    found = _scene(kind, scene, f"{file}: {place}", teller)
                except Refusal as refusal:
                    raise TextError(file, place, refusal) from refusal
                self.scenes.setdefault(kind, []).append(found)

    def _add_names(self, table: str, content: Any, file: str, teller: "Storyteller") -> None:
        """Add names: a list of them, or a list for each key."""
        place = f"{NAMES}.{table}"
        if isinstance(content, dict):
            lists = self.names.setdefault(table, {})
            if not isinstance(lists, dict):
                raise TextError(file, place, Refusal("scene_list", kind=table))
            for key, items in content.items():
                lists.setdefault(key, []).extend(_names(items, file, f"{place}.{key}", teller))
        else:
            known = self.names.setdefault(table, [])
            if not isinstance(known, list):
                raise TextError(file, place, Refusal("scene_list", kind=table))
            known.extend(_names(content, file, place, teller))

    def list_of(self, table: str, key: str = "") -> list[Name]:
        """Return the names of a table, or those of a key in it."""
        found = self.names[table]
        return found[key] if isinstance(found, dict) else found


def _dict(content: Any, file: str, place: str) -> dict[str, Any]:
    """Return a table, or refuse anything else."""
    if not isinstance(content, dict):
        raise TextError(file, place, Refusal("scene_list", kind=place))
    return content


def _names(items: Any, file: str, place: str, teller: "Storyteller") -> list[Name]:
    """Read and check a list of names, whose forms may use other names."""
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise TextError(file, place, Refusal("scene_list", kind=place))
    found = []
    for number, item in enumerate(items, 1):
        forms = dict(item)
        gender = forms.pop("gender", "m")
        try:
            if gender not in GENDERS:
                raise Refusal("scene_gender", gender=str(gender), genders=list(GENDERS))
            if not forms or not all(isinstance(form, str) for form in forms.values()):
                raise Refusal("scene_list", kind=place)
            for form in forms.values():
                for slot in slots(parse(form)):
                    _check_slot(slot, teller)
        except Refusal as refusal:
            raise TextError(file, f"{place} {number}", refusal) from refusal
        found.append(Name(forms, gender))
    return found


def _scene(kind: str, data: Any, origin: str, teller: "Storyteller") -> Scene:
    """Read and check one scene."""
    if not isinstance(data, dict) or not data.keys() <= SCENE_KEYS:
        raise Refusal("scene_keys", keys=sorted(SCENE_KEYS))
    texts = data.get("text")
    texts = [texts] if isinstance(texts, str) else texts
    when = data.get("when", "")
    if not texts or not isinstance(texts, list) or not all(isinstance(t, str) for t in texts):
        raise Refusal("scene_keys", keys=sorted(SCENE_KEYS))
    if not isinstance(when, str):
        raise Refusal("scene_condition", condition=str(when))
    parsed = condition(when)
    if unknown := sorted(parsed.facts - teller.facts.keys()):
        raise Refusal("scene_fact", name=unknown[0])
    nodes = tuple(parse(text) for text in texts)
    for text in nodes:
        for slot in slots(text):
            _check_slot(slot, teller)
    return Scene(kind, parsed, nodes, origin)


def _check_slot(slot: Slot | Agreement, teller: "Storyteller") -> None:
    """Refuse a name or a number that the game doesn't have."""
    is_known = slot.name in teller.names or (
        isinstance(slot, Slot) and slot.form == "name" and slot.name in teller.facts
    )
    if not is_known:
        raise Refusal("scene_fact", name=slot.name)


def text_files(language: str, game: str) -> list["Traversable"]:
    """Return the files with a game's texts, in the order of their names."""
    package = find_manifest(game).words
    folder = files(package) / language / "chronicle" if package else HERE / language / game
    if not folder.is_dir():
        return []
    return sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )


@cache
def library(language: str, game: str) -> Library:
    """Return the texts of a game in a language."""
    return extended(language, game, ())


def extended(language: str, game: str, more: Iterable[tuple[str, str]]) -> Library:
    """Return the texts of a game with those of more files, given by name and content."""
    teller = find_part(game, "chronicle")
    found = Library(language)
    for file in text_files(language, game):
        found.add(file.read_text("utf-8"), f"{language}/{file.name}", teller)
    for name, content in more:
        found.add(content, name, teller)
    return found
