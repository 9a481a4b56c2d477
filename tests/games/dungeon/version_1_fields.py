"""The fields of views as version 1 wrote them."""

PLAYER_FIELDS = ["player", "alive", "left_cell", "cards", "hand", "cell", "dungeon", "has_bid"]
VIEW_FIELDS = [
    "you",
    "turn",
    "current",
    "pending",
    "waiting",
    "about",
    "players",
    "deck",
    "discards",
    "seen_discards",
    "laid",
    "creature",
    "robber",
    "ending",
    "winner",
    "legal",
]
