"""A report of a simulation: one HTML page that needs nothing but itself, with its numbers, pictures, table and how to get it again."""

import shlex
from collections.abc import Sequence
from html import escape

from underdeck import __version__
from underdeck.games.dungeon.state import ENDINGS as DUNGEON_ENDINGS
from underdeck.study.draw.alt_text import alt
from underdeck.study.draw.html import STYLE, Row, Safe, inlined, table, tag
from underdeck.study.draw.matplotlib import panels
from underdeck.study.draw.numbers import (
    FEW,
    Played,
    Shown,
    Speaker,
    bar_names,
    difference_text,
    full_labels,
    groups_of,
    mean_of,
    mean_text,
    number,
    percent,
    players,
    printable,
    seat_names,
    share_text,
    turned_by_torches,
    turning,
    turning_span,
    ways,
)
from underdeck.study.draw.pictures import svg
from underdeck.study.intervals import CONFIDENCE, share_interval
from underdeck.study.match import Match
from underdeck.study.policies import knob_row, knobs_of
from underdeck.study.tally import spread

SPREAD_ROWS = {
    "tomb": ("points", "points_out", "deepest", "turns", "cards_left", "moves"),
    "dungeon": ("turns", "moves"),
}
"""Of which counts the mean, the middle and the ends are told."""


def html(played: Played, words: Speaker, command: Sequence[str] = ()) -> str:
    """The whole page; `command` is the command line that it came from, word by word, beginning with the program's name."""
    shown = Shown.of(played, words)
    title = words.say(
        "study.report.title",
        game=words.say(f"{shown.game}.game.name"),
        games=number(words, shown.games),
        n=shown.games,
    )
    body = [
        tag("h1", title),
        tag("p", lead(shown), css="lead"),
        section(shown, "summary", summary(shown)),
        section(shown, "pictures", pictures_of(shown)),
        section(shown, "numbers", tag("div", Safe("".join(tables(shown))), "tables")),
        section(shown, "setup", setup(shown)),
        section(shown, "again", again(shown, command)) if command else "",
    ]
    foot = [f"{shown.credit}.", words.say("study.report.version", version=__version__)]
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(words.language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{''.join(body)}</main>\n"
        f"<footer>{''.join(tag('p', line) for line in foot)}</footer>\n</body>\n</html>\n"
    )


def section(shown: Shown, name: str, content: str) -> Safe:
    """A part of the page under its heading."""
    heading = tag("h2", shown.words.say(f"study.report.{name}"), id=name)
    return tag("section", Safe(heading + content), aria_labelledby=name)


def lead(shown: Shown) -> str:
    """Who played, from what, and what intervals are."""
    say, names = shown.words.say, full_labels(shown.matches)
    who = (
        say("study.report.join", one=", ".join(names[:-1]), other=names[-1])
        if shown.several
        else names[0]
    )
    parts = {
        "who": who,
        "seed": printable(shown.matches[0].seed),
        "share": percent(shown.words, CONFIDENCE, 0),
    }
    if not shown.several:
        return say("study.report.lead", **parts)
    return say(
        "study.report.lead_comparison",
        games=number(shown.words, shown.games),
        n=shown.games,
        **parts,
    )


def headlines(shown: Shown, place: int) -> dict[str, str]:
    """The most important numbers of a match with their intervals, by what they are."""
    say, words, tally = shown.words.say, shown.words, shown.tallies[place]
    if shown.game == "dungeon":
        seats = zip(
            bar_names(shown, "seats"), groups_of(shown, "seats")[place], strict=False
        )  # a smaller table has fewer
        wins = {
            say("study.row.seat_won", who=name): share_text(words, one._asdict())
            for name, one in seats
        }
        return {say("study.row.turns"): mean_text(words, mean_of(tally.counts["turns"])), **wins}
    told = {
        say("study.row.won"): share_text(words, share_interval(tally.wins(), tally.games)),
        say("study.row.survived"): share_text(
            words, groups_of(shown, "endings")[place][0]._asdict()
        ),
        say("study.row.points"): mean_text(words, mean_of(tally.counts["points"])),
    }
    out = mean_of(tally.counts["points_out"])
    return told | {
        say("study.row.points_out"): mean_text(words, out) if out else say("study.mark.nobody")
    }


def summary(shown: Shown) -> Safe:
    """The most important numbers: large for one match, side by side for several, then what sets them apart."""
    told = [headlines(shown, place) for place in range(len(shown.matches))]
    if not shown.several:
        return tag("dl", Safe("".join(card(name, value) for name, value in told[0].items())))
    head = [shown.words.say("study.column.what"), *shown.labels]
    rows = [Row(name, [each.get(name, "") for each in told]) for name in told[0]]
    return Safe(
        table(shown.words.say("study.report.summary_caption"), head, rows) + differences(shown)
    )


def card(name: str, value: str) -> Safe:
    """One large number, its interval small beneath it."""
    number_part, _, interval = value.partition(" (")
    small = tag("small", interval.removesuffix(")")) if interval else ""
    return tag("div", Safe(tag("dt", name) + tag("dd", Safe(escape(number_part) + small))))


def differences(shown: Shown) -> Safe:
    """What sets the other matches apart from the first."""
    measures = [difference.name for difference in shown.differences(1)]
    head = [shown.words.say("study.column.who"), *(shown.measure(name) for name in measures)]
    rows = [
        Row(
            shown.labels[place],
            [difference_text(shown.words, each, short=True) for each in shown.differences(place)],
        )
        for place in range(1, len(shown.matches))
    ]
    return table(
        shown.words.say("study.report.differences_caption", first=shown.labels[0]), head, rows
    )


def pictures_of(shown: Shown) -> Safe:
    """Every panel as a figure, told in words to those who can't see it."""
    drawn = panels(shown)
    figures = ""
    for panel in drawn:
        figures += tag(
            "figure",
            Safe(
                tag("figcaption", tag("h3", panel.title))
                + inlined(svg(panel, shown), panel, alt(panel, shown))
            ),
        )
    note = (
        tag("p", shown.words.say("study.report.turning_note", n=FEW), "note")
        if any(panel.name == "turning" for panel in drawn)
        else ""
    )
    return tag("div", Safe(figures + note), "pictures")


def tables(shown: Shown) -> list[Safe]:
    """All numbers."""
    names = ("endings", "hoards") if shown.game == "tomb" else ("seats", "ways")
    told = [bar_table(shown, name) for name in names]
    for place in range(len(shown.matches)):
        told.append(spread_table(shown, place))
        if shown.game == "dungeon":
            told.append(ways_table(shown, place))
        elif shown.tallies[place].counts["turning"].any():
            told += [torches_table(shown, place), turning_table(shown, place)]
    return told


def titled(shown: Shown, name: str, place: int) -> str:
    """A caption, with who it is about where there are several."""
    caption = shown.words.say(f"study.report.{name}_caption")
    return f"{caption}: {shown.labels[place]}" if shown.several else caption


def bar_table(shown: Shown, name: str) -> Safe:
    """Shares with their intervals, and games: beside each other for one match, in one column each for several."""
    say, words, groups = shown.words.say, shown.words, groups_of(shown, name)
    column = {"endings": "ending", "ways": "ending", "hoards": "hoards", "seats": "player"}[name]
    head = [
        say(f"study.column.{column}"),
        *(
            shown.labels
            if shown.several
            else [say("study.column.share"), say("study.column.games")]
        ),
    ]
    rows = []
    for row, title in enumerate(bar_names(shown, name)):
        told = [
            (share_text(words, group[row]._asdict()), number(words, group[row].games))
            if row < len(group)
            else ("", "")
            for group in groups
        ]
        rows.append(
            Row(
                title,
                [Safe(f"{escape(share)} {small(games)}") for share, games in told]
                if shown.several
                else told[0],
            )
        )
    return table(say(f"study.report.{'endings' if name == 'ways' else name}_caption"), head, rows)


def small(text: str) -> str:
    """How many games are behind a number, beside it."""
    return tag("small", f"({text})").strip() if text else ""


def spread_table(shown: Shown, place: int) -> Safe:
    """Means, middles and ends."""
    say, words, counts = shown.words.say, shown.words, shown.tallies[place].counts
    rows = []
    for name in SPREAD_ROWS[shown.game]:
        told = spread(counts[name])
        ends = (
            [
                number(words, told[each], int(told[each] % 1 > 0))
                for each in ("median", "least", "most")
            ]
            if told
            else []
        )
        title = say("study.row.depth" if name == "deepest" else f"study.row.{name}")
        rows.append(Row(title, [mean_text(words, told), *ends] if told else ["", "", "", ""]))
    head = [say(f"study.column.{name}") for name in ("what", "mean", "median", "least", "most")]
    return table(titled(shown, "points" if shown.game == "tomb" else "length", place), head, rows)


def ways_table(shown: Shown, place: int) -> Safe:
    """Games won by each seat, by the way of winning."""
    say, count = shown.words.say, shown.matches[place].seats
    kinds = [
        (column, name)
        for column, name in enumerate(DUNGEON_ENDINGS)
        if name and name != "stalemate"
    ]
    rows = [
        Row(title, [number(shown.words, int(line[column])) for column, _ in kinds])
        for title, line in zip(seat_names(shown), ways(shown.tallies[place], count), strict=False)
    ]
    head = [say("study.column.player"), *(say(f"study.bar.dungeon_{name}") for _, name in kinds)]
    return table(titled(shown, "ways", place), head, rows)


def torches_table(shown: Shown, place: int) -> Safe:
    """Games by the torches burnt when they turned around."""
    words = shown.words
    rows = [
        Row(
            str(torches),
            [
                number(words, games),
                share_text(words, share_interval(out, games)),
                number(words, points / games, 1),
            ],
        )
        for torches, (games, out, points) in turned_by_torches(shown.tallies[place]).items()
    ]
    head = [
        words.say(f"study.column.{name}") for name in ("torches", "games", "survived", "points")
    ]
    return table(titled(shown, "turning", place), head, rows)


def turning_table(shown: Shown, place: int) -> Safe:
    """Mean points by depth and torches burnt when turning around."""
    words, tally = shown.words, shown.tallies[place]
    turned = turning(tally)
    games, points = turned.games.sum(axis=2), turned.points.sum(axis=2)
    depths, _ = turning_span([turned])
    torches = list(turned_by_torches(tally))
    rows = [
        Row(
            str(depth),
            [
                mean_cell(words, int(games[depth, light]), int(points[depth, light]))
                for light in torches
            ],
        )
        for depth in range(depths[0], depths[1] + 1)
    ]
    head = [
        words.say("study.column.depth"),
        *(words.say("study.mark.torches", n=light) for light in torches),
    ]
    return table(titled(shown, "turning_grid", place), head, rows)


def mean_cell(words: Speaker, games: int, points: int) -> Safe:
    """A mean, and how many games are behind it; only these where they are few."""
    mean = escape(number(words, points / games, 1)) if games >= FEW else "·" if games else ""
    return Safe(f"{mean} {small(number(words, games))}" if games else "")


def setup(shown: Shown) -> Safe:
    """What was played: the game, who played it, the seed and the house rules with what they say."""
    say = shown.words.say
    head = [
        say("study.column.what"),
        *(shown.labels if shown.several else [say("study.column.value")]),
    ]
    kind = "policy" if all(match.policy for match in shown.matches) else "bots"
    rows = [
        Row(say("study.row.game"), [say(f"{shown.game}.game.name")] * len(shown.matches)),
        Row(say("study.row.games"), [number(shown.words, tally.games) for tally in shown.tallies]),
        Row(say(f"study.row.{kind}"), [players(match) for match in shown.matches]),
        Row(
            say("study.row.seed"),
            [tag("span", printable(match.seed), "seed") for match in shown.matches],
        ),
        Row(
            say("study.row.house"),
            [house_cell(shown, place) for place in range(len(shown.matches))],
        ),
    ]
    if any(knobs := [knobs_cell(match) for match in shown.matches]):
        rows.insert(3, Row(say("study.row.knobs"), knobs))
    return table(say("study.report.setup_caption"), head, rows, "words")


def knobs_cell(match: Match) -> str:
    """The parameters of a policy, and for one's own the fingerprint of its file."""
    if match.policy is None:
        return ""
    knobs = [
        f"{name}={value}"
        for name, value in zip(
            knobs_of(match.game, match.policy), knob_row(match.game, match.policy), strict=True
        )
    ]
    return ", ".join([*knobs, *([f"SHA-256 {match.policy.sha256}"] if match.policy.own else [])])


def house_cell(shown: Shown, place: int) -> Safe:
    """The house rules of a match, each with what it says."""
    match, say = shown.matches[place], shown.words.say
    rules = match.house_rules()
    if not rules:
        return Safe(escape(say("study.row.house_book")))
    meanings = [escape(say(f"{shown.game}.house.{rule.partition('=')[0]}")) for rule in rules]
    return Safe(
        "<br>".join(
            f"{tag('code', rule).strip()}: {meaning}"
            for rule, meaning in zip(rules, meanings, strict=True)
        )
    )


def again(shown: Shown, command: Sequence[str]) -> Safe:
    """The command line that gives the same page."""
    line = shlex.join([printable(word) for word in command])
    return Safe(
        tag("p", shown.words.say("study.report.again_text")) + tag("pre", tag("code", line))
    )
