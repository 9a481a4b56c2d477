"""`underdeck verify`: check records, and find them by name."""

import json
import os
import sys
from collections.abc import Sequence

import click

from underdeck.cli.saves import find_saved, read_file
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import FAILED, Terminal, complain, terminal_for
from underdeck.deal import Fair
from underdeck.formats import MAX_RECORD_LENGTH, read_record
from underdeck.json_types import JsonObject
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.registry import find_part, game_names
from underdeck.say.sentences import refusal_text
from underdeck.table.commitments import hash_share


def open_record(name: str) -> AnyPlaythrough:
    """Return a record: a file, `-` for standard input, a lesson's script, or a saved game."""
    if name == "-":
        return read_record(sys.stdin.read(MAX_RECORD_LENGTH + 1))
    for lesson in (find_part(game, "lesson") for game in game_names()):
        if lesson and lesson.catalogue == name:
            script: AnyPlaythrough = lesson.play()
            return script
    saved = None if os.path.lexists(name) else find_saved(name)
    return read_record(read_file(str(saved or name)))


def verify(
    records: Sequence[str], commitment: str | None, shares: Sequence[str], **flags: bool
) -> None:
    """Check all records: deal, moves, result, and the commitments of a fair shuffle."""
    terminal = terminal_for()
    bad = 0
    for name in records:
        try:
            report = verify_one(name, commitment, shares)
        except Refusal as refusal:
            bad += 1
            reason = refusal_text(Speech.words, refusal)
            report = {"record": name, "valid": False, "code": refusal.code, "reason": reason}
            if not flags["json"]:
                complain(text("verify.bad", name=name, reason=reason))
        if flags["json"]:
            terminal.show_as_is(json.dumps(report) + "\n")
        elif report["valid"]:
            key = "verify.good" if report["result"] else "verify.unfinished"
            terminal.show(text(key, name=name, n=report["moves"]))
            show_fairness(terminal, report, commitment)
    if bad:
        raise click.exceptions.Exit(FAILED)


def show_fairness(terminal: Terminal, report: JsonObject, commitment: str | None) -> None:
    """Print what was checked of a fair shuffle."""
    if not report["fair"]:
        return
    terminal.show(text("verify.recomputed"), indent="  ")
    key = "verify.kept" if commitment else "verify.fair"
    terminal.show(text(key, commitment=report["fair"]), indent="  ")
    if report["shares"]:
        shares = text("verify.shares", n=report["shares"], total=report["mixed"])
        terminal.show(shares, indent="  ")


def verify_one(name: str, commitment: str | None, shares: Sequence[str] = ()) -> JsonObject:
    """Return the report on one record; refuse a record of which a part is wrong."""
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
    """Return the number of commitments, each of which must belong to a share of the record."""
    wanted = [share.strip().lower() for share in shares]
    if wanted and fair is None:
        raise Refusal("commitment_unknown")
    found = {hash_share(words) for words in fair.mix} if fair is not None else set()
    for share in wanted:
        if share not in found:
            raise Refusal("share_missing", share=share)
    return len(set(wanted))
