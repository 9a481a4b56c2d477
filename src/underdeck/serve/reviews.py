"""Reviews of finished games, from what their players knew."""

import asyncio
import json
from collections import OrderedDict
from typing import Any, NamedTuple

from underdeck.fast.libraries import can_compile
from underdeck.formats import as_json, check
from underdeck.minds.review import Mistake, Review, Reviewer
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.advice import check_goal, reason_message
from underdeck.serve.key_ring import KeyRing
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.mind_pool import MindPool
from underdeck.serve.past_replays import PastReplay, PastReplays, StoredGame
from underdeck.serve.programs import has_programs
from underdeck.serve.secret_deals import SecretDeals
from underdeck.store.store import Store

PROGRAM_WAIT_S = 0.5
"""How long a review waits for compiled programs before a quick one doesn't look ahead."""
MAX_CACHED = 100
"""Reviews that a process keeps in memory; those that were asked for longest ago are dropped."""

FinishedGame = PastReplay | StoredGame


class Question(NamedTuple):
    """What a review depends on besides the record, which never changes."""

    table: str
    game: str
    goal: str
    language: str
    has_par: bool = True
    """Whether the whole deal may be shown, which par depends on."""


class Reviews:
    """Reviews finished games in a worker process, each of them once."""

    def __init__(
        self,
        store: Store,
        live: LiveTables,
        keys: KeyRing,
        past_replays: PastReplays,
        pool: MindPool,
    ) -> None:
        self._secrets = SecretDeals(store, live.wall)
        self._live = live
        self._keys = keys
        self._past_replays = past_replays
        self._pool = pool
        self._cache: OrderedDict[Question, asyncio.Task[messages.ReviewShown]] = OrderedDict()

    async def find(self, secret: str | None) -> PastReplay:
        """Return the finished game of a table's key, for everybody who may replay it."""
        key = await self._keys.find(secret, "seat", "watch")
        table = await self._live.read(key.table or "")
        if not table.is_over:
            raise Refusal("record_not_over")
        return PastReplay.at_table(table, key.seat or 0)

    async def find_own(self, secret: str | None, name: str) -> FinishedGame:
        """Return a game of the profile by its name in the history."""
        return await self._past_replays.find(secret, name)

    async def show(self, game: FinishedGame, goal: str, language: str) -> messages.ReviewShown:
        """Return the review of a game, from the cache if it is one that looks ahead."""
        name = game.row.game if isinstance(game, StoredGame) else game.played.game.name
        check_goal(name, "review", goal)
        has_par = await self._secrets.is_revealed(game.deal_of)
        question = Question(game.table, name, goal, language, has_par)
        if question not in self._cache:
            body = game.body if isinstance(game, StoredGame) else record_body(game)
            work = self._pool.run(review_message, question, body)
            self._cache[question] = asyncio.ensure_future(work)
        self._cache.move_to_end(question)
        if len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)
        task, is_complete = self._cache[question], False
        try:
            review = await asyncio.shield(task)
            is_complete = review.looks_ahead
            return review
        finally:
            if task.done() and not is_complete and self._cache.get(question) is task:
                del self._cache[question]


def record_body(game: PastReplay) -> bytes:
    """Return the record of a game as JSON."""
    return json.dumps(as_json(game.played)).encode()


# In a worker process


def review_message(question: Question, body: bytes) -> messages.ReviewShown:
    """Review the game of a record."""
    reviewer: Reviewer = find_part(question.game, "review")
    played = check(json.loads(body), keeps_states=False)
    goal = question.goal or reviewer.goals[0]

    def compile_all() -> None:
        reviewer.review(played, goal, compiled=True)

    looks_ahead = has_programs(f"review {question.game}", compile_all, PROGRAM_WAIT_S)
    review = reviewer.review(played, goal, compiled=looks_ahead)
    words = Words(question.language)
    return messages.ReviewShown(
        table=question.table,
        game=question.game,
        goal=review.goal,
        goals=list(reviewer.goals),
        looks_ahead=looks_ahead,
        par=review.par if question.has_par else None,
        tracks={goal: track_message(review, goal) for goal in reviewer.goals},
        mistakes=[mistake_message(words, question.game, each) for each in review.mistakes],
        decisions=[decision_message(each.as_json()) for each in review.decisions],
        refining=not looks_ahead and can_compile(),
    )


def track_message(review: Review, goal: str) -> messages.TrackShown:
    """Return the track of a goal as it is sent."""
    track = review.tracks[goal]
    return messages.TrackShown(
        start=track.start,
        luck=track.luck,
        loss=track.loss,
        result=track.result,
        accuracy=track.accuracy,
        curve=track.curve,
        lucks=track.lucks,
        losses=track.losses,
    )


def mistake_message(words: Words, game: str, mistake: Mistake) -> messages.MistakeShown:
    """Return a costly decision as it is sent."""
    return messages.MistakeShown(
        number=mistake.number,
        turn=mistake.turn,
        move=str(mistake.move),
        best=str(mistake.best),
        loss=mistake.loss,
        reason=reason_message(words, game, mistake.reason),
    )


def decision_message(decision: dict[str, Any]) -> messages.DecisionShown:
    """Return a decision as it is sent."""
    return messages.DecisionShown(**decision)
