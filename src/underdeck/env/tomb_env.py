"""Tomb of Four Kings as a Gymnasium environment: `underdeck/Tomb-v0`. Conventions stand in docs/environments.md."""

import sys
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from underdeck.cards import code_of
from underdeck.deal import Deal, deal_from_seed
from underdeck.env.text import table_text
from underdeck.env.tomb_codes import LAYOUT, MOVES, encode, encode_seen, mask_of
from underdeck.game import Event
from underdeck.house import read_house
from underdeck.record import Record, events_before_last
from underdeck.say import Words
from underdeck.say.tomb import TombTeller
from underdeck.tomb import GAME
from underdeck.tomb.house import House
from underdeck.tomb.state import DECK
from underdeck.tomb.view import TombView

Observation = NDArray[np.float32]
Action = int | np.integer[Any]

REWARDS = ("points", "win")
"""What the end is worth: the points brought out, or 1 for all four kings."""
ILLEGAL = ("ignore", "raise")
"""What becomes of an action that the mask rules out."""


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
        if reward not in REWARDS or illegal not in ILLEGAL:
            raise ValueError(f"reward is one of {REWARDS}, and illegal one of {ILLEGAL}")
        self.house: House = read_house(House, house)
        self.reward = reward
        self.illegal = illegal
        self.count_cards = count_cards
        self.render_mode = render_mode
        self.words = Words(language)
        size = LAYOUT.size + (len(DECK) if count_cards else 0)
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(len(MOVES))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """A new deal from the environment's own randomness, or `options={"deal": ...}`: a deal, or the text of a seed."""
        super().reset(seed=seed)
        deal = (options or {}).get("deal", str(self.np_random.integers(2**63)))
        self._deal = deal if isinstance(deal, Deal) else deal_from_seed(DECK, deal)
        self._state = GAME.start(self.house, self._deal.cards)
        self._moves: list[str] = []
        self._seen: set[int] = set()
        self._events: list[Event] = []
        self._look()
        return self._observation(), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the move of that number; one that isn't legal changes nothing and brings nothing, or raises if so wished."""
        move = MOVES[int(action)]
        legal = move in self._view.legal
        if legal:
            self._events = GAME.play(self._state, 0, move)
            self._moves.append(str(move))
            self._seen.update(event.parts["card"] for event in self._events if "card" in event.parts)
            self._look()
        elif self.illegal == "raise":
            raise gymnasium.error.InvalidAction(f"{move} isn't legal now; legal: {', '.join(map(str, self._view.legal)) or 'nothing'}")
        result = GAME.result(self._state)
        reward = self._worth(result) if legal and result else 0.0
        info = self._info() | {"illegal": not legal} | ({"result": result} if result else {})
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, result is not None, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that masking algorithms ask for."""
        return mask_of(self._view.legal).astype(np.bool_)

    def render(self) -> str | None:
        """What happened last, and the table as the player sees it: returned (`ansi`) or printed (`human`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("choose a render_mode, `ansi` or `human`, when the environment is made")
            return None
        teller = TombTeller(self.words, self._deal.voice, code_of)
        text = "\n".join([*teller.tell(self._events, events_before_last(self.record)), table_text(self._view), ""])
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    @property
    def record(self) -> Record:
        """The episode as a record to be replayed, the hidden deal included."""
        return Record(GAME.name, GAME.rules, self.house, self._deal, list(self._moves))

    def _look(self) -> None:
        """See the table anew."""
        view = GAME.view(self._state, 0)
        assert isinstance(view, TombView)
        self._view = view

    def _observation(self) -> Observation:
        """The view in numbers, and the card counter if there is one."""
        row = encode(self._view)
        return np.concatenate([row, encode_seen(self._seen)]) if self.count_cards else row

    def _info(self) -> dict[str, Any]:
        """The mask of legal actions."""
        return {"action_mask": mask_of(self._view.legal)}

    def _worth(self, result: dict[str, Any]) -> float:
        """The reward of an ending."""
        return float(result["won"] if self.reward == "win" else result["points"])
