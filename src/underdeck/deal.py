"""A deal: an order of cards, and the source it was made from.

A source is a seed, a code that people share, a provably fair shuffle, a game of a simulation, or an
explicit list of cards. The same source and deck give the same deal for ever: the vectors in
tests/corpus freeze it and docs/reference/notation.md describes it.
"""

import hashlib
import hmac
import json
import secrets
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, TypeGuard

from underdeck import sfc32
from underdeck.cards import code_of, codes_of, read_cards
from underdeck.deal_code import new_code, read_code
from underdeck.refusal import Refusal
from underdeck.shuffle import key_of, shuffle

SEED_BYTES = 32
MAX_SEED_LENGTH = 200
"""Maximum length of a text seed, and of a player's contribution to a fair shuffle."""


class Source(ABC):
    """The origin of a deal; it can repeat the deal and orders later chance events of the game."""

    __slots__ = ()

    kind: ClassVar[str]
    """The key of this source in JSON and the first word of its line in compact text."""

    @property
    @abstractmethod
    def voice(self) -> str:
        """Return a text that selects phrasings and reveals nothing that isn't published."""

    @abstractmethod
    def deal(self, deck: Sequence[int]) -> "Deal":
        """Deal a deck from this source, or refuse a source that isn't valid."""

    @abstractmethod
    def order(self, items: Sequence[int], number: int) -> tuple[int, ...]:
        """Return the order of items for a chance event; events of a game are numbered from 0."""

    @abstractmethod
    def as_json(self) -> object:
        """Return the value stored under `kind` in JSON."""

    @classmethod
    @abstractmethod
    def from_json(cls, data: object) -> Self:
        """Build a source from its JSON value."""

    @abstractmethod
    def as_text(self) -> str:
        """Return the text after `kind` in a compact record."""

    @staticmethod
    @abstractmethod
    def text_to_json(text: str) -> object:
        """Convert `as_text` to the JSON value; a malformed text raises ValueError."""


class KeyedSource(Source):
    """A source whose shuffle and later chance events come from a 256-bit key."""

    __slots__ = ()

    @property
    @abstractmethod
    def key(self) -> bytes:
        """Return the key of the shuffle."""

    def check(self) -> None:
        """Refuse a source whose contents aren't valid."""

    def deal(self, deck: Sequence[int]) -> "Deal":
        """Shuffle a deck by the key."""
        self.check()
        return Deal(shuffle(deck, self.key), self)

    def order(self, items: Sequence[int], number: int) -> tuple[int, ...]:
        """Shuffle items by a key derived for one chance event."""
        message = b"underdeck/chance/1\n" + number.to_bytes(4, "big")
        return shuffle(items, hmac.new(self.key, message, hashlib.sha256).digest())


@dataclass(frozen=True, slots=True)
class Seed(KeyedSource):
    """Any text that a person or a script chose as a seed."""

    kind = "seed"

    text: str

    @property
    def key(self) -> bytes:
        """Return the hash of the text."""
        return key_of("seed", self.text)

    @property
    def voice(self) -> str:
        """Return the text itself."""
        return self.text

    def check(self) -> None:
        """Refuse an empty, overlong or unencodable text."""
        check_seed_text(self.text)

    def as_json(self) -> str:
        """Return the text."""
        return self.text

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Build a seed from its text."""
        return cls(_require_text(data))

    def as_text(self) -> str:
        """Return the text in quotation marks."""
        return json.dumps(self.text, ensure_ascii=False)

    @staticmethod
    def text_to_json(text: str) -> object:
        """Remove the quotation marks."""
        return json.loads(text)


@dataclass(frozen=True, slots=True)
class Code(KeyedSource):
    """A short code with a check character that people share, such as `7KQ2P-9MXAG`."""

    kind = "code"

    text: str
    """The code in its normal form; `read` accepts other spellings."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Build a code as a person typed it; a typing error is refused."""
        return cls(read_code(text))

    @classmethod
    def new(cls) -> Self:
        """Return a random code."""
        return cls(new_code())

    @property
    def key(self) -> bytes:
        """Return the hash of the code without its dash."""
        return key_of("code", self.text.replace("-", ""))

    @property
    def voice(self) -> str:
        """Return the code."""
        return self.text

    def as_json(self) -> str:
        """Return the code."""
        return self.text

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Build a code from its text."""
        return cls.read(_require_text(data))

    def as_text(self) -> str:
        """Return the code."""
        return self.text

    @staticmethod
    def text_to_json(text: str) -> object:
        """Return the code."""
        return text


@dataclass(frozen=True, slots=True)
class Fair(KeyedSource):
    """A provably fair shuffle: a secret seed, published as a hash, mixed with players' texts."""

    kind = "fair"

    seed: bytes
    mix: tuple[str, ...] = ()

    @classmethod
    def new(cls, mix: Sequence[str] = ()) -> Self:
        """Return a source with a random secret seed."""
        return cls(secrets.token_bytes(SEED_BYTES), tuple(mix))

    def __repr__(self) -> str:
        """Return the commitment: the seed is secret during the game."""
        return f"<Fair {self.commitment[:16]}...>"

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the seed, which is published before the game."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def key(self) -> bytes:
        """Return a key that nobody can steer without knowing the seed and every text."""
        texts = [text.encode() for text in self.mix]
        mixed = b"".join(len(text).to_bytes(4, "big") + text for text in texts)
        return hmac.new(self.seed, b"underdeck/fair/1\n" + mixed, hashlib.sha256).digest()

    @property
    def voice(self) -> str:
        """Return the commitment, which is all that is public during the game."""
        return self.commitment

    def check(self) -> None:
        """Refuse an empty, overlong or unencodable text of a player."""
        for text in self.mix:
            check_seed_text(text)

    def as_json(self) -> dict[str, object]:
        """Return the commitment, the revealed seed and the players' texts."""
        return {"commitment": self.commitment, "seed": self.seed.hex(), "mix": list(self.mix)}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Build a fair source, and refuse a seed that doesn't match the commitment."""
        if not isinstance(data, dict) or data.keys() != {"commitment", "seed", "mix"}:
            raise Refusal("record_part", name="fair")
        seed, mix = data["seed"], data["mix"]
        if not isinstance(seed, str) or not _is_list_of_texts(mix):
            raise Refusal("record_part", name="fair")
        fair = cls(read_fair_seed(seed), tuple(mix))
        if fair.commitment != data["commitment"]:
            promised = str(data["commitment"])
            raise Refusal("broken_commitment", promised=promised, found=fair.commitment)
        return fair

    def as_text(self) -> str:
        """Return the seed, the commitment and the players' texts."""
        mix = json.dumps(list(self.mix), ensure_ascii=False)
        return f"{self.seed.hex()} {self.commitment} {mix}"

    @staticmethod
    def text_to_json(text: str) -> object:
        """Split the seed, the commitment and the players' texts."""
        seed, commitment, mix = text.split(" ", 2)
        return {"seed": seed, "commitment": commitment, "mix": json.loads(mix)}


@dataclass(frozen=True, slots=True)
class Drawn(Source):
    """One game of a simulation: the simulation's seed and the number of the game, from 0."""

    kind = "drawn"

    seed: str
    number: int

    @property
    def voice(self) -> str:
        """Return the seed and the number."""
        return f"{self.seed} {self.number}"

    def deal(self, deck: Sequence[int]) -> "Deal":
        """Shuffle a deck by the simulation's stream for this game."""
        check_seed_text(self.seed)
        if not 0 <= self.number < 2**63:
            raise Refusal("drawn_number", number=self.number)
        return Deal(self._shuffle(deck, sfc32.DEAL), self)

    def order(self, items: Sequence[int], number: int) -> tuple[int, ...]:
        """Shuffle items by the stream of one chance event."""
        return self._shuffle(items, sfc32.CHANCE + number)

    def _shuffle(self, items: Sequence[int], part: int) -> tuple[int, ...]:
        stream, order = [0] * 4, list(items)
        sfc32.open_stream(stream, list(sfc32.words_of(self.seed)), self.number, part)
        sfc32.shuffle(stream, order, len(order))
        return tuple(order)

    def as_json(self) -> dict[str, object]:
        """Return the seed and the number."""
        return {"seed": self.seed, "number": self.number}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Build the source of a simulated game."""
        if (
            not isinstance(data, dict)
            or data.keys() != {"seed", "number"}
            or not isinstance(data["seed"], str)
            or type(data["number"]) is not int
        ):
            raise Refusal("record_part", name="drawn")
        return cls(data["seed"], data["number"])

    def as_text(self) -> str:
        """Return the number and the seed."""
        return f"{self.number} {json.dumps(self.seed, ensure_ascii=False)}"

    @staticmethod
    def text_to_json(text: str) -> object:
        """Split the number and the seed."""
        number, seed = text.split(" ", 1)
        return {"seed": json.loads(seed), "number": int(number)}


@dataclass(frozen=True, slots=True)
class Listed(KeyedSource):
    """An explicit order of cards."""

    kind = "cards"

    cards: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Listed({self.as_text()!r})"

    @property
    def key(self) -> bytes:
        """Return the hash of the cards, for later chance."""
        return key_of("cards", " ".join(codes_of(self.cards)))

    @property
    def voice(self) -> str:
        """Return an empty text: the cards are secret."""
        return ""

    def deal(self, deck: Sequence[int]) -> "Deal":
        """Return the listed order, and refuse missing, repeated and foreign cards."""
        wanted, given = Counter(deck), Counter(self.cards)
        foreign = [code_of(card) for card in given if card not in wanted]
        if foreign:
            raise Refusal("foreign_cards", cards=foreign)
        doubled = [code_of(card) for card in given if given[card] > wanted[card]]
        if doubled:
            raise Refusal("doubled_cards", cards=doubled)
        missing = [code_of(card) for card in wanted if given[card] < wanted[card]]
        if missing:
            raise Refusal("missing_cards", cards=missing, n=len(missing))
        return Deal(self.cards, self)

    def as_json(self) -> list[str]:
        """Return the codes of the cards."""
        return codes_of(self.cards)

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Build a list from the codes of its cards."""
        if not _is_list_of_texts(data):
            raise Refusal("record_part", name="deal")
        return cls(tuple(read_cards(data)))

    def as_text(self) -> str:
        """Return the codes of the cards."""
        return " ".join(codes_of(self.cards))

    @staticmethod
    def text_to_json(text: str) -> object:
        """Split the codes of the cards."""
        return text.split()


SOURCES: dict[str, type[Source]] = {source.kind: source for source in (Seed, Code, Fair, Drawn)}
"""Sources that a record names beside the cards; without one the cards were listed."""


@dataclass(frozen=True, slots=True)
class Deal:
    """An order of cards, top first, and the source it was made from."""

    cards: tuple[int, ...]
    source: Source

    def __repr__(self) -> str:
        return f"<Deal of {len(self.cards)} cards from {self.source!r}>"

    @property
    def voice(self) -> int:
        """Return a number that selects phrasings; it reveals no more than the published source."""
        digest = hashlib.sha256(b"underdeck/voice\n" + self.source.voice.encode()).digest()
        return int.from_bytes(digest[:4], "big")

    def as_json(self) -> dict[str, object]:
        """Return the cards and, under its kind, the source."""
        return {"cards": codes_of(self.cards), self.source.kind: self.source.as_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Build a deal from data; whether the cards match the source is not checked here."""
        listed = Listed.from_json(data.get("cards"))
        kinds = data.keys() - {"cards"}
        if len(kinds) > 1 or not kinds <= SOURCES.keys():
            raise Refusal("record_part", name="deal")
        sources = [SOURCES[kind].from_json(data[kind]) for kind in kinds]
        return cls(listed.cards, sources[0] if sources else listed)


def deal_from_seed(deck: Sequence[int], seed: str) -> Deal:
    """Deal a deck from the text of a seed."""
    return Seed(seed).deal(deck)


def deal_from_code(deck: Sequence[int], code: str) -> Deal:
    """Deal a deck from a code as a person typed it."""
    return Code.read(code).deal(deck)


def deal_from_cards(deck: Sequence[int], cards: Sequence[int]) -> Deal:
    """Deal a deck in an explicit order."""
    return Listed(tuple(cards)).deal(deck)


def read_fair_seed(text: str) -> bytes:
    """Return the 32 bytes of a revealed seed from 64 hexadecimal digits."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Refusal("fair_seed", text=text)
    return seed


def check_seed_text(text: str) -> None:
    """Refuse an empty, overlong or unencodable text as a seed or a player's contribution."""
    if not 1 <= len(text) <= MAX_SEED_LENGTH:
        raise Refusal("seed_length", n=len(text), most=MAX_SEED_LENGTH)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refusal("seed_text") from None


def _is_list_of_texts(data: object) -> TypeGuard[list[str]]:
    return isinstance(data, list) and all(isinstance(item, str) for item in data)


def _require_text(data: object) -> str:
    if not isinstance(data, str):
        raise Refusal("record_part", name="deal")
    return data
