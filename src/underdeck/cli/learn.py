"""`underdeck learn`: a game as a lesson."""

from underdeck.agents import find_bot
from underdeck.cli.guide import Guide
from underdeck.cli.screens import screen_for
from underdeck.cli.seats import Seats
from underdeck.cli.session import Session
from underdeck.cli.terminal import terminal_for
from underdeck.lessons import LEARNER, Lesson
from underdeck.playthrough import AnyPlaythrough
from underdeck.registry import find_manifest, find_part

HINT = "hint"
"""The assistance that a lesson gives, so that a counter in it needs no permission."""


def learn(game: str) -> None:
    """Teach a game by its lesson; once the learner leaves the script, bots play the other seats."""
    lesson: Lesson = find_part(game, "lesson")
    script = lesson.play().record
    played = AnyPlaythrough.before(script)
    if played.is_solo:
        played.assist(HINT)
    screen = screen_for(terminal_for(), played)
    others = [seat for seat in range(played.game.seats(script.options)) if seat != LEARNER]
    bots = {seat: find_bot(find_manifest(game).usual_bot, game) for seat in others}
    guide = Guide(screen, script, lesson.catalogue)
    Session(screen, Seats(screen, bots), None, guide).run()
