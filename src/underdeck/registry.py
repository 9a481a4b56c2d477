"""The registry of games: which games exist, and where each layer finds its part of a game.

A game is described by a `Manifest` of import paths (`package.module:name`) that are imported when
first needed. Other packages add games by an entry point in the group `underdeck.games` that refers
to a `Manifest` and has the name of the game.
"""

import importlib
from collections.abc import Mapping
from functools import cache
from itertools import cycle, islice
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from underdeck.game import AnyGame
from underdeck.refusal import Refusal

ENTRY_POINT_GROUP = "underdeck.games"


class Manifest(NamedTuple):
    """The import paths of the parts of one game; an empty path means that there is no such part."""

    name: str
    game: str
    """The rules: a `Game`."""
    teller: str
    """A `say.tellers.Teller`: the story in words."""
    drawing: str
    """A `say.drawings.Drawing`: the table as text."""
    screen: str
    """A `cli.screens.Screen`: the game in a terminal."""
    words: str = ""
    """A package with the folders `en` and `es` (catalogues, rules), if not Underdeck's own."""
    bots: tuple[str, ...] = ("random",)
    """Names of the bots that people can play against, the strongest last."""
    yardsticks: tuple[str, ...] = ()
    """Names of bots that only simulations use, to measure other bots against."""
    cheaters: Mapping[str, str] = MappingProxyType({})
    """Paths of functions `choose(state, seat, random)` by name: yardsticks that see the state.

    Only `study` finds them: they can't sit at a table, neither at the server nor elsewhere.
    """
    own_bots: Mapping[str, str] = MappingProxyType({})
    """The paths of those bots that play no other game; the others are in `agents.BOTS`."""
    first_opponents: tuple[str, ...] = ()
    """The bots of a new player's first games, for each other seat in turn; empty: `usual_bot`."""
    stand_in: str = ""
    """The bot that plays where none is named: for people who left, in lessons and simulations."""
    characters: str = ""
    """A `characters.Cast`: the bots that have a name, a portrait and quips of their own."""
    memory: str = ""
    """A class of `game.Memory`: what a seat learns in the course of a game, for bots."""
    harness: str = ""
    """A `fast.harness.Harness`: many games, compiled."""
    measures: str = ""
    """A `study.measures.Measures`: the statistics of a simulation, with reports and charts."""
    schemas: str = ""
    """A `serve.schemas.GameSchemas`: views and results on the wire."""
    career: str = ""
    """A `career.base.GameCareer`: what the history records of a finished game."""
    chronicle: str = ""
    """A `chronicle.story.Storyteller`: the tale of a finished game."""
    client_view: str = ""
    """A `client_view.ClientView`: views with facts for clients that don't know the rules."""
    advice: str = ""
    """A `minds.base.Adviser`: odds, and the prospects of each move."""
    review: str = ""
    """A `minds.review.Reviewer`: the decisions of a finished game, compared with strong play."""
    lesson: str = ""
    """A `lessons.Lesson`: a scripted game with comments."""
    responses: str = ""
    """The `study.exploit.Responses`: bots that bluff in another way than a given one."""
    laboratory: str = ""
    """A `minds.laboratory.Laboratory`: measurements with the game's mind."""
    training: str = ""
    """A `minds.laboratory.Trainings`: training of the game's mind."""
    version_1: str = ""
    """An object whose `view`, `event` and `result` convert data for clients of protocol 1."""

    @property
    def all_bots(self) -> tuple[str, ...]:
        """The names of all bots that can play it: yardsticks first, the strongest last."""
        return (*self.yardsticks, *self.bots)

    @property
    def own_opponents(self) -> dict[str, str]:
        """The paths of those of its own bots that people can play against."""
        return {name: path for name, path in self.own_bots.items() if name in self.bots}

    @property
    def simulated_bots(self) -> tuple[str, ...]:
        """The names of all bots that a simulation can use, cheaters included."""
        return (*self.yardsticks, *self.cheaters, *self.bots)

    @property
    def usual_bot(self) -> str:
        """The bot that plays where none is named, by default the strongest."""
        return self.stand_in or self.bots[-1]

    def opponents(self, count: int) -> list[str]:
        """Return the bots of a game in which a person has chosen none, different ones if any."""
        return list(islice(cycle(self.first_opponents or (self.usual_bot,)), count))


BUILT_IN = (
    Manifest(
        name="tomb",
        game="underdeck.games.tomb:GAME",
        teller="underdeck.say.tellers.tomb:TombTeller",
        drawing="underdeck.say.drawings.tomb:DRAWING",
        screen="underdeck.cli.screens.tomb:TombScreen",
        bots=("random", "strong-quick-points", "strong-points", "strong-quick", "strong"),
        own_bots={
            "strong-quick-points": "underdeck.minds.tomb.bots:strong_quick_points",
            "strong-points": "underdeck.minds.tomb.bots:strong_points",
            "strong-quick": "underdeck.minds.tomb.bots:strong_quick",
            "strong": "underdeck.minds.tomb.bots:strong",
        },
        memory="underdeck.games.tomb.memory:TombMemory",
        harness="underdeck.fast.tomb:HARNESS",
        measures="underdeck.study.measures.tomb:MEASURES",
        schemas="underdeck.serve.schemas.tomb:SCHEMAS",
        career="underdeck.career.games.tomb:CAREER",
        chronicle="underdeck.chronicle.games.tomb:CHRONICLE",
        client_view="underdeck.games.tomb.facts:CLIENT_VIEW",
        advice="underdeck.minds.tomb.advice:ADVISER",
        review="underdeck.minds.tomb.review:REVIEWER",
        lesson="underdeck.games.tomb.walkthrough:LESSON",
        laboratory="underdeck.minds.tomb.laboratory:LABORATORY",
        training="underdeck.minds.tomb.laboratory:LABORATORY",
    ),
    Manifest(
        name="dungeon",
        game="underdeck.games.dungeon:GAME",
        teller="underdeck.say.tellers.dungeon:DungeonTeller",
        drawing="underdeck.say.drawings.dungeon:DRAWING",
        screen="underdeck.cli.screens.dungeon:DungeonScreen",
        bots=("random", "careful", "gambler", "brute", "digger", "liar", "accountant", "master"),
        yardsticks=("careful-1", "flat-400"),
        cheaters={"cheater-400": "underdeck.minds.dungeon.yardsticks:cheat"},
        own_bots={
            "flat-400": "underdeck.minds.dungeon.yardsticks:flat",
            "gambler": "underdeck.minds.dungeon.characters:gambler",
            "brute": "underdeck.minds.dungeon.characters:brute",
            "digger": "underdeck.minds.dungeon.characters:digger",
            "liar": "underdeck.minds.dungeon.characters:liar",
            "accountant": "underdeck.minds.dungeon.characters:accountant",
            "master": "underdeck.minds.dungeon.bots:master",
        },
        first_opponents=("digger", "gambler", "brute"),
        stand_in="careful",
        characters="underdeck.games.dungeon.characters:CAST",
        memory="underdeck.games.dungeon.memory:DungeonMemory",
        harness="underdeck.fast.dungeon:HARNESS",
        measures="underdeck.study.measures.dungeon:MEASURES",
        schemas="underdeck.serve.schemas.dungeon:SCHEMAS",
        career="underdeck.career.games.dungeon:CAREER",
        chronicle="underdeck.chronicle.games.dungeon:CHRONICLE",
        client_view="underdeck.games.dungeon.facts:CLIENT_VIEW",
        advice="underdeck.minds.dungeon.advice:ADVISER",
        review="underdeck.minds.dungeon.review:REVIEWER",
        lesson="underdeck.games.dungeon.lesson:LESSON",
        responses="underdeck.agents.dungeon_responses:RESPONSES",
        training="underdeck.minds.dungeon.training:TRAININGS",
        version_1="underdeck.games.dungeon.version_1:VERSION_1",
    ),
)

_manifests = {manifest.name: manifest for manifest in BUILT_IN}
_broken: dict[str, str] = {}
"""Installed games that could not be loaded, with the reason."""


def register(manifest: Manifest) -> None:
    """Add a game to this process, or replace the game of the same name."""
    _manifests[manifest.name] = manifest
    find_part.cache_clear()


def unregister(name: str) -> None:
    """Remove a game from this process."""
    del _manifests[name]
    find_part.cache_clear()


@cache
def _load_installed() -> None:
    """Register the games of other installed packages once; they can't replace built-in games."""
    from importlib.metadata import entry_points  # noqa: PLC0415  a slow import, seldom needed

    for entry in entry_points(group=ENTRY_POINT_GROUP):
        if entry.name in _manifests:
            continue
        try:
            manifest = entry.load()
        except Exception as error:  # any fault of another package must leave the other games alone
            _broken[entry.name] = f"{type(error).__name__}: {error}"
            continue
        if isinstance(manifest, Manifest):
            _manifests[entry.name] = manifest
        else:
            _broken[entry.name] = f"{entry.value} is not a Manifest"


def game_names() -> list[str]:
    """Return the names of all games, the built-in ones first."""
    _load_installed()
    return list(_manifests)


def refuse_broken(name: str) -> None:
    """Refuse an installed game whose package can't be loaded, with the reason."""
    if name in _broken:
        raise Refusal("broken_game", name=name, reason=_broken[name])


def find_manifest(name: str) -> Manifest:
    """Return the manifest of a game; installed packages are searched only for unknown names."""
    if name not in _manifests:
        _load_installed()
    refuse_broken(name)
    if name not in _manifests:
        raise Refusal("unknown_game", name=name, games=list(_manifests))
    return _manifests[name]


@cache
def find_part(name: str, part: str) -> Any:
    """Import a part of a game, such as `screen`; return None if the game has no such part."""
    path = getattr(find_manifest(name), part)
    if not path:
        return None
    return import_path(path)


def import_path(path: str) -> Any:
    """Return what an import path `package.module:name` refers to."""
    module, _, attribute = path.partition(":")
    return getattr(importlib.import_module(module), attribute)


def find_game(name: str) -> AnyGame:
    """Return the rules of a game."""
    return cast(AnyGame, find_part(name, "game"))
