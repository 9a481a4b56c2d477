"""Every kind of move of Dungeon is made by its real control, in every variant."""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import Any

import pytest

from e2e.conftest import NewPage
from e2e.dungeon_player import WINDOW_NAMES, DungeonPlayer
from e2e.positions import PEOPLE, Labelled, find_positions, show_each
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
SAVED_JOKER, SAVED_IN_THE_DARK = 1006, 5934
"""Numbers of random games in which seat 0 can save a joker, which is rare."""


@dataclass(frozen=True)
class Variant:
    """A variant of the game, and the device that it is played on."""

    house: dict[str, int | bool]
    size: str
    language: str
    device: str
    first_games: tuple[int, ...] = ()

    @property
    def options(self) -> Options:
        return read_options(Options, self.house)


VARIANTS = {
    "base": Variant({"players": 3}, "desk", "en", "mouse"),
    "jokers wild": Variant(
        {"players": 2, "jokers_wild": True}, "phone", "es", "finger", (SAVED_JOKER,)
    ),
    "almost black": Variant(
        {"players": 2, "almost_black": True}, "desk", "en", "keys", (SAVED_JOKER,)
    ),
    "pitch black": Variant(
        {"players": 2, "pitch_black": True}, "desk", "es", "mouse", (SAVED_IN_THE_DARK,)
    ),
    "suicide queen": Variant({"players": 2, "suicide_queen": True}, "phone", "en", "finger"),
    "counter attack 1": Variant({"players": 2, "counter_attack": 1}, "tablet", "en", "mouse"),
    "counter attack 2": Variant({"players": 2, "counter_attack": 2}, "phone", "es", "finger"),
    "counter attack 3": Variant({"players": 3, "counter_attack": 3}, "desk", "es", "keys"),
}
COMBINED = Variant(
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
    "phone",
    "en",
    "finger",
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


def make_moves(
    new_page: NewPage, server: RestartableServer, variant: Variant, wanted: Set[str]
) -> set[str]:
    """Make the wanted moves in a variant, and return what they were examples of."""
    positions = find_positions("dungeon", variant.house, wanted, labels_of, variant.first_games)
    page = new_page(variant.size, variant.language)
    player = DungeonPlayer(page, PEOPLE, variant.language, variant.device)
    made: set[str] = set()
    for position in show_each(page, server, "dungeon", positions):
        player.make(position.moves, position.view)
        made |= position.labels
    return made


@pytest.mark.parametrize("name", VARIANTS)
def test_every_kind_of_move_is_made_by_its_control(
    new_page: NewPage, server: RestartableServer, name: str
) -> None:
    variant = VARIANTS[name]
    wanted = wanted_labels(variant.options)
    assert make_moves(new_page, server, variant, wanted) == wanted


def test_moves_that_only_combinations_allow_are_made_by_their_controls(
    new_page: NewPage, server: RestartableServer
) -> None:
    wanted = wanted_labels(COMBINED.options)
    for variant in VARIANTS.values():
        wanted -= wanted_labels(variant.options)
    assert wanted
    assert make_moves(new_page, server, COMBINED, wanted) == wanted


def test_all_kinds_of_moves_exist_in_some_variant() -> None:
    labels = [wanted_labels(variant.options) for variant in (*VARIANTS.values(), COMBINED)]
    assert set().union(*labels) == set(WORDS[1:]) | SPECIAL.keys()
