"""The server's health, and errors as HTTP responses carry them."""

from typing import Literal

import msgspec


class Health(msgspec.Struct, frozen=True):
    """Whether the server accepts requests; also the response to requests that return no data."""

    status: Literal["ok", "draining", "unavailable"]


class RefusedParts(msgspec.Struct, frozen=True):
    """An error code for programs and a sentence for people."""

    code: str
    text: str


class NotTaken(msgspec.Struct, frozen=True):
    """The body of every error response."""

    refused: RefusedParts
