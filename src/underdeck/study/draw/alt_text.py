"""What pictures show, in words and numbers, for those who can't see them."""

from underdeck.study.draw.matplotlib import Panel
from underdeck.study.draw.numbers import (
    SPREADS,
    Bar,
    Shown,
    alive,
    bar_names,
    difference_text,
    groups_of,
    mean_text,
    number,
    percent,
    share_text,
    turned_by_torches,
)
from underdeck.study.tally import spread

ALIVE_TURNS = 4
"""After how many turns it is told in words how many are alive."""


def alt(panel: Panel, shown: Shown) -> str:
    """What a panel shows, in words and numbers."""
    if panel.name == "turning":
        return shown.words.say("study.alt.turning", told=turning_words(shown, panel.place))
    told = {
        "points": spread_words,
        "length": spread_words,
        "alive": alive_words,
        "differences": difference_words,
    }
    parts = told[panel.name](shown) if panel.name in told else bar_words(shown, panel.name)
    name = panel.name if panel.name in told else "bars"
    return shown.words.say(f"study.alt.{name}", told="; ".join(parts))


def spread_words(shown: Shown) -> list[str]:
    """A histogram in words."""
    lines = []
    for label, tally in zip(shown.labels, shown.tallies, strict=True):
        counts = tally.counts[SPREADS[shown.game]]
        if not counts.any():
            lines.append(shown.words.say("study.alt.points_none", who=label))
            continue
        told, games = spread(counts), int(counts.sum())
        ends = {
            name: number(shown.words, told[name], int(name == "median" and told[name] % 1 > 0))
            for name in ("median", "least", "most")
        }
        mean = mean_text(shown.words, told)
        lines.append(
            shown.words.say(
                "study.alt.points_one",
                who=label,
                games=number(shown.words, games),
                n=games,
                mean=mean,
                **ends,
            )
        )
    return lines


def alive_words(shown: Shown) -> list[str]:
    """Who is alive when, in words, at a few turns."""
    lines = []
    for label, line in zip(shown.labels, map(alive, shown.tallies), strict=True):
        last = len(line) - 1
        turns = sorted(
            {max(1, round(last * step / ALIVE_TURNS)) for step in range(1, ALIVE_TURNS + 1)}
            & set(range(last + 1))
        )
        shares = [
            shown.words.say(
                "study.alt.alive_turn", share=percent(shown.words, float(line[turn])), turn=turn
            )
            for turn in turns
        ]
        lines.append(shown.words.say("study.alt.alive_one", who=label, shares=", ".join(shares)))
    return lines


def bar_words(shown: Shown, name: str) -> list[str]:
    """Bars in words."""
    names, lines = bar_names(shown, name), []
    for label, group in zip(shown.labels, groups_of(shown, name), strict=True):
        shares = [
            bar_word(shown, name, title, one) for title, one in zip(names, group, strict=False)
        ]
        lines.append(shown.words.say("study.alt.bars_one", who=label, shares=", ".join(shares)))
    return lines


def bar_word(shown: Shown, name: str, title: str, one: Bar) -> str:
    """One bar in words."""
    share = share_text(shown.words, one._asdict())
    if name == "hoards":
        return shown.words.say("study.alt.hoards_share", n=int(one.name), share=share)
    return shown.words.say("study.alt.bars_share", name=title, share=share)


def difference_words(shown: Shown) -> list[str]:
    """Differences in words."""
    lines = []
    for place in range(1, len(shown.matches)):
        told = [
            (shown.measure(each.name), difference_text(shown.words, each))
            for each in shown.differences(place)
        ]
        shares = [
            shown.words.say("study.alt.differences_share", name=name, difference=text)
            for name, text in told
        ]
        lines.append(
            shown.words.say(
                "study.alt.differences_one", who=shown.labels[place], shares=", ".join(shares)
            )
        )
    return lines


def turning_words(shown: Shown, place: int) -> str:
    """When games turned around, in words, by the torches burnt."""
    words, lines = shown.words, []
    for torches, (games, out, points) in turned_by_torches(shown.tallies[place]).items():
        parts = {
            "games": number(words, games),
            "mean": number(words, points / games, 1),
            "share": percent(words, out / games),
        }
        lines.append(words.say("study.alt.turning_torches", n=torches, **parts))
    return "; ".join(lines)
