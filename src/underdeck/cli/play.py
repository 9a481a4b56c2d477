"""`underdeck play` and `underdeck resume`."""

from typing import Any

from underdeck.agents import find_bot
from underdeck.cli.bots import show_opponents
from underdeck.cli.deal import is_on_server, make_deal, next_deal
from underdeck.cli.house_rules import (
    bot_arguments,
    option_arguments,
    players_for_bots,
    read_house_rules,
    read_seats,
    show_options,
)
from underdeck.cli.match_play import MatchPlay, read_match
from underdeck.cli.menus import after_game
from underdeck.cli.progress import show_after
from underdeck.cli.saves import Save, all_saves, find_unfinished
from underdeck.cli.screens import screen_for
from underdeck.cli.seats import Seats
from underdeck.cli.session import Session
from underdeck.cli.speech import Speech, speech_options, text
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.deal import Code, Deal, Fair
from underdeck.deal_code import number_of_code
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import find_game, game_names
from underdeck.say.sentences import printable, refusal_text

RECORDING_NOTICE_S = 1.0
"""The time after which the player is shown why there is a delay at the end of a game."""


def play(game: str, **arguments: Any) -> None:
    """Start a game."""
    rules = find_game(game)
    arguments["players"] = players_for_bots(rules, arguments)
    options = read_house_rules(rules, arguments)
    seats = read_seats(rules, options, arguments["bots"])
    match = read_match(rules, options, seats, arguments)
    if is_on_server(arguments):
        from underdeck.cli.shared_deal import play_shared  # noqa: PLC0415  needs libraries

        play_shared(game, options, arguments)
        return
    deal = make_deal(rules, options, arguments)
    terminal = terminal_for()
    terminal.show(terminal.bold(Speech.words.say(f"{game}.game.name")))
    terminal.show(Speech.words.say(f"{game}.game.intro"))
    show_deal(terminal, deal)
    show_options(terminal, game, options)
    show_opponents(terminal, game, seats)
    play_on(terminal, Playthrough.begin(rules, options, deal, seats), Save.new(game), match)


def play_on(
    terminal: Terminal, played: AnyPlaythrough, save: Save, match: MatchPlay | None = None
) -> None:
    """Play a game, and on a terminal others after it."""
    while run_session(terminal, played, save, match):
        chosen = after_game(terminal, played, match) if terminal.interactive else None
        if chosen is None:
            if match and match.winner is None:
                show_how_to_continue(terminal, played, match)
            return
        if match:
            match.begin_next_game()
        record, deal = played.record, played.record.deal
        if chosen != "same":
            deal = next_deal(played.game, record.options, deal)
        show_deal(terminal, deal)
        played = Playthrough.begin(played.game, record.options, deal, record.seats)
        save = Save.new(record.game)
    if match and any(match.wins) and not played.record.moves:
        show_how_to_continue(terminal, played, match)  # a game without moves isn't saved


def run_session(
    terminal: Terminal, played: AnyPlaythrough, save: Save, match: MatchPlay | None = None
) -> bool:
    """Play one game; return False if the player leaves before its end."""
    screen = screen_for(terminal, played)
    game, seats = played.game.name, played.record.seats
    bots = {seat: find_bot(name, game) for seat, name in enumerate(seats) if name}
    session = Session(screen, Seats(screen, bots), save)
    session.on_end = lambda: record_end(terminal, save, played)
    if match:
        screen.bots = match.bot_names(terminal.words)
        session.resume_arguments = match.arguments()
    is_over = session.run()
    if match and is_over:
        match.count(played.result())
        match.show(terminal)
    return is_over


def record_end(terminal: Terminal, save: Save, played: AnyPlaythrough) -> None:
    """Add a finished game to the player's history; if that fails, it is added later."""
    try:
        from underdeck.cli.recording import record_ended_game  # noqa: PLC0415  needs libraries

        with show_after(RECORDING_NOTICE_S, text("history.recording")):
            record_ended_game(terminal, save, played)
    except ModuleNotFoundError as missing:
        reason = refusal_text(terminal.words, Refusal("needs_serve", library=missing.name))
    except Refusal as refusal:
        reason = refusal_text(terminal.words, refusal)
    else:
        return
    terminal.show(text("history.not_recorded", reason=reason))


def show_how_to_continue(terminal: Terminal, played: AnyPlaythrough, match: MatchPlay) -> None:
    """Show the command that plays the next game of a match."""
    options = option_arguments(played.record.options) + bot_arguments(played)
    speech = speech_options(terminal.words, plain=terminal.plain)
    command = f"{terminal.words.program} play {played.game.name}{options}{match.arguments()}"
    terminal.show_command(text("match.go_on"), f"{command}{speech}")


def show_deal(terminal: Terminal, deal: Deal) -> None:
    """Show the code of a deal, or the commitment of a fair shuffle."""
    match deal.source:
        case Code(code) if (number := number_of_code(code)) is not None:
            terminal.show(text("deal.numbered", code=code, number=number))
        case Code(code):
            terminal.show(text("play.code", code=code))
        case Fair() as fair:
            terminal.show_command(text("play.promise"), fair.commitment)


def resume(name: str | None, **given: Any) -> None:
    """Resume an unfinished game, or list the saved ones."""
    terminal = terminal_for()
    if given["list"]:
        list_saves(terminal)
        return
    save, played = find_unfinished(name)
    match = read_match(played.game, played.record.options, played.record.seats, given)
    for bot in played.record.seats:
        if bot:
            find_bot(bot, played.game.name)
    terminal.show(text("resume.back", name=save.name, n=len(played.record.moves)))
    show_options(terminal, played.game.name, played.record.options)
    play_on(terminal, played, save, match)


def state_text(terminal: Terminal, played: AnyPlaythrough) -> str:
    """Return how a saved game ended, or that it is unfinished."""
    result = played.result()
    if result is None:
        state = text("resume.open", n=len(played.record.moves))
    else:
        state = screen_for(terminal, played).over_text(result)
    return f"{state}, {text('resume.assisted')}" if played.record.assists else state


def list_saves(terminal: Terminal) -> None:
    """List the saved games, one in each line."""
    empty = True
    for save, played in all_saves():
        empty = False
        if isinstance(played, Refusal):
            state = refusal_text(terminal.words, played)
        else:
            state = state_text(terminal, played)
        terminal.show(f"{printable(save.name)}  {state}")
    if empty:
        raise Refusal("nothing_to_resume", names=game_names())
