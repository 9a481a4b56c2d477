"""Errors as clients see them: a code, a sentence, and an HTTP status."""

from underdeck.refusal import Refusal
from underdeck.say.sentences import refusal_text
from underdeck.say.words import Words

STORE_PREFIX = "store_"
"""Errors of the store, whose parameters name files, hosts and users."""
TEMPORARY = frozenset({"unavailable", "draining", "table_busy", "too_fast", "broken"})
"""Errors, besides those of the store, after which the same request may succeed later."""
HTTP_STATUS = {
    "broken": 500,
    "unknown_key": 401,
    "unknown_table": 404,
    "unknown_code": 404,
    "code_check": 404,
    "unknown_promise": 404,
    "no_such_page": 404,
    "method_not_allowed": 405,
    "too_slow": 408,
    "seat_taken": 409,
    "same_name": 409,
    "no_rematch": 409,
    "record_not_over": 409,
    "cannot_resign": 409,
    "share_taken": 409,
    "secret_taken": 409,
    "too_many_listed": 429,
    "table_closed": 409,
    **dict.fromkeys(
        ("bad_clock", "deal_for_solitaires", "house_value", "too_many_bots", "unknown_house_rule"),
        409,
    ),
    "too_long": 413,
    "not_json": 415,
    "wrong_host": 421,
    "too_many_tables": 429,
    "too_fast": 429,
    "bad_origin": 403,
    "table_damaged": 500,
    "table_busy": 503,
    "draining": 503,
    "store_unavailable": 503,
    "store_full": 503,
}
"""The HTTP status of an error code; 400 for all others."""


def public_text(words: Words, refusal: Refusal) -> str:
    """Return the sentence for an error, without details of the database."""
    is_internal = refusal.code.startswith(STORE_PREFIX)
    return refusal_text(words, Refusal("unavailable") if is_internal else refusal)


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status of an error."""
    return HTTP_STATUS.get(refusal.code, 400)


def is_temporary(refusal: Refusal) -> bool:
    """Return whether the same request may succeed later."""
    return refusal.code in TEMPORARY or refusal.code.startswith(STORE_PREFIX)
