"""Print views of Dungeon from real games, one for each situation that its unit tests need.

To record them again:
`python web/record_dungeon_views.py > web/src/games/dungeon/recorded_views.json`.
"""

import json
import re
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

import underdeck
from underdeck.cards import JOKER
from underdeck.games.dungeon.facts import CLIENT_VIEW, is_lie
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.view import DungeonView

INNERMOST = re.compile(r"\{[^{}\[\]]*\}|\[[^{}\[\]]*\]")
"""An object or array without another one in it."""


class Wanted(NamedTuple):
    """A view to record: the house rules of its game, and what makes it one."""

    house: dict[str, Any]
    fits: Callable[[DungeonView], bool]


def verbs(view: DungeonView) -> set[str]:
    """Return the verbs of the legal moves."""
    return {move.word for move in view.legal}


def own_cards(view: DungeonView) -> tuple[int, ...]:
    """Return the hand of the seat."""
    return view.players[view.seat or 0].hand or ()


BASE = {"players": 3}
WILD = {"players": 2, "jokers_wild": True}
DARK = {"players": 3, "pitch_black": True}
WANTED = {
    "turn": Wanted(
        BASE, lambda view: view.pending == "turn" and verbs(view) >= {"dig", "cave", "fish", "pass"}
    ),
    "branch": Wanted(
        BASE, lambda view: len([move for move in view.legal if move.word == "dig"]) > 1
    ),
    "attacked": Wanted(WILD, lambda view: "fight" in verbs(view) and JOKER in own_cards(view)),
    "fighting": Wanted(BASE, lambda view: verbs(view) == {"fight"} and bool(view.laid)),
    "robbing": Wanted(BASE, lambda view: len(view.legal) > 1 and "take" in verbs(view)),
    "window": Wanted(BASE, lambda view: view.pending == "aces" and "ace" in verbs(view)),
    "lie": Wanted(
        DARK,
        lambda view: (
            "dig" in verbs(view)
            and any(is_lie(passage) for passage in view.players[view.seat or 0].dungeon)
        ),
    ),
}


def views() -> dict[str, object]:
    """Return a view for each wanted one, with seats that the game waits for."""
    return {
        name: CLIENT_VIEW.shown(next(filter(wanted.fits, seen_views(wanted.house))))
        for name, wanted in WANTED.items()
    }


def seen_views(house: dict[str, Any]) -> Iterator[DungeonView]:
    """Play random games, and yield the view of each seat before it moves."""
    for number in count():
        random = Random(number)
        game = underdeck.new("dungeon", seed=str(number), **house)
        while not game.is_over:
            seat = random.choice(game.waiting)
            view: Any = game.view_for(seat)
            yield view
            game.play(random_move(view.legal, random), seat)


def random_move(legal: tuple[DungeonMove, ...], random: Random) -> DungeonMove:
    """Choose a kind of move first, so that kinds with few moves are as frequent as others."""
    word = random.choice(sorted({move.word for move in legal}))
    return random.choice([move for move in legal if move.word == word])


if __name__ == "__main__":
    text = json.dumps(views(), indent=2)
    print(INNERMOST.sub(lambda found: " ".join(found[0].split()), text))
