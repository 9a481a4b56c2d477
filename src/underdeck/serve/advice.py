"""Advice about the next move of a solitaire, from what its player knows."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from importlib.util import find_spec

from underdeck.game import View
from underdeck.minds.base import Adviser, Estimate, Reason
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.serve import messages
from underdeck.serve.key_ring import KeyRing, opens_seat
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.mind_pool import MindPool
from underdeck.table.assists import advise
from underdeck.table.entries import AnyEntry
from underdeck.table.table import Table

PROGRAM_WAIT_S = 3.0
"""How long advice waits for compiled programs before it is given without play-outs."""


class Advising:
    """Gives advice to players of solitaires, whose games it marks as assisted."""

    def __init__(self, live: LiveTables, keys: KeyRing, pool: MindPool) -> None:
        self._live = live
        self._keys = keys
        self._pool = pool

    async def advise(
        self, secret: str | None, wanted: messages.AdviceRequest, language: str
    ) -> messages.AdviceShown:
        """Return advice; the game is stored as assisted before anything is computed."""
        key = await self._keys.find(secret, "seat")
        seat = key.seat or 0

        def agree(table: Table, _now: float) -> AnyEntry | None:
            if not opens_seat(key, table):
                raise Refusal("unknown_key")
            entry = advise(table, seat, is_confirmed=wanted.confirm)
            check_goal(table.terms.game, wanted.goal)
            if wanted.version != table.stage:
                raise Refusal("stale", version=table.stage)
            return entry

        table, _ = await self._live.act(key.table or "", agree)
        played, version = table.game_played, table.stage
        view, unseen = played.view(seat), played.game.unseen(played.state, seat)
        question = (played.game.name, view, unseen or (), wanted.goal, language, version)
        return await self._pool.run(advice_message, *question)


def check_goal(game: str, goal: str) -> None:
    """Refuse a goal that a game doesn't have."""
    if goal and goal not in find_part(game, "advice").goals:
        raise Refusal("bad_request", field="goal")


# In a worker process

_warm_ups: dict[str, Future[None]] = {}
"""The compilation of each game's programs."""


def advice_message(  # noqa: PLR0913, PLR0917  a question to a worker
    game: str, view: View, unseen: tuple[int, ...], goal: str, language: str, version: int
) -> messages.AdviceShown:
    """Compute advice from a view and the set of unseen cards."""
    adviser: Adviser = find_part(game, "advice")
    advice = adviser.advise(
        view,
        unseen,
        goal=goal or adviser.goals[0],
        compiled=may_compile(game, view, unseen),
    )
    return messages.AdviceShown(
        version=version,
        goal=advice.goal,
        goals=list(adviser.goals),
        games=advice.games,
        best=str(advice.best.move),
        moves=[
            messages.MoveAdvised(
                move=str(each.move),
                value=each.value,
                loss=each.loss,
                win=estimate_message(each.win),
                escape=each.escape and estimate_message(each.escape),
                points=estimate_message(each.points),
            )
            for each in advice.moves
        ],
        reason=reason_message(advice.reason, language),
        odds=adviser.odds(view, unseen).as_json(),
    )


def reason_message(reason: Reason, language: str) -> messages.ReasonShown:
    """Return a reason with its sentence."""
    return messages.ReasonShown(reason.code, dict(reason.params), language)


def estimate_message(estimate: Estimate) -> messages.EstimateShown:
    """Return an estimate as it is sent."""
    return messages.EstimateShown(estimate.mean, estimate.low, estimate.high)


def may_compile(game: str, view: View, unseen: tuple[int, ...]) -> bool:
    """Return whether compiled programs can be used now.

    The first question has them compiled in the background. On a machine that has never done so this
    takes longer than a player waits.
    """
    if find_spec("numba") is None:
        return False
    if game not in _warm_ups:
        thread = ThreadPoolExecutor(1, "compile")
        _warm_ups[game] = thread.submit(warm_up, game, view, unseen)
    return bool(wait([_warm_ups[game]], PROGRAM_WAIT_S).done)


def warm_up(game: str, view: View, unseen: tuple[int, ...]) -> None:
    """Compile everything that advice needs, by giving some for each goal."""
    adviser: Adviser = find_part(game, "advice")
    for goal in adviser.goals:
        adviser.advise(view, unseen, goal=goal, compiled=True)
