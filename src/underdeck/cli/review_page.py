"""A review as a page: one HTML file without scripts or other files, with the chart as SVG."""

import math
from collections.abc import Iterable
from pathlib import Path

from underdeck.cards import symbol_of
from underdeck.chronicle.html import Safe, document, escaped, joined, tag
from underdeck.minds.review import Review
from underdeck.say.reviews import ReviewText
from underdeck.say.sentences import move_name
from underdeck.say.words import Words

WIDTH, HEIGHT = 640, 240
"""The size of the chart in its own units."""
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 12, 24
"""The margins of the chart."""
GAP = 6
"""The distance of a label from its line."""
MAX_TICKS = 5
STEPS = tuple(digit * 10.0**power for power in range(-3, 3) for digit in (1, 2, 5))
"""The distances of grid lines: of chances or of points."""
STYLE = Path(__file__).with_name("review.css")


def review_page(review: Review, words: Words) -> str:
    """Return a review as a page."""
    texts = ReviewText(review, words, symbol_of)
    head = tag(
        "header",
        joined([tag("p", texts.subject(), "above"), tag("h1", texts.title(), "name")]),
        "head",
    )
    body = joined(
        [
            tag("style", Safe(STYLE.read_text("utf-8"))),
            head,
            part(tag("p", line) for line in texts.summary()),
            part([tag("h2", texts.chart_title()), chart(texts)]),
            part(
                [
                    tag("h2", words.say("advice.review.mistakes")),
                    tag("ol", joined(tag("li", line) for line in texts.mistakes())),
                    *(tag("p", line) for line in texts.luck()),
                ]
            ),
            part([tag("h2", words.say("advice.review.moves")), moves_table(texts)]),
        ]
    )
    return document(words.language, texts.title(), tag("main", body, "leaf"))


def part(content: Iterable[str]) -> Safe:
    """Return a section of the page."""
    return tag("section", joined(content), "review")


# The chart


def chart(texts: ReviewText) -> Safe:
    """Return the expected result over the game as SVG; mistakes are marked."""
    track = texts.review.track
    values = [*(each.before for each in track.appraisals), track.result]
    grid_values = ticks(max(values))
    highest = grid_values[-1]

    def place(number: int, value: float) -> tuple[str, str]:
        x = LEFT + number * (WIDTH - LEFT - RIGHT) / (len(values) - 1)
        y = HEIGHT - BOTTOM - value / highest * (HEIGHT - TOP - BOTTOM)
        return f"{x:.1f}", f"{y:.1f}"

    grid = [grid_line(texts.tick(value), place(0, value)[1]) for value in grid_values]
    points = " ".join(",".join(place(number, value)) for number, value in enumerate(values))
    marks = (
        mark(texts.mistake(mistake), *place(mistake.number, values[mistake.number]))
        for mistake in texts.review.mistakes
    )
    inner = joined(
        [
            tag("title", texts.description()),
            *grid,
            Safe(f'<polyline class="curve" points="{points}"/>'),
            *marks,
        ]
    )
    return Safe(f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{inner}</svg>')


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
    """Return every move with the best one, what was lost, and the cards that came."""
    words, track = texts.words, texts.review.track
    names = ("number", "turn", "move", "best", "loss", "cards", "luck")
    head = joined(tag("th", words.say(f"advice.column.{name}"), scope="col") for name in names)
    rows = []
    for decision, appraisal, luck in zip(
        texts.review.decisions, track.appraisals, track.lucks, strict=True
    ):
        best = next(iter(appraisal.values))
        lost = texts.change(-appraisal.loss, track.goal) if appraisal.loss else ""
        cells = [
            str(decision.number + 1),
            str(texts.turn_after(decision.number)),
            move_name(words, decision.move, symbol_of),
            move_name(words, best, symbol_of) if appraisal.loss else "",
            tag("span", lost, "lost"),
            texts.cards(decision),
            texts.change(luck, track.goal) if decision.cards else "",
        ]
        rows.append(tag("tr", joined(tag("td", cell) for cell in cells)))
    inner = joined([tag("thead", tag("tr", head)), tag("tbody", joined(rows))])
    return tag("table", inner)
