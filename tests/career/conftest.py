"""Run tests of the career on SQLite and on PostgreSQL."""

from store.conftest import postgres_url, sqlite_url, url

__all__ = ["postgres_url", "sqlite_url", "url"]
