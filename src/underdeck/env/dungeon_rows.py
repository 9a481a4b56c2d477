"""Observations of many games of Dungeon, by functions that run interpreted or compiled.

They write the same numbers as `encode` makes of a view, and read no more of the state than view.py
shows: a seat's own hand, and of others what lies face up.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from underdeck.cards import TEN, TWO, rank_of
from underdeck.env.dungeon_codes import (
    COMMON,
    FULL_HAND,
    HALF_TURN,
    MAX_OF_RANK,
    PASSAGES,
    PLAYER,
)
from underdeck.games.dungeon.frames import frame_opponent, frame_rank, frame_seat, pending_kind
from underdeck.games.dungeon.legal import waiting
from underdeck.games.dungeon.options import is_dark, is_wild
from underdeck.games.dungeon.pending import ATTACKED, PENDING, QUESTIONS, ROBBING, SAVING, WINDOWS
from underdeck.games.dungeon.state import (
    CELL,
    ESCAPED,
    FRAME_SIZE,
    JOKER_RANK,
    MAX_CARDS,
    State,
    is_alive,
)
from underdeck.games.dungeon.zones import lowest_value

(
    AT_HOUSE,
    AT_YOU,
    AT_PENDING,
    AT_ENDING,
    AT_WINNER,
    AT_CURRENT,
    AT_WAITING,
    AT_ABOUT_PLAYER,
    AT_ABOUT_VALUE,
    AT_TURN,
    AT_TURN_OF_LIMIT,
    AT_DECK,
    AT_DISCARDS,
    AT_DISCARDS_SEEN,
    AT_SEEN_DISCARDS,
    AT_LAID,
    AT_CREATURE,
    AT_ROBBER,
    AT_HAND,
) = COMMON.starts.values()
AT_PLAYERS = COMMON.size
(
    OF_PRESENT,
    OF_ALIVE,
    OF_LEFT_CELL,
    OF_HAS_BID,
    OF_JOKER_CELL,
    OF_CARDS,
    OF_DEPTH,
    OF_LOWEST,
    OF_FRONT,
    OF_VALUES,
    OF_TIPS,
    OF_PASSAGE_VALUE,
    OF_PASSAGE_NEXT_TO,
    OF_PASSAGE_RANK,
) = PLAYER.starts.values()
PLAYER_SIZE = PLAYER.size
OVER = len(PENDING)
"""The index of "over" after the kinds of pending decisions."""

Row = NDArray[np.float32]


def write_row(s: State, seat: int, template: Row, row: Row) -> None:
    """Write a seat's observation."""
    row[:] = 0
    for place in range(AT_YOU):
        row[place] = template[place]
    row[AT_YOU + seat] = 1
    write_decision(s, seat, row)
    write_piles(s, seat, row)
    for other in range(s.players):
        start = AT_PLAYERS + from_seat(s, seat, other) * PLAYER_SIZE
        write_player(s, other, row, start)
        shown = (
            not s.options.pitch_black
            or other == seat
            or (s.ending == ESCAPED and other == s.winner)  # §14.5 an escape is shown
        )
        write_passages(s, other, shown, row, start)


def from_seat(s: State, seat: int, other: int) -> int:
    """Count a seat clockwise from another one."""
    return (other - seat) % s.players


def write_decision(s: State, seat: int, row: Row) -> None:
    """Write the turn, the pending decision and the seats that have to do with it."""
    kind = pending_kind(s)
    row[AT_PENDING + (kind if s.ending == 0 else OVER)] = 1
    row[AT_ENDING + s.ending] = 1
    row[AT_TURN] = s.turn / (s.turn + HALF_TURN)
    if s.options.turn_limit > 0:
        row[AT_TURN_OF_LIMIT] = s.turn / s.options.turn_limit
    if s.winner >= 0:
        row[AT_WINNER + from_seat(s, seat, s.winner)] = 1
    if s.current >= 0:
        row[AT_CURRENT + from_seat(s, seat, s.current)] = 1
    for other in range(s.players):
        if (waiting(s) >> other) & 1:
            row[AT_WAITING + from_seat(s, seat, other)] = 1
    if s.ending == 0:
        write_subject(s, seat, kind, row)


def write_subject(s: State, seat: int, kind: int, row: Row) -> None:
    """Write what the pending decision is about: a player, and a value or rank."""
    if kind == ATTACKED or kind in QUESTIONS:
        row[AT_ABOUT_PLAYER + from_seat(s, seat, frame_opponent(s))] = 1
        row[AT_ABOUT_VALUE + frame_rank(s) - 1] = 1
    elif kind == SAVING:
        row[AT_ABOUT_VALUE + frame_rank(s) - 1] = 1
    elif kind in WINDOWS:
        row[AT_ABOUT_PLAYER + from_seat(s, seat, frame_seat(s))] = 1


def write_piles(s: State, seat: int, row: Row) -> None:
    """Write the deck, the discards if they may be seen, the cards laid, and the own hand."""
    row[AT_DECK] = (s.bottom - s.top) / MAX_CARDS
    row[AT_DISCARDS] = s.discard_size / MAX_CARDS
    if not is_dark(s.options) or (pending_kind(s) == ROBBING and seat == frame_seat(s)):
        row[AT_DISCARDS_SEEN] = 1
        count_ranks(s.discards, 0, s.discard_size, row, AT_SEEN_DISCARDS)
    count_ranks(s.pile, 0, s.pile_size, row, AT_LAID)
    if s.creature != 0 and (seat == s.current or not has_secret_try(s)):
        row[AT_CREATURE + rank_of(s.creature) - 1] = 1
    if s.robber != 0:
        row[AT_ROBBER + rank_of(s.robber) - 1] = 1
    hand = seat * MAX_CARDS
    count_ranks(s.hands, hand, hand + s.hand_size[seat], row, AT_HAND)


def has_secret_try(s: State) -> bool:
    """§14.3 Return whether a secret cave-in waits for a joker to be saved, even under a window."""
    tries = 0
    for number in range(s.height):
        tries += s.stack[number * FRAME_SIZE] == SAVING
    return s.options.pitch_black and tries > 0


def count_ranks(cards: Sequence[int], start: int, end: int, row: Row, at: int) -> None:
    """Add up the cards of each rank, in eighths."""
    for place in range(start, end):
        row[at + rank_of(cards[place]) - 1] += 1 / MAX_OF_RANK


def write_player(s: State, seat: int, row: Row, start: int) -> None:
    """Write the public numbers of a player."""
    row[start + OF_PRESENT] = 1
    row[start + OF_ALIVE] = is_alive(s, seat)
    row[start + OF_LEFT_CELL] = (s.left_cell >> seat) & 1
    row[start + OF_HAS_BID] = s.bids[seat] != 0
    row[start + OF_JOKER_CELL] = not is_wild(s.options) and rank_of(s.cells[seat]) == JOKER_RANK
    row[start + OF_CARDS] = min(1.0, s.hand_size[seat] / FULL_HAND)
    row[start + OF_DEPTH] = min(1.0, s.depth[seat] / PASSAGES)
    row[start + OF_LOWEST] = lowest_value(s, seat) / CELL


def write_passages(s: State, seat: int, shown: bool, row: Row, start: int) -> None:
    """Write a dungeon; its cards only if they are shown."""
    first = max(0, s.depth[seat] - PASSAGES)
    for number in range(s.depth[seat]):
        at = seat * MAX_CARDS + number
        value = s.claims[at]
        add_eighth(row, start + OF_VALUES + value - TWO)
        if s.followers[seat * (MAX_CARDS + 1) + number + 1] == 0:
            add_eighth(row, start + OF_TIPS + value - TWO)
        if number == s.depth[seat] - 1:
            row[start + OF_FRONT + value - TWO] = 1
        if number >= first:
            place = start + number - first
            row[place + OF_PASSAGE_VALUE] = value / TEN
            row[place + OF_PASSAGE_NEXT_TO] = s.parents[at] / MAX_CARDS
            if shown:
                row[place + OF_PASSAGE_RANK] = rank_of(s.passages[at]) / JOKER_RANK


def add_eighth(row: Row, place: int) -> None:
    """Add an eighth, up to 1."""
    if row[place] < 1:
        row[place] += 1 / MAX_OF_RANK
