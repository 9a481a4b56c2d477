"""Menus on a terminal: the main menu, and the menu after a game."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from underdeck.cli.chronicle import read_chronicle
from underdeck.cli.match_play import MatchPlay
from underdeck.cli.moves import refused
from underdeck.cli.phrases import simple
from underdeck.cli.prompt import read_command
from underdeck.cli.replay import replay_story
from underdeck.cli.rules import show_page
from underdeck.cli.saves import all_saves
from underdeck.cli.speech import Speech
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.playthrough import AnyPlaythrough
from underdeck.private_files import data_folder, make_private_file, make_private_folder
from underdeck.refusal import Refusal
from underdeck.registry import find_manifest, find_part, game_names
from underdeck.say import LANGUAGES, Words

QUIT = "quit"
CHRONICLE = "chronicle"
RESUME = "resume"
SERIES = "series"
SERIES_LENGTHS = ("3", "5", "10")


def choose(terminal: Terminal, labels: Mapping[str, str], question: str) -> str | None:
    """Return the choice made by number; None for Enter, `quit` or the end of input."""
    first = 0 if RESUME in labels else 1  # the other choices keep their numbers
    choices = dict(enumerate(labels, first))
    width = len(str(max(choices)))
    for number, choice in choices.items():
        terminal.show(f"{number:>{width}}  {labels[choice]}", hang=" " * (width + 2))
    while True:
        line = terminal.ask(question + " > ")
        typed = line.split() if line else []
        if not typed or read_command(typed, simple(typed[0]), terminal.words) == (QUIT, ""):
            return None
        if typed[0].isdecimal() and int(typed[0]) in choices:
            return choices[int(typed[0])]
        if CHRONICLE in labels and simple(typed[0]) in chronicle_words(terminal.words):
            return CHRONICLE
        terminal.show(terminal.words.say("cli.menu.numbers", first=first, last=max(choices)))


def chronicle_words(words: Words) -> tuple[str, str]:
    """Return the words that may be typed instead of the number of the chronicle."""
    return CHRONICLE, simple(words.say("cli.after.chronicle_word"))


def after_game(
    terminal: Terminal, played: AnyPlaythrough, match: MatchPlay | None = None
) -> str | None:
    """Show the menu after a game; return `again`, `same`, or None to leave."""
    choices = ["again", *([] if match else ["same"]), "replay", "rules"]
    if find_manifest(played.game.name).chronicle:
        choices.append(CHRONICLE)
    if find_part(played.game.name, "review") is not None:
        choices.append("review")
    labels = {choice: terminal.words.say(f"cli.after.{choice}") for choice in choices}
    if match:
        key = "next_game" if match.winner is None else "new_match"
        labels["again"] = terminal.words.say(f"cli.match.{key}")
    while True:
        terminal.show()
        question = "cli.after.to_menu" if Speech.in_menu else "cli.after.question"
        chosen = choose(terminal, labels, terminal.words.say(question))
        if chosen == "replay":
            with suppress(KeyboardInterrupt), terminal.paged():
                replay_story(terminal, played, step=False)
        elif chosen == "rules":
            with terminal.paged():
                show_page(terminal, played.game.name)
        elif chosen == CHRONICLE:
            read_chronicle(terminal, played, match.bot_names(terminal.words) if match else None)
        elif chosen == "review":
            from underdeck.cli.review import read_review  # noqa: PLC0415  loads the search

            read_review(terminal, played)
        else:
            return chosen


def main_menu(run: Callable[[list[str]], object]) -> None:
    """Show the menu of `underdeck` without a command; `run` runs a command."""
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
            remember_plain(Speech.plain)
            terminal.show(words.say("cli.menu.plain_on" if Speech.plain else "cli.menu.plain_off"))
            continue
        for command in commands_of(terminal, chosen):
            try:
                run([*command.split(), "--lang", words.language])
            except Refusal as refusal:
                terminal.show(refused(terminal, refusal))
                break


def commands_of(terminal: Terminal, choice: str) -> list[str]:
    """Return the commands of a choice; a series is continued, or begun and played."""
    if choice != SERIES:
        return [choice]
    labels = {
        "": terminal.words.say("cli.menu.series_play"),
        **{
            length: terminal.words.say("cli.menu.series_new", n=int(length))
            for length in SERIES_LENGTHS
        },
    }
    length = choose(terminal, labels, terminal.words.say("cli.after.to_menu"))
    if length is None:
        return []
    return [*([f"{SERIES} new {length}"] if length else []), f"{SERIES} play"]


def plain_file() -> Path:
    """Return the file that exists while the menu's screen-reader mode is on."""
    return data_folder() / "screen-reader"


def remember_plain(plain: bool) -> None:
    """Remember the menu's screen-reader mode, if the folder is writable."""
    with suppress(OSError):
        if plain:
            make_private_folder(plain_file().parent)
            make_private_file(plain_file())
        else:
            plain_file().unlink(missing_ok=True)


def menu_choices() -> list[str]:
    """Return the choices of the menu as commands; `resume` only if a game is unfinished."""
    open_games = any(
        not isinstance(played, Refusal) and played.result() is None for _, played in all_saves()
    )
    games = game_names()
    return [
        *([RESUME] if open_games else []),
        *(f"play {game}" for game in games),
        *(f"learn {game}" for game in games if find_manifest(game).lesson),
        *(f"rules {game}" for game in games),
        "daily",
        SERIES,
        "stats",
        "history",
        "achievements",
        "language",
        "plain",
    ]


def menu_label(words: Words, choice: str) -> str:
    """Return the text of a menu choice."""
    if choice == "plain":
        return words.say("cli.menu.drawn" if Speech.plain else "cli.menu.plain")
    if choice == "language":
        return other_language(words).say("cli.menu.language")
    command, _, game = choice.partition(" ")
    return words.say(f"cli.menu.{command}", game=words.say(f"{game}.game.name") if game else "")


def other_language(words: Words) -> Words:
    """Return the words of the next language."""
    following = Words(LANGUAGES[(LANGUAGES.index(words.language) + 1) % len(LANGUAGES)])
    following.program = words.program
    return following
