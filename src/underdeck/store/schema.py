"""The tables of the database, the same in SQLite and PostgreSQL; `migrations` create them."""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

REVISION = "0004"
"""The newest migration, which this version of the program needs."""

metadata = MetaData()

entries = Table(
    "entries",
    metadata,
    Column("table", Text, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

tables = Table(
    "tables",
    metadata,
    Column("table", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("house", Text, nullable=False),
    Column("names", Text, nullable=False),
    Column("free", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("deadline", Double),
    Column("version", Integer, nullable=False),
    Column("bots", Integer, nullable=False, server_default="0"),
    Column("company", Text, nullable=False, server_default=""),
)
"""The summaries, each with the version of its table's last entry."""

keys = Table(
    "keys",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("table", Text),
    Column("seat", Integer),
    Column("profile", Text),
    Column("expires", Double),
    Column("seed", Text),
    Column("taken", Integer),
    sqlite_with_rowid=False,
)

profiles = Table(
    "profiles",
    metadata,
    Column("profile", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", Double, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("table", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("profile", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("result", Text, nullable=False),
    Column("house", Text, nullable=False, server_default=""),
    Column("options", Text, nullable=False, server_default="{}"),
    Column("origin", Text, nullable=False, server_default="fair"),
    Column("standing", Text, nullable=False, server_default="free"),
    Column("deal", Text, nullable=False, server_default=""),
    Column("outcome", Text, nullable=False, server_default=""),
    Column("won", Boolean, nullable=False, server_default=false()),
    Column("survived", Boolean, nullable=False, server_default=false()),
    Column("points", Integer, nullable=False, server_default="0"),
    Column("kings", Integer, nullable=False, server_default="0"),
    Column("turns", Integer, nullable=False, server_default="0"),
    Column("facts", Text, nullable=False, server_default="{}"),
    Column("opponents", Text, nullable=False, server_default="[]"),
    Column("remarks", Text, nullable=False, server_default="[]"),
    Column("achievements", Text, nullable=False, server_default="[]"),
    Column("board", Text, nullable=False, server_default=""),
    Column("number", Integer, nullable=False, server_default="1"),
)
"""Finished games, a row for each person with a profile. A row without an outcome was written by
an older version and is completed from its table's log."""

records = Table(
    "records",
    metadata,
    Column("table", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""The records of games without a log: those of the terminal and imported ones, as JSON."""

tallies = Table(
    "tallies",
    metadata,
    Column("profile", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("opponent", Text, primary_key=True),
    Column("month", Text, primary_key=True),
    Column("house", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Column("count", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How often each value occurred in a profile's games: all of them (opponent "") and those against
each opponent; in each month, and over all time (month "")."""

meetings = Table(
    "meetings",
    metadata,
    Column("profile", Text, primary_key=True),
    Column("opponent", Text, primary_key=True),
    Column("at", Double, primary_key=True, autoincrement=False),
    Column("table", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("house", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The games of a profile against each opponent, to list them without reading all others."""

progress = Table(
    "progress",
    metadata,
    Column("profile", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("house", Text, primary_key=True),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Running figures of a profile as JSON, such as its best score: under each set of house rules,
and under "*" over all of them."""

achievements = Table(
    "achievements",
    metadata,
    Column("profile", Text, primary_key=True),
    Column("achievement", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("table", Text, nullable=False),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Strengths of profiles and of bots (`bot:` and the name)."""

attempts = Table(
    "attempts",
    metadata,
    Column("board", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("profile", Text, primary_key=True),
    Column("table", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("started", Double, nullable=False),
    Column("at", Double),
    Column("standing", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("points", Integer, nullable=False),
    Column("kings", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
)
"""First attempts at the deals of a board; `at` is null until the game is over."""

board_counts = Table(
    "board_counts",
    metadata,
    Column("board", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("standing", Text, primary_key=True),
    Column("outcome", Text, primary_key=True),
    Column("points", Integer, primary_key=True, autoincrement=False),
    Column("kings", Integer, primary_key=True, autoincrement=False),
    Column("turns", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How often each score was reached on a board, for ranks and distributions."""

competitions = Table(
    "competitions",
    metadata,
    Column("competition", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("same_deals", Boolean, nullable=False),
    Column("seed", Text, nullable=False),
    Column("creator", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("stake", Integer, nullable=False),
    Column("currency", Text, nullable=False),
    Column("closed", Double),
)

entrants = Table(
    "entrants",
    metadata,
    Column("competition", Text, primary_key=True),
    Column("profile", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("entered", Double, nullable=False),
)

debts = Table(
    "debts",
    metadata,
    Column("debt", Text, primary_key=True),
    Column("competition", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("debtor", Text, nullable=False),
    Column("creditor", Text, nullable=False),
    Column("amount", Integer, nullable=False),
    Column("cancelled_amount", Integer, nullable=False),
    Column("currency", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("debtor_agreed", Double),
    Column("creditor_agreed", Double),
    UniqueConstraint("competition", "number", "debtor", "creditor"),
)
"""What one entrant of a wager owes another for one game; names are those of `entrants`."""

daily_chain = Table(
    "daily_chain",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("first_day", Text, nullable=False),
    Column("days", Integer, nullable=False),
    Column("root", Text, nullable=False),
    Column("last_day", Text, nullable=False),
)
"""The secret from which the deal of each day derives, and the latest day that was served."""

shared_deals = Table(
    "shared_deals",
    metadata,
    Column("code", Text, primary_key=True),
    Column("table", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("cards", Text, nullable=False),
    Column("profile", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("points", Integer, nullable=False),
    Column("kings", Integer, nullable=False),
    Column("created", Double, nullable=False),
)
"""Deals of finished games that players share; the code reveals nothing about the cards."""

merged_profiles = Table(
    "merged_profiles",
    metadata,
    Column("profile", Text, primary_key=True),
    Column("successor", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Profiles that became part of another one or were deleted (successor ""), by their random ids:
logs of tables still name them."""

DERIVED = (tallies, meetings, progress, achievements, board_counts)
"""Tables that can be recomputed from others, so that an export need not have them."""
CAREER = (
    *DERIVED,
    records,
    ratings,
    attempts,
    competitions,
    entrants,
    debts,
    daily_chain,
    shared_deals,
    merged_profiles,
)
"""The tables of competitive play and history, besides `results`."""
STALE_TOTALS = "{}"
"""The body of totals that have to be recomputed, under the game "" and the house rules "*"."""

_in_lobby = (tables.c.status == "open") & (tables.c.listed == true())
_has_deadline = tables.c.deadline.is_not(None)
_incomplete = results.c.outcome == ""
_is_over = attempts.c.at.is_not(None)

Index("tables_lobby", tables.c.created, sqlite_where=_in_lobby, postgresql_where=_in_lobby)
Index(
    "tables_deadline", tables.c.deadline, sqlite_where=_has_deadline, postgresql_where=_has_deadline
)
Index("tables_status", tables.c.status, tables.c.created)
Index("keys_table", keys.c.table)
Index("keys_profile", keys.c.profile)
Index("keys_expires", keys.c.expires)
Index("results_profile", results.c.profile, results.c.at)
Index("results_game", results.c.profile, results.c.game, results.c.at)
Index("results_deal", results.c.profile, results.c.deal)
Index(
    "results_incomplete",
    results.c.profile,
    results.c.at,
    sqlite_where=_incomplete,
    postgresql_where=_incomplete,
)
Index("attempts_profile", attempts.c.profile, attempts.c.board)
Index("attempts_table", attempts.c.table)
Index(
    "attempts_order",
    attempts.c.board,
    attempts.c.number,
    attempts.c.standing,
    attempts.c.points.desc(),
    attempts.c.kings.desc(),
    attempts.c.turns,
    attempts.c.at,
    sqlite_where=_is_over,
    postgresql_where=_is_over,
)
Index("entrants_profile", entrants.c.profile, entrants.c.entered)
Index("debts_debtor", debts.c.debtor)
Index("debts_creditor", debts.c.creditor)
Index("shared_deals_table", shared_deals.c.table)
Index("shared_deals_profile", shared_deals.c.profile)
Index("merged_profiles_successor", merged_profiles.c.successor)
