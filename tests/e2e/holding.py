"""Buttons that are held to confirm."""

from playwright.sync_api import Locator, expect


def hold(button: Locator) -> None:
    """Confirm with two presses of a key, as players do whose pages don't move."""
    button.press("Enter")
    expect(button).to_have_attribute("data-hold-ready", "")
    button.press("Enter")


def tap_twice(button: Locator) -> None:
    """Confirm with two taps of a finger, on a page that doesn't move."""
    button.tap()
    expect(button).to_have_attribute("data-hold-ready", "")
    button.tap()
