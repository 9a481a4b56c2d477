"""A listener that rebuilds the whole state from events, in the order of the rules."""

from collections import Counter

from random_games.dungeon.rebuilt_state import JOKER_RANK, Question, RebuiltState, is_of
from underdeck.cards import rank_of
from underdeck.game import EVERYONE, Event
from underdeck.games.dungeon.options import is_dark

OWN = ("bid_with", "drew_card", "laid_as", "tried_with", "own_discard")
"""Events for their own player only."""
LEAVING = ("hand_lost", "lost_card", "dungeon_lost", "alone")
"""The events right after a player leaves the game, before anything else is settled."""


class Listener(RebuiltState):
    """The state, rebuilt from events, each of which is checked against those before."""

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
        self.leave_cell(seat, value)

    def leave_cell(self, seat: int, value: int) -> None:
        """D-6 Note that a seat has left its cell with a 10, or D-29 with a 7."""
        self.left |= {seat} if value == (7 if self.options.short_tunnel else 10) else set()

    def on_dug_hidden(self, seat: int, value: int, place: int) -> None:
        assert self.options.pitch_black
        self.play(seat)
        self.shown = []
        self.dungeons[seat].append((value, place, 0))
        self.leave_cell(seat, value)
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
