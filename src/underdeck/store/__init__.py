"""Storage of table logs, profiles, keys and results, in SQLite or PostgreSQL."""
