"""A seat's key belongs to the person who sat down with it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Keys name the entry of their person; those from before name none."""
    op.add_column("keys", sa.Column("taken", sa.Integer))
