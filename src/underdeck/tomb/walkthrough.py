"""The rulebook's sample game, as a record: thirteen turns, four kings, 68 points."""

from importlib.resources import files

from underdeck.formats import read_record
from underdeck.record import Playthrough


def walkthrough() -> Playthrough:
    """The game played to its end."""
    return read_record(files("underdeck.tomb").joinpath("walkthrough.json").read_text("utf-8"))
