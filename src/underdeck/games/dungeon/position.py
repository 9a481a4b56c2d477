"""A position: the state of a game with everything left out that one seat can't know.

It is an allow-list, field by field, like a view; unlike a view it can be played on, once the empty
places are filled with cards.
"""

from underdeck.cards import rank_of
from underdeck.games.dungeon.frames import frame_seat, pending_kind
from underdeck.games.dungeon.options import is_dark, is_wild
from underdeck.games.dungeon.pending import ROBBING
from underdeck.games.dungeon.state import ESCAPED, JOKER_RANK, MAX_CARDS, State
from underdeck.games.dungeon.view import has_secret_try

HIDDEN = -1
"""A bid that lies face down; other hidden cards are 0."""
PUBLIC_FIELDS = (
    "players",
    "rules",
    "top",
    "bottom",
    "discard_size",
    "renewed",
    "keep_discards",
    "alive",
    "last_gone",
    "left_cell",
    "turn",
    "current",
    "height",
    "pile_size",
    "pile_sum",
    "two_laid",
    "accused",
    "robber",
    "busy",
    "idle",
    "ending",
    "winner",
)
PUBLIC_ROWS = (
    "hand_size",
    "claims",
    "parents",
    "followers",
    "depth",
    "stack",
    "stakes",
    "pile",
    "pile_values",
)


def position_of(s: State, seat: int) -> State:
    """Return what a seat knows of a state; cards that it can't see are 0 or HIDDEN."""
    known = State(s.options)
    for name in PUBLIC_FIELDS:
        setattr(known, name, getattr(s, name))
    for name in PUBLIC_ROWS:
        setattr(known, name, getattr(s, name)[:])
    own = slice(seat * MAX_CARDS, seat * MAX_CARDS + s.hand_size[seat])
    known.hands[own] = s.hands[own]
    known.fresh[seat] = s.fresh[seat]
    known.bids = [HIDDEN if bid else 0 for bid in s.bids]
    known.bids[seat] = s.bids[seat]
    robbing = pending_kind(s) == ROBBING and frame_seat(s) == seat
    if robbing or not is_dark(s.options):
        known.discards[: s.discard_size] = s.discards[: s.discard_size]
    if seat == s.current or not has_secret_try(s):
        known.creature = s.creature
    for other in range(s.players):
        shown = (
            other == seat
            or not s.options.pitch_black
            or (s.ending == ESCAPED and other == s.winner)  # §14.5 an escape is shown
        )
        if shown:
            row = slice(other * MAX_CARDS, other * MAX_CARDS + s.depth[other])
            known.passages[row] = s.passages[row]
        if rank_of(s.cells[other]) == JOKER_RANK and not is_wild(s.options):
            known.cells[other] = s.cells[other]
    return known
