"""Remarks on a finished game, and the achievements that it unlocked."""

from underdeck.cli.career_texts import achievement_text, achievement_title, remark_texts
from underdeck.cli.terminal import Terminal
from underdeck.serve import messages


def show_remarks(terminal: Terminal, game: messages.GameListed) -> None:
    """Show what is remarkable about a game, after its result."""
    words = terminal.words
    if remarks := remark_texts(words, game.remarks):
        terminal.show(" ".join(remarks))
    for name in game.achievements:
        title = achievement_title(words, name)
        line = words.say(
            "cli.achievements.unlocked", title=title, text=achievement_text(words, name)
        )
        terminal.show(line)
