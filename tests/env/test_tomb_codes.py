# ruff: noqa: E402  optional dependencies are checked first
"""Actions and observations of Tomb: complete, frozen, and free of hidden facts."""

import hashlib
from random import Random

import pytest

np = pytest.importorskip("numpy", reason="observations need numpy: pip install 'underdeck[env]'")

from env.games import TOMBS, name_of, tombs
from underdeck.env.layout import option_row
from underdeck.env.tomb_codes import LAYOUT, MOVES, NUMBERS, OBSERVED_OPTIONS, encode, mask_of
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import State
from underdeck.games.tomb.view import TombView

option_sets = pytest.mark.parametrize("options", TOMBS, ids=name_of)


def view_of(state: State) -> TombView:
    view = GAME.view(state, 0)
    assert isinstance(view, TombView)
    return view


@option_sets
def test_every_legal_move_has_an_action_that_stands_for_it(options: Options) -> None:
    for state in tombs(options, 60):
        legal = view_of(state).legal
        assert [MOVES[NUMBERS[move]] for move in legal] == list(legal)
        assert [MOVES[number] for number in np.flatnonzero(mask_of(legal))] == sorted(
            legal, key=NUMBERS.__getitem__
        )


def test_actions_are_frozen() -> None:
    texts = "\n".join(map(str, MOVES))
    assert len(MOVES) == 39
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == "56485cfbf527a8ef"
    assert [str(GAME.read_move(str(move))) for move in MOVES] == texts.split("\n")


def test_observations_are_frozen() -> None:
    """A change needs environments `-v1` beside `-v0`.

    A new house rule can be played, but isn't observed, until there are such environments: leave
    `OBSERVED_OPTIONS` as it is.
    """
    names = "\n".join([*OBSERVED_OPTIONS, *(f"{name} {n}" for name, n in LAYOUT.sizes.items())])
    assert (len(OBSERVED_OPTIONS), LAYOUT.size) == (5, 177)
    assert hashlib.sha256(names.encode()).hexdigest()[:16] == "bd7b0fe0bece5bab"


@option_sets
def test_an_observation_is_within_0_and_1(options: Options) -> None:
    for state in tombs(options, 60):
        row = encode(view_of(state))
        assert row.shape == (LAYOUT.size,)
        assert row.dtype == np.float32
        assert 0 <= row.min() <= row.max() <= 1


@option_sets
def test_an_observation_shows_nothing_of_the_order_of_the_deck(
    options: Options,
) -> None:
    random = Random(5)
    for state in tombs(options, 30):
        other = GAME.clone(state)
        unseen = other.deck[other.top : min(other.bottom, 44)]
        other.deck[other.top : other.top + len(unseen)] = random.sample(unseen, len(unseen))
        assert (encode(view_of(other)) == encode(view_of(state))).all()


def test_an_observation_contains_the_view() -> None:
    seen = set()
    for state in tombs(Options(), 30):
        view, row = view_of(state), encode(view_of(state))
        assert row[LAYOUT.part("hand")].sum() == len(view.hand)
        assert row[LAYOUT.part("column")].sum() == len(view.column)
        assert round(float(row[LAYOUT.part("hit_points")][0]) * 9) == view.hit_points
        assert round(float(row[LAYOUT.part("deck")][0]) * 45) == view.deck
        assert tuple(row[LAYOUT.part("house")]) == option_row(view.options, OBSERVED_OPTIONS)
        seen.add(row.tobytes())
    assert len(seen) > 60
