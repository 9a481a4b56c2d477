"""What the player of a tomb may see: an allow-list. The deck's order, the discards and finished turns stay face down (R-20)."""

from dataclasses import asdict, dataclass

from underdeck.cards import codes_of, count_of
from underdeck.games.tomb.legal import MOST_MOVES, legal
from underdeck.games.tomb.moves import TombMove, move_of
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.rules import has, kings_in, points_in
from underdeck.games.tomb.state import DECK, ENDINGS, ESCAPED, PHASES, State


@dataclass(frozen=True, slots=True)
class TombView:
    """The table as it lies before the player, and the moves at hand."""

    options: Options
    phase: str
    turn: int
    deepest: int
    deck: int
    """How many cards are left."""
    under: tuple[int, ...]
    """The ace that the scroll sent to the bottom of the deck, while it lies there."""
    torches: tuple[int, ...]
    """The torch row: burnt aces, and the scroll once it was read."""
    burnt: int
    """How many torches have burnt out."""
    column: tuple[int, ...]
    encounter: int
    stacks: tuple[int, ...]
    """How many cards lie face down in each finished turn."""
    discards: int
    hit_points: int
    blow: int
    owed: int
    dropped: int
    spent: tuple[int, ...]
    hand: tuple[int, ...]
    points: int
    """What the treasure in the hand would score outside."""
    kings: int
    ending: str
    legal: tuple[TombMove, ...]

    def as_json(self) -> dict[str, object]:
        """The view as data, cards as codes and moves as text."""
        told: dict[str, object] = {"house": asdict(self.options)}
        told |= {name: getattr(self, name) for name in self.__slots__ if name != "options"}
        for name in ("under", "torches", "column", "spent", "hand"):
            told[name] = codes_of(getattr(self, name))
        told["encounter"] = codes_of([self.encounter])[0] if self.encounter else None
        told["stacks"] = list(self.stacks)
        told["ending"] = self.ending or None
        told["legal"] = [str(move) for move in self.legal]
        return told


def cards_in(cards: int) -> tuple[int, ...]:
    """The cards of a set, in the deck's own order."""
    return tuple(card for card in DECK if has(cards, card))


def legal_moves(s: State) -> tuple[TombMove, ...]:
    """The legal moves as values."""
    actions = [0] * MOST_MOVES
    count = legal(s, actions)
    return tuple(move_of(action) for action in actions[:count])


def view(s: State, *, spectator: bool = False) -> TombView:
    """What lies open; a spectator sees as much but has no moves."""
    return TombView(
        options=s.options,
        phase=PHASES[s.phase],
        turn=s.turn,
        deepest=s.deepest,
        deck=s.bottom - s.top,
        under=(s.deck[s.bottom - 1],) if s.bottom > len(DECK) and s.top < s.bottom else (),
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
    """§10 How it ended: the score, and gold at a hundred the point. None while the game runs."""
    if not s.ending:
        return None
    out = s.ending == ESCAPED
    kings, points = (kings_in(s.hand), points_in(s.hand)) if out else (0, 0)
    return {
        "ending": ENDINGS[s.ending],
        "kings": kings,
        "points": points,
        "gold": points * 100,
        "won": kings == 4,
    }
