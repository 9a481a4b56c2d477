"""R-20 The card counter: the cards that a player has not seen yet, without their order."""

from underdeck.games.tomb.state import DECK, State


def unseen(s: State) -> tuple[int, ...]:
    """Return the cards still in the deck, sorted: all but those that were turned up and lie somewhere on the table.

    Computed from the cards on the table, so the order of the deck can't show. The ace that the scroll sent to the
    bottom is among them while it lies there: it will be turned up again.
    """
    seen = s.laid | s.hand | s.torch_row | s.discards | s.spent
    for stack in s.stacks:
        seen |= stack
    return tuple(sorted(card for card in DECK if not seen >> card & 1))


def known_bottom(s: State) -> int | None:
    """Return the ace that the scroll sent to the bottom of the deck, while it lies there (§7.2)."""
    return s.deck[s.bottom - 1] if len(DECK) < s.bottom and s.top < s.bottom else None
