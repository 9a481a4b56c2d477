"""Amounts of a wager's currency: read from the command line, and shown."""

from decimal import Decimal, InvalidOperation
from typing import Any

import click

from underdeck.career.competition import MAX_STAKE, STAKE_UNITS
from underdeck.cli.speech import text
from underdeck.say.sentences import printable
from underdeck.say.words import Words
from underdeck.study.draw.formatting import number


class Stake(click.ParamType):  # type: ignore[type-arg]
    """An amount per point, such as `0.5`, in hundredths."""

    name = "stake"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the hundredths that a text names."""
        try:
            hundredths = Decimal(str(value).strip().replace(",", ".")) * STAKE_UNITS
        except InvalidOperation:
            hundredths = Decimal(0)
        if not hundredths.is_finite() or hundredths % 1 or not 1 <= hundredths <= MAX_STAKE:
            self.fail(text("error.stake", text=value, most=MAX_STAKE // STAKE_UNITS), param, ctx)
        return int(hundredths)


def amount_text(words: Words, hundredths: int, currency: str) -> str:
    """Return an amount with its currency: `2 gold`, `3.50 gold`."""
    digits = 2 if hundredths % STAKE_UNITS else 0
    return f"{number(words, hundredths / STAKE_UNITS, digits)} {printable(currency)}"
