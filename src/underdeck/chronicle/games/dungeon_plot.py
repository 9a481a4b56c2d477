"""What the story of a game of Dungeon is about: how it ended, its theme and its turning points."""

from collections import Counter
from dataclasses import dataclass

from underdeck.cards import rank_of
from underdeck.chronicle.games.dungeon_history import History
from underdeck.chronicle.games.dungeon_incidents import (
    FOUND_OUT,
    LIES,
    NOBODY,
    Incident,
    count_lies,
    leader_of,
    rival_depth,
)
from underdeck.games.dungeon.state import JOKER_RANK

ENDINGS = ("escaped", "escaped_lie", "alone", "stalemate")
THEMES = (
    "standoff",
    "accusation",
    "lies",
    "desertion",
    "slaughter",
    "comeback",
    "race",
    "siege",
    "duel",
    "steady",
)
FAR_BEHIND = 3
"""The minimum number of passages by which the winner of a comeback was behind."""
CLOSE = 2
"""The maximum number of passages that a loser of a race lacks."""
SIEGE = 3
"""The minimum number of blows against a leader who is besieged."""
DUEL = 2
"""The minimum number of blows on each side of a duel."""
MAX_DUEL_SCORE = 8


@dataclass(frozen=True, slots=True)
class NearWin:
    """The loser who was nearest to winning."""

    seat: int
    depth: int
    turn: int
    is_end: bool
    """Whether it was so at the end."""
    is_held: bool
    """Whether the next passage was in the hand, as far as it is known."""


@dataclass(frozen=True, slots=True)
class Plot:
    """The plan of one story."""

    history: History
    ending: str
    """One of `ENDINGS`."""
    theme: str
    """One of `THEMES`."""
    turning: Incident | None
    """The incident by which the winner took the lead for good."""
    near: NearWin | None
    pair: tuple[int, int]
    """The two players who hit each other most, or `NOBODY` twice."""
    besieged: int
    """The player who was hit most often while in the lead, or `NOBODY`."""

    @property
    def incidents(self) -> list[Incident]:
        """Return all incidents."""
        return self.history.incidents

    @property
    def rival(self) -> int:
        """Return the other player who got furthest, or who left last."""
        winner = self.history.winner
        if winner == NOBODY:
            return NOBODY
        others = self.history.alive - {winner}
        depths = self.history.depths
        if not others:
            return self.history.left[-1]
        return max(others, key=lambda seat: (depths[seat], -seat))

    @property
    def biggest_blow(self) -> Incident | None:
        """Return the incident that cost the most passages."""
        found = [i for i in self.incidents if i.lost and i.kind != "resigned"]
        return max(found, key=lambda incident: incident.lost, default=None)

    @property
    def unluckiest(self) -> Incident | None:
        """Return the blow or the wrong demand that hit the deepest tunnel."""
        found = [i for i in self.incidents if i.is_blow or i.outcome in ("wrong", "missed")]
        return max(found, key=lambda i: (i.before[i.subject], i.lost), default=None)

    def as_facts(self) -> dict[str, int | str]:
        """Return the plan as data; seats and turns, -1 and 0 for none."""
        turning, near = self.turning, self.near
        blow, unlucky = self.biggest_blow, self.unluckiest
        return {
            "ending": self.ending,
            "theme": self.theme,
            "winner": self.history.winner,
            "rival": self.rival,
            "turning_turn": turning.turn if turning else 0,
            "turning_reason": turning.scene if turning else "",
            "nearest": near.seat if near else NOBODY,
            "nearest_depth": near.depth if near else 0,
            "nearest_turn": near.turn if near else 0,
            "biggest_blow": blow.lost if blow else 0,
            "biggest_blow_turn": blow.turn if blow else 0,
            "biggest_blow_by": blow.actor if blow else NOBODY,
            "unluckiest": unlucky.scene if unlucky else "",
            "unluckiest_turn": unlucky.turn if unlucky else 0,
            "turns": self.history.turns,
        }


def plot_of(history: History) -> Plot:
    """Choose what the story of a finished game is about."""
    ending = history.ending
    if ending == "escaped" and count_lies(history.tunnels[history.winner]):
        ending = "escaped_lie"
    near = near_win_of(history)
    pair, besieged = pair_of(history), besieged_of(history)
    scores = scores_of(history, ending, near, pair, besieged)
    theme = max(THEMES, key=lambda each: scores[each])
    return Plot(history, ending, theme, turning_of(history), near, pair, besieged)


def turning_of(history: History) -> Incident | None:
    """Return the incident since which the winner has been alone in the lead, if it is one.

    The first passage of all and the last step of the game aren't turning points.
    """
    winner, found = history.winner, None
    if winner == NOBODY:
        return None
    for incident in history.incidents:
        if leader_of(incident.after) != winner:
            found = None
        elif found is None and leader_of(incident.before) != winner:
            found = incident
    if found is None or found.last == history.end or not rival_depth(found.before, winner):
        return None
    return found


def led_before(turning: Incident, winner: int) -> int:
    """Return a player who was ahead of the winner, or level, before the turning point."""
    depths = [0 if seat == winner else depth for seat, depth in enumerate(turning.before)]
    best = max(depths)
    if turning.target not in (NOBODY, winner) and depths[turning.target] == best:
        return turning.target
    return depths.index(best)


def near_win_of(history: History) -> NearWin | None:
    """Return the loser who was nearest to winning, if anybody was near."""
    if history.winner == NOBODY:
        return None
    losers = [seat for seat in range(history.players) if seat != history.winner]
    depths = history.depths
    last = max(losers, key=lambda seat: depths[seat])
    if depths[last] >= history.out - CLOSE:
        wanted = (history.cell - 1 - depths[last], JOKER_RANK)
        is_held = any(rank_of(card) in wanted for card in history.hands.get(last, ()))
        return NearWin(last, depths[last], history.turns, is_end=True, is_held=is_held)
    checked = {i.target for i in history.incidents if i.kind == "last_accuse"}
    for seat in losers:
        depth, turn = history.peaks[seat]
        if depth == history.out - 1 and seat not in checked:
            return NearWin(seat, depth, turn, is_end=False, is_held=False)
    return None


def pair_of(history: History) -> tuple[int, int]:
    """Return the two players who hit each other most often."""
    blows = Counter((i.actor, i.target) for i in history.incidents if i.is_hit)
    pairs = [(a, b) for a, b in blows if a < b and blows[b, a] >= DUEL and blows[a, b] >= DUEL]
    return max(pairs, key=lambda pair: blows[pair] + blows[pair[::-1]], default=(NOBODY, NOBODY))


def besieged_of(history: History) -> int:
    """Return the loser who was hit most often while in the lead, if it was often."""
    blows = Counter(
        i.target
        for i in history.incidents
        if i.is_hit and i.is_on_leader and i.target != history.winner
    )
    seat, count = max(blows.items(), key=lambda item: item[1], default=(NOBODY, 0))
    return seat if count >= SIEGE else NOBODY


def deficit_of(history: History) -> int:
    """Return the greatest number of passages by which the winner was behind."""
    return max(
        (
            rival_depth(incident.after, history.winner) - incident.after[history.winner]
            for incident in history.incidents
        ),
        default=0,
    )


def scores_of(
    history: History, ending: str, near: NearWin | None, pair: tuple[int, int], besieged: int
) -> dict[str, int]:
    """Return how well each theme fits."""
    incidents = history.incidents
    kinds = Counter(i.kind for i in incidents)
    answers = sum(i.kind == "fish" and i.outcome in LIES for i in incidents)
    found_out = sum(i.kind == "fish" and i.outcome in FOUND_OUT for i in incidents)
    costly = sum(i.kind == "accuse" and i.lost >= SIEGE for i in incidents)
    claims = Counter(i.outcome for i in incidents if i.kind == "last_accuse")
    has_false_claim = ending == "escaped_lie" or claims["checked"] > 0
    deficit = deficit_of(history) if ending.startswith("escaped") else 0
    left = history.out - near.depth if near and near.is_end else history.out
    in_pair = sum(i.is_hit and {i.actor, i.target} == set(pair) for i in incidents)
    return {
        "standoff": 100 * (ending == "stalemate"),
        "accusation": 5 * claims["honest"] + 17 * claims["false"] + 4 * costly,
        "lies": 20 * has_false_claim + 2 * answers + 2 * found_out,
        "desertion": (14 if ending == "alone" else 6) * (kinds["resigned"] > 0),
        "slaughter": 4 * kinds["fell"] + 2 * (ending == "alone"),
        "comeback": 3 * deficit - 3 if deficit >= FAR_BEHIND else 0,
        "race": {1: 10, 2: 7}.get(left, 0),
        "siege": 9 if besieged != NOBODY else 0,
        "duel": min(3 + in_pair // 2, MAX_DUEL_SCORE) if pair[0] != NOBODY else 0,
        "steady": 4,
    }
