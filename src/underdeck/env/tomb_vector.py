"""Many games of Tomb of Four Kings in one step: `make_vec("underdeck/Tomb-v0", num_envs=1024)`.

See docs/reference/environments.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from underdeck.cards import JOKER
from underdeck.deal import Deal
from underdeck.env.checks import (
    action_from,
    check_count,
    check_names,
    check_one_of,
    check_reset_options,
    deal_from,
    illegal_action,
    reset_first,
    shown,
    whole,
)
from underdeck.env.layout import option_row
from underdeck.env.tomb_codes import ACES, ACTIONS, HOLDABLE, MOVES, OBSERVED_OPTIONS
from underdeck.env.tomb_deals import random_words, seed_stream
from underdeck.env.tomb_env import OPTIONS, TombEnv
from underdeck.env.tomb_rows import (
    ENDING,
    KINGS,
    NEW_DEAL,
    NO_MOVE,
    POINTS,
    StepOutput,
    Workspace,
    stepper,
)
from underdeck.fast.layout import layout_of, pack
from underdeck.fast.runner import can_compile
from underdeck.fast.tomb import HARNESS
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, ENDINGS, State
from underdeck.games.tomb.treasure import ALL_HOARDS, GOLD_PER_POINT

Observations = NDArray[np.float32]
Numbers = NDArray[np.int64]
Bits = NDArray[np.bool_]
States = list[State] | NDArray[np.void]
Seeds = int | Sequence[int | None] | None

ENDING_NAMES = np.array([name or None for name in ENDINGS], object)


class TombVectorEnv(VectorEnv[Observations, object, NDArray[Any]]):
    """Steps many games at once, each like a `TombEnv`; finished games restart in the next step."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  as in the base class

    def __init__(
        self,
        num_envs: int = 1,
        *,
        max_episode_steps: int | None = None,
        compiled: bool | None = None,
        **options: object,
    ) -> None:
        check_count("num_envs", num_envs)
        if max_episode_steps is not None:
            check_count("max_episode_steps", max_episode_steps)
        check_one_of("compiled", compiled, (None, True, False))
        if compiled and not can_compile():
            raise ValueError(
                "compiled can't be True without Numba: pip install numba, or leave it out"
            )
        one = single_env(options)
        self.num_envs = num_envs
        self.options, self.reward, self.illegal, self.count_cards = (
            one.options,
            one.reward,
            one.illegal,
            one.count_cards,
        )
        self.max_episode_steps = max_episode_steps
        self.compiled = can_compile() if compiled is None else compiled
        self.single_observation_space, self.single_action_space = (
            one.observation_space,
            one.action_space,
        )
        self.observation_space = batch_space(one.observation_space, num_envs)
        self.action_space = batch_space(one.action_space, num_envs)
        self._places = np.arange(num_envs)
        self._seed_streams: list[Iterator[str]] = []
        self._workspace = workspace_for(self.options, compiled=self.compiled)
        self._states = new_states(self.options, num_envs, compiled=self.compiled)
        self._masks = np.zeros((num_envs, len(MOVES)), np.int8)
        self._steps = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: Seeds = None, options: dict[str, object] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal all games, as single environments with `seed`, `seed + 1`, ... do.

        `options={"deals": ...}` gives a deal for each game.
        """
        given = check_reset_options(options, "deals")
        deals = None if given is None else deals_from(given, self.num_envs)
        self._start_seed_streams(seed)
        if deals is not None:
            self._start_from(deals)
        self._steps[:] = 0
        self._over[:] = False
        output = self._play(np.full(self.num_envs, NEW_DEAL if deals is None else NO_MOVE))
        return output.observations, self._mask_info()

    def step(
        self, actions: object
    ) -> tuple[Observations, NDArray[np.float64], Bits, Bits, dict[str, Any]]:
        """Make a move in every running game, and restart the games that were over."""
        numbers = self._numbers(actions)
        over = self._over
        legal = self._masks[self._places, numbers] == 1
        illegal = ~(legal | over)
        if self.illegal == "raise" and illegal.any():
            place = int(illegal.argmax())
            raise gymnasium.error.InvalidAction(
                self._illegal(place, int(numbers[place]), str(MOVES[numbers[place]]))
            )
        self._steps = np.where(over, 0, self._steps + 1)
        output = self._play(np.where(over, NEW_DEAL, np.where(legal, numbers, NO_MOVE)))
        ended = output.results[:, ENDING] > 0
        late = (
            self._steps >= self.max_episode_steps
            if self.max_episode_steps
            else np.zeros(self.num_envs, np.bool_)
        )
        self._over = ended | late
        info = self._mask_info() | {"illegal": illegal, "_illegal": ~over}
        if ended.any():
            info |= {"result": result_info(output.results, ended), "_result": ended.copy()}
        return output.observations, self._rewards_of(output.results), ended, late, info

    def _start_seed_streams(self, seed: Seeds) -> None:
        """Start a stream of seeds per game; without a new seed an earlier stream goes on."""
        seeds = seeds_for(seed, self.num_envs)
        super().reset(seed=seeds[0] if whole(seed) is not None else None)
        self._seed_streams = [
            self._seed_streams[place]
            if self._seed_streams and one is None
            else seed_stream(seeding.np_random(one)[0])
            for place, one in enumerate(seeds)
        ]

    def _start_from(self, deals: Sequence[Deal]) -> None:
        """Start from given deals; each stream still draws a seed, as in a single environment."""
        for place, deal in enumerate(deals):
            next(self._seed_streams[place])
            put(self._states, place, GAME.start(self.options, deal.cards))

    def _numbers(self, actions: object) -> Numbers:
        """Return the actions as an array, one per game, or refuse the first invalid one."""
        if not self._seed_streams:
            raise gymnasium.error.ResetNeeded(reset_first("step"))
        if (
            isinstance(actions, np.ndarray)
            and actions.shape == (self.num_envs,)
            and actions.dtype.kind in "iu"
            and ((actions >= 0) & (actions < len(MOVES))).all()
        ):
            return np.asarray(actions, np.int64)
        listed = listed_for(actions, self.num_envs, "actions", gymnasium.error.InvalidAction)
        numbers = [action_from(action, len(MOVES)) for action in listed]
        for place, number in enumerate(numbers):
            if number is None:
                raise gymnasium.error.InvalidAction(self._illegal(place, listed[place], ""))
        return np.array(numbers, np.int64)

    def _illegal(self, place: int, action: object, name: str) -> str:
        """Return the error for a game's illegal action."""
        legal = {number: MOVES[number] for number in np.flatnonzero(self._masks[place]).tolist()}
        return f"environment {place}: {illegal_action(action, name, len(MOVES), legal)}"

    def _play(self, orders: Numbers) -> StepOutput:
        """Carry out one order per game."""
        shape = self.observation_space.shape
        assert shape is not None
        output = StepOutput(
            np.empty(shape, np.float32), self._masks, np.empty((self.num_envs, 3), np.int64)
        )
        words = random_words(
            [
                next(self._seed_streams[place])
                for place in np.flatnonzero(orders == NEW_DEAL).tolist()
            ]
        )
        stepper(compiled=self.compiled)(self._states, orders, words, self._workspace, output)
        return output

    def _mask_info(self) -> dict[str, Any]:
        """Return the masks of legal actions, one row per game."""
        return {"action_mask": self._masks.copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _rewards_of(self, results: Numbers) -> NDArray[np.float64]:
        """Return the rewards of the endings, 0 for running games."""
        if self.reward == "win":
            return np.asarray(results[:, KINGS] == ALL_HOARDS, np.float64)
        return np.asarray(results[:, POINTS], np.float64)


def single_env(options: dict[str, Any]) -> TombEnv:
    """Return a single environment with these options, which can't be rendered."""
    if options.get("render_mode") is not None:
        raise ValueError(
            f"render_mode can't be {shown(options['render_mode'])}: "
            "only a single environment is drawn"
        )
    check_names(
        options, ["num_envs", "max_episode_steps", "compiled", *OPTIONS, *Options.__slots__]
    )
    return TombEnv(**options)


def listed_for(
    values: object, count: int, name: str, error: type[Exception] = ValueError
) -> list[Any]:
    """Return the values as a list, or raise unless there is one per environment."""
    listed = [] if isinstance(values, str) else list(values) if isinstance(values, Iterable) else []
    if len(listed) != count:
        raise error(
            f"{name} can't be {shown(values)}: one for each of {count} environments is needed"
        )
    return listed


def seeds_for(seed: Seeds, count: int) -> list[int | None]:
    """Return the seed of each environment: `seed`, `seed + 1`, ..., or the seeds in a list."""
    if seed is None:
        return [None] * count
    first = whole(seed)
    if first is not None:
        return [first + place for place in range(count)]
    return listed_for(seed, count, "seed")


def deals_from(deals: object, count: int) -> list[Deal]:
    """Return given deals, one per environment."""
    return [
        deal_from(DECK, deal, f"deal {place}")
        for place, deal in enumerate(listed_for(deals, count, "deals"))
    ]


def result_info(results: Numbers, ended: Bits) -> dict[str, NDArray[np.generic]]:
    """Return the results as single environments do, but with an array for each name."""
    kings, points = results[:, KINGS], results[:, POINTS]
    info = {
        "ending": ENDING_NAMES[results[:, ENDING]],
        "kings": kings,
        "points": points,
        "gold": points * GOLD_PER_POINT,
        "won": kings == ALL_HOARDS,
    }
    return info | {f"_{name}": ended.copy() for name in info}


def workspace_for(options: Options, *, compiled: bool) -> Workspace:
    """Return the data for `step_all`: arrays if it is compiled, otherwise lists."""
    opening, room = HARNESS.open(options), HARNESS.max_moves
    numbers = {action: number for number, action in enumerate(ACTIONS)}
    places = {card: place for place, card in enumerate(DECK)}
    rows = (
        ACTIONS,
        [numbers.get(action, NO_MOVE) for action in range(max(ACTIONS) + 1)],
        [places.get(card, NO_MOVE) for card in range(max(DECK) + 1)],
        HOLDABLE,
        (*ACES, JOKER),
        option_row(options, OBSERVED_OPTIONS),
        [0] * room,
    )
    if not compiled:
        return Workspace([opening], *map(list, rows))  # type: ignore[arg-type]
    record = np.zeros(1, layout_of(State))
    put(record, 0, opening)
    return Workspace(record, *map(np.array, rows))  # type: ignore[arg-type]


def new_states(options: Options, count: int, *, compiled: bool) -> States:
    """Return a number of states: NumPy records if they are for compiled code."""
    if compiled:
        return np.zeros(count, layout_of(State))
    return [HARNESS.open(options) for _ in range(count)]


def put(states: States, place: int, state: State) -> None:
    """Set a game to a state."""
    if isinstance(states, list):
        states[place] = state
    else:
        pack(state, states[place])
