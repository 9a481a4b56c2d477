"""The view of a player or spectator: an allow-list of what lies face up (R-20)."""

from dataclasses import asdict, dataclass

from underdeck.cards import code_of, codes_of, count_of
from underdeck.games.tomb.counter import known_bottom
from underdeck.games.tomb.legal import MAX_MOVES, legal
from underdeck.games.tomb.moves import TombMove, move_of
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, ENDINGS, ESCAPED, PHASES, State
from underdeck.games.tomb.treasure import ALL_HOARDS, GOLD_PER_POINT, has, kings_in, points_in


@dataclass(frozen=True, slots=True)
class TombView:
    """The cards and numbers that the player sees, and the legal moves."""

    options: Options
    """The house rules of the game."""
    phase: str
    """The name of what the game waits for."""
    turn: int
    """The number of turns begun, in the delve and the retreat together."""
    deepest: int
    """The turn after which the player turned around; 0 before that."""
    deck: int
    """The number of cards left."""
    under: tuple[int, ...]
    """The ace that the scroll sent to the bottom of the deck, while it lies there."""
    torches: tuple[int, ...]
    """The torch row: burnt aces, and the scroll once it was read."""
    burnt: int
    """The number of torches burnt out."""
    column: tuple[int, ...]
    """The cards of the current turn, in the order in which they were laid."""
    encounter: int
    """The encounter in play: a spade, diamond or club from 2 to 10; 0 if there is none."""
    stacks: tuple[int, ...]
    """The number of cards in each finished turn, face down."""
    discards: int
    """The number of discarded cards."""
    hit_points: int
    """The hit points left, of 9."""
    blow: int
    """The damage of a blow that isn't answered yet; 0 if there is none."""
    owed: int
    """The number of cards still to be discarded before a door; 0 if there are none."""
    dropped: int
    """The worth of the treasure dropped so far under `drop_sum`."""
    spent: tuple[int, ...]
    """The cards on the lost hit points: Dodge Blow, once played."""
    hand: tuple[int, ...]
    """The skills and the treasure that the player holds, the scroll included."""
    points: int
    """The score of the treasure in the hand."""
    kings: int
    """The number of kings in the hand."""
    ending: str
    """`escaped`, `slain` or `lost`; empty while the game runs."""
    legal: tuple[TombMove, ...]
    """The legal moves; none for a spectator."""

    def __repr__(self) -> str:
        seen = [f"turn {self.turn}", f"hit points {self.hit_points}", f"torches burnt {self.burnt}"]
        seen.append(f"hand {' '.join(codes_of(self.hand)) or 'empty'}")
        if self.encounter:
            seen.append(f"against {code_of(self.encounter)}")
        seen.append(self.ending or f"legal: {', '.join(map(str, self.legal)) or 'none'}")
        return f"<TombView: {', '.join(seen)}>"

    def as_json(self) -> dict[str, object]:
        """Return the view as JSON data, with cards as codes and moves as text."""
        data: dict[str, object] = {"house": asdict(self.options)}
        data |= {name: getattr(self, name) for name in self.__slots__ if name != "options"}
        for name in ("under", "torches", "column", "spent", "hand"):
            data[name] = codes_of(getattr(self, name))
        data["encounter"] = codes_of([self.encounter])[0] if self.encounter else None
        data["stacks"] = list(self.stacks)
        data["ending"] = self.ending or None
        data["legal"] = [str(move) for move in self.legal]
        return data


def cards_in(cards: int) -> tuple[int, ...]:
    """Return the cards of a set, in the order of the deck."""
    return tuple(card for card in DECK if has(cards, card))


def legal_moves(s: State) -> tuple[TombMove, ...]:
    """Return the legal moves as values."""
    actions = [0] * MAX_MOVES
    count = legal(s, actions)
    return tuple(move_of(action) for action in actions[:count])


def view(s: State, *, spectator: bool = False) -> TombView:
    """Return the view; a spectator sees the same cards but has no moves."""
    bottom = known_bottom(s)
    return TombView(
        options=s.options,
        phase=PHASES[s.phase],
        turn=s.turn,
        deepest=s.deepest,
        deck=s.bottom - s.top,
        under=() if bottom is None else (bottom,),
        torches=cards_in(s.torch_row),
        burnt=s.torches,
        column=tuple(s.column[: count_of(s.laid)]),
        encounter=s.encounter,
        stacks=tuple(stack.bit_count() for stack in s.stacks if stack),
        discards=s.discards.bit_count(),
        hit_points=s.hit_points,
        blow=s.blow,
        owed=s.owed,
        dropped=s.dropped,
        spent=cards_in(s.spent),
        hand=cards_in(s.hand),
        points=points_in(s.hand),
        kings=kings_in(s.hand),
        ending=ENDINGS[s.ending],
        legal=() if spectator else legal_moves(s),
    )


def result(s: State) -> dict[str, object] | None:
    """§10 Return the ending, the score and its worth in gold; None while the game runs."""
    if not s.ending:
        return None
    out = s.ending == ESCAPED
    kings, points = (kings_in(s.hand), points_in(s.hand)) if out else (0, 0)
    return {
        "ending": ENDINGS[s.ending],
        "kings": kings,
        "points": points,
        "gold": points * GOLD_PER_POINT,
        "won": kings == ALL_HOARDS,
    }
