"""Buttons that are held to confirm."""

from playwright.sync_api import Locator, expect

DOUBLE_CLICK_MS = 400
"""A second press that follows sooner doesn't confirm."""


def hold(button: Locator) -> None:
    """Confirm with two presses of a key, as players do whose pages don't move."""
    button.press("Enter")
    expect(button).to_have_attribute("data-hold", "asking")
    button.page.wait_for_timeout(DOUBLE_CLICK_MS)
    button.press("Enter")
