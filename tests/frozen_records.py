"""Comparison of written records with the frozen ones of older versions."""

import json
from dataclasses import asdict

from underdeck.registry import find_game


def without_later_options(written: str, frozen: str) -> str:
    """Return a written JSON record without the house rules that its frozen text lacks.

    They were added after the record was frozen, and must have their defaults.
    """
    record, names = json.loads(written), json.loads(frozen)["house"]
    defaults = asdict(find_game(record["game"]).Options())
    old = {name: value for name, value in record["house"].items() if name in names}
    assert record["house"] == defaults | old
    return written.replace(json.dumps(record["house"]), json.dumps(old), 1)
