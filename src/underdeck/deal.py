"""A deal is an order of cards: from a seed, a code people can share, a fair shuffle, or a plain list.

Every shuffle here is frozen by the vectors in tests/corpus and described in docs/notation.md: a deal must come out the same for ever.
"""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from underdeck import sfc32
from underdeck.cards import code_of, codes_of
from underdeck.refusal import Refusal

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Thirty-one characters, a prime, without those that look like others (0 O, 1 I L)."""
CODE_LENGTH = 10
DASHES = "-\u2010\u2011\u2012\u2013\u2014"
SEED_BYTES = 32
MOST_WORDS = 200
"""How long a seed or a player's own words may be."""


@dataclass(frozen=True, slots=True)
class Fair:
    """The provably fair source of a deal: a secret seed, promised by its hash, and the players' own words mixed in."""

    seed: bytes
    mix: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """What is published before the game: SHA-256 of the seed."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def key(self) -> bytes:
        """The shuffle's key: no one can steer it without having known the seed and every word."""
        words = [word.encode() for word in self.mix]
        told = b"".join(len(word).to_bytes(4, "big") + word for word in words)
        return hmac.new(self.seed, b"underdeck/fair/1\n" + told, hashlib.sha256).digest()


@dataclass(frozen=True, slots=True)
class Drawn:
    """The source of a simulated deal: so-manieth game of a simulation with that seed, from 0."""

    seed: str
    number: int

    def order(self, items: Sequence[int], part: int) -> tuple[int, ...]:
        """The items shuffled by the stream of one part of the game."""
        stream, row = [0] * 4, list(items)
        sfc32.open_stream(stream, list(sfc32.words_of(self.seed)), self.number, part)
        sfc32.shuffle(stream, row, len(row))
        return tuple(row)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards, top first, beside what they came from; at most one of the four sources is set."""

    cards: tuple[int, ...]
    seed: str | None = None
    code: str | None = None
    fair: Fair | None = None
    drawn: Drawn | None = None

    @property
    def key(self) -> bytes:
        """The key of the shuffle that made the deal; an explicit list is its own."""
        if self.fair is not None:
            return self.fair.key
        if self.seed is not None:
            return key_of("seed", self.seed)
        if self.code is not None:
            return key_of("code", self.code.replace("-", ""))
        return key_of("cards", " ".join(codes_of(self.cards)))

    def order(self, items: Sequence[int], number: int) -> tuple[int, ...]:
        """Chance after the deal: the order of these items, for the so-manieth time that it is asked in a game, counted from 0."""
        if self.drawn is not None:
            return self.drawn.order(items, sfc32.CHANCE + number)
        key = hmac.new(
            self.key, b"underdeck/chance/1\n" + number.to_bytes(4, "big"), hashlib.sha256
        ).digest()
        return shuffle(items, key)

    @property
    def voice(self) -> int:
        """A number that picks phrasings for this deal; it tells no more of the cards than their published source does."""
        promised = self.fair and self.fair.commitment
        drawn = self.drawn and f"{self.drawn.seed} {self.drawn.number}"
        source = promised or self.seed or self.code or drawn or ""
        return int.from_bytes(
            hashlib.sha256(b"underdeck/voice\n" + source.encode()).digest()[:4], "big"
        )


def key_of(kind: str, source: str) -> bytes:
    """The key of a shuffle from a text of that kind."""
    return hashlib.sha256(f"underdeck/{kind}/1\n{source}".encode()).digest()


def deal_from_seed(deck: Sequence[int], seed: str) -> Deal:
    """The deal of any text that a person or a script chose as a seed."""
    check_words(seed)
    return Deal(shuffle(deck, key_of("seed", seed)), seed=seed)


def deal_from_code(deck: Sequence[int], code: str) -> Deal:
    """The deal of a code like `7KQ2P-9MXA3`."""
    plain = read_code(code)
    return Deal(shuffle(deck, key_of("code", plain.replace("-", ""))), code=plain)


def deal_from_fair(deck: Sequence[int], fair: Fair) -> Deal:
    """The deal of a fair shuffle."""
    for word in fair.mix:
        check_words(word)
    return Deal(shuffle(deck, fair.key), fair=fair)


def deal_from_drawn(deck: Sequence[int], drawn: Drawn) -> Deal:
    """The deal of a simulated game."""
    check_words(drawn.seed)
    if not 0 <= drawn.number < 2**63:
        raise Refusal("drawn_number", number=drawn.number)
    return Deal(drawn.order(deck, sfc32.DEAL), drawn=drawn)


def deal_from_cards(deck: Sequence[int], cards: Sequence[int]) -> Deal:
    """An explicit order, checked to be this very deck: nothing missing, doubled or foreign."""
    wanted, given = Counter(deck), Counter(cards)
    foreign = [code_of(card) for card in given if card not in wanted]
    if foreign:
        raise Refusal("foreign_cards", cards=foreign)
    doubled = [code_of(card) for card in given if given[card] > wanted[card]]
    if doubled:
        raise Refusal("doubled_cards", cards=doubled)
    missing = [code_of(card) for card in wanted if given[card] < wanted[card]]
    if missing:
        raise Refusal("missing_cards", cards=missing, n=len(missing))
    return Deal(tuple(cards))


def new_fair(mix: Sequence[str] = ()) -> Fair:
    """A fresh secret from the machine's own source of randomness."""
    return Fair(secrets.token_bytes(SEED_BYTES), tuple(mix))


def new_code() -> str:
    """A fresh code, from the machine's own source of randomness."""
    return finish_code("".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH - 1)))


def finish_code(start: str) -> str:
    """Nine characters with their check character and the dash."""
    # Weights 1 to 9 for the start and 10 for the check, modulo the prime 31: any one wrong character and any two swapped show.
    total = sum(place * CODE_ALPHABET.index(char) for place, char in enumerate(start, 1))
    check = (-total * pow(CODE_LENGTH, -1, len(CODE_ALPHABET))) % len(CODE_ALPHABET)
    code = start + CODE_ALPHABET[check]
    return f"{code[:5]}-{code[5:]}"


def read_code(text: str) -> str:
    """The code as it is written, from however it was typed; a typing error is refused."""
    plain = "".join(
        char.upper() if char.isascii() else char
        for char in text
        if not char.isspace() and char not in DASHES
    )
    if len(plain) != CODE_LENGTH:
        raise Refusal("code_length", text=text, n=len(plain), wanted=CODE_LENGTH)
    strange = [char for char in plain if char not in CODE_ALPHABET]
    if strange:
        raise Refusal("code_character", text=text, char=strange[0])
    code = finish_code(plain[:-1])
    if code.replace("-", "") != plain:
        raise Refusal("code_check", text=text)
    return code


def read_fair_seed(text: str) -> bytes:
    """The 32 bytes of a revealed seed, written as 64 hexadecimal digits."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Refusal("fair_seed", text=text)
    return seed


def check_words(text: str) -> None:
    """A seed or a player's words: something, and not a novel."""
    if not 1 <= len(text) <= MOST_WORDS:
        raise Refusal("seed_length", n=len(text), most=MOST_WORDS)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refusal("seed_text") from None


def shuffle(cards: Sequence[int], key: bytes) -> tuple[int, ...]:
    """Fisher-Yates from the last place to the second, each place drawn without bias."""
    order = list(cards)
    stream = random_words(key)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, stream)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def random_words(key: bytes) -> Iterator[int]:
    """Unsigned 32-bit numbers, big-endian, from HMAC-SHA256 of a 64-bit counter that starts at 0."""
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(limit: int, stream: Iterator[int]) -> int:
    """A number from 0 to limit - 1; words at the uneven end are thrown away rather than folded over."""
    even = 2**32 - 2**32 % limit
    word = next(stream)
    while word >= even:
        word = next(stream)
    return word % limit
