"""Validation of players' names, and detection of names that look alike.

Names are checked when a person sits down or creates a profile, never when a log is replayed:
old logs keep their names.
"""

import re
import unicodedata

from underdeck.refusal import Refusal

MAX_NAME_LENGTH = 24

SPACES = ((0x20, 0x20), (0xA0, 0xA0), (0x3000, 0x3000))
"""Accepted between words, and shown as a single space."""

INVISIBLE = (
    *(
        (0x00, 0x1F),
        (0x7F, 0x9F),
        (0xAD, 0xAD),
        (0x34F, 0x34F),
        (0x600, 0x605),
        (0x61C, 0x61C),
        (0x6DD, 0x6DD),
        (0x70F, 0x70F),
    ),
    *(
        (0x890, 0x891),
        (0x8E2, 0x8E2),
        (0x115F, 0x1160),
        (0x1680, 0x1680),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2000, 0x200F),
    ),
    *(
        (0x2028, 0x202F),
        (0x205F, 0x206F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xE000, 0xF8FF),
        (0xFE00, 0xFE0D),
        (0xFEFF, 0xFEFF),
    ),
    *(
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFFB),
        (0x110BD, 0x110BD),
        (0x110CD, 0x110CD),
        (0x13430, 0x1343F),
        (0x1BCA0, 0x1BCA3),
    ),
    *((0x1D173, 0x1D17A), (0xE0000, 0xE0FFF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD)),
)
"""Controls, format characters, fillers, odd spaces and private-use characters."""

MARKS = (
    *(
        (0x300, 0x36F),
        (0x483, 0x489),
        (0x591, 0x5BD),
        (0x5BF, 0x5BF),
        (0x5C1, 0x5C2),
        (0x5C4, 0x5C5),
        (0x5C7, 0x5C7),
        (0x610, 0x61A),
    ),
    *(
        (0x64B, 0x65F),
        (0x670, 0x670),
        (0x6D6, 0x6DC),
        (0x6DF, 0x6E4),
        (0x6E7, 0x6E8),
        (0x6EA, 0x6ED),
        (0x711, 0x711),
        (0x730, 0x74A),
    ),
    *(
        (0xE31, 0xE31),
        (0xE34, 0xE3A),
        (0xE47, 0xE4E),
        (0x1AB0, 0x1AFF),
        (0x1DC0, 0x1DFF),
        (0x20D0, 0x20FF),
        (0x302A, 0x302F),
    ),
    *((0x3099, 0x309A), (0xFE0E, 0xFE0F), (0xFE20, 0xFE2F)),
)
"""Combining marks and emoji selectors: accepted after a letter, invisible without one."""


def _char_class(*ranges: tuple[int, int]) -> str:
    """Return ranges as a character class that Python, ECMAScript and Rust read alike."""

    def written(point: int) -> str:
        return f"\\u{point:04x}" if point < 0x10000 else chr(point)

    return "".join(
        written(first) if first == last else f"{written(first)}-{written(last)}"
        for first, last in ranges
    )


NAME_PATTERN = (
    f"^[{_char_class(*SPACES)}]*"
    f"[^{_char_class(*INVISIBLE, *MARKS, *SPACES)}][^{_char_class(*INVISIBLE)}]*$"
)
"""At least one visible character, marks only after one, nothing invisible; published in the API."""
_NAME = re.compile(NAME_PATTERN)

LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜавеѕіјкмнорстухһԁԛԝү"
    + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγηικνορστυχω"
    + "ՕՏԼօոսհց"
    + "ɑɡıȷʀʙʜʟᴀᴄᴅᴇᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱ",
    "ABESIJKMHOPCTYXYGQWabesijkmhopctyxhdqwy"
    + "ABEZHIKMNOPTYXaynikvopotuxw"
    + "OSLonuhg"
    + "agijrbhlacdekmoptuvwzs",
)
"""Cyrillic, Greek, Armenian and rare Latin letters, and the Latin letters they look like.

This is a selection of Unicode's confusable characters.
"""
SAME_STROKES = str.maketrans("01|i", "olll")
"""Digits and letters that are hard to tell apart, applied after case folding."""


def read_name(text: str) -> str:
    """Return a name as it is shown; refuse one that is too long or invisible."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= MAX_NAME_LENGTH or not is_visible(text):
        raise Refusal("bad_name", most=MAX_NAME_LENGTH)
    return name


def is_visible(text: str) -> bool:
    """Return whether a text can be seen, and has no invisible characters."""
    return _NAME.fullmatch(text) is not None


def look_alike(one: str, other: str) -> bool:
    """Return whether two names look the same at a glance, even if other scripts are used."""
    return _folded(one) == _folded(other) or skeleton(one) == skeleton(other)


def skeleton(name: str) -> str:
    """Return a name with Latin letters in place of those that look like them."""
    plain = unicodedata.normalize("NFKC", name).translate(LOOK_ALIKES)
    return _folded(plain).translate(SAME_STROKES)


def _folded(name: str) -> str:
    """Return a name case-folded, normalized, and without invisible characters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in folded if not _is_unseen(ord(char)))


def _is_unseen(point: int) -> bool:
    """Return whether a code point is invisible; accents are not: José is not Jose."""
    return point in (0xFE0E, 0xFE0F) or any(first <= point <= last for first, last in INVISIBLE)
