"""States that refuse an illegal action in a sentence that lists the legal ones; OpenSpiel itself doesn't check."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from underdeck.env.checks import action_from, refused_action, whole
from underdeck.env.openspiel.lazy_deck import Fates


class CheckedState(pyspiel.State):  # type: ignore[misc]
    """A state whose actions are checked; a game says which there are."""

    world: Any
    """The game being played, an `Undecided`."""

    @property
    def fates(self) -> Fates:
        """The outcomes of chance."""
        raise NotImplementedError

    def apply_action(self, action: object) -> None:
        """Take an action; what is none at all is refused before OpenSpiel's bindings see it."""
        number = action_from(action, self.action_limit(self.current_player()))
        if number is None:
            raise ValueError(self.refused(action))
        super().apply_action(number)

    def _apply_action(self, action: int) -> None:
        """Draw a card or a lot, or make a move."""
        chance = self.world.wish is not None
        if not (self.fates.may_come(self.world, action) if chance else self.may_choose(action)):
            raise ValueError(self.refused(action))
        if chance:
            self.fates.apply(self.world, action)
        else:
            self.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of an outcome or a move."""
        name = (
            self.fates.name(action)
            if player == pyspiel.PlayerId.CHANCE
            else self.name(player, action)
        )
        if not name:
            raise ValueError(
                f"there is no action {action}: actions are whole numbers from 0 to {self.action_limit(player) - 1}"
            )
        return name

    def refused(self, action: object) -> str:
        """Say that an action can't be taken now, and which can."""
        player = self.current_player()
        number = whole(action)
        limit = self.action_limit(player)
        if player == pyspiel.PlayerId.CHANCE:
            legal: Mapping[int, object] = {
                one: self.fates.name(one) for one, _ in self.fates.outcomes(self.world)
            }
            name = "" if number is None else self.fates.name(number)
            return f"chance: {refused_action(action, name, limit, legal)}"
        name = "" if number is None else self.name(player, number)
        return (
            f"player {player}: {refused_action(action, name, limit, self.choices())}"
            if player >= 0
            else refused_action(action, name, limit, {})
        )

    def action_limit(self, player: int) -> int:
        """Return how many actions chance or a player has."""
        return (
            self.fates.count
            if player == pyspiel.PlayerId.CHANCE
            else int(self.get_game().num_distinct_actions())
        )

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
        """Return what an action means to a player; an empty text if there is no such action."""
        raise NotImplementedError
