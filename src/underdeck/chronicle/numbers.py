"""Numbers as words, in English and Spanish; large ones as figures."""

MAX_IN_WORDS = 100

_EN = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_EN_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ES = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
]
_ES_TENS = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]


def english(n: int) -> str:
    """Return a number in English: `twenty-one`, and `6,800` above a hundred."""
    if not 0 <= n <= MAX_IN_WORDS:
        return f"{n:,}"
    if n < len(_EN):
        return _EN[n]
    if n == MAX_IN_WORDS:
        return "a hundred"
    tens, ones = divmod(n, 10)
    return _EN_TENS[tens - 2] + (f"-{_EN[ones]}" if ones else "")


def spanish(n: int) -> str:
    """Return a number in Spanish as it stands alone: `veintiuno`, and `6800` above a hundred."""
    if not 0 <= n <= MAX_IN_WORDS:
        # Four figures are written without a separator, more with a space.
        return f"{n:,}".replace(",", "\N{NO-BREAK SPACE}") if abs(n) >= 10_000 else str(n)
    if n < len(_ES):
        return _ES[n]
    if n == MAX_IN_WORDS:
        return "cien"
    tens, ones = divmod(n, 10)
    return _ES_TENS[tens - 3] + (f" y {_ES[ones]}" if ones else "")


def spanish_before(n: int, *, feminine: bool = False) -> str:
    """Return a number in Spanish as it stands before a noun: `veintiún`, `veintiuna`."""
    words = spanish(n)
    if not words.endswith("uno"):
        return words
    if feminine:
        return words[:-1] + "a"
    return words.removesuffix("uno") + ("ún" if n == 21 else "un")


def number(language: str, n: int) -> str:
    """Return a number in words, standing alone."""
    return spanish(n) if language == "es" else english(n)


def counted(language: str, n: int, forms: str) -> str:
    """Return the form for a number, `singular|plural`, with the number in place of `#`.

    In Spanish `#` agrees with a masculine noun, `#f` with a feminine one.
    """
    one, _, many = forms.partition("|")
    form = one if n == 1 else many or one
    if language == "es":
        form = form.replace("#f", spanish_before(n, feminine=True))
        return form.replace("#", spanish_before(n))
    return form.replace("#f", "#").replace("#", english(n))
