"""A rule of thumb for turning around, and games played by it.

The player counts a weight for each turn of the delve, each torch burnt out, each hit point lost and
each hoard in the hand, and turns around as soon as the sum reaches the number of cards in the deck
and a limit. All other decisions are those of the quick player.
"""

from typing import NamedTuple

from underdeck.fast.tomb import write_result, write_turning
from underdeck.games.tomb.legal import legal
from underdeck.games.tomb.rules import make, next_card
from underdeck.games.tomb.state import BETWEEN, HIT_POINTS, OVER, TURNING, State
from underdeck.games.tomb.treasure import kings_in
from underdeck.minds.memory import Ints, IntTable, States
from underdeck.minds.tomb.bulk import Minds, choose_move
from underdeck.minds.tomb.selfplay import deal


class ThumbRule(NamedTuple):
    """The weights of the sum, and how much more than the cards in the deck it must be."""

    turn: int
    torch: int
    wound: int
    hoard: int
    limit: int


def is_time(s: State, rule: ThumbRule) -> bool:
    """Return whether the rule says to turn around."""
    wounds = HIT_POINTS - s.hit_points
    total = rule.turn * s.turn + rule.torch * s.torches + rule.wound * wounds
    return total + rule.hoard * kings_in(s.hand) >= rule.limit + s.bottom - s.top


def play_by_rule(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    minds: Minds,
    stream: Ints,
    key: Ints,
    first: int,
    rule: ThumbRule,
    rows: IntTable,
) -> None:
    """Play one numbered deal per row, and write the columns of `fast.tomb`."""
    for number in range(len(rows)):
        deal(stack, fresh, stream, key, first + number)
        s, made = stack[0], 0
        while s.phase != OVER:
            if s.phase == TURNING:
                next_card(s, None)
                continue
            made += 1
            if s.phase == BETWEEN and legal(s, minds.first.moves) > 1:
                turns_around = is_time(s, rule)
                if turns_around:
                    write_turning(s, rows[number])
                make(s, minds.first.moves[1 if turns_around else 0], None)
            else:
                make(s, choose_move(stack, minds), None)
        write_result(s, made, rows[number])
