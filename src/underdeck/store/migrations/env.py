"""Alembic's environment: run migrations in the transaction of the connection of `migrate`."""

from alembic import context

from underdeck.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()
