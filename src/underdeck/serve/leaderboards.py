"""Leaderboards as clients are shown them."""

from collections import Counter

from sqlalchemy import Connection

from underdeck.career import attempts
from underdeck.career.attempts import Attempt, BoardCount
from underdeck.career.base import Standing
from underdeck.serve import messages

ESCAPED = "escaped"


def leaderboard(
    connection: Connection, board: str, number: int, profile: str
) -> messages.Leaderboard:
    """Return the first attempts at a deal, as a profile sees them ("" for anyone else)."""
    reached = attempts.counts(connection, board, number)
    own = attempts.find(connection, board, number, profile) if profile else None
    return messages.Leaderboard(
        players=sum(each.games for each in reached),
        ranked=_ranked(connection, board, number, "ranked", profile),
        assisted=_ranked(connection, board, number, "assisted", profile),
        distribution=distribution(reached),
        you=None if own is None else own_attempt(connection, own),
    )


def own_attempt(connection: Connection, attempt: Attempt) -> messages.OwnAttempt:
    """Return a profile's own attempt with its rank."""
    is_over = attempt.at is not None
    is_ranked = is_over and attempt.standing == "ranked"
    return messages.OwnAttempt(
        status="over" if is_over else "running",
        table=attempt.table,
        standing=attempt.standing,
        outcome=attempt.outcome or None,
        points=attempt.points,
        kings=attempt.kings,
        turns=attempt.turns,
        rank=attempts.rank(connection, attempt) if is_ranked else None,
    )


def _ranked(
    connection: Connection, board: str, number: int, standing: Standing, profile: str
) -> list[messages.Ranked]:
    """Return the best attempts of a standing with their ranks; equal scores share a rank."""
    lines: list[messages.Ranked] = []
    last: Attempt | None = None
    for place, each in enumerate(attempts.best(connection, board, number, standing), 1):
        is_tied = last is not None and last.score == each.score
        lines.append(
            messages.Ranked(
                rank=lines[-1].rank if is_tied else place,
                name=each.name,
                is_you=each.profile == profile,
                outcome=each.outcome,
                points=each.points,
                kings=each.kings,
                turns=each.turns,
                at=each.at or 0.0,
            )
        )
        last = each
    return lines


def distribution(reached: list[BoardCount]) -> list[messages.ValueCount]:
    """Return how often each number of points was brought out, and how often each other ending."""
    counts: Counter[str | int] = Counter()
    for each in reached:
        is_out = each.outcome == ESCAPED
        counts[each.points if is_out else each.outcome] += each.games
    points = sorted(value for value in counts if isinstance(value, int))
    endings = sorted(value for value in counts if isinstance(value, str))
    order: list[str | int] = [*endings, *points]
    return [messages.ValueCount(str(value), counts[value]) for value in order]
