"""Tomb of Four Kings as a Gymnasium environment: `underdeck/Tomb-v0`. Conventions stand in docs/environments.md."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from underdeck.env.checks import (
    OVER,
    REWARDS,
    action_from,
    check_reset_options,
    check_shown,
    check_switch,
    deal_from,
    one_of,
    options_from,
    refused_action,
    reset_first,
)
from underdeck.env.rendering import NO_RENDER_MODE, page_for, render_text
from underdeck.env.tomb_codes import LAYOUT, MOVES, NUMBERS, encode, encode_seen, mask_of
from underdeck.game import Event
from underdeck.games.tomb import GAME
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.view import TombView
from underdeck.playthrough import events_before_last
from underdeck.record import Record
from underdeck.say import Words
from underdeck.say.drawings.tomb import tomb_lines
from underdeck.say.tellers.tomb import TombTeller

Observation = NDArray[np.float32]
Action = int | np.integer[Any]

ILLEGAL = ("ignore", "raise")
"""What happens to an action that the mask rules out."""
OPTIONS = ("reward", "illegal", "count_cards", "render_mode", "language")
"""The options that aren't house rules."""


class TombEnv(gymnasium.Env[Observation, Any]):
    """One game for each episode; house rules are keyword arguments."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012  as the base class has it

    def __init__(
        self,
        *,
        reward: str = "points",
        illegal: str = "ignore",
        count_cards: bool = False,
        render_mode: str | None = None,
        language: str = "en",
        **house: object,
    ) -> None:
        one_of("reward", reward, REWARDS)
        one_of("illegal", illegal, ILLEGAL)
        check_switch("count_cards", count_cards)
        check_shown(render_mode, language)
        self.options: Options = options_from(Options, house, OPTIONS)
        self.reward = reward
        self.illegal = illegal
        self.count_cards = count_cards
        self.render_mode = render_mode
        self._page = page_for(render_mode, Words(language))
        self._view: TombView | None = None
        size = LAYOUT.size + (len(DECK) if count_cards else 0)
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(len(MOVES))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new deal from the environment's own randomness, or `options={"deal": ...}`: a deal, or the text of a seed."""
        given = check_reset_options(options, "deal")
        super().reset(seed=seed)
        drawn = str(self.np_random.integers(2**63))
        self._deal = deal_from(DECK, drawn if given is None else given)
        self._state = GAME.start(self.options, self._deal.cards)
        self._moves: list[str] = []
        self._seen: set[int] = set()
        self._events: list[Event] = []
        self._look()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the move of that number; one that isn't legal changes nothing and earns nothing, or raises with `illegal="raise"`."""
        move = self._legal_move(action)
        if move is not None:
            self._events = GAME.play(self._state, 0, move)
            self._moves.append(str(move))
            self._seen.update(
                event.parts["card"] for event in self._events if "card" in event.parts
            )
            self._look()
        result = GAME.result(self._state)
        reward = self._worth(result) if move and result else 0.0
        info = self._info() | {"illegal": move is None} | ({"result": result} if result else {})
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, result is not None, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that masking algorithms ask for."""
        return mask_of(self._now("mask").legal).astype(np.bool_)

    def render(self) -> str | None:
        """Return (`ansi`) or print (`human`) the story of the last move and the table as a player at the terminal sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn(NO_RENDER_MODE)
            return None
        view = self._now("render")
        teller = TombTeller(self._page.words, self._deal.voice, self._page.face)
        story = teller.tell(self._events, events_before_last(self.record))
        return render_text(self.render_mode, self._page, story, tomb_lines(self._page, view))

    @property
    def record(self) -> Record:
        """The episode as a record to be replayed, the hidden deal included."""
        self._now("record")
        return Record(GAME.name, GAME.rules, self.options, self._deal, list(self._moves))

    def _legal_move(self, action: Action) -> TombMove | None:
        """Return the move of an action, None if it isn't legal; refuse what is no action, and with `illegal="raise"` an illegal one."""
        legal = self._now("step").legal
        if not legal:
            raise gymnasium.error.ResetNeeded(OVER)
        number = action_from(action, len(MOVES))
        move = None if number is None else MOVES[number]
        if move in legal:
            return move
        if move is None or self.illegal == "raise":
            numbers = {NUMBERS[one]: one for one in legal}
            raise gymnasium.error.InvalidAction(
                refused_action(action, str(move or ""), len(MOVES), numbers)
            )
        return None

    def _now(self, what: str) -> TombView:
        """Return the table as the player sees it; before the first reset there is none."""
        if self._view is None:
            raise gymnasium.error.ResetNeeded(reset_first(what))
        return self._view

    def _look(self) -> None:
        """See the table anew."""
        view = GAME.view(self._state, 0)
        self._view = view

    def _observation(self) -> Observation:
        """The view in numbers, and the card counter if there is one."""
        row = encode(self._now("observe"))
        return np.concatenate([row, encode_seen(self._seen)]) if self.count_cards else row

    def _info(self) -> dict[str, Any]:
        """The mask of legal actions."""
        return {"action_mask": mask_of(self._now("observe").legal)}

    def _worth(self, result: dict[str, Any]) -> float:
        """The reward of an ending."""
        return float(result["won"] if self.reward == "win" else result["points"])
