"""Dungeon for OpenSpiel: `python_underdeck_dungeon`, two to four players with hidden hands, and chance, who turns the cards one by one.

An information state is all that a player was told, from the deal on, and the view. A state that is resampled from it is dealt anew by
the player's belief (dungeon/belief.py): of the past it keeps what that player was told and chose, and nothing else.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict
from random import Random
from typing import Any, Self

import numpy as np
import pyspiel

from underdeck.cards import code_of
from underdeck.env.checks import check_count, check_switch, options_from
from underdeck.env.dungeon_codes import SIZE, TABLE, action_count, action_name, encode
from underdeck.env.openspiel.checked import CheckedState
from underdeck.env.openspiel.history import ROW, Annals, dealt, decided, told
from underdeck.env.openspiel.lazy_deck import Fates, Undecided
from underdeck.env.openspiel.observer import Observer, check_type
from underdeck.env.turn_order import NOBODY, Offer, asked, offer, payoffs
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.legal import is_fight_lost
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import HAND_LIMIT, JOKER_RANK, SEATS, deck_of
from underdeck.games.dungeon.view import DungeonView

MOST_MOVES = 1000
"""Where the game's parameters say nothing else, a game is a draw after so many decisions: OpenSpiel wants an end."""
MEMORY = 1024
"""Where they say nothing else, so many of the newest facts are in an information state's tensor; its text has all."""
SETTINGS = {"interrupts": False, "max_moves": MOST_MOVES, "memory": MEMORY}
"""The parameters that aren't the house's."""

TYPE = pyspiel.GameType(
    short_name="python_underdeck_dungeon",
    long_name="Python Underdeck: Dungeon",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={**asdict(Options()), **SETTINGS},
)


class DungeonWorld(Undecided):
    """A dungeon whose deck is undecided, and all that was told in it."""

    game = GAME

    def __init__(self, options: Options, interrupts: bool) -> None:
        self.interrupts = interrupts
        self.annals = Annals(options.players)
        self.first_views: tuple[DungeonView | None, ...] = ()
        """The table as each seat saw it when the cards were dealt; in an imagined world only the one who imagines it remembers."""
        self.waited = 0
        self.asked = NOBODY
        self.offer: Offer = {}
        """What the one who is asked may choose."""
        self.made = 0
        """Decisions so far."""
        self.views: dict[int | None, DungeonView] = {}
        self.minds: dict[int, tuple[Knowledge, int]] = {}
        """What seats know, and how many facts they have heard; like views, kept for the next time that it is asked for."""
        super().__init__(options)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = super().__deepcopy__(memo)
        other.annals = self.annals.copy()
        other.views = self.views.copy()
        other.minds = {}
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "views": {}, "minds": {}}

    def hear(self, events: list[Event]) -> None:
        """Remember what was told, the first hands too, and see who is asked next."""
        self.views = {}
        if not self.first_views:
            views = [self.view(seat) for seat in range(self.options.players)]
            self.first_views = tuple(views)
            self.annals.add(
                dealt(seat, card)
                for seat, view in enumerate(views)
                for card in view.players[seat].hand or ()
            )
        self.annals.add(told(event) for event in events)
        self.ask(waited=0)

    def ask(self, waited: int) -> None:
        """See who is asked, and what may be chosen; nobody, while chance or the end is waited for."""
        self.waited = waited
        self.asked = NOBODY if self.wish else asked(self.state, waited, self.interrupts)
        self.offer = {} if self.asked == NOBODY else offer(self.state, self.asked)

    def view(self, seat: int | None) -> DungeonView:
        """The table as a seat sees it, or a spectator."""
        if seat not in self.views:
            self.views[seat] = GAME.view(self.state, seat)
        return self.views[seat]

    def choose(self, action: int) -> None:
        """The one who is asked chooses."""
        seat, move = self.asked, self.offer[action]
        self.annals.add([decided(seat, action, move)])
        self.made += 1
        if move is None:
            self.ask(self.waited | 1 << seat)
        else:
            self.play(seat, move)

    def mind(self, seat: int) -> Knowledge:
        """What a seat knows by now."""
        first = self.first_views[seat]
        if first is None:
            raise ValueError(
                "in a world that another player imagines, this one's knowledge is unknown"
            )
        knowledge, heard = self.minds.get(seat) or (Knowledge(first), 0)
        for fact in self.annals.facts[heard:]:
            if fact.event is not None:
                knowledge.observe(fact.event)
        self.minds[seat] = knowledge, len(self.annals.facts)
        return knowledge

    def imagined(self, seat: int, random: Random) -> "DungeonWorld":
        """A world that this seat can't tell from this one; others are told in it only what this seat knows that they were.

        D-20 A player who has laid a fighting card holds enough to win: a world in which that isn't so is dealt anew.
        """
        other = deepcopy(self)
        other.offer = {}
        while not other.offer or is_fight_lost(other.state):
            other.state = sample_state(self.state, self.mind(seat), self.view(seat), random)
            other.ask(self.waited)
        other.annals = Annals(
            self.options.players, (fact for fact in self.annals.facts if fact.is_for(seat))
        )
        other.views = {}
        other.first_views = tuple(
            view if place == seat else None for place, view in enumerate(self.first_views)
        )
        return other


class DungeonGame(pyspiel.Game):  # type: ignore[misc]
    """The house's variants and rules are parameters, and so are those of `SETTINGS`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        chosen = {**SETTINGS, **params}
        check_switch("interrupts", chosen["interrupts"])
        check_count("max_moves", chosen["max_moves"])
        check_count("memory", chosen["memory"])
        self.interrupts, self.max_moves, self.memory = (
            bool(chosen["interrupts"]),
            int(chosen["max_moves"]),
            int(chosen["memory"]),
        )
        self.options: Options = options_from(
            Options,
            {name: value for name, value in params.items() if name not in SETTINGS},
            SETTINGS,
        )
        self.beginning = DungeonWorld(self.options, self.interrupts)
        self.fates = Fates(deck_of(self.options), self.options.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.options),
            max_chance_outcomes=self.fates.count,
            num_players=self.options.players,
            min_utility=-1.0 / (self.options.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_moves,
        )
        super().__init__(TYPE, info, params)

    def new_initial_state(self) -> "DungeonState":
        """Before the first card is dealt."""
        return DungeonState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Cells, hands, a lot and the first turn's card; then no decision draws more than an ace does, two cards, in the end."""
        return self.options.players * (HAND_LIMIT + 1) + 2 + 2 * self.max_moves

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player knows: publicly, privately, or both; now, or ever since the beginning."""
        return DungeonObserver(check_type(iig_obs_type, params), self.memory)


class DungeonState(CheckedState):
    """One moment of a dungeon."""

    world: DungeonWorld

    def __init__(self, game: DungeonGame) -> None:
        super().__init__(game)
        self.world = deepcopy(game.beginning)

    @property
    def fates(self) -> Fates:
        """The outcomes of chance, numbered once for the game."""
        return self.get_game().fates  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """Who is asked, or chance while a card or a lot is to be drawn."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.world.wish is not None else self.world.asked

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of what may be chosen."""
        return sorted(self.world.offer)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card or seat that may come next."""
        return self.fates.outcomes(self.world)

    def may_choose(self, action: int) -> bool:
        """Return whether the player who is asked may choose this."""
        return not self.is_terminal() and action in self.world.offer

    def choose(self, action: int) -> None:
        """Let the player who is asked choose."""
        self.world.choose(action)

    def choices(self) -> Mapping[int, object]:
        """Return what the player who is asked may choose, by number."""
        return {number: move or "wait" for number, move in self.world.offer.items()}

    def name(self, player: int, action: int) -> str:
        """Return the move's text, and for a move that isn't legal now what its number means to this player."""
        if not 0 <= action < action_count(self.world.options):
            return ""
        if self.world.wish is None and player == self.world.asked and action in self.world.offer:
            return str(self.world.offer[action] or "wait")
        return action_name(action, max(player, 0), self.world.options.players)

    def is_terminal(self) -> bool:
        """Is it over, or broken off?"""
        if self.world.wish is not None:
            return False
        return (
            GAME.result(self.world.state) is not None
            or self.world.made >= self.get_game().max_moves
        )

    def returns(self) -> list[float]:
        """1 for the winner, and the others share the loss; nothing for anyone before the end or without a winner."""
        result = None if self.world.state is None else GAME.result(self.world.state)
        return payoffs({"winner": None} if result is None else result, self.num_players())

    def resample_from_infostate(self, player: int, sampler: Any) -> "DungeonState":
        """A state that this player can't tell from this one; its history shows no action but the player's own."""
        if self.world.asked == NOBODY:
            raise ValueError("a state is resampled where a player is to act")
        copy = self.clone()
        copy.world = self.world.imagined(player, Random(sampler()))  # noqa: S311  belief is no secret
        history, rest = copy.serialize().split("\n", 1)
        assert history.startswith("history="), "OpenSpiel writes states in another form"
        own = [
            f"{item.player}:{item.action if item.player == player else pyspiel.INVALID_ACTION}"
            for item in self.full_history()
        ]
        state: DungeonState = self.get_game().deserialize_state(f"history={','.join(own)}\n{rest}")
        return state

    def __str__(self) -> str:
        cards = " ".join(code_of(card) for card in self.world.decided)
        return f"{self.world.annals.whole}{self.world.asked} {self.world.waited} {self.world.wish} {cards}"


class DungeonObserver(Observer):
    """The view of a player or of a spectator, or a hand alone; with perfect recall also what was told to that player or to everyone."""

    def __init__(self, wanted: Any, memory: int) -> None:
        self.public, self.private = (
            wanted.public_info,
            wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER,
        )
        self.recalls, self.memory = wanted.perfect_recall and wanted.public_info, memory
        shapes: dict[str, tuple[int, ...]] = {}
        if self.public:
            shapes["observation"] = (SIZE,)
        elif self.private:
            shapes["hand"] = (JOKER_RANK,)
        if self.recalls and self.private:
            shapes["told"] = (memory, ROW)
        super().__init__(shapes)

    def fill(self, world: DungeonWorld, player: int) -> None:
        """Write what is told into its parts; before the hands are dealt there is nothing."""
        if world.state is None:
            return
        view = encode(world.view(player if self.private else None))
        if self.public:
            self.dict["observation"][:] = view
        elif self.private:
            self.dict["hand"][:] = view[TABLE.part("hand")]
        if "told" in self.dict:
            rows = np.frombuffer(
                world.annals.codes[player][-self.memory * ROW :], np.uint8
            ).reshape(-1, ROW)
            self.dict["told"][: len(rows)] = (rows + np.float32(1)) / 256

    def text(self, world: DungeonWorld, player: int) -> str:
        """Whose it is, what was told, and the view as data, or the hand."""
        name = f"p{player + 1}\n" if self.private else "public\n" if self.public else ""
        if world.state is None:
            return name
        view = world.view(player if self.private else None).as_json()
        if not self.public:
            return name + json.dumps(view["players"][player]["hand"]) if self.private else name  # type: ignore[index]
        heard = world.annals.texts[player] if self.private else world.annals.public
        seen = json.dumps({key: value for key, value in view.items() if key != "house"})
        return name + (heard if self.recalls else "") + seen


pyspiel.register_game(TYPE, DungeonGame)
