"""Codes for deals: ten characters, one of them a check character, that people can share."""

import secrets

from underdeck.refusal import Refusal

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""31 characters, a prime number, without look-alikes (0 O, 1 I L)."""
CODE_LENGTH = 10
MAX_NUMBER = 999_999_999
"""Deals are numbered from 1 to this number; every number stands for one code."""
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


def code_of_number(number: int) -> str:
    """Return the code of a numbered deal: its number in base 31, with the check character."""
    if not 1 <= number <= MAX_NUMBER:
        raise Refusal("deal_number", number=number, most=MAX_NUMBER)
    base, digits = len(CODE_ALPHABET), ""
    while number:
        number, digit = divmod(number, base)
        digits = CODE_ALPHABET[digit] + digits
    return finish_code(digits.rjust(CODE_LENGTH - 1, CODE_ALPHABET[0]))


def number_of_code(code: str) -> int | None:
    """Return the number of a deal by its code; None if the code is beyond the numbered deals."""
    number = 0
    for char in read_code(code).replace("-", "")[:-1]:
        number = number * len(CODE_ALPHABET) + CODE_ALPHABET.index(char)
    return number if 1 <= number <= MAX_NUMBER else None


def clean_code(text: str) -> str:
    """Return a typed code in capitals, without spaces and dashes."""
    return "".join(
        char.upper() if char.isascii() else char
        for char in text
        if not char.isspace() and char not in DASHES
    )


def read_code(text: str) -> str:
    """Return the normal form of a typed code; a typing error is refused."""
    plain = clean_code(text)
    if len(plain) != CODE_LENGTH:
        raise Refusal("code_length", text=text, n=len(plain), wanted=CODE_LENGTH)
    foreign = [char for char in plain if char not in CODE_ALPHABET]
    if foreign:
        raise Refusal("code_character", text=text, char=foreign[0])
    code = finish_code(plain[:-1])
    if code.replace("-", "") != plain:
        raise Refusal("code_check", text=text)
    return code
