"""One term per thing: no text for players uses a word that the glossary replaces."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from underdeck.say.words import HERE, LANGUAGES, catalogue

ROOT = Path(__file__).parents[2]
TOMB = ("tomb", "page_tomb", "walkthrough", "tomb.es.md")
DUNGEON = ("dungeon", "page_dungeon", "dungeon_lesson", "dungeon.es.md")
TYPED_ALIASES = ("move_alias", "command_alias")
"""The table of old words that the prompt still accepts."""

SPANISH: dict[str, tuple[str, ...]] = {
    r"tesoros? real(es)?\b": (),
    r"\bFuria\b": (),
    r"\bGanzúa\b": (),
    r"[Dd]esarmar mecanismo": (),
    r"puertas? sellad": (),
    r"\basistid[ao]": (),
    r"\bpromesas?\b": (),
    r"\bactas?\b": (),
    r"\b[Rr]etos?\b": (),
    r"\b[Ll]a mazmorra\b(?<!Solitario de la mazmorra)": (*DUNGEON, "cli", "common", "study"),
    r"(?<!Solitario de la )[Mm]azmorra": DUNGEON,
    r"\b[Cc]ontrarrest": DUNGEON,
    r"\b[Rr]éplicas?\b": DUNGEON,
    r"\bpuntas?\b": ("dungeon.es.md",),
    r"\brangos?\b": (),
    r"[Cc]omodines en juego": (),
    r"\b(el|la|al|del|un|otro|este|ese|tu|su|cada) (sitio|puesto)\b(?! web| \{)": (
        "cli",
        "common",
        "page",
        "page_dungeon",
        "page_tomb",
    ),
    r"\b(huella|sello)s?\b": ("cli", "common", "page", "page_dungeon", "page_tomb"),
    r"\b[Rr]oba(r|s|da|das|ndo)?\b": TOMB,
    r"\b(el|del|al) descenso\b|^Descenso\b": TOMB,
    r"\b[Cc]amino de vuelta\b": (*TOMB, "cli"),
    r"\b[Rr]etirada\b": DUNGEON,
    r"\ben off\b": (),
    r"\b[Cc]oncursos?\b": (),
    r"\b[Tt]umba del día\b": (),
    r"\b[Tt]ablas? de resultados\b": (),
    r"\b[Pp]osición \{": (),
    r"\b([Ee]l|[Dd]el|[Aa]l|[Ee]ste|[Uu]n) terminal\b": (),
    r"\bordenador(es)?\b": (),
    r"\beslab(ón|ones)\b": (),
}
"""Spanish words that the glossary replaces, with the files that may not use them (empty: none)."""

ENGLISH: dict[str, tuple[str, ...]] = {
    r"\b[Ww]ay (down|back)\b(?=\"|$|:)": ("page_tomb", "cli"),
    r"(?<![Tt]here )\bis no (move|share|database|card|bot|policy|number|address)\b": (),
    r"\bthe most are\b": (),
    r"\bto be had\b": (),
    r"\banew\b": (),
    r"\binterval of 95": (),
    r"\bin the middle\b.*\{median\}|\{median\} in the middle": (),
    r"\bGo on with\b": (),
    r"\b[Ss]ealed way\b": (),
}
"""English phrases that editors replaced, with the files that may not use them (empty: none)."""


def texts(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a catalogue with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in TYPED_ALIASES:
                yield from texts(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from texts(inner, f"{path}[{place}]")


def written(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield every text for players in a language: file, place and text."""
    for path in sorted((HERE / language).glob("*.toml")):
        for place, text in texts(catalogue(language, path.stem), path.stem):
            yield path.stem, place, text
    if language == "es":
        for page in ("tomb.es.md", "dungeon.es.md"):
            for number, line in enumerate(
                (ROOT / "docs" / "rules" / page).read_text("utf-8").splitlines(), 1
            ):
                if not line.startswith("|"):
                    yield page, f"{page}:{number}", line
        for number, line in enumerate((ROOT / "README.es.md").read_text("utf-8").splitlines(), 1):
            yield "README.es.md", f"README.es.md:{number}", line


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_a_term_that_the_glossary_replaces(language: str) -> None:
    replaced = SPANISH if language == "es" else ENGLISH
    found = [
        f"{place}: {text!r} has {match[0]!r}"
        for name, place, text in written(language)
        for pattern, files in replaced.items()
        if (not files or name in files) and (match := re.search(pattern, text))
    ]
    assert not found, "\n".join(found)


def test_the_test_would_find_an_old_term() -> None:
    assert re.search(next(pattern for pattern in SPANISH if "tesoros" in pattern), "un tesoro real")


@pytest.mark.parametrize("page", ["tomb", "dungeon"])
def test_each_spanish_rules_page_has_a_glossary(page: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{page}.es.md").read_text("utf-8")
    rows = re.search(r"^## Glosario\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    assert rows is not None
    assert rows[1].count("\n|") > 10
