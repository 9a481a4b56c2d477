"""`underdeck bots`: the opponents of a game, with their stars and their manner."""

import json as json_format

from underdeck.characters import MAX_STARS, cast_of
from underdeck.cli.terminal import Terminal, terminal_for
from underdeck.refusal import Refusal
from underdeck.registry import find_game, find_manifest
from underdeck.say.bot_names import full_name
from underdeck.say.sentences import listed
from underdeck.say.words import Words


def bots(game: str, json: bool) -> None:
    """List the bots that people can play against, characters first."""
    terminal = terminal_for()
    rules = find_game(game)
    if rules.seats(rules.Options()) == 1:
        raise Refusal("option_not_for", option="bots", game=game)
    characters = cast_of(game).characters
    own = [character.bot for character in characters]
    others = [bot for bot in find_manifest(game).bots if bot not in own]
    if json:
        stars = {character.bot: character.stars for character in characters}
        data = [
            {"bot": bot, "name": full_name(terminal.words, game, bot), "stars": stars.get(bot)}
            for bot in (*own, *others)
        ]
        terminal.show_as_is(json_format.dumps({"game": game, "bots": data}) + "\n")
        return
    for bot in own:
        key = f"characters_{game}.manner.{bot}"
        title = f"{terminal.bold(opponent_text(terminal, game, bot))} ({bot})"
        terminal.show(f"{title}: {terminal.words.say(key)}", hang="  ")
    terminal.show(terminal.words.say("cli.bots.others", bots=listed(terminal.words, others)))
    terminal.show(terminal.words.say("cli.bots.how", game=game, bots=",".join((own or others)[:2])))


def opponent_text(terminal: Terminal, game: str, bot: str) -> str:
    """Return a character's whole name with its stars, or the name of another bot."""
    words = terminal.words
    character = next((each for each in cast_of(game).characters if each.bot == bot), None)
    if character is None:
        return bot
    name = full_name(words, game, bot)
    return f"{name}, {stars_text(words, game, character.stars, spoken=terminal.letters)}"


def stars_text(words: Words, game: str, stars: int, *, spoken: bool) -> str:
    """Return stars as signs, or in words where signs can't be shown or read."""
    if spoken:
        return words.say(f"characters_{game}.text.stars", n=stars, most=MAX_STARS)
    return "★" * stars + "☆" * (MAX_STARS - stars)


def show_opponents(terminal: Terminal, game: str, seats: list[str]) -> None:
    """Introduce the characters that a game is played against."""
    own = {character.bot for character in cast_of(game).characters}
    met = [opponent_text(terminal, game, bot) for bot in seats if bot in own]
    if met:
        terminal.show(terminal.words.say("cli.bots.against", bots="; ".join(met), game=game))
