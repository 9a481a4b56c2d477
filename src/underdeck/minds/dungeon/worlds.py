"""Worlds that a seat can't tell from the real one, as far as the cards it sees show.

A world is a copy of the state whose hidden cards were dealt again. Nothing that is computed from a
world depends on what the seat can't know. The functions run interpreted or compiled.
"""

from underdeck.cards import rank_of
from underdeck.games.dungeon.frames import is_last_passage, is_pending, pending_kind
from underdeck.games.dungeon.options import is_dark, is_wild
from underdeck.games.dungeon.pending import ACCUSATIONS, CAUGHT, SAVING
from underdeck.games.dungeon.state import FRAME_SIZE, JOKER_RANK, MAX_CARDS, SEATS, State
from underdeck.minds.memory import Ints
from underdeck.sfc32 import below, shuffle

LARGEST_WORLD = 2 * MAX_CARDS
"""More cards than can be hidden."""
EXPOSED_BITS = 4
"""The bits that count the known cards of one rank in a hand, in one number for all ranks."""
MAX_EXPOSED = 1 << EXPOSED_BITS
"""More cards of one rank than a hand can hold."""


def redeal(s: State, seat: int, exposed: Ints, cards: Ints, stream: Ints) -> None:
    """Shuffle all cards that a seat can't know among the places where they lie."""
    count = move_hidden(s, seat, exposed, cards, False)
    shuffle(stream, cards, count)
    move_hidden(s, seat, exposed, cards, True)


def redeal_honestly(s: State, seat: int, exposed: Ints, cards: Ints, stream: Ints) -> None:
    """Shuffle all cards that a seat can't know, so that passages of others are what they claim.

    Without that nearly every tunnel in the dark is false after a new deal, and to accuse it looks
    good. A last passage isn't trusted: nothing is lost by accusing it.
    """
    redeal(s, seat, exposed, cards, stream)
    if not s.options.pitch_black or (pending_kind(s) == ACCUSATIONS and is_last_passage(s)):
        return
    for other in range(s.players):
        start = other * MAX_CARDS
        for place in range(start, start + (0 if other == seat else s.depth[other])):
            if not fits_claim(s.passages[place], s.claims[place]):
                make_true(s, place, stream)


def make_true(s: State, place: int, stream: Ints) -> None:
    """§14.2 Exchange a false passage for a hidden card that fits its claim, a joker if need be."""
    claim: int = s.claims[place]
    if not fetch_hidden(s, place, claim, stream):
        fetch_hidden(s, place, JOKER_RANK, stream)


def fetch_hidden(s: State, place: int, rank: int, stream: Ints) -> bool:
    """Exchange a passage for a card of a rank in the deck or the discards, if there is one."""
    return fetch_card(s, place, rank, s.deck, s.top, s.bottom, stream) or fetch_card(
        s, place, rank, s.discards, 0, s.discard_size, stream
    )


def fetch_card(  # noqa: PLR0913, PLR0917  a part of a row of hidden cards
    s: State, place: int, rank: int, row: Ints, first: int, end: int, stream: Ints
) -> bool:
    """Exchange a passage for a card of a rank in part of a row; return whether there is one."""
    count = end - first
    start = below(stream, count) if count > 0 else 0
    for step in range(count):
        found = first + (start + step) % count
        if rank_of(row[found]) == rank:
            s.passages[place], row[found] = row[found], s.passages[place]
            return True
    return False


def fits_claim(card: int, claim: int) -> bool:
    """§14.2 Return whether a card is what a passage claims; a joker always is."""
    return rank_of(card) == claim or rank_of(card) == JOKER_RANK


def move_hidden(s: State, seat: int, exposed: Ints, cards: Ints, is_written: bool) -> int:
    """Copy the cards that a seat can't know into `cards`, or back in the same order; count them."""
    count = move_row(s.deck, s.top, s.bottom, cards, 0, is_written)
    if is_dark(s.options):
        count = move_row(s.discards, 0, s.discard_size, cards, count, is_written)
    for other in range(s.players):
        start = other * MAX_CARDS
        if other != seat:
            known, kept = exposed[seat * SEATS + other], caught_card(s, other)
            for place in range(start, start + s.hand_size[other]):
                unit = exposed_unit(rank_of(s.hands[place]))
                if known // unit % MAX_EXPOSED > 0:
                    known -= unit
                elif place != kept:
                    count = move_row(s.hands, place, place + 1, cards, count, is_written)
            if s.bids[other] != 0:
                count = move_row(s.bids, other, other + 1, cards, count, is_written)
            if s.options.pitch_black:
                end = start + s.depth[other]
                count = move_row(s.passages, start, end, cards, count, is_written)
        if is_wild(s.options) or rank_of(s.cells[other]) != JOKER_RANK:
            count = move_row(s.cells, other, other + 1, cards, count, is_written)
    if s.options.pitch_black and seat != s.current and is_pending(s, SAVING):
        if is_written:
            s.creature = cards[count]
        else:
            cards[count] = s.creature
        count += 1
    return count


def move_row(  # noqa: PLR0913, PLR0917  a part of a row, and where it is copied
    row: Ints, first: int, end: int, cards: Ints, count: int, is_written: bool
) -> int:
    """Copy part of a row into `cards`, or back; return the new count."""
    for place in range(first, end):
        if is_written:
            row[place] = cards[count]
        else:
            cards[count] = row[place]
        count += 1
    return count


def exposed_unit(rank: int) -> int:
    """Return one card of a rank, as the known cards of a hand are counted in one number."""
    unit: int = 1 << EXPOSED_BITS * rank
    return unit


def caught_card(s: State, seat: int) -> int:
    """Return the place of the card that a caught liar is known to hold, else the end of a hand."""
    start = seat * MAX_CARDS
    for number in range(s.height):
        frame = number * FRAME_SIZE
        if s.stack[frame] == CAUGHT and s.stack[frame + 1] == seat:
            for place in range(start, start + s.hand_size[seat]):
                if rank_of(s.hands[place]) == s.stack[frame + 3]:
                    return place
    return start + s.hand_size[seat]
