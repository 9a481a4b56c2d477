"""The check of what a chronicle of Dungeon says about the whole game."""

from collections.abc import Sequence
from itertools import combinations

from chronicle.dungeon_incidents import CAUGHT
from chronicle.dungeon_truth import DungeonTruth
from underdeck.chronicle.chronicle import Chronicle
from underdeck.chronicle.story import Beat, Named, Ref, Story


class StoryCheck:
    """Compares the facts and names that all texts may use, and the plan, with the truth."""

    def __init__(
        self, tale: Chronicle, story: Story, truth: DungeonTruth, chosen: Sequence[str | None]
    ) -> None:
        self.tale, self.story, self.truth = tale, story, truth
        self.lines = tale.lines
        """The texts of the tale, with the beats that they tell."""
        self.seat = tale.seat
        """The seat whose knowledge it is told from, or None."""
        self.chosen = chosen
        """The names that players chose, by seat."""
        self.whole = truth.story(tale.seat)

    # Prisoners

    def seat_of(self, named: Named) -> int:
        """Return the seat of a prisoner."""
        if isinstance(named, Ref):
            assert named.table == "prisoner"
            assert self.chosen[named.place] is None
            return named.place
        assert isinstance(named, str)
        return self.chosen.index(named)

    def seat_in(self, beat: Beat, name: str) -> int | None:
        """Return the seat that a beat names, or None."""
        return self.seat_of(beat.names[name]) if name in beat.names else None

    def seats_of(self, named: Named) -> list[int]:
        """Return the seats of several prisoners."""
        assert not isinstance(named, (Ref, str))
        return [self.seat_of(each) for each in named]

    def rivals(self) -> list[int]:
        """Return the prisoners who may be called the rival of the winner."""
        truth = self.truth
        if truth.ending == "alone":
            return [truth.leavers[-1][0]]
        losers = self.losers()
        best = max(map(truth.final.depth, losers))
        return [seat for seat in losers if truth.final.depth(seat) == best]

    def losers(self) -> list[int]:
        """Return the seats that didn't win."""
        return [seat for seat in self.truth.seats if seat != self.truth.winner]

    # Facts, names and the plan

    def check_story(self) -> None:
        """Check the facts and names that every text may use."""
        facts, names, winner = self.story.facts, self.story.names, self.truth.winner
        assert {name: facts[name] for name in facts if name != "theme"} == self.whole
        assert self.seats_of(names["prisoners"]) == list(self.truth.seats)
        wanted = {"viewer": self.seat, "winner": winner, "loser": None}
        if winner is not None and len(self.truth.seats) == 2:
            wanted["loser"] = 1 - winner
        for name, seat in wanted.items():
            found = self.seat_of(names[name]) if name in names else None
            assert found == seat, ("story", name)
        assert ("rival" in names) == (winner is not None)
        if winner is not None:
            assert self.seat_of(names["rival"]) in self.rivals()
        self.check_theme(str(facts["theme"]))

    def check_theme(self, theme: str) -> None:
        """Check that the game is about what its theme says, and about nothing if it is steady."""
        names, pairs, besieged = self.story.names, self.feuds(), self.besieged()
        holds = {
            "duel": bool(pairs),
            "lies": self.has_lies(),
            "accusation": self.has_accusations(),
            "slaughter": self.whole["deaths"] != 0,
            "siege": bool(besieged),
            "comeback": self.truth.ending == "escaped" and self.deficit() >= 3,
            "race": self.truth.winner is not None
            and max(map(self.truth.final.depth, self.losers()))
            in (self.truth.way - 2, self.truth.way - 1),
            "desertion": self.whole["resignations"] != 0,
            "standoff": self.truth.ending == "stalemate",
        }
        assert holds.get(theme, not any(holds.values())), ("theme", theme, holds)
        assert ("feud" in names) == (theme == "duel")
        assert ("besieged" in names) == (theme == "siege")
        if "feud" in names:
            first, second = sorted(self.seats_of(names["feud"]))
            assert pairs[first, second] == max(pairs.values())
        if "besieged" in names:
            assert self.seat_of(names["besieged"]) in besieged

    def has_lies(self) -> bool:
        """Return whether there were enough lies, as far as they are known."""
        questions = [each for each in self.truth.incidents if each.kind == "fish"]
        known = [self.truth.facts(each, self.seat)["honest"] for each in questions]
        return (
            known.count("no") >= 2
            or any(each.outcome in CAUGHT for each in questions)
            or any(each.outcome == "checked" for each in self.truth.incidents)
            or self.whole["ending"] == "escaped_lie"
        )

    def has_accusations(self) -> bool:
        """Return whether an accusation was costly, or made at the claim of escape."""
        return any(
            (each.kind == "last_accuse" and each.actor is not None)
            or (each.kind == "accuse" and each.lost >= 3)
            for each in self.truth.incidents
        )

    def feuds(self) -> dict[tuple[int, int], int]:
        """Return the pairs that hit each other at least twice each, and how often they did."""
        hits = [(each.actor, each.target) for each in self.truth.incidents if each.is_hit]
        return {
            (a, b): hits.count((a, b)) + hits.count((b, a))
            for a, b in combinations(self.truth.seats, 2)
            if min(hits.count((a, b)), hits.count((b, a))) >= 2
        }

    def besieged(self) -> list[int]:
        """Return the losers who were hit at least three times while alone in the lead."""
        hits = [
            each.target
            for each in self.truth.incidents
            if each.is_hit and self.truth.facts(each, self.seat)["is_on_leader"]
        ]
        return [seat for seat in self.losers() if hits.count(seat) >= 3]

    def deficit(self) -> int:
        """Return the maximum number of passages that the winner was behind."""
        winner = self.truth.winner
        assert winner is not None
        return max(m.best_other(winner) - m.depth(winner) for m in self.truth.moments)

    def check_plot(self) -> None:
        """Check the plan as data."""
        plot, truth = self.tale.plot, self.truth
        assert plot == self.story.plot
        assert plot["ending"] == self.whole["ending"]
        assert plot["theme"] == self.story.facts["theme"]
        assert plot["turns"] == self.whole["turns"]
        assert plot["winner"] == (-1 if truth.winner is None else truth.winner)
        assert plot["rival"] in (self.rivals() if truth.winner is not None else [-1])
        losses = [
            (each.lost, truth.turn_of(each.last), -1 if each.actor is None else each.actor)
            for each in truth.incidents
            if each.kind != "resigned" and each.lost
        ]
        most = max((lost for lost, _, _ in losses), default=0)
        blow = tuple(plot[f"biggest_blow{part}"] for part in ("", "_turn", "_by"))
        assert blow in [loss for loss in losses if loss[0] == most] or blow == (0, 0, -1)
        assert blow[0] == most
