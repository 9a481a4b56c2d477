"""The table of each game drawn as text."""
