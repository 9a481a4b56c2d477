"""The motion of cards: they travel, can be interrupted, and leave the table as it is without."""

import json
from functools import cache
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from e2e.conftest import NewPage
from e2e.example_game import EXAMPLE, example_entries
from e2e.motion import control_motion, dungeon_entries, finish, hold, seek
from e2e.restartable_server import RestartableServer
from e2e.scripted_dungeon import SEED
from e2e.storage import Seat, fill_storage, seat_in_storage
from underdeck.table.entries import AnyEntry

MAX_STEPS = 120
SPEEDS = ("fast", "normal", "slow")
SAME_PX = 2.0
"""Boxes this close are the same."""

TABLE = """
window.table = () => {
  const copy = document.querySelector("[data-update]").cloneNode(true);
  for (const shownForAWhile of copy.querySelectorAll(".turned")) shownForAWhile.remove();
  copy.removeAttribute("data-update");
  return copy.outerHTML;
};
window.leftovers = () => motions().length + document.querySelectorAll("[data-ghost]").length;
"""
TABLE_AFTER_EACH_STEP = """async (steps) => {
  const tables = [];
  let moving = 0;
  for (let step = 0; step < steps; step++) {
    press("ArrowRight");
    await drawn();
    moving += motions().length > 0;
    await finished();
    tables.push(leftovers() ? "something is left" : table());
  }
  return [tables, moving];
}"""
TABLE_AFTER_A_RUSH = """async (keys) => {
  for (const key of keys) {
    press(key);
    await drawn();
    for (const animation of motions()) animation.currentTime = 150;
  }
  await finished();
  return leftovers() ? "something is left" : table();
}"""


@cache
def finished_games() -> dict[str, list[AnyEntry]]:
    return {"tomb": example_entries(len(EXAMPLE.moves)), "dungeon": dungeon_entries(SEED)}


def add_replay(server: RestartableServer, game: str) -> Seat:
    table, keys = server.add_table(finished_games()[game])
    return seat_in_storage(table, game, keys[0])


def open_replay(page: Page, seat: Seat, **settings: str) -> None:
    fill_storage(page, "Ada", [seat], **settings)
    control_motion(page)
    page.route("**/api/review", lambda _: None)  # a verdict that comes later would move the table
    page.add_init_script(TABLE)
    page.goto(f"/#/replay/{seat['table']}")
    page.locator("[data-update]").wait_for()
    page.locator(".strip").wait_for(state="attached")  # on phones the table makes room for it
    page.evaluate("document.fonts.ready.then(() => true)")


def box_of(page: Page, selector: str) -> dict[str, float]:
    """Return the box of an element; transforms count."""
    script = (
        f"JSON.stringify(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
    )
    box: dict[str, float] = json.loads(page.evaluate(script))
    return box


def distance(one: dict[str, float], other: dict[str, float]) -> float:
    """Return the distance of the centres of two boxes."""
    x, y = (
        one[corner] + one[size] / 2 - other[corner] - other[size] / 2
        for corner, size in (("left", "width"), ("top", "height"))
    )
    return float((x * x + y * y) ** 0.5)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_drawn_card_travels_from_the_deck_to_its_place(
    new_page: NewPage, server: RestartableServer, size: str
) -> None:
    page = new_page(size, reduced_motion=False)
    open_replay(page, add_replay(server, "tomb"))
    total = hold(page, "ArrowRight")
    target = box_of(page, "[data-place=encounter] [data-card] .card")
    boxes = []
    for part in (0.0, 0.1, 0.3, 0.5, 0.7):
        seek(page, part * total)
        boxes.append(box_of(page, "[data-ghost] .card"))
    assert distance(boxes[0], box_of(page, "[data-place=deck]")) < SAME_PX
    distances = [distance(box, target) for box in boxes]
    assert all(later < earlier for earlier, later in pairwise(distances))
    finish(page)
    assert page.evaluate("leftovers()") == 0


@pytest.mark.parametrize("game", ["tomb", "dungeon"])
def test_the_table_is_the_same_with_and_without_motion(
    new_page: NewPage, server: RestartableServer, game: str
) -> None:
    seat = add_replay(server, game)
    moving, still = new_page(reduced_motion=False), new_page()
    for page in (moving, still):
        open_replay(page, seat, motionSpeed="fast")
    steps = min(MAX_STEPS, int(moving.locator("input[type=range]").get_attribute("max") or 0))
    shown, moved = moving.evaluate(TABLE_AFTER_EACH_STEP, steps)
    expected, not_moved = still.evaluate(TABLE_AFTER_EACH_STEP, steps)
    assert moved > steps / 2
    assert not_moved == 0
    for step in range(steps):
        assert shown[step] == expected[step], f"step {step + 1}"


@pytest.mark.parametrize("game", ["tomb", "dungeon"])
def test_interrupted_motions_leave_nothing_behind(
    new_page: NewPage, server: RestartableServer, game: str
) -> None:
    seat = add_replay(server, game)
    moving, still = new_page(reduced_motion=False), new_page()
    keys = [
        *["ArrowRight"] * 30,
        *["ArrowLeft"] * 5,
        *["ArrowRight"] * 3,
        "End",
        "Home",
        "ArrowRight",
    ]
    for page in (moving, still):
        open_replay(page, seat)
    for chunk in (keys[:20], keys[20:38], keys[38:]):
        shown, expected = (page.evaluate(TABLE_AFTER_A_RUSH, chunk) for page in (moving, still))
        assert shown == expected


def test_a_motion_starts_where_the_interrupted_one_left_the_card(
    new_page: NewPage, server: RestartableServer
) -> None:
    page = new_page(reduced_motion=False)
    open_replay(page, add_replay(server, "tomb"))
    total = hold(page, "ArrowRight")
    seek(page, total * 0.2)
    before = box_of(page, "[data-ghost] .card")
    hold(page, "ArrowLeft")
    seek(page, 0)
    assert distance(box_of(page, "[data-ghost] .card"), before) < SAME_PX


@pytest.mark.parametrize(
    "action",
    [
        "document.querySelector('.story').click()",
        "press('Escape')",
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true }),"
        "document.dispatchEvent(new Event('visibilitychange'))",
    ],
    ids=["click", "key", "hidden tab"],
)
def test_a_motion_can_be_finished_at_once(
    new_page: NewPage, server: RestartableServer, action: str
) -> None:
    page = new_page(reduced_motion=False)
    open_replay(page, add_replay(server, "tomb"))
    assert hold(page, "ArrowRight") > 0
    page.evaluate(f"async () => {{ {action}; await drawn(); }}")
    assert page.evaluate("leftovers()") == 0
    assert page.locator("[data-update]").get_attribute("data-playing") == "false"


def test_the_settings_change_the_length_of_a_motion(
    new_page: NewPage, server: RestartableServer
) -> None:
    seat = add_replay(server, "tomb")
    lengths = []
    for settings in ({"motion": "reduced"}, *({"motionSpeed": speed} for speed in SPEEDS)):
        page = new_page(reduced_motion=False)
        open_replay(page, seat, **settings)
        lengths.append(hold(page, "ArrowRight"))
    assert lengths[0] == 0
    assert all(0 <= earlier < later for earlier, later in pairwise(lengths))
