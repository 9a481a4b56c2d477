"""Codes for deals: ten characters, one of them a check character, that people can share."""

import secrets

from underdeck.refusal import Refusal

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""31 characters, a prime number, without look-alikes (0 O, 1 I L)."""
CODE_LENGTH = 10
DASHES = "-\u2010\u2011\u2012\u2013\u2014"


def new_code() -> str:
    """Return a random code."""
    return finish_code("".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH - 1)))


def finish_code(start: str) -> str:
    """Append the check character to nine characters, and insert the dash."""
    # Weights 1 to 9, and 10 for the check, modulo the prime 31: every wrong character and every
    # swap of two characters is noticed.
    total = sum(weight * CODE_ALPHABET.index(char) for weight, char in enumerate(start, 1))
    check = (-total * pow(CODE_LENGTH, -1, len(CODE_ALPHABET))) % len(CODE_ALPHABET)
    code = start + CODE_ALPHABET[check]
    return f"{code[:5]}-{code[5:]}"


def read_code(text: str) -> str:
    """Return the normal form of a typed code; a typing error is refused."""
    plain = "".join(
        char.upper() if char.isascii() else char
        for char in text
        if not char.isspace() and char not in DASHES
    )
    if len(plain) != CODE_LENGTH:
        raise Refusal("code_length", text=text, n=len(plain), wanted=CODE_LENGTH)
    foreign = [char for char in plain if char not in CODE_ALPHABET]
    if foreign:
        raise Refusal("code_character", text=text, char=foreign[0])
    code = finish_code(plain[:-1])
    if code.replace("-", "") != plain:
        raise Refusal("code_check", text=text)
    return code
