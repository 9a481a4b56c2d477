"""Puzzles of Tomb: decisions from strong play's games with one clearly best move.

A move is clearly best if its value exceeds all others by a margin, and games that are played out
after it confirm that. The rating follows from how often weaker players find the move.
"""

import math
from collections.abc import Iterator, Mapping

from underdeck.agents.tomb_policies import KNOBS, KNOBS_FOR_WINS, heuristic
from underdeck.deal import Drawn
from underdeck.games.tomb import GAME
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.policy_view import view_for_policy
from underdeck.games.tomb.state import State
from underdeck.minds.laboratory import Prospect, Puzzle
from underdeck.minds.tomb.analyst import Analyst, Outlook
from underdeck.minds.tomb.network import GOALS
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.search import MAX_POINTS, WIN
from underdeck.playthrough import AnyPlaythrough, Playthrough

MIN_GAP = 0.04
"""The least advantage of the best move: 4 % of a win, or 4 points."""
MIN_TEMPTATION = 0.4
"""The least value of the second move, as a share of the best."""
PLAYED_OUT = 1_000
"""Games that are played out after each of the two best moves."""
MIN_ERRORS = 2.0
"""The least difference of their results, in standard errors."""
TEMPERATURES = (0.03, 0.1)
"""How much worse moves the quick players of the panel still choose."""
MIDDLE_RATING, RATING_STEP = 1500, 800
"""The rating if half the panel finds the move, and the rise for each factor 10 in the odds."""
MIN_SHARE = 0.02
"""The smallest share of the panel that counts, and the distance of the largest from 1."""

Values = Mapping[TombMove, float]


def find_puzzles(options: Options, seed: str, number: int, goal: str) -> Iterator[Puzzle]:
    """Yield the puzzles in the game of a numbered deal, played strongly."""
    deal = Drawn(seed, number).deal(GAME.deck(options))
    played = Playthrough.begin(GAME, options, deal)
    analyst = Analyst(GOALS.index(goal))
    while played.result() is None:
        values = analyst.values(position_in(played.state))
        if is_clear(values):
            puzzle = make_puzzle(played, values, analyst.goal)
            if puzzle is not None:
                yield puzzle._replace(seed=seed, number=number)
        played.play(max(values, key=values.__getitem__), 0)


def is_clear(values: Values) -> bool:
    """Return whether one move is clearly best, and another one tempting."""
    if len(values) == 1:
        return False
    best, second = sorted(values.values(), reverse=True)[:2]
    return best - second >= MIN_GAP and second >= MIN_TEMPTATION * best


def make_puzzle(played: AnyPlaythrough, values: Values, goal: int) -> Puzzle | None:
    """Return the puzzle at hand, or None if the games played out don't confirm it."""
    position = position_in(played.state)
    ranked = sorted(values, key=values.__getitem__, reverse=True)
    outlooks = {
        move: Analyst(goal).play_out(position, move, PLAYED_OUT, "puzzle") for move in ranked
    }
    if not is_confirmed(outlooks[ranked[0]], outlooks[ranked[1]], goal):
        return None
    scale = 1 if goal == WIN else MAX_POINTS
    prospects = [
        Prospect(move, scale * values[move], *shares(outlooks[move]), outlooks[move].points)
        for move in ranked
    ]
    return Puzzle(played, GOALS[goal], rate(played.state, values, goal), prospects)


def shares(outlook: Outlook) -> tuple[float, float, float, float]:
    """Return how often games were won, left alive, ended by a blow, and ended in the dark."""
    return outlook.win, outlook.escape, outlook.slain, outlook.lost


def is_confirmed(best: Outlook, second: Outlook, goal: int) -> bool:
    """Return whether games played out are clearly better after the best move."""
    if goal == WIN:
        errors = math.hypot(best.share_error(best.win), second.share_error(second.win))
        return best.win - second.win > MIN_ERRORS * errors
    errors = math.hypot(best.points_error, second.points_error)
    return best.points - second.points > MIN_ERRORS * errors


def rate(state: State, values: Values, goal: int) -> int:
    """Return the rating of a puzzle, from the share of a panel that finds the best move."""
    best = max(values, key=values.__getitem__)
    panel = [1 / len(values), *quick_shares(state, best, goal)]
    panel += [
        float(heuristic_move(state, knobs) == best)
        for knobs in ([default for default, _ in each.values()] for each in (KNOBS, KNOBS_FOR_WINS))
    ]
    share = min(max(sum(panel) / len(panel), MIN_SHARE), 1 - MIN_SHARE)
    return MIDDLE_RATING + round(RATING_STEP * math.log10((1 - share) / share))


def quick_shares(state: State, best: TombMove, goal: int) -> list[float]:
    """Return how often quick players, who choose worse moves less often, find a move."""
    values = Analyst(goal, plies=0, endgame=0).values(position_in(state))
    highest = max(values.values())
    found = []
    for temperature in TEMPERATURES:
        weights = {
            move: math.exp((value - highest) / temperature) for move, value in values.items()
        }
        found.append(weights[best] / sum(weights.values()))
    return found


def heuristic_move(state: State, knobs: list[int]) -> TombMove:
    """Return the move of the heuristic policy."""
    legal = GAME.legal(state, 0)
    actions = [move.action for move in legal]
    return legal[heuristic(view_for_policy(state), [*actions, 0], len(legal), [0] * 4, knobs)]
