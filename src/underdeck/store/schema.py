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
    true,
)

REVISION = "0003"
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
)

_in_lobby = (tables.c.status == "open") & (tables.c.listed == true())
_has_deadline = tables.c.deadline.is_not(None)

Index("tables_lobby", tables.c.created, sqlite_where=_in_lobby, postgresql_where=_in_lobby)
Index(
    "tables_deadline", tables.c.deadline, sqlite_where=_has_deadline, postgresql_where=_has_deadline
)
Index("tables_status", tables.c.status, tables.c.created)
Index("keys_table", keys.c.table)
Index("keys_profile", keys.c.profile)
Index("keys_expires", keys.c.expires)
Index("results_profile", results.c.profile, results.c.at)
