"""Play Dungeon from a position at one terminal, with lines typed and scripted bots."""

import io
from collections.abc import Callable, Mapping
from random import Random

from games.dungeon.position import Position
from underdeck.cli.saves import Save
from underdeck.cli.screens.dungeon import DungeonScreen
from underdeck.cli.seats import Seats
from underdeck.cli.session import Session
from underdeck.cli.terminal import Terminal
from underdeck.deal import deal_from_seed
from underdeck.game import Move
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.view import DungeonView
from underdeck.playthrough import Playthrough
from underdeck.say import Words
from underdeck.say.bot_names import bot_names

Bot = Callable[[DungeonView, Random], Move]


def played_on(position: Position, people: int = 1) -> Playthrough[DungeonView]:
    """Return a game in this position."""
    bots = ["careful"] * (position.options.players - people)
    played = Playthrough.begin(
        GAME,
        position.options,
        deal_from_seed(GAME.deck(position.options), "1"),
        [""] * people + bots,
    )
    played.state = position.state
    return played


def script(*moves: str) -> Bot:
    """Return a bot that makes these moves, then the first legal ones."""
    left = list(moves)
    return lambda view, random: GAME.read_move(left.pop(0)) if left else view.legal[0]


def sit(
    position: Position,
    typed: str,
    bots: Mapping[int, Bot] | None = None,
    language: str = "en",
    *,
    plain: bool = False,
    joined: bool = True,
    saver: Save | None = None,
) -> str:
    """Play with these lines typed; return the output in one line, with bots called by number."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    terminal = Terminal(Words(language), {}, plain=plain, source=io.StringIO(typed), target=out)
    bots = bots if bots is not None else {2: script()}
    played = played_on(position, position.options.players - len(bots))
    screen = DungeonScreen(terminal, played)
    seats = Seats(screen, {player - 1: bot for player, bot in bots.items()})
    Session(screen, seats, saver).run()
    out.seek(0)
    shown = out.read()
    for seat, name in bot_names(Words(language), played.record).items():
        number = Words(language).say("common.seat.player", n=seat + 1)
        shown = shown.replace(f"p{seat + 1} {name} (", f"{number} (").replace(name, number)
    return " ".join(shown.split()) if joined else shown
