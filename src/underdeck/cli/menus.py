"""Menus for someone who sits at the terminal: what to do first, and what to do after a game."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from underdeck.cli.moves import refused
from underdeck.cli.phrases import simple
from underdeck.cli.prompt import read_command
from underdeck.cli.replay import replay_story
from underdeck.cli.rules import show_page
from underdeck.cli.saves import all_saves, games_folder
from underdeck.cli.speech import Speech
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.playthrough import Playthrough
from underdeck.private_files import make_private_file, make_private_folder
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES, Words

QUIT = "quit"
RESUME = "resume"


def choose(terminal: Terminal, labels: Mapping[str, str], question: str) -> str | None:
    """Let the user choose by number; None for Enter, the word for leaving, or the end of input."""
    first = 0 if RESUME in labels else 1  # so that the others keep their numbers
    choices = dict(enumerate(labels, first))
    for number, choice in choices.items():
        terminal.show(f"{number}  {labels[choice]}", hang="   ")
    while True:
        line = terminal.ask(question + " > ")
        typed = line.split() if line else []
        if not typed or read_command(typed, simple(typed[0]), terminal.words) == (QUIT, ""):
            return None
        if typed[0].isdecimal() and int(typed[0]) in choices:
            return choices[int(typed[0])]
        terminal.show(terminal.words.say("cli.menu.numbers", first=first, last=max(choices)))


def after_game(terminal: Terminal, played: Playthrough) -> str | None:
    """Offer what can be done after a game: `again` and `same` are for the caller, None is to leave."""
    choices = ("again", "same", "replay", "rules")
    while True:
        terminal.show()
        labels = {choice: terminal.words.say(f"cli.after.{choice}") for choice in choices}
        question = "cli.after.to_menu" if Speech.in_menu else "cli.after.question"
        chosen = choose(terminal, labels, terminal.words.say(question))
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
    Speech.in_menu = True
    Speech.plain = Speech.plain or plain_file().exists()
    while True:
        terminal = terminal_for()
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
        if chosen == "plain":
            Speech.plain = not Speech.plain
            keep_plain(Speech.plain)
            terminal.show(words.say("cli.menu.plain_on" if Speech.plain else "cli.menu.plain_off"))
            continue
        try:
            run([*chosen.split(), "--lang", words.language])
        except Refusal as refusal:
            terminal.show(refused(terminal, refusal))


def plain_file() -> Path:
    """Return the file whose presence turns the menu's screen-reader mode on."""
    return games_folder().parent / "screen-reader"


def keep_plain(plain: bool) -> None:
    """Remember whether the menu's screen-reader mode is on, if anything can be written."""
    with suppress(OSError):
        if plain:
            make_private_folder(plain_file().parent)
            make_private_file(plain_file())
        else:
            plain_file().unlink(missing_ok=True)


def menu_choices() -> list[str]:
    """What the menu offers, as it would be typed; resuming only where there is something to resume."""
    open_games = any(
        not isinstance(played, Refusal) and played.result() is None for _, played in all_saves()
    )
    return [
        *([RESUME] if open_games else []),
        "play tomb",
        "play dungeon",
        *(f"{command} {game}" for command in ("learn", "rules") for game in ("tomb", "dungeon")),
        "language",
        "plain",
    ]


def menu_label(words: Words, choice: str) -> str:
    """A choice of the menu in words."""
    if choice == "plain":
        return words.say("cli.menu.drawn" if Speech.plain else "cli.menu.plain")
    if choice == "language":
        return other_language(words).say("cli.menu.language")
    command, _, game = choice.partition(" ")
    return words.say(f"cli.menu.{command}", game=words.say(f"cli.game.{game}") if game else "")


def other_language(words: Words) -> Words:
    """The next language after this one."""
    following = Words(LANGUAGES[(LANGUAGES.index(words.language) + 1) % len(LANGUAGES)])
    following.program = words.program
    return following
