"""Errors as clients see them: a code, a sentence, and an HTTP status."""

from underdeck.refusal import Refusal
from underdeck.say.sentences import refusal_text
from underdeck.say.words import Words

STORE_PREFIX = "store_"
"""Errors of the store, whose parameters name files, hosts and users."""
TEMPORARY = frozenset({"unavailable", "draining", "table_busy", "too_fast", "broken"})
"""Errors, besides those of the store, after which the same request may succeed later."""
CODES_BY_STATUS = {
    401: ("unknown_key",),
    403: (
        "bad_origin",
        "not_creator",
    ),
    404: (
        "code_character",
        "code_check",
        "code_length",
        "deal_number",
        "no_such_page",
        "unknown_code",
        "unknown_competition",
        "unknown_day",
        "unknown_deal",
        "unknown_debt",
        "unknown_position",
        "unknown_promise",
        "unknown_table",
    ),
    405: ("method_not_allowed",),
    408: ("too_slow",),
    409: (
        "advice_against_people",
        "advice_later",
        "advice_unconfirmed",
        "again_with_people",
        "attempt_begun",
        "bad_clock",
        "bad_currency",
        "bad_series_length",
        "bad_stake",
        "cannot_resign",
        "chronicle_not_over",
        "chronicle_seat",
        "competition_full",
        "competition_over",
        "competition_running",
        "deal_for_solitaires",
        "deal_secret",
        "doubled_cards",
        "foreign_cards",
        "game_over",
        "game_refused",
        "games_foreign",
        "games_newer",
        "house_value",
        "match_for_several",
        "missing_cards",
        "name_taken",
        "needs_points",
        "no_advice",
        "no_assists",
        "no_chronicle",
        "no_game_left",
        "no_history",
        "no_rematch",
        "no_review",
        "not_begun",
        "one_move",
        "record_not_over",
        "same_name",
        "same_profile",
        "seat_taken",
        "secret_taken",
        "share_taken",
        "stake_without_wager",
        "stale",
        "table_closed",
        "too_many_bots",
        "unknown_house_rule",
        "wager_alone",
        "wager_begun",
    ),
    413: ("too_long",),
    415: ("not_json",),
    421: ("wrong_host",),
    429: (
        "too_fast",
        "too_many_listed",
        "too_many_tables",
    ),
    500: (
        "broken",
        "table_damaged",
    ),
    503: (
        "draining",
        "store_closed",
        "store_damaged",
        "store_full",
        "store_in_use",
        "store_rejected",
        "store_unavailable",
        "unavailable",
        "table_busy",
    ),
}
HTTP_STATUS = {code: status for status, codes in CODES_BY_STATUS.items() for code in codes}
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
