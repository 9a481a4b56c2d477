"""Add the seats of bots and the series of rematches to summaries."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ENTRIES = sa.table(
    "entries",
    sa.column("table", sa.Text),
    sa.column("version", sa.Integer),
    sa.column("body", sa.LargeBinary),
)
TABLES = sa.table("tables", sa.column("table", sa.Text), sa.column("bots", sa.Integer))


def upgrade() -> None:
    """Add the columns, and fill `bots` from the first entry of each log."""
    op.add_column("tables", sa.Column("bots", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("company", sa.Text, nullable=False, server_default=""))
    connection = op.get_bind()
    first = connection.execute(
        sa.select(ENTRIES.c.table, ENTRIES.c.body).where(ENTRIES.c.version == 1)
    )
    masks = [
        {"name": table, "mask": mask} for table, body in first if (mask := bots_in(bytes(body)))
    ]
    if masks:
        change = (
            TABLES.update()
            .where(TABLES.c.table == sa.bindparam("name"))
            .values(bots=sa.bindparam("mask"))
        )
        connection.execute(change, masks)


def bots_in(opened: bytes) -> int:
    """Return a bit mask of the seats opened for bots; 0 for an entry without seats."""
    try:
        seats = json.loads(opened)["seats"]
    except (ValueError, LookupError, TypeError):
        return 0
    return sum(1 << seat for seat, bot in enumerate(seats) if bot)
