"""States that refuse an illegal action with the list of legal ones; OpenSpiel doesn't check."""

from collections.abc import Mapping
from typing import Generic, TypeVar

import pyspiel

from underdeck.env.checks import action_from, illegal_action, whole
from underdeck.env.openspiel.lazy_deck import ChanceOutcomes, LazyPosition

PositionT = TypeVar("PositionT", bound=LazyPosition)


class CheckedState(pyspiel.State, Generic[PositionT]):  # type: ignore[misc]
    """A state whose actions are checked; each game defines the actions."""

    position: PositionT
    """The game in progress."""

    @property
    def outcomes(self) -> ChanceOutcomes:
        """The outcomes of chance."""
        raise NotImplementedError

    def apply_action(self, action: object) -> None:
        """Apply an action; OpenSpiel's bindings only see valid ones."""
        number = action_from(action, self.action_limit(self.current_player()))
        if number is None:
            raise ValueError(self.illegal(action))
        super().apply_action(number)

    def _apply_action(self, action: int) -> None:
        """Apply an outcome of chance or a player's action."""
        is_chance = self.position.pending is not None
        if is_chance:
            allowed = self.outcomes.is_possible(self.position, action)
        else:
            allowed = self.may_choose(action)
        if not allowed:
            raise ValueError(self.illegal(action))
        if is_chance:
            self.outcomes.apply(self.position, action)
        else:
            self.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of an outcome or a move."""
        is_chance = player == pyspiel.PlayerId.CHANCE
        name = self.outcomes.name(action) if is_chance else self.name(player, action)
        if not name:
            raise ValueError(
                f"there is no action {action}: "
                f"actions are whole numbers from 0 to {self.action_limit(player) - 1}"
            )
        return name

    def illegal(self, action: object) -> str:
        """Return the error for an illegal action, with the legal ones."""
        player = self.current_player()
        number = whole(action)
        limit = self.action_limit(player)
        if player == pyspiel.PlayerId.CHANCE:
            numbers = [each for each, _ in self.outcomes.probabilities(self.position)]
            possible = {each: self.outcomes.name(each) for each in numbers}
            name = "" if number is None else self.outcomes.name(number)
            return f"chance: {illegal_action(action, name, limit, possible)}"
        name = "" if number is None else self.name(player, number)
        if player < 0:
            return illegal_action(action, name, limit, {})
        return f"player {player}: {illegal_action(action, name, limit, self.choices())}"

    def action_limit(self, player: int) -> int:
        """Return the number of actions of chance or of a player."""
        if player == pyspiel.PlayerId.CHANCE:
            return self.outcomes.count
        return int(self.get_game().num_distinct_actions())

    def may_choose(self, action: int) -> bool:
        """Return whether the player to move may take this action."""
        raise NotImplementedError

    def choose(self, action: int) -> None:
        """Take a legal action of the player to move."""
        raise NotImplementedError

    def choices(self) -> Mapping[int, object]:
        """Return the legal actions of the player to move with their moves."""
        raise NotImplementedError

    def name(self, player: int, action: int) -> str:
        """Return the meaning of an action to a player; an empty text if there is no such action."""
        raise NotImplementedError
