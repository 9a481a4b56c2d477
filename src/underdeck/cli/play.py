"""`underdeck play` and `underdeck resume`: sit down to a game."""

from typing import Any

from underdeck.agents import find_bot
from underdeck.cli.deal import fresh_deal, make_deal
from underdeck.cli.hotseat import Round
from underdeck.cli.house_options import read_seats, read_table
from underdeck.cli.menus import after_game
from underdeck.cli.saves import Save, all_saves, find_unfinished
from underdeck.cli.session import Session, show_house
from underdeck.cli.speech import text
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.deal import Code, Deal, Fair
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.say.sentences import printable, refusal_text


def play(game: str, **options: Any) -> None:
    """Begin a game."""
    chosen = find_game(game)
    house_rules = read_table(chosen, options)
    seats = read_seats(chosen.seats(house_rules), options["bots"])
    deal = make_deal(chosen, house_rules, options)
    terminal = terminal_for()
    terminal.show(terminal.bold(text(f"game.{game}")))
    terminal.show(text(f"game_intro.{game}"))
    show_deal(terminal, deal)
    show_house(terminal, game, house_rules)
    begin(terminal, Playthrough.begin(chosen, house_rules, deal, seats), Save.new(game))


def begin(terminal: Terminal, played: Playthrough, save: Save) -> None:
    """Sit down to a game, alone or with others; where someone sits at the terminal, to another one after it."""
    while session_for(terminal, played, save).run() and terminal.interactive:
        chosen = after_game(terminal, played)
        if chosen is None:
            return
        record = played.record
        deal = (
            record.deal
            if chosen == "same"
            else fresh_deal(played.game, record.options, record.deal)
        )
        show_deal(terminal, deal)
        played, save = (
            Playthrough.begin(played.game, record.options, deal, record.seats),
            Save.new(played.game.name),
        )


def session_for(terminal: Terminal, played: Playthrough, save: Save) -> Session:
    """The session of a game: of one player, or of several."""
    if played.is_solo:
        return Session(terminal, played, save)
    bots = {seat: find_bot(name) for seat, name in enumerate(played.record.seats) if name}
    return Round(terminal, played, save, bots)


def show_deal(terminal: Terminal, deal: Deal) -> None:
    """The code of a deal, or the commitment of a fair shuffle."""
    match deal.source:
        case Code(code):
            terminal.show(text("play.code", code=code))
        case Fair() as fair:
            terminal.show_command(text("play.promise"), fair.commitment)


def resume(name: str | None, **listing: bool) -> None:
    """Resume an unfinished game, or list the saved ones."""
    terminal = terminal_for()
    if listing["list"]:
        list_saves(terminal)
        return
    save, played = find_unfinished(name)
    for bot in played.record.seats:
        if bot:
            find_bot(bot)
    terminal.show(text("resume.back", name=save.name, n=len(played.record.moves)))
    show_house(terminal, played.game.name, played.record.options)
    begin(terminal, played, save)


def how_it_stands(played: Playthrough) -> str:
    """How a saved game ended, or that it hasn't."""
    result = played.result()
    if result is None:
        told = text("resume.open", n=len(played.record.moves))
    else:
        told = text(
            f"over_{played.game.name}.{result['ending']}",
            **{name: part for name, part in result.items() if name != "ending"},
        )
    return f"{told}, {text('resume.assisted')}" if played.record.assists else told


def list_saves(terminal: Terminal) -> None:
    """Every saved game in a line."""
    empty = True
    for save, played in all_saves():
        empty = False
        if isinstance(played, Refusal):
            terminal.show(f"{printable(save.name)}  {refusal_text(terminal.words, played)}")
            continue
        terminal.show(f"{printable(save.name)}  {how_it_stands(played)}")
    if empty:
        raise Refusal("nothing_to_resume")
