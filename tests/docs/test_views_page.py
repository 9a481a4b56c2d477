"""The page "What a bot sees" lists every field and every name that a view can have."""

from dataclasses import fields, is_dataclass
from random import Random

import pytest

import underdeck
from docs.conftest import Site
from docs.html_pages import table_after
from underdeck.game import Move
from underdeck.games.dungeon import events as dungeon_events
from underdeck.games.dungeon.decisions import Decision
from underdeck.games.dungeon.moves import WORDS as DUNGEON_WORDS
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.pending import PENDING
from underdeck.games.dungeon.view import DungeonView, Fight, Passage, PlayerView
from underdeck.games.tomb import events as tomb_events
from underdeck.games.tomb.moves import WORDS as TOMB_WORDS
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.policy_view import PolicyView
from underdeck.games.tomb.state import PHASES
from underdeck.games.tomb.view import TombView

CLASSES = {
    "tombview": TombView,
    "tombmove": TombMove,
    "dungeonview": DungeonView,
    "playerview": PlayerView,
    "passage": Passage,
    "fight": Fight,
    "dungeonmove": DungeonMove,
    "decision": Decision,
    "what-a-compiled-policy-sees": PolicyView,
}
"""The classes by the anchor of their table."""
ASKED = (
    *("bid", "turn", "discard", "attacked", "asked", "answered", "caught", "robbing", "saving"),
    *("aces", "counters", "accusations"),
)
"""The pending decisions in which a bot is asked, as the page says."""


def field_names(found: type) -> list[str]:
    """Return the names of the fields of a dataclass or a named tuple, and of its properties."""
    names = [field.name for field in fields(found)] if is_dataclass(found) else [*found._fields]  # type: ignore[attr-defined]
    return names + [name for name, value in vars(found).items() if isinstance(value, property)]


def page(site: Site, name: str = "views") -> str:
    """Return a page of the reference as HTML."""
    return (site.folder / "reference" / f"{name}.html").read_text("utf-8")


@pytest.mark.parametrize("anchor", CLASSES)
def test_every_field_is_listed_with_its_type_and_meaning(site: Site, anchor: str) -> None:
    rows = table_after(page(site), anchor)
    assert [row[0] for row in rows] == field_names(CLASSES[anchor])
    assert all(kind and meaning for _, meaning, kind in rows)
    assert "\\" not in str(rows)


@pytest.mark.parametrize("anchor", CLASSES)
def test_every_field_is_in_the_api_reference(site: Site, anchor: str) -> None:
    found = CLASSES[anchor]
    html = page(site, "api/games")
    path = f"{found.__module__}.{found.__qualname__}"
    assert [name for name in field_names(found) if f'id="{path}.{name}"' not in html] == []


@pytest.mark.parametrize(
    ("anchor", "names"),
    [
        ("values-of-phase", PHASES),
        ("values-of-pending", PENDING),
        ("events-of-tomb-of-four-kings", tomb_events.NAMES),
        ("events-of-dungeon", dungeon_events.NAMES),
    ],
)
def test_every_name_is_listed(site: Site, anchor: str, names: tuple[str, ...]) -> None:
    assert [row[0] for row in table_after(page(site), anchor)] == list(names)


@pytest.mark.parametrize(
    ("anchor", "words"),
    [("moves-in-tomb-of-four-kings", TOMB_WORDS), ("moves-in-dungeon", DUNGEON_WORDS)],
)
def test_the_notation_lists_every_verb(site: Site, anchor: str, words: tuple[str, ...]) -> None:
    listed = {
        text.split()[0]
        for row in table_after(page(site, "notation"), anchor)
        for text in row[0].split(", ")
    }
    assert listed == set(words[1:])


def test_bots_are_only_asked_when_the_page_says_so(site: Site) -> None:
    asked = set()

    def note(view: DungeonView, random: Random) -> Move:
        asked.add(view.pending)
        return random.choice(view.legal)

    for seed in range(8):
        underdeck.new(
            "dungeon",
            seed=str(seed),
            bots=[note, note],
            variants=["pitch-black", "suicide-queen", "counter-attack-3"],
            turn_limit=60,
        ).play_bots()
    assert {"bid", "turn", "attacked", "aces"} <= asked <= set(ASKED)
    (sentence,) = (part for part in page(site).split("<p>") if "A bot is asked in" in part)
    assert all(f"<code>{name}</code>" in sentence for name in ASKED)
