"""The profiles of a finished game's people as they are now: merged and deleted ones resolved."""

from dataclasses import replace

from sqlalchemy import Connection, select

from underdeck.career.finished import FinishedGame
from underdeck.store import schema

_merged = schema.merged_profiles.c


def with_current_profiles(connection: Connection, finished: FinishedGame) -> FinishedGame:
    """Return a game whose people have the profiles that they have now, or none.

    The log of a table names the profiles that people had when they sat down. Meanwhile one may
    have been merged into another or deleted.
    """
    named = [person.profile for _, person in finished.people]
    query = select(_merged.profile, _merged.successor).where(_merged.profile.in_(named))
    successors = {profile: successor for profile, successor in connection.execute(query)}  # noqa: C416  rows are no pairs to mypy
    if not successors:
        return finished
    return replace(
        finished,
        seats=tuple(
            replace(seat, player=successors.get(seat.player, seat.player))
            for seat in finished.seats
        ),
    )


def earlier_profiles(connection: Connection, profile: str) -> set[str]:
    """Return a profile and those that were merged into it."""
    merged = connection.scalars(select(_merged.profile).where(_merged.successor == profile))
    return {profile, *merged}
