"""R-20 The card counter: the unseen cards, without their order."""

from underdeck.games.tomb.state import DECK, State


def unseen(s: State) -> tuple[int, ...]:
    """Return the cards still in the deck, sorted.

    They are computed from the cards turned up so far, so that the order of the deck can't leak.
    An ace that the scroll sent to the bottom is among them, because it will be turned up again.
    """
    seen = s.laid | s.hand | s.torch_row | s.discards | s.spent
    for stack in s.stacks:
        seen |= stack
    return tuple(sorted(card for card in DECK if not seen >> card & 1))


def known_bottom(s: State) -> int | None:
    """§7.2 Return the ace that the scroll sent to the bottom of the deck, while it is there."""
    return s.deck[s.bottom - 1] if len(DECK) < s.bottom and s.top < s.bottom else None
