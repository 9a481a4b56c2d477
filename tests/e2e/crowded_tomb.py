"""The most crowded Tomb table: ten turns down, eight back, and a fight in the nineteenth.

The deal is made so that each turn is won with a queen, a skill or a number, or fled from.
"""

from underdeck.table.entries import AnyEntry, Began, Made, Opened, Sat

TURNS = (
    ("AS 2D 3C", "delve draw"),
    ("3D 4C", "delve draw"),
    ("4D 9C", "delve draw"),
    ("AH 5D 6C", "delve draw"),
    ("6D 7C", "delve draw"),
    ("QS KS 7D", "delve"),
    ("QH KH 8D", "delve"),
    ("QD KC 9D", "delve"),
    ("QC Jk 10D", "delve"),
    ("JC 10C", "delve|play JC"),
    ("JS 2S", "retreat|drop 2D"),
    ("3S", "onward|drop 3D"),
    ("JD 4S", "onward|drop 4D"),
    ("5S", "onward|drop 5D"),
    ("AC 6S", "onward|drop 6D"),
    ("7S", "onward|drop 7D"),
    ("2C 8S", "onward draw"),
    ("9S", "onward|drop 9D"),
    ("KD 10S 5C 8C", "onward draw draw"),
)
"""The cards of each turn, and its moves."""
UNSEEN = "JH AD"
CARDS = " ".join([*(cards for cards, _ in TURNS), UNSEEN])
MOVES = [
    move for _, moves in TURNS for move in (moves.split("|") if "|" in moves else moves.split())
]


def crowded_entries(moves: int = len(MOVES)) -> list[AnyEntry]:
    """Return the log of the table after a number of moves."""
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=CARDS)
    made = [Made(0, move, f"m{place}") for place, move in enumerate(MOVES[:moves])]
    return [opened, Sat(0, "Ada", "words"), Began(), *made]
