"""The review of a game of Tomb: every decision compared with strong play.

The value of a position is computed from what the player knew. Between two decisions only cards
change it, so that start + luck of the cards - losses of the decisions = result.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any, cast

from underdeck.cards import code_of
from underdeck.fast.libraries import can_compile
from underdeck.game import Event
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import State
from underdeck.minds.base import Reason
from underdeck.minds.review import (
    MAX_MISTAKES,
    Appraisal,
    Decision,
    Mistake,
    PlayerReview,
    Progress,
    Review,
    Track,
)
from underdeck.minds.tomb.advice import GAMES, goal_of
from underdeck.minds.tomb.comparison import Comparison
from underdeck.minds.tomb.network import GOALS
from underdeck.minds.tomb.position import position_of
from underdeck.minds.tomb.ranking import Ranking
from underdeck.minds.tomb.reasons import reason_for
from underdeck.minds.tomb.search import POINTS, WIN
from underdeck.playthrough import Playthrough
from underdeck.record import Record
from underdeck.refusal import Refusal

CARD_EVENTS = frozenset(
    {
        "torch_burnt",
        "skill_gained",
        "favor_shown",
        "hoard_found",
        "scroll_found",
        "encounter_met",
        "blow_struck",
        "door_held",
        "won_by_action",
        "discarded",
    }
)
"""The events of cards that are turned; each names its card."""


def review(
    game: Record | Playthrough[Any],
    goal: str = GOALS[WIN],
    *,
    par: float | None = None,
    compiled: bool | None = None,
    progress: Progress | None = None,
) -> Review:
    """Return the review of a finished game.

    With Numba strong play looks a card ahead, and par is computed unless it is given.
    """
    whole = game if isinstance(game, Playthrough) else Playthrough[Any].resume(game)
    number, outcome = goal_of(goal), whole.result()
    if outcome is None:
        raise Refusal("review_unfinished")
    compiled = can_compile() if compiled is None else compiled
    positions, decisions = [], []
    for position, decision in appraised(whole.record, compiled=compiled):
        positions.append(position)
        decisions.append(decision)
        if progress is not None:
            progress(len(decisions), len(whole.record.moves))
    results = (float(outcome["won"]), float(outcome["points"]))
    tracks = {
        name: Track.of_solitaire(
            name, [each.appraisals[name] for each in decisions], results[each_goal]
        )
        for each_goal, name in enumerate(GOALS)
    }
    points_from = None if number != WIN else find_lost_win(decisions)
    mistakes = find_mistakes(positions, decisions, number, compiled=compiled)
    if points_from is not None:
        later = find_mistakes(positions, decisions[points_from:], POINTS, compiled=compiled)
        mistakes = chain(mistakes, later)
    return Review(
        game=whole.game.name,
        goal=goal,
        decisions=tuple(decisions),
        players=(PlayerReview(0, tracks, tuple(islice(mistakes, MAX_MISTAKES))),),
        points_from=points_from,
        looks_ahead=compiled,
        par=par_of(whole.record, number) if par is None and compiled else par,
    )


def par_of(record: Record, goal: int) -> float:
    """Return what strong play averages on the deal of a finished game."""
    from underdeck.minds.tomb.deals import find_par  # noqa: PLC0415  only with Numba

    return find_par(cast(Options, record.options), record.deal.cards, goal)[goal]


def appraised(record: Record, *, compiled: bool) -> Iterator[tuple[State, Decision]]:
    """Yield each position of a game in which the player decided, with the decision."""
    played = Playthrough[Any].before(record)
    for number, text in enumerate(record.moves):
        view, unseen = played.view(), played.game.unseen(played.state, 0)
        position = position_of(view, unseen or ())
        move = cast(TombMove, played.game.read_move(text))
        appraisals = {
            name: appraise(position, goal, move, compiled=compiled)
            for goal, name in enumerate(GOALS)
        }
        step = played.play(move)
        yield position, Decision(number, view.turn, move, cards_of(step.events), appraisals)


def appraise(position: State, goal: int, move: TombMove, *, compiled: bool) -> Appraisal:
    """Return the values of a decision for a goal, in its unit."""
    values = Ranking(position, goal, compiled).scaled
    return Appraisal(values, max(values.values()), values[move])


def cards_of(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the codes of the cards that were turned."""
    return tuple(code_of(event.parts["card"]) for event in events if event.name in CARD_EVENTS)


def find_lost_win(decisions: Sequence[Decision]) -> int | None:
    """Return the first decision at which winning was out of reach; None if there was none."""
    return next((each.number for each in decisions if not is_winnable(each)), None)


def is_winnable(decision: Decision) -> bool:
    """Return whether a move could still lead to a win."""
    return any(decision.appraisals[GOALS[WIN]].values.values())


def find_mistakes(
    positions: Sequence[State], decisions: Sequence[Decision], goal: int, *, compiled: bool
) -> Iterator[Mistake]:
    """Yield the costliest decisions for a goal, without those that are too close to call."""
    name = GOALS[goal]
    for decision in sorted(decisions, key=lambda each: -each.appraisals[name].loss):
        appraisal = decision.appraisals[name]
        if not appraisal.loss:
            break
        best = cast(TombMove, next(iter(appraisal.values)))
        move = cast(TombMove, decision.move)
        reason = explain(Ranking(positions[decision.number], goal, compiled), move)
        if reason is not None:
            yield Mistake(decision.number, decision.turn, move, best, appraisal.loss, reason, name)


def explain(ranking: Ranking, move: TombMove) -> Reason | None:
    """Return why the best move is better than the one that was made, if that is certain enough."""
    comparison = Comparison(ranking, ranking.play_out((ranking.best, move), GAMES))
    seen = comparison.difference(ranking.best, move)
    value, gap = ranking.values[ranking.best], ranking.values[ranking.best] - ranking.values[move]
    if not seen.is_clear or seen.mean + seen.error < gap / 2:
        return None
    return reason_for(comparison.facts(ranking.best, move, value, gap, 0.0))


class TombReviewer:
    """The review part of Tomb."""

    goals = GOALS

    def review(  # noqa: PLR0913  options of a review, given by name
        self,
        game: Record | Playthrough[Any],
        goal: str = GOALS[WIN],
        *,
        par: float | None = None,
        compiled: bool | None = None,
        progress: Progress | None = None,
        is_quick: bool = False,
    ) -> Review:
        """Return the review of a finished game; without Numba it is quick anyway."""
        return review(game, goal, par=par, compiled=compiled, progress=progress)


REVIEWER = TombReviewer()
