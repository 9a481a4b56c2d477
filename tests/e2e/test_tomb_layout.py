"""The table of Tomb is whole at every size, and nothing on it jumps while a game is played."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewPage
from e2e.crowded_tomb import CARDS, MOVES, crowded_entries
from e2e.example_game import make_move
from e2e.page_checks import problems, screenshot, settle
from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage

PARTS = {
    "hit points": ".life .hearts, .life .number",
    "hand": ".hand .card, .hand .tag",
    "encounter": "[data-place=encounter]",
    "attempts": ".column .card",
    "moves": "[data-moves] button, .lead",
    "deck": "[data-place=deck]",
    "discards": "[data-place=discards]",
    "words": ".words h2, .words .help",
    "torches": ".torches li",
    "turns": ".way li > *",
    "treasure": ".purse .sum",
}
"""The parts of the table, none of which may cover another."""
MIN_DESK_ENCOUNTER_PX = 250
MEASURE = """(parts) => {
  const found = [];
  const boxes = Object.entries(parts).map(([name, selector]) => [
    name,
    [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()),
  ]);
  for (const [name, all] of boxes) {
    if (!all.length || all.some(({ width, height }) => !width || !height))
      found.push(`${name}: not shown`);
    for (const { left, top, right, bottom } of all)
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
        found.push(`${name}: cut off`);
  }
  for (const [one, ones] of boxes)
    for (const [other, others] of boxes)
      for (const a of one < other ? ones : [])
        for (const b of others) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 2 && down > 2) found.push(`${one} and ${other} overlap`);
        }
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push("the page scrolls");
  return [...new Set(found)];
}"""
FIXED_PARTS = (
    ".way, .torches, .words, .slot, [data-moves], .hand, [data-place=deck], [data-place=discards]"
)
CORNERS = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const { left, top } = element.getBoundingClientRect();
  return [element.className.split(" ")[0], Math.round(left), Math.round(top)];
})"""


def open_table(page: Page, server: RestartableServer, moves: int = len(MOVES)) -> None:
    """Show the crowded table after a number of moves."""
    table, keys = server.add_table(crowded_entries(moves))
    fill_storage(page, "Ada", [seat_in_storage(table, "tomb", keys[0])], sound=False)
    page.goto(f"/#/table/{table}")
    page.locator(".tomb").wait_for()
    settle(page)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", ["desk", "tablet", "phone", "small phone", "landscape"])
def test_the_fullest_table_is_whole_without_scrolling(
    new_page: NewPage, server: RestartableServer, size: str, language: str
) -> None:
    page = new_page(size, language)
    open_table(page, server)
    screenshot(page, f"tomb-crowded-{size.replace(' ', '-')}-{language}")
    assert page.evaluate(MEASURE, PARTS) == []
    if size == "desk":
        width = page.locator("[data-place=encounter]").evaluate("node => node.offsetWidth")
        assert width >= MIN_DESK_ENCOUNTER_PX


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_fullest_table_is_accessible(
    new_page: NewPage, server: RestartableServer, theme: str
) -> None:
    page = new_page("landscape", theme=theme)
    open_table(page, server)
    assert problems(page) == []


def test_the_retreat_lies_under_the_delve_and_nothing_under_the_turning_point(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page()
    open_table(page, server)
    xs = {turn: centre_of(page, turn) for turn in range(1, 20)}
    for delve, retreat in zip(range(1, 10), range(19, 10, -1), strict=True):
        assert xs[delve] == pytest.approx(xs[retreat], abs=1)
    assert all(xs[turn] < xs[turn + 1] for turn in range(1, 10))


def centre_of(page: Page, turn: int) -> float:
    """Return how far to the right a turn lies."""
    place = page.locator(f"[data-place=turn-{turn}]")
    x: float = place.evaluate("node => node.getBoundingClientRect().x + node.offsetWidth / 2")
    return x


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_no_part_of_the_table_moves_during_a_game(
    new_page: NewPage, server: RestartableServer, size: str
) -> None:
    page = new_page(size)
    open_table(page, server, 0)
    at_first = page.evaluate(CORNERS, FIXED_PARTS)
    for move in MOVES:
        before = page.locator(".tomb").get_attribute("data-update") or ""
        make_move(page, move)
        expect(page.locator(".tomb")).not_to_have_attribute("data-update", before)
        assert page.evaluate(CORNERS, FIXED_PARTS) == at_first, f"after {move}"


def test_the_crowded_deal_has_every_card_once() -> None:
    cards = CARDS.split()
    assert len(cards) == len(set(cards)) == 44  # §1.1
