"""Policies for Tomb: functions over ints that run interpreted or compiled.

`choose(s, moves, count, stream, knobs)` gets a policy view (`s`), the legal moves as ints and their
number, a stream of random numbers, and the parameters. It returns the index of its choice in
`moves`. It is called only if there are at least two moves.
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
    "cards_a_turn": (28, "expected cards for a turn of the retreat, in tenths"),
    "risk": (
        200,
        "turn around if the light fails on a longer retreat with this probability, in thousandths",
    ),
    "weak": (0, "turn around with this number of hit points or fewer"),
    "deepest": (6, "turn around after this number of turns"),
    "kings": (4, "turn around with this number of hoards"),
    "jack_from": (9, "in the delve, play a jack against this number or more"),
    "jack_back": (8, "in the retreat, play a jack against this number or more"),
    "dodge_from": (4, "dodge blows of this damage or more"),
    "flee": (4, "drop treasure before monsters that exceed the hit points by this number"),
    "pick_from": (1, "pick a lock rather than discard this number of cards"),
    "keep_kings": (0, "1 to drop no hoard if there is another choice"),
}
"""The parameters of `heuristic`: a default, chosen for points, and a description."""

FOR_WINS = {"cards_a_turn": 33, "risk": 950, "deepest": 8, "keep_kings": 1}
"""The defaults that differ when chosen for wins."""
KNOBS_FOR_WINS = {
    name: (FOR_WINS.get(name, default), meaning) for name, (default, meaning) in KNOBS.items()
}


def random(
    _s: PolicyView, _moves: list[int], count: int, stream: list[int], _knobs: list[int]
) -> int:
    """Choose any legal move with equal probability."""
    return below(stream, count)


def heuristic(
    s: PolicyView, moves: list[int], count: int, _stream: list[int], knobs: list[int]
) -> int:
    """Turn around by thresholds, save jacks for high numbers, buy off deadly monsters."""
    if s.phase == BETWEEN:
        return 1 if should_turn_around(s, knobs) else 0
    if s.phase == STANDING:
        return stand(s, moves, count, knobs)
    if s.phase == STRUCK:
        return answer_blow(s, moves, count, knobs)
    if moves[0] >> CARD_BITS == PLAY:  # a door that Pick Lock can open
        return 0 if s.owed >= knobs[PICK_FROM] else 1
    return cheapest(moves, 0, count)


def should_turn_around(s: PolicyView, knobs: list[int]) -> bool:
    """Return whether the delve has reached a threshold."""
    if s.turn >= knobs[DEEPEST] or s.hit_points <= knobs[WEAK] or is_too_dark(s, s.turn, knobs):
        return True
    return kings_in(s.hand) >= knobs[KINGS]


def is_too_dark(s: PolicyView, turns: int, knobs: list[int]) -> bool:
    """Return whether the last torch is too likely to burn out in a retreat of that length.

    It burns out if all missing aces are among the cards that the turns take.
    """
    left = s.bottom - s.top
    taken = min(turns * knobs[CARDS_A_TURN] // 10, left)
    aces = TORCHES - s.torches + (1 if has(s.hand, SCROLL) else 0)
    fatal, all_ways = 1, 1
    for ace in range(aces):
        fatal *= max(taken - ace, 0)
        all_ways *= left - ace
    return 1000 * fatal > knobs[RISK] * all_ways


def stand(s: PolicyView, moves: list[int], count: int, knobs: list[int]) -> int:
    """Play a jack against a high or deadly number, drop treasure before a monster, or draw."""
    number = rank_of(s.encounter)
    if has(s.hand, card_of(JACK, suit_of(s.encounter))):  # then it is the second move
        worthy = number >= (knobs[JACK_BACK] if s.deepest > 0 else knobs[JACK_FROM])
        return 1 if worthy or number - 2 >= s.hit_points else 0
    if number - s.hit_points < knobs[FLEE]:
        return 0
    dropped = cheapest(moves, 1, count)
    return 0 if knobs[KEEP_KINGS] == 1 and rank_of(moves[dropped] & CARD_MASK) == KING else dropped


def answer_blow(s: PolicyView, moves: list[int], count: int, knobs: list[int]) -> int:
    """Disarm late where the options allow it; dodge a heavy or deadly blow; or suffer it."""
    if moves[count - 2] >> CARD_BITS == PLAY:
        return count - 2
    return 0 if s.blow >= knobs[DODGE_FROM] or s.blow >= s.hit_points else 1


def cheapest(moves: list[int], first: int, count: int) -> int:
    """Return the index of the move, from `first` on, whose card is worth least."""
    best = first
    for place in range(first + 1, count):
        if worth(moves[place] & CARD_MASK) < worth(moves[best] & CARD_MASK):
            best = place
    return best
