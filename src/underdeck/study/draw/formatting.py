"""Numbers, shares and intervals as text, the way a language writes them."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from underdeck.study.simulation import Difference

MAX_LABEL_LENGTH = 56
MAX_DIGITS = 6
"""Decimals of intervals, which are rounded when they are computed."""
MIN_HALF_WIDTHS = (1, 0.1, 0.004)
"""The smallest half-widths of intervals that are shown with no decimals, one, and two."""


class Speaker(Protocol):
    """A catalogue of sentences in one language."""

    @property
    def language(self) -> str:
        """`en`, `es`."""

    def say(self, path: str, /, **parts: object) -> str:
        """Return a sentence with its parts filled in."""

    def has(self, path: str) -> bool:
        """Return whether there is such a sentence."""


def game_text(words: Speaker, game: str, path: str, **parts: object) -> str:
    """Return a text about simulations of a game: from `study_<game>.toml`, else `study.toml`."""
    own = f"study_{game}.{path}"
    return words.say(own if words.has(own) else f"study.{path}", **parts)


def printable(text: str) -> str:
    """Replace characters of a user's text that a chart can't show."""
    return "".join(char if char.isprintable() else "?" for char in text)


def shorten(text: str, length: int = MAX_LABEL_LENGTH) -> str:
    """Cut out the middle of a text that is too long."""
    if len(text) <= length:
        return text
    return f"{text[: length // 2]}…{text[1 - length + length // 2 :]}"


def number(words: Speaker, value: float, digits: int = 0) -> str:
    """Return a number as the language writes it.

    The sample in the catalogue shows the separators, and from how many digits on they are used.
    """
    head, group, _, point, _ = re.split(r"(\D)", words.say("study.number.sample"))
    is_grouped = abs(round(value, digits)) >= 10 ** (len(head) + 2)
    text = f"{abs(value):{',' if is_grouped else ''}.{digits}f}"
    sign = "−" if value < 0 and text.strip("0.") else ""
    return sign + text.translate({ord(","): group, ord("."): point})


def signed(words: Speaker, value: float, digits: int) -> str:
    """Return a difference with its sign, unless it is zero."""
    return ("+" if round(value, digits) > 0 else "") + number(words, value, digits)


def percent(words: Speaker, value: float, digits: int = 1) -> str:
    """Return a share as a percentage."""
    return words.say("study.number.percent", number=number(words, 100 * value, digits))


def digits_for(interval: Mapping[str, float], scale: float = 1) -> int:
    """Return how many decimals the width of an interval justifies."""
    half = scale * (interval["high"] - interval["low"]) / 2
    if half <= 0:
        return 1
    fitting = (digits for digits, width in enumerate(MIN_HALF_WIDTHS) if half >= width)
    return next(fitting, len(MIN_HALF_WIDTHS))


def digits_beside_zero(interval: Mapping[str, float]) -> int:
    """Return how many decimals to show: an interval without 0 doesn't seem to end there."""
    digits, low, high = digits_for(interval), interval["low"], interval["high"]
    nearest = low if low > 0 else high if high < 0 else None
    while nearest is not None and not round(nearest, digits) and digits < MAX_DIGITS:
        digits += 1
    return digits


def share_text(words: Speaker, share: Mapping[str, float], digits: int | None = None) -> str:
    """Return a share with its interval: 60.7% (60.5 to 60.9)."""
    digits = digits_for(share, 100) if digits is None else digits
    low, high = (number(words, 100 * share[name], digits) for name in ("low", "high"))
    return words.say(
        "study.number.interval", value=percent(words, share["share"], digits), low=low, high=high
    )


def mean_text(words: Speaker, mean: Mapping[str, float], scale: float = 1) -> str:
    """Return a mean with its interval: 23.8 (23.7 to 23.9)."""
    digits = digits_beside_zero({name: scale * mean[name] for name in ("low", "high")})
    value, low, high = (
        number(words, scale * mean[name], digits) for name in ("mean", "low", "high")
    )
    return words.say("study.number.interval", value=value, low=low, high=high)


def difference_text(
    words: Speaker, difference: "Difference", *, is_share: bool, short: bool = False
) -> str:
    """Return a difference with its interval: −5.5 percentage points (−5.6 to −5.4)."""
    scale = 100 if is_share else 1
    interval = {name: scale * value for name, value in difference.as_json().items()}
    digits = digits_beside_zero(interval)
    value, low, high = (signed(words, interval[name], digits) for name in ("mean", "low", "high"))
    share_unit = "study.unit.points_of_share_short" if short else "study.unit.points_of_share"
    unit = words.say(share_unit if is_share else f"study.unit.{difference.name}")
    return words.say("study.number.interval", value=f"{value} {unit}", low=low, high=high)
