"""Tomb of Four Kings as a Gymnasium environment, `underdeck/Tomb-v0`.

See docs/reference/environments.md.
"""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from underdeck.deal import Deal, Drawn
from underdeck.env.batch import wants_compiled
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
from underdeck.env.seeds import seed_text_of
from underdeck.env.tomb_codes import LAYOUT, MOVES, REWARDS
from underdeck.env.tomb_game import PLAYER, CompiledGame, InterpretedGame, TombGame
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK
from underdeck.playthrough import events_before_last
from underdeck.record import Record
from underdeck.say import Words
from underdeck.say.drawings.tomb import DRAWING
from underdeck.say.tellers.tomb import TombTeller

Observation = NDArray[np.float32]
Action = int | np.integer

ILLEGAL = ("ignore", "raise")
"""How to handle an illegal action."""
OPTIONS = ("reward", "illegal", "count_cards", "compiled", "render_mode", "language")
"""The options that aren't house rules."""


class TombEnv(gymnasium.Env[Observation, Action]):
    """One game per episode; house rules are keyword arguments."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012  as in the base class

    def __init__(  # noqa: PLR0913  all by name
        self,
        *,
        reward: str = "points",
        illegal: str = "ignore",
        count_cards: bool = False,
        compiled: bool | None = None,
        render_mode: str | None = None,
        language: str = "en",
        **house_rules: object,
    ) -> None:
        check_one_of("reward", reward, REWARDS)
        check_one_of("illegal", illegal, ILLEGAL)
        check_bool("count_cards", count_cards)
        check_one_of("compiled", compiled, (None, True, False))
        check_rendering(render_mode, language)
        self.options = options_from(Options, house_rules, OPTIONS)
        self.reward = reward
        self.illegal = illegal
        self.count_cards = count_cards
        self.compiled = wants_compiled(compiled) and render_mode is None
        self.render_mode = render_mode
        self._page = page_for(render_mode, Words(language))
        self._game: TombGame | None = None
        self._seed, self._episode = "", -1
        size = LAYOUT.size + (len(DECK) if count_cards else 0)
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(len(MOVES))

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, at random or by `options={"deal": ...}`: a `Deal` or a seed's text."""
        given = check_reset_options(options, "deal")
        deal = None if given is None else deal_from(DECK, given)
        super().reset(seed=seed)
        self._count_episode(is_seeded=seed is not None)
        self._deal: Deal | Drawn = deal or Drawn(self._seed, self._episode)
        if self._game is None:
            kind = CompiledGame if self.compiled else InterpretedGame
            self._game = kind(self.options, count_cards=self.count_cards)
        self._game.start(self._deal)
        self._played: list[int] = []
        if self.render_mode == "human":
            self.render()
        return self._game.observation(), {"action_mask": self._game.mask()}

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move; an illegal action changes nothing, or raises with `illegal="raise"`."""
        game = self._game_or_raise("step")
        number = self._legal_action(action, game.legal)
        if number is not None:
            game.play(number)
            self._played.append(number)
        info: dict[str, Any] = {"action_mask": game.mask(), "illegal": number is None}
        reward, result = 0.0, game.result()
        if result is not None:
            info["result"] = result
            reward = float(result["won"] if self.reward == "win" else result["points"])  # type: ignore[arg-type]
        if self.render_mode == "human":
            self.render()
        return game.observation(), reward, result is not None, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions; algorithms with masking call this name."""
        return self._game_or_raise("mask").mask().astype(np.bool_)

    def render(self) -> str | None:
        """Return (`ansi`) or print (`human`) the story of the last move and the drawing."""
        if self.render_mode is None:
            gymnasium.logger.warn(NO_RENDER_MODE)
            return None
        game = self._game_or_raise("render")
        assert isinstance(game, InterpretedGame)
        record = self.record
        teller = TombTeller(self._page.words, record.deal.voice, self._page.face)
        story = teller.tell(game.events, PLAYER, events_before_last(record))
        drawing = DRAWING.lines(self._page, game.view)
        return render_text(self.render_mode, self._page, story, drawing)

    @property
    def record(self) -> Record:
        """The episode as a record, including the hidden deal."""
        self._game_or_raise("record")
        deal = self._deal.deal(DECK) if isinstance(self._deal, Drawn) else self._deal
        moves = [str(MOVES[number]) for number in self._played]
        return Record(GAME.name, GAME.rules, self.options, deal, moves)

    def _count_episode(self, *, is_seeded: bool) -> None:
        """Count the deals of a seed from 0; the first seed is random unless it is given."""
        if is_seeded or not self._seed:
            self._seed, self._episode = seed_text_of(self.np_random, self.np_random_seed), -1
        self._episode += 1

    def _legal_action(self, action: Action, legal: int) -> int | None:
        """Return an action as an int; None if it is illegal and illegal actions are ignored."""
        if not legal:
            raise gymnasium.error.ResetNeeded(OVER)
        number = action_from(action, len(MOVES))
        if number is not None and legal >> number & 1:
            return number
        if number is None or self.illegal == "raise":
            moves = {one: move for one, move in enumerate(MOVES) if legal >> one & 1}
            name = "" if number is None else str(MOVES[number])
            raise gymnasium.error.InvalidAction(illegal_action(action, name, len(MOVES), moves))
        return None

    def _game_or_raise(self, purpose: str) -> TombGame:
        """Return the game, or raise before the first reset."""
        if self._game is None:
            raise gymnasium.error.ResetNeeded(reset_first(purpose))
        return self._game
