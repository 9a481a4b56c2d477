"""Seeds of environments: the deals of seed 7 are those of a simulation with the seed "7"."""

import gymnasium
import numpy as np

from underdeck.env.checks import shown, whole

UNKNOWN_SEED = -1
"""What Gymnasium calls the seed of a generator that was set by hand."""


def seed_text(seed: object) -> str:
    """Return the text of a seed, a random one if it is None; refuse other values."""
    if seed is None:
        return str(np.random.SeedSequence().entropy)
    number = whole(seed)
    if number is None or number < 0:
        raise gymnasium.error.Error(
            f"seed can't be {shown(seed)}: it must be a whole number, at least 0"
        )
    return str(number)


def seed_text_of(random: np.random.Generator, seed: int) -> str:
    """Return the text for an environment's generator and its seed."""
    return str(random.integers(2**63) if seed == UNKNOWN_SEED else seed)
