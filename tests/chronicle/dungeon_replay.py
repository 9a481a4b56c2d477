"""A finished game of Dungeon played again by the oracle, with the table after each move.

Seats are counted from 0, as in chronicles.
"""

from dataclasses import dataclass

from oracle.dungeon import DungeonOracle
from oracle.dungeon.cards import JOKER, PASSAGES, rank_of, read_card
from oracle.dungeon.pending import AccuseWindow, Lot, Pending
from underdeck.cards import codes_of, read_cards
from underdeck.playthrough import AnyPlaythrough


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage, known by the move with which it was laid."""

    step: int
    seat: int
    claim: int
    card: str

    @property
    def is_false(self) -> bool:
        """Return whether the card isn't what it claims (§14.2)."""
        return self.card != JOKER and rank_of(self.card) != str(self.claim)


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after a move and all that follows from it."""

    turn: int
    current: int
    alive: frozenset[int]
    hands: tuple[tuple[str, ...], ...]
    tunnels: tuple[tuple[Passage, ...], ...]
    cell: int
    """The value that the cells count as (§3.1, D-29)."""

    def depth(self, seat: int) -> int:
        """Return how far a tunnel reaches: branches don't count."""
        return self.cell - min((passage.claim for passage in self.tunnels[seat]), default=self.cell)

    def best_other(self, seat: int) -> int:
        """Return the greatest depth among the others."""
        return max(self.depth(other) for other in range(len(self.hands)) if other != seat)

    def leads(self, seat: int) -> bool:
        """Return whether a seat is alone in the lead."""
        return self.depth(seat) > self.best_other(seat)

    def leader(self) -> int | None:
        """Return the seat that is alone in the lead, if there is one."""
        return next((seat for seat in range(len(self.hands)) if self.leads(seat)), None)


@dataclass(frozen=True, slots=True)
class Play:
    """A recorded move, with what it was made on."""

    step: int
    seat: int
    verb: str
    words: tuple[str, ...]
    before: Moment
    after: Moment
    is_at_claim: bool
    """Whether the others could accuse a claim of escape then (§14.5)."""

    @property
    def card(self) -> str:
        """Return the card of the hand that it names: the one held longest (§2.3)."""
        rank = read_card(self.words[0])[0]
        return next(card for card in self.before.hands[self.seat] if rank_of(card) == rank)

    @property
    def declared(self) -> str:
        """Return the rank that the card is played as."""
        return read_card(self.words[0])[1]

    @property
    def target(self) -> int:
        """Return the opponent that it names."""
        return next(int(word[1:]) - 1 for word in self.words if word[0] == "p")

    @property
    def laid(self) -> Passage:
        """Return the passage that it lays."""
        return Passage(self.step, self.seat, PASSAGES[self.declared], self.card)

    def lost_by(self, seat: int) -> tuple[Passage, ...]:
        """Return the passages that a seat lost by it."""
        tunnel = self.before.tunnels[seat]
        if self.verb == "dig" and seat == self.seat:
            tunnel = (*tunnel, self.laid)
        return tunnel[len(self.after.tunnels[seat]) :]


class Replay:
    """The moves of a record, played by the oracle."""

    def __init__(self, played: AnyPlaythrough) -> None:
        self.record = record = played.record
        self.options: dict[str, int] = record.options_as_dict()
        self.seats = range(self.options["players"])
        self.is_pitch = bool(self.options["pitch_black"])
        self.is_dark = self.is_pitch or bool(self.options["almost_black"])
        self.oracle = DungeonOracle(codes_of(record.deal.cards), self.options, record.rules)
        self.way = self.oracle.cell_value - 2
        """The number of passages from the cell to the exit."""
        self.was_lot = False
        self._chance_count = 0
        self._chance()
        self.moments = [self._moment(tuple(() for _ in self.seats))]
        """The table before the first move, then after each."""
        self.end = len(record.moves)
        for step, text in enumerate(record.moves, 1):
            self.observe(self._play(step, text))
        self.final = self.moments[-1]
        result = self.oracle.result()
        assert result is not None
        winner = result["winner"]
        self.ending = str(result["ending"])
        self.winner = winner - 1 if isinstance(winner, int) else None

    def observe(self, play: Play) -> None:
        """Note what a move did."""

    def _chance(self) -> None:
        """Answer chance from the source of the deal."""
        while items := self.oracle.chance():
            is_lot = isinstance(self.oracle.stack[-1], Lot)
            self.was_lot = self.was_lot or is_lot
            numbers = [int(item[1:]) - 1 for item in items] if is_lot else read_cards(items)
            source = self.record.deal.source
            order = source.order(tuple(sorted(numbers)), self._chance_count)
            self.oracle.fate([f"p{seat + 1}" for seat in order] if is_lot else codes_of(order))
            self._chance_count += 1

    def _moment(self, tunnels: tuple[tuple[Passage, ...], ...]) -> Moment:
        return Moment(
            turn=self.oracle.turn,
            current=self.oracle.current - 1,
            alive=frozenset(player - 1 for player in self.oracle.alive),
            hands=tuple(tuple(self.oracle.hands[seat + 1]) for seat in self.seats),
            tunnels=tunnels,
            cell=self.oracle.cell_value,
        )

    def _play(self, step: int, text: str) -> Play:
        player, verb, *words = text.split()
        top, before = self.oracle.stack[-1], self.moments[-1]
        is_at_claim = isinstance(top, AccuseWindow) and top.escape
        seat = int(player[1:]) - 1
        play = Play(step, seat, verb, tuple(words), before, before, is_at_claim)
        self.oracle.play(seat + 1, " ".join([verb, *words]))
        self._chance()
        tunnels = []
        for each in self.seats:
            now, then = self.oracle.dungeons[each + 1], before.tunnels[each]
            then = (*then, play.laid) if verb == "dig" and each == seat else then
            tunnels.append(then[: len(now)])
            assert [(p.claim, p.card) for p in tunnels[-1]] == [(p.claim, p.card) for p in now]
        self.moments.append(self._moment(tuple(tunnels)))
        return Play(step, seat, verb, tuple(words), before, self.moments[-1], is_at_claim)

    def is_pending(self, kind: type[Pending]) -> bool:
        """Return whether a decision of some kind is pending."""
        return self.oracle.outcome is None and any(
            isinstance(pending, kind) for pending in self.oracle.stack
        )

    def turn_of(self, step: int) -> int:
        """Return the number of the turn in which a move was made."""
        return self.moments[max(step - 1, 0)].turn
