"""A second implementation of Tomb of Four Kings, written from docs/rules/tomb.md alone.

It is a test oracle and slow on purpose. Cards and moves are the strings of
docs/reference/notation.md.
Nothing is cached: the encounter, a queen in the turn and the torches burnt are recomputed.
"""

from collections.abc import Mapping, Sequence

NUMBERS = ["2", "3", "4", "5", "6", "7", "8", "9", "10"]
JOKER = "Jk"

DEFAULT_OPTIONS: dict[str, int | bool] = {
    "earliest_turnaround": 1,
    "scroll_from_column": False,
    "scroll_in_discards": True,
    "drop_sum": False,
    "disarm_after_fail": False,
}


def rank(card: str) -> str:
    """Return what stands before the suit letter; the joker is a rank of its own."""
    return JOKER if card == JOKER else card[:-1]


def suit(card: str) -> str:
    """Return the suit letter; the joker has none."""
    return "" if card == JOKER else card[-1]


def is_number(card: str) -> bool:
    """Tell whether the card is a 2-10, an encounter or an action card (§3.2)."""
    return rank(card) in NUMBERS


def number(card: str) -> int:
    """Return the number of a 2-10."""
    return int(rank(card))


def worth(card: str) -> int:
    """Return the card's points as treasure: diamonds their number, kings 10, the joker 6 (§1)."""
    if card == JOKER:
        return 6
    if rank(card) == "K":
        return 10
    if is_number(card) and suit(card) == "D":
        return number(card)
    return 0


def full_deck() -> list[str]:
    """Return the 44 cards (§1.1), unshuffled."""
    numbers = [n + s for s in ["S", "D", "C"] for n in NUMBERS]
    faces = [r + s for r in ["J", "Q", "K", "A"] for s in ["S", "H", "D", "C"]]
    return [*numbers, *faces, JOKER]


class TombOracle:
    """One game of Tomb of Four Kings.

    `_place` names the decision that the game waits for: "between" (turns), "encounter" (one
    stands), "blow" (one can be answered), "door" (it held, with Pick Lock in the hand), "read" (a
    fourth torch that the scroll answers), "leave" (the choice of a marker), or "over".
    """

    def __init__(
        self, deck: Sequence[str], options: Mapping[str, int | bool] | None = None
    ) -> None:
        """Set up with this deck, top card first (§1.1, §1.2)."""
        if sorted(deck) != sorted(full_deck()):
            raise ValueError("the deck must hold the 44 cards of the game, each once")
        self._house = dict(DEFAULT_OPTIONS)
        for option, value in (options or {}).items():
            if option not in DEFAULT_OPTIONS:
                raise ValueError(f"no such house rule: {option}")
            self._house[option] = value

        self._deck: list[str] = list(deck)
        self._column: list[str] = []
        self._hand: list[str] = []
        self._torches: list[str] = []
        self._discards: list[str] = []
        self._turns: list[list[str]] = []
        self._lost: list[str] = []
        self._hit_points = 9
        self._turn = 0
        self._deepest = 0
        self._ending: str | None = None

        self._place = "between"
        self._blow = 0  # the damage of the blow that waits for an answer
        self._discarding = False  # a door held and takes its cards
        self._to_discard = 0  # how many cards the door that held still takes from the deck
        self._dropped: list[str] = []  # treasure dropped in the running turn

    # ---------------------------------------------------------------- looking

    def state(self) -> dict[str, object]:
        """Return a fresh description of the whole table."""
        return {
            "deck": list(self._deck),
            "column": list(self._column),
            "hand": sorted(self._hand),
            "torches": sorted(self._torches),
            "discards": sorted(self._discards),
            "turns": [sorted(cards) for cards in self._turns],
            "lost": sorted(self._lost),
            "hit_points": self._hit_points,
            "turn": self._turn,
            "deepest": self._deepest,
            "ending": self._ending,
        }

    def result(self) -> dict[str, object] | None:
        """Return the score of a finished game (§10), None while it runs."""
        if self._ending is None:
            return None
        if self._ending != "escaped":
            return {
                "ending": self._ending,
                "kings": 0,
                "points": 0,
                "gold": 0,
                "won": False,
            }  # §10.3
        kings = len([card for card in self._hand if rank(card) == "K"])
        points = sum(worth(card) for card in self._hand)
        return {
            "ending": "escaped",
            "kings": kings,
            "points": points,
            "gold": 100 * points,
            "won": kings == 4,
        }

    def _encounter(self) -> str | None:
        """Return the first 2-10 of the turn (§3.2), None before it has appeared."""
        for card in self._column:
            if is_number(card):
                return card
        return None

    def _standing(self) -> str:
        """Return the encounter where there must be one."""
        encounter = self._encounter()
        assert encounter is not None
        return encounter

    def _queen_in_column(self) -> bool:
        """Tell whether divine favor lies in the running turn (§3.4, R-8)."""
        return any(rank(card) == "Q" for card in self._column)

    def _torches_burnt(self) -> int:
        """Count the aces in the torch row (§7.1); the scroll that lies there is none."""
        return len([card for card in self._torches if rank(card) == "A"])

    def _scroll_helps(self) -> bool:
        """Tell whether the scroll answers a fourth torch now (§7.2, R-3, R-4)."""
        if self._discarding and not self._house["scroll_in_discards"]:
            return False
        if JOKER in self._hand:
            return True
        return bool(self._house["scroll_from_column"]) and JOKER in self._column

    # ------------------------------------------------------------------ moves

    def legal(self) -> set[str]:
        """Return the legal moves in text notation; none when the game is over."""
        if self._place == "between":
            return self._legal_between()
        if self._place == "encounter":
            return self._legal_encounter()
        if self._place == "blow":
            return self._answers_to_blow() | {"suffer"}  # §8.2
        if self._place == "door":
            return {"play JC", "yield"}  # §6.2
        if self._place == "read":
            return {"read"}
        if self._place == "leave":
            return {"leave " + card for card in self._column}
        return set()

    def _legal_between(self) -> set[str]:
        """Delve on or turn around; once turned around, only onward (§9.1, §9.2, R-1, R-2)."""
        if self._deepest > 0:
            return {"onward"}
        moves = {"delve"}
        if len(self._turns) >= 1 and len(self._turns) >= self._house["earliest_turnaround"]:
            moves.add("retreat")
        return moves

    def _legal_encounter(self) -> set[str]:
        """Draw, play the jack of the suit, or drop treasure before a monster (§3.6, §3.7, §4.3)."""
        encounter = self._standing()
        if self._dropped:  # R-18, drop_sum: once begun you go on dropping, and nothing else
            return self._drops(encounter)
        moves = {"draw"}
        jack = "J" + suit(encounter)
        if jack in self._hand:
            moves.add("play " + jack)
        return moves | self._drops(encounter)

    def _drops(self, encounter: str) -> set[str]:
        """Return the legal drops: before monsters, from the hand (§4.3, R-10, R-18)."""
        if suit(encounter) != "S":
            return set()
        treasure = [card for card in self._hand if worth(card) > 0]
        if not self._house["drop_sum"]:
            return {"drop " + card for card in treasure if worth(card) >= number(encounter)}
        in_all = sum(worth(card) for card in treasure) + sum(worth(card) for card in self._dropped)
        if in_all < number(encounter):
            return set()
        return {"drop " + card for card in treasure}

    def _answers_to_blow(self) -> set[str]:
        """Return the answers to a blow; Disarm Mechanism by house rule (§8.2, R-16, R-19)."""
        answers: set[str] = set()
        if "JH" in self._hand:
            answers.add("dodge")
        if (
            suit(self._standing()) == "D"
            and self._house["disarm_after_fail"]
            and "JD" in self._hand
        ):
            answers.add("play JD")
        return answers

    def play(self, move: str) -> None:
        """Play a legal move and its forced consequences, or raise ValueError."""
        if move not in self.legal():
            raise ValueError(f"not a legal move: {move!r}")
        word, _, card = move.partition(" ")
        if word in ("delve", "onward"):
            self._begin_turn()
        elif word == "retreat":
            self._turn_around()
        elif word == "draw":
            self._turn_card()
        elif word == "play":
            self._play_jack(card)
        elif word == "drop":
            self._drop(card)
        elif word == "dodge":
            self._dodge()
        elif word == "suffer":
            self._suffer()
        elif word == "yield":
            self._begin_discards()
        elif word == "read":
            self._read()
        elif word == "leave":
            self._collect(marker=card)
        else:
            raise AssertionError(move)

    # ------------------------------------------------------ the turn's course

    def _begin_turn(self) -> None:
        """Begin a turn and turn cards until there is something to decide (§3.1)."""
        self._turn += 1
        self._place = "encounter"
        self._turn_until_encounter()

    def _turn_around(self) -> None:
        """Turn around and begin the retreat; after turn 1 walk out (§9.3, R-2)."""
        self._deepest = len(self._turns)
        if self._deepest == 1:
            self._end("escaped")
        else:
            self._begin_turn()

    def _turn_until_encounter(self) -> None:
        """Turn cards until an encounter appears or the turn stops (§3.1)."""
        while self._place == "encounter" and self._encounter() is None:
            self._turn_card()

    def _turn_card(self) -> None:
        """Turn one card off the deck into the running turn (§3)."""
        card = self._deck.pop(0)
        if rank(card) == "A":  # §3.3
            self._burn(card)
        elif rank(card) == "J":  # §3.3
            self._hand.append(card)
        elif rank(card) == "K" or card == JOKER:  # §3.3, R-15
            self._column.append(card)
        elif rank(card) == "Q":  # §3.4
            self._column.append(card)
            if self._encounter() is not None:
                self._win()
        else:
            self._turn_number(card)

    def _turn_number(self, card: str) -> None:
        """Lay a 2-10: the encounter itself, or an action card against it (§3.2)."""
        encounter = self._encounter()
        self._column.append(card)
        if encounter is None:
            if self._queen_in_column():
                self._win()
            return
        short = number(encounter) - number(card)
        if short <= 0:  # §4.1, §5.1, §6.1
            self._win()
        elif suit(encounter) == "C":
            self._door_held()
        else:  # §4.2, §5.2
            self._blow_falls(short)

    def _play_jack(self, jack: str) -> None:
        """Win the encounter with its jack, which joins the column (§3.7, §6.2, R-19)."""
        self._hand.remove(jack)
        self._column.append(jack)
        self._blow = 0
        self._win()

    def _drop(self, card: str) -> None:
        """Drop treasure before the monster; fled as soon as it is enough (§4.3, R-18)."""
        self._hand.remove(card)
        self._column.append(card)
        self._dropped.append(card)
        if sum(worth(dropped) for dropped in self._dropped) >= number(self._standing()):
            self._finish_turn(self._column)

    def _win(self) -> None:
        """Collect, but first ask for a marker if the column is all treasure (§3.8, R-9)."""
        if all(worth(card) > 0 for card in self._column):
            self._place = "leave"
        else:
            self._collect(marker=None)

    def _collect(self, marker: str | None) -> None:
        """Take the treasure of a won turn but the marker; hide the rest (§3.8, R-9, R-17)."""
        stays: list[str] = []
        for card in self._column:
            if worth(card) > 0 and card != marker:
                self._hand.append(card)
            else:
                stays.append(card)
        self._finish_turn(stays)

    def _finish_turn(self, face_down: list[str]) -> None:
        """Turn the finished turn face down; the last one is the escape (§3.8, §9.3, R-12)."""
        self._turns.append(list(face_down))
        self._column = []
        self._dropped = []
        self._discarding = False
        self._place = "between"
        if self._deepest > 0 and len(self._turns) == self._deepest + (self._deepest - 1):
            self._end("escaped")

    def _end(self, ending: str) -> None:
        """End the game; the table stays as it is."""
        self._ending = ending
        self._place = "over"

    # ------------------------------------------------------------------ blows

    def _blow_falls(self, damage: int) -> None:
        """Let a blow fall; it waits only if something in the hand could answer it (§8.2)."""
        self._blow = damage
        if self._answers_to_blow():
            self._place = "blow"
        else:
            self._suffer()

    def _dodge(self) -> None:
        """Cancel the whole blow; Dodge Blow goes to the lost hit points (§8.2, R-16)."""
        self._hand.remove("JH")
        self._lost.append("JH")
        self._after_blow()

    def _suffer(self) -> None:
        """Take the damage; at no hit points you are slain (§8.1, R-13)."""
        self._hit_points = max(0, self._hit_points - self._blow)
        if self._hit_points == 0:
            self._end("slain")
        else:
            self._after_blow()

    def _after_blow(self) -> None:
        """Go on with a fight (§4.2), or lose the turn to a trap, dodged or not (§5.2, R-6)."""
        self._blow = 0
        if suit(self._standing()) == "S":
            self._place = "encounter"
        else:
            self._finish_turn(self._column)

    # ------------------------------------------------------------------ doors

    def _door_held(self) -> None:
        """Wait for a word only if Pick Lock is in the hand (§6.2), else discard (§6.3)."""
        if "JC" in self._hand:
            self._place = "door"
        else:
            self._begin_discards()

    def _begin_discards(self) -> None:
        """Return the discards owed: the door less the action card, laid last (§6.3)."""
        self._to_discard = number(self._standing()) - number(self._column[-1])
        self._discarding = True
        self._place = "encounter"
        self._go_on_discarding()

    def _go_on_discarding(self) -> None:
        """Discard one by one; an ace burns and counts (§6.3, R-4). Then lose the turn (R-14)."""
        while self._to_discard > 0:
            card = self._deck.pop(0)
            self._to_discard -= 1
            if rank(card) == "A":
                self._burn(card)
            else:
                self._discards.append(card)
            if self._place != "encounter":  # the fourth torch: lost, or waiting for the scroll
                return
        self._finish_turn(self._column)

    # ------------------------------------------------------------------ light

    def _burn(self, ace: str) -> None:
        """Lay an ace in the torch row; the fourth needs the scroll (§7.1, §7.2)."""
        self._torches.append(ace)
        if self._torches_burnt() < 4:
            return
        if self._scroll_helps():
            self._place = "read"
        else:
            self._end("lost")

    def _read(self) -> None:
        """Read the scroll; the fourth ace goes under the deck and the turn goes on (§7.2)."""
        fourth = self._torches.pop()  # the ace laid last
        self._deck.append(fourth)
        if JOKER in self._hand:
            self._hand.remove(JOKER)
        else:
            self._column.remove(JOKER)  # R-3, scroll_from_column
        self._torches.append(JOKER)
        self._place = "encounter"
        if self._discarding:
            self._go_on_discarding()
        else:
            self._turn_until_encounter()
