"""`underdeck journal`: the chronicles of a player's history as a book."""

import json
import time
from collections.abc import Iterator, Sequence

import msgspec

from underdeck.cards import read_cards
from underdeck.chronicle.book import Entry, Journal, bind
from underdeck.chronicle.chronicle import Chronicle, Paragraph, Section
from underdeck.chronicle.story import Length
from underdeck.cli.account import Account, account_for
from underdeck.cli.career_texts import game_name, value_label
from underdeck.cli.chronicle import check_output, write_output
from underdeck.cli.http_client import HttpClient
from underdeck.cli.progress import Progress
from underdeck.cli.recording import PROGRESS_DELAY_S, record_saved_games
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import terminal_for
from underdeck.refusal import Refusal
from underdeck.registry import game_names
from underdeck.say.sentences import printable
from underdeck.serve import messages

TELLING_TIMEOUT_S = 120.0
"""How long a server may take to tell the games of one request."""
MAX_PARTS = 10_000
"""Maximum number of requests, in case a server never comes to an end."""
MAX_PAUSES, PAUSE_S = 12, 5.0
"""A request that is refused as too fast is sent again after a pause."""


def journal(  # noqa: PLR0913  options of the command, given by name
    game: str | None,
    *,
    length: Length,
    output: str,
    force: bool,
    server: str | None,
    player: str | None,
    **flags: bool,
) -> None:
    """Bind the player's chronicles into a book."""
    terminal = terminal_for()
    if not flags["json"]:
        check_output(output, force=force)
    account = account_for(server, player)
    record_saved_games(terminal, account, quiet=flags["json"])
    name, entries = request_journal(account, game, length)
    if flags["json"]:
        data = {"name": name, "entries": msgspec.to_builtins(entries)}
        terminal.show_as_is(json.dumps(data) + "\n")
        return
    if not entries:
        key = "journal.none" if game is None else "journal.none_of_game"
        terminal.show(text(key, game=game_name(Speech.words, game or "")))
        return
    bound = journal_of(account, name, entries)
    if not bound.entries:
        terminal.show(text("journal.none_told"))
        return
    write_output(output, bind(bound, Speech.words), force=force)
    terminal.show(text("journal.written", name=printable(name), n=len(bound.entries), path=output))
    if bound.missing:
        terminal.show(text("journal.untold", n=bound.missing))


def request_journal(
    account: Account, game: str | None, length: Length
) -> tuple[str, list[messages.JournalEntry]]:
    """Return the name of the player and all chronicles, oldest first, with progress."""
    if isinstance(account.client, HttpClient):
        account.client.timeout_s = TELLING_TIMEOUT_S
    progress = Progress(PROGRESS_DELAY_S)
    name, entries = account.name, list[messages.JournalEntry]()
    try:
        for part in journal_parts(account, game, length):
            name = part.name
            entries += part.entries
            progress.show(min(len(entries), part.total), max(part.total, 1))
    finally:
        progress.clear()
    return name, entries[::-1]


def journal_parts(
    account: Account, game: str | None, length: Length
) -> Iterator[messages.JournalPart]:
    """Yield the parts of the journal, newest games first."""
    before = None
    for _ in range(MAX_PARTS):
        part = request_part(
            account, messages.JournalRequest(game=game, length=length, before=before)
        )
        yield part
        before = part.next
        if before is None or not part.entries:
            return


def request_part(account: Account, wanted: messages.JournalRequest) -> messages.JournalPart:
    """Return one part; wait and ask again if the server finds that too fast."""
    for _ in range(MAX_PAUSES):
        try:
            return account.request("POST", "/api/profile/journal", messages.JournalPart, wanted)
        except Refusal as refusal:
            if refusal.code != "too_fast":
                raise
        time.sleep(PAUSE_S)
    return account.request("POST", "/api/profile/journal", messages.JournalPart, wanted)


def journal_of(account: Account, name: str, entries: Sequence[messages.JournalEntry]) -> Journal:
    """Return the journal of these games, and count those without a chronicle."""
    try:
        known = [entry for entry in map(entry_of, entries) if entry is not None]
    except Refusal:  # a card that doesn't exist
        raise Refusal("server_unclear", place=account.client.place) from None
    return Journal(name, known, missing=len(entries) - len(known))


def entry_of(given: messages.JournalEntry) -> Entry | None:
    """Return a chronicle with what the history knows of its game; None if it can't be shown."""
    listed, shown = given.listed, given.chronicle
    if shown is None or shown.game not in game_names():
        return None
    return Entry(
        chronicle=chronicle_of(shown),
        at=listed.at,
        result=value_label(Speech.words, "outcome", listed.outcome),
        is_won=listed.won,
        is_survivor=listed.survived,
    )


def chronicle_of(shown: messages.ChronicleShown) -> Chronicle:
    """Return a chronicle that a server sent."""
    return Chronicle(
        game=shown.game,
        language=shown.language,
        length=shown.length,
        seat=shown.seat,
        title=shown.title,
        subject=shown.subject,
        fate=shown.fate,
        plot=shown.plot,
        sections=tuple(
            Section(
                section.phase,
                section.heading,
                tuple(
                    Paragraph(each.text, each.first, each.last, tuple(read_cards(each.cards)))
                    for each in section.paragraphs
                ),
            )
            for section in shown.sections
        ),
        lines=(),
    )
