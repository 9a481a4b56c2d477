"""The page's source: every screen has a title, and its types match the published schemas."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from underdeck.registry import game_names
from underdeck.say.words import catalogue

WEB = Path(__file__).resolve().parents[2] / "web"


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


@pytest.mark.parametrize(
    ("game", "script"), [("tomb", "record_tomb_views.py"), ("dungeon", "record_dungeon_views.py")]
)
def test_the_recorded_views_are_what_the_server_sends(game: str, script: str) -> None:
    recorded = (WEB / "src" / "games" / game / "recorded_views.json").read_text("utf-8")
    command = [sys.executable, str(WEB / script)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert recorded == printed, f"run `python web/{script}`, as it says"
