"""`underdeck chronicle`: a finished game as a tale, shown or written to a file."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from underdeck.chronicle.chronicle import Chronicle
from underdeck.chronicle.formats import as_data, as_lines, as_markdown, as_text
from underdeck.chronicle.html import as_html
from underdeck.chronicle.library import TextError, extended
from underdeck.chronicle.story import Length
from underdeck.chronicle.telling import tell
from underdeck.cli.files import check_replaceable, write_file
from underdeck.cli.replay import Found, find_game
from underdeck.cli.saves import read_file, reason_of, write_whole
from underdeck.cli.speech import Speech, text
from underdeck.cli.terminal import MISUSED, Terminal, complain, terminal_for
from underdeck.formats import MAX_RECORD_LENGTH
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.registry import find_manifest
from underdeck.say.drawings.base import TextPage
from underdeck.say.sentences import printable, refusal_text

FILE_WIDTH = 80
MAX_SHOWN_PATH = 1000
"""Maximum number of characters of a path in an error."""
SUFFIXES = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html"}
"""The form of a chronicle by the suffix of its file; any other file is text."""


def chronicle(  # noqa: PLR0913  options of the command, given by name
    record: str,
    *,
    length: Length,
    seat: int | None,
    form: str | None,
    output: str | None,
    force: bool,
    scenes: Sequence[str],
    server: str | None,
    player: str | None,
    **flags: bool,
) -> None:
    """Tell a finished game."""
    terminal = terminal_for()
    if output is not None:
        check_output(output, force=force)
    found = find_game(record, server, player)
    index = None if seat is None else seat - 1
    tale = tell_found(found, length=length, seat=index, scenes=scenes)
    form = form or form_of(output)
    content = json.dumps(as_data(tale)) + "\n" if flags["json"] else ""
    if output is not None:
        write_output(output, content or written(tale, form), force=force)
        if not flags["json"]:
            terminal.show(text("chronicle.written", path=output))
    elif content or form != "txt":
        terminal.show_as_is(content or written(tale, form))
    else:
        show_chronicle(terminal, tale)


def has_chronicle(game: str) -> bool:
    """Return whether games of this kind can be told."""
    return bool(find_manifest(game).chronicle)


def show_chronicle(terminal: Terminal, tale: Chronicle) -> None:
    """Show a chronicle on the terminal, page by page if it is long."""
    with terminal.paged():
        terminal.show_lines(as_lines(tale, terminal))


def read_chronicle(
    terminal: Terminal, played: AnyPlaythrough, bots: Mapping[int, str] | None = None
) -> None:
    """Show the chronicle of a game that has just ended, with the names that bots had in it."""
    words = terminal.words
    players = Found(played).players(words)
    for seat, name in (bots or {}).items():
        players[seat] = name
    show_chronicle(terminal, tell(played, words.language, players=players))


def tell_found(
    found: Found, *, length: Length, seat: int | None, scenes: Sequence[str]
) -> Chronicle:
    """Tell a game, with a writer's own scenes; a file of scenes that can't be used ends the run."""
    language, name = Speech.words.language, found.played.game.name
    if not has_chronicle(name):
        raise Refusal("no_chronicle", game=name)
    try:
        texts = extended(language, name, [(path, read_scenes(path)) for path in scenes])
    except TextError as error:
        complain(scene_error_text(error))
        raise click.exceptions.Exit(MISUSED) from None
    players = found.players(Speech.words)
    return tell(found.played, language, length=length, seat=seat, players=players, texts=texts)


def read_scenes(path: str) -> str:
    """Return the content of a file of scenes."""
    try:
        content = read_file(str(Path(path).expanduser()))
    except RuntimeError:  # no such user
        raise Refusal("file_missing", path=path) from None
    if len(content) > MAX_RECORD_LENGTH:
        raise Refusal("scenes_too_long", path=path, most=MAX_RECORD_LENGTH)
    return content.removeprefix("\ufeff")


def scene_error_text(error: TextError) -> str:
    """Return the file, the place and the reason of an error in scenes."""
    file = printable(error.file, MAX_SHOWN_PATH)
    parts = {"file": file, "reason": refusal_text(Speech.words, error.reason)}
    if not error.place:
        return text("chronicle.scenes", **parts)
    return text("chronicle.scenes_at", place=printable(error.place), **parts)


# Files


def form_of(output: str | None) -> str:
    """Return the form that the name of a file asks for."""
    return SUFFIXES.get(Path(output or "").suffix.lower(), "txt")


def written(tale: Chronicle, form: str) -> str:
    """Return a chronicle as the content of a file."""
    words = Speech.words
    if form == "html":
        return as_html(tale, words)
    if form == "md":
        return as_markdown(tale, words)
    page = TextPage(words, FILE_WIDTH, letters=Speech.plain, plain=Speech.plain)
    return as_text(tale, page)


def check_output(path: str, *, force: bool) -> None:
    """Refuse a path where no file can be written, before any work is done."""
    try:
        target = Path(path).expanduser()
    except RuntimeError:  # no such user
        raise Refusal("write_failed", path=path, reason="ENOENT") from None
    check_replaceable(path, target)
    if not target.parent.is_dir():
        raise Refusal("write_failed", path=path, reason="ENOENT")
    if not force and os.path.lexists(target):
        raise Refusal("output_exists", path=path)


def write_output(path: str, content: str, *, force: bool) -> None:
    """Write a file completely or not at all; an existing one is replaced only by force."""
    if force:
        write_file(path, content)
        return
    try:
        write_whole(Path(path).expanduser(), content, new=True)
    except FileExistsError:
        raise Refusal("output_exists", path=path) from None
    except (OSError, ValueError) as error:
        raise Refusal("write_failed", path=path, reason=reason_of(error)) from None
