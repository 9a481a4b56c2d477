"""The Dungeon table in its fullest situations: nothing is too small, clipped or out of sight."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import ALL_SIZES, NewPage
from e2e.crafted_dungeon import FULL, Json, show_crafted
from e2e.page_checks import problems, screenshot, settle
from e2e.restartable_server import RestartableServer

MAX_SHIFT = 0.01
FIND_FAULTS = """() => {
  const MIN_CARD = 44, SLACK = 1.5;
  const faults = [];
  const nameOf = (element) =>
    element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
  const isInside = (inner, outer) =>
    inner.left >= outer.left - SLACK && inner.right <= outer.right + SLACK &&
    inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK;
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  /** The part of the window in which an element is seen; what can be panned counts as seen. */
  const clips = (element) => {
    const found = [];
    for (let each = element.parentElement; each; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (/auto|scroll/.test(overflowX + overflowY)) return found;
      if (/hidden|clip/.test(overflowX + overflowY)) found.push(each.getBoundingClientRect());
    }
    return [...found, view];
  };
  for (const card of document.querySelectorAll(".dungeon .card")) {
    const box = card.getBoundingClientRect();
    if (!box.width) continue; // in a closed dialog
    if (box.width < MIN_CARD - 0.1) faults.push(`${nameOf(card)}: only ${box.width} pixels wide`);
    if (clips(card).some((clip) => !isInside(box, clip))) faults.push(`${nameOf(card)}: clipped`);
  }
  for (const what of [".question", ".own .passage.front", ".hand button", ".choices > *"]) {
    const elements = [...document.querySelectorAll(`.dungeon ${what}`)];
    if (!elements.length) faults.push(`no ${what}`);
    for (const element of elements) {
      const box = element.getBoundingClientRect();
      if (!isInside(box, view)) faults.push(`${what} ${nameOf(element)}: outside the window`);
      const place = element.closest(".region, .dock")?.getBoundingClientRect() ?? view;
      if (!isInside(box, place)) faults.push(`${what} ${nameOf(element)}: panned out of sight`);
    }
  }
  const excess = document.documentElement.scrollHeight - innerHeight;
  if (excess > 0) faults.push(`the page scrolls by ${excess} pixels`);
  if (window.shift >= MAX_SHIFT) faults.push(`the layout shifts by ${window.shift}`);
  return faults;
}""".replace("MAX_SHIFT", str(MAX_SHIFT))


def faults_of(page: Page) -> list[str]:
    """Return what is wrong with the table that is shown."""
    settle(page)
    found: list[str] = page.evaluate(FIND_FAULTS)
    return found


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", ALL_SIZES)
def test_the_fullest_tables_are_whole(
    new_page: NewPage, server: RestartableServer, size: str, language: str
) -> None:
    theme = {"en": "dark", "es": "light"}[language]
    found: list[str] = []
    page = new_page(size, language, theme=theme)
    tables = show_crafted(page, server, FULL.values(), seconds=9)
    for situation, _ in zip(FULL, tables, strict=True):
        found += [f"{situation}: {fault}" for fault in faults_of(page)]
        screenshot(page, f"full-{situation}-{size}-{language}-{theme}".replace(" ", "-"))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", ["desk", "small phone", "landscape"])
def test_rivals_are_lit_for_what_the_chosen_card_can_do_to_them(
    new_page: NewPage, server: RestartableServer, size: str
) -> None:
    page = new_page(size)
    next(show_crafted(page, server, [FULL["turn"]]))
    table = page.locator(".dungeon")
    expect(table.locator(".seat.reachable")).to_have_count(2)
    page.locator(".hand [data-card='QD'] button").click()
    for rival, names in {
        "Luis": ("Attack", "Ask"),
        "Marigold": (),
        "Bartholomew": ("Attack", "Ask"),
    }.items():
        seat = table.get_by_role("region", name=rival, exact=True)
        expect(seat.locator(".aim")).to_have_count(len(names))
        for name in names:
            expect(seat.get_by_role("button", name=f"{name} {rival}")).to_be_visible()
    page.locator(".hand [data-card='4H'] button").click()
    expect(table.locator(".aim")).to_have_count(1)
    expect(table.get_by_role("button", name="Cave in Luis's front", exact=True)).to_be_visible()
    assert not problems(page)


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_a_porthole_opens_without_covering_hand_and_answers(
    new_page: NewPage, server: RestartableServer, size: str
) -> None:
    page = new_page(size)
    next(show_crafted(page, server, [FULL["asked"]]))
    page.get_by_role("button", name="Look into Marigold's tunnel").click()
    opened = page.locator(".seat.open")
    expect(opened).to_be_visible()
    box, dock = opened.bounding_box(), page.locator(".dungeon .dock").bounding_box()
    assert box
    assert dock
    is_above, is_left = box["y"] + box["height"] <= dock["y"], box["x"] + box["width"] <= dock["x"]
    assert is_above or is_left
    assert not faults_of(page)
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)


def accused_tunnel() -> Json:
    """Return an update in which the own tunnel was shown, while another player is asked."""
    view = FULL["accusation"]
    question = {"key": "accusations.other", "seats": [3], "target": 2}
    events = [
        {"event": "passage_shown", "seat": 0, "card": each["card"], "value": each["value"]}
        for each in view["players"][0]["dungeon"]
    ]
    waiting = {"waiting": [3], "legal": [], "question": question}
    story = ["Luis accuses you of a false tunnel.", "The ceiling takes all of it back."]
    return {"view": view | waiting, "waiting": [3], "events": events, "story": story}


@pytest.mark.parametrize("size", ["desk", "small phone", "landscape"])
def test_revealed_cards_make_room_for_a_decision(
    new_page: NewPage, server: RestartableServer, size: str
) -> None:
    view = FULL["accusation"]
    reveal, decision = accused_tunnel(), {"view": view, "events": [], "story": []}
    shown, others = ".dungeon .turned", ".rivals .others"
    for updates, covers in (([reveal], True), ([reveal, decision], False)):
        page = new_page(size)
        next(show_crafted(page, server, [view], updates=updates))
        expect(page.locator(shown)).to_contain_text("Your tunnel, face up")
        settle(page)
        screenshot(page, f"reveal-{'whole' if covers else 'strip'}-{size}")
        box, rivals = page.locator(shown).bounding_box(), page.locator(others).bounding_box()
        assert box
        assert rivals
        assert (box["y"] < rivals["y"] + rivals["height"]) == covers
        page.get_by_role("button", name="Seen").click()
        expect(page.locator(shown)).to_have_count(0)
