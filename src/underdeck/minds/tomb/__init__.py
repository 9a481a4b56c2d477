"""The mind of Tomb: the value of a position, search, training, bounds and advice."""
