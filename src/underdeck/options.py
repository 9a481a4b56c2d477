"""The options a table plays with, read from text or data; each game says which there are."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from underdeck.refusal import Refusal


def read_options(cls: type[Any], values: Mapping[str, object]) -> Any:
    """Build the options of a game from values by name, each a value of its type or its text."""
    known = {option.name: option for option in fields(cls)}
    chosen = {}
    for name, value in values.items():
        if name not in known:
            raise Refusal("unknown_house_rule", name=name, names=list(known))
        chosen[name] = read_option(known[name], value)
    return cls(**chosen)


def read_option(option: Any, value: object) -> int:
    """The value of one option, from a value of its type or the text of one."""
    values = option_values(option)
    if isinstance(values, range):
        return number_in(option.name, value, values)
    texts = [option_text(allowed) for allowed in values]
    text = option_text(value) if isinstance(value, bool) else str(value).lower()
    text = _SWITCHES.get(text, text) if "on" in texts else text
    if text not in texts:
        raise Refusal("house_value", name=option.name, value=str(value), values=texts)
    return values[texts.index(text)]


def number_in(name: str, value: object, values: range) -> int:
    """A number that may be any within a range."""
    if (
        isinstance(value, bool)
        or not str(value).isdecimal()
        or len(str(value)) > 9
        or int(str(value)) not in values
    ):
        raise Refusal(
            "house_value", name=name, value=str(value), values=[f"{values[0]} ... {values[-1]}"]
        )
    return int(str(value))


def option_values(option: Any) -> Sequence[int]:
    """The values that an option may take."""
    values: Sequence[int] = option.metadata.get("values", (False, True))
    return values


def option_text(value: object) -> str:
    """An option's value as it is typed."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


_SWITCHES = {"true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"}
