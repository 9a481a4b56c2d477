"""Every kind of move of Tomb of Four Kings is made by each of its controls, by all house rules."""

from collections.abc import Iterator
from typing import Any

import pytest

from e2e.conftest import NewPage
from e2e.positions import Labelled, find_positions, show_each
from e2e.restartable_server import RestartableServer
from e2e.tomb_player import TombPlayer, controls_of
from underdeck.games.tomb.moves import WORDS
from underdeck.games.tomb.state import SCROLL

ON_CARD = ("play", "drop", "dodge", "read", "leave")
"""The kinds of moves that a click on a card makes, too."""
ALL_CONTROLS = {
    *(f"{kind} by {control}" for kind in WORDS[1:] for control in ("button", "key")),
    *(f"{kind} by card" for kind in ON_CARD),
}
HOUSE_RULES: dict[str, tuple[dict[str, int | bool], set[str]]] = {
    "base": ({}, ALL_CONTROLS),
    "earliest turnaround": ({"earliest_turnaround": 2}, {"retreat by key"}),
    "scroll from column": ({"scroll_from_column": True}, {"read from the column by button"}),
    "scroll in discards": ({"scroll_in_discards": False}, {"read by card"}),
    "drop sum": (
        {"drop_sum": True},
        {f"drop more by {each}" for each in ("button", "key", "card")},
    ),
    "disarm after fail": (
        {"disarm_after_fail": True},
        {f"disarm by {each}" for each in ("button", "key", "card")},
    ),
}
"""Options, and what is done in other ways under them."""


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
        for name, control in controls_of(move, view).items():
            yield f"{kind} by {name}", (control, str(move))
            yield kind, (control, str(move))


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_kind_of_move_is_made_by_its_controls(
    new_page: NewPage, server: RestartableServer, name: str
) -> None:
    house, special = HOUSE_RULES[name]
    wanted = special | set(WORDS[1:])
    positions = find_positions("tomb", house, wanted, labels_of)
    size, language = ("phone", "es") if house else ("desk", "en")
    page = new_page(size, language)
    player = TombPlayer(page, language)
    made: set[str] = set()
    for position in show_each(page, server, "tomb", positions):
        control, move = position.moves
        player.make(control, move, position.view)
        made |= position.labels
    assert made == wanted
