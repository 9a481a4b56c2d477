"""What a database's errors mean: is the connection lost, the disk full, the file damaged?"""

import sqlite3
from collections.abc import Callable

from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    ProgrammingError,
    SQLAlchemyError,
)

from underdeck.refusal import Refusal
from underdeck.store.model import Stale

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def sqlite_code(error: BaseException) -> int:
    """SQLite's primary code of an error, 0 if it isn't one of SQLite's."""
    code: int = getattr(getattr(error, "orig", None), "sqlite_errorcode", None) or 0
    return code & 0xFF


def sql_state(error: BaseException) -> str:
    """PostgreSQL's code of an error, "" if it isn't one of PostgreSQL's."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def is_full(error: BaseException) -> bool:
    """Is there no room left?"""
    return sqlite_code(error) == sqlite3.SQLITE_FULL or sql_state(error) == "53100"


def is_lost(error: BaseException) -> bool:
    """Is the connection of no use any more, so that only a new one can help?"""
    if (
        isinstance(error, IntegrityError | DataError)
        or is_full(error)
        or sql_state(error).startswith("40")
    ):
        return False
    return isinstance(error, DatabaseError | InterfaceError) and (
        getattr(error, "connection_invalidated", False) or not _is_ours(error)
    )


def _is_ours(error: DBAPIError) -> bool:
    """Is it about what was asked rather than about the database?"""
    return sql_state(error).startswith(("22", "23")) or isinstance(error, ProgrammingError)


def refusing(error: Exception, place: str) -> Callable[[], Exception]:
    """What callers are told about an error: a refusal for each, since an exception is raised only once."""
    if isinstance(error, Refusal):
        return lambda: Refusal(error.code, **error.params)
    if isinstance(error, Stale):
        return lambda: Stale(*error.args)
    if not isinstance(error, SQLAlchemyError | ValueError | OverflowError):
        return lambda: error

    def refusal() -> Refusal:
        refused = _refusal(error, place)
        refused.__cause__ = error
        return refused

    return refusal


def _refusal(error: Exception, place: str) -> Refusal:
    """The refusal for an error of the database."""
    reason = reason_of(error)
    if is_full(error):
        return Refusal("store_full", path=place)
    if sqlite_code(error) in _DAMAGED:
        return Refusal("store_damaged", path=place)
    if sqlite_code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return Refusal("store_in_use", path=place)
    if is_lost(error) or sql_state(error).startswith("40"):
        return Refusal("store_unavailable", reason=reason)
    return Refusal("store_rejected", reason=reason)


def reason_of(error: Exception) -> str:
    """The first line of what the database says, without the statement."""
    said = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return (said.strip() or type(error).__name__).splitlines()[0]
