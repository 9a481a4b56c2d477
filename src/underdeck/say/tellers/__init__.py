"""The story of each game in words."""
