"""Print views of Tomb from real games, one for each situation that its unit tests need.

To record them again: `python web/record_tomb_views.py > web/src/games/tomb/recorded_views.json`.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import underdeck
from underdeck.games.tomb.facts import CLIENT_VIEW

View = dict[str, Any]
MAX_GAMES = 5000


def stands_before(kind: str, *, is_highest: bool = False) -> Callable[[View], bool]:
    """Return a test for a view whose player can draw against an encounter of a kind."""

    def is_found(view: View) -> bool:
        foe = view["foe"]
        if view["phase"] != "standing" or foe["kind"] != kind:
            return False
        return bool(is_highest == (foe["wins_from"] == foe["wins_to"]))

    return is_found


def can_die(verb: str) -> Callable[[View], bool]:
    """Return a test for a view in which a move with this verb ends the game for certain."""
    return lambda view: any(move["verb"] == verb and "lethal" in move for move in view["legal"])


def phase(name: str) -> Callable[[View], bool]:
    """Return a test for a view of a phase."""
    return lambda view: bool(view["phase"] == name)


SITUATIONS: dict[str, Callable[[View], bool]] = {
    "entrance": lambda view: view["depth"] == 0,
    "first_turn_done": lambda view: view["phase"] == "between" and view["turn"] == 1,
    "third_turn_done": lambda view: view["phase"] == "between" and view["turn"] == 3,
    "on_the_way_back": lambda view: (
        view["phase"] == "between" and view["deepest"] > 2 and view["turns_left"] > 1
    ),
    "monster": stands_before("monster"),
    "trap": stands_before("trap"),
    "door": stands_before("door"),
    "highest_monster": stands_before("monster", is_highest=True),
    "struck": lambda view: view["phase"] == "struck" and not can_die("suffer")(view),
    "struck_to_death": can_die("suffer"),
    "held": phase("held"),
    "dark": phase("dark"),
    "marking": phase("marking"),
    "many_drops": lambda view: sum(move["verb"] == "drop" for move in view["legal"]) > 2,
    "scroll_read": lambda view: view["phase"] == "standing" and bool(view["under"]),
    "last_card_is_the_ace": can_die("draw"),
    "escaped": lambda view: view["ending"] == "escaped" and view["kings"] > 0,
    "slain": lambda view: view["ending"] == "slain",
    "lost": lambda view: view["ending"] == "lost",
}


def play(seed: int, found: dict[str, View], wanted: dict[str, Callable[[View], bool]]) -> None:
    """Play a game at random and keep the first view of each situation."""
    choose = random.Random(seed)
    game = underdeck.new("tomb", seed=seed, drop_sum="dropping" in wanted)
    while True:
        view = CLIENT_VIEW.shown(game.view)
        for name, is_found in wanted.items():
            if name not in found and is_found(view):
                found[name] = view
        if game.is_over or found.keys() >= wanted.keys():
            return
        game.play(choose.choice(game.legal))


def record(wanted: dict[str, Callable[[View], bool]]) -> dict[str, View]:
    """Return one view for each situation."""
    found: dict[str, View] = {}
    for seed in range(MAX_GAMES):
        play(seed, found, wanted)
        if found.keys() >= wanted.keys():
            break
    assert found.keys() == wanted.keys(), wanted.keys() - found.keys()
    return {name: found[name] for name in wanted}


def recorded_views() -> dict[str, View]:
    """Return the views by situation; one needs the rule that several cards may be dropped."""
    return record(SITUATIONS) | record({"dropping": phase("dropping")})


if __name__ == "__main__":
    views = [f"{json.dumps(name)}: {json.dumps(view)}" for name, view in recorded_views().items()]
    print("{", ",\n".join(views), "}", sep="\n")
