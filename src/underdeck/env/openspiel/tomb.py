"""Tomb of Four Kings for OpenSpiel: `python_underdeck_tomb`, one player against chance.

Chance turns the cards one by one, so nothing in a state is hidden from a player with perfect
recall: it is a game of perfect information.
"""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import asdict

import numpy as np
import pyspiel

from underdeck.cards import code_of
from underdeck.env.checks import check_one_of, options_from
from underdeck.env.openspiel.checked import CheckedState
from underdeck.env.openspiel.lazy_deck import ChanceOutcomes, LazyPosition
from underdeck.env.openspiel.observer import Observer, check_type
from underdeck.env.tomb_codes import LAYOUT, MAX_POINTS, MOVES, NUMBERS, REWARDS, encode
from underdeck.game import Event, Move
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, MAX_TURNS, TREASURES

MAX_DECISIONS = 3 * MAX_TURNS + 2 * (len(DECK) + 1) + len(TREASURES) + 5
"""Each turn is begun, yields and leaves a marker at most once; each card is drawn and suffered
from at most once; each treasure is dropped at most once; three skills are played, a blow is
dodged, and the scroll is read."""
OUTCOMES = ChanceOutcomes(DECK, 1)
PLAYER = 0

TYPE = pyspiel.GameType(
    short_name="python_underdeck_tomb",
    long_name="Python Underdeck: Tomb of Four Kings",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={**asdict(Options()), "reward": "points"},
)


class TombPosition(LazyPosition):
    """A game of Tomb with a lazy deck, and its history."""

    game = GAME

    def __init__(self, options: Options) -> None:
        self.moves: tuple[int, ...] = ()
        """The player's actions."""
        self.turned: tuple[int, ...] = ()
        """The cards that chance turned, in order."""
        self.history: tuple[str, ...] = ()
        """Moves and cards as text, in order."""
        super().__init__(options)

    def on_events(self, events: list[Event]) -> None:
        """Do nothing: moves and cards are the whole history."""

    def play(self, seat: int, move: Move) -> None:
        """Make a move and add it to the history."""
        self.moves += (MOVES.index(move),)
        self.history += (str(move),)
        super().play(seat, move)

    def decide(self, card: int) -> None:
        """Turn a card and add it to the history."""
        self.turned += (card,)
        self.history += (code_of(card),)
        super().decide(card)


class TombGame(pyspiel.Game):  # type: ignore[misc]
    """The game; parameters are the house rules and `reward`, `points` or `win`."""

    def __init__(self, params: dict[str, object] | None = None) -> None:
        params = dict(params or {})
        self.reward = params.get("reward", "points")
        check_one_of("reward", self.reward, REWARDS)
        self.options = options_from(
            Options, {name: value for name, value in params.items() if name != "reward"}, ["reward"]
        )
        self.beginning = TombPosition(self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(MOVES),
            max_chance_outcomes=OUTCOMES.count,
            num_players=1,
            min_utility=0.0,
            max_utility=float(MAX_POINTS) if self.reward == "points" else 1.0,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(TYPE, info, params)

    def new_initial_state(self) -> "TombState":
        """Return the state before the first delve."""
        return TombState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards: each is turned once."""
        return len(DECK)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, object] | None = None,
    ) -> "TombObserver":
        """Return an observer of the view, or of the whole history."""
        return TombObserver(check_type(iig_obs_type, params))


class TombState(CheckedState[TombPosition]):
    """One moment of a game."""

    position: TombPosition
    outcomes = OUTCOMES

    def __init__(self, game: TombGame) -> None:
        super().__init__(game)
        self.position = deepcopy(game.beginning)
        self.wins_only = game.reward == "win"

    def current_player(self) -> int:
        """Return the player, or chance while a card is to be turned."""
        if self.position.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else PLAYER

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions."""
        return sorted(NUMBERS[move] for move in GAME.legal(self.position.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every card that may be turned next, with its probability."""
        return OUTCOMES.probabilities(self.position)

    def may_choose(self, action: int) -> bool:
        """Return whether an action is legal."""
        return 0 <= action < len(MOVES) and MOVES[action] in GAME.legal(self.position.state, PLAYER)

    def choose(self, action: int) -> None:
        """Take a legal action."""
        self.position.play(PLAYER, MOVES[action])

    def choices(self) -> Mapping[int, object]:
        """Return the legal moves by action."""
        return {NUMBERS[move]: move for move in GAME.legal(self.position.state, PLAYER)}

    def name(self, player: int, action: int) -> str:
        """Return the move's text."""
        return str(MOVES[action]) if 0 <= action < len(MOVES) else ""

    def is_terminal(self) -> bool:
        """Return whether the player has escaped or died."""
        return self.position.pending is None and GAME.result(self.position.state) is not None

    def returns(self) -> list[float]:
        """Return the reward; 0 before the end."""
        result = GAME.result(self.position.state)
        return [float(result["won"] if self.wins_only else result["points"]) if result else 0.0]

    def resample_from_infostate(self, _player: int, _sampler: Callable[[], float]) -> "TombState":
        """Return a copy: undecided cards hide nothing."""
        copy: TombState = self.clone()
        return copy

    def __str__(self) -> str:
        return " ".join(self.position.history)


class TombObserver(Observer[TombPosition]):
    """Observes the view; with perfect recall every card and every action. Nothing is private."""

    def __init__(self, wanted: pyspiel.IIGObservationType) -> None:
        self.public, self.recalls = wanted.public_info, wanted.perfect_recall
        shapes: dict[str, tuple[int, ...]] = {"observation": (LAYOUT.size,)} if self.public else {}
        if self.public and self.recalls:
            shapes |= {"turned": (len(DECK), len(DECK)), "decisions": (MAX_DECISIONS,)}
        super().__init__(shapes)

    def fill(self, position: TombPosition, player: int) -> None:
        """Fill the parts of the tensor."""
        if self.public:
            self.dict["observation"][:] = encode(GAME.view(position.state, PLAYER))
        if self.public and self.recalls:
            self.dict["turned"][
                range(len(position.turned)), [DECK.index(card) for card in position.turned]
            ] = 1
            self.dict["decisions"][: len(position.moves)] = (np.array(position.moves) + 1) / len(
                MOVES
            )

    def text(self, position: TombPosition, player: int) -> str:
        """Return the whole history, or the view as JSON."""
        if not self.public:
            return ""
        if self.recalls:
            return " ".join(position.history)
        return json.dumps(GAME.view(position.state, PLAYER).as_json())


pyspiel.register_game(TYPE, TombGame)
