"""Strong play, advice and reviews, by learned values of positions."""
