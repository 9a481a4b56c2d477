"""Games of Dungeon that a mind plays against itself, to learn from."""

from typing import NamedTuple

from underdeck.fast.dungeon import first_waiting, resolve_chance
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.legal import legal
from underdeck.games.dungeon.pending import CHANCE_KINDS
from underdeck.games.dungeon.rules import set_up
from underdeck.games.dungeon.state import RUNNING, SEATS, State, is_alive
from underdeck.minds.dungeon.features import write_features
from underdeck.minds.dungeon.teacher import teacher_move
from underdeck.minds.dungeon.values import (
    Mind,
    final_value,
    make_move,
    network_value,
    value_moves,
)
from underdeck.minds.memory import Floats, FloatTable, Ints, IntTable, States
from underdeck.sfc32 import CHANCE, DEAL, below, open_stream, shuffle

CERTAIN = 1 << 20
"""The unit of probabilities."""
MAX_LESSONS = 4096
"""More positions than are written in a game."""
VALUE, TARGET, SERIES = range(3)
"""Columns of a position's numbers; a series has the positions of a seat, with open hands or not."""
TURNS, MOVES, GAMES, DRAWS = range(4)
"""Columns of the totals of all games."""


class Lessons(NamedTuple):
    """Positions to learn from, a row each."""

    active: IntTable
    counts: Ints
    scalars: FloatTable
    numbers: FloatTable
    totals: Floats


class Manner(NamedTuple):
    """How games are played and positions are written."""

    explore: int
    """The probability of a random move."""
    write: int
    """The probability that the position after a move is written."""
    keep: float
    """The weight of what follows in the game."""
    taught: int
    """The probability that a seat plays by the teacher's rule instead of the network."""
    opening: int
    """Every other game begins with fewer than this number of moves by the teacher."""
    noise: float
    """The spread of random numbers that are added to the values of moves."""


def play_rivals(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, fresh: States, mind: Mind, stream: Ints, key: Ints, games: int
) -> int:
    """Return the games that a network wins against the teacher, in each seat in turn."""
    wins = 0
    for number in range(games):
        deal(stack, fresh, stream, key, number // fresh[0].players)
        open_stream(stream, key, number, CHANCE)
        s, own = stack[0], number % fresh[0].players
        while s.ending == RUNNING:
            seat = first_waiting(s)
            if seat == own:
                action = noisy_move(stack, seat, mind, stream, 0.0)
            else:
                count = legal(s, seat, mind.moves)
                action = teacher_move(s, seat, mind.moves, count, stream)
            make_move(s, seat, action, mind, stream)
        wins += 1 if s.winner == own else 0
    return wins


def deal(stack: States, fresh: States, stream: Ints, key: Ints, number: int) -> None:
    """Put a numbered deal at the start of the stack; house rules alternate by number."""
    stack[0] = fresh[number % len(fresh)]
    s = stack[0]
    open_stream(stream, key, number, DEAL)
    shuffle(stream, s.deck, s.bottom)
    set_up(s, None)


def learn_games(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    key: Ints,
    first: int,
    games: int,
    manner: Manner,
    lessons: Lessons,
) -> int:
    """Play games and write positions of every seat with their targets; return how many."""
    end = 0
    for number in range(first, first + games):
        if end + MAX_LESSONS > len(lessons.counts):
            break
        deal(stack, fresh, stream, key, number)
        open_stream(stream, key, number, CHANCE)
        end = learn_game(stack, mind, stream, manner, lessons, end)
    return end


def learn_game(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, mind: Mind, stream: Ints, manner: Manner, lessons: Lessons, start: int
) -> int:
    """Play the game at the start of the stack; return the end of the positions written."""
    s = stack[0]
    end, moves = start, 0
    opening = below(stream, manner.opening) if below(stream, 2) == 0 else 0
    taught = 0
    for seat in range(s.players):
        if below(stream, CERTAIN) < manner.taught:
            taught |= 1 << seat
    while s.ending == RUNNING:
        if pending_kind(s) in CHANCE_KINDS:
            resolve_chance(s, stream, mind.order)
            continue
        seat = first_waiting(s)
        count = legal(s, seat, mind.moves)
        action = mind.moves[0]
        if count > 1:
            if below(stream, CERTAIN) < manner.explore:
                action = mind.moves[below(stream, count)]
            elif moves < opening or (taught >> seat) & 1:
                action = teacher_move(s, seat, mind.moves, count, stream)
            else:
                action = noisy_move(stack, seat, mind, stream, manner.noise)
        make_move(s, seat, action, mind, stream)
        moves += 1
        if count > 1 and s.ending == RUNNING and below(stream, CERTAIN) < manner.write:
            end = write_lessons(stack, mind, lessons, end, start + MAX_LESSONS)
    for seat in range(s.players):
        result = final_value(s, seat)
        write_targets(lessons, start, end, seat, result, manner.keep)
        write_targets(lessons, start, end, SEATS + seat, result, manner.keep)
    lessons.totals[TURNS] += s.turn
    lessons.totals[MOVES] += moves
    lessons.totals[GAMES] += 1
    lessons.totals[DRAWS] += 1 if s.winner < 0 else 0
    return end


def noisy_move(stack: States, seat: int, mind: Mind, stream: Ints, noise: float) -> int:
    """Return the move with the largest value by the network, plus a random number each."""
    count = value_moves(stack, 0, seat, mind, stream, 1)
    chosen: int = mind.moves[0]
    best = -1e9
    for index in range(count):
        worth = mind.values[index] + noise * below(stream, CERTAIN) / CERTAIN
        if worth > best:
            chosen, best = mind.moves[index], worth
    return chosen


def write_lessons(stack: States, mind: Mind, lessons: Lessons, end: int, limit: int) -> int:
    """Write the position of every living seat with its value; return the new end."""
    s = stack[0]
    for seat in range(s.players):
        if end + 2 > limit or not is_alive(s, seat):
            continue
        end = write_lesson(s, seat, False, mind, lessons, end)
        end = write_lesson(s, seat, True, mind, lessons, end)
    return end


def write_lesson(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    s: State, seat: int, is_open: bool, mind: Mind, lessons: Lessons, end: int
) -> int:
    """Write the position of a seat with its value; return the new end."""
    count = write_features(s, seat, is_open, mind.counts, mind.active, mind.scalars)
    for feature in range(count):
        lessons.active[end, feature] = mind.active[feature]
    for scalar in range(len(mind.scalars)):
        lessons.scalars[end, scalar] = mind.scalars[scalar]
    lessons.counts[end] = count
    lessons.numbers[end, VALUE] = network_value(mind, count)
    lessons.numbers[end, SERIES] = seat + (SEATS if is_open else 0)
    return end + 1


def write_targets(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    lessons: Lessons, start: int, end: int, series: int, result: float, keep: float
) -> None:
    """Write the targets of a series of positions from the end of the game."""
    numbers = lessons.numbers
    later = result
    for place in range(end - 1, start - 1, -1):
        if numbers[place, SERIES] == series:
            numbers[place, TARGET] = later
            later = keep * later + (1 - keep) * numbers[place, VALUE]
