"""A review as a page: one HTML file without scripts or other files, with the chart as SVG."""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from underdeck.cards import symbol_of
from underdeck.chronicle.html import Safe, document, escaped, joined, tag
from underdeck.minds.review import Review
from underdeck.say.choices import choice_text
from underdeck.say.reviews import PlayerText, ReviewText
from underdeck.say.words import Words

WIDTH, HEIGHT = 640, 240
"""The size of the chart in its own units."""
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 12, 24
"""The margins of the chart."""
KEY_WIDTH = 36
"""The length of the line in the key of a chart with several lines."""
GAP = 6
"""The distance of a label from its line."""
MAX_TICKS = 5
STEPS = tuple(digit * 10.0**power for power in range(-3, 3) for digit in (1, 2, 5))
"""The distances of grid lines: of chances or of points."""
STYLE = Path(__file__).with_name("review.css")


def review_page(review: Review, words: Words, names: Sequence[str] = ()) -> str:
    """Return a review as a page."""
    texts = ReviewText(review, words, symbol_of, names)
    head = tag(
        "header",
        joined([tag("p", texts.subject(), "above"), tag("h1", texts.title(), "name")]),
        "head",
    )
    body = joined(
        [
            tag("style", Safe(STYLE.read_text("utf-8"))),
            head,
            part(tag("p", line) for line in texts.notes()),
            part([tag("h2", texts.chart_title()), chart(texts), key(texts)]),
            *(player_part(texts, player) for player in texts.players),
            marks_part(texts),
            part([tag("h2", words.say("advice.review.moves")), moves_table(texts)]),
        ]
    )
    return document(words.language, texts.title(), tag("main", body, "leaf"))


def part(content: Iterable[str]) -> Safe:
    """Return a section of the page."""
    return tag("section", joined(content), "review")


def player_part(texts: ReviewText, player: PlayerText) -> Safe:
    """Return the section about one player."""
    title = texts.words.say("advice.review.mistakes")
    return part(
        [
            "" if texts.is_solitaire else tag("h2", player.name()),
            *(tag("p", line) for line in player.summary()),
            tag("h2" if texts.is_solitaire else "h3", title),
            tag("ol", joined(tag("li", line) for line in player.mistakes())),
            *(tag("p", line) for line in player.luck()),
        ]
    )


def marks_part(texts: ReviewText) -> Safe:
    """Return the section about what open hands show, which a solitaire doesn't have."""
    if texts.is_solitaire:
        return Safe("")
    words = texts.words
    lines = texts.marks() or [words.say("advice.review.no_marks")]
    items = tag("ul", joined(tag("li", line) for line in lines))
    return part([tag("h2", words.say("advice.review.marks")), items])


# The chart


def chart(texts: ReviewText) -> Safe:
    """Return the expected results over the game as SVG, a line for each player."""
    lines = [player.track.line for player in texts.players]
    grid_values = ticks(max(max(line) for line in lines))
    highest, last = grid_values[-1], len(lines[0]) - 1

    def place(number: int, value: float) -> tuple[str, str]:
        x = LEFT + number * (WIDTH - LEFT - RIGHT) / last
        y = HEIGHT - BOTTOM - value / highest * (HEIGHT - TOP - BOTTOM)
        return f"{x:.1f}", f"{y:.1f}"

    drawn: list[str] = []
    for player, line in zip(texts.players, lines, strict=True):
        points = " ".join(",".join(place(number, value)) for number, value in enumerate(line))
        drawn.append(Safe(f'<polyline class="{line_class(player)}" points="{points}"/>'))
        drawn += (
            mark(player.mistake(mistake), *place(mistake.number, line[mistake.number]))
            for mistake in player.player.mistakes
        )
    inner = joined(
        [
            tag("title", " ".join(player.description() for player in texts.players)),
            *(grid_line(texts.tick(value), place(0, value)[1]) for value in grid_values),
            *drawn,
        ]
    )
    return Safe(f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{inner}</svg>')


def line_class(player: PlayerText) -> str:
    """Return the style of a player's line; lines differ in their dashes, not in color alone."""
    return f"curve seat{player.player.seat}"


def key(texts: ReviewText) -> Safe:
    """Return which line is whose, in a game of several players."""
    if texts.is_solitaire:
        return Safe("")
    items = []
    for player in texts.players:
        line = f'<line class="{line_class(player)}" x2="{KEY_WIDTH}" y1="5" y2="5"/>'
        sample = f'<svg class="chart sample" viewBox="0 0 {KEY_WIDTH} 10">{line}</svg>'
        items.append(tag("li", Safe(f"{sample} {escaped(player.name())}")))
    return tag("ul", joined(items), "key")


def ticks(highest: float) -> list[float]:
    """Return the values of the grid: round numbers from 0 up to the highest value or above."""
    step = next(step for step in STEPS if step * MAX_TICKS >= highest)
    return [step * tick for tick in range(max(math.ceil(highest / step), 1) + 1)]


def grid_line(label: str, y: str) -> Safe:
    """Return a horizontal line with its label."""
    return Safe(
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        f'<text x="{LEFT - GAP}" y="{y}">{escaped(label)}</text>'
    )


def mark(sentence: str, x: str, y: str) -> Safe:
    """Return the mark of a costly decision, with its sentence."""
    title = tag("title", sentence)
    return Safe(f'<circle class="mistake" cx="{x}" cy="{y}" r="5">{title}</circle>')


# The table


def moves_table(texts: ReviewText) -> Safe:
    """Return every move with the best one, what was lost, and the luck that followed."""
    words, is_solitaire = texts.words, texts.is_solitaire
    names = ["number", "turn", *(() if is_solitaire else ("player",)), "move", "best", "loss"]
    names += ["cards", "luck"] if is_solitaire else ["luck"]
    head = joined(tag("th", words.say(f"advice.column.{name}"), scope="col") for name in names)
    rows = (
        tag("tr", joined(tag("td", cell) for cell in cells(texts, number, names)))
        for number in range(len(texts.review.decisions))
    )
    inner = joined([tag("thead", tag("tr", head)), tag("tbody", joined(rows))])
    return tag("table", inner)


def cells(texts: ReviewText, number: int, names: Sequence[str]) -> list[str]:
    """Return the cells of one move; luck is that of the player who moved."""
    words, goal, decision = texts.words, texts.review.goal, texts.review.decisions[number]
    track = texts.players[decision.seat].track
    loss, luck = track.losses[number], track.lucks[number]
    best = next(iter(decision.appraisals[goal].values))
    found = {
        "number": str(decision.number + 1),
        "turn": str(decision.turn),
        "player": texts.name(decision.seat),
        "move": choice_text(words, decision.move, texts.namer),
        "best": choice_text(words, best, texts.namer) if loss else "",
        "loss": tag("span", texts.change(-loss, goal) if loss else "", "lost"),
        "cards": texts.cards(decision),
        "luck": texts.change(luck, goal) if decision.cards or not texts.is_solitaire else "",
    }
    return [found[name] for name in names]
