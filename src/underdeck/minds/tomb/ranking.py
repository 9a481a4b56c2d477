"""The legal moves of a position of Tomb, ranked by the values that strong play gives them.

Strong play looks a card ahead if it is compiled; otherwise the network alone decides.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from underdeck.cards import count_of
from underdeck.games.tomb.legal import MAX_MOVES
from underdeck.games.tomb.moves import TombMove, move_of
from underdeck.games.tomb.state import State
from underdeck.minds.tomb.analyst import ENDGAME, Analyst, Outlook
from underdeck.minds.tomb.features import next_cards
from underdeck.minds.tomb.search import MAX_POINTS, POINTS, WIN, sensible_moves

SEED = "advice"
"""The seed of all play-outs: the same position always gets the same advice."""
DIGITS = 9
"""Decimal places of values: sums in another order differ in the last ones."""
SCALES = (1, MAX_POINTS)
"""The units of values by goal: a chance, or points."""


@dataclass(frozen=True)
class Ranking:
    """The legal moves of a position with their values for a goal, the best first.

    Of moves that certainly win as often, the one that brings more points comes first.
    """

    position: State
    goal: int
    compiled: bool
    values: Mapping[TombMove, float] = field(init=False)

    def __post_init__(self) -> None:
        analyst = Analyst(self.goal, plies=int(self.compiled), compiled=self.compiled)
        values = ranked(self.position, analyst.values(self.position))
        if self.goal == WIN and self.is_exact and is_tied(values):
            points = self.for_goal(POINTS).values
            values = dict(sorted(values.items(), key=lambda item: (-item[1], -points[item[0]])))
        object.__setattr__(self, "values", values)

    @property
    def best(self) -> TombMove:
        """The best move."""
        return next(iter(self.values))

    @property
    def is_exact(self) -> bool:
        """Whether so few cards are unseen that the values are exact."""
        return count_of(next_cards(self.position)) <= ENDGAME

    @property
    def scaled(self) -> dict[TombMove, float]:
        """The values in the unit of the goal."""
        return {move: value * SCALES[self.goal] for move, value in self.values.items()}

    def for_goal(self, goal: int) -> "Ranking":
        """Return the ranking of the same position for a goal."""
        return self if goal == self.goal else Ranking(self.position, goal, self.compiled)

    def play_out(self, moves: Iterable[TombMove], games: int) -> dict[TombMove, Outlook]:
        """Play games to their ends after each of these moves; none without Numba.

        The chance to win is that of play for the win. All other results are those of play for
        points, because play for the win doesn't care about the rest once a hoard is lost.
        """
        if not self.compiled or not games:
            return {}
        return {move: self._outlook(move, games) for move in moves}

    def _outlook(self, move: TombMove, games: int) -> Outlook:
        """Play games to their ends after a move."""
        win, points = (
            Analyst(goal).play_out(self.position, move, games, SEED) for goal in (WIN, POINTS)
        )
        return points._replace(win=win.win, results={**points.results, **win.results})


def ranked(position: State, values: Mapping[TombMove, float]) -> dict[TombMove, float]:
    """Return the values of moves, the best first.

    A move that another one makes superfluous, such as dropping more treasure than necessary, is
    never worth more than the best of the others.
    """
    sensible = list_sensible(position)
    best = max(values[move] for move in sensible)
    order = [*sensible, *(move for move in values if move not in sensible)]
    capped = {move: round(min(values[move], best), DIGITS) for move in order}
    return dict(sorted(capped.items(), key=lambda item: -item[1]))


def is_tied(values: Mapping[TombMove, float]) -> bool:
    """Return whether two of the best moves have the same value."""
    return list(values.values()).count(max(values.values())) > 1


def list_sensible(position: State) -> list[TombMove]:
    """Return the legal moves that no other one makes superfluous."""
    actions = [0] * MAX_MOVES
    count = sensible_moves(position, actions)
    return [move_of(action) for action in actions[:count]]
