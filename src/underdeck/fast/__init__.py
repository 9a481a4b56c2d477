"""The compiled twin of the rules: the same functions, made fast for millions of games."""
