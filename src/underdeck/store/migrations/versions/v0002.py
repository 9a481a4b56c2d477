"""Bind the key of a seat to the person who sat down with it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the version at which the person sat down; it is unknown for older keys."""
    op.add_column("keys", sa.Column("taken", sa.Integer))
