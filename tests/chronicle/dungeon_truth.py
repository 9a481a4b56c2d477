"""What really happened in a game of Dungeon, to check chronicles against.

Every fact is worked out from the oracle's tables before and after the moves of an incident. From a
seat's point of view it is what this seat could know.
"""

from itertools import pairwise

from chronicle.dungeon_incidents import CAUGHT, Incident, Incidents
from chronicle.dungeon_replay import Moment, Passage
from underdeck.chronicle.story import Fact

VARIANTS = ("pitch_black", "almost_black", "jokers_wild")
REFUTED = frozenset({"false", "checked"})
"""Outcomes of an accusation or a check of a false tunnel."""
OF_TARGET = frozenset({"cave_in", "attack", "fell", "accuse", "last_accuse"})
"""The kinds whose facts about a tunnel are about the target's."""


class DungeonTruth(Incidents):
    """The facts of a finished game."""

    # What a seat knows; without a seat everything is known

    def knows(self, passage: Passage, seat: int | None) -> bool:
        """Return whether a seat ever knew the card of a passage.

        Everybody knows a joker whose owner was asked to save it (§12.2).
        """
        if seat in (None, passage.seat) or not self.is_pitch or passage in self.shown:
            return True
        return passage in self.asked_jokers

    def proves(self, cave: Incident, seat: int | None) -> bool:
        """Return whether a seat knows if the front is honest that a cave-in was tried on.

        A player who hits knows its true value; one who misses with the claimed value knows that
        it is false (§14.3).
        """
        assert cave.passage is not None
        is_proof = cave.outcome == "hit" or cave.tried == cave.passage.claim
        return self.knows(cave.passage, seat) or (cave.actor == seat and is_proof)

    def knows_answer(self, fish: Incident, seat: int | None) -> bool:
        """Return whether a seat knows if an answer was true: others only know what was checked."""
        return fish.outcome not in ("lied", "denied") or seat in (None, fish.target)

    def knows_rank(self, incident: Incident, seat: int | None) -> bool:
        """Return whether a seat knows what was asked for, taken, tried or laid."""
        if seat in (None, incident.actor):
            return True
        match incident.kind:
            case "rob":
                return not self.is_dark
            case "cave_in":
                return not self.is_pitch
            case "false_dig":
                return incident.passage in self.shown
        return True

    def cards(self, incident: Incident) -> dict[str, frozenset[int]]:
        """Return the cards that were in play, and who has seen them by the end."""
        seen = dict(incident.cards)
        if passage := incident.passage:
            seers = frozenset(seat for seat in self.seats if self.knows(passage, seat))
            seen[passage.card] = seen.get(passage.card, frozenset()) | seers
        return seen

    # Moments

    def after_turn(self, turn: int) -> Moment:
        """Return the table at the end of a turn."""
        for before, after in pairwise(self.moments):
            if before.turn == turn < after.turn:
                return after
        return self.final

    def state(self, seat: int, step: int) -> dict[str, Fact]:
        """Return the facts about a player's tunnel after a move."""
        after = self.moments[step]
        return {
            "depth": after.depth(seat),
            "left": self.way - after.depth(seat),
            "rival_depth": after.best_other(seat),
            "is_leader": int(after.leads(seat)),
            "alive": len(after.alive),
            "turn": self.turn_of(step),
        }

    # One incident

    def fate(self, passage: Passage) -> str:
        """Return what became of a false passage."""
        if passage in self.final.tunnels[passage.seat]:
            return "stood"
        shown = self.shown.get(passage)
        is_caught = any(
            each.outcome in REFUTED and each.target == passage.seat and each.last == shown
            for each in self.incidents
        )
        return "caught" if is_caught else "lost"

    def grudge(self, incident: Incident) -> int:
        """Return the number of earlier blows of the target against the actor."""
        earlier = self.incidents[: self.incidents.index(incident)]
        answered = (incident.target, incident.actor)
        return sum(each.is_blow and (each.actor, each.target) == answered for each in earlier)

    def is_first_blood(self, incident: Incident) -> int:
        """Return whether it is the first to cost passages or life; giving up doesn't count."""
        bloody = (
            each
            for each in self.incidents
            if each.kind == "fell" or (each.lost and each.kind != "resigned")
        )
        return int(next(bloody, None) is incident)

    def facts(self, incident: Incident, seat: int | None) -> dict[str, Fact]:
        """Return everything about an incident from what a seat knew."""
        about = incident.target if incident.kind in OF_TARGET else incident.actor
        assert about is not None
        before = self.moments[incident.last - 1]
        is_decisive = incident.last == self.end and self.ending == "alone"
        facts = self.state(about, incident.last) | incident.facts
        facts |= {
            "by_viewer": int(seat is not None and incident.actor == seat),
            "on_viewer": int(seat is not None and incident.target == seat),
            "is_last": int(is_decisive and incident.kind in ("fell", "resigned")),
            "lost": incident.lost,
            "is_first_blood": self.is_first_blood(incident),
        }
        if incident.loser is not None:
            facts["before"] = before.depth(incident.loser)
        if incident.target is not None:
            facts["is_on_leader"] = int(before.leads(incident.target))
            facts["grudge"] = self.grudge(incident)
        if incident.outcome == "checked":  # perhaps by the same move as the last passage (D-26)
            facts |= {"before": self.way, "is_on_leader": 1}
        return facts | self._known_facts(incident, seat)

    def _known_facts(self, incident: Incident, seat: int | None) -> dict[str, Fact]:
        """Return the facts about an incident that not everybody may know."""
        match incident.kind:
            case "dig" | "false_dig" | "cave_in":
                return self._passage_facts(incident, seat)
            case "accuse" | "last_accuse":
                return {"honest": "no" if incident.facts["lies"] else "yes"}
            case "fish" if not self.knows_answer(incident, seat):
                needed = self.is_needed(incident, seat)
                return {"honest": "unknown", "outcome": "doubtful", "is_needed": needed}
            case "fish":
                honest = "no" if incident.is_lie else "yes"
                return {"honest": honest, "is_needed": self.is_needed(incident, seat)}
            case "rob":
                is_known = int(self.knows_rank(incident, seat))
                return {"is_known": is_known, "is_needed": self.is_needed(incident, seat)}
        return {}

    def is_needed(self, call: Incident, seat: int | None) -> int:
        """Return whether a seat must think that the actor needed what was asked for or taken."""
        is_held = call.is_held and seat in (None, call.actor)
        return int(call.is_next and self.knows_rank(call, seat) and not is_held)

    def _passage_facts(self, incident: Incident, seat: int | None) -> dict[str, Fact]:
        passage = incident.passage
        assert passage is not None
        is_cave = incident.kind == "cave_in"
        is_known = self.proves(incident, seat) if is_cave else self.knows(passage, seat)
        honest = ("no" if passage.is_false else "yes") if is_known else "unknown"
        tunnel = (*self.moments[incident.last - 1].tunnels[passage.seat], passage)
        lies = sum(each.is_false and self.knows(each, seat) for each in tunnel)
        return {"honest": honest, "fate": self.fate(passage), "lies": lies}

    # The whole game

    def story(self, seat: int | None) -> dict[str, Fact]:
        """Return the facts about the whole game, except its theme."""
        tunnel = () if self.winner is None else self.final.tunnels[self.winner]
        is_lie = self.ending == "escaped" and any(passage.is_false for passage in tunnel)
        caught = sum(each.outcome in CAUGHT | REFUTED for each in self.incidents)
        return {
            "ending": "escaped_lie" if is_lie else self.ending,
            "variant": next((name for name in VARIANTS if self.options[name]), "standard"),
            "players": len(self.seats),
            "turns": self.final.turn,
            "survivors": len(self.final.alive),
            "deaths": sum(how == "fell" for _, how in self.leavers),
            "resignations": sum(how == "resigned" for _, how in self.leavers),
            "blows": sum(each.lost for each in self.incidents if each.kind != "resigned"),
            "lies_told": self.lies_told(seat),
            "lies_caught": caught,
            "has_viewer": int(seat is not None),
            "viewer_won": int(seat is not None and seat == self.winner),
            "is_duel": int(len(self.seats) == 2),
        }

    def lies_told(self, seat: int | None) -> int:
        """Return the number of false answers and passages that a seat knows of."""
        answers = (each for each in self.incidents if each.kind == "fish" and each.is_lie)
        passages = (
            each.passage for each in self.incidents if each.kind == "false_dig" and each.passage
        )
        return sum(self.knows_answer(each, seat) for each in answers) + sum(
            self.knows(passage, seat) for passage in passages
        )
