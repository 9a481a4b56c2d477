"""A second implementation of Dungeon, written from docs/rules/dungeon.md alone.

It is a test oracle and slow on purpose: cards are strings, places are lists, and pending work is an
explicit stack of small records. Nothing is cached. § and D-n cite the paragraphs and rulings of the
rules. Both versions of the rules are played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

JOKER = "Jk"
PASSAGES = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}
CREATURES = {"J": 11, "Q": 12, "K": 13}
RANKS = ["A", *PASSAGES, *CREATURES]
SUIT_ORDER = "SHDC"
CELL_VALUE = 11  # §3.1
HAND_LIMIT = 5  # §2.1
WIGHT = 13
TIED_ROUNDS = 3  # §1.4
LATEST_RULES = 2


def rank_of(card: str) -> str:
    """Return the rank of a card; the joker is its own rank."""
    return card if card == JOKER else card[:-1]


def ranks_in(cards: Sequence[str]) -> list[str]:
    """Return the distinct ranks of some cards."""
    return sorted({rank_of(card) for card in cards})


def read_card(text: str) -> tuple[str, str]:
    """Split `Jk=10` into the rank of the card and the rank it is played as."""
    rank, _, declared = text.partition("=")
    return rank, declared or rank


@dataclass
class Passage:
    """A passage: its claimed value (§14.2), the place it lies next to (0: cell), and its card."""

    claim: int
    parent: int
    card: str

    def true_value(self) -> int | None:
        """The true value: a joker has the claimed one (§14.2), an ace or a creature has none."""
        return self.claim if self.card == JOKER else PASSAGES.get(rank_of(self.card))

    def is_false(self) -> bool:
        """§14.2: Return whether the card differs from its claim."""
        return self.true_value() != self.claim


@dataclass
class Pending:
    """Pending work."""


@dataclass
class Lot(Pending):
    """Chance decides who begins (§1.4)."""

    among: list[int]


@dataclass
class Bid(Pending):
    """A round of the bid for the first turn (§1.4, D-1)."""

    bidders: list[int]
    tied_before: int
    laid: dict[int, str] = field(default_factory=dict)


@dataclass
class BidVerdict(Pending):
    """The bids of a round were shown and replaced, and are compared next (§1.4)."""

    highest: list[int]
    tied_before: int


@dataclass
class Draw(Pending):
    """A player draws `count` cards; `begins_turn` marks the draw that begins a turn (§2.1)."""

    player: int
    count: int
    begins_turn: bool = False


@dataclass
class Turn(Pending):
    """The player of the turn plays one card, or none (§2.1)."""

    player: int


@dataclass
class Discarding(Pending):
    """The player of the turn discards down to five (§2.1)."""

    player: int


@dataclass
class PutAwayGraverobber(Pending):
    """A Graverobber that worked goes to the discards (§2.7, §5.2)."""


@dataclass
class Renewal(Pending):
    """At the end of a turn an empty deck is renewed (§2.4, §2.7)."""


@dataclass
class TurnOver(Pending):
    """A stalemate is checked for (§2.5), and the next turn begins (§1.5)."""

    player: int


@dataclass
class Attack(Pending):
    """A creature attacks; the defender fights or retreats (§4.3).

    `laid` has the fighting passages with their values (§4.5).
    """

    target: int
    card: str
    value: int
    laid: list[tuple[str, int]] = field(default_factory=list)

    def total(self) -> int:
        """The sum of the fighting cards."""
        return sum(value for _, value in self.laid)


@dataclass
class CavedIn(Pending):
    """A joker passage was caved in; its owner saves or yields it (§12.2)."""

    owner: int
    card: str


@dataclass
class Take(Pending):
    """The Graverobber's player takes a card from the discards (§5.1)."""

    player: int


@dataclass
class Asked(Pending):
    """A player is asked for a rank by the Myrmiddon (§6.2)."""

    asker: int
    target: int
    rank: str


@dataclass
class Denied(Pending):
    """After a no the asker believes or demands (§6.3)."""

    asker: int
    target: int
    rank: str
    lie: bool


@dataclass
class Caught(Pending):
    """A caught liar gives or burns, under suicide queen (§10.1)."""

    asker: int
    target: int
    rank: str


@dataclass
class Window(Pending):
    """Several players answer in any order; `asked` has those who have not answered yet."""

    asked: set[int]


@dataclass
class AceWindow(Window):
    """Each other living player answers an ace with an ace, or passes (§7.4)."""


@dataclass
class CounterWindow(Window):
    """An ability was called and may be cancelled (§11.2).

    `creature` is "J" or "Q"; target and wish are for fishing.
    """

    caller: int
    creature: str
    card: str
    target: int
    wish: str
    counters: list[str] = field(default_factory=list)


@dataclass
class AccuseWindow(Window):
    """A passage was laid face down; others may accuse (§14.4), all if it escapes (§14.5)."""

    layer: int
    escape: bool


class DungeonOracle:
    """One game of Dungeon."""

    def __init__(
        self,
        cards: Sequence[str],
        options: Mapping[str, int | bool] | None = None,
        rules: int = LATEST_RULES,
    ) -> None:
        """Set up and deal (§1), by version 1 or 2 of the rules."""
        options = options or {}
        self.rules = rules
        self.players = list(range(1, int(options.get("players", 2)) + 1))
        self.decks = int(options.get("decks", 0)) or (1 if len(self.players) == 2 else 2)  # §1.1
        self.pitch_black = bool(options.get("pitch_black", False))
        self.wild = (
            self.pitch_black
            or bool(options.get("almost_black", False))
            or bool(options.get("jokers_wild", False))
        )
        self.suicide_queen = bool(options.get("suicide_queen", False))
        self.counter_attack = int(options.get("counter_attack", 0))
        self.ace_high = bool(options.get("ace_high", False))
        self.aces_in_fights = bool(options.get("aces_in_fights", False))
        self.accuse_freely = bool(options.get("accuse_freely", False))
        self.must_play = bool(options.get("must_play", False))
        self.reveal_on_escape = bool(options.get("reveal_on_escape", False))
        self.surrender_keeps_rest = bool(options.get("surrender_keeps_rest", False))
        self.turn_limit = int(options.get("turn_limit", 0))
        if len(cards) != self.decks * (54 if self.wild else 52):
            raise ValueError(f"{len(cards)} cards can't be dealt")

        self.deck = list(cards)
        self.hands: dict[int, list[str]] = {player: [] for player in self.players}
        self.dungeons: dict[int, list[Passage]] = {player: [] for player in self.players}
        self.discards: list[str] = []
        self.cells: dict[int, str] = {}
        self.graverobber: list[str] = []  # one that worked, until the end of the turn
        self.alive = list(self.players)
        self.left: set[int] = set()
        self.turn = 0
        self.current = 0
        self.stirred = (
            False  # in this turn a card was drawn or played (§2.5), or a player left (D-28)
        )
        self.kept = False  # the discards are kept: no new deck is made of them (§2.8, D-23)
        self.accused_without_passages = (
            False  # by the player of the turn, on that turn (§14.4, `accuse_freely`)
        )
        # After a renewal within the turn: the number of older cards in each hand (§7.6, D-22).
        self.held_before: dict[int, int] | None = None
        self.idle_turns = 0
        self.outcome: dict[str, object] | None = None
        self.stack: list[Pending] = []

        joker_cells = 0 if self.wild else 2 * self.decks  # §1.2
        for player in self.players:
            self.cells[player] = JOKER if player <= joker_cells else self.deck.pop(0)
        for _ in range(HAND_LIMIT):  # §1.3, D-18
            for player in self.players:
                self.hands[player].append(self.deck.pop(0))
        if options.get("random_start", False):
            self.stack.append(Lot(list(self.players)))
        else:
            self.stack.append(Bid(list(self.players), 0))
        self._settle()

    # Queries

    def chance(self) -> list[str]:
        """Return the items for chance to order: discards (§2.4), or players for the lot (§1.4)."""
        if self.outcome is not None:
            return []
        match self.stack[-1]:
            case Lot(among):
                return sorted(f"p{player}" for player in among)
            case Draw() | Renewal():  # these stay on top only if the deck must be renewed
                return sorted(self.discards)
            case _:
                return []

    def waiting(self) -> set[int]:
        """Return the players whose decision the game waits for."""
        if self.outcome is not None:
            return set()
        match self.stack[-1]:
            case Bid(bidders, _, laid):
                return {player for player in bidders if player not in laid}
            case Turn(player) | Discarding(player) | Take(player):
                return {player}
            case (
                Attack(target=player)
                | CavedIn(owner=player)
                | Asked(target=player)
                | Denied(asker=player)
                | Caught(target=player)
            ):
                return {player}
            case Window(asked):
                return set(asked)
            case _:
                return set()

    def legal(self, player: int) -> set[str]:
        """Return a player's legal moves, including aces out of turn."""
        if self.outcome is not None or self.chance() or player not in self.alive:
            return set()
        moves = self._aces(player)
        if player in self.waiting():
            moves |= self._answers(player, self.stack[-1])
        return moves

    def result(self) -> dict[str, object] | None:
        """Return the result (§8), or None."""
        return None if self.outcome is None else dict(self.outcome)

    def state(self) -> dict[str, object]:
        """Return the whole state."""
        return {
            "deck": list(self.deck),
            "hands": {player: list(hand) for player, hand in self.hands.items()},
            "dungeons": {
                player: [[p.claim, p.parent, p.card] for p in dungeon]
                for player, dungeon in self.dungeons.items()
            },
            "discards": sorted(self.discards),
            "cells": dict(self.cells),
            "alive": sorted(self.alive),
            "left": sorted(self.left),
            "turn": self.turn,
            "current": self.current,
            "set_aside": self._set_aside(),
        }

    def _set_aside(self) -> list[str]:
        """Return the cards in play that are in no other place."""
        cards = list(self.graverobber)
        for pending in self.stack:
            match pending:
                case Bid():
                    cards += pending.laid.values()
                case Attack():
                    cards += [pending.card, *(card for card, _ in pending.laid)]
                case CavedIn():
                    cards += [pending.card]
                case CounterWindow():
                    cards += [pending.card, *pending.counters]
                case _:
                    pass
        return sorted(cards)

    # Legal moves

    def _opponents(self, player: int) -> list[int]:
        """Return the other living players."""
        return [other for other in self.alive if other != player]

    def _holds(self, player: int, rank: str) -> bool:
        return rank in ranks_in(self.hands[player])

    def _aces(self, player: int) -> set[str]:
        """Whenever the game waits, but not before a demand or strike (§7.3, D-12).

        In a window only as an answer (§7.4, D-25).
        """
        match self.stack[-1]:
            case Denied():
                return set()
            case Attack(laid=laid) if laid and not self.aces_in_fights:
                return set()
            case AceWindow(asked) if player not in asked:
                return set()
            case _:
                moves = set()
                playable = ranks_in(self._playable_as_aces(player))
                if "A" in playable:
                    moves.add("ace A")
                if JOKER in playable and not self._needs_joker_to_win(player):
                    moves.add("ace Jk=A")
                return moves

    def _playable_as_aces(self, player: int) -> list[str]:
        """Return the cards not drawn after a renewal within this turn (§7.6, D-22)."""
        hand = self.hands[player]
        return hand if self.held_before is None else hand[: self.held_before[player]]

    def _needs_joker_to_win(self, player: int) -> bool:
        """Return whether the defender needs every joker to win (§7.3, `aces_in_fights`)."""
        for pending in self.stack:
            if isinstance(pending, Attack) and pending.target == player and pending.laid:
                rest = list(self.hands[player])
                rest.remove(JOKER)
                return not self._can_win(pending, rest)
        return False

    def _answers(self, player: int, pending: Pending) -> set[str]:
        """Return the moves of a player whom the game waits for, except aces."""
        hand = self.hands[player]
        match pending:
            case Bid():
                return {f"bid {rank}" for rank in ranks_in(hand)}
            case Turn():
                return self._turn_moves(player)
            case Discarding():
                return {f"discard {rank}" for rank in ranks_in(hand)}
            case Attack():
                return self._defences(pending)
            case CavedIn():
                value = str(self.dungeons[player][-1].claim)
                return {"yield", f"save {value}"} if self._holds(player, value) else {"yield"}
            case Take():
                return {f"take {rank}" for rank in ranks_in(self.discards)}
            case Asked(rank=rank):
                return {"deny", "give"} if self._holds(player, rank) else {"deny"}
            case Denied():
                return {"believe", "demand"}
            case Caught(rank=rank):
                return {"burn", "give"} if self._holds(player, rank) else {"burn"}
            case AceWindow():
                return {"pass"}
            case CounterWindow(creature=creature):
                moves = {"pass"}
                if self._holds(player, creature):
                    moves.add(f"counter {creature}")
                if self._holds(player, JOKER):
                    moves.add(f"counter Jk={creature}")
                return moves
            case AccuseWindow(layer=layer):
                return {"pass", f"accuse p{layer}"}
            case _:
                raise AssertionError(pending)

    def _turn_moves(self, player: int) -> set[str]:
        """Return the moves of the player's own turn (§2.1)."""
        plays = (
            self._digs(player)
            | self._caves(player)
            | self._attacks(player)
            | self._robs(player)
            | self._fishings(player)
        )
        moves = plays | self._accusations(player)
        if not (self.must_play and plays):  # §2.2, D-2
            moves.add("pass")
        return moves

    def _places(self, player: int, value: int) -> list[int]:
        """Return the places where a passage of that value fits (§3.1, §3.2, D-5)."""
        dungeon = self.dungeons[player]
        values = [CELL_VALUE] + [passage.claim for passage in dungeon]
        places = []
        for number, above in enumerate(values):
            is_tip = all(passage.parent != number for passage in dungeon)
            is_lowest = bool(dungeon) and value == min(passage.claim for passage in dungeon)
            if above == value + 1 and (is_tip or is_lowest):
                places.append(number)
        return places

    def _digs(self, player: int) -> set[str]:
        """Passages (§3.1); jokers as any (§12.1); in pitch black any card as any (§14.1)."""
        moves = set()
        for rank in ranks_in(self.hands[player]):
            for name, value in PASSAGES.items():
                if rank == name:
                    text = name
                elif rank == JOKER or self.pitch_black:
                    text = f"{rank}={name}"
                else:
                    continue
                for place in self._places(player, value):
                    moves.add(f"dig {text} @{place}")
        return moves

    def _caves(self, player: int) -> set[str]:
        """Cave-ins (§3.4); in pitch black with any passage card (§14.3, D-15)."""
        moves = set()
        for other in self._opponents(player):
            if not self.dungeons[other]:
                continue
            front = self.dungeons[other][-1]  # §3.3
            for name, value in PASSAGES.items():
                if not self.pitch_black and value != front.claim:
                    continue
                if self._holds(player, name):
                    moves.add(f"cave {name} p{other}")
                if self._holds(player, JOKER):
                    moves.add(f"cave Jk={name} p{other}")
        return moves

    def _attacks(self, player: int) -> set[str]:
        """Attacks on those who have left the cell (§4.2, D-6)."""
        moves = set()
        for other in self._opponents(player):
            if other not in self.left:
                continue
            for name in CREATURES:
                if self._holds(player, name):
                    moves.add(f"attack {name} p{other}")
                if self._holds(player, JOKER):
                    moves.add(f"attack Jk={name} p{other}")
        return moves

    def _robs(self, player: int) -> set[str]:
        """The Graverobber's ability needs a discard to take (§5.1)."""
        moves = set()
        if self.discards:
            if self._holds(player, "J"):
                moves.add("rob J")
            if self._holds(player, JOKER):
                moves.add("rob Jk=J")
        return moves

    def _fishings(self, player: int) -> set[str]:
        """The Myrmiddon's ability: a living opponent who has cards, and any rank (§6.1, D-10)."""
        moves = set()
        for other in self._opponents(player):
            if not self.hands[other]:
                continue
            for wish in RANKS + ([JOKER] if self.wild else []):
                if self._holds(player, "Q"):
                    moves.add(f"fish Q p{other} {wish}")
                if self._holds(player, JOKER):
                    moves.add(f"fish Jk=Q p{other} {wish}")
        return moves

    def _accusations(self, player: int) -> set[str]:
        """On the own turn before playing; both players need a passage (§14.4, D-16).

        Under `accuse_freely` a player without passages may accuse too, once a turn.
        """
        if not self.pitch_black:
            return set()
        if not self.dungeons[player] and (not self.accuse_freely or self.accused_without_passages):
            return set()
        return {f"accuse p{other}" for other in self._opponents(player) if self.dungeons[other]}

    def _defences(self, attack: Attack) -> set[str]:
        """Fight, retreat or fall (§4.4 to §4.7); after the first card fight on or strike (D-20)."""
        hand = self.hands[attack.target]
        moves = set()
        for rank in ranks_in(hand):
            rest = list(hand)
            rest.remove(next(card for card in hand if rank_of(card) == rank))
            for name, value in PASSAGES.items():
                if rank not in (name, JOKER):
                    continue
                after = Attack(
                    attack.target, attack.card, attack.value, [*attack.laid, (rank, value)]
                )
                if self._can_win(after, rest):
                    moves.add(f"fight {name}" if rank == name else f"fight Jk={name}")
            for name, value in CREATURES.items():
                if rank in (name, JOKER) and not attack.laid and value >= attack.value:  # D-7
                    moves.add(f"fight {name}" if rank == name else f"fight Jk={name}")
        if attack.laid:
            if self._is_enough(attack):
                moves.add("strike")
        else:
            moves.add("retreat" if self.dungeons[attack.target] else "fall")
        return moves

    def _is_enough(self, attack: Attack) -> bool:
        """By their sum (§4.4), or by a 2 against the Wight (D-24), alone in version 1."""
        values = [value for _, value in attack.laid]
        beats_wight = 2 in values if self.rules >= 2 else values == [2]
        return attack.total() >= attack.value or (attack.value == WIGHT and beats_wight)

    def _can_win(self, attack: Attack, hand: list[str]) -> bool:
        """Return whether the cards laid, with passages of this hand, can still win (§4.5, D-20)."""
        if self._is_enough(attack):
            return True
        if (
            self.rules >= 2
            and attack.value == WIGHT
            and any(rank_of(card) in ("2", JOKER) for card in hand)
        ):  # D-24
            return True
        return (
            attack.total()
            + sum(10 if card == JOKER else PASSAGES.get(rank_of(card), 0) for card in hand)
            >= attack.value
        )

    # Making moves

    def fate(self, order: Sequence[str]) -> None:
        """Continue with the new deck, top first, or with the lot on the first item."""
        wanted = self.chance()
        if not wanted or sorted(order) != wanted:
            raise ValueError(f"chance can't answer {list(order)}")
        if isinstance(self.stack[-1], Lot):
            self.stack.pop()
            self._begin_turn(int(order[0][1:]))
        else:
            if (
                isinstance(self.stack[-1], Draw) and self.rules >= 2 and self.held_before is None
            ):  # §7.6, D-22
                self.held_before = {each: len(hand) for each, hand in self.hands.items()}
            self.deck = list(order)
            self.discards = []
        self._settle()

    def play(self, player: int, move: str) -> None:
        """Make a move."""
        if move == "resign":
            if player not in self.waiting():
                raise ValueError(f"the game does not wait for p{player}")
            self._leave(player)
            self._settle()
            return
        if move not in self.legal(player):
            raise ValueError(f"p{player} can't {move}")
        verb, *words = move.split()
        if verb == "ace":
            self._play_ace(player, read_card(words[0])[0])
        else:
            self._make(player, verb, words, self.stack[-1])
        self._settle()

    def _make(self, player: int, verb: str, words: list[str], pending: Pending) -> None:
        """Make a move of a player whom the game waits for, except an ace."""
        match pending:
            case Bid():
                pending.laid[player] = self._from_hand(player, words[0])
            case Turn():
                self._make_turn_move(player, verb, words)
            case Discarding():
                self.discards.append(self._from_hand(player, words[0]))
            case Attack():
                self._defend(pending, verb, words)
            case CavedIn():
                self.stack.pop()
                self.discards.append(pending.card)
                if verb == "save":
                    self.discards.append(self._from_hand(player, words[0]))
                else:
                    self.discards.append(self.dungeons[player].pop().card)
            case Take():
                self.stack.pop()
                self._take(player, words[0])
            case Asked() | Denied() | Caught():
                self.stack.pop()
                self._talk(pending, verb)
            case AceWindow():
                pending.asked.remove(player)
            case CounterWindow():
                if verb == "counter":  # §11.2
                    self.stirred = True
                    pending.counters.append(self._from_hand(player, read_card(words[0])[0]))
                    pending.asked = set(self._opponents(player))
                else:
                    pending.asked.remove(player)
            case AccuseWindow():
                if verb == "accuse":
                    self.stack.pop()
                    honest = self._accuse(player, pending.layer)
                    if honest and pending.escape:  # §14.5
                        self._finish("escaped", pending.layer)
                else:
                    pending.asked.remove(player)
            case _:
                raise AssertionError(pending)

    def _talk(self, talk: Asked | Denied | Caught, verb: str) -> None:
        """Answers and demands while fishing (§6.2 to §6.4, §10.1)."""
        if verb == "give":
            self.hands[talk.asker].append(self._from_hand(talk.target, talk.rank))
            if isinstance(talk, Caught) and not self.surrender_keeps_rest:
                self._discard_hand(talk.target)
        elif verb == "burn":
            self._discard_hand(talk.target)
        elif verb == "deny":
            self.stack.append(
                Denied(talk.asker, talk.target, talk.rank, lie=self._holds(talk.target, talk.rank))
            )
        elif verb == "demand" and isinstance(talk, Denied):
            if not talk.lie:
                self._discard_hand(talk.asker)
            elif self.suicide_queen:
                self.stack.append(Caught(talk.asker, talk.target, talk.rank))
            else:
                self.hands[talk.asker].append(self._from_hand(talk.target, talk.rank))
                self._discard_hand(talk.target)

    def _make_turn_move(self, player: int, verb: str, words: list[str]) -> None:
        """Play the card of the turn, or none (§2.1); the rest of the turn is below on the stack."""
        if verb == "accuse":  # not a play (§14.4)
            self.accused_without_passages = (
                self.accused_without_passages or not self.dungeons[player]
            )
            self._accuse(player, int(words[0][1:]))
            return
        self.stack.pop()
        self.kept = self.rules >= 2 and verb == "rob"  # §2.8, D-23
        if verb == "pass":
            return
        self.stirred = True
        rank, declared = read_card(words[0])
        card = self._from_hand(player, rank)
        if verb == "dig":
            self._dig(player, card, PASSAGES[declared], int(words[1][1:]))
        elif verb == "cave":
            self._cave(int(words[1][1:]), card, PASSAGES[declared])
        elif verb == "attack":
            self.stack.append(Attack(int(words[1][1:]), card, CREATURES[declared]))
        elif verb == "rob":
            if self.counter_attack in (1, 3):
                self.stack.append(
                    CounterWindow(set(self._opponents(player)), player, "J", card, 0, "")
                )
            else:
                self._rob(player, card)
        elif verb == "fish":
            target, wish = int(words[1][1:]), words[2]
            if self.counter_attack in (2, 3):
                self.stack.append(
                    CounterWindow(set(self._opponents(player)), player, "Q", card, target, wish)
                )
            else:
                self.discards.append(card)  # §6.1
                self.stack.append(Asked(player, target, wish))

    def _from_hand(self, player: int, rank: str) -> str:
        """Take the card of a rank that has been in the hand longest (§2.3, D-19)."""
        hand = self.hands[player]
        for place, card in enumerate(hand):
            if rank_of(card) == rank:
                if self.held_before is not None and place < self.held_before[player]:
                    self.held_before[player] -= 1
                return hand.pop(place)
        raise AssertionError(rank)

    def _discard_hand(self, player: int) -> None:
        self.discards += self.hands[player]
        self.hands[player] = []
        if self.held_before is not None:
            self.held_before[player] = 0

    def _discard_dungeon(self, player: int) -> None:
        self.discards += [passage.card for passage in self.dungeons[player]]
        self.dungeons[player] = []

    def _play_ace(self, player: int, rank: str) -> None:
        """Play an ace (§7.1, §7.4); its cards are drawn when the windows above have closed."""
        self.stirred = True
        if isinstance(self.stack[-1], AceWindow):
            self.stack.pop()
        self.discards.append(self._from_hand(player, rank))
        self.stack.append(Draw(player, 2))
        self.stack.append(AceWindow(set(self._opponents(player))))

    def _dig(self, player: int, card: str, value: int, place: int) -> None:
        """§3.1; in pitch black a window to accuse follows (§14.4, §14.5)."""
        self.dungeons[player].append(Passage(value, place, card))
        if value == 10:
            self.left.add(player)  # D-6
        if not self.pitch_black:
            if value == 2:
                self._finish("escaped", player)  # §3.5
        elif value == 2:
            if self.reveal_on_escape and self.rules >= 2:  # D-26
                self._unaccused_escape(player)
            else:
                self.stack.append(AccuseWindow(set(self._opponents(player)), player, escape=True))
        else:
            asked = {
                other
                for other in self._opponents(player)
                if self.dungeons[other] or self.accuse_freely
            }
            if asked:
                self.stack.append(AccuseWindow(asked, player, escape=False))

    def _cave(self, target: int, card: str, value: int) -> None:
        """§3.4; a joker's owner is asked (§12.2, D-21); in pitch black it may miss (§14.3)."""
        front = self.dungeons[target][-1]
        if front.true_value() != value:
            self.discards.append(card)
        elif front.card == JOKER:
            self.stack.append(CavedIn(target, card))
        else:
            self.discards += [card, self.dungeons[target].pop().card]

    def _rob(self, player: int, card: str) -> None:
        """Use the Graverobber, which stays until the end of the turn (§5.2)."""
        self.graverobber.append(card)
        self.stack.append(Take(player))

    def _take(self, player: int, rank: str) -> None:
        """§5.1; of several the first by suit (§2.3, D-19)."""
        found = [card for card in self.discards if rank_of(card) == rank]
        card = min(found, key=lambda c: 0 if c == JOKER else SUIT_ORDER.index(c[-1]))
        self.discards.remove(card)
        self.hands[player].append(card)

    def _accuse(self, accuser: int, accused: int) -> bool:
        """Show the dungeon, discard the loser's, return whether it was honest (§14.4)."""
        honest = not any(passage.is_false() for passage in self.dungeons[accused])
        self._discard_dungeon(accuser if honest else accused)
        return honest

    def _defend(self, attack: Attack, verb: str, words: list[str]) -> None:
        """Make a move of the defender (§4.4 to §4.7)."""
        if verb == "fight":
            self.stirred = True
            rank, declared = read_card(words[0])
            card = self._from_hand(attack.target, rank)
            if declared in PASSAGES:
                attack.laid.append((card, PASSAGES[declared]))
                return
            self.discards.append(card)
        self._end_attack(attack)
        if verb == "retreat":
            self.discards.append(self.dungeons[attack.target].pop().card)
        elif verb == "fall":
            self._leave(attack.target)

    def _end_attack(self, attack: Attack) -> None:
        """Discard the creature and all fighting cards."""
        self.stack.pop()
        self.discards += [attack.card, *(card for card, _ in attack.laid)]

    def _leave(self, player: int) -> None:
        """A player falls or resigns and discards everything (§4.7, D-8); the last one wins (§8.1).

        Pending work of this player is settled by `_settle` when it comes to the top of the stack.
        """
        self.alive.remove(player)
        if self.rules >= 2:
            self.stirred = True  # D-28
        self._discard_hand(player)
        self._discard_dungeon(player)
        for pending in self.stack:
            match pending:
                case Bid():
                    if player in pending.laid:
                        self.discards.append(pending.laid.pop(player))
                    if (
                        player in pending.bidders and len(pending.bidders) > 1
                    ):  # the last one is kept, because the turn would have been theirs
                        pending.bidders.remove(player)
                case Window():
                    pending.asked.discard(player)
                case _:
                    pass
        if len(self.alive) == 1:
            self._finish("alone", self.alive[0])

    def _finish(self, ending: str, winner: int | None) -> None:
        self.outcome = {"ending": ending, "winner": winner, "alive": sorted(self.alive)}

    # Settling the stack

    def _settle(self) -> None:
        """Settle everything that needs neither a player nor chance."""
        while self.outcome is None and self._step():
            pass

    def _step(self) -> bool:
        """Settle the top of the stack; return False if it has to wait."""
        match pending := self.stack[-1]:
            case Draw():
                return self._step_draw(pending)
            case Bid():
                return self._step_bid(pending)
            case BidVerdict(highest, tied_before):
                self.stack.pop()
                if len(highest) == 1:
                    self._begin_turn(highest[0])
                elif tied_before + 1 < TIED_ROUNDS:
                    self.stack.append(Bid(highest, tied_before + 1))
                else:
                    self.stack.append(Lot(highest))
                return True
            case Turn(player) if player in self.alive:
                return False
            case Discarding(player) if (
                player in self.alive and len(self.hands[player]) > HAND_LIMIT
            ):
                return False
            case PutAwayGraverobber():
                self.discards += self.graverobber
                self.graverobber = []
            case Renewal() if not self.deck and self.discards:
                return False
            case TurnOver(player):
                self.stack.pop()
                self._end_turn(player)
                return True
            case Attack(target):
                if target in self.alive:
                    return False
                self._end_attack(pending)
                return True
            case CavedIn(owner, card):
                if owner in self.alive:
                    return False
                self.discards.append(card)
            case Take(player) if player in self.alive and self.discards:  # §5.2
                return False
            case Asked(asker, target) | Denied(asker, target) | Caught(asker, target) if (
                asker in self.alive and target in self.alive
            ):
                return False
            case Lot():
                return False
            case AccuseWindow(layer=layer) if layer not in self.alive:
                pass
            case CounterWindow(caller=caller) if (
                self.rules >= 2 and caller not in self.alive
            ):  # §11.4, D-27
                self.discards += [pending.card, *pending.counters]
            case Window(asked) if asked:
                return False
            case CounterWindow():
                self._close_counters(pending)
                return True
            case AccuseWindow(layer=layer, escape=True):
                self._unaccused_escape(layer)
            case _:
                pass  # it has become void
        self.stack.pop()
        return True

    def _step_draw(self, draw: Draw) -> bool:
        """Draw one card; wait for chance if the deck must be renewed first (§2.4, D-3).

        Kept discards forbid a renewal (§2.8, D-23).
        """
        if (
            draw.player not in self.alive
            or draw.count == 0
            or not (self.deck or (self.discards and not self.kept))
        ):
            self.stack.pop()
            return True
        if not self.deck:
            return False
        self.hands[draw.player].append(self.deck.pop(0))
        self.stirred = True
        if draw.begins_turn and not self.deck and self.rules >= 2:  # §2.8, D-23
            self.kept = True
        draw.count -= 1
        return True

    def _step_bid(self, bid: Bid) -> bool:
        """Show, discard and replace the bids once all are laid (§1.4, D-1)."""
        if len(bid.bidders) == 1 and not bid.laid:  # the others of a tie have resigned
            self.stack.pop()
            only = bid.bidders[0]
            self._begin_turn(only if only in self.alive else self._next_alive(only))
            return True
        if any(player not in bid.laid for player in bid.bidders):
            return False
        self.stack.pop()
        worth = {player: self._bid_worth(card) for player, card in bid.laid.items()}
        highest = [player for player in bid.bidders if worth[player] == max(worth.values())]
        self.discards += [bid.laid[player] for player in bid.bidders]
        self.stack.append(BidVerdict(highest, bid.tied_before))
        for player in reversed(bid.bidders):
            self.stack.append(Draw(player, 1))
        return True

    def _bid_worth(self, card: str) -> int:
        """§1.4: kings high, aces low or (ace_high) 14, a joker 13."""
        rank = rank_of(card)
        if rank == "A":
            return 14 if self.ace_high else 1
        return 13 if rank == JOKER else {**PASSAGES, **CREATURES}[rank]

    def _close_counters(self, window: CounterWindow) -> None:
        """Discard the counters; an even number lets the ability work (§11.2, §11.3)."""
        self.stack.pop()
        self.discards += window.counters
        works = len(window.counters) % 2 == 0
        if works and window.creature == "J":
            self._rob(window.caller, window.card)
            return
        self.discards.append(window.card)
        if works:
            self.stack.append(Asked(window.caller, window.target, window.wish))

    def _unaccused_escape(self, layer: int) -> None:
        """Let an unaccused escape stand (§14.5), or check it under `reveal_on_escape` (D-26)."""
        if self.reveal_on_escape and any(passage.is_false() for passage in self.dungeons[layer]):
            self._discard_dungeon(layer)
        else:
            self._finish("escaped", layer)

    def _next_alive(self, player: int) -> int:
        """§1.5: up in the order of seats and round again, passing over those who are out."""
        later = [other for other in self.alive if other > player]
        return min(later) if later else min(self.alive)

    def _begin_turn(self, player: int) -> None:
        """Put a turn onto the stack, its end first, and reset the turn's state (§2.1, §2.7)."""
        self.turn += 1
        self.current = player
        self.stirred = False
        self.kept = False
        self.accused_without_passages = False
        self.held_before = None
        self.stack = [
            TurnOver(player),
            Renewal(),
            PutAwayGraverobber(),
            Discarding(player),
            Turn(player),
            Draw(player, 1, begins_turn=True),
        ]

    def _end_turn(self, player: int) -> None:
        """End in a stalemate (§2.5, D-4), or begin the next turn."""
        self.idle_turns = 0 if self.stirred else self.idle_turns + 1
        if self.turn == self.turn_limit or self.idle_turns >= len(self.alive):
            self._finish("stalemate", None)
        else:
            self._begin_turn(self._next_alive(player))
