"""What one seat of a Dungeon may know: an allow-list, field by field. A spectator, seat None, knows what is public and no more."""

from functools import lru_cache
from typing import NamedTuple

from underdeck.cards import code_of, codes_of, rank_of
from underdeck.games.dungeon.legal import MOST_MOVES, legal, waiting
from underdeck.games.dungeon.moves import DungeonMove, move_of
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.primitives import frame, is_dark, is_wild, lives, pending
from underdeck.games.dungeon.state import (
    ACCUSATIONS,
    ACES,
    ATTACKED,
    COUNTERS,
    ENDINGS,
    ESCAPED,
    FRAME,
    JOKER_RANK,
    MOST_CARDS,
    PENDING,
    ROBBING,
    SAVING,
    State,
)


class Passage(NamedTuple):
    """A passage as one seat sees it: what it claims to be, where it lies, and its card if that may be known."""

    value: int
    next_to: int
    card: int | None


class PlayerView(NamedTuple):
    """What is known of one player."""

    seat: int
    alive: bool
    left_cell: bool
    cards: int
    """How many cards are in the hand."""
    hand: tuple[int, ...] | None
    """The hand itself, for its owner."""
    cell: int | None
    """A joker lies face up; None for a card face down."""
    dungeon: tuple[Passage, ...]
    has_bid: bool


class DungeonView(NamedTuple):
    """The table as one seat sees it, and the moves at hand."""

    options: Options
    seat: int | None
    """The seat whose view this is; None for a spectator."""
    turn: int
    current: int | None
    """The seat whose turn it is; None before the first turn."""
    pending: str
    """What the game waits for."""
    waiting: tuple[int, ...]
    """The seats whose decision the game waits for."""
    about: tuple[int, ...]
    """The public part of what is pending: (attacker, value), (asker, rank), (value,), or the
    seat whose move a window answers."""
    players: tuple[PlayerView, ...]
    deck: int
    discards: int
    seen_discards: tuple[int, ...] | None
    """The discards, where they may be seen."""
    laid: tuple[int, ...]
    """Fighting cards or counters that lie on the table."""
    creature: int | None
    """The creature that attacks or whose ability is called."""
    robber: int | None
    """A Graverobber that worked, until the end of the turn."""
    ending: str
    winner: int | None
    legal: tuple[DungeonMove, ...]

    def as_json(self) -> dict[str, object]:
        """The view as data, cards as codes and moves as text."""
        return {
            "house": dict(options_as_json(self.options)),
            "seat": self.seat,
            "turn": self.turn,
            "current": self.current,
            "pending": self.pending,
            "waiting": list(self.waiting),
            "about": list(self.about),
            "players": [player_as_json(player) for player in self.players],
            "deck": self.deck,
            "discards": self.discards,
            "seen_discards": None if self.seen_discards is None else codes_of(self.seen_discards),
            "laid": codes_of(self.laid),
            "creature": code_of(self.creature) if self.creature else None,
            "robber": code_of(self.robber) if self.robber else None,
            "ending": self.ending or None,
            "winner": self.winner,
            "legal": [text_of(move) for move in self.legal],
        }


@lru_cache(256)
def options_as_json(options: Options) -> dict[str, int | bool]:
    """The options of a house as data."""
    return {name: getattr(options, name) for name in options.__slots__}


def player_as_json(player: PlayerView) -> dict[str, object]:
    """What is known of a player as data."""
    return {
        "seat": player.seat,
        "alive": player.alive,
        "left_cell": player.left_cell,
        "cards": player.cards,
        "hand": None if player.hand is None else codes_of(player.hand),
        "cell": None if player.cell is None else code_of(player.cell),
        "dungeon": [
            {
                "value": passage.value,
                "next_to": passage.next_to,
                "card": code_of(passage.card) if passage.card else None,
            }
            for passage in player.dungeon
        ],
        "has_bid": player.has_bid,
    }


_rows: list[list[int]] = []
"""Rows to write moves into, used again and again; each by one thread at a time."""

known_move = lru_cache(4096)(move_of)
text_of = lru_cache(4096)(str)
"""Most moves are met again and again."""


def legal_moves(s: State, seat: int) -> tuple[DungeonMove, ...]:
    """A seat's legal moves as values."""
    actions = _rows.pop() if _rows else [0] * MOST_MOVES
    count = legal(s, seat, actions)
    moves = tuple(map(known_move, actions[:count]))
    _rows.append(actions)
    return moves


def seats_in(mask: int, players: int) -> tuple[int, ...]:
    """Return the seats in a bit mask."""
    return tuple([seat for seat in range(players) if mask >> seat & 1])


def view(s: State, seat: int | None) -> DungeonView:
    """What this seat may know now."""
    kind = pending(s)
    robbing = kind == ROBBING and seat == frame(s, 1)
    tried_in_secret = seat != s.current and is_tried_in_secret(s)
    return DungeonView(
        options=s.options,
        seat=seat,
        turn=s.turn,
        current=seat_or_none(s.current),
        pending=PENDING[kind] if not s.ending else "over",
        waiting=seats_in(waiting(s), s.players),
        about=() if s.ending else about(s, kind),
        players=tuple([player_view(s, player, seat) for player in range(s.players)]),
        deck=s.bottom - s.top,
        discards=s.discard_size,
        seen_discards=tuple(sorted(s.discards[: s.discard_size]))
        if robbing or not is_dark(s)
        else None,
        laid=tuple(s.pile[: s.pile_size]),
        creature=None if tried_in_secret else s.creature or None,
        robber=s.robber or None,
        ending=ENDINGS[s.ending],
        winner=seat_or_none(s.winner),
        legal=() if seat is None else legal_moves(s, seat),
    )


def seat_or_none(seat: int) -> int | None:
    """Return a seat of the state; None for -1, which stands for nobody there."""
    return None if seat < 0 else seat


def is_tried_in_secret(s: State) -> bool:
    """§14.3 Does a card that was tried lie aside, unseen, while a joker may be saved, even beneath an ace's window?"""
    return s.options.pitch_black and SAVING in s.stack[: s.height * FRAME : FRAME]


def about(s: State, kind: int) -> tuple[int, ...]:
    """Return the public part of what is pending: seats, values and ranks."""
    if kind == ATTACKED:
        return (frame(s, 2), frame(s, 3))
    if PENDING[kind] in ("asked", "answered", "caught"):
        return (frame(s, 2), frame(s, 3))
    if PENDING[kind] == "saving":
        return (frame(s, 2),)
    if kind in (ACES, COUNTERS, ACCUSATIONS):
        return (frame(s, 1),)
    return ()


def player_view(s: State, player: int, seat: int | None) -> PlayerView:
    """What a seat may know of a player."""
    own = player == seat
    shown = (
        not s.options.pitch_black or own or (s.ending == ESCAPED and player == s.winner)
    )  # §14.5 an escape is shown
    row = player * MOST_CARDS
    return PlayerView(
        seat=player,
        alive=lives(s, player),
        left_cell=s.left >> player & 1 == 1,
        cards=s.hand_size[player],
        hand=tuple(s.hands[row : row + s.hand_size[player]]) if own else None,
        cell=s.cells[player] if not is_wild(s) and rank_of(s.cells[player]) == JOKER_RANK else None,
        dungeon=tuple(
            [
                Passage(s.claims[at], s.parents[at], s.passages[at] if shown else None)
                for at in range(row, row + s.depth[player])
            ]
        ),
        has_bid=s.bids[player] != 0,
    )


def result(s: State) -> dict[str, object] | None:
    """§8 How it ended: who won and how, or who shares a stalemate. None while the game runs."""
    if not s.ending:
        return None
    return {
        "ending": ENDINGS[s.ending],
        "winner": seat_or_none(s.winner),
        "alive": list(seats_in(s.alive, s.players)),
        "turns": s.turn,
    }
