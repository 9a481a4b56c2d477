"""`underdeck replay`: the story of a record move by move, or the record as JSON."""

import json

from underdeck.cli.screens import AnyScreen, screen_for
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.cli.verify import open_record
from underdeck.formats import as_json
from underdeck.game import Step
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal


def replay_story(terminal: Terminal, whole: AnyPlaythrough, *, step: bool) -> None:
    """Tell a game to a spectator; with `step`, wait for Enter after each move."""
    with terminal.leavable():
        tell_story(terminal, whole, step=step)


def tell_story(terminal: Terminal, whole: AnyPlaythrough, *, step: bool) -> None:
    """Tell a game from its first move to its result."""
    words = terminal.words
    played = AnyPlaythrough.before(whole.record)
    screen = screen_for(terminal, played)
    name = words.say(f"{played.game.name}.game.name")
    terminal.show(words.say("cli.replay.title", game=name, n=len(whole.record.moves)))
    screen.retell(played.opening)
    turn = -1
    for made in played.replay(whole.record.moves):
        if screen.turn() != turn:
            turn = screen.turn()
            terminal.show()
        terminal.show(terminal.bold(f"> {step_text(screen, made, whole)}"))
        screen.retell(made.events)
        if screen.is_calm():
            terminal.show(screen.status(), indent="  ")
        if step:
            terminal.wait()
    if played.result() is None:
        terminal.show()
        terminal.show(words.say("cli.replay.unfinished"))
        return
    screen.show_result()


def step_text(screen: AnyScreen, made: Step, whole: AnyPlaythrough) -> str:
    """Return a move in full, or only its kind if the rest may still be hidden."""
    if whole.is_solo:
        return screen.move_text(made.move)
    if whole.result() is not None:
        return f"p{made.seat + 1} {screen.move_text(made.move)}"
    return f"p{made.seat + 1} {screen.words.say(f'{made.move.game}.move.{made.move.word}')}"


def replay_json(terminal: Terminal, whole: AnyPlaythrough) -> None:
    """Print a record as JSON, with a spectator's view and events after each move."""
    played = AnyPlaythrough.before(whole.record)
    screen = screen_for(terminal, played)
    seat = screen.spectator
    steps = [
        {
            "move": text,
            "events": [event.as_json() for event in made.events if event.is_for(seat)],
            "view": played.view(seat).as_json(),
        }
        for made, text in zip(played.replay(whole.record.moves), whole.record.moves, strict=True)
    ]
    data = as_json(played) | screen.summary() | {"steps": steps}
    terminal.show_as_is(json.dumps(data, indent=1) + "\n")


def find_record(name: str, server: str | None, player: str | None) -> AnyPlaythrough:
    """Return a record: a file, a saved game, or a game of the player's history."""
    try:
        return open_record(name)
    except Refusal as refusal:
        if refusal.code != "file_missing":
            raise
        missing = refusal
    try:
        from underdeck.cli.history_records import record_in_history  # noqa: PLC0415  needs libraries
    except ModuleNotFoundError:
        raise missing from None
    return record_in_history(name, server, player, missing)


def replay(record: str, step: bool, server: str | None, player: str | None, **flags: bool) -> None:
    """Show a record again."""
    terminal = terminal_for()
    whole = find_record(record, server, player)
    if flags["json"]:
        replay_json(terminal, whole)
    else:
        replay_story(terminal, whole, step=step)
