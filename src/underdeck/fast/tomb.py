"""Tomb in bulk: functions that run interpreted, or compiled with all the rules they call."""

from collections.abc import MutableSequence, Sequence

from underdeck.fast.harness import Harness, Workspace, choose, load_state, reset
from underdeck.games.tomb.events import emit
from underdeck.games.tomb.legal import MAX_MOVES, legal
from underdeck.games.tomb.moves import CARD_BITS, RETREAT
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.policy_view import PolicyView, view_for_policy
from underdeck.games.tomb.rules import make, next_card, play, turn_card
from underdeck.games.tomb.state import (
    BETWEEN,
    DECK,
    ESCAPED,
    OVER,
    SLAIN,
    STANDING,
    TURNING,
    State,
    new_state,
)
from underdeck.games.tomb.treasure import kings_in, points_in
from underdeck.games.tomb.turns import expect_a_card
from underdeck.sfc32 import DEAL, open_stream, shuffle

COLUMNS = (
    "ending",
    "kings",
    "points",
    "turns",
    "deepest",
    "hit_points",
    "torches",
    "cards_left",
    "slayer",
    "moves",
    "torches_turning",
    "cards_turning",
)
"""The last two are taken at the moment when the player turned around."""

CARDS = len(DECK)


def open_state(options: Options) -> State:
    """Return the state before the shuffle."""
    return new_state(options, DECK)


def play_game(s: State, workspace: Workspace, row: MutableSequence[int]) -> None:
    """Play one game from its deal to its end and write its row.

    The last branch of the loop could handle every phase. The frequent phases have branches of
    their own that assign the phase again: then the compiler drops the code of all other phases.
    Cards are only discarded at the end of the loop.
    """
    made = 0
    while s.phase != OVER:
        if s.phase == BETWEEN:
            s.phase = BETWEEN
            index = decide(s, workspace)
            if workspace.moves[index] == RETREAT << CARD_BITS:
                write_turning(s, row)
            make_move(s, workspace, index)
            made += 1
        while s.phase == TURNING:
            turn_card(s, None)
        while s.phase == STANDING:
            s.phase = STANDING
            make_move(s, workspace, decide(s, workspace))
            made += 1
        if s.phase != BETWEEN and s.phase != TURNING and s.phase != OVER:  # noqa: PLR1714
            make(s, workspace.moves[decide(s, workspace)], None)
            made += 1
        while s.phase == TURNING:
            next_card(s, None)
    write_result(s, made, row)


def write_turning(s: State, row: MutableSequence[int]) -> None:
    """Write the columns about the moment when the player turns around."""
    row[10] = s.torches
    row[11] = s.bottom - s.top


def write_result(s: State, made: int, row: MutableSequence[int]) -> None:
    """Write the columns of a game that is over, apart from those about the turning around."""
    if s.ending == ESCAPED:
        row[1] = kings_in(s.hand)
        row[2] = points_in(s.hand)
    row[0] = s.ending
    row[3] = s.turn
    row[4] = s.deepest
    row[5] = s.hit_points
    row[6] = s.torches
    row[7] = s.bottom - s.top
    row[8] = s.encounter if s.ending == SLAIN else 0
    row[9] = made


def decide(s: State, workspace: Workspace) -> int:
    """Return the index of the move to make among the legal ones."""
    count = legal(s, workspace.moves)
    if count == 1:
        return 0
    index = choose(view_for_policy(s), workspace.moves, count, workspace.stream, workspace.knobs)
    assert 0 <= index < count, "the policy chose a move that isn't there"
    return index


def make_move(s: State, workspace: Workspace, index: int) -> None:
    """Make a move; the first one, the most frequent, has a branch that the compiler specialises."""
    if index == 0:
        make(s, workspace.moves[0], None)
    else:
        make(s, workspace.moves[index], None)


def play_games(
    states: MutableSequence[State],
    fresh: MutableSequence[State],
    workspace: Workspace,
    first: int,
    rows: Sequence[MutableSequence[int]],
) -> None:
    """Play one game per row; the first has this number."""
    for number in range(len(rows)):
        reset(states, fresh)
        s = states[0]
        open_stream(workspace.stream, workspace.key, first + number, DEAL)
        shuffle(workspace.stream, s.deck, CARDS)
        play_game(load_state(s), workspace, rows[number])


def step(states: Sequence[State], index: int, action: int, moves: list[int]) -> int:
    """Make a legal move in one of many games (none if negative); list the legal moves after it."""
    if action >= 0:
        play(states[index], action, None)
    return legal(states[index], moves)


def policy_input(state: State, _seat: int) -> PolicyView:
    """Give a policy its view of the state."""
    return view_for_policy(state)


HARNESS = Harness(
    state=State,
    open=open_state,
    columns=COLUMNS,
    play_games=play_games,
    step=step,
    max_moves=MAX_MOVES,
    silent=(emit, expect_a_card),
    policy_view=(view_for_policy, PolicyView),
    policy_input=policy_input,
    asks_about_forced_moves=False,
    freezes_default_options=True,
)
