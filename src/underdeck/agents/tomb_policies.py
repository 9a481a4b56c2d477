"""Policies for Tomb: small functions of what the player sees, in ints, that run interpreted and compiled alike.

`choose(s, moves, count, stream, knobs)` gets what lies open (`s`, the fields of tomb/sight.py), the legal moves as ints, how many of them
there are, a stream of random numbers and a row of parameters. It answers with the place of its choice in `moves`. It isn't asked where
there is but one move.
"""

from underdeck.cards import JACK, KING, card_of, rank_of, suit_of
from underdeck.games.tomb.moves import CARD_BITS, CARD_MASK, PLAY
from underdeck.games.tomb.policy_view import PolicyView
from underdeck.games.tomb.state import BETWEEN, SCROLL, STANDING, STRUCK, TORCHES
from underdeck.games.tomb.treasure import has, kings_in, worth
from underdeck.sfc32 import below

(
    CARDS_A_TURN,
    RISK,
    WEAK,
    DEEPEST,
    KINGS,
    JACK_FROM,
    JACK_BACK,
    DODGE_FROM,
    FLEE,
    PICK_FROM,
    KEEP_KINGS,
) = range(11)
KNOBS = {
    "cards_a_turn": (28, "tenths of a card that a turn of the retreat is thought to take"),
    "risk": (
        200,
        "turn around once the light fails on a longer way back with more than so many chances in a thousand",
    ),
    "weak": (0, "turn around with so few hit points"),
    "deepest": (6, "turn around after so many turns"),
    "kings": (4, "turn around with so many hoards"),
    "jack_from": (9, "on the way down, play a jack against numbers from this one up"),
    "jack_back": (8, "on the way back, play a jack against numbers from this one up"),
    "dodge_from": (4, "dodge blows from this one up"),
    "flee": (4, "drop treasure before monsters that exceed the hit points by so much"),
    "pick_from": (1, "pick a lock rather than discard so many cards"),
    "keep_kings": (0, "1 to drop no hoard while there is a choice"),
}
"""The parameters of `heuristic`: the default of each, which brings most points, and what it means."""

FOR_WINS = {"cards_a_turn": 33, "risk": 950, "deepest": 8, "keep_kings": 1}
"""Where they differ for most wins."""
KNOBS_FOR_WINS = {
    name: (FOR_WINS.get(name, default), meaning) for name, (default, meaning) in KNOBS.items()
}


def random(
    _s: PolicyView, _moves: list[int], count: int, stream: list[int], _knobs: list[int]
) -> int:
    """Any legal move, each as likely."""
    return below(stream, count)


def heuristic(
    s: PolicyView, moves: list[int], count: int, _stream: list[int], knobs: list[int]
) -> int:
    """Turn around by thresholds, spend jacks on what is worth it, and throw treasure before what would kill."""
    if s.phase == BETWEEN:
        return 1 if should_turn_around(s, knobs) else 0
    if s.phase == STANDING:
        return stand(s, moves, count, knobs)
    if s.phase == STRUCK:
        return answer_blow(s, moves, count, knobs)
    if moves[0] >> CARD_BITS == PLAY:  # the door holds, and Pick Lock is at hand
        return 0 if s.owed >= knobs[PICK_FROM] else 1
    return cheapest(moves, 0, count)


def should_turn_around(s: PolicyView, knobs: list[int]) -> bool:
    """Is it enough, or too dangerous to go on?"""
    if s.turn >= knobs[DEEPEST] or s.hit_points <= knobs[WEAK] or is_too_dark(s, s.turn, knobs):
        return True
    return kings_in(s.hand) >= knobs[KINGS]


def is_too_dark(s: PolicyView, turns: int, knobs: list[int]) -> bool:
    """Would the last torch burn out too often in so many turns? It does if all missing aces are among the cards that they take."""
    left = s.bottom - s.top
    taken = min(turns * knobs[CARDS_A_TURN] // 10, left)
    aces = TORCHES - s.torches + (1 if has(s.hand, SCROLL) else 0)
    fatal, all_ways = 1, 1
    for ace in range(aces):
        fatal *= max(taken - ace, 0)
        all_ways *= left - ace
    return 1000 * fatal > knobs[RISK] * all_ways


def stand(s: PolicyView, moves: list[int], count: int, knobs: list[int]) -> int:
    """Before an encounter: a jack where it is high or we are weak, treasure before a monster that would kill, else a card."""
    number = rank_of(s.encounter)
    if has(s.hand, card_of(JACK, suit_of(s.encounter))):  # it is the second move then
        worthy = number >= (knobs[JACK_BACK] if s.deepest > 0 else knobs[JACK_FROM])
        return 1 if worthy or number - 2 >= s.hit_points else 0
    if number - s.hit_points < knobs[FLEE]:
        return 0
    dropped = cheapest(moves, 1, count)
    return 0 if knobs[KEEP_KINGS] == 1 and rank_of(moves[dropped] & CARD_MASK) == KING else dropped


def answer_blow(s: PolicyView, moves: list[int], count: int, knobs: list[int]) -> int:
    """Disarm late where the house allows it; dodge what is heavy or deadly; else bear it."""
    if moves[count - 2] >> CARD_BITS == PLAY:
        return count - 2
    return 0 if s.blow >= knobs[DODGE_FROM] or s.blow >= s.hit_points else 1


def cheapest(moves: list[int], first: int, count: int) -> int:
    """The place of the move whose card is worth least, of those from `first` on."""
    best = first
    for place in range(first + 1, count):
        if worth(moves[place] & CARD_MASK) < worth(moves[best] & CARD_MASK):
            best = place
    return best
