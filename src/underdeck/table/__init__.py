"""A live table without any input or output: seats, bots, clocks, windows and versions, folded from a log."""
