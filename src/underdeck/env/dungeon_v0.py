"""Dungeon as a PettingZoo environment: `dungeon_v0.env(players=3)`.

See docs/reference/environments.md.
"""

import logging
from collections.abc import Iterable
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from underdeck.deal import Drawn
from underdeck.env.batch import wants_compiled
from underdeck.env.checks import (
    OVER,
    action_from,
    check_bool,
    check_count,
    check_one_of,
    check_rendering,
    illegal_action,
    options_from,
    reset_first,
    shown,
)
from underdeck.env.dungeon_codes import SIZE, action_count, action_name
from underdeck.env.dungeon_game import CompiledGame, DungeonGame, InterpretedGame
from underdeck.env.dungeon_turn_order import NOBODY, payoffs
from underdeck.env.rendering import NO_RENDER_MODE, page_for, render_text
from underdeck.env.seeds import seed_text
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.options import Options
from underdeck.record import Record
from underdeck.say import Words
from underdeck.say.drawings.dungeon import DRAWING
from underdeck.say.tellers.dungeon import DungeonTeller

DEFAULT_MAX_STEPS = 10_000
"""Steps after which a game is truncated."""
ILLEGAL_REWARD = -1
LOG = logging.getLogger(__name__)

Observation = dict[str, NDArray[np.float32] | NDArray[np.int8]]
"""`observation` and `action_mask`."""

OPTIONS = ("interrupts", "max_steps", "compiled", "render_mode", "language")
"""The options that aren't variants or house rules."""


def env(**options: Any) -> "OrderWrapper":
    """Return the environment in its usual form: an illegal move loses and ends the game."""
    return OrderWrapper(raw_env(**options))


def observation_space_for(actions: int) -> gymnasium.spaces.Dict:
    """Return the space of an agent's observations, with a mask of that many actions."""
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(0.0, 1.0, (SIZE,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class OrderWrapper(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """Refuses calls before `reset` and invalid actions, with the environment's own errors.

    An illegal move ends the game, as with PettingZoo's TerminateIllegalWrapper, but the legal
    actions are logged.
    """

    def step(self, action: int | None) -> None:
        """Make a move, or lose by an illegal one."""
        raw = self.unwrapped
        raw.check_step(action)
        error = raw.error_of(action)
        if error:
            LOG.warning("%s; the game ends, and it loses", error)
            self._has_updated = True
            raw.forfeit(error)
        else:
            super().step(action)

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, object]]:
        """Return the observation, reward, end and info of the selected agent."""
        self.unwrapped.check_begun("observe")
        last: tuple[Observation | None, float, bool, bool, dict[str, object]] = self.env.last(
            observe
        )
        return last

    def observe(self, agent: str) -> Observation:
        """Return a player's observation."""
        self.unwrapped.check_begun("observe")
        observation: Observation = super().observe(agent)
        return observation

    def render(self) -> str | None:
        """Render the view of the player to move."""
        self.unwrapped.check_begun("render")
        drawing: str | None = super().render()
        return drawing

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """Iterate over the agents in turn order."""
        self.unwrapped.check_begun("play")
        agents: Iterable[str] = super().agent_iter(max_iter)
        return agents

    def __str__(self) -> str:
        return str(self.env)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  PettingZoo's usual name
    """The environment itself, which refuses illegal moves.

    Variants and house rules are keyword arguments.
    """

    metadata: ClassVar[dict[str, object]] = {
        "name": "dungeon_v0",
        "render_modes": ["ansi", "human"],
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        interrupts: bool = False,
        max_steps: int = DEFAULT_MAX_STEPS,
        compiled: bool | None = None,
        render_mode: str | None = None,
        language: str = "en",
        **house_rules: object,
    ) -> None:
        super().__init__()
        check_bool("interrupts", interrupts)
        check_count("max_steps", max_steps)
        check_one_of("compiled", compiled, (None, True, False))
        check_rendering(render_mode, language)
        self.options = options_from(Options, house_rules, OPTIONS)
        self.interrupts = interrupts
        self.max_steps = max_steps
        self.compiled = wants_compiled(compiled) and render_mode is None
        self.render_mode = render_mode
        self._page = page_for(render_mode, Words(language))
        self.possible_agents = [f"player_{player}" for player in range(1, self.options.players + 1)]
        self.agents: list[str] = []
        actions = action_count(self.options)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: observation_space_for(actions) for agent in self.possible_agents
        }
        self._actions = actions
        self._game: DungeonGame | None = None
        self._seed, self._episode = "", -1

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return the space, which is the same for all agents."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the space, which is the same for all agents."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal a new game for all agents."""
        if seed is not None:
            check_count("seed", seed, 0)
        if seed is not None or not self._seed:
            self._seed, self._episode = seed_text(seed), -1
        self._episode += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._played: list[tuple[int, DungeonMove]] = []
        self._steps = 0
        if self._game is None:
            kind = CompiledGame if self.compiled else InterpretedGame
            self._game = kind(self.options, interrupts=self.interrupts)
        events = self._game.start(Drawn(self._seed, self._episode))
        self._select_next()
        if self.render_mode is not None:
            self._teller = DungeonTeller(self._page.words, self.record.deal.voice, self._page.face)
            self._stories: list[list[str]] = [[] for _ in self.agents]
            self._events: list[Event] = []
            self._tell(events)
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Take the selected agent's action, and select the next agent."""
        self.check_step(action)
        agent = self.agent_selection
        if self._is_over(agent):
            self._was_dead_step(action)
            return
        if error := self.error_of(action):
            raise ValueError(error)
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._choose(int(action))
        self._steps += 1
        self._select_next()
        self._end_if_over()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def check_begun(self, purpose: str) -> None:
        """Refuse calls before the first reset."""
        if self._game is None:
            raise gymnasium.error.ResetNeeded(reset_first(purpose))

    def check_step(self, action: object) -> None:
        """Refuse a step without a game, and invalid actions."""
        self.check_begun("step")
        if not self.agents:
            raise gymnasium.error.ResetNeeded(OVER)
        agent = self.agent_selection
        if self._is_over(agent):
            if action is not None:
                raise ValueError(
                    f"illegal action {shown(action)} of {agent}: "
                    "the game is over, and the only action is None"
                )
        elif action_from(action, self._actions) is None:
            raise ValueError(self._illegal(action, ""))

    def error_of(self, action: int | None) -> str:
        """Return the error for an illegal action; an empty text if it is legal."""
        agent = self.agent_selection
        if action is None or self._is_over(agent) or self._running.is_legal(int(action)):
            return ""
        name = action_name(int(action), self._seat(agent), self.options.players)
        return self._illegal(action, name)

    def forfeit(self, error: str) -> None:
        """End the game by an illegal move of the selected agent."""
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {one: float(ILLEGAL_REWARD) if one == agent else 0.0 for one in self.agents}
        self.infos[agent] = {"illegal": error}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Return an agent's view and legal actions; none if another agent is to move."""
        self.check_begun("observe")
        seat = self._seat(agent)
        is_to_move = agent == self.agent_selection and not self._is_over(agent)
        return {
            "observation": self._running.observation(seat),
            "action_mask": self._running.mask() if is_to_move else np.zeros(self._actions, np.int8),
        }

    def render(self) -> str | None:
        """Return (`ansi`) or print (`human`) the drawing for the player to move.

        Above it is the story since that player's last move.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(NO_RENDER_MODE)
            return None
        self.check_begun("render")
        return render_text(
            self.render_mode,
            self._page,
            self._stories[self._to_move],
            DRAWING.lines(self._page, GAME.view(self._running.state(), self._to_move)),
        )

    def close(self) -> None:
        """Do nothing: no resources are open."""

    @property
    def record(self) -> Record:
        """The game so far as a record, including everything hidden."""
        self.check_begun("record")
        deal = Drawn(self._seed, self._episode).deal(GAME.deck(self.options))
        moves = [f"p{seat + 1} {move}" for seat, move in self._played]
        return Record(GAME.name, GAME.rules, self.options, deal, moves)

    @property
    def _running(self) -> DungeonGame:
        """The game, after the first reset."""
        assert self._game is not None
        return self._game

    def _seat(self, agent: str) -> int:
        """Return the seat of an agent."""
        if agent not in self.possible_agents:
            raise ValueError(
                f"unknown agent {shown(agent)}: agents are {', '.join(self.possible_agents)}"
            )
        return self.possible_agents.index(agent)

    def _illegal(self, action: object, name: str) -> str:
        """Return the error for an illegal action of the selected agent."""
        legal = {number: move or "wait" for number, move in self._running.choices().items()}
        error = illegal_action(action, name, self._actions, legal)
        return f"{self.agent_selection}: {error}"

    def _tell(self, events: list[Event]) -> None:
        """Add events to each player's story."""
        for seat in range(self.options.players):
            self._stories[seat] += self._teller.tell(events, seat, self._events)
        self._events = self._events + events

    def _choose(self, action: int) -> None:
        """Let the selected agent take an action, and tell the players of its events."""
        seat = self._to_move
        move, events = self._running.choose(action)
        if move is not None:
            self._played.append((seat, move))
        if self.render_mode is not None:
            self._stories[seat].clear()
            self._tell(events)

    def _select_next(self) -> None:
        """Select the next agent; after the end the last agent stays selected."""
        seat = self._running.seat
        if seat != NOBODY:
            self._to_move = seat
            self.agent_selection = self.possible_agents[seat]

    def _end_if_over(self) -> None:
        """Set the rewards at the end of the game, or truncate a game that lasts too long."""
        result = self._running.result()
        if result is not None:
            self.rewards = dict(
                zip(self.agents, payoffs(result, self.options.players), strict=True)
            )
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"result": dict(result)} for agent in self.agents}
        elif self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)

    def _is_over(self, agent: str) -> bool:
        """Return whether the game is over for an agent."""
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)
