"""`underdeck achievements`: what is unlocked, how far the rest is, and some mysteries."""

import json
from typing import Any

import msgspec

from underdeck.cli.account import account_for
from underdeck.cli.career_texts import achievement_text, achievement_title, day
from underdeck.cli.charts import GAP, bar
from underdeck.cli.recording import record_saved_games
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.serve import messages

BAR_WIDTH = 10


def achievements(server: str | None, player: str | None, **flags: Any) -> None:
    """List all achievements, unlocked ones first."""
    terminal = terminal_for()
    account = account_for(server, player)
    record_saved_games(terminal, account, quiet=flags["json"])
    found = account.request("GET", "/api/profile/achievements", messages.Achievements)
    if flags["json"]:
        terminal.show_as_is(json.dumps(msgspec.to_builtins(found)) + "\n")
        return
    with terminal.paged():
        show_achievements(terminal, found)


def show_achievements(terminal: Terminal, found: messages.Achievements) -> None:
    """Show unlocked achievements with their dates, then the others with progress."""
    words, total = terminal.words, len(found.achievements)
    terminal.show(terminal.bold(words.say("cli.achievements.title", n=found.unlocked, total=total)))
    terminal.show(words.say("cli.achievements.counted"))
    unlocked = [each for each in found.achievements if each.at is not None]
    for each in sorted(unlocked, key=lambda each: -(each.at or 0.0)):
        show_unlocked(terminal, each)
    locked = [each for each in found.achievements if each.at is None]
    known = sorted((each for each in locked if each.name), key=lambda each: -progress(each))
    if known:
        heading(terminal, words.say("cli.achievements.locked"))
    for each in known:
        show_progress(terminal, each)
    mysteries = [each for each in locked if not each.name]
    if mysteries:
        heading(terminal, words.say("cli.achievements.mysteries", n=len(mysteries)))
        terminal.show(words.say("cli.achievements.mystery"), indent=GAP, hang=GAP)


def progress(each: messages.AchievementShown) -> float:
    """Return how much of an achievement is done, from 0 to 1."""
    return min(max(each.n / max(each.goal, 1), 0.0), 1.0)


def heading(terminal: Terminal, title: str) -> None:
    """Show the title of a part."""
    terminal.show()
    terminal.show(terminal.bold(title))


def show_unlocked(terminal: Terminal, each: messages.AchievementShown) -> None:
    """Show an unlocked achievement."""
    words = terminal.words
    mark = "" if terminal.plain else "* " if terminal.letters else "★ "
    title = achievement_title(words, each.name)
    date = day(each.at or 0.0)
    line = words.say(
        "cli.achievements.entry", title=title, text=achievement_text(words, each.name), note=date
    )
    terminal.show(f"{mark}{line}", indent=GAP, hang=GAP)


def show_progress(terminal: Terminal, each: messages.AchievementShown) -> None:
    """Show an achievement that isn't unlocked yet, with the progress toward it."""
    words = terminal.words
    note = words.say("cli.achievements.progress", n=each.n, goal=each.goal) if each.goal > 1 else ""
    if note and not terminal.plain:
        drawn = bar(progress(each), BAR_WIDTH, letters=terminal.letters)
        note = f"{note} {drawn}".rstrip()
    title, meaning = achievement_title(words, each.name), achievement_text(words, each.name)
    key = "cli.achievements.entry" if note else "cli.achievements.entry_alone"
    mark = "" if terminal.plain else "- " if terminal.letters else "· "
    terminal.show(f"{mark}{words.say(key, title=title, text=meaning, note=note)}", GAP, GAP)
