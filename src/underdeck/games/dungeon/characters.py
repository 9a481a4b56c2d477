"""The characters of Dungeon, with their strength in stars, and what they talk about.

How each of them plays is in `minds.dungeon.characters`; the master is in `minds.dungeon.bots`. The
stars are those of a round robin by `underdeck study ratings` (docs/guides/characters.md).
"""

from underdeck.characters import Cast, Character, Occasion

STARS = {"gambler": 2, "digger": 2, "brute": 2, "liar": 2, "accountant": 4, "master": 5}
"""The strength of each character, the weakest first."""

NEAR_THE_EXIT = 5
"""A passage of this value or a lower one is worth a quip."""

CAST = Cast(
    characters=tuple(Character(bot, stars) for bot, stars in STARS.items()),
    occasions={
        "began": (Occasion("greet", "seat", 100), Occasion("greet", "others", 100)),
        "escaped": (Occasion("win", "seat", 100), Occasion("lose", "others", 100)),
        "alone": (Occasion("last", "seat", 100),),  # the others have said their last words
        "fell": (Occasion("fall", "seat", 100),),
        "lied": (Occasion("caught", "seat", 100),),
        "was_false": (Occasion("caught", "seat", 100),),
        "told_truth": (Occasion("cleared", "seat", 90),),
        "was_honest": (Occasion("cleared", "seat", 90),),
        "demanded": (Occasion("challenge", "seat", 60),),
        "accused": (Occasion("challenge", "seat", 60),),
        "caved_in": (Occasion("caved", "target", 50), Occasion("cave", "seat", 40)),
        "cave_hit": (Occasion("caved", "target", 50), Occasion("cave", "seat", 40)),
        "attacked": (Occasion("attack", "seat", 40), Occasion("attacked", "target", 40)),
        "creature_beaten": (Occasion("beat", "seat", 50),),
        "retreated": (Occasion("retreat", "seat", 50),),
        "gave": (Occasion("gave", "seat", 50), Occasion("take", "target", 40)),
        "denied": (Occasion("deny", "seat", 40),),
        "took": (Occasion("take", "seat", 35),),
        "took_secretly": (Occasion("take", "seat", 35),),
        "dug": (
            Occasion("dig", "seat", 45, NEAR_THE_EXIT),
            Occasion("passed", "others", 25, NEAR_THE_EXIT),
        ),
        "dug_hidden": (
            Occasion("dig", "seat", 45, NEAR_THE_EXIT),
            Occasion("passed", "others", 25, NEAR_THE_EXIT),
        ),
        "passed": (Occasion("wait", "seat", 20),),  # in a turn or a window
    },
    exits=frozenset({"fell", "resigned"}),
)
