"""Exact values near the end are those of an expectimax written without the mind's modules."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from underdeck.cards import DIAMONDS, NUMBERS, card_of
from underdeck.games.tomb import GAME
from underdeck.games.tomb.counter import known_bottom, unseen
from underdeck.games.tomb.moves import CARD_BITS, DRAW
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.rules import make, next_card
from underdeck.games.tomb.state import OVER, State
from underdeck.minds.tomb.analyst import Analyst
from underdeck.minds.tomb.features import next_cards
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.search import POINTS, WIN, pack_hand
from underdeck.study.match import Match, play_out
from underdeck.study.policies import read_policy

MAX_UNSEEN = 7
MAX_NODES = 60_000
"""Positions with larger trees are left out."""
POSITIONS = 6


class Expectimax:
    """The value of positions by trying every card and every move."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.known: dict[str, Fraction] = {}

    def value(self, state: State) -> Fraction:
        """Return the value of a state whose deck is unknown."""
        if state.phase == OVER:
            return self.result(state)
        if not GAME.legal(state, 0):
            return self.mean(state)
        return max(self.after(state, move.action) for move in GAME.legal(state, 0))

    def after(self, state: State, action: int) -> Fraction:
        """Return the value of a move; a card is drawn by chance, not from the deck."""
        if action >> CARD_BITS == DRAW:
            return self.mean(state)
        changed = state.clone()
        make(changed, action, None)
        return self.value(changed)

    def mean(self, state: State) -> Fraction:
        """Return the mean over the cards that may be turned next."""
        hidden = set(unseen(state))
        if len(hidden) > 1:
            hidden.discard(known_bottom(state) or -1)
        key = repr((sorted(hidden), {**vars_of(state), "deck": None}))
        if key not in self.known:
            assert len(self.known) < MAX_NODES, "too large"
            values = []
            for card in hidden:
                changed = state.clone()
                changed.deck[changed.top] = card
                next_card(changed, None)
                values.append(self.value(changed))
            self.known[key] = sum(values, Fraction()) / len(values)
        return self.known[key]

    def result(self, state: State) -> Fraction:
        """Return the value of a finished game, from its public result."""
        result = GAME.result(state)
        assert result is not None
        if self.goal == WIN:
            return Fraction(int(result["won"]))
        return Fraction(result["points"], 100)


def vars_of(state: State) -> dict[str, object]:
    return {name: getattr(state, name) for name in state.__slots__}


def late_positions(options: Options) -> Iterator[State]:
    """Yield decisions with five to seven unseen cards, from games that stay long."""
    match = Match(
        "tomb", options, "late", read_policy("tomb", "heuristic-wins,risk=1000,deepest=7")
    )
    for number in range(200):
        played = play_out(match, number)
        before = type(played).before(played.record)
        for _ in before.replay(played.record.moves):
            state = before.state
            few = 5 <= len(unseen(state)) <= MAX_UNSEEN
            if few and state.phase != OVER and len(GAME.legal(state, 0)) > 1:
                yield state.clone()


@pytest.mark.parametrize("options", [Options(), Options(drop_sum=True, disarm_after_fail=True)])
@pytest.mark.parametrize("goal", [WIN, POINTS])
def test_exact_values_with_up_to_seven_unseen_cards(goal: int, options: Options) -> None:
    checked, most = 0, 0
    for state in late_positions(options):
        expectimax = Expectimax(goal)
        values = Analyst(goal, plies=0, endgame=MAX_UNSEEN).values(position_in(state))
        try:
            exact = {move: expectimax.after(state, move.action) for move in values}
        except AssertionError:
            continue
        for move, value in values.items():
            assert value == pytest.approx(float(exact[move]), abs=1e-9)
        if any(exact.values()):
            checked, most = checked + 1, max(most, len(unseen(state)))
        if checked == POSITIONS:
            break
    assert checked == POSITIONS
    assert most == MAX_UNSEEN


def test_hands_that_count_alike_have_the_same_chance_to_win() -> None:
    random, alike, different = Random(3), 0, 0
    for state in late_positions(Options()):
        cards = next_cards(position_in(state))
        for _ in range(3):
            other = with_other_diamonds(state, random)
            value, changed = (
                max(Analyst(WIN, plies=0, endgame=MAX_UNSEEN).values(position_in(each)).values())
                for each in (state, other)
            )
            if pack_hand(other, cards, WIN) != pack_hand(state, cards, WIN):
                different += changed != value
                continue
            assert changed == pytest.approx(value, abs=1e-9)
            alike += other.hand != state.hand and value > 0
        if alike > 2 * POSITIONS and different > POSITIONS:
            return
    assert alike > POSITIONS
    assert different > 0


def with_other_diamonds(state: State, random: Random) -> State:
    """Return the state with some diamonds moved between the hand and the first turn."""
    other, hidden = state.clone(), {*unseen(state)}
    for card in (card_of(number, DIAMONDS) for number in NUMBERS):
        bit = 1 << card
        if card in hidden or (state.laid | state.discards) & bit or random.random() < 0.6:
            continue
        other.stacks[:] = [turn & ~bit for turn in other.stacks]
        other.hand ^= bit
        other.stacks[0] |= bit & ~other.hand
    return other
