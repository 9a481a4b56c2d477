"""The order in which several workers change histories."""

from sqlalchemy import Connection, text

_HISTORY_LOCK = text("SELECT pg_advisory_xact_lock(:key)")
_HISTORY_KEY = 0x756E6465  # "unde"


def lock_histories(connection: Connection) -> None:
    """Let only one transaction at a time change histories; call it before any other lock.

    A finished game changes the totals of several people, the ratings of bots that play at many
    tables, and the competition that it belongs to. One lock for all of that can't deadlock, and a
    game is recorded in a few milliseconds. SQLite has a single writer anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_HISTORY_LOCK, {"key": _HISTORY_KEY})
