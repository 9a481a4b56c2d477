"""`underdeck review`: the decisions of a finished game, compared with strong play."""

import json

from underdeck.cli.charts import area_chart
from underdeck.cli.chronicle import check_output, write_output
from underdeck.cli.progress import explain_delay
from underdeck.cli.replay import find_game
from underdeck.cli.review_page import review_page
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.minds.review import Review, Reviewer
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.say.reviews import ReviewText

CHART_HEIGHT = 6
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
    found = find_game(record, server, player)
    reviewer: Reviewer | None = find_part(found.played.game.name, "review")
    if reviewer is None:
        raise Refusal("no_review", game=found.played.game.name)
    with explain_delay(terminal.words.say("cli.simulate.compiling")):
        result = reviewer.review(found.played, goal or reviewer.goals[0])
    if html is not None:
        write_output(html, review_page(result, terminal.words), force=force)
    if flags["json"]:
        terminal.show_as_is(json.dumps(result.as_json()) + "\n")
    elif html is not None:
        terminal.show(terminal.words.say("advice.review.written", path=html))
    else:
        with terminal.paged():
            show_review(terminal, result)


def show_review(terminal: Terminal, review: Review) -> None:
    """Show a review on the terminal."""
    texts = ReviewText(review, terminal.words, terminal.face)
    terminal.show(terminal.bold(texts.title()))
    terminal.show(texts.subject())
    terminal.show()
    for line in texts.summary():
        terminal.show(line)
    terminal.show()
    if terminal.plain:
        terminal.show(texts.description())
    else:
        show_chart(terminal, texts)
    terminal.show()
    terminal.show(terminal.bold(terminal.words.say("advice.review.mistakes")))
    for line in texts.mistakes():
        terminal.show(line, indent=INDENT, hang=INDENT)
    terminal.show()
    for line in texts.luck():
        terminal.show(line)


def show_chart(terminal: Terminal, texts: ReviewText) -> None:
    """Draw the expected result over the game, with its highest value as the scale."""
    track = texts.review.track
    values = [*(each.before for each in track.appraisals), track.result]
    highest = max(values)
    label = texts.tick(highest)
    terminal.show(texts.chart_title())
    room = terminal.width - len(label) - len(INDENT) - 1
    lines = area_chart(values, highest, room, CHART_HEIGHT, letters=terminal.letters)
    labels = [label, *[""] * (CHART_HEIGHT - 2), texts.tick(0)]
    terminal.show_lines(
        [
            f"{INDENT}{each.rjust(len(label))} {line}"
            for each, line in zip(labels, lines, strict=True)
        ]
    )
