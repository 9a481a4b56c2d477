"""Classify errors of the database: a lost connection, a full disk, a damaged file."""

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
    """Return SQLite's primary error code, 0 for other errors."""
    code: int = getattr(getattr(error, "orig", None), "sqlite_errorcode", None) or 0
    return code & 0xFF


def sql_state(error: BaseException) -> str:
    """Return PostgreSQL's error code, "" for other errors."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def is_full(error: BaseException) -> bool:
    """Return whether the disk is full."""
    return sqlite_code(error) == sqlite3.SQLITE_FULL or sql_state(error) == "53100"


def is_lost(error: BaseException) -> bool:
    """Return whether the connection is unusable, so that only a new one can help."""
    if (
        isinstance(error, IntegrityError | DataError)
        or is_full(error)
        or sql_state(error).startswith("40")
    ):
        return False
    return isinstance(error, DatabaseError | InterfaceError) and (
        getattr(error, "connection_invalidated", False) or not _is_about_statement(error)
    )


def _is_about_statement(error: DBAPIError) -> bool:
    """Return whether the statement is wrong, not the database."""
    return sql_state(error).startswith(("22", "23")) or isinstance(error, ProgrammingError)


def error_factory(error: Exception, place: str) -> Callable[[], Exception]:
    """Return a function that makes the exception for each caller: one can't be raised twice."""
    if isinstance(error, Refusal):
        return lambda: Refusal(error.code, **error.params)
    if isinstance(error, Stale):
        return lambda: Stale(*error.args)
    if not isinstance(error, SQLAlchemyError | ValueError | OverflowError):
        return lambda: error

    def make_refusal() -> Refusal:
        refusal = _refusal_for(error, place)
        refusal.__cause__ = error
        return refusal

    return make_refusal


def _refusal_for(error: Exception, place: str) -> Refusal:
    """Return the refusal for an error of the database."""
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
    """Return the first line of the database's message, without the statement."""
    message = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return (message.strip() or type(error).__name__).splitlines()[0]
