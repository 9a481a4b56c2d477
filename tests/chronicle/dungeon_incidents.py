"""The incidents of a finished game of Dungeon, found by playing its record in the oracle.

Nothing here is taken from the planner of chronicles or from the events of the rules: an incident is
what moves did to the table.
"""

from dataclasses import dataclass, field

from chronicle.dungeon_replay import Moment, Passage, Play, Replay
from oracle.dungeon.cards import CREATURES, JOKER, PASSAGES, WIGHT, rank_of
from oracle.dungeon.pending import AceWindow, CavedIn, CounterWindow
from underdeck.chronicle.story import Fact
from underdeck.playthrough import AnyPlaythrough

CREATURE_NAMES = {"J": "graverobber", "Q": "myrmiddon", "K": "wight"}
EVERYONE = frozenset(range(4))
CAUGHT = frozenset({"caught", "kept", "burnt"})
"""Outcomes of a question in which a lie was found out."""


@dataclass(slots=True, eq=False)
class Incident:
    """Something that a player did, with everything that followed from it."""

    kind: str
    first: int
    actor: int | None
    target: int | None = None
    last: int = 0
    outcome: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)
    """Facts that don't depend on the point of view."""
    keys: dict[str, str] = field(default_factory=dict)
    """The keys of names: rank, creature, answer."""
    loser: int | None = None
    """The player who lost passages, or would have."""
    lost: int = 0
    count: int = 0
    """The number of aces or counters."""
    values: list[int] = field(default_factory=list)
    """The values of fighting passages."""
    is_next: bool = False
    """Whether the rank asked for or taken is the next passage of the actor's tunnel."""
    is_held: bool = False
    """Whether the actor held that rank or a joker already."""
    is_lie: bool = False
    """Whether a question was answered with a lie."""
    passage: Passage | None = None
    """The passage that was laid, or the front that a cave-in was tried on."""
    tried: int = 0
    """The value that a cave-in was tried with."""
    cards: dict[str, frozenset[int]] = field(default_factory=dict)
    """The cards in play, and the seats that saw them."""

    def show(self, card: str, seats: frozenset[int] = EVERYONE) -> None:
        """Note that a card was in play, and who saw it."""
        self.cards[card] = self.cards.get(card, frozenset()) | seats

    @property
    def is_blow(self) -> bool:
        """Return whether it cost the target something."""
        match self.kind:
            case "fish":
                return self.outcome in CAUGHT | {"given"}
            case "fell":
                return True
        return self.actor is not None and self.lost > 0 and self.loser == self.target

    @property
    def is_hit(self) -> bool:
        """Return whether it cost the target passages or life."""
        return self.is_blow and self.kind != "fish"


class Incidents(Replay):
    """The incidents of a finished game, in the order in which they were decided."""

    def __init__(self, played: AnyPlaythrough) -> None:
        self.incidents: list[Incident] = []
        self.shown: dict[Passage, int] = {}
        """The move with which a passage was shown to all."""
        self.asked_jokers: set[Passage] = set()
        """The jokers whose owners were asked to save them (§12.2)."""
        self.bids: set[str] = set()
        """The cards that were laid to decide who begins."""
        self.leavers: list[tuple[int, str]] = []
        """The players who left the game, and how."""
        self._open: dict[str, Incident] = {}
        super().__init__(played)
        if self.ending == "escaped" and self.winner is not None:  # §14.5
            for passage in self.final.tunnels[self.winner]:
                self.shown.setdefault(passage, self.end)

    def observe(self, play: Play) -> None:
        """Open, continue or close incidents with a move."""
        handler = getattr(self, f"_on_{play.verb}", None)
        if handler is not None:
            handler(play)
        self._find_checked_escape(play)
        self._close_aces(play)
        self._close_counters(play)

    def _close(self, incident: Incident, step: int) -> None:
        incident.last = step
        incident.facts["outcome"] = incident.outcome
        self.incidents.append(incident)

    def _lose(self, incident: Incident, play: Play, loser: int) -> None:
        """Note how many passages a player lost by a move."""
        gone = play.lost_by(loser)
        incident.loser, incident.lost = loser, len(gone)
        for passage in gone:
            incident.show(passage.card, self._seers(passage))

    def _seers(self, passage: Passage) -> frozenset[int]:
        """Return who has seen the card of a passage by now (§14.1)."""
        is_open = not self.is_pitch or passage in self.shown
        return EVERYONE if is_open else frozenset({passage.seat})

    def _hand_seers(self, seat: int) -> frozenset[int]:
        """Return who sees cards that are discarded from a hand (§13.3)."""
        return frozenset({seat}) if self.is_dark else EVERYONE

    def _on_bid(self, play: Play) -> None:
        self.bids.add(play.card)

    # §3 Passages

    def _on_dig(self, play: Play) -> None:
        laid = play.laid
        dig = Incident("false_dig" if laid.is_false else "dig", play.step, play.seat, passage=laid)
        dig.keys["rank"] = rank_of(laid.card)
        dig.facts |= {"value": laid.claim, "is_creature": int(rank_of(laid.card) in CREATURES)}
        self._close(dig, play.step)

    def _on_cave(self, play: Play) -> None:
        front = play.before.tunnels[play.target][-1]
        cave = Incident("cave_in", play.step, play.seat, play.target, passage=front)
        cave.tried = PASSAGES[play.declared]
        cave.keys["rank"] = rank_of(play.card)
        cave.facts["value"] = front.claim
        cave.show(play.card, frozenset({play.seat}) if self.is_pitch else EVERYONE)
        cave.show(front.card, self._seers(front))
        if self.is_pending(CavedIn):
            self.asked_jokers.add(front)
            self._open["cave_in"] = cave
        else:
            self._end_cave(cave, play, "hit" if play.lost_by(play.target) else "missed")

    def _on_yield(self, play: Play) -> None:
        self._end_cave(self._open.pop("cave_in"), play, "hit")

    def _on_save(self, play: Play) -> None:
        cave = self._open.pop("cave_in")
        cave.show(play.card)
        self._end_cave(cave, play, "saved")

    def _end_cave(self, cave: Incident, play: Play, outcome: str) -> None:
        assert cave.target is not None
        cave.outcome = outcome
        self._lose(cave, play, cave.target)
        if cave.passage in self.asked_jokers:
            cave.show(JOKER)
        self._close(cave, play.step)

    # §4 Attacks

    def _on_attack(self, play: Play) -> None:
        attack = Incident("attack", play.step, play.seat, play.target)
        attack.keys["creature"] = name = play.declared
        attack.facts |= {"creature": CREATURE_NAMES[name], "strength": CREATURES[name]}
        attack.show(play.card)
        self._open["attack"] = attack

    def _on_fight(self, play: Play) -> None:
        attack = self._open["attack"]
        attack.show(play.card)
        if play.declared in PASSAGES:
            attack.values.append(PASSAGES[play.declared])
        else:
            attack.keys["answer"] = play.declared
            self._end_attack(play, "beaten", "creature", 1)

    def _on_strike(self, play: Play) -> None:
        attack = self._open["attack"]
        is_enough = sum(attack.values) >= int(attack.facts["strength"])
        assert is_enough or (attack.facts["strength"] == WIGHT and 2 in attack.values)
        self._end_attack(play, "beaten", "cards" if is_enough else "two", len(attack.values))

    def _on_retreat(self, play: Play) -> None:
        self._end_attack(play, "retreat", "", 0)

    def _on_fall(self, play: Play) -> None:
        attack, hand = self._open["attack"], play.before.hands[play.seat]
        attack.kind = "fell"
        for card in hand:
            attack.show(card, self._hand_seers(play.seat))
        self.leavers.append((play.seat, "fell"))
        self._end_attack(play, "", "", len(hand))

    def _end_attack(self, play: Play, outcome: str, by: str, cards: int) -> None:
        attack = self._open.pop("attack")
        attack.outcome = outcome
        attack.facts |= {"by": by, "cards": cards, "sum": sum(attack.values)}
        self._lose(attack, play, play.seat)
        self._close(attack, play.step)

    # §5 The Graverobber and §6 the Myrmiddon

    def _on_rob(self, play: Play) -> None:
        self._call(Incident("rob", play.step, play.seat), "J", play.card)

    def _on_fish(self, play: Play) -> None:
        fish = Incident("fish", play.step, play.seat, play.target)
        fish.keys["rank"] = play.words[2]
        self._weigh(fish, play.after)
        self._call(fish, "Q", play.card)

    def _call(self, call: Incident, creature: str, card: str) -> None:
        call.keys["creature"] = creature
        call.show(card)
        self._open["call"] = call
        self._open.pop("restored", None)
        if self.is_pending(CounterWindow):
            self._open["counter"] = window = Incident("counter", call.first, call.actor)
            window.keys["creature"] = creature
            window.facts["creature"] = CREATURE_NAMES[creature]
            window.show(card)

    def _close_call(self, play: Play) -> None:
        """Close an ability, and before it the counters that cancelled each other."""
        call = self._open.pop("call")
        if "restored" in self._open:
            counters = self._open.pop("restored")
            self._close(counters, play.step)
            for card in counters.cards:
                call.show(card)
        self._close(call, play.step)

    def _weigh(self, call: Incident, moment: Moment) -> None:
        """Note whether the player of an ability needed the rank at some moment."""
        assert call.actor is not None
        rank, held = call.keys["rank"], set(map(rank_of, moment.hands[call.actor]))
        call.is_next = rank == str(moment.cell - 1 - moment.depth(call.actor))
        call.is_held = bool(held & {rank, JOKER})

    def _on_take(self, play: Play) -> None:
        rob = self._open["call"]
        rob.keys["rank"] = play.words[0]
        self._weigh(rob, play.before)
        for card in play.after.hands[play.seat]:
            if rank_of(card) == play.words[0]:
                rob.show(card, self._hand_seers(play.seat))
        self._close_call(play)

    def _on_deny(self, play: Play) -> None:
        fish = self._open["call"]
        fish.is_lie = fish.keys["rank"] in map(rank_of, play.before.hands[play.seat])

    def _on_believe(self, play: Play) -> None:
        self._answer(play, "lied" if self._open["call"].is_lie else "denied")

    def _on_give(self, play: Play) -> None:
        fish = self._open["call"]
        keeps = self.options["surrender_keeps_rest"]
        outcome = ("kept" if keeps else "caught") if fish.is_lie else "given"
        self._answer(play, outcome, fish.target if outcome == "caught" else None)

    def _on_demand(self, play: Play) -> None:
        fish = self._open["call"]
        assert fish.target is not None
        both = frozenset({play.seat, fish.target})
        for card in play.before.hands[fish.target]:
            fish.show(card, EVERYONE if self.options["demand_shows_all"] else both)
        if not fish.is_lie:
            self._answer(play, "wrong", play.seat)
        elif not self.options["suicide_queen"]:
            self._answer(play, "caught", fish.target)

    def _on_burn(self, play: Play) -> None:
        self._answer(play, "burnt", play.seat)

    def _answer(self, play: Play, outcome: str, loser: int | None = None) -> None:
        """Close a question, by which a player may lose the hand."""
        fish = self._open["call"]
        assert fish.actor is not None
        assert fish.target is not None
        fish.outcome = outcome
        lost = list(play.before.hands[loser]) if loser is not None else []
        if outcome in ("given", "kept", "caught"):
            asked = play.before.hands[fish.target]
            given = next(card for card in asked if rank_of(card) == fish.keys["rank"])
            fish.show(given, frozenset({fish.actor, fish.target}))
            if lost:
                lost.remove(given)
        for card in lost:
            fish.show(card, self._hand_seers(loser) if loser is not None else EVERYONE)
        fish.facts["cards"] = len(lost)
        self._close_call(play)

    # §7 Aces and §11 counters

    def _on_ace(self, play: Play) -> None:
        row = self._open.setdefault("ace", Incident("ace", play.step, play.seat))
        row.count += 1
        row.target = play.seat if play.seat != row.actor else row.target
        row.show(play.card)

    def _close_aces(self, play: Play) -> None:
        if "ace" in self._open and not self.is_pending(AceWindow):
            row = self._open.pop("ace")
            row.facts["aces"] = row.count
            if row.count > 1:
                self._close(row, play.step)

    def _on_counter(self, play: Play) -> None:
        window = self._open["counter"]
        window.target = play.seat
        window.count += 1
        window.show(play.card)

    def _close_counters(self, play: Play) -> None:
        """Close counters; those that cancelled each other are told with the ability."""
        if "counter" not in self._open or self.is_pending(CounterWindow):
            return
        window = self._open.pop("counter")
        window.facts["counters"] = window.count
        window.outcome = "cancelled" if window.count % 2 else "restored"
        if "call" not in self._open:  # its player or its target has left the game (D-27)
            return
        if window.count % 2:
            self._close(window, play.step)
            del self._open["call"]
        elif window.count:
            self._open["restored"] = window

    # §14 Accusations, and leaving the game

    def _on_accuse(self, play: Play) -> None:
        tunnel = play.before.tunnels[play.target]
        kind = "last_accuse" if play.is_at_claim else "accuse"
        accuse = Incident(kind, play.step, play.seat, play.target)
        is_false = self._show(accuse, tunnel)
        accuse.outcome = "false" if is_false else "honest"
        self._lose(accuse, play, play.target if is_false else play.seat)
        self._close(accuse, play.step)

    def _show(self, incident: Incident, tunnel: tuple[Passage, ...]) -> bool:
        """Show a tunnel to all, and return whether it is false."""
        for passage in tunnel:
            self.shown.setdefault(passage, incident.first)
            incident.show(passage.card)
        incident.facts["lies"] = sum(passage.is_false for passage in tunnel)
        return any(passage.is_false for passage in tunnel)

    def _find_checked_escape(self, play: Play) -> None:
        """Find an escape that was checked by the house rule (D-17, D-26)."""
        for layer in play.after.alive:
            gone = play.lost_by(layer)
            if play.verb != "accuse" and gone and gone[-1].claim == 2:
                check = Incident("last_accuse", play.step, None, layer, outcome="checked")
                self._show(check, gone)
                self._lose(check, play, layer)
                self._close(check, play.step)

    def _on_resign(self, play: Play) -> None:
        resigned = Incident("resigned", play.step, play.seat)
        hand = play.before.hands[play.seat]
        resigned.facts["cards"] = len(hand)
        for card in hand:
            resigned.show(card, self._hand_seers(play.seat))
        self._lose(resigned, play, play.seat)
        self.leavers.append((play.seat, "resigned"))
        self._close(resigned, play.step)
        for name in ("cave_in", "attack", "call"):  # they can't be decided any more
            each = self._open.get(name)
            involved = each and (each.target, each.actor if name == "call" else None)
            if involved and play.seat in involved:
                del self._open[name]
