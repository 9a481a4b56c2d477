"""Tomb of Four Kings for OpenSpiel: `python_underdeck_tomb`, one player against chance, who turns the cards one by one.

With the cards turned by chance nothing in a state is hidden from a player who remembers: it is a game of perfect information.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict
from typing import Any

import numpy as np
import pyspiel

from underdeck.cards import code_of
from underdeck.env.checks import REWARDS, one_of, options_from
from underdeck.env.openspiel.checked import CheckedState
from underdeck.env.openspiel.lazy_deck import Fates, Undecided
from underdeck.env.openspiel.observer import Observer, check_type
from underdeck.env.tomb_codes import LAYOUT, MOST_POINTS, MOVES, NUMBERS, encode
from underdeck.game import Event, Move
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, MAX_TURNS, TREASURES

MOST_DECISIONS = 3 * MAX_TURNS + 2 * (len(DECK) + 1) + len(TREASURES) + 5
"""Each turn is begun, yields and leaves a marker at most once; each card is asked for and suffered from at most once; each treasure is
dropped at most once; three skills are played, a blow is dodged, and the scroll is read."""
FATES = Fates(DECK, 1)

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


class TombWorld(Undecided):
    """A tomb whose deck is undecided, and all that happened in it."""

    game = GAME

    def __init__(self, options: Options) -> None:
        self.moves: tuple[int, ...] = ()
        """The player's decisions, by number."""
        self.turned: tuple[int, ...] = ()
        """The cards that chance turned, in order."""
        self.story: tuple[str, ...] = ()
        """Both, as text, in the order in which they came."""
        super().__init__(options)

    def hear(self, events: list[Event]) -> None:
        """The player sees everything anyway."""

    def play(self, seat: int, move: Move) -> None:
        """A decision is remembered."""
        self.moves += (MOVES.index(move),)
        self.story += (str(move),)
        super().play(seat, move)

    def decide(self, card: int) -> None:
        """A card is remembered."""
        self.turned += (card,)
        self.story += (code_of(card),)
        super().decide(card)


class TombGame(pyspiel.Game):  # type: ignore[misc]
    """The house rules are parameters, and so is `reward`: `points`, or `win` for 1 with all four kings."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.reward = params.get("reward", "points")
        one_of("reward", self.reward, REWARDS)
        self.options: Options = options_from(
            Options, {name: value for name, value in params.items() if name != "reward"}, ["reward"]
        )
        self.beginning = TombWorld(self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(MOVES),
            max_chance_outcomes=FATES.count,
            num_players=1,
            min_utility=0.0,
            max_utility=float(MOST_POINTS) if self.reward == "points" else 1.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(TYPE, info, params)

    def new_initial_state(self) -> "TombState":
        """Before the first delve."""
        return TombState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Each card is turned once."""
        return len(DECK)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What the player knows: now, or ever since the beginning."""
        return TombObserver(check_type(iig_obs_type, params))


class TombState(CheckedState):
    """One moment of a tomb."""

    world: TombWorld
    fates = FATES

    def __init__(self, game: TombGame) -> None:
        super().__init__(game)
        self.world = deepcopy(game.beginning)
        self.wins_only = game.reward == "win"

    def current_player(self) -> int:
        """The player, or chance while a card is to be turned."""
        if self.world.wish is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else 0

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of the legal moves."""
        return sorted(NUMBERS[move] for move in GAME.legal(self.world.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card that may be turned next."""
        return FATES.outcomes(self.world)

    def may_choose(self, action: int) -> bool:
        """Return whether the move of this number is legal."""
        return 0 <= action < len(MOVES) and MOVES[action] in GAME.legal(self.world.state, 0)

    def choose(self, action: int) -> None:
        """Make the move of this number."""
        self.world.play(0, MOVES[action])

    def choices(self) -> Mapping[int, object]:
        """Return the legal moves by number."""
        return {NUMBERS[move]: move for move in GAME.legal(self.world.state, 0)}

    def name(self, player: int, action: int) -> str:
        """Return the move's text."""
        return str(MOVES[action]) if 0 <= action < len(MOVES) else ""

    def is_terminal(self) -> bool:
        """Is the player out, or dead?"""
        return self.world.wish is None and GAME.result(self.world.state) is not None

    def returns(self) -> list[float]:
        """What was brought out; nothing before the end."""
        result = GAME.result(self.world.state)
        return [float(result["won"] if self.wins_only else result["points"]) if result else 0.0]

    def resample_from_infostate(self, _player: int, _sampler: Any) -> "TombState":
        """A state that the player can't tell from this one: its own copy, for what isn't turned yet isn't decided."""
        copy: TombState = self.clone()
        return copy

    def __str__(self) -> str:
        return " ".join(self.world.story)


class TombObserver(Observer):
    """The view, and with perfect recall every card and every decision in order; nothing is private."""

    def __init__(self, wanted: Any) -> None:
        self.public, self.recalls = wanted.public_info, wanted.perfect_recall
        shapes: dict[str, tuple[int, ...]] = {"observation": (LAYOUT.size,)} if self.public else {}
        if self.public and self.recalls:
            shapes |= {"turned": (len(DECK), len(DECK)), "decisions": (MOST_DECISIONS,)}
        super().__init__(shapes)

    def fill(self, world: TombWorld, player: int) -> None:
        """Write what is told into its parts."""
        if self.public:
            self.dict["observation"][:] = encode(GAME.view(world.state, 0))
        if self.public and self.recalls:
            self.dict["turned"][
                range(len(world.turned)), [DECK.index(card) for card in world.turned]
            ] = 1
            self.dict["decisions"][: len(world.moves)] = (np.array(world.moves) + 1) / len(MOVES)

    def text(self, world: TombWorld, player: int) -> str:
        """The whole story, or the view as data."""
        if not self.public:
            return ""
        return (
            " ".join(world.story)
            if self.recalls
            else json.dumps(GAME.view(world.state, 0).as_json())
        )


pyspiel.register_game(TYPE, TombGame)
