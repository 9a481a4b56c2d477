"""What outlives a process: append-only logs of tables, profiles, keys and results, in SQLite or PostgreSQL."""
