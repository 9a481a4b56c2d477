"""Random games of Tomb, position by position, for tests of its mind."""

from collections.abc import Iterator
from random import Random

from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, State

HOUSE_RULES = (
    Options(),
    Options(earliest_turnaround=2),
    Options(scroll_from_column=True),
    Options(scroll_in_discards=False),
    Options(drop_sum=True),
    Options(disarm_after_fail=True),
)


def random_states(seed: int, options: Options = HOUSE_RULES[0]) -> Iterator[State]:
    """Yield the states of a game of random moves, which turns around late."""
    random = Random(seed)
    cards = list(DECK)
    random.shuffle(cards)
    state = GAME.start(options, cards)
    while legal := GAME.legal(state, 0):
        yield state
        late = [move for move in legal if str(move) != "retreat" or state.turn > 5]
        GAME.play(state, 0, random.choice(late or legal))


def redealt(state: State, random: Random) -> State:
    """Return a state whose hidden cards are in another order; a known last ace stays."""
    other = state.clone()
    last = other.bottom - (1 if other.bottom > len(DECK) else 0)
    hidden = other.deck[other.top : last]
    random.shuffle(hidden)
    other.deck[other.top : last] = hidden
    return other
