"""A game of Dungeon with stacked cards, so that tests read like the rulebook."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from underdeck.cards import code_of, codes_of, rank_of, read_cards
from underdeck.deal import deal_from_cards
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.options import Options, cell_value, is_wild
from underdeck.games.dungeon.state import HAND_LIMIT, MAX_CARDS, SEATS, State
from underdeck.games.dungeon.view import DungeonView
from underdeck.options import read_options
from underdeck.refusal import IllegalMove

QUIET = (4, 5, 6, 7, 8, 9, 3, 2, 10, 11, 12, 13, 1, 14)
"""The order of ranks for cards that a test leaves open: those with the least effect first."""
EIGHT = "10S 9S 8S 7S 6S 5S 4S 3S"
"""A dungeon that lacks only the 2."""


def is_whole(s: State) -> bool:
    """Return whether a state consists of ints and rows of ints only."""
    parts = [getattr(s, part.name) for part in fields(s)]
    return not any(None in part if isinstance(part, list) else part is None for part in parts)


def view_of(state: State, seat: int | None) -> DungeonView:
    """Return the view of a seat or a spectator."""
    view = GAME.view(state, seat)
    assert isinstance(view, DungeonView)
    return view


class Position:
    """A game with given hands, deck, cells, passages and discards; other cards fill the rest.

    Players are numbered from 1, as in the text of moves. The lot lets `first` begin; with
    `first=None` there is a bid, and `lots` are the players that later lots fall on. `only` limits
    the deck to its given cards, as in a long game. `dungeons` are straight, from the first passage
    on, for any cards. `renewals` are the cards on top of each renewed deck; the rest of it is
    sorted. `rules` is the version of the rules.
    """

    def __init__(
        self,
        hands: Mapping[int, str] | None = None,
        deck: str = "",
        *,
        first: int | None = 1,
        cells: str = "",
        discards: str = "",
        dungeons: Mapping[int, str] | None = None,
        only: bool = False,
        renewals: Sequence[str] = (),
        lots: Sequence[int] = (),
        rules: int = GAME.rules,
        **options: Any,
    ) -> None:
        if first is not None:
            options, lots = {**options, "random_start": True}, (first, *lots)
        self.options: Options = read_options(Options, options)
        self.events: list[Event] = []
        self.lots, self.renewals = list(lots), [read_cards(text.split()) for text in renewals]
        named = {player: text.split() for player, text in (hands or {}).items()}
        laid = {player: text.split() for player, text in (dungeons or {}).items()}
        aside = [*itertools.chain(*laid.values()), *discards.split()]
        filler = self._filler(
            [*deck.split(), *cells.split(), *aside, *itertools.chain(*named.values())]
        )
        seats = range(1, self.options.players + 1)
        dealt = {player: named.get(player, []) for player in seats}
        for player in seats:
            dealt[player] = dealt[player] + [
                filler.pop(0) for _ in range(HAND_LIMIT - len(dealt[player]))
            ]
        dark_cells = cells.split()
        dark_cells += [filler.pop() for _ in range(self._dark_cells() - len(dark_cells))]
        rounds = [dealt[player][place] for place in range(HAND_LIMIT) for player in seats]
        order = [*dark_cells, *rounds, *deck.split(), *filler, *aside]
        cards = deal_from_cards(GAME.deck(self.options), read_cards(order)).cards
        self.state: State = GAME.start(self.options, cards, rules)
        self.state.bottom -= len(aside) + (len(filler) if only else 0)
        for player, codes in laid.items():
            self._lay(player - 1, read_cards(codes))
        self._put(self.state.discards, read_cards(discards.split()))
        self.state.discard_size = len(discards.split())
        self._cards = self._count()
        self._answer_chance()

    # Setting up

    def _filler(self, named: list[str]) -> list[str]:
        """Return the cards that aren't given, in the order of `QUIET`."""
        rest = Counter(GAME.deck(self.options)) - Counter(read_cards(named))
        return codes_of(
            sorted(rest.elements(), key=lambda card: (QUIET.index(rank_of(card)), card))
        )

    def _dark_cells(self) -> int:
        """§1.2 Return the number of cells dealt from the deck."""
        return (
            self.options.players
            if is_wild(self.options)
            else max(0, self.options.players - 2 * self.options.deck_count)
        )

    def _put(self, row: list[int], cards: Sequence[int], start: int = 0) -> None:
        row[start : start + len(cards)] = cards

    def _lay(self, seat: int, cards: list[int]) -> None:
        """Set up a straight dungeon."""
        s, row, count = self.state, seat * MAX_CARDS, len(cards)
        self._put(s.passages, cards, row)
        self._put(s.claims, [cell_value(self.options) - 1 - place for place in range(count)], row)
        self._put(s.parents, list(range(count)), row)
        self._put(s.followers, [1] * count + [0], seat * (MAX_CARDS + 1))
        s.depth[seat] = count
        s.left_cell |= 1 << seat

    def _count(self) -> Counter[int]:
        """Return every card of the game, in any place."""
        s = self.state
        rows = [s.hands[seat * MAX_CARDS :][: s.hand_size[seat]] for seat in range(SEATS)]
        rows += [s.passages[seat * MAX_CARDS :][: s.depth[seat]] for seat in range(SEATS)]
        rows += [
            s.deck[s.top : s.bottom],
            s.discards[: s.discard_size],
            s.pile[: s.pile_size],
            s.bids,
            s.cells,
            [s.creature, s.robber],
        ]
        return Counter(card for row in rows for card in row if card)

    def _answer_chance(self) -> None:
        assert is_whole(self.state)
        while items := GAME.pending_chance(self.state):
            if self.view().pending == "lot":
                first = self.lots.pop(0) - 1
                order = [first, *(seat for seat in items if seat != first)]
            else:
                top = self.renewals.pop(0) if self.renewals else []
                order = [*top, *sorted((Counter(items) - Counter(top)).elements())]
            self.events += GAME.resolve_chance(self.state, order)
            assert is_whole(self.state)

    # Playing

    def play(self, *moves: str) -> "Position":
        """Make moves, each with its player; keep their events and check that no card is lost."""
        self.events = []
        for text in moves:
            player, _, words = text.partition(" ")
            self.events += GAME.play(self.state, int(player[1:]) - 1, GAME.read_move(words))
            self._answer_chance()
            assert self._count() == self._cards, text
        return self

    def skip(self, *players: int) -> "Position":
        """Let players pass in their own turns and discard the newest card."""
        events: list[Event] = []
        for player in players:
            events += self.play(f"p{player} pass").events
            while self.result is None and self.pending == "discard" and self.waiting == (player,):
                events += self.play(f"p{player} discard {self.hand(player)[-1][:-1]}").events
        self.events = events
        return self

    def refuses(self, text: str) -> bool:
        """Return whether a move is refused."""
        try:
            self.play(text)
        except IllegalMove:
            return True
        return False

    def legal(self, player: int, word: str = "") -> list[str]:
        """Return a player's moves, or those with a verb."""
        texts = [str(move) for move in GAME.legal(self.state, player - 1)]
        return [text for text in texts if not word or text.split()[0] == word]

    # Queries

    def view(self, player: int | None = None) -> DungeonView:
        return view_of(self.state, None if player is None else player - 1)

    def hand(self, player: int) -> list[str]:
        return codes_of(self.view(player).players[player - 1].hand or ())

    def dungeon(self, player: int) -> list[tuple[int, int, str]]:
        """Return each passage as its owner sees it: value, parent and card."""
        laid = self.view(player).players[player - 1].dungeon
        return [(passage.value, passage.next_to, code_of(passage.card or 0)) for passage in laid]

    def values(self, player: int) -> list[int]:
        """Return the values of a dungeon's passages."""
        return [value for value, _, _ in self.dungeon(player)]

    @property
    def discards(self) -> set[str]:
        """Return the discards, even where players can't see them."""
        return set(codes_of(self.state.discards[: self.state.discard_size]))

    @property
    def deck(self) -> list[str]:
        return codes_of(self.state.deck[self.state.top : self.state.bottom])

    @property
    def pending(self) -> str:
        return self.view().pending

    @property
    def waiting(self) -> tuple[int, ...]:
        """The players whom the game waits for."""
        return tuple(seat + 1 for seat in GAME.waiting(self.state))

    @property
    def turn_of(self) -> int:
        """The player of the turn; 0 before the first turn."""
        current = self.view().current
        return 0 if current is None else current + 1

    @property
    def result(self) -> dict[str, Any] | None:
        return GAME.result(self.state)

    @property
    def event_names(self) -> list[str]:
        """The names of the last events."""
        return [event.name for event in self.events]

    def events_for(self, player: int | None) -> list[Event]:
        """Return the last events that a player or spectator may know."""
        return [
            event for event in self.events if event.is_for(None if player is None else player - 1)
        ]

    def event_data(self, player: int | None, name: str = "") -> list[dict[str, object]]:
        """Return these events as JSON data, all or those with a name."""
        return [
            event.as_json() for event in self.events_for(player) if not name or event.name == name
        ]

    def cards_shown_to(self, player: int | None) -> set[object]:
        """Return every card in these events."""
        return {event["card"] for event in self.event_data(player) if "card" in event}
