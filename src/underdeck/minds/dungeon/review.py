"""The review of a game of Dungeon: every decision compared with strong play.

A decision is judged by what its player knew. The chance to win of each seat over the game is that
with all hands open. What a decision cost is lost by its player and gained by the others; all other
changes are luck: cards drawn, and cards that nobody could know. So for every seat start + luck -
own losses + gains from others' mistakes = result.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from underdeck.cards import code_of
from underdeck.fast.libraries import can_compile
from underdeck.game import Event, Result
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import RESIGN, DungeonMove
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.advice import GOALS, compare_moves, situation_of
from underdeck.minds.dungeon.analyst import value_seats
from underdeck.minds.dungeon.chances import Chances
from underdeck.minds.dungeon.comparison import EQUAL, Comparison
from underdeck.minds.dungeon.marks import find_mark
from underdeck.minds.dungeon.reasons import reason_for
from underdeck.minds.review import (
    MAX_MISTAKES,
    Appraisal,
    Decision,
    Mark,
    Mistake,
    PlayerReview,
    Progress,
    Review,
    Track,
)
from underdeck.playthrough import Playthrough
from underdeck.record import Record
from underdeck.refusal import Refusal

WIN = GOALS[0]
ALL_ITERATIONS, MIN_ITERATIONS, MAX_ITERATIONS = 40_000, 60, 300
"""The lines of play searched for a whole game, and the limits for each decision."""
MAX_SECOND_SEARCHES, SHORT_SECOND = 150, 600
"""After this number of second searches, the lines of play of each further one."""
PLAIN_ITERATIONS = 1
"""The lines of play for each decision without Numba."""
SEED = "review"


class Known(NamedTuple):
    """What a player knew at a decision."""

    view: DungeonView
    memory: DungeonMemory


class Moment(NamedTuple):
    """A decision with what its player knew, and the chance of each seat before it."""

    decision: Decision
    known: Known
    chances: tuple[float, ...]
    mark: Mark | None
    comparison: Comparison | None
    """The legal moves compared by a search; None if the decision wasn't judged."""


def review(
    game: Record | Playthrough[Any],
    goal: str = WIN,
    *,
    compiled: bool | None = None,
    progress: Progress | None = None,
    is_quick: bool = False,
) -> Review:
    """Return the review of a finished game; with Numba strong play searches lines of play."""
    whole = game if isinstance(game, Playthrough) else Playthrough[Any].resume(game)
    if goal not in GOALS:
        raise Refusal("unknown_goal", name=goal, goals=list(GOALS))
    outcome = whole.result()
    if outcome is None:
        raise Refusal("review_unfinished")
    compiled = can_compile() if compiled is None else compiled
    moments = []
    each = ALL_ITERATIONS // max(len(whole.record.moves), 1)
    iterations = min(max(each, MIN_ITERATIONS), MAX_ITERATIONS) if compiled else PLAIN_ITERATIONS
    iterations = 0 if is_quick else iterations
    for moment in moments_of(whole.record, iterations, compiled=compiled):
        moments.append(moment)
        if progress is not None:
            progress(len(moments), len(whole.record.moves))
    results = results_of(outcome, whole.game.seats(whole.record.options))
    return Review(
        game=whole.game.name,
        goal=goal,
        decisions=tuple(moment.decision for moment in moments),
        players=tuple(
            PlayerReview(
                seat,
                {WIN: track_of(moments, seat, results)},
                find_mistakes(moments, seat),
            )
            for seat in range(len(results))
        ),
        looks_ahead=compiled and not is_quick,
        is_judged=not is_quick,
        marks=tuple(moment.mark for moment in moments if moment.mark),
    )


def results_of(outcome: Result, seats: int) -> tuple[float, ...]:
    """§8 Return the result of each seat: 1 for the winner; the living share a stalemate."""
    winners = outcome["alive"] if outcome["winner"] is None else [outcome["winner"]]
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


# Decisions


def moments_of(record: Record, iterations: int, *, compiled: bool) -> Iterator[Moment]:
    """Yield every decision of a game, judged by a search of that many lines of play, if any."""
    played = Playthrough[Any].before(record)
    played.keeps_states = False
    fights, searches = Fights(), Searches(iterations, compiled=compiled)
    for place in range(played.game.seats(record.options)):
        played.memory(place)  # from now on kept up to date with each move
    for number, text in enumerate(record.moves):
        mover, words = played.read_seat(text)
        assert mover is not None
        seat: int = mover
        move = cast(DungeonMove, played.game.read_move(words))
        known = Known(played.view(seat), cast(DungeonMemory, played.memory(seat)))
        chances = value_seats(played.state, compiled=compiled)
        comparison = searches.judge(known, move)
        appraisal = appraise(comparison, move)
        if comparison is not None and move.kind == RESIGN:
            appraisal = appraisal._replace(before=chances[seat], after=0.0)
        elif comparison is not None and known.view.pending == "attacked":
            appraisal = fights.charge(known.view, appraisal)
        fact = find_mark(played.state, seat, move, appraisal.loss if iterations else None)
        turn = known.view.turn
        mark = Mark(number, turn, seat, fact) if fact else None
        events = played.play(move, seat).events
        decision = Decision(number, turn, move, cards_of(events), {WIN: appraisal}, seat)
        yield Moment(decision, known, chances, mark, comparison)


class Searches:
    """The searches of a review: one for each decision, and a second one for those that cost.

    Short searches are often wrong by more than what a move costs, so a decision that seems to have
    cost something is searched again as for a hint: a hint that was followed is no mistake. Only in
    very long games later searches are shorter, so that a review ends in reasonable time.
    """

    def __init__(self, iterations: int, *, compiled: bool) -> None:
        self.iterations = iterations
        """The lines of play of each first search, 0 for a review without any."""
        self.compiled = compiled
        self.second = 0
        """The number of second searches so far."""

    def judge(self, known: Known, move: DungeonMove) -> Comparison | None:
        """Return the moves of a decision compared by what its player knew.

        A player who interrupts with an ace isn't compared: nothing else was to be decided. To
        resign is compared with all other moves. It costs the chance with open hands, so that none
        of it is luck.
        """
        view = known.view
        is_compared = len(view.legal) > 1 and view.seat in view.waiting and move in view.legal
        if self.iterations and move.kind == RESIGN:
            return self.search_again(known).with_resignation(move)
        if not self.iterations or not is_compared:
            return None
        first = compare_moves(*known, iterations=self.iterations, seed=SEED, compiled=self.compiled)
        return self.search_again(known) if first.loss(move) else first

    def search_again(self, known: Known) -> Comparison:
        """Return the moves of a decision compared as for a hint."""
        self.second += 1
        is_short = self.compiled and self.second > MAX_SECOND_SEARCHES
        lines = SHORT_SECOND if is_short else None
        return compare_moves(*known, iterations=lines, compiled=self.compiled)


def appraise(comparison: Comparison | None, move: DungeonMove) -> Appraisal:
    """Return the values of a decision; all are 0 if it wasn't judged."""
    if comparison is None:
        return Appraisal({move: 0.0}, 0.0, 0.0)
    before = comparison.values[comparison.best]
    return Appraisal(comparison.values, before, before - comparison.loss(move))


class Fights:
    """What the cards laid so far in the fight at hand have cost.

    The decisions of a fight are searched one by one, and two searches never agree exactly. So that
    no cost is charged twice, the cards of a fight together never cost more than the difference
    between the best move at its beginning and the fight as it stands.
    """

    def __init__(self) -> None:
        self.turn = 0
        """The turn of the fight; a turn has one at most."""
        self.before = 0.0
        """The chance to win after the best move at its beginning."""
        self.charged = 0.0
        """What its cards have cost so far."""

    def charge(self, view: DungeonView, appraisal: Appraisal) -> Appraisal:
        """Return the values of a fighter's decision without what earlier cards have cost."""
        if not view.laid or view.turn != self.turn:
            self.turn, self.before, self.charged = view.turn, appraisal.before, 0.0
        left = max(self.before - appraisal.after - self.charged, 0.0)
        loss = min(appraisal.loss, left)
        loss = loss if loss >= EQUAL else 0.0
        self.charged += loss
        return appraisal._replace(after=appraisal.before - loss)


def cards_of(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the codes of the cards that were drawn."""
    return tuple(code_of(event.parts["card"]) for event in events if event.name == "drew_card")


# Tracks


def track_of(moments: Sequence[Moment], seat: int, results: Sequence[float]) -> Track:
    """Return the chance to win of a seat over the game, with losses and gains."""
    befores = [moment.chances[seat] for moment in moments]
    losses, gains, stakes = [], [], []
    for moment in moments:
        appraisal = moment.decision.appraisals[WIN]
        is_own = moment.decision.seat == seat
        losses.append(appraisal.loss if is_own else 0.0)
        gains.append(0.0 if is_own else appraisal.loss * share_of(moment, seat))
        stakes.append(appraisal.stake if is_own else 0.0)
    afters = [
        before - loss + gain for before, loss, gain in zip(befores, losses, gains, strict=True)
    ]
    return Track(WIN, befores, losses, gains, stakes, afters, results[seat])


def share_of(moment: Moment, seat: int) -> float:
    """Return the share of a mistake that a seat gains: in proportion to its chance to win."""
    others = [
        chance for other, chance in enumerate(moment.chances) if other != moment.decision.seat
    ]
    total = sum(others)
    return moment.chances[seat] / total if total > 0 else 1 / len(others)


# Mistakes


def find_mistakes(moments: Sequence[Moment], seat: int) -> tuple[Mistake, ...]:
    """Return the costliest decisions of a seat, with reasons."""
    own = [each for each in moments if each.decision.seat == seat and loss_of(each)]
    own.sort(key=lambda moment: -loss_of(moment))
    return tuple(explain(moment) for moment in own[:MAX_MISTAKES])


def loss_of(moment: Moment) -> float:
    """Return what a decision cost."""
    return moment.decision.appraisals[WIN].loss


def explain(moment: Moment) -> Mistake:
    """Return a costly decision with the better move and the reason for it."""
    decision, known, comparison = moment.decision, moment.known, moment.comparison
    assert comparison is not None
    move = cast(DungeonMove, decision.move)
    situation = situation_of(Chances(*known), comparison, move)
    reason = reason_for(situation)
    best, loss = comparison.best, loss_of(moment)
    return Mistake(decision.number, decision.turn, move, best, loss, reason, WIN)


class DungeonReviewer:
    """The review part of Dungeon."""

    goals = GOALS

    def review(  # noqa: PLR0913  options of a review, given by name
        self,
        game: Record | Playthrough[Any],
        goal: str = WIN,
        *,
        par: float | None = None,
        compiled: bool | None = None,
        progress: Progress | None = None,
        is_quick: bool = False,
    ) -> Review:
        """Return the review of a finished game; a quick one has curves and lies alone."""
        return review(game, goal, compiled=compiled, progress=progress, is_quick=is_quick)


REVIEWER = DungeonReviewer()
