"""Checks of any screen: accessibility and width, once nothing moves or loads any more."""

import os
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCREENSHOTS = os.environ.get("UNDERDECK_PICTURES", "")
"""A folder for screenshots."""
AXE_SCRIPT = Axe().axe_script
SETTLE = """async () => {
  await document.fonts.ready;
  const nextFrame = () => new Promise(requestAnimationFrame);
  await nextFrame(); // parts that depend on the size of others are drawn a frame later
  await nextFrame();
  const isFinite = (animation) => animation.effect?.getComputedTiming().endTime < Infinity;
  const ends = document.getAnimations().filter(isFinite).map(({ finished }) => finished);
  await Promise.allSettled(ends);
}"""


def settle(page: Page) -> None:
    """Wait until the fonts have loaded and all finite animations have ended."""
    page.evaluate(SETTLE)


def problems(page: Page) -> list[str]:
    """Return the accessibility violations of a screen, and whether it is too wide."""
    settle(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    violations: list[dict[str, Any]] = page.evaluate(
        "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
    )
    found = [
        f"{rule['id']}: {node['html'][:160]} {[check['message'] for check in node['any']]}"
        for rule in violations
        for node in rule["nodes"][:3]
    ]
    excess: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [*found, f"{excess} pixels wider than the window"] if excess > 0 else found


def screenshot(page: Page, name: str) -> None:
    """Take a screenshot if a folder for them is configured."""
    if SCREENSHOTS:
        Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SCREENSHOTS}/{name}.png")
