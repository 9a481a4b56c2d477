"""The state of a game rebuilt outside the rules, and the real state in the same form."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from underdeck.cards import rank_of
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import ENDINGS, MAX_CARDS, State
from underdeck.games.dungeon.view import DungeonView, seats_in

JOKER_RANK = 14


def is_of(card: int, value: int) -> bool:
    """Return whether a card has that value or is a joker."""
    return rank_of(card) in (value, JOKER_RANK)


@dataclass
class Question:
    """A pending decision: its kind, the seats that it waits for, and its parameters."""

    kind: str
    waiting: set[int]
    about: tuple[int, ...] = ()


class RebuiltState:
    """The whole state, rebuilt after the deal, and the steps that several events share."""

    def __init__(self, options: Options, hands: dict[int, list[int]], deck: int) -> None:
        players = list(hands)
        self.options = options
        self.hands = hands
        self.deck = deck
        self.dungeons: dict[int, list[tuple[int, int, int]]] = {seat: [] for seat in players}
        self.discards: Counter[int] = Counter()
        self.alive = set(players)
        self.left: set[int] = set()
        self.bids: dict[int, int] = {}
        self.stakes = dict.fromkeys(players, 0)
        self.turn = self.creature = self.strength = self.robber = self.busy = self.idle = 0
        self.current = self.winner = -1
        self.laid: list[int] = []
        self.laid_as: list[int] = []
        self.ending = ""
        self.questions = [] if options.random_start else [Question("bid", set(players))]
        self.bidders, self.may_begin, self.ties = set(players), set(players), 0
        self.tried = self.demanded = self.lost_front = (0, 0)
        self.wanted = self.tried_as = 0
        self.lost: list[int] = []
        self.shown: list[tuple[int, int]] = []

    # Decisions

    def settle(self) -> None:
        """Apply changes without events: closed windows, abilities, decisions of absent players."""
        while self.questions:
            top = self.questions[-1]
            if top.kind in ("aces", "counters", "accusations"):
                if (
                    top.waiting
                    and (top.kind != "accusations" or top.about[0] in self.alive)
                    and not self.has_caller_left(top)
                ):
                    return
                self.questions.pop()
            elif top.kind in ("rob", "fish"):
                if self.caller_of(top) not in self.alive:
                    self.questions.pop()
                    self.put_creature_away()
                elif len(self.laid) % 2:
                    return
                else:
                    self.work()
            elif top.kind == "bid":
                if len(self.bidders) < 2:
                    self.may_begin = self.bidders or self.may_begin
                return
            elif not self.lapses(top):
                return
            elif top.kind == "attacked":
                self.end_attack()
            else:
                self.questions.pop()
                if top.kind == "saving":
                    self.put_creature_away()

    def lapses(self, question: Question) -> bool:
        """D-8 Return whether a player who is needed here has left; a turn ends with an event."""
        if question.kind in ("turn", "discard") or (
            question.kind == "robbing" and not self.discards
        ):
            return False
        return not question.waiting <= self.alive or (
            question.kind in ("asked", "caught") and question.about[0] not in self.alive
        )

    def caller_of(self, called: Question) -> int:
        """Return the seat whose ability was called."""
        return called.about[0] if called.kind == "fish" else max(called.waiting)

    def has_caller_left(self, question: Question) -> bool:
        """D-27 Return whether this is a counter window whose caller has left the game."""
        return question.kind == "counters" and self.caller_of(self.questions[-2]) not in self.alive

    def work(self) -> None:
        """§5, §6 Apply an ability that wasn't cancelled."""
        called = self.questions.pop()
        if called.kind == "rob":
            self.discards.update(self.laid)
            self.robber, self.creature, self.laid = self.creature, 0, []
            self.questions.append(Question("robbing", called.waiting))
        else:
            self.put_creature_away()
            if called.waiting <= self.alive:
                self.questions.append(Question("asked", called.waiting, called.about))

    # Steps that several events share

    def asks(self, seat: int, *kinds: str) -> Question:
        """Return the top question after checking its kind and that it waits for this seat."""
        top = self.questions[-1]
        assert top.kind in kinds
        assert seat in top.waiting
        return top

    def answers(self, seat: int, *kinds: str) -> Question:
        """Return the same, and remove it as answered."""
        self.asks(seat, *kinds)
        return self.questions.pop()

    def put_creature_away(self) -> None:
        """Discard the creature or the card set aside, with the cards laid against it."""
        self.discards.update([self.creature, *self.laid])
        self.creature, self.laid, self.strength = 0, [], 0

    def take(self, seat: int, card: int) -> int:
        """D-19 Remove a card from a hand: the longest-held one of its rank."""
        assert card == next(held for held in self.hands[seat] if rank_of(held) == rank_of(card))
        self.hands[seat].remove(card)
        return card

    def play(self, seat: int, card: int = 0) -> None:
        """§2.1 Play the card of the turn, or one that isn't shown yet."""
        self.asks(seat, "turn").kind = "discard"
        self.busy = 1
        if card:
            self.take(seat, card)

    def others(self, seat: int) -> set[int]:
        return self.alive - {seat}

    def next_to(self, seat: int) -> int:
        """§1.5 Return the next living seat."""
        return min(self.alive, key=lambda other: (other - seat - 1) % self.options.players)

    def end_attack(self) -> None:
        self.questions.pop()
        self.put_creature_away()

    def put_robber_away(self) -> None:
        self.discards.update([self.robber] if self.robber else [])
        self.robber = 0

    def end_turn(self) -> None:
        """§2.7 Discard the Graverobber; §2.5 count an idle turn."""
        self.put_robber_away()
        self.idle = 0 if self.busy else self.idle + 1

    def leave(self, seat: int) -> None:
        """D-8 Remove a player from all questions; D-28 the turn isn't idle."""
        self.busy = 1
        self.alive.remove(seat)
        self.bidders.discard(seat)
        for question in self.questions:
            if question.kind in ("bid", "aces", "counters", "accusations"):
                question.waiting.discard(seat)
        if not self.turn and not self.bidders:
            self.may_begin = {self.next_to(seat)}

    def front_value(self, seat: int) -> int:
        """§14.2 Return the true value of a front."""
        claim, _, card = self.dungeons[seat][-1]
        return claim if rank_of(card) == JOKER_RANK else rank_of(card)

    def is_shown(self, seat: int) -> bool:
        """§14.4 - §14.5 Return whether every passage of a dungeon was shown in order."""
        return self.shown == [(seat, place + 1) for place in range(len(self.dungeons[seat]))]

    def is_honest(self, seat: int) -> bool:
        return all(is_of(card, value) for value, _, card in self.dungeons[seat])

    # The state

    def picture(self) -> dict[str, Any]:
        assert not self.lost
        top = Question("over", set()) if self.ending else self.questions[-1]
        names = (
            "hands dungeons discards deck alive left bids stakes turn current creature laid "
            "strength robber busy idle ending winner"
        )
        return {name: getattr(self, name) for name in names.split()} | {
            "pending": top.kind,
            "waiting": tuple(sorted(top.waiting)),
            "about": top.about,
        }


def picture_of(s: State) -> dict[str, Any]:
    """Return the real state in the form of `Listener.picture`."""
    view = GAME.view(s, None)
    assert isinstance(view, DungeonView)
    rows = {seat: seat * MAX_CARDS for seat in range(s.players)}
    return {
        "hands": hands_of(s),
        "dungeons": {
            seat: [
                (s.claims[place], s.parents[place], s.passages[place])
                for place in range(row, row + s.depth[seat])
            ]
            for seat, row in rows.items()
        },
        "discards": Counter(s.discards[: s.discard_size]),
        "deck": s.bottom - s.top,
        "alive": set(seats_in(s.alive, s.players)),
        "left": set(seats_in(s.left_cell, s.players)),
        "bids": {seat: s.bids[seat] for seat in rows if s.bids[seat] != 0},
        "stakes": {seat: s.stakes[seat] for seat in rows},
        "turn": s.turn,
        "current": s.current,
        "creature": s.creature,
        "laid": s.pile[: s.pile_size],
        "strength": s.pile_sum,
        "robber": s.robber,
        "busy": s.busy,
        "idle": s.idle,
        "ending": ENDINGS[s.ending],
        "winner": s.winner,
        "pending": view.pending,
        "waiting": view.waiting,
        "about": view.about,
    }


def hands_of(s: State) -> dict[int, list[int]]:
    return {seat: s.hands[seat * MAX_CARDS :][: s.hand_size[seat]] for seat in range(s.players)}
