"""Dungeon as a PettingZoo environment, one player after another: `dungeon_v0.env(players=3)`. Conventions stand in docs/environments.md."""

import sys
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from underdeck.cards import code_of
from underdeck.deal import deal_from_seed
from underdeck.dungeon import GAME
from underdeck.dungeon.house import House
from underdeck.dungeon.moves import DungeonMove
from underdeck.dungeon.state import State
from underdeck.dungeon.view import DungeonView
from underdeck.env.dungeon_asking import NOBODY, Offer, asked, offer, payoffs
from underdeck.env.dungeon_codes import SIZE, action_count, encode, mask_of
from underdeck.env.text import table_text
from underdeck.game import Event
from underdeck.house import read_house
from underdeck.record import Record, events_before_last
from underdeck.say import Words
from underdeck.say.dungeon import DungeonTeller

MOST_STEPS = 10_000
"""Where nobody says otherwise a game is broken off after so many steps."""
ILLEGAL_REWARD = -1


def env(**options: Any) -> Any:
    """The environment as it is mostly used: who makes an illegal move loses and ends the game."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


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
        self.house: House = read_house(House, house)
        self.interrupts = interrupts
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.words = Words(language)
        self.possible_agents = [f"player_{player}" for player in range(1, self.house.players + 1)]
        self.agents: list[str] = []
        actions = action_count(self.house)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
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

    def observation_space(self, agent: str) -> Any:
        """The same for everyone."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for everyone."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal, and everyone is back."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._deal = deal_from_seed(GAME.deck(self.house), str(self._random.integers(2**63)))
        self._state: State = GAME.start(self.house, self._deal.cards)
        self._moves: list[str] = []
        self._steps = self._fates = self._waited = 0
        self._events = self._ask_chance()
        self._ask_next()

    def step(self, action: int | None) -> None:
        """The one who is asked makes a move, or waits; the next is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._offer:
            raise ValueError(f"{agent} has no move number {action} now; legal: {sorted(self._offer)}")
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

    def observe(self, agent: str) -> dict[str, Any]:
        """What this player sees, and which actions are open to it: none, if another is asked."""
        seat = self.possible_agents.index(agent)
        numbers = self._offer if agent == self.agent_selection and not self._is_over(agent) else ()
        return {"observation": encode(self._view(seat)), "action_mask": mask_of(numbers, action_count(self.house))}

    def render(self) -> str | None:
        """What happened last, and the table as a spectator sees it: returned (`ansi`) or printed (`human`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("choose a render_mode, `ansi` or `human`, when the environment is made")
            return None
        teller = DungeonTeller(self.words, self._deal.voice, code_of)
        text = "\n".join([*teller.tell(self._events, None, events_before_last(self.record)), table_text(self._view(None)), ""])
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """Nothing is kept open."""

    @property
    def record(self) -> Record:
        """The game so far as a record to be replayed, all that is hidden included."""
        return Record(GAME.name, GAME.rules, self.house, self._deal, list(self._moves))

    def _view(self, seat: int | None) -> DungeonView:
        """The table as a seat sees it, or a spectator."""
        view = GAME.view(self._state, seat)
        assert isinstance(view, DungeonView)
        return view

    def _choose(self, seat: int, move: DungeonMove | None) -> None:
        """Make a move, and everyone may think anew about an ace; or remember that this one waits."""
        if move is None:
            self._waited |= 1 << seat
            self._events = []
            return
        self._events = GAME.play(self._state, seat, move) + self._ask_chance()
        self._moves.append(f"p{seat + 1} {move}")
        self._waited = 0

    def _ask_chance(self) -> list[Event]:
        """Let the deal's own source answer whatever chance is asked."""
        events: list[Event] = []
        while items := GAME.chance(self._state):
            events += GAME.fate(self._state, self._deal.order(items, self._fates))
            self._fates += 1
        return events

    def _ask_next(self) -> None:
        """Select who is asked, and what may be answered; the last one stays selected when the game is over."""
        seat = asked(self._state, self._waited, self.interrupts)
        self._offer: Offer = {} if seat == NOBODY else offer(self._state, seat)
        if seat != NOBODY:
            self.agent_selection = self.possible_agents[seat]

    def _end_if_over(self) -> None:
        """Pay when the game is over, and break it off when it lasts too long."""
        result = GAME.result(self._state)
        if result is not None:
            self.rewards = dict(zip(self.agents, payoffs(result, self.house.players), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"result": dict(result)} for agent in self.agents}
        elif self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)

    def _is_over(self, agent: str) -> bool:
        """Is the game over for this player?"""
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)
