"""What the history records of each game."""
