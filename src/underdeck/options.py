"""Rule options (house rules) from text or data; each game declares its own as a dataclass."""

from collections.abc import Mapping, Sequence
from dataclasses import Field, fields
from typing import Any, ClassVar, Protocol, TypeVar

from underdeck.refusal import Refusal


class GameOptions(Protocol):
    """The rule options of any game: a frozen dataclass with a default for every field."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __hash__(self) -> int: ...


OptionsT = TypeVar("OptionsT", bound=GameOptions)

MAX_DIGITS = 9
"""Maximum number of digits in a numeric option."""

_SWITCHES = {"true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"}


def read_options(cls: type[OptionsT], values: Mapping[str, object]) -> OptionsT:
    """Build the options of a game from values by name, each of its type or as text."""
    known = {option.name: option for option in fields(cls)}
    chosen = {}
    for name, value in values.items():
        if name not in known:
            raise Refusal("unknown_house_rule", name=name, names=list(known))
        chosen[name] = read_option(known[name], value)
    return cls(**chosen)


def read_option(option: Field[Any], value: object) -> int:
    """Return the value of one option from a value of its type or its text."""
    values = option_values(option)
    if isinstance(values, range):
        return read_number(option.name, value, values)
    texts = [option_text(allowed) for allowed in values]
    text = option_text(value) if isinstance(value, bool) else str(value).lower()
    text = _SWITCHES.get(text, text) if "on" in texts else text
    if text not in texts:
        raise Refusal("house_value", name=option.name, value=str(value), values=texts)
    return values[texts.index(text)]


def read_number(name: str, value: object, values: range) -> int:
    """Return a number within a range from an int or its text."""
    text = str(value)
    if (
        isinstance(value, bool)
        or not text.isdecimal()
        or len(text) > MAX_DIGITS
        or int(text) not in values
    ):
        raise Refusal(
            "house_value", name=name, value=text, values=[f"{values[0]} ... {values[-1]}"]
        )
    return int(text)


def option_values(option: Field[Any]) -> Sequence[int]:
    """Return the values that an option may take."""
    values: Sequence[int] = option.metadata.get("values", (False, True))
    return values


def option_text(value: object) -> str:
    """Return the value of an option as it is typed."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
