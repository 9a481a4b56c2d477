"""What the history records of Dungeon."""

from collections import Counter
from collections.abc import Mapping, Sequence

from underdeck.career.achievements import Achievement, each_of, highest, longest, total
from underdeck.career.base import Facts, GameCareer, Remark, Step
from underdeck.career.past_game import PastGame
from underdeck.career.totals import Feats, Totals
from underdeck.games.dungeon import events
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.passages import is_honest
from underdeck.games.dungeon.state import ENDINGS, STALEMATE, State, is_alive
from underdeck.playthrough import AnyPlaythrough

VARIANTS = ("standard", "jokers_wild", "almost_black", "pitch_black")
OUTCOMES = ("escaped", "alone", "stalemate", "left_behind", "fell", "resigned")
STRONGEST_BOT = "bot:careful"
OWN_EVENTS = {
    "dug": (events.DUG, events.DUG_HIDDEN),
    "cave_ins": (events.CAVED_IN, events.CAVE_HIT),
    "attacks": (events.ATTACKED,),
    "creatures_beaten": (events.CREATURE_BEATEN,),
    "fished": (events.FISHED,),
    "robbed": (events.TOOK, events.TOOK_SECRETLY),
    "aces": (events.ACE_PLAYED,),
    "lies_caught": (events.LIED,),
}
"""Kinds of tallies, and the events of a seat that they count."""
KIND_OF = {events.NAMES[code]: kind for kind, codes in OWN_EVENTS.items() for code in codes}
JUDGED = {
    (events.NAMES[events.DEMANDED], events.NAMES[events.LIED]): "lies_found",
    (events.NAMES[events.DEMANDED], events.NAMES[events.TOLD_TRUTH]): "demands_wrong",
    (events.NAMES[events.ACCUSED], events.NAMES[events.WAS_FALSE]): "accused_right",
    (events.NAMES[events.ACCUSED], events.NAMES[events.WAS_HONEST]): "accused_wrong",
}
"""Kinds of tallies for a demand or an accusation and its outcome."""
SUSPICIONS = {doubt for doubt, _ in JUDGED}
ACCUSATIONS = frozenset({"accused_right", "accused_wrong"})
"""Kinds of tallies that only games in pitch black have."""
NAME_RESIGNED = events.NAMES[events.RESIGNED]


class DungeonCareer(GameCareer):
    """Facts, achievements and challenges of Dungeon."""

    rates = ("won", "survived")
    means = ("turns", *OWN_EVENTS, *JUDGED.values())
    kinds = (
        "outcome",
        "won",
        "survived",
        "seat",
        "players",
        "variant",
        "won_seat",
        "won_variant",
        "turns",
        *OWN_EVENTS,
        *JUDGED.values(),
    )
    words: Mapping[str, Sequence[str]] = {
        "outcome": OUTCOMES,
        "variant": VARIANTS,
        "won_variant": VARIANTS,
    }
    has_points = False
    achievements = (
        Achievement("first_escape", "dungeon", total("won"), 1),
        Achievement("ten_escapes", "dungeon", total("won"), 10),
        Achievement("hat_trick", "dungeon", longest("won"), 3),
        Achievement("outwitted", "dungeon", total("won_careful"), 1),
        Achievement("crowd", "dungeon", total("won_four"), 1),
        Achievement("last_alive", "dungeon", total("last_alive"), 1),
        Achievement("in_the_dark", "dungeon", total("won_pitch_black"), 1),
        Achievement("all_variants", "dungeon", each_of(*(f"won_{v}" for v in VARIANTS)), 4),
        Achievement("bluff", "dungeon", total("bluff"), 1, is_hidden=True),
        Achievement("caver", "dungeon", highest("cave_ins"), 3),
        Achievement("beast_slayer", "dungeon", total("creatures_beaten"), 25),
        Achievement("lie_detector", "dungeon", total("lies_found"), 5),
        Achievement("inspector", "dungeon", total("accused_right"), 3),
        Achievement("false_witness", "dungeon", total("accused_wrong"), 1, is_hidden=True),
        Achievement("caught_out", "dungeon", total("lies_caught"), 1, is_hidden=True),
    )

    def facts(self, played: AnyPlaythrough, seat: int) -> Facts:
        """Return the facts about one seat."""
        s: State = played.state
        won, survived = s.winner == seat, is_alive(s, seat)
        variant = variant_of(played.record.options)  # type: ignore[arg-type]
        outcome = _outcome(played, seat)
        counts: dict[str, int | str] = {
            "outcome": outcome,
            "won": int(won),
            "survived": int(survived),
            "seat": seat,
            "players": s.players,
            "variant": variant,
            **({"won_seat": seat, "won_variant": variant} if won else {}),
            "turns": s.turn,
            **{
                kind: count
                for kind, count in _events_counted(played, seat).items()
                if s.options.pitch_black or kind not in ACCUSATIONS
            },
            **({"bluff": 1} if outcome == "escaped" and not is_honest(s, seat) else {}),
        }
        return Facts(outcome, won, survived, turns=s.turn, counts=counts)

    def feats(self, game: PastGame) -> Feats:
        """Return what a game adds to the totals."""
        won, count = int(game.won), game.count
        rivals = {each.player for each in game.opponents}
        return Feats(
            sums={
                "games": 1,
                "won": won,
                "won_careful": int(won and STRONGEST_BOT in rivals),
                "won_three": int(won and count("players") == 3),
                "won_four": int(won and count("players") == 4),
                f"won_{game.counts.get('variant')}": won,
                "last_alive": int(game.outcome == "alone"),
                "bluff": count("bluff"),
                **{kind: count(kind) for kind in (*OWN_EVENTS, *JUDGED.values())},
            },
            most={
                "cave_ins": count("cave_ins"),
                **({"quickest": -game.turns} if won else {}),
            },
            runs={"won": game.won},
        )

    def remarks(self, game: PastGame, before: Totals) -> list[Remark]:
        """Return remarks about quick wins, and about rivals beaten for the first time."""
        found = []
        if game.won:
            if before.most.get("quickest", -game.turns) < -game.turns:
                found.append(Remark("quickest_win", game.turns))
            if STRONGEST_BOT in {each.player for each in game.opponents} and not before.total(
                "won_careful"
            ):
                found.append(Remark("first_win_careful", 1))
        return found

    def ladder(self, totals: Totals) -> list[Step]:
        """Return the challenges, from a first win to wins in a row."""
        run = totals.run("won").longest
        wins = ("won", "won_careful", "won_three", "won_four", "won_pitch_black")
        names = ("win", "win_careful", "win_three", "win_four", "win_pitch_black")
        return [
            *(
                Step(name, totals.total(key) > 0, totals.total(key))
                for name, key in zip(names, wins, strict=True)
            ),
            Step("win_three_in_a_row", run >= 3, min(run, 3), 3),
        ]


def variant_of(options: Options) -> str:
    """Return the darkest variant that a game was played by."""
    return next((name for name in VARIANTS[:0:-1] if getattr(options, name)), VARIANTS[0])


def _outcome(played: AnyPlaythrough, seat: int) -> str:
    """Return how the game ended for a seat."""
    s: State = played.state
    if s.winner == seat:
        return ENDINGS[s.ending]
    if is_alive(s, seat):
        return ENDINGS[STALEMATE] if s.ending == STALEMATE else "left_behind"
    has_resigned = any(
        event.name == NAME_RESIGNED and event.parts["seat"] == seat
        for step in played.history
        for event in step
    )
    return "resigned" if has_resigned else "fell"


def _events_counted(played: AnyPlaythrough, seat: int) -> dict[str, int | str]:
    """Return how often a seat did what the kinds of tallies count."""
    found = Counter[str](dict.fromkeys((*OWN_EVENTS, *JUDGED.values()), 0))
    doubt, doubter = "", -1
    for step in played.history:
        for event in step:
            name, actor = event.name, event.parts.get("seat", -1)
            if name in SUSPICIONS:
                doubt, doubter = name, actor
            elif (doubt, name) in JUDGED:
                found[JUDGED[doubt, name]] += doubter == seat
                doubt = ""
            if actor == seat and name in KIND_OF and event.is_for(None):
                found[KIND_OF[name]] += 1
    return dict(found)


CAREER = DungeonCareer()
