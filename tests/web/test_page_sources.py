"""The page's sources: its types are those that the server publishes, and it never asks for a sentence that isn't there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from underdeck.say.words import LANGUAGES, catalogue

WEB = Path(__file__).resolve().parents[2] / "web"
SOURCES = [path for kind in ("svelte", "ts") for path in (WEB / "src").rglob(f"*.{kind}")]
SAID = re.compile(r"""(?<![.\w])(?:say|has|section)(?:<[^>]*>)?\(\s*"([^"$]+)\"""")
FILES = {"common": "common", "tomb": "tomb", "dungeon": "dungeon"}


def words_of_the_page(language: str) -> dict[str, object]:
    """The catalogues as `web/build/words.ts` puts them together."""
    told: dict[str, object] = dict(catalogue(language, "page"))
    for name in ("common", "tomb", "dungeon"):
        own = {} if name == "common" else catalogue(language, f"page_{name}")
        told[name] = {**catalogue(language, name), **own}
    return told


def is_there(words: object, path: str) -> bool:
    for part in path.split("."):
        if not isinstance(words, dict) or part not in words:
            return False
        words = words[part]
    return True


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_the_page_asks_for_is_there(language: str) -> None:
    words = words_of_the_page(language)
    asked = {
        (path.name, said) for path in SOURCES for said in SAID.findall(path.read_text("utf-8"))
    }
    assert len(asked) > 100
    assert [(name, said) for name, said in sorted(asked) if not is_there(words, said)] == []


def test_no_screen_is_without_a_name() -> None:
    app = (WEB / "src" / "App.svelte").read_text("utf-8")
    screens = re.findall(r"^    (\w+): \(\) => import", app, re.MULTILINE)
    assert screens
    assert set(screens) | {"home"} == set(catalogue("en", "page")["screen"])


def test_the_types_are_made_from_the_published_schemas(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules" / "json-schema-to-typescript").exists():
        pytest.skip("NO NODE HERE: whether the page's types are up to date is not tested.")
    schemas, made = tmp_path / "schemas.json", tmp_path / "protocol.ts"
    schemas.write_text(
        subprocess.run(
            [sys.executable, WEB / "schemas.py"], capture_output=True, text=True, check=True
        ).stdout
    )
    subprocess.run([node, "build/types.js", schemas, made], cwd=WEB, check=True)
    assert made.read_text("utf-8") == (WEB / "src" / "core" / "protocol.ts").read_text("utf-8"), (
        "run `make types`"
    )
