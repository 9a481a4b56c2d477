"""A record shown again: told move by move, or as data."""

import json

from underdeck.cli.session import show_result
from underdeck.cli.terminal import Terminal
from underdeck.cli.tomb import TombScreen
from underdeck.formats import as_json
from underdeck.record import Playthrough


def replay_story(terminal: Terminal, whole: Playthrough, *, step: bool) -> None:
    """Tell a game from its first move; with `step`, wait before each one."""
    words = terminal.words
    played = Playthrough.before(whole.record)
    screen = TombScreen(terminal, played)
    terminal.show(words.say("cli.replay.title", game=words.say(f"cli.game.{played.game.name}"), n=len(whole.record.moves)))
    turn = 0
    for made in played.replay(whole.record.moves):
        if screen.view().turn != turn:
            turn = screen.view().turn
            terminal.show()
        terminal.show(terminal.bold(f"> {screen.move_text(made.move)}"))
        screen.tell(made.events)
        if screen.view().phase in ("between", "over"):
            terminal.show(screen.status(), indent="  ")
        if step and terminal.ask(words.say("cli.replay.more") + " ") is None:
            return
    if played.result() is None:
        terminal.show()
        terminal.show(words.say("cli.replay.unfinished"))
        return
    show_result(terminal, played)


def replay_json(terminal: Terminal, whole: Playthrough) -> None:
    """The record as one JSON object, with the view after every move and the figures at the end."""
    played = Playthrough.before(whole.record)
    screen = TombScreen(terminal, played)
    steps = [
        {"move": str(made.move), "events": [event.as_json() for event in made.events], "view": played.view().as_json()}
        for made in played.replay(whole.record.moves)
    ]
    told = as_json(played) | screen.summary() | {"steps": steps}
    terminal.show_as_is(json.dumps(told, indent=1) + "\n")
