"""The recorded views with which the page's modules are tested."""

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_recorded_views_are_those_that_the_server_sends() -> None:
    """After a change of the wire `make types` records them again."""
    recorded = (WEB / "fixtures/dungeon.json").read_text("utf-8")
    assert recorded == runpy.run_path(str(WEB / "views.py"))["views_json"]() + "\n"
