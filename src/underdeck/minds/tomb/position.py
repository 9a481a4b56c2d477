"""A position of Tomb as a player knows it: the view and the set of unseen cards (R-20).

It is a state whose deck holds the unseen cards sorted, so that nothing hidden can be read from it.
"""

from collections.abc import Iterable

from underdeck.cards import ACE, NO_CARD, QUEEN, rank_of
from underdeck.games.tomb.counter import unseen as unseen_cards
from underdeck.games.tomb.state import DECK, ENDINGS, PHASES, SCROLL, TORCHES, State, new_state
from underdeck.games.tomb.view import TombView, view


def set_of(cards: Iterable[int]) -> int:
    """Return cards as a set of bits."""
    return sum(1 << card for card in cards)


def position_of(seen: TombView, unseen: Iterable[int]) -> State:
    """Return the position of a view and the unseen cards; it holds nothing else."""
    hidden = [card for card in sorted(unseen) if card not in seen.under]
    s = new_state(seen.options, DECK)
    s.bottom = len(DECK) + (SCROLL in seen.torches)
    s.top = s.bottom - seen.deck
    s.deck = [0] * s.top + hidden + list(seen.under)
    s.deck += [0] * (len(DECK) + 1 - len(s.deck))
    s.column[: len(seen.column)] = seen.column
    s.favored = max((card for card in seen.column if rank_of(card) == QUEEN), default=NO_CARD)
    s.laid, s.hand, s.spent = set_of(seen.column), set_of(seen.hand), set_of(seen.spent)
    s.torch_row, s.torches = set_of(seen.torches), seen.burnt
    visible = s.laid | s.hand | s.spent | s.torch_row | set_of(unseen)
    s.discards = set_of(DECK) & ~visible
    s.hit_points, s.turn, s.deepest = seen.hit_points, seen.turn, seen.deepest
    s.phase, s.encounter = PHASES.index(seen.phase), seen.encounter
    s.blow, s.owed, s.dropped = seen.blow, seen.owed, seen.dropped
    s.ending = ENDINGS.index(seen.ending)
    if s.torches == TORCHES:  # the ace that the scroll may answer was turned last
        s.deck[s.top - 1] = max(card for card in seen.torches if rank_of(card) == ACE)
    return s


def position_in(state: State) -> State:
    """Return what the player knows of a state."""
    return position_of(view(state), unseen_cards(state))
