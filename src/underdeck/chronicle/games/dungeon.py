"""The planner of Dungeon: which beats of a game its chronicle tells."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import MappingProxyType

from underdeck.career.games.dungeon import variant_of
from underdeck.chronicle.games.dungeon_choice import choose_incidents, suits_theme, weight_of
from underdeck.chronicle.games.dungeon_history import History
from underdeck.chronicle.games.dungeon_incidents import (
    NOBODY,
    Incident,
    count_lies,
    leader_of,
    rival_depth,
)
from underdeck.chronicle.games.dungeon_plot import Plot, plot_of
from underdeck.chronicle.games.dungeon_scenes import (
    Cast,
    Facts,
    Names,
    actor_things,
    incident_beat,
    incident_cards,
    incident_facts,
    incident_names,
    revenge_beat,
    story_facts,
    story_names,
    turning_beat,
)
from underdeck.chronicle.games.dungeon_terms import FACTS, KINDS, NAMES
from underdeck.chronicle.story import Beat, Length, Story, Storyteller
from underdeck.games.dungeon.options import Options
from underdeck.playthrough import AnyPlaythrough

MIN_SKIP = 3
"""Minimum number of turns that a `skip` passes over."""
MAX_SKIPS = 3
MAX_REVENGES = 2
LAST_PART = 0.7
"""The part of the turns after which the last stretch begins, without a turning point."""


class DungeonStoryteller(Storyteller):
    """Plans the chronicles of Dungeon."""

    game = "dungeon"
    phases = ("opening", "digging", "struggle", "stretch", "ending")
    kinds = MappingProxyType(KINDS)
    facts = MappingProxyType(FACTS)
    names = MappingProxyType(NAMES)

    def story(
        self,
        played: AnyPlaythrough,
        length: Length,
        seat: int | None = None,
        players: Sequence[str | None] = (),
    ) -> Story:
        """Return the plan for a finished game."""
        options = played.record.options
        assert isinstance(options, Options)
        plot = plot_of(History(played, seat))
        cast = Cast(players, seat)
        planner = Planner(plot, cast)
        return Story(
            game=self.game,
            seat=seat,
            seed=seed_of(played),
            facts=story_facts(plot, cast, variant_of(options)),
            names=story_names(plot, cast),
            beats=tuple(planner.short() if length == "short" else planner.full()),
            plot=plot.as_facts(),
        )


def seed_of(played: AnyPlaythrough) -> str:
    """Return a hash of the public events: the same prisoners from each seat, and no secrets."""
    text = "\n".join(
        f"{event.name} {[*event.parts.values()]}"
        for moment in played.history
        for event in moment
        if event.is_for(None)
    )
    return hashlib.sha256(f"{played.game.name}\n{text}".encode()).hexdigest()


class Planner:
    """Arranges the beats of one story."""

    def __init__(self, plot: Plot, cast: Cast) -> None:
        self.plot, self.cast, self.history = plot, cast, plot.history
        self.struggle_at = next(
            (i.last for i in plot.incidents if i.is_hostile), self.history.end + 1
        )
        self.stretch_at = self._stretch_at()

    def _stretch_at(self) -> int:
        """Return the step in which the last stretch begins."""
        if self.plot.turning is not None:
            return self.plot.turning.last
        if self.history.players > 2:
            for incident in self.plot.incidents:
                if incident.alive == 2 and not incident.is_last:
                    return incident.last
        return self.history.turn_steps[int(self.history.turns * LAST_PART)]

    def phase(self, step: int) -> str:
        """Return the phase of a step."""
        if step == self.history.end:
            return "ending"
        if step < self.struggle_at:
            return "digging"
        return "struggle" if step < self.stretch_at else "stretch"

    # Full chronicles

    def full(self) -> Iterator[Beat]:
        """Return the beats of a full chronicle."""
        yield self.opening("opening")
        chosen = choose_incidents(self.plot)
        skips = self._skips(chosen)
        revenges = self._revenges(chosen)
        for place, incident in enumerate(chosen):
            if place in skips:
                yield self._skip(chosen, place)
            phase, weight = self.phase(incident.last), weight_of(self.plot, incident)
            if weight:
                yield incident_beat(incident, phase, self.cast, weight)
            if incident in revenges:
                yield revenge_beat(incident, phase, self.cast)
            if incident is self.plot.turning:
                yield turning_beat(self.plot, phase, self.cast)
        if len(chosen) in skips:
            yield self._skip(chosen, len(chosen))
        yield from self.near_win()
        yield self.end()
        yield self.epilogue()

    def _revenges(self, chosen: list[Incident]) -> list[Incident]:
        """Return the first answers to blows that are told, one for each pair of players.

        An answer in the same turn isn't one: texts say how many turns it took.
        """
        found: dict[frozenset[int], Incident] = {}
        for incident in chosen:
            cause = incident.cause
            if incident.is_blow and cause in chosen and cause.turn < incident.turn:
                found.setdefault(frozenset((incident.actor, incident.target)), incident)
        return list(found.values())[:MAX_REVENGES]

    def _skips(self, chosen: list[Incident]) -> set[int]:
        """Return the places before which turns are passed over: the largest gaps."""
        turns = [0, *(incident.turn for incident in chosen), self.history.turns]
        gaps = {
            place: after - before - 1
            for place, (before, after) in enumerate(pairwise(turns))
            if after - before > MIN_SKIP
        }
        return set(sorted(gaps, key=lambda place: (-gaps[place], place))[:MAX_SKIPS])

    def _skip(self, chosen: list[Incident], place: int) -> Beat:
        """Return the beat of turns that aren't told before a place."""
        before = chosen[place - 1].turn if place else 0
        after = chosen[place].turn if place < len(chosen) else self.history.turns
        steps = self.history.turn_steps
        within = [i for i in self.plot.incidents if before < i.turn < after]
        earlier = [i for i in self.plot.incidents if i.turn < after]
        depths = earlier[-1].after if earlier else (0,) * self.history.players
        leader = leader_of(depths)
        facts: Facts = {
            "skipped": after - before - 1,
            "turn": after - 1,
            "alive": earlier[-1].alive if earlier else self.history.players,
            "depth": max(depths),
            "left": self.history.out - max(depths),
            "hits": sum(i.lost for i in within),
        }
        # A turn begins in the step of the move that ended the one before.
        first, last = steps[before + 1] + 1, steps[after]
        names = self.cast.roles(leader=leader)
        return Beat("skip", self.phase(last), first, last, facts, names)

    # Beginning and end

    def opening(self, kind: str) -> Beat:
        """Return the beat of the beginning."""
        history = self.history
        facts: Facts = {"by": "lot" if history.by_lot else "bid"}
        names: Names = {}
        if history.beginner != NOBODY:
            facts["by_viewer"] = int(history.beginner == self.cast.viewer)
            names = self.cast.roles(actor=history.beginner) | actor_things(history.beginner)
        return Beat(kind, "opening", 0, 0, facts, names, tuple(history.bids))

    def near_win(self) -> Iterator[Beat]:
        """Return the beat of the loser who was nearest to winning, if there is one.

        An escape itself tells how near the others are at the end, but not what they hold.
        """
        near, end = self.plot.near, self.history.end
        is_escape = self.plot.ending.startswith("escaped")
        if near is None or (is_escape and near.is_end and not near.is_held):
            return
        facts: Facts = {
            "is_end": int(near.is_end),
            "left": self.history.out - near.depth,
            "depth": near.depth,
            "is_held": int(near.is_held),
            "turn": near.turn,
            "by_viewer": int(near.seat == self.cast.viewer),
        }
        names = self.cast.roles(actor=near.seat) | actor_things(near.seat)
        yield Beat("near_win", "ending", end, end, facts, names)

    def end(self) -> Beat:
        """Return the beat of the ending."""
        facts, names, cards = self.end_parts()
        step = self.history.end
        return Beat(self.plot.ending, "ending", step, step, facts, names, cards)

    def end_parts(self) -> tuple[Facts, Names, tuple[int, ...]]:
        """Return the facts, names and cards of the ending."""
        history, winner = self.history, self.history.winner
        depths, leader = history.depths, leader_of(history.depths)
        facts: Facts = {"turn": history.turns, "alive": len(history.alive)}
        if winner == NOBODY:
            facts |= {"reason": self._stalemate_reason(), "depth": max(depths)}
            facts["left"] = history.out - max(depths)
            names = self.cast.roles(leader=leader)
            names["survivors_list"] = self.cast.listed(sorted(history.alive))
            return facts, names, ()
        facts |= {
            "depth": depths[winner],
            "left": history.out - depths[winner],
            "rival_depth": rival_depth(depths, winner),
            "is_leader": int(leader == winner),
            "by_viewer": int(winner == self.cast.viewer),
        }
        names = self.cast.roles(actor=winner) | actor_things(winner)
        if self.plot.ending == "alone":
            last = next(i for i in reversed(self.plot.incidents) if i.is_last)
            facts["reason"] = last.kind
            facts["on_viewer"] = int(last.subject == self.cast.viewer)
            return facts, names | self.cast.roles(target=last.subject), ()
        tunnel = history.tunnels[winner]
        facts["margin"] = history.out - rival_depth(depths, winner)
        facts["lies"] = count_lies(tunnel)
        facts["was_accused"] = int(
            any(i.kind == "last_accuse" and i.is_last for i in self.plot.incidents)
        )
        return facts, names, tuple(passage.card for passage in tunnel)

    def _stalemate_reason(self) -> str:
        """§2.5 Return whether the turns ran out or nobody moved any more."""
        return "limit" if self.history.turns == self.history.turn_limit else "idle"

    def epilogue(self) -> Beat:
        """Return the beat of what is told afterwards."""
        winner, near, end = self.history.winner, self.plot.near, self.history.end
        names = actor_things(winner) if winner != NOBODY else {}
        if near is not None:
            names |= self.cast.roles(nearest=near.seat)
        return Beat("epilogue", "ending", end, end, {}, names)

    # Short chronicles

    def short(self) -> Iterator[Beat]:
        """Return the beats of a short chronicle."""
        yield self.opening("short_opening")
        yield self.middle()
        facts, names, cards = self.end_parts()
        step = self.history.end
        yield Beat("short_ending", "ending", step, step, facts, names, cards)

    def middle(self) -> Beat:
        """Return the beat of the incident that the theme is about, or that matters most."""
        found = [i for i in choose_incidents(self.plot) if not i.is_last and i.kind != "dig"]
        peak = max(
            found,
            key=lambda i: (suits_theme(self.plot, i), weight_of(self.plot, i)),
            default=None,
        )
        if peak is None:
            return Beat("short_middle", "struggle", 0, 0, {"kind": "none"})
        return Beat(
            "short_middle",
            "struggle",
            peak.first,
            peak.last,
            incident_facts(peak, self.cast) | {"kind": peak.scene},
            incident_names(peak, self.cast),
            incident_cards(peak),
        )


CHRONICLE = DungeonStoryteller()
