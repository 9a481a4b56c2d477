"""Advice about the next move of a player without human opponents, from what the player knows."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from underdeck.cards import symbol_of
from underdeck.fast.libraries import can_compile
from underdeck.game import Memory, View
from underdeck.minds.base import Adviser, Estimate, Fact, rounded
from underdeck.minds.review import Reviewer
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.say.advice import reason_text
from underdeck.say.choices import Namer
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.key_ring import KeyRing, opens_seat
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.mind_pool import MindPool
from underdeck.serve.programs import has_programs
from underdeck.serve.seat_names import names_at
from underdeck.table.assists import advise
from underdeck.table.entries import AnyEntry
from underdeck.table.table import Table

PROGRAM_WAIT_S = 0.5
"""How long advice waits for compiled programs before quick advice is given without play-outs."""


class Asked(NamedTuple):
    """A question for advice: what a seat knows, and how the answer is put."""

    game: str
    view: View
    memory: Memory | None
    goal: str
    language: str
    version: int
    """The version of the table."""
    names: tuple[str, ...] = ()
    """The names of the players."""


class Advising:
    """Gives advice to players alone or among bots, whose games it marks as assisted."""

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
            check_goal(table.terms.game, "advice", wanted.goal)
            if wanted.version != table.stage:
                raise Refusal("stale", version=table.stage)
            return entry

        table, _ = await self._live.act(key.table or "", agree)
        played, version = table.game_played, table.stage
        asked = Asked(
            played.game.name,
            played.view(seat),
            played.memory(seat),
            wanted.goal,
            language,
            version,
            names_at(table),
        )
        return await self._pool.run(advice_message, asked)


def check_goal(game: str, part: Literal["advice", "review"], goal: str) -> None:
    """Refuse a game without advice or reviews, and a goal that it doesn't have."""
    found: Adviser | Reviewer | None = find_part(game, part)
    if found is None:
        raise Refusal(f"no_{part}", game=game)
    if goal and goal not in found.goals:
        raise Refusal("bad_request", field="goal")


# In a worker process


def advice_message(asked: Asked) -> messages.AdviceShown:
    """Compute advice from a view and a memory."""
    adviser: Adviser = find_part(asked.game, "advice")
    known = asked.view, asked.memory

    def compile_all() -> None:
        for each in adviser.goals:
            adviser.advise(*known, goal=each, compiled=True)

    is_ready = has_programs(f"advice {asked.game}", compile_all, PROGRAM_WAIT_S)
    advice = adviser.advise(*known, goal=asked.goal or adviser.goals[0], compiled=is_ready)
    return messages.AdviceShown(
        version=asked.version,
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
                points=each.points and estimate_message(each.points),
                fight=[str(move) for move in each.fight],
                is_unclear=advice.is_unclear(each),
            )
            for each in advice.moves
        ],
        reason=reason_message(Words(asked.language), asked.game, advice.reason, asked.names),
        odds=adviser.odds(*known).as_json(),
        refining=not is_ready and can_compile(),
        searched=advice.searched,
        is_rough=advice.is_rough,
    )


def reason_message(
    words: Words, game: str, reason: Fact, names: Sequence[str]
) -> messages.ReasonShown:
    """Return a reason with its sentence."""
    params = {name: rounded(value) for name, value in reason.params.items()}
    text = reason_text(words, game, reason, Namer(symbol_of, names))
    return messages.ReasonShown(reason.code, params, text)


def estimate_message(estimate: Estimate) -> messages.EstimateShown:
    """Return an estimate as it is sent."""
    return messages.EstimateShown(estimate.mean, estimate.low, estimate.high)
