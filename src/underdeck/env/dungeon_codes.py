"""Dungeon in numbers: the actions of a seat, and its view as a row of numbers from 0 to 1.

Seats are counted clockwise from the viewer, 0, so that one network can play any seat. Actions
and the layout of observations are frozen.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from underdeck.cards import JACK, KING, QUEEN, TEN, TWO, rank_of
from underdeck.env.layout import Layout, option_row
from underdeck.games.dungeon.moves import (
    ACCUSE,
    ATTACK,
    BELIEVE,
    BID_CARD,
    BURN,
    CAVE,
    COUNTER,
    DEMAND,
    DENY,
    DIG,
    DISCARD,
    FALL,
    FIGHT,
    FISH,
    GIVE,
    PASS,
    PLAY_ACE,
    RETREAT,
    ROB,
    SAVE,
    STRIKE,
    TAKE,
    YIELD,
    DungeonMove,
)
from underdeck.games.dungeon.options import Options, cell_value
from underdeck.games.dungeon.pending import PENDING
from underdeck.games.dungeon.state import CELL, ENDINGS, JOKER_RANK, MAX_CARDS, SEATS
from underdeck.games.dungeon.view import DungeonView, PlayerView

# Moves

WAIT = 0
"""The action of declining to play an ace out of turn, which is no move of the game."""
PLACES = 8
"""A passage may go next to one of the first eight places that fit, in the order of laying."""

VALUES = range(TWO, TEN + 1)
RANKS = range(1, JOKER_RANK + 1)
OTHERS = range(1, SEATS)


def cards_as(values: Iterable[int]) -> list[tuple[int, int]]:
    """Return (rank, value) for each value: the natural card, then the joker."""
    return [(rank, value) for value in values for rank in (value, JOKER_RANK)]


def all_moves() -> list[DungeonMove]:
    """Return every move in the order of its action, from 1.

    `target` counts from the viewer, and the `place` of a dig among the places that fit.
    """
    moves = [
        DungeonMove(kind)
        for kind in (PASS, STRIKE, RETREAT, FALL, GIVE, DENY, BELIEVE, DEMAND, BURN, YIELD)
    ]
    moves += [DungeonMove(kind, rank, rank) for kind in (BID_CARD, DISCARD, TAKE) for rank in RANKS]
    moves += [DungeonMove(SAVE, value, value) for value in VALUES]
    for kind, values in (
        (PLAY_ACE, [1]),
        (ROB, [JACK]),
        (COUNTER, [JACK, QUEEN]),
        (FIGHT, range(TWO, KING + 1)),
    ):
        moves += [DungeonMove(kind, rank, value) for rank, value in cards_as(values)]
    moves += [DungeonMove(ACCUSE, target=seat) for seat in OTHERS]
    moves += [
        DungeonMove(CAVE, rank, value, seat) for rank, value in cards_as(VALUES) for seat in OTHERS
    ]
    moves += [
        DungeonMove(ATTACK, rank, value, seat)
        for rank, value in cards_as(range(JACK, KING + 1))
        for seat in OTHERS
    ]
    moves += [
        DungeonMove(FISH, rank, value, seat, asked)
        for rank, value in cards_as([QUEEN])
        for seat in OTHERS
        for asked in RANKS
    ]
    moves += [
        DungeonMove(DIG, rank, value, None, place)
        for rank, value in cards_as(VALUES)
        for place in range(PLACES)
    ]
    return moves


def false_digs() -> list[DungeonMove]:
    """§14.1 Return the moves of pitch black only: a card laid as a passage that it isn't."""
    return [
        DungeonMove(DIG, rank, value, None, place)
        for value in VALUES
        for rank in range(1, JOKER_RANK)
        if rank != value
        for place in range(PLACES)
    ]


MOVES = (None, *all_moves(), *false_digs())
"""Every move by action; None for `WAIT`."""
NUMBERS = {move: number for number, move in enumerate(MOVES)}
OPEN_ACTIONS = 1 + len(all_moves())
"""The number of actions if passages are laid openly."""


def action_count(options: Options) -> int:
    """Return the number of actions with these house rules."""
    return len(MOVES) if options.pitch_black else OPEN_ACTIONS


def numbered(legal: Sequence[DungeonMove], seat: int, players: int) -> dict[int, DungeonMove]:
    """Return a seat's legal moves by action; only `PLACES` places for a passage are included."""
    places: dict[int, list[int]] = {}
    for move in legal:
        if move.kind == DIG and move.place not in places.setdefault(move.value, []):
            places[move.value].append(move.place)
    by_action = {}
    for move in legal:
        relative = seen_from(move, seat, players)
        if move.kind == DIG:
            relative = relative._replace(place=sorted(places[move.value]).index(move.place))
        if relative in NUMBERS:
            by_action[NUMBERS[relative]] = move
    return by_action


def seen_from(move: DungeonMove, seat: int, players: int) -> DungeonMove:
    """Return the move with its target counted from a seat."""
    if move.target is None:
        return move
    return move._replace(target=(move.target - seat) % players)


def action_name(number: int, seat: int, players: int) -> str:
    """Return the meaning of an action to a seat, legal or not."""
    move = MOVES[number]
    if move is None:
        return "wait"
    if move.kind == DIG:
        return f"dig {move.parts[0]} in place {move.place}"
    if move.target is None:
        return str(move)
    if move.target >= players:
        return f"{move.word} a seat that this game doesn't have"
    return str(move._replace(target=(seat + move.target) % players))


def mask_of(numbers: Iterable[int], size: int) -> NDArray[np.int8]:
    """Return the mask of these actions."""
    mask = np.zeros(size, np.int8)
    mask[list(numbers)] = 1
    return mask


# Views

PASSAGES = 32
"""The number of a dungeon's newest passages that are encoded one by one."""
MAX_OF_RANK = 8
"""The number of cards of one rank in two decks."""
FULL_HAND = 20
"""The number of cards from which on a hand is encoded as 1."""
HALF_TURN = 100
"""The turn that is encoded as one half: there is no last turn."""

OBSERVED_OPTIONS = (
    "players",
    "decks",
    "jokers_wild",
    "almost_black",
    "pitch_black",
    "suicide_queen",
    "counter_attack",
    "ace_high",
    "random_start",
    "must_play",
    "demand_shows_all",
    "aces_in_fights",
    "accuse_freely",
    "reveal_on_escape",
    "surrender_keeps_rest",
    "turn_limit",
)
"""The house rules in an observation; later ones wait for the next version of the environments."""

COMMON = Layout(
    {
        "house": len(OBSERVED_OPTIONS),
        "you": SEATS,
        "pending": len(PENDING) + 1,
        "ending": len(ENDINGS),
        "winner": SEATS,
        "current": SEATS,
        "waiting": SEATS,
        "about_player": SEATS,
        "about_value": JOKER_RANK,
        "turn": 1,
        "turn_of_limit": 1,
        "deck": 1,
        "discards": 1,
        "discards_seen": 1,
        "seen_discards": JOKER_RANK,
        "laid": JOKER_RANK,
        "creature": JOKER_RANK,
        "robber": JOKER_RANK,
        "hand": JOKER_RANK,
    }
)
"""The parts about the game and the viewer."""
PLAYER = Layout(
    {
        "present": 1,
        "alive": 1,
        "left_cell": 1,
        "has_bid": 1,
        "joker_cell": 1,
        "cards": 1,
        "depth": 1,
        "lowest": 1,
        "front": len(VALUES),
        "values": len(VALUES),
        "tips": len(VALUES),
        "passage_value": PASSAGES,
        "passage_next_to": PASSAGES,
        "passage_rank": PASSAGES,
    }
)
"""The parts about each player, clockwise from the viewer."""
SIZE = COMMON.size + SEATS * PLAYER.size


def encode(view: DungeonView) -> NDArray[np.float32]:
    """Return a view as numbers, without suits, which never matter.

    A spectator's view is encoded as seen from the first seat.
    """
    row = [0.0] * SIZE
    you = view.seat or 0
    set_common(row, view, you)
    for player in view.players:
        place = (player.seat - you) % len(view.players)
        set_player(row, COMMON.size + place * PLAYER.size, player, cell_value(view.options))
    return np.array(row, np.float32)


def set_common(row: list[float], view: DungeonView, you: int) -> None:
    """Set the parts about the game and the viewer's hand."""
    at = COMMON.starts
    row[COMMON.part("house")] = option_row(view.options, OBSERVED_OPTIONS)
    row[at["pending"] + (len(PENDING) if view.ending else PENDING.index(view.pending))] = 1
    row[at["ending"] + ENDINGS.index(view.ending)] = 1
    if view.seat is not None:
        row[at["you"] + you] = 1
    set_roles(row, view, you)
    row[at["turn"]] = view.turn / (view.turn + HALF_TURN)
    row[at["turn_of_limit"]] = view.turn / view.options.turn_limit if view.options.turn_limit else 0
    row[at["deck"]] = view.deck / MAX_CARDS
    row[at["discards"]] = view.discards / MAX_CARDS
    row[at["discards_seen"]] = view.seen_discards is not None
    count_ranks(row, at["seen_discards"], view.seen_discards or ())
    count_ranks(row, at["laid"], view.laid)
    for name, card in (("creature", view.creature), ("robber", view.robber)):
        if card:
            row[at[name] + rank_of(card) - 1] = 1
    count_ranks(row, at["hand"], view.players[you].hand or ())


def set_roles(row: list[float], view: DungeonView, you: int) -> None:
    """Set the winner, the current player, the waiting players and what is pending."""
    at, players = COMMON.starts, len(view.players)
    about = (None, *view.about) if view.pending == "saving" else view.about
    for name, group in (
        ("winner", (view.winner,)),
        ("current", (view.current,)),
        ("waiting", view.waiting),
        ("about_player", about[:1]),
    ):
        for seat in group:
            if seat is not None:
                row[at[name] + (seat - you) % players] = 1
    for value in view.about[-1:] if len(about) > 1 else ():
        row[at["about_value"] + value - 1] = 1


def count_ranks(row: list[float], start: int, cards: Iterable[int]) -> None:
    """Set the number of cards of each rank, divided by eight."""
    for rank, count in Counter(rank_of(card) for card in cards).items():
        row[start + rank - 1] = count / MAX_OF_RANK


def set_player(row: list[float], start: int, player: PlayerView, cell: int) -> None:
    """Set the parts about one player, whose cell has that value."""
    at = {name: start + place for name, place in PLAYER.starts.items()}
    dungeon = player.dungeon
    row[at["present"]] = 1
    row[at["alive"]] = player.alive
    row[at["left_cell"]] = player.left_cell
    row[at["has_bid"]] = player.has_bid
    row[at["joker_cell"]] = player.cell is not None
    row[at["cards"]] = min(1.0, player.cards / FULL_HAND)
    row[at["depth"]] = min(1.0, len(dungeon) / PASSAGES)
    row[at["lowest"]] = min((passage.value for passage in dungeon), default=cell) / CELL
    parents = {passage.next_to for passage in dungeon}
    count_values(row, at["values"], [passage.value for passage in dungeon])
    count_values(
        row,
        at["tips"],
        [passage.value for number, passage in enumerate(dungeon, 1) if number not in parents],
    )
    if dungeon:
        row[at["front"] + dungeon[-1].value - TWO] = 1
    for place, passage in enumerate(dungeon[-PASSAGES:]):
        row[at["passage_value"] + place] = passage.value / TEN
        row[at["passage_next_to"] + place] = passage.next_to / MAX_CARDS
        row[at["passage_rank"] + place] = rank_of(passage.card or 0) / JOKER_RANK


def count_values(row: list[float], start: int, values: Iterable[int]) -> None:
    """Set the number of passages of each value, divided by eight and at most 1."""
    for value, count in Counter(values).items():
        row[start + value - TWO] = min(1.0, count / MAX_OF_RANK)
