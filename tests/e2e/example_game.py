"""The rulebook's example game of Tomb, as logs of tables at any of its moments."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from underdeck.cards import codes_of
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import AnyPlaythrough
from underdeck.table.entries import AnyEntry, Began, Made, Opened, Sat

EXAMPLE = walkthrough().record


def example_entries(moves: int) -> list[AnyEntry]:
    """Return the log of the example after a number of moves."""
    opened = Opened("tomb", {}, ("",), "0" * 64, cards=" ".join(codes_of(EXAMPLE.deal.cards)))
    return [
        opened,
        Sat(0, "Ada", "words"),
        Began(),
        *(Made(0, move, f"m{place}") for place, move in enumerate(EXAMPLE.moves[:moves])),
    ]


def example_until(condition: Callable[[Any], bool]) -> AnyPlaythrough:
    """Play the example until the view meets the condition."""
    played = AnyPlaythrough.before(EXAMPLE)
    for _ in played.replay(EXAMPLE.moves):
        if condition(played.view(0)):
            return played
    raise AssertionError("no view meets the condition")


def make_move(page: Page, move: str) -> None:
    """Click the button of a move once it is enabled; other cards may cover all but its corner."""
    button = page.locator(f"button[data-move='{move}'][aria-disabled=false]")
    button.click(position={"x": 6, "y": 16})


def play_to_the_end(page: Page) -> None:
    """Make the first move that the page offers, again and again until the game is over."""
    page.locator("button[data-move], .end").first.wait_for()
    page.evaluate(
        """async () => {
          while (!document.querySelector(".end")) {
            document.querySelector("button[data-move][aria-disabled=false]")?.click();
            await new Promise(requestAnimationFrame);
          }
        }"""
    )
