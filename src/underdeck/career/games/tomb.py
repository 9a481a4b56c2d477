"""What the history records of Tomb of Four Kings."""

from collections import Counter
from collections.abc import Mapping, Sequence

from underdeck.cards import DIAMONDS, KING, NUMBERS, SPADES, card_of, code_of, rank_of, suit_of
from underdeck.career.achievements import Achievement, highest, longest, total
from underdeck.career.base import Facts, GameCareer, Remark, Step
from underdeck.career.past_game import PastGame
from underdeck.career.totals import Feats, Totals
from underdeck.games.tomb import events
from underdeck.games.tomb.state import (
    DISARM_MECHANISM,
    DODGE_BLOW,
    ENDINGS,
    ESCAPED,
    GO_BERSERK,
    HIT_POINTS,
    PICK_LOCK,
    SCROLL,
    SLAIN,
    TORCHES,
    State,
)
from underdeck.games.tomb.treasure import ALL_HOARDS, has, kings_in, points_in
from underdeck.playthrough import AnyPlaythrough

SKILLS = {
    "berserk": GO_BERSERK,
    "dodge": DODGE_BLOW,
    "disarm": DISARM_MECHANISM,
    "pick_lock": PICK_LOCK,
}
CAUSES = ("monster", "trap", "dark")
SLAYERS = [code_of(card_of(number, suit)) for suit in (SPADES, DIAMONDS) for number in NUMBERS]
"""The foes that can kill: monsters and traps, as codes of cards."""
LAST_TORCH = TORCHES - 1
REAL_DEPTH = 3
"""Minimum turning point for an escape to count for achievements: turning early is easy."""
FEW_STEPS = 3
"""Maximum number of turns to the exit at which a death is worth a remark."""
RICH = 30
"""Minimum points in the hand at which a death is worth a remark."""
LADDER_POINTS = (20, 35, 50)
NAMES = events.NAMES


class TombCareer(GameCareer):
    """Facts, achievements and challenges of Tomb."""

    rates = ("escaped", "won", "scroll", *SKILLS)
    means = (
        "points",
        "points_out",
        "kings_out",
        "depth",
        "turns",
        "hit_points",
        "torches_left",
        "skills",
        "drops",
        "favors",
    )
    kinds = (
        "outcome",
        "escaped",
        "won",
        "points",
        "points_out",
        "kings_out",
        "depth",
        "delved",
        "turns",
        "cause",
        "slayer",
        "torches_left",
        "hit_points",
        "skills",
        *SKILLS,
        "favors",
        "drops",
        "scroll",
        "carried",
    )
    words: Mapping[str, Sequence[str]] = {
        "outcome": ENDINGS[1:],
        "cause": CAUSES,
        "slayer": SLAYERS,
    }
    has_points = True
    achievements = (
        Achievement("daylight", "tomb", total("escaped"), 1),
        Achievement("regular", "tomb", total("returned"), 10),
        Achievement("old_hand", "tomb", total("returned"), 50),
        Achievement("sure_footed", "tomb", longest("returned"), 3),
        Achievement("charmed_life", "tomb", longest("returned"), 7),
        Achievement("first_hoard", "tomb", total("kings"), 1),
        Achievement("twenty_kings", "tomb", total("kings"), 20),
        Achievement("four_kings", "tomb", total("won"), 1),
        Achievement("kingmaker", "tomb", total("won"), 5),
        Achievement("heavy_pockets", "tomb", highest("points"), 50),
        Achievement("treasury", "tomb", highest("points"), 70),
        Achievement("emptied", "tomb", highest("points"), 90, is_hidden=True),
        Achievement("deep_delver", "tomb", highest("depth"), 8),
        Achievement("last_light", "tomb", total("last_light"), 1),
        Achievement("by_a_thread", "tomb", total("by_a_thread"), 1),
        Achievement("unscathed", "tomb", total("unscathed"), 1),
        Achievement("well_read", "tomb", total("well_read"), 1),
        Achievement("kept_the_scroll", "tomb", total("kept_the_scroll"), 1, is_hidden=True),
        Achievement("bare_hands", "tomb", total("bare_hands"), 1),
        Achievement("all_skills", "tomb", total("all_skills"), 1),
        Achievement("favored", "tomb", highest("favors"), 3),
        Achievement("ransom", "tomb", total("ransom"), 1, is_hidden=True),
        Achievement("short_visit", "tomb", total("short_visit"), 1, is_hidden=True),
        Achievement("small_fry", "tomb", total("small_fry"), 1, is_hidden=True),
        Achievement("rich_and_lost", "tomb", total("rich_and_lost"), 1, is_hidden=True),
        Achievement("hundred_tombs", "tomb", total("games"), 100),
    )

    def facts(self, played: AnyPlaythrough, seat: int) -> Facts:
        """Return the facts about the player's game."""
        s: State = played.state
        out = s.ending == ESCAPED
        kings, points = (kings_in(s.hand), points_in(s.hand)) if out else (0, 0)
        won = kings == ALL_HOARDS
        counts: dict[str, int | str] = {
            "outcome": ENDINGS[s.ending],
            "escaped": int(out),
            "won": int(won),
            "points": points,
            "turns": s.turn,
            "delved": s.deepest or s.turn,
            **({"depth": s.deepest} if s.deepest else {}),
            **_events_counted(played),
            **(_facts_of_escape(s) if out else _facts_of_death(s)),
        }
        return Facts(ENDINGS[s.ending], won, out, points, kings, s.turn, counts)

    def feats(self, game: PastGame) -> Feats:
        """Return what a game adds to the totals."""
        out, count = game.survived, game.count
        returned = out and count("depth") >= REAL_DEPTH
        special = {
            "last_light": out and count("torches_left") == TORCHES - LAST_TORCH,
            "by_a_thread": out and count("hit_points") == 1,
            "unscathed": returned and count("hit_points") == HIT_POINTS,
            "well_read": out and count("scroll"),
            "kept_the_scroll": out and count("kept_scroll"),
            "bare_hands": returned and game.kings and not count("skills"),
            "all_skills": out and count("skills") == len(SKILLS),
            "ransom": out and count("ransom"),
            "short_visit": out and count("depth") == 1,
            "small_fry": _rank(game.counts.get("slayer")) in (3, 4),
            "rich_and_lost": game.outcome == "lost" and count("carried") >= 40,
        }
        return Feats(
            sums={
                "games": 1,
                "escaped": int(out),
                "returned": int(returned),
                "won": int(game.won),
                "kings": game.kings,
                **{name: int(bool(value)) for name, value in special.items()},
            },
            most={
                "points": game.points,
                "kings": game.kings,
                "favors": count("favors") if out else 0,
                "depth": count("depth") if out else 0,
            },
            runs={"escaped": out, "returned": returned, "won": game.won},
        )

    def remarks(self, game: PastGame, before: Totals) -> list[Remark]:
        """Return remarks about depth, kings and narrow escapes or deaths."""
        found = []
        depth, carried, steps = (game.count(kind) for kind in ("depth", "carried", "steps_left"))
        if game.survived:
            if 0 < before.highest("kings") < game.kings < ALL_HOARDS:
                found.append(Remark("most_kings", game.kings))
            if 0 < before.highest("depth") < depth:
                found.append(Remark("deepest", depth))
            if game.count("hit_points") == 1:
                found.append(Remark("one_hit_point", 1))
            if game.count("torches_left") == 1:
                found.append(Remark("last_torch", 1))
        else:
            if 0 < steps <= FEW_STEPS:
                found.append(Remark("steps_left", steps))
            if carried >= RICH:
                found.append(Remark("carried", carried))
        return found

    def ladder(self, totals: Totals) -> list[Step]:
        """Return §11.1 the challenges: survive, points, kings one by one."""
        points, kings = totals.highest("points"), totals.highest("kings")
        escaped = totals.total("escaped")
        return [
            Step("survive", escaped > 0, escaped),
            *(Step(f"points_{goal}", points >= goal, points, goal) for goal in LADDER_POINTS),
            *(
                Step(f"kings_{goal}", kings >= goal, kings, goal)
                for goal in range(1, ALL_HOARDS + 1)
            ),
        ]


def _events_counted(played: AnyPlaythrough) -> dict[str, int | str]:
    """Return skills, favors, drops and the scroll, counted from the events."""
    names: Counter[str] = Counter()
    used: set[int] = set()
    ransom = 0
    for step in played.history:
        for event in step:
            names[event.name] += 1
            if event.name in (NAMES[events.WON_BY_SKILL], NAMES[events.DODGED]):
                used.add(event.parts["card"])
            elif event.name == NAMES[events.TREASURE_DROPPED]:
                ransom |= rank_of(event.parts["card"]) == KING
    return {
        "skills": len(used),
        **{name: int(card in used) for name, card in SKILLS.items()},
        "favors": names[NAMES[events.WON_BY_FAVOR]],
        "drops": names[NAMES[events.TREASURE_DROPPED]],
        "scroll": names[NAMES[events.SCROLL_READ]],
        **({"ransom": 1} if ransom else {}),
    }


def _facts_of_escape(s: State) -> dict[str, int | str]:
    """Return what was left at the exit."""
    return {
        "points_out": points_in(s.hand),
        "kings_out": kings_in(s.hand),
        "torches_left": TORCHES - s.torches,
        "hit_points": s.hit_points,
        **({"kept_scroll": 1} if has(s.hand, SCROLL) else {}),
    }


def _facts_of_death(s: State) -> dict[str, int | str]:
    """Return the cause, what was lost, and on the retreat the turns to the exit."""
    facts: dict[str, int | str] = {"cause": "dark", "carried": points_in(s.hand)}
    if s.ending == SLAIN:
        is_trap = suit_of(s.encounter) == DIAMONDS
        facts |= {"cause": "trap" if is_trap else "monster", "slayer": code_of(s.encounter)}
    if s.deepest:
        facts["steps_left"] = 2 * s.deepest - s.turn
    return facts


def _rank(code: object) -> int:
    """Return the number of a slayer, 0 if there was none."""
    return int(code[:-1]) if isinstance(code, str) else 0


CAREER = TombCareer()
