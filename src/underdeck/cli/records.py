"""Records by name, and `underdeck verify`, which checks them."""

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from underdeck.cli.saves import find_saved, read_file
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import FAILED, complain, terminal_for
from underdeck.formats import MOST_CHARACTERS, read_record
from underdeck.record import Playthrough
from underdeck.refusal import Refusal
from underdeck.say.table import refusal_text
from underdeck.tomb.walkthrough import walkthrough

import click  # isort: skip  after `speech`, which lends it our words


def open_record(name: str) -> Playthrough:
    """A record by its file's path, `-` for standard input, the walkthrough, or a saved game by name."""
    if name == "walkthrough":
        return walkthrough()
    if name == "-":
        return read_record(sys.stdin.read(MOST_CHARACTERS + 1))
    saved = None if os.path.lexists(name) else find_saved(name)
    return read_record(read_file(str(saved or name)))


def verify(records: Sequence[str], commitment: str | None, **form: bool) -> None:
    """Check records: deal, moves, result, and the promise if there was one; every one of them, even after a bad one."""
    terminal = terminal_for(plain=False)
    bad = 0
    for name in records:
        try:
            told = verify_one(name, commitment)
        except Refusal as refusal:
            bad += 1
            reason = refusal_text(Speech.words, refusal)
            told = {"record": name, "valid": False, "code": refusal.code, "reason": reason}
            if not form["json"]:
                complain(text("verify.bad", name=name, reason=reason))
        if form["json"]:
            terminal.show_as_is(json.dumps(told) + "\n")
        elif told["valid"]:
            terminal.show(text("verify.good" if told["result"] else "verify.unfinished", name=name, n=told["moves"]))
            if told["fair"]:
                terminal.show(text("verify.kept" if commitment else "verify.fair", commitment=told["fair"]), indent="  ")
    if bad:
        raise click.exceptions.Exit(FAILED)


def verify_one(name: str, commitment: str | None) -> dict[str, Any]:
    """What is true of one record; a refusal if something isn't."""
    played = open_record(name)
    fair = played.record.deal.fair
    promise = fair.commitment if fair is not None else None
    if commitment is not None and promise is None:
        raise Refusal("commitment_unknown")
    if commitment is not None and promise != commitment.strip().lower():
        raise Refusal("broken_commitment", promised=commitment, found=promise)
    return {"record": name, "valid": True, "fair": promise, "moves": len(played.record.moves), "result": played.result()}
