"""What is played over and over, and the rows that some of its games give: policies by the compiled twin, bots through their views."""

import json
from dataclasses import asdict, dataclass, fields, replace
from random import Random
from typing import Any

import numpy as np

from underdeck.agents import find_bot
from underdeck.deal import Drawn
from underdeck.fast.runner import Rows, Runner, can_compile
from underdeck.formats import as_json
from underdeck.games.tomb.policy_view import view_for_policy
from underdeck.options import option_text
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.sfc32 import DEAL, open_stream, shuffle, words_of
from underdeck.study.policies import (
    MISPLACED,
    PolicySpec,
    answerable,
    find_policy,
    knob_row,
    knobs_of,
)

BOT_TURN_LIMIT = 500
"""D-4 Where the table sets none, a game that nobody watches is a stalemate after so many turns."""
TRIALS = 20
"""Games in which a policy of one's own is tried before it is compiled."""


@dataclass(frozen=True)
class Match:
    """A game, its house, a seed, and either a policy for all seats or a bot for each."""

    game: str
    options: Any
    seed: str
    policy: PolicySpec | None = None
    bots: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Who plays."""
        return self.policy.label if self.policy else ",".join(self.bots)

    def house_rules(self) -> list[str]:
        """The options that aren't as the rules have them: `drop_sum=on`."""
        rules = limited(type(self.options)())
        options = {
            option.name: getattr(self.options, option.name) for option in fields(self.options)
        }
        return [
            f"{name}={option_text(value)}"
            for name, value in options.items()
            if value != getattr(rules, name)
        ]

    @property
    def seats(self) -> int:
        """How many play."""
        return find_game(self.game).seats(self.options)

    def as_json(self) -> dict[str, Any]:
        """The match as data: all that one needs to play it again."""
        told = {
            "game": self.game,
            "cards": len(find_game(self.game).deck(self.options)),
            "house": asdict(self.options),
            "seed": self.seed,
        }
        if self.policy is None:
            return told | {"bots": list(self.bots)}
        knobs = dict(
            zip(knobs_of(self.game, self.policy), knob_row(self.game, self.policy), strict=True)
        )
        return told | {
            "policy": self.policy.name,
            "knobs": knobs,
            **({"sha256": self.policy.sha256} if self.policy.own else {}),
        }

    def prepare(self) -> None:
        """Compile the policy; one's own is first tried as Python runs it, which is quick to say what is wrong, and must play the same."""
        if self.policy is not None:
            tried = self._run(
                replace(self.runner(), compiled=False), 0, TRIALS if self.policy.own else 0
            )
            if not np.array_equal(self.rows(0, max(len(tried), 1))[: len(tried)], tried):
                raise Refusal("policy_unsteady", name=self.policy.name)

    def rows(self, first: int, count: int) -> Rows:
        """What came of so many games from that number on."""
        if self.policy is None:
            return bot_rows([play_bots(self, number) for number in range(first, first + count)])
        return self._run(self.runner(), first, count)

    def rows_and_records(self, first: int, count: int) -> tuple[Rows, list[str]]:
        """The same with every game's record, a line of JSON each."""
        played = [play_out(self, number) for number in range(first, first + count)]
        return self.rows(first, count) if self.policy else bot_rows(played), [
            record_line(each) for each in played
        ]

    def runner(self) -> Runner:
        """What plays the policy."""
        assert self.policy is not None
        policy = find_policy(self.game, self.policy)
        return Runner(
            self.game,
            self.options,
            policy,
            knob_row(self.game, self.policy),
            compiled=can_compile(),
        )

    def _run(self, runner: Runner, first: int, count: int) -> Rows:
        """Games of the policy; what it does wrong is refused."""
        assert self.policy is not None
        with answerable(self.policy):
            return runner.run(self.seed, first, count)


def limited(house: Any) -> Any:
    """The house, with a turn limit where it has room for one and sets none."""
    return (
        replace(house, turn_limit=BOT_TURN_LIMIT)
        if getattr(house, "turn_limit", None) == 0
        else house
    )


def play_bots(match: Match, number: int) -> Playthrough:
    """One game of bots to its end; every bot gets its own view and nothing else."""
    game = find_game(match.game)
    deal = Drawn(match.seed, number).deal(game.deck(match.options))
    played = Playthrough.begin(game, match.options, deal, match.bots if len(match.bots) > 1 else ())
    bots = [find_bot(name, match.game) for name in match.bots]
    random = Random(f"{match.seed} {number}")
    while played.result() is None:
        seat = game.waiting(played.state)[0]
        played.play(bots[seat](played.view(seat), random), seat)
    return played


def play_policy(match: Match, number: int) -> Playthrough:
    """One game of a policy, interpreted and with its record."""
    assert match.policy is not None
    game = find_game(match.game)
    played = Playthrough.begin(
        game, match.options, Drawn(match.seed, number).deal(game.deck(match.options))
    )
    policy, knobs, stream = (
        find_policy(match.game, match.policy),
        list(knob_row(match.game, match.policy)),
        [0] * 4,
    )
    open_stream(stream, list(words_of(match.seed)), number, DEAL)
    shuffle(
        stream, list(played.record.deal.cards), len(played.record.deal.cards)
    )  # the player's numbers come after those of the deal
    while played.result() is None:
        seat = game.waiting(played.state)[0]
        legal = game.legal(played.state, seat)
        place = 0
        if len(legal) > 1 or match.game != "tomb":
            actions = [move.action for move in legal] + [0]
            with answerable(match.policy):
                place = policy(
                    view_for_policy(played.state) if match.game == "tomb" else seat,
                    actions,
                    len(legal),
                    stream,
                    knobs,
                )
                assert 0 <= place < len(legal), MISPLACED
        played.play(legal[place], seat)
    return played


def play_out(match: Match, number: int) -> Playthrough:
    """One game with its record."""
    return play_policy(match, number) if match.policy else play_bots(match, number)


def record_line(played: Playthrough) -> str:
    """A game's record in one line."""
    return json.dumps(as_json(played), ensure_ascii=False) + "\n"


def bot_rows(played: list[Playthrough]) -> Rows:
    """What came of games of bots, which play nothing but Dungeon."""
    states = [(each.state, len(each.record.moves)) for each in played]
    return np.array(
        [[s.ending, s.winner, s.turn, moves, s.alive] for s, moves in states], np.int32
    ).reshape(len(played), -1)
