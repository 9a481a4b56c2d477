"""A match: what a simulation plays, and the row of numbers that each game gives.

Policies are compiled where the game has a harness; bots play through their views.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from random import Random

import numpy as np

from underdeck.agents import AnyBot, name_bot
from underdeck.deal import Drawn
from underdeck.fast.harness import pass_seat
from underdeck.fast.libraries import can_compile
from underdeck.fast.runner import Policy, Rows, Runner, find_harness
from underdeck.formats import as_json
from underdeck.game import Move
from underdeck.json_types import JsonObject
from underdeck.options import GameOptions, OptionsT, option_text
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.sfc32 import DEAL, open_stream, shuffle, words_of
from underdeck.study.measures import Measures, find_measures
from underdeck.study.measures.base import Player
from underdeck.study.players import ask_of
from underdeck.study.policies import (
    MISPLACED,
    PolicySpec,
    find_knobs,
    find_player,
    find_policy,
    knob_values,
    refuse_errors,
)

DEFAULT_TURN_LIMIT = 500
"""D-4 A simulated game is a stalemate after this many turns, unless its options set a limit."""
TRIAL_GAMES = 20
"""Games in which a user's policy is tried interpreted before it is compiled."""


@dataclass(frozen=True)
class Match:
    """A game, its options, a seed, and either a policy for all seats or a bot for each."""

    game: str
    options: GameOptions
    seed: str
    policy: PolicySpec | None = None
    bots: tuple[str, ...] = ()
    own_bots: tuple[tuple[str, AnyBot], ...] = ()
    """Those of the bots that are functions of the user, by name."""
    rotate: bool = False
    """Whether each deal is played once for every seat, the bots moving on by one seat each time.

    Results are then those of the bots, in the order of `bots`, instead of those of the seats.
    """

    @property
    def measures(self) -> Measures:
        """The measures of the game."""
        return find_measures(self.game)

    @property
    def label(self) -> str:
        """The policy, or the bots."""
        return self.policy.label if self.policy else ",".join(self.bots)

    def house_rules(self) -> list[str]:
        """Return the options that differ from the defaults: `drop_sum=on`."""
        defaults = with_turn_limit(type(self.options)())
        options = {
            option.name: getattr(self.options, option.name) for option in fields(self.options)
        }
        return [
            f"{name}={option_text(value)}"
            for name, value in options.items()
            if value != getattr(defaults, name)
        ]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return find_game(self.game).seats(self.options)

    def as_json(self) -> JsonObject:
        """Return everything that is needed to play the match again, as JSON."""
        data = {
            "game": self.game,
            "cards": len(find_game(self.game).deck(self.options)),
            "house": asdict(self.options),
            "seed": self.seed,
        }
        if self.policy is None:
            return data | {"bots": list(self.bots)} | ({"rotate": True} if self.rotate else {})
        return data | {
            "policy": self.policy.name,
            "knobs": self.knobs(),
            **({"sha256": self.policy.sha256} if self.policy.own else {}),
        }

    @property
    def cycle(self) -> int:
        """The number of games with the same deal."""
        return self.seats if self.rotate else 1

    def seating(self, number: int) -> tuple[str, ...]:
        """Return the bot of each seat in a game."""
        shift = number % self.cycle
        return self.bots[len(self.bots) - shift :] + self.bots[: len(self.bots) - shift]

    def bot_labels(self) -> list[str]:
        """Return a label for each bot; bots of the same name are numbered."""
        return [
            f"{bot} {self.bots[: place + 1].count(bot)}" if self.bots.count(bot) > 1 else bot
            for place, bot in enumerate(self.bots)
        ]

    def knobs(self) -> dict[str, int]:
        """Return the values of the policy's parameters."""
        if self.policy is None:
            return {}
        names, values = find_knobs(self.game, self.policy), knob_values(self.game, self.policy)
        return dict(zip(names, values, strict=True))

    @property
    def is_compiled(self) -> bool:
        """Whether games are played by compiled code."""
        if self.policy is None or self.policy.function is not None:
            return False
        return find_harness(self.game) is not None and can_compile()

    @property
    def player(self) -> Player | None:
        """The player of whole games behind the policy, if it isn't a function."""
        return None if self.policy is None else find_player(self.game, self.policy)

    @property
    def plays_move_by_move(self) -> bool:
        """Whether games are played through views in Python, not in bulk."""
        if self.policy is None or find_harness(self.game) is None:
            return True
        return self.player is not None and not self.is_compiled

    @property
    def chunks(self) -> tuple[int, int]:
        """The smallest and the largest number of compiled games in one task."""
        player = self.player
        return (self.measures.min_chunk, self.measures.max_chunk) if not player else player.chunks

    def prepare(self) -> None:
        """Compile the policy.

        A user's policy first plays some games interpreted, which finds mistakes quickly; the
        compiled games must be the same.
        """
        if self.policy is None or self.plays_move_by_move:
            return
        if not self.policy.own:
            self.rows(0, 1)
            return
        tried = self._run(replace(self.runner(), compiled=False), 0, TRIAL_GAMES)
        if not np.array_equal(self.rows(0, TRIAL_GAMES), tried):
            raise Refusal("policy_unsteady", name=self.policy.name)

    def rows(self, first: int, count: int) -> Rows:
        """Return the rows of `count` games from number `first` on."""
        if self.plays_move_by_move:
            played = (play_out(self, number) for number in range(first, first + count))
            return self.rows_of(played, first)
        if (player := self.player) is not None:
            return player.rows(self.options, self.seed, first, count)
        return self._run(self.runner(), first, count)

    def rows_and_records(self, first: int, count: int) -> tuple[Rows, list[str]]:
        """Return the rows of some games, and their records as lines of JSON."""
        played = [play_out(self, number) for number in range(first, first + count)]
        in_bulk = not self.plays_move_by_move and self.player is None
        rows = self.rows(first, count) if in_bulk else self.rows_of(played, first)
        return rows, [record_line(each) for each in played]

    def rows_of(self, played: Iterable[AnyPlaythrough], first: int = 0) -> Rows:
        """Return the rows of games that were played move by move; the first has this number."""
        measures, cycle = self.measures, self.cycle
        rows = [
            measures.shift_seats(measures.row(each), number % cycle, self.seats)
            for number, each in enumerate(played, first)
        ]
        return np.array(rows, np.int32).reshape(len(rows), len(self.measures.columns))

    def runner(self) -> Runner:
        """Return the runner of the policy."""
        assert self.policy is not None
        policy = find_policy(self.game, self.policy)
        values = knob_values(self.game, self.policy)
        return Runner(self.game, self.options, policy, values, compiled=self.is_compiled)

    def _run(self, runner: Runner, first: int, count: int) -> Rows:
        """Play games of the policy; refuse a user's policy that fails."""
        assert self.policy is not None
        if self.policy.function is not None:
            return self._run_function(runner, first, count)
        with refuse_errors(self.policy):
            return runner.run(self.seed, first, count)

    def _run_function(self, runner: Runner, first: int, count: int) -> Rows:
        """Play games one by one, so that errors of a user's function name the game."""
        rows = [np.zeros((0, len(self.measures.columns)), np.int32)]
        for number in range(first, first + count):
            try:
                rows.append(runner.run(self.seed, number, 1))
            except Exception as error:
                error.add_note(f"raised by the policy {runner.policy.__name__}, game {number}")
                raise
        return np.concatenate(rows)


def with_turn_limit(options: OptionsT, given: Collection[str] = ()) -> OptionsT:
    """Set a turn limit if the options have one, unless it is among the names that were given."""
    if getattr(options, "turn_limit", None) != 0 or "turn_limit" in given:
        return options
    return replace(options, turn_limit=DEFAULT_TURN_LIMIT)


def same_deals(one: Match, other: Match) -> bool:
    """Return whether two matches are played with the same deck."""
    game = find_game(one.game)
    return game.deck(one.options) == game.deck(other.options)


def play_out(match: Match, number: int) -> AnyPlaythrough:
    """Play one game move by move, with its record."""
    if match.policy is None:
        return play_bots(match, number)
    player = match.player
    return play_policy(match, number) if player is None else play_player(match, player, number)


def start(match: Match, number: int) -> AnyPlaythrough:
    """Deal one game."""
    game = find_game(match.game)
    deal = Drawn(match.seed, number // match.cycle).deal(game.deck(match.options))
    seats = match.seating(number) if len(match.bots) > 1 else ()
    return Playthrough.begin(game, match.options, deal, seats)


def play_bots(match: Match, number: int) -> AnyPlaythrough:
    """Play one game with bots; each gets only its own view and memory, unless it is a cheater."""
    played = start(match, number)
    own = dict(match.own_bots)
    seating = match.seating(number)
    bots = [ask_of(own.get(name), name, match.game) for name in seating]
    random = Random(f"{match.seed} {number}")
    while played.result() is None:
        seat = played.game.waiting(played.state)[0]
        with name_bot(seating[seat], seat, number):
            played.play(bots[seat](played, seat, random), seat)
    return played


def play_policy(match: Match, number: int) -> AnyPlaythrough:
    """Play one game with a policy, interpreted."""
    assert match.policy is not None
    played = start(match, number)
    policy, harness = find_policy(match.game, match.policy), find_harness(match.game)
    knobs, stream = list(knob_values(match.game, match.policy)), [0] * 4
    open_stream(stream, list(words_of(match.seed)), number, DEAL)
    cards = list(played.record.deal.cards)
    shuffle(stream, cards, len(cards))  # the policy's random numbers follow those of the deal
    policy_input = harness.policy_input if harness else pass_seat
    while played.result() is None:
        seat = played.game.waiting(played.state)[0]
        legal = played.game.legal(played.state, seat)
        index = 0
        if len(legal) > 1 or harness is None or harness.asks_about_forced_moves:
            with refuse_errors(match.policy):
                view = policy_input(played.state, seat)
                index = choose_move(policy, view, legal, stream, knobs)
        played.play(legal[index], seat)
    return played


def play_player(match: Match, player: Player, number: int) -> AnyPlaythrough:
    """Play one game with a player of whole games."""
    played = start(match, number)
    while played.result() is None:
        played.play(player.move(played.state), played.game.waiting(played.state)[0])
    return played


def choose_move(
    policy: Policy, view: object, legal: Sequence[Move], stream: list[int], knobs: list[int]
) -> int:
    """Return the index of a policy's choice among the legal moves."""
    actions = [getattr(move, "action", index) for index, move in enumerate(legal)]
    index = policy(view, [*actions, 0], len(legal), stream, knobs)
    assert 0 <= index < len(legal), MISPLACED
    return index


def record_line(played: AnyPlaythrough) -> str:
    """Return the record of a game as a line of JSON."""
    return json.dumps(as_json(played), ensure_ascii=False) + "\n"
