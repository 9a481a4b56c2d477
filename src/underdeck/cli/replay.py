"""`underdeck replay`: the story of a record move by move, or the record as JSON."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from underdeck.chronicle.chronicle import Chronicle
from underdeck.chronicle.formats import as_data
from underdeck.chronicle.telling import tell
from underdeck.cli.screens import AnyScreen, screen_for
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.cli.verify import open_record
from underdeck.formats import as_json, check
from underdeck.game import Step
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.say.bot_names import bot_names


def replay_story(
    terminal: Terminal, whole: AnyPlaythrough, *, step: bool, tale: Chronicle | None = None
) -> None:
    """Tell a game to a spectator; with `step`, wait for Enter after each move."""
    with terminal.leavable():
        tell_story(terminal, whole, step=step, tale=tale)


def tell_story(
    terminal: Terminal, whole: AnyPlaythrough, *, step: bool, tale: Chronicle | None = None
) -> None:
    """Tell a game from its first move to its result, with its chronicle if there is one."""
    words = terminal.words
    played = AnyPlaythrough.before(whole.record)
    screen = screen_for(terminal, played)
    name = words.say(f"{played.game.name}.game.name")
    terminal.show(words.say("cli.replay.title", game=name, n=len(whole.record.moves)))
    passages = passages_by_move(tale) if tale else {}
    show_passages(terminal, passages.get(0, ()))
    screen.retell(played.opening)
    turn = -1
    for number, made in enumerate(played.replay(whole.record.moves), 1):
        show_passages(terminal, passages.get(number, ()))
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


def passages_by_move(tale: Chronicle) -> dict[int, list[str]]:
    """Return the paragraphs of a chronicle, with headings, by the first move that they tell."""
    found: dict[int, list[str]] = {0: [tale.title, tale.subject]}
    for section in tale.sections:
        for place, paragraph in enumerate(section.paragraphs):
            texts = found.setdefault(paragraph.first, [])
            if section.heading and not place:
                texts.append(section.heading)
            texts.append(paragraph.text)
    return found


def show_passages(terminal: Terminal, texts: Sequence[str]) -> None:
    """Show parts of a chronicle, set apart from the moves."""
    for text in texts:
        terminal.show()
        terminal.show(text, indent="" if terminal.plain else "  | ")


def step_text(screen: AnyScreen, made: Step, whole: AnyPlaythrough) -> str:
    """Return a move in full, or only its kind if the rest may still be hidden."""
    if whole.is_solo:
        return screen.move_text(made.move)
    if whole.result() is not None:
        return f"p{made.seat + 1} {screen.move_text(made.move)}"
    return f"p{made.seat + 1} {screen.words.say(f'{made.move.game}.move.{made.move.word}')}"


def replay_json(terminal: Terminal, whole: AnyPlaythrough, tale: Chronicle | None = None) -> None:
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
    if tale is not None:
        data["chronicle"] = as_data(tale)
    terminal.show_as_is(json.dumps(data, indent=1) + "\n")


class Found(NamedTuple):
    """A game that was found by its name."""

    played: AnyPlaythrough
    names: Sequence[str] = ()
    """The names of the players as the history knows them, empty for a player without a name."""

    def players(self, words: Words) -> list[str | None]:
        """Return the names of the players; bots that have none are named as in the game."""
        bots = bot_names(words, self.played.record)
        seats = range(self.played.game.seats(self.played.record.options))
        given = {seat: name for seat, name in enumerate(self.names) if name}
        return [given.get(seat) or bots.get(seat) for seat in seats]


def find_game(name: str, server: str | None, player: str | None) -> Found:
    """Return a game: a file, a saved game, or a game of the player's history."""
    try:
        return Found(open_record(name))
    except Refusal as refusal:
        if refusal.code != "file_missing":
            raise
        missing = refusal
    try:
        from underdeck.cli.history_records import game_in_history  # noqa: PLC0415  needs libraries
    except ModuleNotFoundError:
        raise missing from None
    found = game_in_history(name, server, player, missing)
    return Found(check(found.record), found.names)


def replay(record: str, step: bool, server: str | None, player: str | None, **flags: bool) -> None:
    """Show a record again."""
    terminal = terminal_for()
    found = find_game(record, server, player)
    tale = None
    if flags["chronicle"]:
        words = terminal.words
        tale = tell(found.played, words.language, players=found.players(words))
    if flags["json"]:
        replay_json(terminal, found.played, tale)
    else:
        replay_story(terminal, found.played, step=step, tale=tale)
