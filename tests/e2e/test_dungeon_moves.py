"""Every kind of move of Dungeon is made by its real control, in every variant."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.dungeon_player import DungeonPlayer
from e2e.positions import PEOPLE, Labelled, Position, find_positions
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage
from underdeck.cards import rank_of
from underdeck.games.dungeon.moves import RANKS, WORDS
from underdeck.games.dungeon.options import Options, is_wild
from underdeck.games.dungeon.state import JOKER_RANK
from underdeck.options import read_options

Condition = Callable[[Options], bool]
NEEDED: dict[str, Condition] = {
    "accuse": lambda options: options.pitch_black,
    "burn": lambda options: options.suicide_queen,
    "counter": lambda options: options.counter_attack > 0,
    "save": is_wild,
    "yield": is_wild,
    "bid": lambda options: not options.random_start,
}
"""When a kind of move exists; all others always do."""
SPECIAL: dict[str, Condition] = {
    "ace in a window": lambda _: True,
    "ace in a fight": lambda options: options.aces_in_fights,
    "dig next to one of several": lambda options: not options.pitch_black,
    "dig with a lie": lambda options: options.pitch_black,
    "fight with several cards": lambda _: True,
    "accuse in a window": lambda options: options.pitch_black,
    "accuse without a passage": lambda options: options.accuse_freely,
    **{
        f"{kind} with a joker": is_wild
        for kind in ("ace", "attack", "bid", "cave", "dig", "discard", "fight", "fish", "rob")
    },
    "counter with a joker": lambda options: is_wild(options) and options.counter_attack > 0,
}
"""Moves that differ from others of their kind in how they are made, and when they exist."""
VARIANTS: dict[str, tuple[dict[str, int | bool], str, str, str]] = {
    "base": ({"players": 3}, "desk", "en", "mouse"),
    "jokers wild": ({"players": 2, "jokers_wild": True}, "phone", "es", "finger"),
    "almost black": ({"players": 2, "almost_black": True}, "desk", "en", "keys"),
    "pitch black": ({"players": 2, "pitch_black": True}, "desk", "es", "mouse"),
    "suicide queen": ({"players": 2, "suicide_queen": True}, "phone", "en", "finger"),
    "counter attack 1": ({"players": 2, "counter_attack": 1}, "desk", "en", "mouse"),
    "counter attack 2": ({"players": 2, "counter_attack": 2}, "phone", "es", "finger"),
    "counter attack 3": ({"players": 3, "counter_attack": 3}, "desk", "en", "mouse"),
}
RARE = {"jokers wild": (1006,), "almost black": (1006,), "pitch black": (5934,)}
"""Numbers of random games in which seat 0 can save a joker."""


def wanted_labels(options: Options) -> set[str]:
    """Return the kinds of moves that exist under these options, and the special cases."""
    kinds = {kind for kind in WORDS[1:] if kind not in NEEDED or NEEDED[kind](options)}
    return kinds | {label for label, exists in SPECIAL.items() if exists(options)}


def labels_of(view: Any) -> Iterator[Labelled]:
    """Yield what the legal moves of seat 0 are examples of."""
    if 0 in view.waiting and view.pending == "turn":
        yield "resign", ("resign",)
    for move in view.legal:
        text = (str(move),)
        yield move.word, text
        if move.rank == JOKER_RANK and (
            move.value != JOKER_RANK or move.word in ("bid", "discard")
        ):
            yield f"{move.word} with a joker", text
        elif move.word == "dig" and move.value != move.rank:
            yield "dig with a lie", text
        elif (
            move.word == "dig"
            and sum(str(m).startswith(f"dig {RANKS[move.rank]} ") for m in view.legal) > 1
        ):
            yield "dig next to one of several", text
        elif move.word == "ace" and view.pending == "aces":
            yield "ace in a window", text
        elif move.word == "ace" and view.laid and view.pending == "attacked":
            yield "ace in a fight", text
        elif move.word == "accuse" and view.pending == "accusations":
            yield "accuse in a window", text
        elif move.word == "accuse" and not view.players[0].dungeon:
            yield "accuse without a passage", text
    if view.pending == "attacked" and 0 in view.waiting and not view.laid:
        yield from several_fighting_cards(view)


def several_fighting_cards(view: Any) -> Iterator[Labelled]:
    """Yield the highest passages of the hand if it takes several of them to beat the creature."""
    _, worth = view.about
    passages = sorted(filter(lambda rank: 2 <= rank <= 10, map(rank_of, view.players[0].hand)))
    laid: list[int] = []
    while passages and sum(laid) < worth:
        laid.append(passages.pop())
    if sum(laid) >= worth and len(laid) > 1:
        yield "fight with several cards", tuple(f"fight {RANKS[rank]}" for rank in laid)


def show_table(page: Page, table: str) -> None:
    """Go to a table, and wait until the one before is gone."""
    page.evaluate("document.querySelector('main').firstElementChild.dataset.before = ''")
    page.goto(f"/#/table/{table}")
    expect(page.locator("main [data-before]")).to_have_count(0)
    expect(page.locator(".dungeon")).to_be_visible()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_kind_of_move_is_made_by_its_control(
    new_page: NewPage, server: RestartableServer, variant: str
) -> None:
    house, size, language, device = VARIANTS[variant]
    wanted = wanted_labels(read_options(Options, house))
    positions = find_positions("dungeon", house, wanted, labels_of, RARE.get(variant, ()))
    page = new_page(size, language)
    player = DungeonPlayer(page, PEOPLE, language, device)
    made: set[str] = set()
    for table, position in open_tables(page, server, positions):
        show_table(page, table)
        player.make(position.moves, position.view)
        made.add(position.label)
    assert made == wanted


def open_tables(
    page: Page, server: RestartableServer, positions: list[Position]
) -> Iterator[tuple[str, Position]]:
    """Store a table for each position, with the first seat on this page's device."""
    tables = [server.add_table(position.entries) for position in positions]
    seats = [seat_in_storage(table, "dungeon", keys[0]) for table, keys in tables]
    fill_storage(page, PEOPLE[0], seats, sound=False, autoPass=False)
    page.goto("/#/settings")
    expect(page.locator("main h1")).to_be_visible()
    for (table, _), position in zip(tables, positions, strict=True):
        yield table, position
