"""Control the page's motion: its animations are held and moved to any time, without waiting."""

from playwright.sync_api import Page

from e2e.scripted_dungeon import opening_entries, step
from underdeck.table.entries import AnyEntry, Began
from underdeck.table.table import fold

SCRIPT = """
window.motions = () => document.getAnimations().filter(({ id }) => id === "motion");
window.press = (key) => dispatchEvent(new KeyboardEvent("keydown", { key }));
window.drawn = () => new Promise((resolve) => setTimeout(resolve));
window.held = async (key) => {
  press(key);
  await drawn();
  for (const animation of motions()) animation.pause();
  return Math.max(0, ...motions().map(({ effect }) => effect.getComputedTiming().endTime));
};
window.seek = (time) => { for (const animation of motions()) animation.currentTime = time; };
window.finished = async () => {
  for (const animation of motions()) animation.finish();
  while (document.querySelector("[data-playing=true]")) await drawn();
};
"""


def control_motion(page: Page) -> None:
    """Add the functions of the script to the page before it loads."""
    page.add_init_script(SCRIPT)


def hold(page: Page, key: str) -> float:
    """Press a key and hold the motion that it starts; return its length in milliseconds."""
    length: float = page.evaluate("key => held(key)", key)
    return length


def seek(page: Page, milliseconds: float) -> None:
    """Move the held motion to a time."""
    page.evaluate("time => seek(time)", milliseconds)


def finish(page: Page) -> None:
    """Let the motion reach its end."""
    page.evaluate("finished()")


def dungeon_entries(seed: str) -> list[AnyEntry]:
    """Return the log of a whole game of the scripted people and bots."""
    entries = [*opening_entries(seed), Began()]
    table = fold("script", [(entry, 0.0) for entry in entries])
    while not table.is_over:
        entries.append(step(table, seed))
    return entries
