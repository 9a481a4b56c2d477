"""Events are complete: the whole state can be rebuilt from all of them."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from games.dungeon.position import Position, is_whole
from games.dungeon.test_oracle import random_options
from underdeck.cards import rank_of
from underdeck.game import EVERYONE, Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.events import NAMES, SEAT_PARTS
from underdeck.games.dungeon.options import Options, is_dark
from underdeck.games.dungeon.state import ENDINGS, MAX_CARDS, State, deck_of
from underdeck.games.dungeon.view import DungeonView, seats_in
from underdeck.options import read_options

EIGHT = "10S 9S 8S 7S 6S 5S 4S 3S"
"""A dungeon that lacks only the 2."""
JOKER_RANK = 14

OWN = ("bid_with", "drew_card", "laid_as", "tried_with", "own_discard")
"""Events for their own player only."""
LEAVING = ("hand_lost", "lost_card", "dungeon_lost", "alone")
"""The events right after a player leaves the game, before anything else is settled."""

LIKINGS = ("dig",), ("dig", "cave", "save", "demand", "burn", "counter")
"""Preferred moves: in one game those that lead to an escape, in the next the others."""


def is_of(card: int, value: int) -> bool:
    """Return whether a card has that value or is a joker."""
    return rank_of(card) in (value, JOKER_RANK)


@dataclass
class Question:
    """A pending decision: its kind, the seats that it waits for, and its parameters."""

    kind: str
    waiting: set[int]
    about: tuple[int, ...] = ()


class Listener:
    """The whole state, rebuilt from events after the deal."""

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

    # Events

    def observe(self, events: list[Event]) -> None:
        """Check an event and its audience against those before, and apply it."""
        for event in events:
            if event.name not in LEAVING:
                self.settle()
            assert event.audience == self.audience(event), event
            getattr(self, f"on_{event.name}")(**event.parts)
        if not self.ending:
            self.settle()

    def audience(self, event: Event) -> int:
        """§9 Return the audience of an event, a bit for each seat."""
        owner = 1 << event.parts.get("seat", 0)
        if event.name in OWN or (event.name == "took" and is_dark(self.options)):
            return owner
        if event.name == "front_was" and self.options.pitch_black:
            return owner
        if event.name == "gave_card":
            return owner | 1 << event.parts["target"]
        if event.name == "hand_shown" and not self.options.demand_shows_all:
            return owner | 1 << self.demanded[0]
        return EVERYONE

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

    # §1 The bid

    def on_bid_laid(self, seat: int) -> None:
        self.asks(seat, "bid").waiting.remove(seat)

    def on_bid_with(self, seat: int, card: int) -> None:
        self.bids[seat] = self.take(seat, card)

    def on_bid_shown(self, seat: int, card: int) -> None:
        assert self.bids.pop(seat) == card
        self.discards[card] += 1
        self.stakes[seat] = (
            14 if rank_of(card) == 1 and self.options.ace_high else min(rank_of(card), 13)
        )
        best = max(self.stakes[bidder] for bidder in self.bidders - set(self.bids))
        self.may_begin = {
            bidder for bidder in self.bidders - set(self.bids) if self.stakes[bidder] == best
        }

    def on_bids_tied(self) -> None:
        assert len(self.may_begin) > 1
        assert self.questions.pop().kind == "bid"
        self.ties += 1
        self.bidders = set(self.may_begin)
        if self.ties < 3:
            self.questions.append(Question("bid", set(self.bidders)))

    def on_lot_drawn(self, seat: int) -> None:
        assert self.options.random_start or self.ties == 3
        assert seat in self.may_begin
        self.may_begin = {seat}

    def on_began(self, seat: int) -> None:
        assert self.may_begin == {seat}
        self.questions = []

    # §2 Turns

    def on_turn_begun(self, seat: int, turn: int) -> None:
        assert len(self.questions) == min(self.turn, 1)
        assert turn == self.turn + 1
        if self.turn:
            assert seat == self.next_to(self.current)
            self.end_turn()
        else:
            assert {seat} == self.may_begin
        self.turn, self.current, self.busy = turn, seat, 0
        self.questions = [Question("turn", {seat})]

    def on_drew(self, seat: int, n: int) -> None:
        assert n == 1
        assert seat in self.alive
        self.deck -= 1
        self.busy = 1

    def on_drew_card(self, seat: int, card: int) -> None:
        self.hands[seat].append(card)

    def on_deck_renewed(self, n: int) -> None:
        assert self.deck == 0
        if self.robber and n > self.discards.total():
            self.put_robber_away()
        assert n == self.discards.total() > 0
        self.deck = n
        self.discards.clear()

    def on_discarded(self, seat: int, card: int) -> None:
        assert not is_dark(self.options)
        self.on_discarded_hidden(seat, False)
        self.on_own_discard(seat, card)

    def on_discarded_hidden(self, seat: int, dark: bool = True) -> None:
        assert dark == is_dark(self.options)
        assert len(self.hands[seat]) > 5
        self.asks(seat, "discard")

    def on_own_discard(self, seat: int, card: int) -> None:
        self.discards[self.take(seat, card)] += 1

    def on_passed(self, seat: int) -> None:
        top = self.asks(seat, "turn", "aces", "counters", "accusations")
        if top.kind == "turn":
            top.kind = "discard"
        else:
            top.waiting.remove(seat)

    def on_stalemate(self) -> None:
        self.end_turn()
        assert self.turn == self.options.turn_limit or self.idle >= len(self.alive)
        self.ending = "stalemate"

    # §3 Passages

    def on_dug(self, seat: int, card: int, value: int, place: int) -> None:
        assert is_of(card, value)
        self.play(seat, card)
        self.dungeons[seat].append((value, place, card))
        self.left |= {seat} if value == 10 else set()

    def on_dug_hidden(self, seat: int, value: int, place: int) -> None:
        assert self.options.pitch_black
        self.play(seat)
        self.shown = []
        self.dungeons[seat].append((value, place, 0))
        self.left |= {seat} if value == 10 else set()
        if value == 2 and self.options.reveal_on_escape:
            return
        asked = {
            other
            for other in self.others(seat)
            if value == 2 or self.options.accuse_freely or self.dungeons[other]
        }
        self.questions.append(Question("accusations", asked, (seat,)))

    def on_laid_as(self, seat: int, card: int, value: int) -> None:
        claim, place, unseen = self.dungeons[seat][-1]
        assert (claim, unseen) == (value, 0)
        self.dungeons[seat][-1] = (value, place, self.take(seat, card))

    def on_caved_in(self, seat: int, target: int, card: int, value: int) -> None:
        assert not self.options.pitch_black
        self.play(seat)
        self.tried = (seat, target)
        self.on_tried_with(seat, card, value)
        self.on_cave_hit(seat, target)

    def on_cave_tried(self, seat: int, target: int) -> None:
        assert self.options.pitch_black
        self.play(seat)
        self.tried = (seat, target)

    def on_tried_with(self, seat: int, card: int, value: int) -> None:
        assert seat == self.tried[0]
        assert is_of(card, value)
        self.tried_as, self.creature = value, self.take(seat, card)

    def on_cave_hit(self, seat: int, target: int) -> None:
        assert self.tried == (seat, target)
        assert self.tried_as == self.front_value(target)
        if rank_of(self.dungeons[target][-1][2]) == JOKER_RANK:
            self.questions.append(Question("saving", {target}, (self.tried_as,)))
        else:
            self.put_creature_away()

    def on_cave_missed(self, seat: int, target: int) -> None:
        assert self.tried == (seat, target)
        assert self.tried_as != self.front_value(target)
        self.put_creature_away()

    def on_front_lost(self, seat: int) -> None:
        self.lost_front = (seat, self.dungeons[seat].pop()[2])
        self.discards[self.lost_front[1]] += 1

    def on_front_was(self, seat: int, card: int) -> None:
        assert self.lost_front == (seat, card)

    def on_joker_saved(self, seat: int, card: int) -> None:
        assert self.answers(seat, "saving").about == (rank_of(card),)
        self.discards[self.take(seat, card)] += 1
        self.put_creature_away()

    def on_joker_lost(self, seat: int) -> None:
        self.answers(seat, "saving")
        self.put_creature_away()

    # §4 Attacks

    def on_attacked(self, seat: int, target: int, card: int, value: int) -> None:
        assert is_of(card, value)
        assert target in self.left & self.others(seat)
        self.play(seat, card)
        self.creature = card
        self.laid_as = []
        self.questions.append(Question("attacked", {target}, (seat, value)))

    def on_fight_laid(self, seat: int, card: int, value: int) -> None:
        assert is_of(card, value)
        self.asks(seat, "attacked")
        self.laid.append(self.take(seat, card))
        self.laid_as.append(value)
        self.strength += value

    def on_creature_beaten(self, seat: int) -> None:
        value = self.asks(seat, "attacked").about[1]
        assert self.strength >= value or (value == 13 and 2 in self.laid_as)
        self.end_attack()

    def on_retreated(self, seat: int) -> None:
        self.asks(seat, "attacked")
        assert self.dungeons[seat]
        self.end_attack()

    def on_fell(self, seat: int) -> None:
        self.asks(seat, "attacked")
        assert not self.dungeons[seat]
        self.end_attack()
        self.leave(seat)

    # §5 The Graverobber, §11 and counters

    def on_rob_called(self, seat: int, card: int) -> None:
        assert is_of(card, 11)
        self.play(seat, card)
        self.creature = card
        self.questions.append(Question("rob", {seat}))
        self.await_counters(seat, 11, 1)

    def await_counters(self, seat: int, rank: int, option: int) -> None:
        self.wanted = rank
        if self.options.counter_attack & option:
            self.questions.append(Question("counters", self.others(seat), (seat,)))

    def on_countered(self, seat: int, card: int) -> None:
        assert is_of(card, self.wanted)
        self.answers(seat, "counters")
        self.laid.append(self.take(seat, card))
        self.questions.append(Question("counters", self.others(seat), (seat,)))

    def on_ability_cancelled(self, seat: int) -> None:
        called = self.questions.pop()
        assert seat == self.caller_of(called)
        assert len(self.laid) % 2 == 1
        self.put_creature_away()

    def on_took(self, seat: int, card: int) -> None:
        self.answers(seat, "robbing")
        assert card == min(
            lying for lying in self.discards.elements() if rank_of(lying) == rank_of(card)
        )
        self.discards -= Counter([card])
        self.hands[seat].append(card)

    def on_took_secretly(self, seat: int) -> None:
        assert is_dark(self.options)
        self.asks(seat, "robbing")

    def on_took_nothing(self, seat: int) -> None:
        self.answers(seat, "robbing")
        assert not self.discards

    # §6 The Myrmiddon

    def on_fished(self, seat: int, target: int, card: int, rank: int) -> None:
        assert is_of(card, 12)
        assert self.hands[target]
        self.play(seat, card)
        self.creature = card
        self.questions.append(Question("fish", {target}, (seat, rank)))
        self.await_counters(seat, 12, 2)

    def on_gave(self, seat: int, target: int, rank: int) -> None:
        assert self.answers(seat, "asked", "caught").about == (target, rank)
        self.demanded, self.wanted = (target, seat), rank

    def on_gave_card(self, seat: int, target: int, card: int) -> None:
        assert (self.demanded, self.wanted) == ((target, seat), rank_of(card))
        self.hands[target].append(self.take(seat, card))

    def on_denied(self, seat: int) -> None:
        asker, rank = self.answers(seat, "asked").about
        self.questions.append(Question("answered", {asker}, (seat, rank)))

    def on_believed(self, seat: int) -> None:
        self.answers(seat, "answered")

    def on_demanded(self, seat: int, target: int) -> None:
        asked, self.wanted = self.answers(seat, "answered").about
        assert target == asked
        self.demanded = (seat, target)
        self.lost = list(self.hands[target])

    def on_hand_shown(self, seat: int, card: int) -> None:
        assert seat == self.demanded[1]
        assert self.lost.pop(0) == card

    def on_told_truth(self, seat: int) -> None:
        assert seat == self.demanded[1]
        assert self.wanted not in {rank_of(held) for held in self.hands[seat]}
        assert not self.lost

    def on_lied(self, seat: int) -> None:
        assert seat == self.demanded[1]
        assert self.wanted in {rank_of(held) for held in self.hands[seat]}
        assert not self.lost
        self.questions.append(Question("caught", {seat}, (self.demanded[0], self.wanted)))

    def on_burnt(self, seat: int) -> None:
        self.answers(seat, "caught")

    def on_hand_lost(self, seat: int, n: int) -> None:
        assert n == len(self.hands[seat])
        self.discards.update(self.hands[seat])
        self.lost = [] if is_dark(self.options) else self.hands[seat]
        self.hands[seat] = []

    def on_lost_card(self, seat: int, card: int) -> None:
        assert not self.hands[seat]
        assert self.lost.pop(0) == card

    # §7 Aces

    def on_ace_played(self, seat: int, card: int) -> None:
        assert is_of(card, 1)
        assert seat in self.alive
        self.discards[self.take(seat, card)] += 1
        self.busy = 1
        if self.questions[-1].kind == "aces":
            self.answers(seat, "aces")
        self.questions.append(Question("aces", self.others(seat), (seat,)))

    # §14 Accusations

    def on_accused(self, seat: int, target: int) -> None:
        self.shown = []
        if self.asks(seat, "turn", "accusations").kind == "accusations":
            assert self.questions.pop().about == (target,)

    def on_passage_shown(self, seat: int, place: int, card: int, value: int) -> None:
        claim, _, laid = self.dungeons[seat][place - 1]
        assert (claim, laid) == (value, card)
        self.shown.append((seat, place))

    def on_was_honest(self, seat: int) -> None:
        assert self.is_shown(seat)
        assert self.is_honest(seat)

    def on_was_false(self, seat: int) -> None:
        assert self.is_shown(seat)
        assert not self.is_honest(seat)

    def on_dungeon_lost(self, seat: int, n: int) -> None:
        assert n == len(self.dungeons[seat])
        self.discards.update(card for _, _, card in self.dungeons[seat])
        self.dungeons[seat] = []

    # §8 The end

    def on_resigned(self, seat: int) -> None:
        assert seat in self.questions[-1].waiting
        if seat in self.bids:
            self.discards[self.bids.pop(seat)] += 1
        self.leave(seat)

    def on_escaped(self, seat: int) -> None:
        assert self.dungeons[seat][-1][0] == 2
        assert self.is_shown(seat) or not self.options.pitch_black
        self.ending, self.winner = "escaped", seat

    def on_alone(self, seat: int) -> None:
        assert self.alive == {seat}
        self.ending, self.winner = "alone", seat

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


def choice(state: State, random: Random, liking: tuple[str, ...]) -> tuple[int, str]:
    """Choose a random move, mostly of a seat that the game waits for, and often a preferred one."""
    waiting = GAME.waiting(state)
    seat = random.choice(waiting) if random.random() < 0.9 else random.randrange(state.players)
    if seat in waiting and random.random() < 0.004:
        return seat, "resign"
    moves = [str(move) for move in GAME.legal(state, seat)]
    liked = [move for move in moves if move.split()[0] in liking]
    return (
        (seat, random.choice(liked if liked and random.random() < 0.8 else moves))
        if moves
        else choice(state, random, liking)
    )


def listen(seed: int) -> set[str]:
    """Compare a random game with its events; return the names of the events."""
    random = Random(seed)
    options: Options = read_options(Options, random_options(random))
    state: State = GAME.start(options, random.sample(deck_of(options), len(deck_of(options))))
    listener = Listener(options, hands_of(state), state.bottom - state.top)
    heard: set[str] = set()
    while GAME.result(state) is None:
        if items := GAME.pending_chance(state):
            events = GAME.resolve_chance(state, random.sample(items, len(items)))
        else:
            seat, move = choice(state, random, LIKINGS[seed % 2])
            events = GAME.play(state, seat, GAME.read_move(move))
        listener.observe(events)
        heard |= {event.name for event in events}
        assert is_whole(state)
        if not GAME.pending_chance(state):
            assert listener.picture() == picture_of(state), seed
    return heard


def test_the_state_follows_from_the_events() -> None:
    heard: set[str] = set()
    for seed in range(100):
        heard |= listen(seed)
    assert heard >= set(NAMES) - {"burnt", "escaped", "joker_saved", "took_nothing"}
    assert {f"on_{name}" for name in NAMES} == {
        name for name in dir(Listener) if name.startswith("on_")
    }


# The events of each move


def event_lines(position: Position, player: int | None = None) -> list[str]:
    """Return the events of a player or spectator as lines, with players numbered from 1."""
    return [
        " ".join(
            str(part + 1 if name in SEAT_PARTS else part)  # type: ignore[operator]
            for name, part in event.items()
        )
        for event in position.event_data(player)
    ]


LIAR = {2: "QS 3H 3D 3C 4H", 3: "7S 7H 5S 6S AS"}
"""Options where player 2 asks player 3, who has two sevens, for a seven."""
STORIES: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "a bid, shown in the order of seats": (
        {"hands": {1: "QS", 2: "KS"}, "players": 2, "first": None},
        "p2 bid K, p1 bid Q",
        [
            "bid_laid 2",
            "bid_laid 1",
            "bid_shown 1 QS",
            "bid_shown 2 KS",
            "drew 1 1",
            "drew 2 1",
            "began 2",
            "turn_begun 2 1",
            "drew 2 1",
        ],
    ),
    "nothing is played": (
        {"first": 3},
        "p3 pass, p3 discard 5",
        ["passed 3", "discarded 3 5H", "turn_begun 1 2", "drew 1 1"],
    ),
    "an ace that nobody answers": (
        {"hands": {3: "AS"}},
        "p3 ace A, p2 pass",
        ["ace_played 3 AS", "passed 2"],
    ),
    "a passage": (
        {"hands": {2: "9D"}, "dungeons": {2: "10S"}},
        "p2 dig 9 @1",
        ["dug 2 9D 9 1", "turn_begun 3 2"],
    ),
    "a cave-in": (
        {"hands": {2: "9D"}, "dungeons": {3: "10S 9S"}},
        "p2 cave 9 p3",
        ["caved_in 2 3 9D 9", "front_lost 3", "front_was 3 9S", "turn_begun 3 2"],
    ),
    "a joker that is saved": (
        {"hands": {2: "9D", 3: "9H"}, "dungeons": {3: "10S Jk"}, "jokers_wild": True},
        "p2 cave 9 p3, p3 save 9",
        ["caved_in 2 3 9D 9", "joker_saved 3 9H", "turn_begun 3 2"],
    ),
    "a joker that is lost": (
        {"hands": {2: "9D"}, "dungeons": {3: "10S Jk"}, "jokers_wild": True},
        "p2 cave 9 p3, p3 yield",
        ["caved_in 2 3 9D 9", "joker_lost 3", "front_lost 3", "front_was 3 Jk", "turn_begun 3 2"],
    ),
    "an attack that is beaten": (
        {"hands": {2: "JS", 3: "5S 6S"}, "dungeons": {3: "10D"}},
        "p2 attack J p3, p3 fight 5, p3 fight 6, p3 strike",
        [
            "attacked 2 3 JS 11",
            "fight_laid 3 5S 5",
            "fight_laid 3 6S 6",
            "creature_beaten 3",
            "turn_begun 3 2",
        ],
    ),
    "an attack by a joker, and a retreat": (
        {"hands": {2: "Jk"}, "dungeons": {3: "10D"}, "jokers_wild": True},
        "p2 attack Jk=K p3, p3 retreat",
        ["attacked 2 3 Jk 13", "retreated 3", "front_lost 3", "front_was 3 10D", "turn_begun 3 2"],
    ),
    "a Graverobber": (
        {"hands": {2: "JS"}, "discards": "9C"},
        "p2 rob J, p2 take 9",
        ["rob_called 2 JS", "took 2 9C"],
    ),
    "a Graverobber that finds nothing, by version 1 of the rules": (
        {
            "hands": {2: "JS 5S 5H 5D 5C", 3: "AS"},
            "deck": "4S",
            "only": True,
            "discards": "9C",
            "rules": 1,
        },
        "p2 rob J, p3 ace A, p1 pass, p2 pass",
        [
            "rob_called 2 JS",
            "ace_played 3 AS",
            "passed 1",
            "passed 2",
            "deck_renewed 2",
            "drew 3 1",
            "drew 3 1",
            "took_nothing 2",
        ],
    ),
    "a Graverobber that is cancelled": (
        {"hands": {2: "JS", 3: "JH"}, "discards": "9C", "counter_attack": 1},
        "p2 rob J, p3 counter J, p1 pass, p2 pass",
        [
            "rob_called 2 JS",
            "countered 3 JH",
            "passed 1",
            "passed 2",
            "ability_cancelled 2",
            "turn_begun 3 2",
        ],
    ),
    "a Myrmiddon that is cancelled": (
        {"hands": {2: "QS", 3: "QH"}, "counter_attack": 2},
        "p2 fish Q p3 7, p3 counter Q, p1 pass, p2 pass",
        [
            "fished 2 3 QS 7",
            "countered 3 QH",
            "passed 1",
            "passed 2",
            "ability_cancelled 2",
            "turn_begun 3 2",
        ],
    ),
    "a card is given": (
        {"hands": LIAR},
        "p2 fish Q p3 7, p3 give",
        ["fished 2 3 QS 7", "gave 3 2 7"],
    ),
    "a no that is believed": (
        {"hands": LIAR},
        "p2 fish Q p3 7, p3 deny, p2 believe",
        ["fished 2 3 QS 7", "denied 3", "believed 2"],
    ),
    "a no that was true": (
        {"hands": LIAR},
        "p2 fish Q p3 8, p3 deny, p2 demand",
        [
            "fished 2 3 QS 8",
            "denied 3",
            "demanded 2 3",
            "told_truth 3",
            "hand_lost 2 5",
            "lost_card 2 3H",
            "lost_card 2 3D",
        ],
    ),
    "a no that was a lie": (
        {"hands": LIAR},
        "p2 fish Q p3 7, p3 deny, p2 demand",
        [
            "fished 2 3 QS 7",
            "denied 3",
            "demanded 2 3",
            "lied 3",
            "gave 3 2 7",
            "hand_lost 3 4",
            "lost_card 3 7H",
            "lost_card 3 5S",
        ],
    ),
    "a liar who gives": (
        {"hands": LIAR, "suicide_queen": True},
        "p2 fish Q p3 7, p3 deny, p2 demand, p3 give",
        ["fished 2 3 QS 7", "denied 3", "demanded 2 3", "lied 3", "gave 3 2 7", "hand_lost 3 4"],
    ),
    "a liar who burns": (
        {"hands": LIAR, "suicide_queen": True},
        "p2 fish Q p3 7, p3 deny, p2 demand, p3 burn",
        ["fished 2 3 QS 7", "denied 3", "demanded 2 3", "lied 3", "burnt 3", "hand_lost 3 5"],
    ),
    "a cave-in in pitch black that hits": (
        {"hands": {2: "7S"}, "dungeons": {3: "7D"}, "pitch_black": True},
        "p2 cave 7 p3",
        ["cave_tried 2 3", "cave_hit 2 3", "front_lost 3", "turn_begun 3 2"],
    ),
    "a cave-in in pitch black that misses": (
        {"hands": {2: "7S"}, "dungeons": {3: "8D"}, "pitch_black": True},
        "p2 cave 7 p3",
        ["cave_tried 2 3", "cave_missed 2 3", "turn_begun 3 2"],
    ),
    "a dungeon that was false": (
        {"dungeons": {2: "10S", 3: "10D 7D"}, "pitch_black": True},
        "p2 accuse p3",
        [
            "accused 2 3",
            "passage_shown 3 1 10D 10",
            "passage_shown 3 2 7D 9",
            "was_false 3",
            "dungeon_lost 3 2",
        ],
    ),
    "a dungeon that was honest": (
        {"dungeons": {2: "10S", 3: "10D"}, "pitch_black": True},
        "p2 accuse p3",
        ["accused 2 3", "passage_shown 3 1 10D 10", "was_honest 3", "dungeon_lost 2 1"],
    ),
    "one who leaves": (
        {"hands": {2: "7S 7H 5S 6S AS"}, "deck": "KS", "dungeons": {2: "10S"}},
        "p2 resign",
        [
            "resigned 2",
            "hand_lost 2 6",
            *(f"lost_card 2 {code}" for code in ("7S", "7H", "5S", "6S", "AS", "KS")),
            "dungeon_lost 2 1",
        ],
    ),
}


@pytest.mark.parametrize("story", STORIES)
def test_a_spectator_gets_the_seats_and_public_cards(story: str) -> None:
    options, moves, lines = STORIES[story]
    position = Position(**{"players": 3, "first": 2, **options}).play(*moves.split(", "))
    assert event_lines(position)[: len(lines)] == lines


def test_the_lot_names_the_first_player() -> None:
    assert event_lines(Position(players=3, first=3)) == [
        "lot_drawn 3",
        "began 3",
        "turn_begun 3 1",
        "drew 3 1",
    ]


def test_bids_that_tie_name_nobody() -> None:
    position = Position({1: "KS", 2: "KH"}, first=None).play("p1 bid K", "p2 bid K")
    assert event_lines(position)[-1] == "bids_tied"


def test_a_player_who_begins_because_others_have_left_is_named() -> None:
    tied = Position({1: "KS", 2: "KH", 3: "4S"}, players=3, first=None).play(
        "p1 bid K", "p2 bid K", "p3 bid 4", "p2 resign"
    )
    assert event_lines(tied)[-3:] == ["began 1", "turn_begun 1 1", "drew 1 1"]
    gone = Position({1: "KS", 2: "KH", 3: "4S AS", 4: "4H"}, players=4, first=None)
    gone.play(
        "p1 bid K",
        "p2 bid K",
        "p3 bid 4",
        "p4 bid 4",
        "p3 ace A",
        "p1 resign",
        "p2 resign",
        "p4 pass",
    )
    assert event_lines(gone)[-3:] == ["began 3", "turn_begun 3 1", "drew 3 1"]


def test_a_player_who_falls_and_the_last_one_are_named() -> None:
    position = (
        Position({1: "KS KH", 2: "3S 3H 3D 4D 4H"}, "5C 5D", dungeons={2: "10D"})
        .play("p1 attack K p2", "p2 retreat")
        .skip(2)
    )
    position.play("p1 attack K p2", "p2 fall")
    assert event_lines(position)[:2] == ["attacked 1 2 KH 13", "fell 2"]
    assert event_lines(position)[-2:] == ["dungeon_lost 2 0", "alone 1"]
    assert event_lines(Position().play("p1 resign"))[-1] == "alone 2"


def test_a_stalemate_names_nobody() -> None:
    assert event_lines(Position(only=True).play("p1 pass", "p2 pass"))[-2:] == [
        "passed 2",
        "stalemate",
    ]


def test_an_escape_names_the_winner() -> None:
    position = Position({2: "2D"}, dungeons={2: EIGHT}, first=2).play("p2 dig 2 @8")
    assert event_lines(position) == ["dug 2 2D 2 8", "escaped 2"]


@pytest.mark.parametrize(
    ("reveal", "end"),
    [(False, ["escaped 2"]), (True, ["was_false 2", "dungeon_lost 2 9", "turn_begun 3 2"])],
)
def test_a_ninth_card_that_nobody_accused_is_shown(reveal: bool, end: list[str]) -> None:
    position = Position(
        {2: "KS"},
        players=3,
        first=2,
        pitch_black=True,
        reveal_on_escape=reveal,
        dungeons={2: EIGHT},
    )
    passes = [] if reveal else ["passed 3", "passed 1"]
    position.play("p2 dig K=2 @8", *([] if reveal else ["p3 pass", "p1 pass"]))
    shown = [
        f"passage_shown 2 {place + 1} {code} {10 - place}"
        for place, code in enumerate([*EIGHT.split(), "KS"])
    ]
    assert event_lines(position)[: 10 + len(passes) + len(end)] == [
        "dug_hidden 2 2 8",
        *passes,
        *shown,
        *end,
    ]


def test_a_secret_card_is_shown_to_its_player_only() -> None:
    tried = Position({2: "Jk"}, players=3, first=2, pitch_black=True, dungeons={3: "7D"}).play(
        "p2 cave Jk=7 p3"
    )
    assert event_lines(tried, 2)[:3] == ["cave_tried 2 3", "tried_with 2 Jk 7", "cave_hit 2 3"]
    laid = Position({2: "KS"}, players=3, first=2, pitch_black=True).play("p2 dig K=10 @0")
    assert event_lines(laid, 2)[:2] == ["dug_hidden 2 10 0", "laid_as 2 KS 10"]
    for position in (tried, laid):
        assert not position.cards_shown_to(None)


@pytest.mark.parametrize(("asker", "asked"), [(1, 3), (2, 3), (3, 2)])
def test_a_demanded_hand_is_shown_to_the_two_players(asker: int, asked: int) -> None:
    position = Position({asker: "QS 3H", asked: "5S 6S 8S 9S 9H"}, players=4, first=asker)
    position.play(f"p{asker} fish Q p{asked} 7", f"p{asked} deny", f"p{asker} demand")
    shown = [f"hand_shown {asked} {code}" for code in ("5S", "6S", "8S", "9S", "9H")]
    for player in (1, 2, 3, 4):
        assert [
            line for line in event_lines(position, player) if line.startswith("hand_shown")
        ] == (shown if player in (asker, asked) else [])
