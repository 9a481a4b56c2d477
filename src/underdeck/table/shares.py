"""The players' part in a fair shuffle: all players commit to a share before anyone reveals one.

A share is a random text drawn by a player. Its SHA-256 is published first; the text follows once
every player has committed. Nobody knows another player's share when committing to their own, so
each honest player decides the cards together with the server.
"""

from dataclasses import dataclass, field
from typing import Literal

from underdeck.refusal import Refusal
from underdeck.table.commitments import check_share, read_share_hash
from underdeck.table.entries import Committed, Revealed
from underdeck.table.seats import Seat

Owed = Literal["commit", "reveal"]
"""The message that a seat owes before the game can begin."""


@dataclass(slots=True)
class Shares:
    """The shares of one table's players, collected between seating and dealing."""

    seats: list[Seat]
    owed: Owed | None = None
    """What the table waits for, once every seat is taken."""
    owed_since: float = 0.0
    spent: set[str] = field(default_factory=set)
    """Commitments whose shares were revealed and then voided: everyone knows these shares."""
    is_done: bool = False
    """Whether the game has begun or the table is closed, so that no share is owed any more."""

    def update(self, at: float, *, is_done: bool) -> None:
        """Find out what the table waits for after a change to its seats."""
        self.is_done = is_done
        owed = self._find_owed()
        if owed != self.owed:
            self.owed, self.owed_since = owed, at

    def _find_owed(self) -> Owed | None:
        """Return what is missing once every seat is taken: commitments first, then shares."""
        if self.is_done or any(seat.is_free for seat in self.seats):
            return None
        missing = [seat for seat in self.seats if seat.owes_share]
        if not missing:
            return None
        return "reveal" if all(seat.share for seat in missing) else "commit"

    def owed_by(self, seat: int | None) -> Owed | None:
        """Return what this seat has to send before the game can begin."""
        if seat is None or self.is_done or not self.seats[seat].owes_share:
            return None
        if not self.seats[seat].share:
            return "commit"
        return "reveal" if self.owed == "reveal" else None

    def awaited(self) -> list[int]:
        """Return the seats whose commitment or share the table waits for."""
        if self.owed is None:
            return []
        return [seat for seat in range(len(self.seats)) if self.owed_by(seat) == self.owed]

    def read_commitment(self, text: str) -> str:
        """Check a new commitment; it must differ from all others, published or spent."""
        return read_share_hash(text, {seat.share for seat in self.seats if seat.share} | self.spent)

    def commit(self, seat: int, share: str) -> Committed | None:
        """Commit a seated person to a share; None if they have sent the same commitment before."""
        if self.seats[seat].share == share:
            return None
        if self.owed_by(seat) != "commit":
            raise Refusal("share_not_owed")
        return Committed(seat, self.read_commitment(share))

    def reveal(self, seat: int, words: str) -> Revealed | None:
        """Reveal the share that a person has committed to; None if it is revealed already."""
        if self.seats[seat].words == words:
            return None
        if self.owed_by(seat) != "reveal":
            raise Refusal("share_not_owed")
        return Revealed(seat, check_share(words, self.seats[seat].share))

    def void_revealed(self) -> None:
        """Ask for new shares after a player left: a newcomer could choose knowing revealed ones."""
        if not any(seat.share and seat.words for seat in self.seats):
            return
        for number, seat in enumerate(self.seats):
            if seat.share:
                self.seats[number] = seat._replace(share="", words="")
                if seat.words:
                    self.spent.add(seat.share)
