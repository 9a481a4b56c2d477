"""Environments for learning agents, described in docs/reference/environments.md.

Modules named after a game belong to it: Tomb for Gymnasium, `dungeon_v0` for PettingZoo, and
both games for OpenSpiel in `openspiel`. The other modules work for any game.
"""

__all__ = ["TOMB", "register"]

TOMB = "underdeck/Tomb-v0"


def register() -> None:
    """Register Tomb with Gymnasium, once."""
    import gymnasium  # noqa: PLC0415  the other environments don't need it

    if TOMB not in gymnasium.registry:
        gymnasium.register(
            TOMB,
            entry_point="underdeck.env.tomb_env:TombEnv",
            vector_entry_point="underdeck.env.tomb_vector:TombVectorEnv",
            disable_env_checker=True,
        )


try:
    register()
except ModuleNotFoundError as missing:
    if missing.name != "gymnasium":
        raise
