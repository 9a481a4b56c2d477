"""The progress of a competition: standings, its end, and what each entrant may do next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from underdeck.career.attempts import Attempt, total
from underdeck.career.boards import Score
from underdeck.career.competition import MAX_ENTRANTS, MIN_RIVALS, Competition, Entrant
from underdeck.refusal import Refusal

ABANDONED_S = 14 * 86_400.0
"""After this time without a game a competition counts as abandoned."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of an entrant."""

    entrant: Entrant
    rank: int
    """From 1; equal totals share a rank."""
    total: Score
    played: int
    """The number of finished games."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A competition with its entrants and their games."""

    competition: Competition
    entrants: Sequence[Entrant]
    """In the order in which they entered."""
    games: Mapping[str, Mapping[int, Attempt]] = field(default_factory=dict)
    """The games of each profile by number, running ones too."""

    @property
    def has_begun(self) -> bool:
        """Return whether any game has begun."""
        return any(self.games.values())

    @property
    def is_complete(self) -> bool:
        """Return whether all games are finished, in a contest or wager by at least two entrants."""
        is_decided = self.competition.kind == "series" or len(self.entrants) >= MIN_RIVALS
        return is_decided and all(
            each.is_gone or len(self.finished(each.profile)) == self.competition.games
            for each in self.entrants
        )

    def entrant(self, profile: str) -> Entrant | None:
        """Return the entrant of a profile."""
        return next((each for each in self.entrants if each.profile == profile), None)

    def games_of(self, profile: str) -> Mapping[int, Attempt]:
        """Return the games of an entrant by number, running ones too."""
        return self.games.get(profile, {})

    def finished(self, profile: str) -> list[Attempt]:
        """Return an entrant's games that ended before the competition did."""
        return [each for each in self.games_of(profile).values() if each.at is not None]

    def scores_of_round(self, number: int) -> dict[str, Score] | None:
        """Return the scores of a game by profile, None until every entrant has finished it."""
        scores: dict[str, Score] = {}
        for entrant in self.entrants:
            game = self.games_of(entrant.profile).get(number)
            if game is not None and game.at is not None:
                scores[entrant.profile] = game.score
            elif not entrant.is_gone:
                return None
        return scores

    def standings(self) -> list[Standing]:
        """Return all entrants, best total first.

        A game that wasn't played took no turns, which must not win a tie: of equal points and
        kings the entrant with more games is first, then the one with fewer turns.
        """
        totals = {each.profile: self.finished(each.profile) for each in self.entrants}
        order = {
            profile: (*score.order[:2], -len(games), score.turns)
            for profile, games in totals.items()
            for score in [total(games)]
        }
        return [
            Standing(
                each,
                1 + sum(other < order[each.profile] for other in order.values()),
                total(totals[each.profile]),
                len(totals[each.profile]),
            )
            for each in sorted(self.entrants, key=lambda each: order[each.profile])
        ]

    def next_game(self, profile: str) -> int | None:
        """Return the number of an entrant's running or next game, None after the last one."""
        games = self.games_of(profile)
        numbers = range(1, self.competition.games + 1)
        return next((each for each in numbers if each not in games or games[each].at is None), None)

    def check_entry(self) -> None:
        """Refuse another entrant if the competition is over, has begun or is full."""
        if self.competition.is_over:
            raise Refusal("competition_over")
        if self.competition.kind == "series":
            raise Refusal("unknown_competition")
        if self.competition.kind == "wager" and self.has_begun:
            raise Refusal("wager_begun")
        if len(self.entrants) >= MAX_ENTRANTS:
            raise Refusal("competition_full", most=MAX_ENTRANTS)

    def check_close(self, now: float) -> None:
        """Refuse to end a competition while somebody is in the middle of it.

        Otherwise its creator could end it when ahead, or when a bet would be lost. After two weeks
        without a game it can always be ended.
        """
        games = [game for own in self.games.values() for game in own.values()]
        last = max((game.at or game.started for game in games), default=0.0)
        if self.competition.kind != "series" and now - last < ABANDONED_S and self._is_midway:
            raise Refusal("competition_running")

    @property
    def _is_midway(self) -> bool:
        """Return whether a game is running, or some entrants have finished fewer than others."""
        finished = {
            len(self.finished(each.profile)) for each in self.entrants if self._counts(each)
        }
        is_running = any(game.at is None for own in self.games.values() for game in own.values())
        return is_running or len(finished) > 1

    def _counts(self, entrant: Entrant) -> bool:
        """Return whether an entrant is waited for: in a wager all, in a contest who has begun."""
        has_begun = bool(self.games_of(entrant.profile))
        return not entrant.is_gone and (self.competition.kind == "wager" or has_begun)

    def check_game(self, profile: str) -> int:
        """Return the number of an entrant's running or next game, or refuse to play."""
        if self.entrant(profile) is None:
            raise Refusal("unknown_competition")
        if self.competition.is_over:
            raise Refusal("competition_over")
        if self.competition.kind == "wager" and len(self.entrants) < MIN_RIVALS:
            raise Refusal("wager_alone")
        number = self.next_game(profile)
        if number is None:
            raise Refusal("no_game_left")
        return number
