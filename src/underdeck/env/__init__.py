"""Environments for learning agents: Gymnasium (Tomb), PettingZoo (`dungeon_v0`) and OpenSpiel (`openspiel`, both games)."""

TOMB = "underdeck/Tomb-v0"


def register() -> None:
    """Make Tomb known to Gymnasium, once."""
    import gymnasium  # noqa: PLC0415  the other environments do without it

    if TOMB not in gymnasium.registry:
        gymnasium.register(
            TOMB,
            entry_point="underdeck.env.tomb_env:TombEnv",
            vector_entry_point="underdeck.env.tomb_vector:TombVectorEnv",
        )


try:
    register()
except ModuleNotFoundError as missing:
    if missing.name != "gymnasium":
        raise
