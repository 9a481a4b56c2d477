"""Which incidents of a game of Dungeon a full chronicle tells."""

from collections import Counter

from underdeck.cards import TWO
from underdeck.chronicle.games.dungeon_incidents import LIES, NOBODY, Incident
from underdeck.chronicle.games.dungeon_plot import Plot

MAX_TOLD = 9
"""Maximum number of incidents that a full chronicle tells, apart from deaths and the like."""
SAME_KIND, SAME_OUTCOME = 2, 5
"""How much less an incident counts for each one of its kind, or with its outcome, that is told."""
THEME_WEIGHT = 6
DIG_WEIGHTS = {"first": 8, "left": 3, "half": 13, "near": 15, "back": 15}
FISH_WEIGHTS = {
    "given": 6,
    "denied": 2,
    "doubtful": 2,
    "lied": 11,
    "caught": 15,
    "kept": 12,
    "burnt": 17,
    "wrong": 10,
}
ALWAYS = frozenset({"fell", "resigned", "last_accuse"})


def weight_of(plot: Plot, i: Incident) -> int:
    """Return how much an incident matters; 0 if it isn't told."""
    if i.kind == "dig" and (i.value == TWO or (i.scene == "dig" and not i.milestone)):
        return 0
    return _weight(i) + THEME_WEIGHT * suits_theme(plot, i) + 3 * (i.is_blow and i.grudge > 0)


def _weight(i: Incident) -> int:
    """Return how much an incident matters in any story."""
    depth = i.before[i.subject] if i.subject != NOBODY else 0
    blow = depth + 4 * i.is_on_leader + 5 * i.is_first_blood
    match i.scene:
        case "dig":
            return DIG_WEIGHTS[i.milestone]
        case "false_dig":
            return 5 + depth
        case "cave_in":
            return {"hit": 8 + blow, "saved": 14}.get(i.outcome, 3 + depth // 2)
        case "attack":
            return 6 + blow if i.outcome == "retreat" else 4 + depth // 2 + 3 * (i.by != "cards")
        case "fish":
            return FISH_WEIGHTS[i.outcome] + 4 * i.is_needed + i.count // 2
        case "rob":
            return 3 + (4 + depth // 2) * i.is_needed
        case "counter":
            return 11 if i.outcome == "cancelled" else 14
        case "ace":
            return 3 + 2 * i.count
        case "accuse":
            return 9 + 2 * i.lost
    return 30


def suits_theme(plot: Plot, i: Incident) -> bool:
    """Return whether an incident is what the theme is about."""
    match plot.theme:
        case "lies":
            return i.scene == "false_dig" or (i.kind == "fish" and i.outcome in LIES)
        case "accusation":
            return i.kind == "accuse"
        case "slaughter":
            return i.kind == "attack"
        case "siege":
            return i.is_hit and i.target == plot.besieged and i.is_on_leader
        case "duel":
            return i.is_hit and {i.actor, i.target} == set(plot.pair)
        case "comeback":
            winner = plot.history.winner
            return (i.lost > 0 and i.target == winner) or i.milestone == "back"
        case "race":
            return i.milestone == "near"
    return False


def choose_incidents(plot: Plot) -> list[Incident]:
    """Return the incidents that a full chronicle tells, in their order, and the turning point."""
    weights = [(weight_of(plot, incident), incident) for incident in plot.incidents]
    chosen = [i for _, i in weights if is_always_told(plot, i)]
    rest = [(weight, i) for weight, i in weights if weight and not is_always_told(plot, i)]
    kinds = Counter(i.scene for i in chosen)
    outcomes = Counter((i.scene, i.outcome) for i in chosen)
    while rest and len(chosen) < MAX_TOLD:
        best = max(
            rest,
            key=lambda item: (
                item[0]
                - SAME_KIND * kinds[item[1].scene]
                - SAME_OUTCOME * outcomes[item[1].scene, item[1].outcome],
                -item[1].first,
            ),
        )
        rest.remove(best)
        chosen.append(best[1])
        kinds[best[1].scene] += 1
        outcomes[best[1].scene, best[1].outcome] += 1
    return [incident for incident in plot.incidents if incident in chosen]


def is_always_told(plot: Plot, i: Incident) -> bool:
    """Return whether a full chronicle can't leave an incident out."""
    return i.kind in ALWAYS or i.milestone == "first" or i is plot.turning
