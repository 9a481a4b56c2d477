"""Pit, a tiny trick-taking game: the example of how another package adds a game to Underdeck."""

from underdeck.registry import Manifest

MANIFEST = Manifest(
    name="pit",
    game="pit.rules:GAME",
    teller="pit.story:PitTeller",
    drawing="pit.story:DRAWING",
    screen="pit.screen:PitScreen",
    words="pit",
)
