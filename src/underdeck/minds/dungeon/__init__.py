"""The mind of Dungeon: the value of a view, search over hidden cards, and opponents."""
