"""Many games of Dungeon in one step, by functions that run interpreted or compiled."""

from collections.abc import MutableSequence, Sequence

from underdeck.env.batch import (
    EPISODE,
    ILLEGAL,
    MOVES,
    NEW_DEAL,
    NUMBERS,
    ORDER,
    OVER,
    OWN_COLUMN,
    SHUFFLED,
    SKIP,
    STEPS,
    STREAM,
    Batch,
    Masks,
    Observations,
    Program,
    Rows,
    Table,
    begin,
    open_game_stream,
)
from underdeck.env.dungeon_actions import (
    NO_RULES_MOVE,
    find_action,
    list_actions,
    write_mask,
)
from underdeck.env.dungeon_codes import (
    COMMON,
    OBSERVED_OPTIONS,
    SIZE,
    action_count,
)
from underdeck.env.dungeon_codes import (
    MOVES as ALL_ACTIONS,
)
from underdeck.env.dungeon_rows import write_row
from underdeck.env.dungeon_turn_order import NOBODY, seat_to_act
from underdeck.env.layout import option_row
from underdeck.fast.dungeon import HARNESS, resolve_chance
from underdeck.fast.harness import records
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.pending import CHANCE_KINDS
from underdeck.games.dungeon.rules import play, set_up
from underdeck.games.dungeon.state import RUNNING, State
from underdeck.sfc32 import CHANCE, DEAL, shuffle

LEGAL_BITS = 32
"""Actions in a column of legal actions."""
SEAT, ENDING, WINNER, ALIVE, TURN, DECLINED, CHANCES, INTERRUPTS, MOVE, VIEWER, LEGAL = range(
    OWN_COLUMN, OWN_COLUMN + 11
)
"""Columns of the table: the seat to act, or after the end the one that acted last; the result; the
seats that declined to interrupt; the number of chance events; whether seats may interrupt; the
rules' int of the last move; the seat whose observation `VIEW` wants; and the legal actions, a bit
each."""
LEGAL_COLUMNS = -(-len(ALL_ACTIONS) // LEGAL_BITS)
VIEW = -4
"""The order to write the observation of `VIEWER`, and nothing else."""


def step_all(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    states: MutableSequence[State],
    table: Table,
    workspace: Sequence[list[int]],
    template: Observations,
    observations: Observations,
    masks: Masks,
    strict: bool,
    limit: int,
) -> int:
    """Carry out the order of each game and write the row of the seat that acts next; return -1.

    A game that is over is dealt again, whatever its order. If `strict`, an illegal action changes
    nothing in any game, and its game is returned. Games are over after `limit` steps, if not 0.
    """
    if strict:
        for place in range(len(table)):
            if is_illegal(table[place]):
                return place
    games = records(states)
    for place in range(len(table)):
        row = table[place]
        if row[ORDER] == VIEW:
            write_row(games[place], int(row[VIEWER]), template, observations[place])
        elif row[ORDER] != SKIP:
            if row[ORDER] == NEW_DEAL or row[OVER] != 0:
                begin(games, place)
                deal(games[place], row, workspace)
            elif row[ORDER] >= 0:
                act(games[place], row, workspace)
            select_seat(games[place], row, workspace, limit, masks[place])
            write_row(games[place], int(row[SEAT]), template, observations[place])
    return -1


def is_illegal(row: MutableSequence[int]) -> bool:
    """Return whether the order of a game is an action that isn't legal."""
    if row[ORDER] < 0 or row[OVER] != 0:
        return False
    return row[LEGAL + row[ORDER] // LEGAL_BITS] >> row[ORDER] % LEGAL_BITS & 1 == 0


def deal(s: State, row: MutableSequence[int], workspace: Sequence[list[int]]) -> None:
    """§1 Shuffle the deck for the next deal of a game, and set the game up."""
    row[EPISODE] += 1
    for column in (STEPS, ILLEGAL, DECLINED, CHANCES):
        row[column] = 0
    open_game_stream(row, workspace, DEAL)
    shuffle(workspace[STREAM], s.deck, s.bottom)
    set_up(s, None)
    settle_chance(s, row, workspace)


def act(s: State, row: MutableSequence[int], workspace: Sequence[list[int]]) -> None:
    """Make the move of an action, or decline to interrupt; an illegal action changes nothing."""
    row[STEPS] += 1
    row[ILLEGAL] = is_illegal(row)
    row[MOVE] = NO_RULES_MOVE
    if row[ILLEGAL] != 0:
        return
    seat = int(row[SEAT])
    count = list_actions(s, seat, workspace)
    row[MOVE] = workspace[MOVES][find_action(row[ORDER], count, workspace[NUMBERS])]
    if row[MOVE] == NO_RULES_MOVE:
        row[DECLINED] |= 1 << seat
        return
    row[DECLINED] = 0
    play(s, seat, int(row[MOVE]), None)
    settle_chance(s, row, workspace)


def settle_chance(s: State, row: MutableSequence[int], workspace: Sequence[list[int]]) -> None:
    """Resolve what the rules leave to chance, each event with its own random stream."""
    while s.ending == RUNNING and pending_kind(s) in CHANCE_KINDS:
        open_game_stream(row, workspace, CHANCE + int(row[CHANCES]))
        resolve_chance(s, workspace[STREAM], workspace[SHUFFLED])
        row[CHANCES] += 1


def select_seat(
    s: State,
    row: MutableSequence[int],
    workspace: Sequence[list[int]],
    limit: int,
    mask: MutableSequence[int],
) -> None:
    """Write the seat that acts next with its legal actions, and the result."""
    row[ENDING] = s.ending
    row[WINNER] = s.winner
    row[ALIVE] = s.alive
    row[TURN] = s.turn
    row[OVER] = s.ending != RUNNING or 0 < limit <= row[STEPS]
    count = 0
    seat = seat_to_act(s, int(row[DECLINED]), row[INTERRUPTS] != 0)
    if seat != NOBODY:
        row[SEAT] = seat
    if row[OVER] == 0:
        count = list_actions(s, seat, workspace)
    write_mask(workspace[NUMBERS], count, mask)
    for column in range(LEGAL, LEGAL + LEGAL_COLUMNS):
        row[column] = 0
    for index in range(count):
        number = workspace[NUMBERS][index]
        if number >= 0:
            row[LEGAL + number // LEGAL_BITS] |= 1 << number % LEGAL_BITS


PROGRAM = Program(HARNESS, step_all, LEGAL + LEGAL_COLUMNS)


def dungeon_batch(options: Options, count: int, *, interrupts: bool, compiled: bool) -> Batch:
    """Return a number of games."""
    template = [0.0] * SIZE
    template[COMMON.part("house")] = option_row(options, OBSERVED_OPTIONS)
    rows = Rows(template, action_count(options))
    batch = Batch(PROGRAM, options, rows, count, compiled=compiled)
    batch.table[:, INTERRUPTS] = interrupts
    return batch
