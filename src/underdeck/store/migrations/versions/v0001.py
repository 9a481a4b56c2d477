"""Create logs, summaries, keys, profiles and results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "entries",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("table", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.Column("profile", sa.Text),
        sa.Column("expires", sa.Double),
        sa.Column("seed", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "profiles",
        sa.Column("profile", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("profile", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
    )
    _index()


def _index() -> None:
    """What is looked up by something else than its key."""
    listed = sa.column("listed", sa.Boolean) == sa.true()
    in_lobby = (sa.column("status", sa.Text) == "open") & listed
    has_deadline = sa.column("deadline").is_not(None)
    op.create_index(
        "tables_lobby", "tables", ["created"], sqlite_where=in_lobby, postgresql_where=in_lobby
    )
    op.create_index(
        "tables_deadline",
        "tables",
        ["deadline"],
        sqlite_where=has_deadline,
        postgresql_where=has_deadline,
    )
    op.create_index("tables_status", "tables", ["status", "created"])
    op.create_index("keys_table", "keys", ["table"])
    op.create_index("keys_profile", "keys", ["profile"])
    op.create_index("keys_expires", "keys", ["expires"])
    op.create_index("results_profile", "results", ["profile", "at"])
