"""Charts of simulations: as image files, in a terminal, and in HTML with alternative texts."""
