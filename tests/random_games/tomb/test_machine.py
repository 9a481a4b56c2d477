"""A game as a state machine: invariants hold after any moves."""

from dataclasses import fields
from random import Random
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from underdeck.cards import count_of
from underdeck.deal import deal_from_cards
from underdeck.formats import read_record, write_json, write_text
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import DECK, ESCAPED, LOST, SLAIN, State
from underdeck.options import option_values, read_options
from underdeck.playthrough import AnyPlaythrough, Playthrough

OPTIONS = st.fixed_dictionaries(
    {option.name: st.sampled_from(option_values(option)) for option in fields(GAME.Options)}
)


class Tomb(RuleBasedStateMachine):
    """A player who makes any legal moves and takes moves back."""

    played: AnyPlaythrough

    @initialize(options=OPTIONS, seed=st.integers(0, 2**64))
    def sit_down(self, options: dict[str, Any], seed: int) -> None:
        cards = Random(seed).sample(DECK, len(DECK))
        self.played = Playthrough.begin(
            GAME, read_options(GAME.Options, options), deal_from_cards(DECK, cards)
        )
        self.history = [self.played.state.clone()]

    @precondition(lambda self: self.played.result() is None)
    @rule(pick=st.integers(0, 2**16), deeper=st.booleans())
    def move(self, pick: int, deeper: bool) -> None:
        legal = self.played.view().legal
        chosen = legal[0] if deeper else legal[pick % len(legal)]
        self.played.play(chosen)
        self.history.append(self.played.state.clone())

    @precondition(lambda self: len(self.history) > 1)
    @rule()
    def take_back(self) -> None:
        self.played.undo()
        self.history.pop()
        assert self.played.state == self.history[-1]

    @rule()
    def forget_the_state_and_read_the_record(self) -> None:
        for text in (write_json(self.played), write_text(self.played)):
            again = read_record(text)
            assert again.state == self.played.state
            assert again.record == self.played.record
            assert again.result() == self.played.result()

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        s: State = self.played.state
        places = [s.hand, s.torch_row, s.discards, s.spent, *s.stacks]
        cards = s.deck[s.top : s.bottom] + s.column[: count_of(s.laid)]
        cards += [card for place in places for card in DECK if place >> card & 1]
        assert sorted(cards) == sorted(DECK)

    @invariant()
    def the_deck_never_runs_out_while_it_may_be_needed(self) -> None:
        s: State = self.played.state
        assert s.ending or s.top < s.bottom

    @invariant()
    def the_game_waits_for_a_choice_or_is_over(self) -> None:
        s: State = self.played.state
        legal = self.played.view().legal
        assert bool(legal) != bool(s.ending)
        assert s.ending in {0, ESCAPED, SLAIN, LOST}
        assert (s.ending == SLAIN) == (s.hit_points == 0)
        assert 0 <= s.hit_points <= 9

    @invariant()
    def moves_and_cards_read_back(self) -> None:
        for move in self.played.view().legal:
            assert GAME.read_move(str(move)) == move

    @invariant()
    def a_copy_shares_nothing(self) -> None:
        s: State = self.played.state
        copy = s.clone()
        legal = GAME.legal(s, 0)
        if legal:
            GAME.play(copy, 0, legal[-1])
            assert copy != s
        assert s == self.history[-1]


Tomb.TestCase.settings = settings(stateful_step_count=60)
TestTomb = Tomb.TestCase
