"""A record shown again: told move by move, or as data."""

import json

from underdeck.cli.phrases import simple
from underdeck.cli.screens import Screen, screen_for
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.cli.verify import open_record
from underdeck.formats import as_json
from underdeck.game import Step
from underdeck.playthrough import Playthrough
from underdeck.say import Words


def replay_story(terminal: Terminal, whole: Playthrough, *, step: bool) -> None:
    """Tell a game from its first move, as a spectator hears it; with `step`, wait before each one."""
    words = terminal.words
    played = Playthrough.before(whole.record)
    screen = screen_for(terminal, played)
    terminal.show(
        words.say(
            "cli.replay.title",
            game=words.say(f"cli.game.{played.game.name}"),
            n=len(whole.record.moves),
        )
    )
    screen.retell(played.opening)
    turn = -1
    for made in played.replay(whole.record.moves):
        if screen.summary()["turns"] != turn:
            turn = screen.summary()["turns"]
            terminal.show()
        terminal.show(terminal.bold(f"> {made_text(screen, words, made, whole)}"))
        screen.retell(made.events)
        if screen.is_calm():
            terminal.show(screen.status(), indent="  ")
        if step and leaves(terminal.ask(words.say("cli.replay.more") + " "), words):
            return
    if played.result() is None:
        terminal.show()
        terminal.show(words.say("cli.replay.unfinished"))
        return
    screen.show_result()


def leaves(line: str | None, words: Words) -> bool:
    """Does someone who was asked to press Enter want to leave instead?"""
    return line is None or simple(line.strip() or "-") in (
        "q",
        "quit",
        simple(words.say("cli.command.quit")),
    )


def made_text(screen: Screen, words: Words, made: Step, whole: Playthrough) -> str:
    """A move as it is told again: in full once nothing is hidden any more, because the game is over or has one player."""
    if whole.is_solo:
        return screen.move_text(made.move)
    return (
        f"p{made.seat + 1} {screen.move_text(made.move)}"
        if whole.result() is not None
        else public_text(words, made)
    )


def public_text(words: Words, made: Step) -> str:
    """Who moved and what kind of move it was; what was hidden about it stays so, and the story tells the rest."""
    return f"p{made.seat + 1} {words.say(f'{made.move.game}.move.{made.move.word}')}"


def replay_json(terminal: Terminal, whole: Playthrough) -> None:
    """The record as one JSON object, with what a spectator sees after every move and the figures at the end."""
    played = Playthrough.before(whole.record)
    screen = screen_for(terminal, played)
    seat = 0 if played.is_solo else None
    steps = [
        {
            "move": text,
            "events": [event.as_json() for event in made.events if event.is_for(seat)],
            "view": played.view(seat).as_json(),
        }
        for made, text in zip(played.replay(whole.record.moves), whole.record.moves, strict=True)
    ]
    told = as_json(played) | screen.summary() | {"steps": steps}
    terminal.show_as_is(json.dumps(told, indent=1) + "\n")


def replay(record: str, step: bool, **form: bool) -> None:
    """Show a record again."""
    terminal = terminal_for()
    whole = open_record(record)
    if form["json"]:
        replay_json(terminal, whole)
    else:
        replay_story(terminal, whole, step=step)
