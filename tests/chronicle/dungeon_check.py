"""The check of a chronicle of Dungeon: facts, names, cards, numbers and order."""

import re
from functools import cache

from chronicle.dungeon_incidents import Incident
from chronicle.dungeon_story_check import StoryCheck
from oracle.dungeon.cards import JOKER, rank_of
from underdeck.cards import code_of
from underdeck.chronicle.chronicle import Line
from underdeck.chronicle.numbers import number
from underdeck.chronicle.story import Beat, Fact, Ref

STATE = "depth left rival_depth is_leader alive turn by_viewer on_viewer"
BLOW = f"lost before is_on_leader is_first_blood grudge {STATE}"
INCIDENTS = {
    "dig": f"milestone value honest {STATE}",
    "false_dig": f"value fate is_creature lies {STATE}",
    "cave_in": f"outcome value honest {BLOW}",
    "attack": f"outcome creature strength by cards sum {BLOW}",
    "fell": f"creature strength grudge is_first_blood cards is_last {STATE}",
    "fish": f"outcome cards honest grudge is_needed {STATE}",
    "rob": f"is_known is_needed {STATE}",
    "counter": f"creature outcome counters {STATE}",
    "ace": "aces",
    "accuse": f"outcome lies {BLOW}",
    "last_accuse": f"outcome lies {BLOW}",
    "resigned": f"cards lost before is_last {STATE}",
}
"""The facts that `dungeon_terms` promises for each kind of incident."""
OTHERS = {
    "opening": "by",
    "skip": "skipped turn depth left alive hits",
    "turning": "reason depth left rival_depth turn alive",
    "revenge": "was reason since grudge",
    "near_win": "is_end left depth is_held turn",
    "escaped": "was_accused margin depth left rival_depth is_leader alive turn by_viewer",
    "escaped_lie": "lies margin depth left rival_depth is_leader alive turn by_viewer",
    "alone": f"reason {STATE}",
    "stalemate": "reason depth left alive",
    "epilogue": "",
}
"""The facts that it promises for other kinds of scenes."""
ENDINGS = ("escaped", "escaped_lie", "alone", "stalemate")
PHASES = ("opening", "digging", "struggle", "stretch", "ending")
PRISONERS = frozenset({"actor", "target", "winner", "loser", "rival", "chaser", "besieged"}) | {
    "viewer",
    "leader",
    "nearest",
}
"""Names of one prisoner."""
PRISONER_LISTS = frozenset({"prisoners", "feud", "survivors_list"})
UNCHECKED = frozenset({"milestone", "kind"})
"""Facts that are checked on their own."""


class Check(StoryCheck):
    """Compares a chronicle with the truth."""

    def run(self) -> None:
        """Check everything."""
        self.check_story()
        self.check_plot()
        for place in range(len(self.lines)):
            self.check_line(place)
        self.check_order()

    def check_line(self, place: int) -> None:
        """Check one of the texts, and the beat that it tells."""
        self.check_beat(place)
        self.check_text(self.lines[place])

    # Beats

    def kind_of(self, beat: Beat) -> str:
        """Return the kind of scene that a beat tells, for short chronicles too."""
        match beat.kind:
            case "short_opening":
                return "opening"
            case "short_middle":
                return str(beat.facts["kind"])
            case "short_ending":
                return str(self.whole["ending"])
        return beat.kind

    def check_beat(self, place: int) -> None:
        """Check the facts, the names and the cards of a beat."""
        beat = self.lines[place].beat
        kind = self.kind_of(beat)
        if kind == "none":
            assert set(beat.facts) == {"kind"}
            assert (beat.names, beat.cards, beat.first, beat.last) == ({}, (), 0, 0)
            return
        assert set((INCIDENTS | OTHERS)[kind].split()) <= beat.facts.keys(), (kind, "promised")
        if kind in INCIDENTS:
            self.check_incident(beat, self.incident_of(beat))
        elif kind == "revenge":
            self.check_revenge(place)
        else:
            self.compare(beat, getattr(self, f"expect_{kind}")(beat))
        self.check_possessions(beat)

    def compare(self, beat: Beat, expected: dict[str, Fact]) -> None:
        """Compare all facts of a beat."""
        for name, fact in beat.facts.items():
            if name not in UNCHECKED:
                wanted = expected.get(name)
                assert fact == wanted, (beat.kind, name, fact, wanted, beat)

    def check_possessions(self, beat: Beat) -> None:
        """Check that crimes and tools are those of the actor; afterwards, of the winner."""
        owner = self.truth.winner if beat.kind == "epilogue" else self.seat_in(beat, "actor")
        for name in ("crime", "tool"):
            assert beat.names.get(name) in (None, Ref(name, "", -1 if owner is None else owner))

    def check_cards(self, beat: Beat, cards: dict[str, frozenset[int]]) -> None:
        """Check that the cards in the margin were in play there, and seen by the seat."""
        for code in map(code_of, beat.cards):
            assert code in cards, (beat.kind, "card", code, cards)
            assert self.seat is None or self.seat in cards[code], (beat.kind, "seen", code, beat)

    def by_viewer(self, seat: int | None) -> int:
        """Return whether it is told from what a seat knew."""
        return int(self.seat is not None and self.seat == seat)

    # Incidents

    def incident_of(self, beat: Beat) -> Incident:
        """Return the incident that a beat tells."""
        kind = self.kind_of(beat)
        kinds = {kind, "false_dig"} if kind == "dig" else {kind}
        (found,) = (
            each
            for each in self.truth.incidents
            if each.kind in kinds and (each.first, each.last) == (beat.first, beat.last)
        )
        return found

    def check_incident(self, beat: Beat, incident: Incident) -> None:
        """Check a beat that tells an incident."""
        truth, kind = self.truth, self.kind_of(beat)
        self.compare(beat, truth.facts(incident, self.seat))
        assert self.seat_in(beat, "actor") == incident.actor
        assert self.seat_in(beat, "target") == incident.target
        if kind in ("accuse", "last_accuse"):
            assert self.seat_in(beat, "loser") == incident.loser
        if kind in ("dig", "false_dig"):
            assert incident.passage is not None
            is_known_lie = incident.passage.is_false and truth.knows(incident.passage, self.seat)
            assert kind == ("false_dig" if is_known_lie else "dig")
            self.check_milestone(beat, incident)
            self.check_chaser(beat, incident)
        for name in ("creature", "answer", "rank"):
            ref = beat.names.get(name)
            is_hidden = name == "rank" and not truth.knows_rank(incident, self.seat)
            wanted = None if is_hidden or kind == "dig" else incident.keys.get(name)
            assert (ref.key if isinstance(ref, Ref) else ref) == wanted, (kind, name, ref, wanted)
        self.check_cards(beat, truth.cards(incident))

    def check_milestone(self, beat: Beat, incident: Incident) -> None:
        """Check the reason for which a passage is told."""
        truth, actor = self.truth, incident.actor
        assert actor is not None
        depth = truth.moments[incident.last].depth(actor)
        earlier = truth.moments[: incident.last]
        own = [moment.depth(actor) for moment in earlier]
        best = max(moment.depth(seat) for moment in earlier for seat in truth.seats)
        half, near = (4, (5,)) if truth.way == 6 else (5, (7, 8))
        since_half = own[len(own) - own[::-1].index(half) :] if half in own else []
        holds = {
            "first": best == 0,
            "left": max(own) == 0,
            "half": depth == half > best,
            "near": depth in near and max(own) < near[0],
            "back": depth == half and min(since_half, default=half) <= 1,
        }
        milestone = str(beat.facts["milestone"])
        assert holds[milestone] if milestone else beat.kind != "dig", ("milestone", beat)

    def check_chaser(self, beat: Beat, incident: Incident) -> None:
        """Check who has the deepest tunnel of the others."""
        after = self.truth.moments[incident.last]
        others = [seat for seat in self.truth.seats if seat != incident.actor]
        best = max(map(after.depth, others))
        deepest = [seat for seat in others if best and after.depth(seat) == best]
        assert self.seat_in(beat, "chaser") == (deepest[0] if len(deepest) == 1 else None)

    def check_revenge(self, place: int) -> None:
        """Check that a blow answers an earlier one that was told."""
        beats = [each.beat for each in self.lines]
        beat, answer = beats[place], self.incident_of(beats[place - 1])
        turn = self.truth.turn_of(answer.last)
        since = int(beat.facts["since"])
        causes = [
            each
            for each in map(
                self.incident_of, (b for b in beats[: place - 1] if b.kind in INCIDENTS)
            )
            if each.is_blow
            and (each.actor, each.target) == (answer.target, answer.actor)
            and each.kind.removeprefix("last_") == beat.facts["was"]
            and self.truth.turn_of(each.last) == turn - since
        ]
        assert answer.is_blow
        assert causes
        assert since >= 1
        assert (beat.first, beat.last) == (answer.first, answer.last)
        assert self.seat_in(beat, "actor") == answer.actor
        assert self.seat_in(beat, "target") == answer.target
        assert not beat.cards
        expected: dict[str, Fact] = {
            "was": beat.facts["was"],
            "reason": answer.kind,
            "since": since,
            "grudge": self.truth.grudge(answer),
            "turn": turn,
            "by_viewer": self.by_viewer(answer.actor),
            "on_viewer": self.by_viewer(answer.target),
        }
        self.compare(beat, expected)

    # Beats that don't tell an incident

    def expect_opening(self, beat: Beat) -> dict[str, Fact]:
        """Return who begins, and why."""
        truth = self.truth
        first = next((moment.current for moment in truth.moments if moment.turn), None)
        assert self.seat_in(beat, "actor") == first
        assert (beat.first, beat.last) == (0, 0)
        assert set(map(code_of, beat.cards)) <= truth.bids
        return {"by": "lot" if truth.was_lot else "bid", "by_viewer": self.by_viewer(first)}

    def expect_skip(self, beat: Beat) -> dict[str, Fact]:
        """Return what happened in the turns that were passed over."""
        truth = self.truth
        turns = [truth.turn_of(step) for step in range(truth.end + 1)]
        steps = range(beat.first, beat.last + 1)
        skipped = {turns[step] for step in steps}
        assert steps, ("skip", "steps")
        assert beat.first == 1 or turns[beat.first - 1] not in skipped
        assert turns[beat.last + 1] not in skipped
        others = [each.beat for each in self.lines if each.beat.kind in INCIDENTS]
        assert skipped.isdisjoint(turns[other.last] for other in others)
        after = truth.after_turn(max(skipped))
        assert self.seat_in(beat, "leader") == after.leader()
        assert not beat.cards
        depth = max(map(after.depth, truth.seats))
        return {
            "skipped": len(skipped),
            "turn": max(skipped),
            "depth": depth,
            "left": truth.way - depth,
            "alive": len(after.alive),
            "hits": sum(each.lost for each in truth.incidents if turns[each.last] in skipped),
        }

    def expect_turning(self, beat: Beat) -> dict[str, Fact]:
        """Return how the winner took the lead for good."""
        truth, winner = self.truth, self.truth.winner
        assert winner is not None
        step = max(i for i, moment in enumerate(truth.moments) if not moment.leads(winner)) + 1
        before, target = truth.moments[step - 1], self.seat_in(beat, "target")
        assert beat.last == step
        assert self.seat_in(beat, "actor") == winner
        assert target in self.losers()
        assert target is not None
        assert before.depth(target) >= before.depth(winner)
        assert not beat.cards
        reason = beat.facts["reason"]
        reasons = [
            (each.first, each.kind.removeprefix("false_"))
            for each in truth.incidents
            if each.last == step
        ]
        assert (beat.first, reason) in reasons
        facts = truth.state(winner, step)
        return {**facts, "reason": reason, "by_viewer": self.by_viewer(winner)}

    def expect_near_win(self, beat: Beat) -> dict[str, Fact]:
        """Return how near the nearest loser was, not counting claims that were refuted."""
        truth, actor = self.truth, self.seat_in(beat, "actor")
        refuted = {each.target for each in truth.incidents if each.kind == "last_accuse"}
        is_end = bool(beat.facts["is_end"])
        losers = [seat for seat in self.losers() if is_end or seat not in refuted]
        moments = [truth.final] if is_end else truth.moments
        depth = max(moment.depth(seat) for moment in moments for seat in losers)
        assert actor in losers
        assert actor is not None
        there = [
            truth.turn_of(step)
            for step, moment in enumerate(truth.moments)
            if moment.depth(actor) == depth
        ]
        turn = truth.final.turn if is_end else beat.facts["turn"]
        assert is_end or turn in there
        assert not beat.cards
        assert (beat.first, beat.last) == (truth.end, truth.end)
        wanted = {str(truth.way + 1 - depth), JOKER}
        is_held = not wanted.isdisjoint(map(rank_of, truth.final.hands[actor]))
        plan = tuple(self.tale.plot[f"nearest{part}"] for part in ("", "_depth", "_turn"))
        assert plan == (actor, depth, turn)
        return {
            "is_end": int(truth.final.depth(actor) == depth),
            "turn": turn,
            "depth": depth,
            "left": truth.way - depth,
            "is_held": int(is_end and is_held and self.seat in (None, actor)),
            "by_viewer": self.by_viewer(actor),
        }

    def expect_escaped(self, beat: Beat) -> dict[str, Fact]:
        """Return the facts of an escape."""
        truth, winner = self.truth, self.truth.winner
        assert winner is not None
        assert self.seat_in(beat, "actor") == winner
        assert (beat.first, beat.last) == (truth.end, truth.end)
        tunnel = truth.final.tunnels[winner]
        self.check_cards(beat, {p.card: frozenset(truth.seats) for p in tunnel})
        last = truth.incidents[-1]
        return truth.state(winner, truth.end) | {
            "by_viewer": self.by_viewer(winner),
            "was_accused": int(last.kind == "last_accuse" and last.last == truth.end),
            "margin": truth.way - truth.final.best_other(winner),
            "lies": sum(passage.is_false for passage in tunnel),
        }

    expect_escaped_lie = expect_escaped

    def expect_alone(self, beat: Beat) -> dict[str, Fact]:
        """Return the facts of a win by the last one left."""
        truth, winner = self.truth, self.truth.winner
        leaver, how = truth.leavers[-1]
        assert winner is not None
        assert self.seat_in(beat, "actor") == winner
        assert self.seat_in(beat, "target") == leaver
        assert (beat.first, beat.last) == (truth.end, truth.end)
        assert not beat.cards
        return truth.state(winner, truth.end) | {
            "reason": how,
            "by_viewer": self.by_viewer(winner),
            "on_viewer": self.by_viewer(leaver),
        }

    def expect_stalemate(self, beat: Beat) -> dict[str, Fact]:
        """Return the facts of a stalemate."""
        truth, final = self.truth, self.truth.final
        depth = max(map(final.depth, truth.seats))
        assert self.seat_in(beat, "leader") == final.leader()
        assert self.seats_of(beat.names["survivors_list"]) == sorted(final.alive)
        assert (beat.first, beat.last) == (truth.end, truth.end)
        assert not beat.cards
        return {
            "reason": "limit" if final.turn == truth.options["turn_limit"] else "idle",
            "depth": depth,
            "left": truth.way - depth,
            "alive": len(final.alive),
            "turn": final.turn,
        }

    def expect_epilogue(self, beat: Beat) -> dict[str, Fact]:
        """Check the names of an epilogue, which has no facts of its own."""
        nearest = self.seat_in(beat, "nearest")
        assert (beat.first, beat.last) == (self.truth.end, self.truth.end)
        assert self.tale.plot["nearest"] == (-1 if nearest is None else nearest)
        assert not beat.cards
        return {}

    # Texts and their order

    def check_text(self, each: Line) -> None:
        """Check the names and numbers in a text."""
        facts = {**self.story.facts, **each.beat.facts}
        names = {**self.story.names, **each.beat.names}
        for name, form, text in each.slots:
            if form == "number":
                n = int(facts[name])
                forms = number_forms(self.tale.language, n)
                assert n == 1 or any(form in text for form in forms), (each.origin, name, n, text)
            elif name in PRISONERS and isinstance(names[name], str):
                assert text == self.chosen[self.seat_of(names[name])], (each.origin, name)
            elif name in PRISONER_LISTS:
                for seat, chosen in enumerate(self.chosen):
                    is_listed = seat in self.seats_of(names[name])
                    assert chosen is None or (chosen in text) == is_listed, (each.origin, name)
        filled = " ".join(text for _, _, text in each.slots)
        assert all(n is None or n not in each.text or n in filled for n in self.chosen), each.origin
        for word in re.findall(r"[\w-]+", each.text.lower()):
            if word in number_words(self.tale.language) or any(map(str.isdigit, word)):
                assert word in filled.lower(), (each.origin, word)

    def check_order(self) -> None:
        """Check that nothing is told before something that was decided earlier, or twice."""
        beats = [each.beat for each in self.lines]
        assert [b for b in self.story.beats if b not in self.tale.missing] == beats
        lasts = [beat.last for beat in beats]
        phases = [PHASES.index(beat.phase) for beat in beats]
        incidents = [self.incident_of(beat) for beat in beats if beat.kind in INCIDENTS]
        places = [self.truth.incidents.index(incident) for incident in incidents]
        assert lasts == sorted(lasts)
        assert phases == sorted(phases)
        assert places == sorted(set(places))
        assert all(0 <= beat.first <= beat.last <= self.truth.end for beat in beats)


def number_forms(language: str, n: int) -> list[str]:
    """Return the words for a number; in Spanish also those before a noun."""
    word = number(language, n)
    stem = word.removesuffix("uno")
    return [word] if stem == word else [word, stem + "un", stem + "ún", stem + "una"]


@cache
def number_words(language: str) -> frozenset[str]:
    """Return the words for numbers from 2."""
    return frozenset(number(language, n) for n in range(2, 101) if " " not in number(language, n))
