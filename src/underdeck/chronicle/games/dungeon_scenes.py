"""The facts, names and cards of scenes of Dungeon."""

from collections.abc import Sequence
from dataclasses import dataclass

from underdeck.cards import TEN, rank_of
from underdeck.chronicle.games.dungeon_incidents import (
    CREATURES,
    FOUND_OUT,
    LIES,
    NOBODY,
    Incident,
    chaser_of,
    count_lies,
    leader_of,
    rival_depth,
)
from underdeck.chronicle.games.dungeon_plot import Plot, led_before
from underdeck.chronicle.story import Beat, Fact, Named, Ref
from underdeck.games.dungeon.moves import RANKS

Facts = dict[str, Fact]
Names = dict[str, Named]


@dataclass(frozen=True, slots=True)
class Cast:
    """The names of the prisoners."""

    players: Sequence[str | None]
    """The names that players chose; None, or too short a list, for a name from the texts."""
    viewer: int | None

    def name(self, seat: int) -> Ref | str:
        """Return a prisoner's name."""
        chosen = self.players[seat] if seat < len(self.players) else None
        return chosen or Ref("prisoner", "", seat)

    def roles(self, **seats: int) -> Names:
        """Return the names of the players in some roles, without those that nobody has."""
        return {role: self.name(seat) for role, seat in seats.items() if seat != NOBODY}

    def listed(self, seats: Sequence[int]) -> tuple[Ref | str, ...]:
        """Return several prisoners as one name."""
        return tuple(map(self.name, seats))


def creature_ref(strength: int, place: int) -> Ref:
    """Return the reference to the name of a creature; a tale uses several names for each."""
    return Ref("creature", RANKS[strength], place)


def rank_ref(rank: int) -> Ref:
    """Return the reference to the name of a rank."""
    return Ref("rank", RANKS[rank])


# The whole game


def story_facts(plot: Plot, cast: Cast, variant: str) -> Facts:
    """Return the facts about the whole game."""
    history, incidents = plot.history, plot.incidents
    passages = [i for i in incidents if i.scene == "false_dig"]
    answers = [i.outcome for i in incidents if i.kind == "fish" and i.outcome in LIES]
    exposed = [i for i in incidents if i.outcome in ("false", "checked")]
    return {
        "ending": plot.ending,
        "theme": plot.theme,
        "variant": variant,
        "players": history.players,
        "turns": history.turns,
        "survivors": len(history.alive),
        "deaths": sum(i.kind == "fell" for i in incidents),
        "resignations": sum(i.kind == "resigned" for i in incidents),
        "blows": sum(i.lost for i in incidents if i.kind != "resigned"),
        "lies_told": len(passages) + len(answers),
        "lies_caught": sum(o in FOUND_OUT for o in answers) + len(exposed),
        "has_viewer": int(cast.viewer is not None),
        "viewer_won": int(cast.viewer is not None and cast.viewer == history.winner),
        "is_duel": int(history.players == 2),
    }


def story_names(plot: Plot, cast: Cast) -> Names:
    """Return the names that every scene may use."""
    history = plot.history
    is_duel = history.players == 2 and history.winner != NOBODY
    feud: Names = {"feud": cast.listed(plot.pair)} if plot.theme == "duel" else {}
    return {
        **feud,
        "place": Ref("place"),
        "warden": Ref("warden"),
        "prisoners": cast.listed(range(history.players)),
        **cast.roles(
            winner=history.winner,
            loser=1 - history.winner if is_duel else NOBODY,
            rival=plot.rival,
            besieged=plot.besieged if plot.theme == "siege" else NOBODY,
            viewer=NOBODY if cast.viewer is None else cast.viewer,
        ),
    }


# One incident


def state_facts(incident: Incident, cast: Cast) -> Facts:
    """Return how the tunnels stand after an incident."""
    seat, after = incident.subject, incident.after
    return {
        "turn": incident.turn,
        "alive": incident.alive,
        "depth": after[seat],
        "left": incident.out - after[seat],
        "rival_depth": rival_depth(after, seat),
        "is_leader": int(leader_of(after) == seat),
        "by_viewer": int(incident.actor == cast.viewer),
        "on_viewer": int(incident.target == cast.viewer),
    }


def incident_facts(i: Incident, cast: Cast) -> Facts:
    """Return the facts about an incident."""
    facts = state_facts(i, cast)
    match i.scene:
        case "dig":
            facts |= {"milestone": i.milestone, "value": i.value, "honest": i.truth}
        case "false_dig":
            assert i.passage is not None
            facts |= {
                "milestone": i.milestone,
                "value": i.value,
                "fate": i.passage.fate,
                "is_creature": int(rank_of(i.passage.card) > TEN),
                "lies": count_lies(i.tunnel),
            }
        case "cave_in":
            facts |= {"value": i.value, "honest": i.truth, **blow_facts(i)}
        case "attack" | "fell":
            facts |= attack_facts(i) | blow_facts(i)
        case "fish":
            facts |= {
                "outcome": i.outcome,
                "cards": i.count,
                "honest": i.truth,
                "grudge": i.grudge,
                "is_needed": int(i.is_needed),
            }
        case "rob":
            facts |= {"is_known": int(i.rank > 0), "is_needed": int(i.is_needed)}
        case "counter":
            facts |= {
                "outcome": i.outcome,
                "creature": CREATURES[i.value],
                "counters": i.count,
            }
        case "ace":
            facts |= {"aces": i.count}
        case "accuse" | "last_accuse":
            facts |= {"lies": i.lies, "honest": i.truth, **blow_facts(i)}
        case _:  # resigned
            facts |= {
                "cards": i.count,
                "lost": i.lost,
                "before": i.before[i.actor],
                "is_last": int(i.is_last),
            }
    return facts


def attack_facts(i: Incident) -> Facts:
    """Return the facts about an attack and how it was met."""
    return {
        "creature": CREATURES[i.value],
        "strength": i.value,
        "by": i.by,
        "cards": i.count,
        "sum": i.total,
        "is_last": int(i.is_last),
    }


def blow_facts(i: Incident) -> Facts:
    """Return the facts about a blow, or about one that failed."""
    loser = i.target if i.loser == NOBODY else i.loser
    return {
        "outcome": i.outcome,
        "lost": i.lost,
        "before": i.before[loser],
        "is_on_leader": int(i.is_on_leader),
        "is_first_blood": int(i.is_first_blood),
        "grudge": i.grudge,
    }


def incident_names(i: Incident, cast: Cast) -> Names:
    """Return the names in an incident."""
    names = cast.roles(actor=i.actor, target=i.target)
    if i.actor != NOBODY:
        names |= actor_things(i.actor)
    if i.scene in ("dig", "false_dig"):
        names |= cast.roles(chaser=chaser_of(i.after, i.actor))
    if i.scene in ("attack", "fell", "fish", "rob", "counter"):
        names["creature"] = creature_ref(i.value, i.turn)
    if i.answer:
        names["answer"] = creature_ref(i.answer, i.turn + 1)
    if i.scene in ("accuse", "last_accuse"):
        names |= cast.roles(loser=i.loser)
    rank = rank_in(i)
    return {**names, "rank": rank_ref(rank)} if rank else names


def rank_in(i: Incident) -> int:
    """Return the rank that a text may name, 0 if there is none or it isn't known."""
    if i.scene == "false_dig":
        assert i.passage is not None
        return rank_of(i.passage.card)
    return i.rank if i.scene in ("cave_in", "fish", "rob") else 0


def actor_things(seat: int) -> Names:
    """Return the things that belong to a prisoner."""
    return {"crime": Ref("crime", "", seat), "tool": Ref("tool", "", seat)}


def incident_cards(i: Incident) -> tuple[int, ...]:
    """Return the cards in the margin of an incident, as far as they are known."""
    if i.kind == "dig":
        assert i.passage is not None
        return (i.passage.card,) if i.passage.card else ()
    return tuple(i.shown)


def incident_beat(i: Incident, phase: str, cast: Cast, weight: int) -> Beat:
    """Return the beat that tells an incident."""
    return Beat(
        i.scene,
        phase,
        i.first,
        i.last,
        incident_facts(i, cast),
        incident_names(i, cast),
        incident_cards(i),
        weight,
    )


# Beats that go with an incident


def revenge_beat(i: Incident, phase: str, cast: Cast) -> Beat:
    """Return the remark that a blow answers another one."""
    assert i.cause is not None
    facts: Facts = {
        "was": i.cause.kind.removeprefix("last_"),
        "reason": i.kind,
        "since": i.turn - i.cause.turn,
        "grudge": i.grudge,
        "turn": i.turn,
        "by_viewer": int(i.actor == cast.viewer),
        "on_viewer": int(i.target == cast.viewer),
    }
    names = cast.roles(actor=i.actor, target=i.target)
    return Beat("revenge", phase, i.first, i.last, facts, names)


def turning_beat(plot: Plot, phase: str, cast: Cast) -> Beat:
    """Return the remark that the lead has changed hands for good."""
    turning, winner = plot.turning, plot.history.winner
    assert turning is not None
    depths = turning.after
    facts: Facts = {
        "reason": turning.kind,
        "depth": depths[winner],
        "left": turning.out - depths[winner],
        "rival_depth": rival_depth(depths, winner),
        "turn": turning.turn,
        "alive": turning.alive,
        "by_viewer": int(winner == cast.viewer),
    }
    names = cast.roles(actor=winner, target=led_before(turning, winner)) | actor_things(winner)
    return Beat("turning", phase, turning.first, turning.last, facts, names)
