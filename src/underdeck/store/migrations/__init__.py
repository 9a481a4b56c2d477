"""Migrations of the database, run whenever a store is opened."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from underdeck.refusal import Refusal
from underdeck.store.schema import REVISION

LOCK = 0x756E646572
"""PostgreSQL's advisory lock, by which one worker migrates while the others wait."""


def migrate(connection: Connection) -> None:
    """Migrate the database to `REVISION` within this transaction; refuse a newer one."""
    if current_revision(connection) == REVISION:
        return
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})
    found = current_revision(connection)
    if found != REVISION:
        _upgrade(connection, found)


def current_revision(connection: Connection) -> str | None:
    """Return the database's revision, None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection, found: str | None) -> None:
    """Run the migrations that are missing."""
    from alembic import command  # noqa: PLC0415  rarely needed
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise Refusal("store_newer", revision=found, known=REVISION)
    command.upgrade(config, REVISION)
