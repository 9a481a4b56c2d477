"""The page's source: every text it uses exists, and its types match the published schemas."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from underdeck.registry import game_names
from underdeck.say.words import LANGUAGES, catalogue

WEB = Path(__file__).resolve().parents[2] / "web"
SOURCES = [path for kind in ("svelte", "ts") for path in (WEB / "src").rglob(f"*.{kind}")]
TEXT_PATH = re.compile(r"""(?<![.\w])(?:say|has|section)(?:<[^>]*>)?\(\s*"([^"$]+)\"""")


def page_catalogue(language: str) -> dict[str, object]:
    """Combine the catalogues as `web/build/words.ts` does."""
    texts: dict[str, object] = dict(catalogue(language, "page"))
    for name in ("common", "tomb", "dungeon"):
        own = {} if name == "common" else catalogue(language, f"page_{name}")
        texts[name] = {**catalogue(language, name), **own}
    return texts


def has_text(texts: object, path: str) -> bool:
    for part in path.split("."):
        if not isinstance(texts, dict) or part not in texts:
            return False
        texts = texts[part]
    return True


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_the_page_uses_exists(language: str) -> None:
    texts = page_catalogue(language)
    used = {
        (path.name, text) for path in SOURCES for text in TEXT_PATH.findall(path.read_text("utf-8"))
    }
    assert len(used) > 100
    assert [(name, text) for name, text in sorted(used) if not has_text(texts, text)] == []


def test_every_screen_has_a_title() -> None:
    app = (WEB / "src" / "App.svelte").read_text("utf-8")
    screens = re.findall(r"^    (\w+): \(\) => import", app, re.MULTILINE)
    assert screens
    new_games = {name for name in game_names() if (WEB / "src" / "games" / name).exists()}
    assert set(screens) | {"home"} | new_games == set(catalogue("en", "page")["screen"])


def test_the_types_match_the_published_schemas(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules" / "json-schema-to-typescript").exists():
        pytest.skip("NO NODE HERE: whether the page's types are up to date is not tested.")
    schemas, types = tmp_path / "schemas.json", tmp_path / "protocol.ts"
    schemas.write_text(
        subprocess.run(
            [sys.executable, WEB / "schemas.py"], capture_output=True, text=True, check=True
        ).stdout
    )
    subprocess.run([node, "build/types.js", schemas, types], cwd=WEB, check=True)
    assert types.read_text("utf-8") == (WEB / "src" / "core" / "protocol.ts").read_text("utf-8"), (
        "run `make types`"
    )
