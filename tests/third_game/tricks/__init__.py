"""Tricks, a tiny trick-taking game: the example of how another package adds a game to Underdeck."""

from underdeck.registry import Manifest

MANIFEST = Manifest(
    name="tricks",
    game="tricks.rules:GAME",
    teller="tricks.story:TrickTeller",
    drawing="tricks.story:DRAWING",
    screen="tricks.screen:TrickScreen",
    words="tricks",
)
