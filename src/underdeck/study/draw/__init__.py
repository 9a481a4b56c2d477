"""Charts of simulations: numbers, files, terminal, alternative texts and HTML."""
