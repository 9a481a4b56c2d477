"""The part of a message in which characters talk."""

import msgspec


class Quip(msgspec.Struct, frozen=True):
    """What a character says about public events, the same to everybody at the table."""

    seat: int
    text: str
