"""Menus for someone who sits at the terminal: what to do first, and what to do after a game."""

from collections.abc import Callable, Mapping

from underdeck.cli.moves import refused
from underdeck.cli.pages import show_page
from underdeck.cli.prompt import read_command, simple
from underdeck.cli.replay import replay_story
from underdeck.cli.saves import all_saves
from underdeck.cli.speech import Speech
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.record import Playthrough
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES, Words

QUIT = "quit"


def choose(terminal: Terminal, labels: Mapping[str, str], question: str) -> str | None:
    """Let the user choose by number; None for Enter, the word for leaving, or the end of input."""
    choices = list(labels)
    for number, label in enumerate(labels.values(), 1):
        terminal.show(f"{number}  {label}", hang="   ")
    while True:
        line = terminal.ask(question + " > ")
        typed = line.split() if line else []
        if not typed or read_command(typed, simple(typed[0]), terminal.words) == (QUIT, ""):
            return None
        if typed[0].isdecimal() and 1 <= int(typed[0]) <= len(choices):
            return choices[int(typed[0]) - 1]
        terminal.show(terminal.words.say("cli.menu.numbers", n=len(choices)))


def after_game(terminal: Terminal, played: Playthrough) -> str | None:
    """Offer what can be done after a game: `again` and `same` are for the caller, None is to leave."""
    choices = ("again", "same", "replay", "rules")
    while True:
        terminal.show()
        labels = {choice: terminal.words.say(f"cli.after.{choice}") for choice in choices}
        chosen = choose(terminal, labels, terminal.words.say("cli.after.question"))
        if chosen == "replay":
            with terminal.paged():
                replay_story(terminal, played, step=False)
        elif chosen == "rules":
            with terminal.paged():
                show_page(terminal, played.game.name)
        else:
            return chosen


def main_menu(run: Callable[[list[str]], object]) -> None:
    """The menu of `underdeck` alone; `run` runs a command from its arguments."""
    while True:
        terminal = terminal_for(plain=False)
        words = terminal.words
        terminal.show()
        terminal.show(terminal.bold(words.say("cli.menu.title")))
        labels = {choice: menu_label(words, choice) for choice in menu_choices()}
        chosen = choose(terminal, labels, words.say("cli.menu.question"))
        if chosen is None:
            return
        if chosen == "language":
            Speech.words = other_language(words)
            continue
        try:
            run([*chosen.split(), "--lang", words.language])
        except Refusal as refusal:
            terminal.show(refused(terminal, refusal))


def menu_choices() -> list[str]:
    """What the menu offers, as it would be typed; resuming only where there is something to resume."""
    open_games = any(not isinstance(played, Refusal) and played.result() is None for _, played in all_saves())
    return [
        "play tomb",
        "play dungeon",
        *(["resume"] if open_games else []),
        *(f"{command} {game}" for command in ("learn", "rules") for game in ("tomb", "dungeon")),
        "language",
    ]


def menu_label(words: Words, choice: str) -> str:
    """A choice of the menu in words."""
    if choice == "language":
        return other_language(words).say("cli.menu.language")
    command, _, game = choice.partition(" ")
    return words.say(f"cli.menu.{command}", game=words.say(f"cli.game.{game}") if game else "")


def other_language(words: Words) -> Words:
    """The next language after this one."""
    following = Words(LANGUAGES[(LANGUAGES.index(words.language) + 1) % len(LANGUAGES)])
    following.program = words.program
    return following
