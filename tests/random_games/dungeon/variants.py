"""The variants of Dungeon, and random options that include one of them."""

from random import Random
from typing import Any

from underdeck.games.dungeon.options import Options
from underdeck.options import read_options

BLACKS = ("", "jokers_wild", "almost_black", "pitch_black")
COUNTERS = ("counter_attack 1", "counter_attack 2", "counter_attack 3")
VARIANTS = ("base", *BLACKS[1:], "suicide_queen", *COUNTERS)
SWITCHES = ("ace_high", "random_start", "must_play", "demand_shows_all", "aces_in_fights")


def variant_of(seed: int) -> str:
    """Return the variant that the game of a seed is counted for."""
    return VARIANTS[seed % len(VARIANTS)]


def options_with(variant: str, random: Random) -> Options:
    """Return random options with a variant, mostly for four players."""
    black = variant if variant in BLACKS else random.choice(BLACKS)
    counter = COUNTERS.index(variant) + 1 if variant in COUNTERS else random.randrange(4)
    queen = variant == "suicide_queen" or random.random() < 0.4
    if variant == "base":
        black, counter, queen = "", 0, False
    options: dict[str, Any] = {name: random.random() < 0.35 for name in SWITCHES}
    options |= {name: name == black for name in BLACKS[1:]} | {
        "suicide_queen": queen,
        "counter_attack": counter,
    }
    options |= {
        "surrender_keeps_rest": queen and random.random() < 0.5,
        "reveal_on_escape": black == "pitch_black" and random.random() < 0.35,
        "accuse_freely": black == "pitch_black" and random.random() < 0.35,
    }
    options |= {
        "players": random.choice((2, 3, 4, 4, 4, 4, 4, 4)),
        "decks": random.choice((0, 1)),
        "turn_limit": random.choice((5, 30, 120)),
        "short_tunnel": random.random() < 0.25,
    }
    parsed: Options = read_options(Options, options)
    return parsed


def variants_of(options: Options) -> list[str]:
    """Return the variants that options include."""
    names = [name for name in (*BLACKS[1:], "suicide_queen") if getattr(options, name)]
    names += [COUNTERS[options.counter_attack - 1]] if options.counter_attack else []
    return names or ["base"]
