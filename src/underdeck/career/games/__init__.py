"""What the history records of each game: a module per game, named by its manifest."""
