"""The view of a seat or a spectator: an allow-list, field by field."""

from functools import cache, lru_cache
from typing import NamedTuple

from underdeck.cards import code_of, codes_of, rank_of
from underdeck.games.dungeon.creatures import wins_fight
from underdeck.games.dungeon.frames import (
    fight_attacker,
    fight_defender,
    fight_value,
    find_attack,
    frame_opponent,
    frame_rank,
    frame_seat,
    is_pending,
    pending_kind,
)
from underdeck.games.dungeon.legal import MAX_MOVES, legal, waiting
from underdeck.games.dungeon.moves import DungeonMove, move_of, text_of
from underdeck.games.dungeon.options import Options, is_dark, is_wild
from underdeck.games.dungeon.pending import (
    ATTACKED,
    FISH_ABILITY,
    PENDING,
    QUESTIONS,
    ROB_ABILITY,
    ROBBING,
    SAVING,
    WINDOWS,
)
from underdeck.games.dungeon.state import (
    ENDINGS,
    ESCAPED,
    GRAVEROBBER,
    JOKER_RANK,
    MAX_CARDS,
    MYRMIDDON,
    State,
    is_alive,
)


class Passage(NamedTuple):
    """A passage as one seat sees it; the card is None if it is hidden."""

    value: int
    """The value that the passage was laid as."""
    next_to: int
    """The number of the passage that it lies next to, from 1; 0 is the cell."""
    card: int | None
    """The card; None if it is hidden."""


class PlayerView(NamedTuple):
    """A player as one seat sees it."""

    seat: int
    """The seat of the player."""
    alive: bool
    """Whether the player is still in the game."""
    left_cell: bool
    """Whether the player has left the cell and can be attacked."""
    cards: int
    """The number of cards in the hand."""
    hand: tuple[int, ...] | None
    """The hand, oldest card first, for its owner only."""
    cell: int | None
    """A joker, face up; None for a card face down."""
    dungeon: tuple[Passage, ...]
    """The passages in the order in which they were laid; the last one is the front."""
    has_bid: bool
    """Whether the player has laid a card in the bid for the first turn."""


class Fight(NamedTuple):
    """An attack that isn't decided yet; everything about it is public."""

    attacker: int
    """The seat that attacks."""
    defender: int
    """The seat that is attacked."""
    strength: int
    """The value of the creature."""
    values: tuple[int, ...]
    """The value that each fighting card was laid as."""
    is_won: bool
    """Whether the cards laid so far beat the creature."""


class DungeonView(NamedTuple):
    """The game as one seat sees it, and its legal moves."""

    options: Options
    """The variants and house rules of the game."""
    seat: int | None
    """The seat whose view this is; None for a spectator."""
    turn: int
    """The number of the turn; 0 before the first."""
    current: int | None
    """The seat whose turn it is; None before the first turn."""
    pending: str
    """The name of the pending decision, or "over"."""
    waiting: tuple[int, ...]
    """The seats whose decision the game waits for."""
    about: tuple[int, ...]
    """What the pending decision is about, as far as it is public."""
    players: tuple[PlayerView, ...]
    """All players, in the order of their seats."""
    deck: int
    """The number of cards left."""
    discards: int
    """The number of discarded cards."""
    keeps_discards: bool
    """§2.8 Whether no new deck is made of the discards for now."""
    seen_discards: tuple[int, ...] | None
    """The discards, if the seat may see them."""
    top_discard: int | None
    """The card that was discarded last of those that still lie there; None if face down."""
    laid: tuple[int, ...]
    """The fighting cards or counters laid so far."""
    creature: int | None
    """The creature that attacks, or whose ability is called."""
    fight: Fight | None
    """The attack that isn't decided yet, even while a window is open; None if there is none."""
    ability: int | None
    """The rank of the creature whose ability is called and may be countered; None if none is."""
    robber: int | None
    """A Graverobber that was used, until the end of the turn."""
    ending: str
    """`escaped`, `alone` or `stalemate`; empty while the game runs."""
    winner: int | None
    """The seat that won; None while the game runs and after a stalemate."""
    legal: tuple[DungeonMove, ...]
    """The legal moves of the seat; none for a spectator."""

    def __repr__(self) -> str:
        seen = ["spectator" if self.seat is None else f"seat {self.seat}", f"turn {self.turn}"]
        waiting = " and ".join(map(str, self.waiting))
        seen.append(self.ending or f"{self.pending}, waiting for {waiting}")
        if self.seat is not None:
            seen.append(f"hand {' '.join(codes_of(self.players[self.seat].hand or ())) or 'empty'}")
            seen.append(f"{len(self.legal)} legal")
        return f"<DungeonView: {', '.join(seen)}>"

    def as_json(self) -> dict[str, object]:
        """Return the view as JSON data, with cards as codes and moves as text."""
        return {
            "house": dict(options_as_json(self.options)),
            "seat": self.seat,
            "turn": self.turn,
            "current": self.current,
            "pending": self.pending,
            "waiting": list(self.waiting),
            "about": list(self.about),
            "players": list(map(player_as_json, self.players)),
            "deck": self.deck,
            "discards": self.discards,
            "seen_discards": None if self.seen_discards is None else codes_of(self.seen_discards),
            "laid": codes_of(self.laid),
            "creature": code_of(self.creature) if self.creature else None,
            "robber": code_of(self.robber) if self.robber else None,
            "ending": self.ending or None,
            "winner": self.winner,
            "legal": list(map(text_of, self.legal)),
        }


@lru_cache(256)
def options_as_json(options: Options) -> dict[str, int | bool]:
    """Return options as JSON data."""
    return {name: getattr(options, name) for name in options.__slots__}


def player_as_json(player: PlayerView) -> dict[str, object]:
    """Return a player's view as JSON data."""
    return {
        "seat": player.seat,
        "alive": player.alive,
        "left_cell": player.left_cell,
        "cards": player.cards,
        "hand": None if player.hand is None else codes_of(player.hand),
        "cell": None if player.cell is None else code_of(player.cell),
        "dungeon": list(map(passage_as_json, player.dungeon)),
        "has_bid": player.has_bid,
    }


def passage_as_json(passage: Passage) -> dict[str, object]:
    """Return a passage as JSON data."""
    return {
        "value": passage.value,
        "next_to": passage.next_to,
        "card": code_of(passage.card) if passage.card else None,
    }


_buffers: list[list[int]] = []
"""Spare buffers for actions; each is used by one thread at a time."""

known_move = lru_cache(4096)(move_of)
"""`move_of`, cached because most moves recur."""


def legal_moves(s: State, seat: int) -> tuple[DungeonMove, ...]:
    """Return a seat's legal moves as values."""
    actions = _buffers.pop() if _buffers else [0] * MAX_MOVES
    count = legal(s, seat, actions)
    moves = tuple(map(known_move, actions[:count]))
    _buffers.append(actions)
    return moves


@cache
def seats_in(mask: int, players: int) -> tuple[int, ...]:
    """Return the seats in a bit mask."""
    return tuple([seat for seat in range(players) if mask >> seat & 1])


def view(s: State, seat: int | None) -> DungeonView:
    """Return the view of a seat; None is a spectator, who sees what is public."""
    kind = pending_kind(s)
    robbing = kind == ROBBING and seat == frame_seat(s)
    hides_creature = seat != s.current and has_secret_try(s)
    return DungeonView(
        options=s.options,
        seat=seat,
        turn=s.turn,
        current=seat_or_none(s.current),
        pending=PENDING[kind] if not s.ending else "over",
        waiting=seats_in(waiting(s), s.players),
        about=() if s.ending else about(s, kind),
        players=tuple([player_view(s, each, viewer=seat) for each in range(s.players)]),
        deck=s.bottom - s.top,
        discards=s.discard_size,
        keeps_discards=s.keep_discards == 1,
        seen_discards=tuple(sorted(s.discards[: s.discard_size]))
        if robbing or not is_dark(s.options)
        else None,
        top_discard=None
        if is_dark(s.options) or s.discard_size == 0
        else s.discards[s.discard_size - 1],
        laid=tuple(s.pile[: s.pile_size]),
        creature=None if hides_creature else s.creature or None,
        fight=None if s.ending else fight_view(s),
        ability=None if s.ending else called_ability(s),
        robber=s.robber or None,
        ending=ENDINGS[s.ending],
        winner=seat_or_none(s.winner),
        legal=() if seat is None else legal_moves(s, seat),
    )


def seat_or_none(seat: int) -> int | None:
    """Return a seat of the state; None for -1, which stands for nobody there."""
    return None if seat < 0 else seat


def has_secret_try(s: State) -> bool:
    """§14.3 Return whether a secret cave-in waits for a joker to be saved, even under a window."""
    return s.options.pitch_black and is_pending(s, SAVING)


def fight_view(s: State) -> Fight | None:
    """§4 Return the attack that isn't decided yet."""
    number = find_attack(s)
    if number < 0:
        return None
    strength = fight_value(s, number)
    return Fight(
        fight_attacker(s, number),
        fight_defender(s, number),
        strength,
        tuple(s.pile_values[: s.pile_size]),
        wins_fight(s, strength),
    )


def called_ability(s: State) -> int | None:
    """§5.1 §6.1 Return the rank of the creature whose ability is called, even beneath a window."""
    if is_pending(s, ROB_ABILITY):
        return GRAVEROBBER
    return MYRMIDDON if is_pending(s, FISH_ABILITY) else None


def about(s: State, kind: int) -> tuple[int, ...]:
    """Return the public fields of the pending frame: seats, values and ranks."""
    if kind == ATTACKED or kind in QUESTIONS:
        return (frame_opponent(s), frame_rank(s))
    if kind == SAVING:
        return (frame_rank(s),)
    if kind in WINDOWS:
        return (frame_seat(s),)
    return ()


def player_view(s: State, seat: int, viewer: int | None) -> PlayerView:
    """Return the player in a seat as another seat, or a spectator (None), sees it."""
    own, cell = seat == viewer, s.cells[seat]
    shown = (
        not s.options.pitch_black or own or (s.ending == ESCAPED and seat == s.winner)
    )  # §14.5 an escape is shown
    row = seat * MAX_CARDS
    return PlayerView(
        seat=seat,
        alive=is_alive(s, seat),
        left_cell=s.left_cell >> seat & 1 == 1,
        cards=s.hand_size[seat],
        hand=tuple(s.hands[row : row + s.hand_size[seat]]) if own else None,
        cell=cell if rank_of(cell) == JOKER_RANK and not is_wild(s.options) else None,
        dungeon=tuple(
            [
                Passage(s.claims[at], s.parents[at], s.passages[at] if shown else None)
                for at in range(row, row + s.depth[seat])
            ]
        ),
        has_bid=s.bids[seat] != 0,
    )


def result(s: State) -> dict[str, object] | None:
    """§8 Return the ending, the winner and the living seats; None while the game runs."""
    if not s.ending:
        return None
    return {
        "ending": ENDINGS[s.ending],
        "winner": seat_or_none(s.winner),
        "alive": list(seats_in(s.alive, s.players)),
        "turns": s.turn,
    }
