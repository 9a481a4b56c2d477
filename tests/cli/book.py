"""The game of the rulebook's walkthrough, and the files of saved games."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from underdeck.cards import codes_of
from underdeck.games.tomb.walkthrough import walkthrough

BOOK = walkthrough().record
CARDS = " ".join(codes_of(BOOK.deal.cards))
TYPED = "\n".join(BOOK.moves) + "\n"


def saves(home: Path) -> list[Path]:
    """Return the files of all saved games."""
    return sorted((home / "games").glob("*.json"))


def saved(home: Path) -> dict[str, Any]:
    """Return the first saved game."""
    data: dict[str, Any] = json.loads(saves(home)[0].read_text("utf-8"))
    return data


@contextmanager
def blocked(home: Path) -> Iterator[None]:
    """Put a file where the folder of saved games is."""
    folder, elsewhere = home / "games", home / "elsewhere"
    folder.rename(elsewhere)
    folder.write_text("in the way")
    yield
    folder.unlink()
    elsewhere.rename(folder)
