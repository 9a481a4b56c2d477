"""`underdeck review`: the decisions of a finished game, compared with strong play."""

import json
from collections.abc import Sequence
from contextlib import suppress

from underdeck.cli.charts import area_chart
from underdeck.cli.chronicle import check_output, write_output
from underdeck.cli.progress import Progress, explain_delay
from underdeck.cli.replay import find_game
from underdeck.cli.review_page import review_page
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.minds.review import Review, Reviewer
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.say.bot_names import bot_names
from underdeck.say.reviews import PlayerText, ReviewText
from underdeck.say.words import Words

CHART_HEIGHT, SMALL_CHART_HEIGHT = 6, 4
"""The lines of a chart: of the only player, and of each of several."""
PROGRESS_AFTER_S = 1.0
INDENT = "  "


def review(  # noqa: PLR0913  options of the command, given by name
    record: str,
    *,
    goal: str | None,
    html: str | None,
    force: bool,
    server: str | None,
    player: str | None,
    **flags: bool,
) -> None:
    """Review a finished game: shown, as data, or as a page."""
    terminal = terminal_for()
    if html is not None:
        check_output(html, force=force)
    played = find_game(record, server, player).played
    result = compute_review(terminal, played, goal)
    names = player_names(played, terminal.words)
    if html is not None:
        write_output(html, review_page(result, terminal.words, names), force=force)
    if flags["json"]:
        terminal.show_as_is(json.dumps(result.as_json()) + "\n")
    elif html is not None:
        terminal.show(terminal.words.say("advice.review.written", path=html))
    else:
        with terminal.paged():
            show_review(terminal, result, names)


def compute_review(terminal: Terminal, played: AnyPlaythrough, goal: str | None = None) -> Review:
    """Return the review of a finished game, and show the progress."""
    reviewer: Reviewer | None = find_part(played.game.name, "review")
    if reviewer is None:
        raise Refusal("no_review", game=played.game.name)
    progress = Progress(PROGRESS_AFTER_S)
    with explain_delay(terminal.words.say("cli.simulate.compiling")):
        result = reviewer.review(played, goal or reviewer.goals[0], progress=progress.show_moves)
    progress.clear()
    return result


def read_review(terminal: Terminal, played: AnyPlaythrough) -> None:
    """Show the review of a game that was just played; Ctrl-C leaves it."""
    with suppress(KeyboardInterrupt):
        result = compute_review(terminal, played)
        with terminal.paged():
            show_review(terminal, result, player_names(played, terminal.words))


def player_names(played: AnyPlaythrough, words: Words) -> list[str]:
    """Return the names of the bots in a record, "" for people."""
    named = bot_names(words, played.record)
    return [named.get(seat, "") for seat in range(played.game.seats(played.record.options))]


def show_review(terminal: Terminal, review: Review, names: Sequence[str]) -> None:
    """Show a review on the terminal."""
    texts = ReviewText(review, terminal.words, terminal.face, names)
    terminal.show(terminal.bold(texts.title()))
    terminal.show(texts.subject())
    for line in texts.notes():
        terminal.show(line)
    for player in texts.players:
        terminal.show()
        show_player(terminal, texts, player)
    if not texts.is_solitaire:
        terminal.show()
        show_list(
            terminal, "marks", texts.marks() or [terminal.words.say("advice.review.no_marks")]
        )


def show_player(terminal: Terminal, texts: ReviewText, player: PlayerText) -> None:
    """Show the game of one player."""
    if not texts.is_solitaire:
        terminal.show(terminal.bold(player.name()))
    for line in player.summary():
        terminal.show(line)
    terminal.show()
    if terminal.plain:
        terminal.show(player.description())
    else:
        show_chart(terminal, texts, player)
    terminal.show()
    show_list(terminal, "mistakes", player.mistakes())
    terminal.show()
    for line in player.luck():
        terminal.show(line)


def show_list(terminal: Terminal, title: str, lines: Sequence[str]) -> None:
    """Show sentences under a title."""
    terminal.show(terminal.bold(terminal.words.say(f"advice.review.{title}")))
    for line in lines:
        terminal.show(line, indent=INDENT, hang=INDENT)


def show_chart(terminal: Terminal, texts: ReviewText, player: PlayerText) -> None:
    """Draw the expected result over the game.

    The scale of a solitaire is its highest value; those of several players are the same.
    """
    values = player.track.line
    height = CHART_HEIGHT if texts.is_solitaire else SMALL_CHART_HEIGHT
    highest = max(values) if texts.is_solitaire else 1.0
    label = texts.tick(highest)
    terminal.show(texts.chart_title())
    room = terminal.width - len(label) - len(INDENT) - 1
    lines = area_chart(values, highest, room, height, letters=terminal.letters)
    labels = [label, *[""] * (height - 2), texts.tick(0)]
    terminal.show_lines(
        [
            f"{INDENT}{each.rjust(len(label))} {line}"
            for each, line in zip(labels, lines, strict=True)
        ]
    )
