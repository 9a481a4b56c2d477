"""Add the history of finished games, statistics, competitions, dailies and shared deals."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add columns to the results, and create the tables of competitive play.

    Results of older games keep an empty outcome; the server completes them from their logs.
    """
    _extend_results()
    _create_records()
    _create_tallies()
    _create_meetings()
    _create_progress()
    _create_achievements()
    _create_ratings()
    _create_attempts()
    _create_board_counts()
    _create_competitions()
    _create_entrants()
    _create_debts()
    _create_daily_chain()
    _create_shared_deals()
    _create_merged_profiles()
    _index()


def _extend_results() -> None:
    for column in (
        sa.Column("house", sa.Text, nullable=False, server_default=""),
        sa.Column("options", sa.Text, nullable=False, server_default="{}"),
        sa.Column("origin", sa.Text, nullable=False, server_default="fair"),
        sa.Column("standing", sa.Text, nullable=False, server_default="free"),
        sa.Column("deal", sa.Text, nullable=False, server_default=""),
        sa.Column("outcome", sa.Text, nullable=False, server_default=""),
        sa.Column("won", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("survived", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("points", sa.Integer, nullable=False, server_default="0"),
        sa.Column("kings", sa.Integer, nullable=False, server_default="0"),
        sa.Column("turns", sa.Integer, nullable=False, server_default="0"),
        sa.Column("facts", sa.Text, nullable=False, server_default="{}"),
        sa.Column("opponents", sa.Text, nullable=False, server_default="[]"),
        sa.Column("remarks", sa.Text, nullable=False, server_default="[]"),
        sa.Column("achievements", sa.Text, nullable=False, server_default="[]"),
        sa.Column("board", sa.Text, nullable=False, server_default=""),
        sa.Column("number", sa.Integer, nullable=False, server_default="1"),
    ):
        op.add_column("results", column)


def _create_records() -> None:
    op.create_table(
        "records",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def _create_tallies() -> None:
    op.create_table(
        "tallies",
        sa.Column("profile", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("opponent", sa.Text, primary_key=True),
        sa.Column("month", sa.Text, primary_key=True),
        sa.Column("house", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_meetings() -> None:
    op.create_table(
        "meetings",
        sa.Column("profile", sa.Text, primary_key=True),
        sa.Column("opponent", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, primary_key=True, autoincrement=False),
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_progress() -> None:
    op.create_table(
        "progress",
        sa.Column("profile", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("house", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_achievements() -> None:
    op.create_table(
        "achievements",
        sa.Column("profile", sa.Text, primary_key=True),
        sa.Column("achievement", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_attempts() -> None:
    op.create_table(
        "attempts",
        sa.Column("board", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("profile", sa.Text, primary_key=True),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("started", sa.Double, nullable=False),
        sa.Column("at", sa.Double),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("kings", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
    )


def _create_board_counts() -> None:
    op.create_table(
        "board_counts",
        sa.Column("board", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("standing", sa.Text, primary_key=True),
        sa.Column("outcome", sa.Text, primary_key=True),
        sa.Column("points", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kings", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("turns", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_competitions() -> None:
    op.create_table(
        "competitions",
        sa.Column("competition", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("same_deals", sa.Boolean, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("creator", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("stake", sa.Integer, nullable=False),
        sa.Column("currency", sa.Text, nullable=False),
        sa.Column("closed", sa.Double),
    )


def _create_entrants() -> None:
    op.create_table(
        "entrants",
        sa.Column("competition", sa.Text, primary_key=True),
        sa.Column("profile", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("entered", sa.Double, nullable=False),
    )


def _create_debts() -> None:
    op.create_table(
        "debts",
        sa.Column("debt", sa.Text, primary_key=True),
        sa.Column("competition", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("debtor", sa.Text, nullable=False),
        sa.Column("creditor", sa.Text, nullable=False),
        sa.Column("amount", sa.Integer, nullable=False),
        sa.Column("cancelled_amount", sa.Integer, nullable=False),
        sa.Column("currency", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("debtor_agreed", sa.Double),
        sa.Column("creditor_agreed", sa.Double),
        sa.UniqueConstraint("competition", "number", "debtor", "creditor"),
    )


def _create_daily_chain() -> None:
    op.create_table(
        "daily_chain",
        sa.Column("chain", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first_day", sa.Text, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("root", sa.Text, nullable=False),
        sa.Column("last_day", sa.Text, nullable=False),
    )


def _create_shared_deals() -> None:
    op.create_table(
        "shared_deals",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("profile", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("kings", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )


def _create_merged_profiles() -> None:
    op.create_table(
        "merged_profiles",
        sa.Column("profile", sa.Text, primary_key=True),
        sa.Column("successor", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def _index() -> None:
    incomplete = sa.column("outcome", sa.Text) == ""
    is_over = sa.column("at").is_not(None)
    op.create_index("results_game", "results", ["profile", "game", "at"])
    op.create_index("results_deal", "results", ["profile", "deal"])
    op.create_index(
        "results_incomplete",
        "results",
        ["profile", "at"],
        sqlite_where=incomplete,
        postgresql_where=incomplete,
    )
    op.create_index("attempts_profile", "attempts", ["profile", "board"])
    op.create_index("attempts_table", "attempts", ["table"])
    op.create_index(
        "attempts_order",
        "attempts",
        [
            "board",
            "number",
            "standing",
            sa.text("points DESC"),
            sa.text("kings DESC"),
            "turns",
            "at",
        ],
        sqlite_where=is_over,
        postgresql_where=is_over,
    )
    op.create_index("entrants_profile", "entrants", ["profile", "entered"])
    op.create_index("debts_debtor", "debts", ["debtor"])
    op.create_index("debts_creditor", "debts", ["creditor"])
    op.create_index("shared_deals_table", "shared_deals", ["table"])
    op.create_index("shared_deals_profile", "shared_deals", ["profile"])
    op.create_index("merged_profiles_successor", "merged_profiles", ["successor"])
