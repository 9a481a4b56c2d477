"""Every kind of move of Dungeon is made by its real control, in every variant."""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import Any

import pytest

from e2e.conftest import NewPage
from e2e.dungeon_player import WINDOW_NAMES, DungeonPlayer
from e2e.positions import PEOPLE, Labelled, Position, find_positions, show_each
from e2e.restartable_server import RestartableServer
from underdeck.cards import rank_of
from underdeck.games.dungeon.moves import RANKS, WORDS, DungeonMove
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
    "ace in a turn": lambda _: True,
    "ace in a window": lambda _: True,
    "ace in a fight": lambda options: options.aces_in_fights,
    "dig next to one of several": lambda options: not options.pitch_black,
    "dig with a lie": lambda options: options.pitch_black,
    "fight with several cards": lambda _: True,
    "accuse in a turn": lambda options: options.pitch_black,
    "accuse in a window": lambda options: options.pitch_black,
    "accuse without a passage": lambda options: options.accuse_freely,
    **{
        f"{kind} with a joker": is_wild
        for kind in ("ace", "attack", "bid", "cave", "dig", "discard", "fight", "fish", "rob")
    },
    "counter with a joker": lambda options: is_wild(options) and options.counter_attack > 0,
}
"""Moves that differ from others of their kind in how they are made, and when they exist."""
DEVICES = {
    "mouse": ("desk", "en"),
    "finger": ("phone", "es"),
    "keys": ("tablet", "en"),
}
"""The size and the language of each device."""
SAVED_JOKER, SAVED_IN_THE_DARK = 1006, 5934
"""Numbers of random games in which seat 0 can save a joker, which is rare."""


@dataclass(frozen=True)
class Variant:
    """A variant of the game, and the device that it is played on."""

    device: str
    house: dict[str, int | bool]
    first_games: tuple[int, ...] = ()

    @property
    def options(self) -> Options:
        return read_options(Options, self.house)


VARIANTS = {
    "base": Variant("mouse", {"players": 3}),
    "jokers wild": Variant("finger", {"players": 2, "jokers_wild": True}, (SAVED_JOKER,)),
    "almost black": Variant("keys", {"players": 2, "almost_black": True}, (SAVED_JOKER,)),
    "pitch black": Variant("mouse", {"players": 2, "pitch_black": True}, (SAVED_IN_THE_DARK,)),
    "suicide queen": Variant("finger", {"players": 2, "suicide_queen": True}),
    "counter attack 1": Variant("mouse", {"players": 2, "counter_attack": 1}),
    "counter attack 2": Variant("finger", {"players": 2, "counter_attack": 2}),
    "counter attack 3": Variant("keys", {"players": 3, "counter_attack": 3}),
}
COMBINED = Variant(
    "finger",
    {
        "players": 2,
        "pitch_black": True,
        "suicide_queen": True,
        "counter_attack": 3,
        "accuse_freely": True,
        "aces_in_fights": True,
        "must_play": True,
        "random_start": True,
    },
)


def wanted_labels(options: Options) -> set[str]:
    """Return the kinds of moves that exist under these options, and the special cases."""
    kinds = {kind for kind in WORDS[1:] if kind not in NEEDED or NEEDED[kind](options)}
    return kinds | {label for label, exists in SPECIAL.items() if exists(options)}


def labels_of(view: Any) -> Iterator[Labelled]:
    """Yield what the legal moves of seat 0 are examples of."""
    if 0 in view.waiting and view.pending == "turn":
        yield "resign", ("resign",)
    for move in view.legal:
        for label in (move.word, special_label(move, view)):
            yield label, (str(move),)
    if view.pending == "attacked" and 0 in view.waiting and not view.laid:
        yield from several_fighting_cards(view)


def special_label(move: DungeonMove, view: Any) -> str:
    """Return the special case that a move is an example of, if any."""
    if move.rank == JOKER_RANK:
        return f"{move.word} with a joker"
    if move.word == "dig" and move.value != move.rank:
        return "dig with a lie"
    if move.word == "dig" and sum(is_same_card(move, other) for other in view.legal) > 1:
        return "dig next to one of several"
    if move.word == "ace" and view.pending == "attacked" and view.laid:
        return "ace in a fight"
    if move.word == "accuse" and view.pending == "turn" and not view.players[0].dungeon:
        return "accuse without a passage"
    return f"{move.word} in a {'window' if view.pending in WINDOW_NAMES else view.pending}"


def is_same_card(move: DungeonMove, other: DungeonMove) -> bool:
    """Return whether two moves do the same with the same card, perhaps elsewhere."""
    return (move.word, move.rank, move.value) == (other.word, other.rank, other.value)


def several_fighting_cards(view: Any) -> Iterator[Labelled]:
    """Yield the highest passages of the hand if it takes several of them to beat the creature."""
    _, worth = view.about
    passages = sorted(filter(lambda rank: 2 <= rank <= 10, map(rank_of, view.players[0].hand)))
    laid: list[int] = []
    while passages and sum(laid) < worth:
        laid.append(passages.pop())
    if sum(laid) >= worth and len(laid) > 1:
        moves = (*(f"fight {RANKS[rank]}" for rank in laid), "strike")
        for label in ("fight with several cards", "fight", "strike"):
            yield label, moves


def positions_in(variant: Variant, wanted: Set[str]) -> list[Position]:
    """Return positions for all wanted moves of a variant."""
    found = find_positions("dungeon", variant.house, wanted, labels_of, variant.first_games)
    missing = wanted - {label for position in found for label in position.labels}
    assert not missing
    return found


def make_all(
    new_page: NewPage, server: RestartableServer, device: str, positions: list[Position]
) -> None:
    """Make the moves of all positions on one device."""
    size, language = DEVICES[device]
    page = new_page(size, language)
    player = DungeonPlayer(page, PEOPLE, language, device)
    for position in show_each(page, server, "dungeon", positions):
        try:
            player.make(position.moves, position.view)
        except Exception as error:
            error.add_note(f"{position.moves} under {position.view.options}")
            raise


@pytest.mark.parametrize("device", DEVICES)
def test_every_kind_of_move_is_made_by_its_control_in_every_variant(
    new_page: NewPage, server: RestartableServer, device: str
) -> None:
    positions = [
        position
        for variant in VARIANTS.values()
        if variant.device == device
        for position in positions_in(variant, wanted_labels(variant.options))
    ]
    make_all(new_page, server, device, positions)


def test_moves_that_only_combinations_allow_are_made_by_their_controls(
    new_page: NewPage, server: RestartableServer
) -> None:
    wanted = wanted_labels(COMBINED.options)
    for variant in VARIANTS.values():
        wanted -= wanted_labels(variant.options)
    assert wanted
    make_all(new_page, server, COMBINED.device, positions_in(COMBINED, wanted))


def test_all_kinds_of_moves_exist_in_some_variant() -> None:
    labels = [wanted_labels(variant.options) for variant in (*VARIANTS.values(), COMBINED)]
    assert set().union(*labels) == set(WORDS[1:]) | SPECIAL.keys()
    assert {variant.device for variant in VARIANTS.values()} == DEVICES.keys()
