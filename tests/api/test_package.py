"""The names and types of the package."""

import inspect
import re
import subprocess
import sys
from typing import assert_type

import pytest

import underdeck
from underdeck.game import Event, Move, View
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.view import DungeonView
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.view import TombView


def test_games_have_the_types_of_their_views() -> None:
    assert_type(underdeck.new("tomb"), underdeck.GameSession[TombView])
    assert_type(underdeck.new("dungeon").view, DungeonView)
    assert_type(underdeck.new("tomb").legal, tuple[TombMove, ...])
    assert_type(underdeck.new("dungeon").legal_for(0), tuple[DungeonMove, ...])
    assert_type(underdeck.new("tomb").read_move("delve"), TombMove)
    name = "".join(["to", "mb"])
    assert_type(underdeck.new(name).view, View)
    assert_type(underdeck.new(name).legal, tuple[Move, ...])
    assert_type(underdeck.new("tomb").play("delve").events, list[Event])


def test_the_package_lists_its_names() -> None:
    assert 6 <= len(underdeck.__all__) <= 10
    shown = {name for name in dir(underdeck) if not name.startswith("__")}
    assert shown == set(underdeck.__all__)
    assert "__version__" in dir(underdeck)
    for name in underdeck.__all__:
        assert inspect.getdoc(getattr(underdeck, name))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        underdeck.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_help_shows_every_name_also_without_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import pydoc, underdeck\n"
        "print(pydoc.render_doc(underdeck, renderer=pydoc.plaintext))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    for name in underdeck.__all__:
        assert re.search(rf"^    (class )?{name}\(", ran.stdout, re.MULTILINE), name
    assert 'game = underdeck.new("tomb", seed="42")' in ran.stdout
