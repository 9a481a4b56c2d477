"""A report of a simulation: one self-contained HTML page with figures, charts and the setup."""

import shlex
from collections.abc import Sequence
from html import escape

from underdeck import __version__
from underdeck.intervals import CONFIDENCE
from underdeck.study.counts import summarize
from underdeck.study.draw.bars import BarChart
from underdeck.study.draw.data import Played, PlotData, full_labels, players
from underdeck.study.draw.differences import difference_table
from underdeck.study.draw.formatting import Speaker, mean_text, number, percent, printable
from underdeck.study.draw.html import STYLE, Row, Safe, inline_svg, table, tag
from underdeck.study.draw.matplotlib import drawn_charts, render_svg
from underdeck.study.match import Match

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def html(played: Played, words: Speaker, command: Sequence[str] = ()) -> str:
    """Return the page; `command` is the command line that reproduces it."""
    data = PlotData.of(played, words)
    title = words.say(
        "study.report.title",
        game=data.game_title,
        games=number(words, data.games),
        n=data.games,
    )
    body = [
        tag("h1", title),
        tag("p", lead(data), css="lead"),
        section(data, "summary", summary(data)),
        section(data, "pictures", charts(data)),
        section(data, "numbers", tag("div", Safe("".join(tables(data))), "tables")),
        section(data, "setup", setup(data)),
        section(data, "again", reproduction(data, command)) if command else "",
    ]
    foot = [f"{data.credit}."] if data.credit else []
    foot.append(words.say("study.report.version", version=__version__))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(words.language)}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_POLICY}">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{''.join(body)}</main>\n"
        f"<footer>{''.join(tag('p', line) for line in foot)}</footer>\n</body>\n</html>\n"
    )


def section(data: PlotData, name: str, content: str) -> Safe:
    """Return a section of the page with its heading."""
    heading = tag("h2", data.words.say(f"study.report.{name}"), id=name)
    return tag("section", Safe(heading + content), aria_labelledby=name)


def lead(data: PlotData) -> str:
    """Return the introduction: players, seed, and the meaning of confidence intervals."""
    say, names = data.words.say, full_labels(data.matches)
    parts = {
        "who": names[0],
        "seed": printable(data.matches[0].seed),
        "share": percent(data.words, CONFIDENCE, 0),
    }
    if not data.several:
        return say("study.report.lead", **parts)
    parts["who"] = say("study.report.join", one=", ".join(names[:-1]), other=names[-1])
    games = number(data.words, data.games)
    return say("study.report.lead_comparison", games=games, n=data.games, **parts)


def summary(data: PlotData) -> Safe:
    """Return the most important figures: large for one match, a table with differences else."""
    matches = [data.measures.headlines(data, index) for index in range(len(data.matches))]
    if not data.several:
        return tag("dl", Safe("".join(card(name, value) for name, value in matches[0].items())))
    head = [data.words.say("study.column.what"), *data.labels]
    rows = [Row(name, [each.get(name, "") for each in matches]) for name in matches[0]]
    caption = data.words.say("study.report.summary_caption")
    return Safe(table(caption, head, rows) + difference_table(data))


def card(name: str, value: str) -> Safe:
    """Return one large figure with its interval in small print beneath."""
    figure, _, interval = value.partition(" (")
    small = tag("small", interval.removesuffix(")")) if interval else ""
    return tag("div", Safe(tag("dt", name) + tag("dd", Safe(escape(figure) + small))))


def charts(data: PlotData) -> Safe:
    """Return every chart with its title and its description in words."""
    drawn = drawn_charts(data)
    figures = ""
    for chart in drawn:
        heading = tag("figcaption", tag("h3", chart.title(data)))
        image = inline_svg(render_svg(chart, data), chart, chart.describe(data))
        figures += tag("figure", Safe(heading + image))
    notes = dict.fromkeys(filter(None, (chart.note(data) for chart in drawn)))
    return tag("div", Safe(figures + "".join(tag("p", note, "note") for note in notes)), "pictures")


def tables(data: PlotData) -> list[Safe]:
    """Return all tables of figures."""
    bar_charts = [chart for chart in data.measures.charts(data) if isinstance(chart, BarChart)]
    result = [chart.table(data) for chart in bar_charts]
    for index in range(len(data.matches)):
        result += [spread_table(data, index), *data.measures.match_tables(data, index)]
    return result


def spread_table(data: PlotData, index: int) -> Safe:
    """Return means, medians, minima and maxima."""
    say, words, counts = data.words.say, data.words, data.tallies[index].counts
    rows = []
    for name, key in data.measures.spreads.items():
        summary = summarize(counts[name])
        cells = [
            number(words, summary[each], int(summary[each] % 1 > 0))
            for each in ("median", "least", "most")
            if summary
        ]
        title = data.text(f"row.{key}")
        rows.append(Row(title, [mean_text(words, summary), *cells] if summary else [""] * 4))
    head = [say(f"study.column.{name}") for name in ("what", "mean", "median", "least", "most")]
    return table(data.caption_of(data.measures.spread_caption, index), head, rows)


def setup(data: PlotData) -> Safe:
    """Return what was played: the game, its players, the seed and the house rules."""
    say, matches = data.words.say, data.matches
    values = data.labels if data.several else [say("study.column.value")]
    kind = "policy" if all(match.policy for match in matches) else "bots"
    seeds = [tag("span", printable(match.seed), "seed") for match in matches]
    games = [number(data.words, tally.games) for tally in data.tallies]
    rows = [
        Row(say("study.row.game"), [data.game_title] * len(matches)),
        Row(say("study.row.games"), games),
        Row(say(f"study.row.{kind}"), [players(match) for match in matches]),
        Row(say("study.row.seed"), seeds),
        Row(say("study.row.house"), [rules_cell(data, match) for match in matches]),
    ]
    if any(knobs := [knobs_cell(match) for match in matches]):
        rows.insert(3, Row(say("study.row.knobs"), knobs))
    head = [say("study.column.what"), *values]
    return table(say("study.report.setup_caption"), head, rows, "words")


def knobs_cell(match: Match) -> str:
    """Return the parameters of a policy, and the hash of a user's file."""
    parts = [f"{name}={value}" for name, value in match.knobs().items()]
    if match.policy is not None and match.policy.own:
        parts.append(f"SHA-256 {match.policy.sha256}")
    return ", ".join(parts)


def rules_cell(data: PlotData, match: Match) -> Safe:
    """Return the house rules of a match, each with its meaning."""
    say, rules = data.words.say, match.house_rules()
    if not rules:
        return Safe(escape(say("study.row.house_book")))
    meanings = [escape(say(f"{data.game}.house.{rule.partition('=')[0]}")) for rule in rules]
    return Safe(
        "<br>".join(
            f"{tag('code', rule).strip()}: {meaning}"
            for rule, meaning in zip(rules, meanings, strict=True)
        )
    )


def reproduction(data: PlotData, command: Sequence[str]) -> Safe:
    """Return the command line that reproduces the page."""
    line = shlex.join([printable(word) for word in command])
    return Safe(tag("p", data.words.say("study.report.again_text")) + tag("pre", tag("code", line)))
