"""Read the incidents of a finished game of Dungeon from the events that a seat may know."""

from underdeck.cards import JOKER, TEN, TWO, rank_of
from underdeck.chronicle.games.dungeon_incidents import NOBODY, Incident, Passage, count_lies
from underdeck.chronicle.games.dungeon_timeline import Timeline
from underdeck.game import Event
from underdeck.games.dungeon.state import GRAVEROBBER, MYRMIDDON, WIGHT
from underdeck.playthrough import AnyPlaythrough

LEAVES_HAND = frozenset(
    (
        "bid_with",
        "dug",
        "laid_as",
        "caved_in",
        "tried_with",
        "attacked",
        "fight_laid",
        "rob_called",
        "fished",
        "ace_played",
        "countered",
        "discarded",
        "own_discard",
        "joker_saved",
    )
)
"""Events by which a card leaves a hand; in each variant only one of them is about a card."""
ABILITIES = ("rob", "fish")
"""Incidents that depend on the player who began them."""

Parts = dict[str, int]


class History(Timeline):
    """The incidents of a game in the order in which they were decided, as one seat knows them.

    Nothing but the events that the seat may know, and its hand before them, is read.
    """

    def __init__(self, played: AnyPlaythrough, seat: int | None = None) -> None:
        super().__init__(played, seat)
        self._open: Incident | None = None
        """The card of the turn that isn't decided yet."""
        self._accusation: Incident | None = None
        self._leaving: Incident | None = None
        self._question: Incident | None = None
        """The last question that was answered."""
        self._robbery: Incident | None = None
        self._aces: list[tuple[int, int, int]] = []
        """The step, player and card of each ace in the row that is open."""
        self._asked: set[int] = set()
        """The players who may still answer the last ace."""
        for self._step, moment in enumerate(played.history):
            for event in moment:
                if seat is None or event.is_for(seat):
                    self._read(event)

    def _read(self, event: Event) -> None:
        """Read one event: first hands, then what its name says."""
        parts = event.parts
        if event.name in LEAVES_HAND and parts["seat"] in self.hands:
            self.hands[parts["seat"]].remove(parts["card"])
        handler = getattr(self, f"_on_{event.name}", None)
        if handler is not None:
            handler(parts)

    def _settle(self) -> Incident:
        """Return the open incident, which is decided now."""
        incident, self._open = self._open, None
        assert incident is not None
        return incident

    # The beginning, turns and hands

    def _on_bid_shown(self, parts: Parts) -> None:
        self.bids.append(parts["card"])

    def _on_lot_drawn(self, _parts: Parts) -> None:
        self.by_lot = True

    def _on_began(self, parts: Parts) -> None:
        self.beginner = parts["seat"]

    def _on_turn_begun(self, _parts: Parts) -> None:
        self.turn_steps.append(self._step)

    def _on_drew_card(self, parts: Parts) -> None:
        self.hands[parts["seat"]].append(parts["card"])

    def _on_gave_card(self, parts: Parts) -> None:
        giver, taker, card = parts["seat"], parts["target"], parts["card"]
        if giver in self.hands:
            self.hands[giver].remove(card)
        if taker in self.hands:
            self.hands[taker].append(card)
        assert self._question is not None
        self._question.shown.append(card)

    def _on_hand_lost(self, parts: Parts) -> None:
        if parts["seat"] in self.hands:
            self.hands[parts["seat"]].clear()
        if self._leaving is not None:
            self._leaving.count = parts["n"]
            return
        question = self._question
        assert question is not None
        question.count = parts["n"]
        if question.outcome == "kept":
            question.outcome = "caught"

    # §3 Passages

    def _on_dug(self, parts: Parts) -> None:
        self._dig(parts["seat"], parts["value"], parts["card"])

    def _on_dug_hidden(self, parts: Parts) -> None:
        self._dig(parts["seat"], parts["value"], 0)

    def _on_laid_as(self, parts: Parts) -> None:
        self.tunnels[parts["seat"]][-1].card = parts["card"]

    def _dig(self, seat: int, value: int, card: int) -> None:
        incident = self._begin("dig", seat)
        incident.value, incident.passage = value, Passage(value, card)
        best = max(peak for peak, _ in self.peaks)
        before, (peak, _) = self.depths[seat], self.peaks[seat]
        self.tunnels[seat].append(incident.passage)
        incident.tunnel = tuple(self.tunnels[seat])
        depth = self.depths[seat]
        if depth > before:
            if best == 0:
                incident.milestone = "first"
            elif peak == 0:
                incident.milestone = "left"
            elif depth == self.half > best:
                incident.milestone = "half"
            elif self.near <= depth < self.out and peak < self.near:
                incident.milestone = "near"
            elif depth == self.half and self._is_restarted[seat]:
                incident.milestone = "back"
                self._is_restarted[seat] = False
        self._close(incident)

    def _on_front_lost(self, parts: Parts) -> None:
        passage = self.tunnels[parts["seat"]].pop()
        passage.fate = "lost"
        incident = self._settle()
        incident.lost = 1
        incident.shown += [passage.card] if passage.card else []
        if incident.kind == "cave_in":
            incident.outcome = "hit"
        self._close(incident)

    def _on_caved_in(self, parts: Parts) -> None:
        self._cave(parts)
        self._tried(parts)

    def _on_cave_tried(self, parts: Parts) -> None:
        self._cave(parts)

    def _on_tried_with(self, parts: Parts) -> None:
        self._tried(parts)

    def _cave(self, parts: Parts) -> None:
        front = self.tunnels[parts["target"]][-1]
        self._open = self._begin("cave_in", parts["seat"], parts["target"])
        self._open.value, self._open.passage = front.claim, front

    def _tried(self, parts: Parts) -> None:
        assert self._open is not None
        self._open.rank = rank_of(parts["card"])
        self._open.total = parts["value"]
        self._open.shown.append(parts["card"])

    def _on_cave_missed(self, _parts: Parts) -> None:
        incident = self._settle()
        incident.outcome = "missed"
        self._close(incident)

    def _on_joker_saved(self, parts: Parts) -> None:
        incident = self._settle()
        incident.outcome = "saved"
        incident.shown.append(parts["card"])
        self._know_joker(incident)
        self._close(incident)

    def _on_joker_lost(self, _parts: Parts) -> None:
        assert self._open is not None
        self._know_joker(self._open)

    def _know_joker(self, incident: Incident) -> None:
        """§12.2 The owner is only asked about a joker."""
        assert incident.passage is not None
        incident.passage.card = JOKER

    # §4 Attacks

    def _on_attacked(self, parts: Parts) -> None:
        self._open = self._begin("attack", parts["seat"], parts["target"])
        self._open.value = parts["value"]
        self._open.shown.append(parts["card"])

    def _on_fight_laid(self, parts: Parts) -> None:
        incident, value = self._open, parts["value"]
        assert incident is not None
        incident.count += 1
        incident.shown.append(parts["card"])
        if value > TEN:
            incident.by, incident.answer = "creature", value
            return
        incident.total += value
        if value == TWO:
            incident.rank = TWO

    def _on_creature_beaten(self, _parts: Parts) -> None:
        incident = self._settle()
        incident.outcome = "beaten"
        if not incident.by:
            is_by_two = incident.value == WIGHT and incident.rank == TWO
            incident.by = "two" if is_by_two and incident.total < WIGHT else "cards"
        self._close(incident)

    def _on_retreated(self, _parts: Parts) -> None:
        assert self._open is not None
        self._open.outcome = "retreat"

    def _on_fell(self, _parts: Parts) -> None:
        self._leaving = self._settle()
        self._leaving.kind = "fell"

    # §5 The Graverobber and §6 the Myrmiddon

    def _on_rob_called(self, parts: Parts) -> None:
        self._open = self._begin("rob", parts["seat"])
        self._open.value = GRAVEROBBER
        self._open.shown.append(parts["card"])

    def _on_took_secretly(self, parts: Parts) -> None:
        self._on_took({**parts, "card": 0})

    def _on_took(self, parts: Parts) -> None:
        seat, card = parts["seat"], parts["card"]
        if self._open is not None:
            self._robbery = self._settle()
            self._restore(self._robbery)
            self._close(self._robbery)
        if card:
            assert self._robbery is not None
            self._robbery.rank = rank_of(card)
            self._robbery.is_needed = self._is_next(seat, rank_of(card))
            self._robbery.shown.append(card)
            if seat in self.hands:
                self.hands[seat].append(card)

    def _on_fished(self, parts: Parts) -> None:
        self._question = None
        self._open = self._begin("fish", parts["seat"], parts["target"])
        self._open.value, self._open.rank = MYRMIDDON, parts["rank"]
        self._open.is_needed = self._is_next(parts["seat"], parts["rank"])
        self._open.shown.append(parts["card"])

    def _answer(self, outcome: str) -> None:
        """Close a question."""
        self._question = incident = self._settle()
        incident.outcome = outcome
        self._restore(incident)
        self._close(incident)

    def _on_gave(self, _parts: Parts) -> None:
        assert self._open is not None
        if self._open.by == "demand":
            self._answer("kept")
        else:
            self._open.honest = "yes"
            self._answer("given")

    def _on_denied(self, parts: Parts) -> None:
        assert self._open is not None
        hand = self.hands.get(parts["seat"])
        if hand is not None:
            has_it = any(rank_of(card) == self._open.rank for card in hand)
            self._open.honest = "no" if has_it else "yes"

    def _on_believed(self, _parts: Parts) -> None:
        assert self._open is not None
        self._answer({"yes": "denied", "no": "lied"}.get(self._open.honest, "doubtful"))

    def _on_told_truth(self, _parts: Parts) -> None:
        assert self._open is not None
        self._open.honest = "yes"
        self._answer("wrong")

    def _on_lied(self, _parts: Parts) -> None:
        assert self._open is not None
        self._open.honest, self._open.by = "no", "demand"

    def _on_burnt(self, _parts: Parts) -> None:
        self._answer("burnt")

    # §7 Aces and §11 counters

    def _on_countered(self, parts: Parts) -> None:
        if self._open is not None:
            self._open.count += 1
            self._open.loser = parts["seat"]
            self._open.shown.append(parts["card"])

    def _on_ability_cancelled(self, _parts: Parts) -> None:
        if self._open is not None:
            self._add_counter(self._settle(), "cancelled")

    def _restore(self, incident: Incident) -> None:
        """Add the counters that cancelled each other before an ability worked."""
        if incident.count:
            self._add_counter(incident, "restored")
            incident.count, incident.loser = 0, NOBODY

    def _add_counter(self, called: Incident, outcome: str) -> None:
        incident = Incident(
            "counter",
            called.actor,
            called.loser,
            called.first,
            called.turn,
            called.before,
            self.out,
        )
        incident.outcome, incident.value, incident.count = outcome, called.value, called.count
        incident.shown = called.shown[: called.count + 1]
        self._close(incident)

    def _on_ace_played(self, parts: Parts) -> None:
        self._aces.append((self._step, parts["seat"], parts["card"]))
        self._asked = self.alive - {parts["seat"]}

    def _on_passed(self, parts: Parts) -> None:
        self._stop_asking(parts["seat"])

    def _stop_asking(self, seat: int) -> None:
        """§7.4 Close the row of aces when nobody is left to answer."""
        self._asked.discard(seat)
        if self._asked or not self._aces:
            return
        aces, self._aces = self._aces, []
        others = [player for _, player, _ in aces if player != aces[0][1]]
        if others:
            incident = self._begin("ace", aces[0][1], others[-1])
            incident.first, incident.count = aces[0][0], len(aces)
            incident.shown = [card for _, _, card in aces]
            self._close(incident)

    # §14 Accusations

    def _on_accused(self, parts: Parts) -> None:
        self._accusation = self._begin("accuse", parts["seat"], parts["target"])

    def _on_passage_shown(self, parts: Parts) -> None:
        self.tunnels[parts["seat"]][parts["place"] - 1].card = parts["card"]

    def _on_was_honest(self, parts: Parts) -> None:
        self._judge(parts["seat"], "honest")

    def _on_was_false(self, parts: Parts) -> None:
        if self._accusation is None:
            self._accusation = self._begin("accuse", NOBODY, parts["seat"])
            self._judge(parts["seat"], "checked")
        else:
            self._judge(parts["seat"], "false")

    def _judge(self, accused: int, outcome: str) -> None:
        incident = self._accusation
        assert incident is not None
        incident.outcome, incident.honest = outcome, "yes" if outcome == "honest" else "no"
        incident.loser = incident.actor if outcome == "honest" else accused
        tunnel = self.tunnels[accused]
        incident.lies = count_lies(tunnel)
        incident.shown = [passage.card for passage in tunnel]
        if self.depths[accused] == self.out:
            incident.kind, incident.is_last = "last_accuse", outcome == "honest"

    def _on_dungeon_lost(self, parts: Parts) -> None:
        seat, accusation = parts["seat"], self._accusation
        is_caught = accusation is not None and accusation.honest == "no"
        for passage in self.tunnels[seat]:
            passage.fate = "caught" if is_caught else "lost"
        self.tunnels[seat].clear()
        if accusation is not None:
            accusation.lost = parts["n"]
            self._accusation = None
            self._close(accusation)
            return
        leaving, self._leaving = self._leaving, None
        assert leaving is not None
        leaving.lost = parts["n"]
        self.alive.discard(seat)
        self.left.append(seat)
        self._close(leaving)
        self._stop_asking(seat)

    # Leaving the game and its end

    def _on_resigned(self, parts: Parts) -> None:
        """D-8 Leave the game; what can't be decided any more isn't told."""
        seat, incident = parts["seat"], self._open
        self._leaving = self._begin("resigned", seat)
        if incident is not None and (
            incident.target == seat or (incident.actor == seat and incident.kind in ABILITIES)
        ):
            self._open = None

    def _end(self, ending: str, winner: int) -> None:
        self.ending, self.winner = ending, winner

    def _on_escaped(self, parts: Parts) -> None:
        self._end("escaped", parts["seat"])

    def _on_alone(self, parts: Parts) -> None:
        leaving = next(i for i in reversed(self.incidents) if i.kind in ("fell", "resigned"))
        leaving.is_last = True
        self._end("alone", parts["seat"])

    def _on_stalemate(self, _parts: Parts) -> None:
        self._end("stalemate", NOBODY)
