"""Dungeon as a PettingZoo environment, one player after another: `dungeon_v0.env(players=3)`. Conventions stand in docs/environments.md."""

import logging
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from underdeck.deal import Deal, deal_from_seed
from underdeck.env.checks import (
    OVER,
    action_from,
    check_count,
    check_shown,
    check_switch,
    options_from,
    refused_action,
    reset_first,
    shown,
)
from underdeck.env.dungeon_codes import SIZE, action_count, action_name, encode, mask_of
from underdeck.env.rendering import NO_RENDER_MODE, page_for, render_text
from underdeck.env.turn_order import NOBODY, Offer, asked, offer, payoffs
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import State
from underdeck.games.dungeon.view import DungeonView
from underdeck.record import Record
from underdeck.say import Words
from underdeck.say.drawings.dungeon import dungeon_lines
from underdeck.say.tellers.dungeon import DungeonTeller

MOST_STEPS = 10_000
"""Where nobody says otherwise a game is broken off after so many steps."""
ILLEGAL_REWARD = -1
LOG = logging.getLogger(__name__)


OPTIONS = ("interrupts", "max_steps", "render_mode", "language")
"""The options that aren't variants or house rules."""


def env(**options: Any) -> Any:
    """Return the environment in its usual form: a player who makes an illegal move loses and ends the game."""
    return OrderWrapper(IllegalLosesWrapper(raw_env(**options)))


class IllegalLosesWrapper(wrappers.BaseWrapper):  # type: ignore[misc]
    """End the game when a player makes an illegal move, as PettingZoo's TerminateIllegalWrapper does, and say which are legal."""

    def step(self, action: int | None) -> None:
        """Make a move, or lose by it."""
        sentence = self.unwrapped.refusal_of(action)
        if sentence:
            LOG.warning("%s; the game ends, and it loses", sentence)
            self.unwrapped.forfeit(sentence)
        else:
            super().step(action)

    def __str__(self) -> str:
        return str(self.env)


class OrderWrapper(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """Refuse calls before `reset` and what is no action, in the environment's own sentences."""

    def step(self, action: int | None) -> None:
        """Make a move, once it is known to be an action."""
        self.unwrapped.check_step(action)
        super().step(action)

    def observe(self, agent: str) -> Any:
        """Return what a player sees."""
        self.unwrapped.check_begun("observe")
        return super().observe(agent)

    def render(self) -> Any:
        """Draw the table."""
        self.unwrapped.check_begun("render")
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Iterate over the players in the order in which they are asked."""
        self.unwrapped.check_begun("play")
        return super().agent_iter(max_iter)

    def __str__(self) -> str:
        return str(self.env)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  a name that PettingZoo's users know
    """The environment itself, which refuses illegal moves; the house's variants and rules are keyword arguments."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "dungeon_v0",
        "render_modes": ["ansi", "human"],
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        interrupts: bool = False,
        max_steps: int = MOST_STEPS,
        render_mode: str | None = None,
        language: str = "en",
        **house: object,
    ) -> None:
        super().__init__()
        check_switch("interrupts", interrupts)
        check_count("max_steps", max_steps)
        check_shown(render_mode, language)
        self.options: Options = options_from(Options, house, OPTIONS)
        self.interrupts = interrupts
        self.max_steps = max_steps
        self.render_mode = render_mode
        self._page = page_for(render_mode, Words(language))
        self.possible_agents = [f"player_{player}" for player in range(1, self.options.players + 1)]
        self.agents: list[str] = []
        actions = action_count(self.options)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0.0, 1.0, (SIZE,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._random = np.random.default_rng()
        self._begun = False

    def observation_space(self, agent: str) -> Any:
        """The same for everyone."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> Any:
        """The same for everyone."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal, and everyone is back."""
        if seed is not None:
            check_count("seed", seed, 0)
            self._random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._deal: Deal = deal_from_seed(
            GAME.deck(self.options), str(self._random.integers(2**63))
        )
        self._state: State = GAME.start(self.options, self._deal.cards)
        self._moves: list[str] = []
        self._steps = self._chance_count = self._waited = 0
        self._begun = True
        self._teller = DungeonTeller(self._page.words, self._deal.voice, self._page.face)
        self._stories: list[list[str]] = [[] for _ in self.agents]
        self._told: list[Event] = []
        """Every event of this game so far, if anything is rendered."""
        self._tell(self._ask_chance())
        self._ask_next()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Let the selected player make a move, or wait, and select the next."""
        self.check_step(action)
        agent = self.agent_selection
        if self._is_over(agent):
            self._was_dead_step(action)
            return
        if sentence := self.refusal_of(action):
            raise ValueError(sentence)
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._choose(self.possible_agents.index(agent), self._offer[int(action)])
        self._steps += 1
        self._ask_next()
        self._end_if_over()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def check_begun(self, what: str) -> None:
        """Refuse to do anything before the first reset."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded(reset_first(what))

    def check_step(self, action: object) -> None:
        """Refuse a step without a game, and what is no action."""
        self.check_begun("step")
        if not self.agents:
            raise gymnasium.error.ResetNeeded(OVER)
        agent = self.agent_selection
        if self._is_over(agent):
            if action is not None:
                raise ValueError(
                    f"illegal action {shown(action)} of {agent}: the game is over, and the only action is None"
                )
        elif action_from(action, action_count(self.options)) is None:
            raise ValueError(self._refused(action, ""))

    def refusal_of(self, action: int | None) -> str:
        """Say why the selected player's action isn't legal; an empty text if it is, or if the game is over."""
        if action is None or self._is_over(self.agent_selection) or int(action) in self._offer:
            return ""
        return self._refused(
            action,
            action_name(
                int(action), self.possible_agents.index(self.agent_selection), self.options.players
            ),
        )

    def forfeit(self, sentence: str) -> None:
        """End the game by an illegal move of the selected player."""
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {one: float(ILLEGAL_REWARD) if one == agent else 0.0 for one in self.agents}
        self.infos[agent] = {"illegal": sentence}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what this player sees, and which actions are legal: none, if another is asked."""
        self.check_begun("observe")
        seat = self._seat(agent)
        numbers = self._offer if agent == self.agent_selection and not self._is_over(agent) else ()
        return {
            "observation": encode(self._view(seat)),
            "action_mask": mask_of(numbers, action_count(self.options)),
        }

    def render(self) -> str | None:
        """Return (`ansi`) or print (`human`) what the player to move sees: the table, and what happened since that player's last move."""
        if self.render_mode is None:
            gymnasium.logger.warn(NO_RENDER_MODE)
            return None
        self.check_begun("render")
        return render_text(
            self.render_mode,
            self._page,
            self._stories[self._asked],
            dungeon_lines(self._page, self._view(self._asked)),
        )

    def close(self) -> None:
        """Nothing is kept open."""

    @property
    def record(self) -> Record:
        """The game so far as a record to be replayed, all that is hidden included."""
        self.check_begun("record")
        return Record(GAME.name, GAME.rules, self.options, self._deal, list(self._moves))

    def _seat(self, agent: str) -> int:
        """Return the seat of an agent."""
        if agent not in self.possible_agents:
            raise ValueError(
                f"unknown agent {shown(agent)}: agents are {', '.join(self.possible_agents)}"
            )
        return self.possible_agents.index(agent)

    def _refused(self, action: object, name: str) -> str:
        """Say that the selected player can't take an action, and which are legal."""
        legal = {number: move or "wait" for number, move in self._offer.items()}
        return f"{self.agent_selection}: {refused_action(action, name, action_count(self.options), legal)}"

    def _tell(self, events: list[Event]) -> None:
        """Add events to the story of each player who may know them, if anything is rendered."""
        if self.render_mode is not None:
            for seat in range(self.options.players):
                self._stories[seat] += self._teller.tell(events, seat, self._told)
            self._told = self._told + events

    def _view(self, seat: int | None) -> DungeonView:
        """The table as a seat sees it, or a spectator."""
        view = GAME.view(self._state, seat)
        return view

    def _choose(self, seat: int, move: DungeonMove | None) -> None:
        """Make a move, and everyone may think anew about an ace; or remember that this one waits."""
        self._stories[seat].clear()
        if move is None:
            self._waited |= 1 << seat
            return
        events = GAME.play(self._state, seat, move) + self._ask_chance()
        self._moves.append(f"p{seat + 1} {move}")
        self._tell(events)
        self._waited = 0

    def _ask_chance(self) -> list[Event]:
        """Let the deal's own source answer whatever chance is asked."""
        events: list[Event] = []
        while items := GAME.pending_chance(self._state):
            events += GAME.resolve_chance(
                self._state, self._deal.source.order(items, self._chance_count)
            )
            self._chance_count += 1
        return events

    def _ask_next(self) -> None:
        """Select who is asked, and what may be answered; the last one stays selected when the game is over."""
        seat = asked(self._state, self._waited, self.interrupts)
        self._offer: Offer = {} if seat == NOBODY else offer(self._state, seat)
        if seat != NOBODY:
            self._asked = seat
            self.agent_selection = self.possible_agents[seat]

    def _end_if_over(self) -> None:
        """Pay when the game is over, and break it off when it lasts too long."""
        result = GAME.result(self._state)
        if result is not None:
            self.rewards = dict(
                zip(self.agents, payoffs(result, self.options.players), strict=True)
            )
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"result": dict(result)} for agent in self.agents}
        elif self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)

    def _is_over(self, agent: str) -> bool:
        """Is the game over for this player?"""
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)
