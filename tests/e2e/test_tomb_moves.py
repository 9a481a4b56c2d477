"""Every kind of move of Tomb of Four Kings is made by each of its controls, by all house rules."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from e2e.conftest import NewPage
from e2e.positions import Labelled, Position, find_positions, show_each
from e2e.restartable_server import RestartableServer
from e2e.tomb_player import ONLY_ON_CARD, TombPlayer, controls_of
from underdeck.cards import KING, rank_of
from underdeck.games.tomb.moves import WORDS
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import SCROLL

ON_CARD = ("play", "drop", "dodge", "read", "leave")
"""The kinds of moves that a click on a card makes, too."""
ON_DECK = ("delve", "draw", "onward")
"""The kinds of moves that a click on the deck makes, too."""
ALL_CONTROLS = {
    *(f"{kind} by button" for kind in WORDS[1:] if kind not in ONLY_ON_CARD),
    *(f"{kind} by key" for kind in WORDS[1:]),
    *(f"{kind} by card" for kind in ON_CARD),
    *(f"{kind} by drag" for kind in ON_CARD if kind != "leave"),
    *(f"{kind} by {control}" for kind in ON_DECK for control in ("deck", "space")),
    "drop a king by card",
    "drop a king by drag",
    "drop a king by key",
}
HOUSE_RULES: dict[str, tuple[dict[str, int | bool], set[str]]] = {
    "base": ({}, ALL_CONTROLS),
    "earliest turnaround": ({"earliest_turnaround": 2}, {"delve by button", "retreat by key"}),
    "scroll from column": (
        {"scroll_from_column": True},
        {f"read from the column by {each}" for each in ("button", "key")},
    ),
    "scroll in discards": ({"scroll_in_discards": False}, {"read by card"}),
    "drop sum": (
        {"drop_sum": True},
        {f"drop more by {each}" for each in ("key", "card", "drag")},
    ),
    "disarm after fail": (
        {"disarm_after_fail": True},
        {f"disarm by {each}" for each in ("button", "key", "card")},
    ),
}
"""Options, and the moves that are tested under them: all, or those that a house rule changes."""


def labels_of(view: Any) -> Iterator[Labelled]:
    """Yield what the legal moves are examples of."""
    for move in view.legal:
        kind = move.word
        if view.phase == "dropping":
            kind = "drop more"
        elif view.phase == "struck" and kind == "play":
            kind = "disarm"
        elif kind == "read" and SCROLL in view.column:
            kind = "read from the column"
        elif kind == "drop" and rank_of(move.card) == KING:
            kind = "drop a king"
        for name, control in controls_of(move, view).items():
            yield f"{kind} by {name}", (control, str(move))


def positions_under(name: str) -> list[Position]:
    """Return positions for the moves that are tested under a house rule."""
    house, wanted = HOUSE_RULES[name]
    found = find_positions("tomb", house, wanted, labels_of)
    missing = wanted - {label for position in found for label in position.labels}
    assert not missing
    return found


@pytest.mark.parametrize(
    ("size", "language", "names"),
    [("desk", "en", ["base"]), ("phone", "es", [*HOUSE_RULES][1:])],
)
def test_every_kind_of_move_is_made_by_its_controls_under_every_house_rule(
    new_page: NewPage, server: RestartableServer, size: str, language: str, names: list[str]
) -> None:
    positions = [position for name in names for position in positions_under(name)]
    page = new_page(size, language)
    player = TombPlayer(page, language)
    for position in show_each(page, server, "tomb", positions):
        control, move = position.moves
        try:
            player.make(control, move, position.view)
        except Exception as error:
            error.add_note(f"{move} by {control} under {position.view.options}")
            raise


def test_all_house_rules_are_tested() -> None:
    tested = {option for house, _ in HOUSE_RULES.values() for option in house}
    assert tested == {option.name for option in fields(Options)}
