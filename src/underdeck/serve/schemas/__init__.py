"""Published shapes of views, events and results: a module per game, named by its manifest."""
