"""What the history says about games, in words: labels, scores, dates and remarks."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from underdeck.career.base import GameCareer
from underdeck.options import option_text
from underdeck.registry import find_game, find_part, game_names
from underdeck.say.bot_names import full_name
from underdeck.say.sentences import listed, printable
from underdeck.say.words import Words, capital
from underdeck.serve import messages

BOT_PREFIX = "bot:"


def has_points(game: str) -> bool:
    """Return whether a game is scored in points."""
    career: GameCareer | None = find_part(game, "career") if game in game_names() else None
    return career is not None and career.has_points


def game_name(words: Words, game: str) -> str:
    """Return the name of a game; a game that isn't installed here keeps its id."""
    key = f"{game}.game.name"
    return words.say(key) if words.has(key) else printable(game)


def kind_label(words: Words, kind: str) -> str:
    """Return what a kind of tally counts."""
    return capital(label(words, f"career.kind.{kind}", kind))


def value_label(words: Words, kind: str, value: str) -> str:
    """Return a value of a kind of tally."""
    own = f"career.value.{kind}_{value}"
    return label(words, own if words.has(own) else f"career.value.{value}", value)


def label(words: Words, key: str, name: str) -> str:
    """Return a text of the catalogue, or the name itself if it has none."""
    return words.say(key) if words.has(key) else printable(name).replace("_", " ")


def score_text(words: Words, game: str, kings: int, points: int, *, spoken: bool) -> str:
    """Return a score: `2/31`, or in words for a screen reader."""
    if not has_points(game):
        return ""
    return words.say(
        "cli.history.spoken_score" if spoken else "cli.history.score", kings=kings, points=points
    )


def remark_texts(words: Words, remarks: Sequence[messages.RemarkShown]) -> list[str]:
    """Return the remarks on a game as one sentence each; unknown ones are left out."""
    keys = ((f"career.remark.{each.code}", each.n) for each in remarks)
    return [words.say(key, n=n) for key, n in keys if words.has(key)]


def achievement_title(words: Words, name: str) -> str:
    """Return the title of an achievement."""
    return label(words, f"career.achievement.{name}", name)


def achievement_text(words: Words, name: str) -> str:
    """Return what an achievement is given for."""
    key = f"career.achievement_text.{name}"
    return words.say(key) if words.has(key) else ""


def player_name(words: Words, player: str, name: str) -> str:
    """Return an opponent: a person's name, or the kind of a bot."""
    if player.startswith(BOT_PREFIX):
        bot = player.removeprefix(BOT_PREFIX)
        return words.say("cli.admin.bot", bot=printable(bot_title(words, bot)))
    return printable(name) or words.say("cli.history.unnamed")


def bot_title(words: Words, bot: str) -> str:
    """Return a character's name with its epithet, or the name of a bot that is none."""
    titles = (full_name(words, game, bot) for game in game_names())
    return next((title for title in titles if title != bot), bot)


def house_texts(game: str, house: Mapping[str, int | bool]) -> list[str]:
    """Return the house rules that differ from the printed rules, as they are typed."""
    default = find_game(game).Options() if game in game_names() else None
    return [
        f"{name}={option_text(value)}"
        for name, value in house.items()
        if getattr(default, name, None) != value
    ]


def house_text(words: Words, game: str, house: Mapping[str, int | bool]) -> str:
    """Return a set of house rules in one line."""
    changed = house_texts(game, house)
    return listed(words, changed) if changed else words.say("cli.stats.printed_rules")


def day(at: float) -> str:
    """Return a date at this machine's clock."""
    return moment(at, "%Y-%m-%d")


def minute(at: float) -> str:
    """Return a date and time at this machine's clock."""
    return moment(at, "%Y-%m-%d %H:%M")


def moment(at: float, form: str) -> str:
    """Format a time with `strftime`; a time out of range, from a faulty server, is `?`."""
    try:
        return datetime.fromtimestamp(at).astimezone().strftime(form)
    except (OverflowError, ValueError, OSError):
        return "?"
