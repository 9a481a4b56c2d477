"""The history of a Dungeon: the codes of facts in information states are frozen."""

import hashlib
from random import Random

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'underdeck[env]'")

import numpy as np

from underdeck.env.openspiel import DungeonGame
from underdeck.env.openspiel.dungeon_history import DEALT, DECIDED, FACT_NAMES, OMITTED_EVENTS
from underdeck.games.dungeon.events import NAMES


def test_codes_of_facts_are_frozen() -> None:
    """An event that is new in the rules belongs to OMITTED_EVENTS."""
    names = hashlib.sha256(" ".join(FACT_NAMES).encode()).hexdigest()
    assert names == "7907d9f21765d147edd3c92f19f6c44e02357e1e13fe11a49acfbfb9e95c75c5"
    assert (DEALT, DECIDED) == (58, 59)
    assert set(NAMES) == {*FACT_NAMES, *OMITTED_EVENTS}


@pytest.mark.parametrize(
    ("pitch_black", "digest"),
    [(False, "6ad575ceb66ded13"), (True, "8320401d510e2b3b")],
    ids=["base", "pitch black"],
)
def test_information_states_are_frozen(pitch_black: bool, digest: str) -> None:
    random, tensors = Random(1), hashlib.sha256()
    state = DungeonGame({"pitch_black": pitch_black}).new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            tensor = state.information_state_tensor(state.current_player())
            tensors.update(np.asarray(tensor, np.float32).tobytes())
        state.apply_action(random.choice(state.legal_actions()))
    assert tensors.hexdigest()[:16] == digest
