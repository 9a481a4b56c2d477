"""Finished games that end in different ways, and frames of the scenes that show their ends."""

from base64 import b64encode
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

from e2e.scripted_dungeon import SEED, opening_entries
from underdeck.agents import find_bot
from underdeck.registry import find_game
from underdeck.table.entries import AnyEntry, Began, Made, Opened, Sat
from underdeck.table.table import fold

FRAMES = 8
FRAME_WIDTH_PX = 640
HELD = """() => {
  window.scenes = document.querySelector("[data-scene]").getAnimations({ subtree: true });
  for (const animation of scenes) animation.pause();
  const [clock] = scenes.filter(({ id }) => id === "scene");
  return clock.effect.getComputedTiming().endTime;
}"""
SEEK = """async (time) => {
  for (const animation of scenes) animation.currentTime = time;
  const clock = scenes.find(({ id }) => id === "scene");
  if (time >= clock.effect.getComputedTiming().endTime) clock.finish();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}"""


TOMB_GAMES = {"won": 30, "escaped": 44, "empty": 2, "slain": 5, "lost": 46}
"""The numbers of random games of Tomb by how they end."""
DUNGEON_GAMES: dict[str, tuple[int, dict[str, int | bool]]] = {
    "own": (9, {"players": 3}),
    "theirs": (3, {"players": 4}),
    "stalemate": (3, {"players": 4, "turn_limit": 40}),
}
"""The numbers and options of games of Dungeon by how they end for the first seat."""
NAMES = ("Ada", "Luis", "Eva", "Teo")


def play_out(
    game: str, options: dict[str, int | bool], number: int, bot: str
) -> tuple[list[AnyEntry], Any]:
    """Return the log of a finished game between bots in the seats of people, and the game."""
    people = NAMES[: int(options.get("players", 1))]
    seed = Random(number).randbytes(32).hex()
    opened = Opened(game, dict(options), ("",) * len(people), seed, rules=find_game(game).rules)
    opening: list[AnyEntry] = [
        opened,
        *(Sat(seat, name, "words") for seat, name in enumerate(people)),
        Began(),
    ]
    played = fold("end", [(entry, 0.0) for entry in opening]).game_played
    choose, random = find_bot(bot), Random(number)
    made: list[AnyEntry] = []
    while played.result() is None:
        seat = played.game.waiting(played.state)[0]
        move = choose(played.view(seat), random)
        played.play(move, seat)
        made.append(Made(seat, str(move)))
    return [*opening, *made], played


def outcome_of(result: Any) -> str:
    """Return how a game of Tomb ended, as the page tells the endings apart."""
    if result["ending"] != "escaped":
        return str(result["ending"])
    return "won" if result["won"] else "escaped" if result["points"] else "empty"


@cache
def tomb_ends() -> dict[str, list[AnyEntry]]:
    """Return the logs of games of Tomb by how they end."""
    ends = {}
    for outcome, number in TOMB_GAMES.items():
        ends[outcome], played = play_out("tomb", {}, number, "random")
        assert outcome_of(played.result()) == outcome
    return ends


@cache
def dungeon_ends() -> dict[str, list[AnyEntry]]:
    """Return the logs of games of Dungeon by how they end for the first seat."""
    ends: dict[str, list[AnyEntry]] = {
        "alone": [*opening_entries(SEED), Began(), *(Made(seat, "resign") for seat in range(3))]
    }
    for outcome, (number, options) in DUNGEON_GAMES.items():
        ends[outcome], played = play_out("dungeon", options, number, "careful-1")
        assert who_escaped(played.result()) == outcome
    return ends


def who_escaped(result: Any) -> str:
    """Return whether the first seat or another one escaped; else how the game ended."""
    if result["ending"] != "escaped":
        return str(result["ending"])
    return "own" if result["winner"] == 0 else "theirs"


def scene_of(page: Page) -> Locator:
    return page.locator("[data-scene]")


def hold_scene(page: Page) -> float:
    """Hold the scene that the page shows; return its length in milliseconds."""
    length: float = page.evaluate(HELD)
    return length


def seek_scene(page: Page, milliseconds: float) -> None:
    """Move the held scene to a time."""
    page.evaluate(SEEK, milliseconds)


def frame_sheet(page: Page, path: Path) -> None:
    """Take frames of the held scene, and put them on one picture."""
    length = hold_scene(page)
    frames = []
    for number in range(FRAMES):
        seek_scene(page, length * (number + 0.5) / FRAMES)
        frames.append(b64encode(page.screenshot()).decode())
    images = "".join(
        f"<img width={FRAME_WIDTH_PX} src='data:image/png;base64,{frame}'>" for frame in frames
    )
    sheet = page.context.new_page()
    sheet.set_viewport_size({"width": 4 * FRAME_WIDTH_PX + 40, "height": 800})
    sheet.set_content(f"<body style='margin:4px;background:#222;line-height:0'>{images}</body>")
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.screenshot(path=path, full_page=True)
    sheet.close()
