"""A short form of the campaign that counts gestures: one game against a bot."""

from playwright.sync_api import Browser

from campaign.clicks import play_game
from e2e.restartable_server import RestartableServer

SEED = "1 2 0"
"""A game that ends soon."""
MAX_GESTURES = 3
"""The maximum for one decision: a card, what to do with it, and a rank to ask for."""


def test_a_game_against_a_bot_takes_hardly_more_gestures_than_decisions(
    browser: Browser, server: RestartableServer
) -> None:
    house = {"players": 2, "short_tunnel": True}
    played = play_game(browser, server, SEED, house, pace=0)
    assert played.turns > 1
    assert {made.gestures for made in played.made} <= set(range(1, MAX_GESTURES + 1))
    assert played.gestures <= 1.5 * len(played.made)
