"""Variants of Dungeon that together have every rule."""

VARIANTS = [
    "",
    "jokers-wild",
    "almost-black",
    "pitch-black",
    "suicide-queen,counter-attack-3",
    "pitch-black,suicide-queen,counter-attack-1",
]
