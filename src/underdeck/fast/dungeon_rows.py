"""The row of numbers that a simulation keeps of a game of Dungeon.

The functions run interpreted or compiled.
"""

from collections.abc import MutableSequence

from underdeck.cards import rank_of
from underdeck.games.dungeon.frames import frame_opponent, frame_rank, pending_kind
from underdeck.games.dungeon.moves import (
    ACCUSE,
    ATTACK,
    CAVE,
    DEMAND,
    DENY,
    DIG,
    FISH,
    GIVE,
    PASS,
    ROB,
    action_kind,
    action_rank,
    action_target,
    action_value,
)
from underdeck.games.dungeon.passages import is_honest
from underdeck.games.dungeon.pending import ASKED, TURN
from underdeck.games.dungeon.state import JOKER_RANK, MAX_CARDS, SEATS, State
from underdeck.games.dungeon.zones import has_rank, ranks_in_hand

COLUMNS = (
    "ending",
    "winner",
    "turns",
    "moves",
    "alive",
    "starter",
    "hand_1",
    "hand_2",
    "hand_3",
    "hand_4",
    "turns_1",
    "turns_2",
    "turns_3",
    "turns_4",
    "passes_1",
    "passes_2",
    "passes_3",
    "passes_4",
    "answers",
    "holders",
    "lies",
    "demands",
    "caught",
    "passages",
    "false_passages",
    "accusations",
    "right_accusations",
)
"""The names of the numbers.

`winner` and `starter` are seats, or -1 for none; `alive` has a bit for each seat; the hands are
those that were dealt. `turns_1` and so on are the turns in which a seat played a card or passed,
and `passes_1` those in which it passed. `answers` are those to a Myrmiddon's question; `holders` of
them could have given the card, and `lies` of these denied it. The last four are counted in pitch
black only.
"""
ENDING, WINNER, TURNS, MOVES, ALIVE, STARTER, FIRST_HAND = range(7)
FIRST_TURNS = FIRST_HAND + SEATS
FIRST_PASSES = FIRST_TURNS + SEATS
(
    ANSWERS,
    HOLDERS,
    LIES,
    DEMANDS,
    CAUGHT,
    PASSAGES,
    FALSE_PASSAGES,
    ACCUSATIONS,
    RIGHT_ACCUSATIONS,
) = range(FIRST_PASSES + SEATS, len(COLUMNS))
HAND_BITS = 4
"""The bits of each rank in the number of a hand."""


def open_row(s: State, row: MutableSequence[int]) -> None:
    """Write what is known after the deal."""
    for column in range(len(row)):
        row[column] = 0
    row[STARTER] = -1
    for seat in range(s.players):
        hand = 0
        for place in range(s.hand_size[seat]):
            hand = hand << HAND_BITS | rank_of(s.hands[seat * MAX_CARDS + place])
        row[FIRST_HAND + seat] = hand


def note_move(s: State, seat: int, action: int, row: MutableSequence[int]) -> None:
    """Count a move before it is made."""
    kind = action_kind(action)
    row[MOVES] += 1
    if s.turn == 1:
        row[STARTER] = s.current
    if pending_kind(s) == TURN and kind in (PASS, DIG, CAVE, ATTACK, ROB, FISH):
        row[FIRST_TURNS + seat] += 1
        row[FIRST_PASSES + seat] += 1 if kind == PASS else 0
    if kind == DEMAND:
        row[DEMANDS] += 1
        if has_rank(ranks_in_hand(s, frame_opponent(s)), frame_rank(s)):
            row[CAUGHT] += 1
    elif kind in (GIVE, DENY) and pending_kind(s) == ASKED:
        row[ANSWERS] += 1
        if has_rank(ranks_in_hand(s, seat), frame_rank(s)):
            row[HOLDERS] += 1
            row[LIES] += 1 if kind == DENY else 0
    elif s.options.pitch_black:
        note_claim(s, kind, action, row)


def note_claim(s: State, kind: int, action: int, row: MutableSequence[int]) -> None:
    """Count a passage laid face down, or an accusation."""
    if kind == DIG:
        row[PASSAGES] += 1
        rank = action_rank(action)
        if rank != JOKER_RANK and rank != action_value(action):
            row[FALSE_PASSAGES] += 1
    elif kind == ACCUSE:
        row[ACCUSATIONS] += 1
        if not is_honest(s, action_target(action)):
            row[RIGHT_ACCUSATIONS] += 1


def close_row(s: State, row: MutableSequence[int]) -> None:
    """Write how the game ended."""
    row[ENDING] = s.ending
    row[WINNER] = s.winner
    row[TURNS] = s.turn
    row[ALIVE] = s.alive
