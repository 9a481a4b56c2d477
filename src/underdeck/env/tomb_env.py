"""Tomb of Four Kings as a Gymnasium environment, `underdeck/Tomb-v0`.

See docs/reference/environments.md.
"""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from underdeck.env.checks import (
    OVER,
    action_from,
    check_bool,
    check_one_of,
    check_rendering,
    check_reset_options,
    deal_from,
    illegal_action,
    options_from,
    reset_first,
)
from underdeck.env.rendering import NO_RENDER_MODE, page_for, render_text
from underdeck.env.tomb_codes import (
    LAYOUT,
    MOVES,
    NUMBERS,
    REWARDS,
    encode,
    encode_seen,
    mask_of,
)
from underdeck.game import Event, Result
from underdeck.games.tomb import GAME
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.view import TombView
from underdeck.playthrough import events_before_last
from underdeck.record import Record
from underdeck.say import Words
from underdeck.say.drawings.tomb import DRAWING
from underdeck.say.tellers.tomb import TombTeller

Observation = NDArray[np.float32]
Action = int | np.integer

ILLEGAL = ("ignore", "raise")
"""How to handle an illegal action."""
PLAYER = 0
OPTIONS = ("reward", "illegal", "count_cards", "render_mode", "language")
"""The options that aren't house rules."""


class TombEnv(gymnasium.Env[Observation, Action]):
    """One game per episode; house rules are keyword arguments."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012  as in the base class

    def __init__(
        self,
        *,
        reward: str = "points",
        illegal: str = "ignore",
        count_cards: bool = False,
        render_mode: str | None = None,
        language: str = "en",
        **house_rules: object,
    ) -> None:
        check_one_of("reward", reward, REWARDS)
        check_one_of("illegal", illegal, ILLEGAL)
        check_bool("count_cards", count_cards)
        check_rendering(render_mode, language)
        self.options = options_from(Options, house_rules, OPTIONS)
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
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, at random or by `options={"deal": ...}`: a `Deal` or a seed's text."""
        given = check_reset_options(options, "deal")
        super().reset(seed=seed)
        drawn = str(self.np_random.integers(2**63))
        self._deal = deal_from(DECK, drawn if given is None else given)
        self._state = GAME.start(self.options, self._deal.cards)
        self._moves: list[str] = []
        self._seen: set[int] = set()
        self._events: list[Event] = []
        self._update_view()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move; an illegal action changes nothing, or raises with `illegal="raise"`."""
        move = self._legal_move(action)
        if move is not None:
            self._events = GAME.play(self._state, PLAYER, move)
            self._moves.append(str(move))
            self._seen.update(
                event.parts["card"] for event in self._events if "card" in event.parts
            )
            self._update_view()
        result = GAME.result(self._state)
        reward = self._reward_of(result) if move and result else 0.0
        info = self._info() | {"illegal": move is None} | ({"result": result} if result else {})
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, result is not None, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions; algorithms with masking call this name."""
        return mask_of(self._view_or_raise("mask").legal).astype(np.bool_)

    def render(self) -> str | None:
        """Return (`ansi`) or print (`human`) the story of the last move and the drawing."""
        if self.render_mode is None:
            gymnasium.logger.warn(NO_RENDER_MODE)
            return None
        view = self._view_or_raise("render")
        teller = TombTeller(self._page.words, self._deal.voice, self._page.face)
        story = teller.tell(self._events, PLAYER, events_before_last(self.record))
        return render_text(self.render_mode, self._page, story, DRAWING.lines(self._page, view))

    @property
    def record(self) -> Record:
        """The episode as a record, including the hidden deal."""
        self._view_or_raise("record")
        return Record(GAME.name, GAME.rules, self.options, self._deal, list(self._moves))

    def _legal_move(self, action: Action) -> TombMove | None:
        """Return the move of an action; None if it is illegal and illegal actions are ignored."""
        legal = self._view_or_raise("step").legal
        if not legal:
            raise gymnasium.error.ResetNeeded(OVER)
        number = action_from(action, len(MOVES))
        move = None if number is None else MOVES[number]
        if move in legal:
            return move
        if move is None or self.illegal == "raise":
            numbers = {NUMBERS[one]: one for one in legal}
            raise gymnasium.error.InvalidAction(
                illegal_action(action, str(move or ""), len(MOVES), numbers)
            )
        return None

    def _view_or_raise(self, purpose: str) -> TombView:
        """Return the player's view, or raise before the first reset."""
        if self._view is None:
            raise gymnasium.error.ResetNeeded(reset_first(purpose))
        return self._view

    def _update_view(self) -> None:
        """Get the player's view of the current state."""
        self._view = GAME.view(self._state, PLAYER)

    def _observation(self) -> Observation:
        """Return the view as numbers, with the card counter if it is on."""
        row = encode(self._view_or_raise("observe"))
        return np.concatenate([row, encode_seen(self._seen)]) if self.count_cards else row

    def _info(self) -> dict[str, Any]:
        """Return the mask of legal actions."""
        return {"action_mask": mask_of(self._view_or_raise("observe").legal)}

    def _reward_of(self, result: Result) -> float:
        """Return the reward of a result."""
        return float(result["won"] if self.reward == "win" else result["points"])
