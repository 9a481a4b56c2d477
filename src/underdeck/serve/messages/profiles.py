"""Requests and responses about profiles and their keys."""

from typing import Any

import msgspec

from underdeck.serve.messages.fields import DeviceCode, Language, Name, TableName
from underdeck.serve.messages.tables import TableListed


class NewProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and language of a profile."""

    name: Name
    language: Language = "en"


class ProfileKey(msgspec.Struct, frozen=True):
    """A profile and a key that grants access to it."""

    profile: str
    name: str
    language: Language
    key: str


class ResultListed(msgspec.Struct, frozen=True):
    """The result of a finished game."""

    table: str
    game: str
    seat: int
    at: float
    result: dict[str, Any]


class ProfileShown(msgspec.Struct, frozen=True):
    """A profile with its tables and finished games."""

    profile: str
    name: str
    language: Language
    tables: list[TableListed]
    results: list[ResultListed]
    keys: int
    """The number of keys to this profile, one for each device."""


class Code(msgspec.Struct, frozen=True):
    """A short-lived code that gives another device access to a profile, once."""

    code: str
    expires: float


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device code, entered on the other device."""

    code: DeviceCode


class OwnSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table at which the profile has a seat."""

    table: TableName


class Rotated(msgspec.Struct, frozen=True):
    """A new key; the old one is revoked."""

    key: str
