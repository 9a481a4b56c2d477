"""Live tables: a table is folded from its log, and every change to it is an entry of that log."""
