"""The legal moves of a position of Tomb, ranked by strong play, and the facts that tell them apart.

Strong play looks a card ahead if it is compiled; otherwise the network alone decides.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from underdeck.games.tomb.legal import MAX_MOVES
from underdeck.games.tomb.moves import TombMove, move_of
from underdeck.games.tomb.state import State
from underdeck.minds.tomb.analyst import Analyst, Outlook
from underdeck.minds.tomb.odds import odds
from underdeck.minds.tomb.reasons import Situation
from underdeck.minds.tomb.search import MAX_POINTS, POINTS, WIN, sensible_moves

SEED = "advice"
"""The seed of all play-outs: the same position always gets the same advice."""
SCALES = (1, MAX_POINTS)
"""The units of values by goal: a chance, or points."""


@dataclass(frozen=True)
class Ranking:
    """The legal moves of a position with their values for a goal, the best first."""

    position: State
    goal: int
    compiled: bool
    values: Mapping[TombMove, float] = field(init=False)

    def __post_init__(self) -> None:
        analyst = Analyst(self.goal, plies=int(self.compiled), compiled=self.compiled)
        object.__setattr__(self, "values", ranked(self.position, analyst.values(self.position)))

    @property
    def best(self) -> TombMove:
        """The best move."""
        return next(iter(self.values))

    @property
    def scaled(self) -> dict[TombMove, float]:
        """The values in the unit of the goal."""
        return {move: value * SCALES[self.goal] for move, value in self.values.items()}

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
        return points._replace(win=win.win)

    def compare(
        self, outlooks: Mapping[TombMove, Outlook], other: TombMove | None = None
    ) -> Situation:
        """Return the facts about the best move and another one, by default the second best."""
        best, *others = self.values
        other = other or next(iter(others), None)
        gap = error = 0.0
        if other is not None:
            gap = self.values[best] - self.values[other]
            error = abs(gap - self._quick_gap(best, other)) if self.compiled else 0.0
        return Situation(
            position=self.position,
            odds=odds(self.position),
            goal=self.goal,
            best=best,
            value=self.values[best],
            other=other,
            gap=gap,
            error=error,
            outlooks=outlooks,
        )

    def _quick_gap(self, best: TombMove, other: TombMove) -> float:
        """Return the difference of two moves without looking ahead.

        How much looking ahead changes it shows how well the values are known.
        """
        values = Analyst(self.goal, plies=0).values(self.position)
        return values[best] - values[other]


def ranked(position: State, values: Mapping[TombMove, float]) -> dict[TombMove, float]:
    """Return the values of moves, the best first.

    A move that another one makes superfluous, such as dropping more treasure than necessary, is
    never worth more than the best of the others.
    """
    actions = [0] * MAX_MOVES
    count = sensible_moves(position, actions)
    sensible = [move_of(action) for action in actions[:count]]
    best = max(values[move] for move in sensible)
    order = [*sensible, *(move for move in values if move not in sensible)]
    capped = {move: min(values[move], best) for move in order}
    return dict(sorted(capped.items(), key=lambda item: -item[1]))
