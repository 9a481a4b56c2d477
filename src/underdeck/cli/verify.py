"""Records by name, and `underdeck verify`, which checks them."""

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from underdeck.cli.saves import find_saved, read_file
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import FAILED, Terminal, complain, terminal_for
from underdeck.deal import Fair
from underdeck.formats import MAX_RECORD_LENGTH, read_record
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal
from underdeck.say.sentences import refusal_text
from underdeck.table.commitments import hash_share

import click  # isort: skip  after `speech`, which lends it our words


def open_record(name: str) -> Playthrough:
    """A record by its file's path, `-` for standard input, the walkthrough, or a saved game by name."""
    if name == "walkthrough":
        return walkthrough()
    if name == "-":
        return read_record(sys.stdin.read(MAX_RECORD_LENGTH + 1))
    saved = None if os.path.lexists(name) else find_saved(name)
    return read_record(read_file(str(saved or name)))


def verify(
    records: Sequence[str], commitment: str | None, shares: Sequence[str], **form: bool
) -> None:
    """Check records, all of them even after a bad one: deal, moves, result, and the commitments of a fair shuffle."""
    terminal = terminal_for()
    bad = 0
    for name in records:
        try:
            told = verify_one(name, commitment, shares)
        except Refusal as refusal:
            bad += 1
            reason = refusal_text(Speech.words, refusal)
            told = {"record": name, "valid": False, "code": refusal.code, "reason": reason}
            if not form["json"]:
                complain(text("verify.bad", name=name, reason=reason))
        if form["json"]:
            terminal.show_as_is(json.dumps(told) + "\n")
        elif told["valid"]:
            terminal.show(
                text(
                    "verify.good" if told["result"] else "verify.unfinished",
                    name=name,
                    n=told["moves"],
                )
            )
            show_fairness(terminal, told, commitment)
    if bad:
        raise click.exceptions.Exit(FAILED)


def show_fairness(terminal: Terminal, told: dict[str, Any], commitment: str | None) -> None:
    """Print what was found of a fair shuffle."""
    if not told["fair"]:
        return
    terminal.show(text("verify.recomputed"), indent="  ")
    terminal.show(
        text("verify.kept" if commitment else "verify.fair", commitment=told["fair"]), indent="  "
    )
    if told["shares"]:
        terminal.show(text("verify.shares", n=told["shares"], total=told["mixed"]), indent="  ")


def verify_one(name: str, commitment: str | None, shares: Sequence[str] = ()) -> dict[str, Any]:
    """Return what is true of one record; raise a refusal if a part of it is wrong."""
    played = open_record(name)
    source = played.record.deal.source
    fair = source if isinstance(source, Fair) else None
    promise = fair.commitment if fair is not None else None
    if commitment is not None and promise is None:
        raise Refusal("commitment_unknown")
    if commitment is not None and promise != commitment.strip().lower():
        raise Refusal("broken_commitment", promised=commitment, found=promise)
    checked = check_shares(fair, shares)
    return {
        "record": name,
        "valid": True,
        "fair": promise,
        "shares": checked,
        "mixed": len(fair.mix) if fair is not None else 0,
        "moves": len(played.record.moves),
        "result": played.result(),
    }


def check_shares(fair: Fair | None, shares: Sequence[str]) -> int:
    """Check that each commitment belongs to one of the record's shares; return how many commitments there were."""
    wanted = [share.strip().lower() for share in shares]
    if wanted and fair is None:
        raise Refusal("commitment_unknown")
    found = {hash_share(words) for words in fair.mix} if fair is not None else set()
    for share in wanted:
        if share not in found:
            raise Refusal("share_missing", share=share)
    return len(set(wanted))
