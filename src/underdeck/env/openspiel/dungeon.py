"""Dungeon for OpenSpiel: `python_underdeck_dungeon`, two to four players with hidden hands.

Chance turns the cards one by one. An information state is the player's history since the deal,
and the view. To resample a state, the hidden cards are dealt again by the player's belief
(games/dungeon/belief.py); of the past only the player's own knowledge and decisions are kept.
"""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import asdict
from random import Random
from typing import Any, Self

import numpy as np
import pyspiel

from underdeck.cards import code_of
from underdeck.env.checks import check_bool, check_count, options_from
from underdeck.env.dungeon_codes import COMMON, SIZE, action_count, action_name, encode
from underdeck.env.dungeon_turn_order import NOBODY, Choices, choices_of, payoffs, seat_to_act
from underdeck.env.openspiel.checked import CheckedState
from underdeck.env.openspiel.dungeon_history import (
    FACT_BYTES,
    OMITTED_EVENTS,
    History,
    dealt_fact,
    decision_fact,
    event_fact,
)
from underdeck.env.openspiel.lazy_deck import ChanceOutcomes, LazyPosition
from underdeck.env.openspiel.observer import Observer, check_type
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.legal import is_fight_lost
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import HAND_LIMIT, JOKER_RANK, SEATS, deck_of
from underdeck.games.dungeon.view import DungeonView

DEFAULT_MAX_MOVES = 1000
"""Decisions after which a game is a draw: OpenSpiel needs games to end."""
DEFAULT_MEMORY = 1024
"""Newest facts in the tensor of an information state; its text has all of them."""
SETTINGS = {"interrupts": False, "max_moves": DEFAULT_MAX_MOVES, "memory": DEFAULT_MEMORY}
"""The parameters that aren't house rules."""

TYPE = pyspiel.GameType(
    short_name="python_underdeck_dungeon",
    long_name="Python Underdeck: Dungeon",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={**asdict(Options()), **SETTINGS},
)


class DungeonPosition(LazyPosition):
    """A game of Dungeon with a lazy deck, and its history."""

    game = GAME

    def __init__(self, options: Options, interrupts: bool) -> None:
        self.interrupts = interrupts
        self.history = History(options.players)
        self.first_views: tuple[DungeonView | None, ...] = ()
        """Each seat's view after the deal; in a resampled position only that of the sampling
        seat is known."""
        self.declined = 0
        """Bit mask of the seats that declined to interrupt since the last move."""
        self.to_act = NOBODY
        """The seat to act."""
        self.choices: Choices = {}
        """The choices of the seat to act."""
        self.decision_count = 0
        self._views: dict[int | None, DungeonView] = {}
        """Cache of the views of the current state."""
        self._knowledge: dict[int, tuple[Knowledge, int]] = {}
        """Cache of the seats' knowledge, with the number of facts that it includes."""
        super().__init__(options)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        other = super().__deepcopy__(memo)
        other.history = self.history.copy()
        other._views = self._views.copy()
        other._knowledge = {}
        return other

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_views": {}, "_knowledge": {}}

    def on_events(self, events: list[Event]) -> None:
        """Add the events, and first the dealt hands, to the history; then find the next seat."""
        self._views = {}
        if not self.first_views:
            views = [self.view(seat) for seat in range(self.options.players)]
            self.first_views = tuple(views)
            self.history.add(
                dealt_fact(seat, card)
                for seat, view in enumerate(views)
                for card in view.players[seat].hand or ()
            )
        self.history.add(event_fact(event) for event in events if event.name not in OMITTED_EVENTS)
        self.select_seat(declined=0)

    def select_seat(self, declined: int) -> None:
        """Select the seat to act and its choices; nobody acts before chance or after the end."""
        self.declined = declined
        self.to_act = NOBODY
        if self.pending is None:
            self.to_act = seat_to_act(self.state, declined, self.interrupts)
        self.choices = {} if self.to_act == NOBODY else choices_of(self.state, self.to_act)

    def view(self, seat: int | None) -> DungeonView:
        """Return the view of a seat or of a spectator."""
        if seat not in self._views:
            self._views[seat] = GAME.view(self.state, seat)
        return self._views[seat]

    def choose(self, action: int) -> None:
        """Take a legal action of the seat to act."""
        seat, move = self.to_act, self.choices[action]
        self.history.add([decision_fact(seat, action, move)])
        self.decision_count += 1
        if move is None:
            self.select_seat(self.declined | 1 << seat)
        else:
            self.play(seat, move)

    def knowledge_of(self, seat: int) -> Knowledge:
        """Return what a seat knows now."""
        first = self.first_views[seat]
        if first is None:
            raise ValueError(
                "in a state resampled by another player, this one's knowledge is unknown"
            )
        knowledge, included = self._knowledge.get(seat) or (Knowledge(first), 0)
        for fact in self.history.facts[included:]:
            if fact.event is not None:
                knowledge.observe(fact.event)
        self._knowledge[seat] = knowledge, len(self.history.facts)
        return knowledge

    def resample(self, seat: int, random: Random) -> "DungeonPosition":
        """Return a random position that this seat can't distinguish from this one.

        The other seats' histories in it hold only facts that this seat knows.
        D-20 A player who has laid a fighting card holds enough to win: a position in which that
        isn't so is dealt again.
        """
        other = deepcopy(self)
        other.choices = {}
        knowledge = self.knowledge_of(seat)
        while not other.choices or is_fight_lost(other.state):
            other.state = sample_state(self.state, knowledge, self.view(seat), random)
            other.select_seat(self.declined)
        other.history = History(
            self.options.players, (fact for fact in self.history.facts if fact.is_for(seat))
        )
        other._views = {}
        other.first_views = tuple(
            view if place == seat else None for place, view in enumerate(self.first_views)
        )
        return other


class DungeonGame(pyspiel.Game):  # type: ignore[misc]
    """The game; parameters are variants, house rules and `SETTINGS`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        chosen = {**SETTINGS, **params}
        check_bool("interrupts", chosen["interrupts"])
        check_count("max_moves", chosen["max_moves"])
        check_count("memory", chosen["memory"])
        self.interrupts, self.max_moves, self.memory = (
            bool(chosen["interrupts"]),
            int(chosen["max_moves"]),
            int(chosen["memory"]),
        )
        self.options = options_from(
            Options,
            {name: value for name, value in params.items() if name not in SETTINGS},
            SETTINGS,
        )
        self.beginning = DungeonPosition(self.options, self.interrupts)
        self.outcomes = ChanceOutcomes(deck_of(self.options), self.options.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.options),
            max_chance_outcomes=self.outcomes.count,
            num_players=self.options.players,
            min_utility=-1.0 / (self.options.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_moves,
        )
        super().__init__(TYPE, info, params)

    def new_initial_state(self) -> "DungeonState":
        """Return the state before the first card is dealt."""
        return DungeonState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: cells, hands, a lot, the first turn's card, and two cards per decision.

        No decision draws more cards than an ace does, in the end.
        """
        return self.options.players * (HAND_LIMIT + 1) + 2 + 2 * self.max_moves

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, object] | None = None,
    ) -> "DungeonObserver":
        """Return an observer of public or private facts, or both, with or without the history."""
        return DungeonObserver(check_type(iig_obs_type, params), self.memory)


class DungeonState(CheckedState[DungeonPosition]):
    """One moment of a game."""

    position: DungeonPosition

    def __init__(self, game: DungeonGame) -> None:
        super().__init__(game)
        self.position = deepcopy(game.beginning)

    @property
    def outcomes(self) -> ChanceOutcomes:
        """The outcomes of chance."""
        return self.get_game().outcomes  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """Return the seat to act, or chance while a card or a lot is to be drawn."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.to_act

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions."""
        return sorted(self.position.choices)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every card or seat that chance may draw next, with its probability."""
        return self.outcomes.probabilities(self.position)

    def may_choose(self, action: int) -> bool:
        """Return whether the player to move may take this action."""
        return not self.is_terminal() and action in self.position.choices

    def choose(self, action: int) -> None:
        """Take a legal action of the player to move."""
        self.position.choose(action)

    def choices(self) -> Mapping[int, object]:
        """Return the legal actions of the player to move with their moves."""
        return {number: move or "wait" for number, move in self.position.choices.items()}

    def name(self, player: int, action: int) -> str:
        """Return the text of a legal move, or the general meaning of an illegal action."""
        if not 0 <= action < action_count(self.position.options):
            return ""
        position = self.position
        if position.pending is None and player == position.to_act and action in position.choices:
            return str(position.choices[action] or "wait")
        return action_name(action, max(player, 0), self.position.options.players)

    def is_terminal(self) -> bool:
        """Return whether the game is over, or a draw by its length."""
        if self.position.pending is not None:
            return False
        is_drawn = self.position.decision_count >= self.get_game().max_moves
        return is_drawn or GAME.result(self.position.state) is not None

    def returns(self) -> list[float]:
        """Return the payoffs; all 0 before the end or without a winner."""
        result = None if self.position.state is None else GAME.result(self.position.state)
        return payoffs({"winner": None} if result is None else result, self.num_players())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "DungeonState":
        """Return a random state that this player can't distinguish from this one.

        Its history shows only the player's own actions.
        """
        if self.position.to_act == NOBODY:
            raise ValueError("a state is resampled where a player is to act")
        copy = self.clone()
        copy.position = self.position.resample(player, Random(sampler()))  # noqa: S311  no secret depends on it
        history, rest = copy.serialize().split("\n", 1)
        assert history.startswith("history="), "OpenSpiel writes states in another form"
        own = [
            f"{item.player}:{item.action if item.player == player else pyspiel.INVALID_ACTION}"
            for item in self.full_history()
        ]
        state: DungeonState = self.get_game().deserialize_state(f"history={','.join(own)}\n{rest}")
        return state

    def __str__(self) -> str:
        position = self.position
        cards = " ".join(code_of(card) for card in position.decided)
        moment = f"{position.to_act} {position.declined} {position.pending} {cards}"
        return position.history.whole + moment


class DungeonObserver(Observer[DungeonPosition]):
    """Observes the view of a player or a spectator, or a hand; with perfect recall the history."""

    def __init__(self, wanted: pyspiel.IIGObservationType, memory: int) -> None:
        self.public, self.private = (
            wanted.public_info,
            wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER,
        )
        self.recalls, self.memory = wanted.perfect_recall and wanted.public_info, memory
        shapes: dict[str, tuple[int, ...]] = {}
        if self.public:
            shapes["observation"] = (SIZE,)
        elif self.private:
            shapes["hand"] = (JOKER_RANK,)
        if self.recalls and self.private:
            shapes["told"] = (memory, FACT_BYTES)
        super().__init__(shapes)

    def fill(self, position: DungeonPosition, player: int) -> None:
        """Fill the parts of the tensor; they are 0 until the hands are dealt."""
        if position.state is None:
            return
        view = encode(position.view(player if self.private else None))
        if self.public:
            self.dict["observation"][:] = view
        elif self.private:
            self.dict["hand"][:] = view[COMMON.part("hand")]
        if "told" in self.dict:
            newest = position.history.codes[player][-self.memory * FACT_BYTES :]
            rows = np.frombuffer(newest, np.uint8).reshape(-1, FACT_BYTES)
            self.dict["told"][: len(rows)] = (rows + np.float32(1)) / 256

    def text(self, position: DungeonPosition, player: int) -> str:
        """Return the player, the history, and the view or the hand as JSON."""
        name = f"p{player + 1}\n" if self.private else "public\n" if self.public else ""
        if position.state is None:
            return name
        view = position.view(player if self.private else None).as_json()
        if not self.public:
            return name + json.dumps(view["players"][player]["hand"]) if self.private else name  # type: ignore[index]
        history = position.history.texts[player] if self.private else position.history.public
        shown = json.dumps({key: value for key, value in view.items() if key != "house"})
        return name + (history if self.recalls else "") + shown


pyspiel.register_game(TYPE, DungeonGame)
