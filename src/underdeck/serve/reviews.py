"""Reviews of finished games, from what their players knew."""

import asyncio
import json
from collections import OrderedDict
from typing import Any, NamedTuple

from underdeck.cards import symbol_of
from underdeck.client_view import ClientView, plain_move
from underdeck.fast.libraries import can_compile
from underdeck.formats import as_json, check
from underdeck.minds.review import Mark, Mistake, PlayerReview, Review, Reviewer, Track
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.say.advice import mark_text
from underdeck.say.choices import Namer
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
    names: tuple[str, ...] = ()
    """The names of the players."""


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
        question = Question(game.table, name, goal, language, has_par, tuple(game.names))
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
    is_refined_later = not looks_ahead and can_compile()
    review = reviewer.review(played, goal, compiled=looks_ahead, is_quick=is_refined_later)
    words = Words(question.language)
    players = [player_message(words, question, each) for each in review.players]
    return messages.ReviewShown(
        table=question.table,
        game=question.game,
        goal=review.goal,
        goals=list(reviewer.goals),
        looks_ahead=looks_ahead,
        par=review.par if question.has_par else None,
        tracks=players[0].tracks,
        mistakes=players[0].mistakes,
        players=players,
        marks=[mark_message(words, question, each) for each in review.marks],
        decisions=[decision_message(each.as_json()) for each in review.decisions],
        moves=move_objects(review) if len(players) > 1 else {},
        refining=is_refined_later,
        judged=review.is_judged,
        points_from=review.points_from,
    )


def move_objects(review: Review) -> dict[str, dict[str, Any]]:
    """Return the moves that were made and the better ones as objects, by their texts."""
    client_view: ClientView | None = find_part(review.game, "client_view")
    moves = [decision.move for decision in review.decisions]
    moves += [mistake.best for player in review.players for mistake in player.mistakes]
    describe = plain_move if client_view is None else client_view.move
    return {str(move): describe(move) for move in moves}


def player_message(
    words: Words, question: Question, player: PlayerReview
) -> messages.PlayerReviewed:
    """Return the game of one player as it is sent."""
    return messages.PlayerReviewed(
        player.seat,
        {goal: track_message(track) for goal, track in player.tracks.items()},
        [mistake_message(words, question, each) for each in player.mistakes],
    )


def track_message(track: Track) -> messages.TrackShown:
    """Return the track of a goal as it is sent."""
    return messages.TrackShown(
        start=track.start,
        luck=track.luck,
        loss=track.loss,
        result=track.result,
        accuracy=track.accuracy,
        curve=track.curve,
        lucks=track.lucks,
        losses=list(track.losses),
        gain=track.gain,
        gains=list(track.gains),
    )


def mistake_message(words: Words, question: Question, mistake: Mistake) -> messages.MistakeShown:
    """Return a costly decision as it is sent."""
    return messages.MistakeShown(
        number=mistake.number,
        turn=mistake.turn,
        move=str(mistake.move),
        best=str(mistake.best),
        loss=mistake.loss,
        reason=reason_message(words, question.game, mistake.reason, question.names),
        goal=mistake.goal,
    )


def mark_message(words: Words, question: Question, mark: Mark) -> messages.MarkShown:
    """Return a mark with its sentence."""
    text = mark_text(words, question.game, mark.fact, Namer(symbol_of, question.names))
    return messages.MarkShown(
        mark.number, mark.turn, mark.seat, mark.fact.code, dict(mark.fact.params), text
    )


def decision_message(decision: dict[str, Any]) -> messages.DecisionShown:
    """Return a decision as it is sent."""
    return messages.DecisionShown(**decision)
