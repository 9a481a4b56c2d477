"""Start a game, or load one from a file."""

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from underdeck.api.bots import BotLike, bots_at
from underdeck.api.session import GameSession
from underdeck.cards import read_cards
from underdeck.deal import Code, Deal, Listed, Seed
from underdeck.formats import load_record
from underdeck.game import AnyGame, View
from underdeck.options import GameOptions, read_options
from underdeck.playthrough import Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import find_game, find_manifest
from underdeck.variants import name_variants, read_variant, refuse_exclusive, variants_of

if TYPE_CHECKING:
    from underdeck.games.dungeon.view import DungeonView
    from underdeck.games.tomb.view import TombView

Bots: TypeAlias = BotLike | Sequence[BotLike | None] | None
"""One bot for all seats but the first, or for each seat a bot or None; None for no bots."""
Cards: TypeAlias = str | Sequence[str] | Deal
"""The cards of a deal, top first, as text or as codes such as `KS`; or a `Deal`."""
OptionValue: TypeAlias = bool | int | str


@overload
def new(
    game: Literal["tomb"],
    *,
    seed: str | int | None = None,
    code: str | None = None,
    deal: Cards | None = None,
    bots: Bots = None,
    variants: str | Sequence[str] = (),
    **options: OptionValue,
) -> "GameSession[TombView]": ...


@overload
def new(
    game: Literal["dungeon"],
    *,
    seed: str | int | None = None,
    code: str | None = None,
    deal: Cards | None = None,
    bots: Bots = None,
    variants: str | Sequence[str] = (),
    **options: OptionValue,
) -> "GameSession[DungeonView]": ...


@overload
def new(
    game: str,
    *,
    seed: str | int | None = None,
    code: str | None = None,
    deal: Cards | None = None,
    bots: Bots = None,
    variants: str | Sequence[str] = (),
    **options: OptionValue,
) -> GameSession[View]: ...


def new(  # noqa: PLR0913  all but the game are optional keywords
    game: str,
    *,
    seed: str | int | None = None,
    code: str | None = None,
    deal: Cards | None = None,
    bots: Bots = None,
    variants: str | Sequence[str] = (),
    **options: OptionValue,
) -> GameSession[Any]:
    """Start a game and return it.

    The cards come from a `seed`, from a `code` that people share, or from `deal`, a list of
    cards; without any of them, from a new random code.

    `bots` are names of bots or functions that return a move for a view: `choose(view)`,
    `choose(view, random)` or `choose(view, random, memory)`. `random` is a `random.Random` that is
    seeded from the deal and the number of moves, `memory` what the seat has learned so far (a
    `TombMemory` or a `DungeonMemory`, None in a game without memories). Bots move as soon as the
    game waits for them, so that nobody can interrupt them before they decide. One bot takes every
    seat but the first; a list has a bot or None for each seat. Seats without a bot are played by
    the caller, who may also ask a bot for their moves: `game.play(game.choose("careful"))`.

    Other keywords are options of the game's rules, such as `drop_sum=True` or `players=3`;
    `variants` are names from the rulebook, such as `["pitch-black"]`.

    >>> import underdeck
    >>> underdeck.new("tomb", seed="42")
    <Tomb of Four Kings: seed '42', 0 moves, waiting for seat 0>
    """
    rules = find_game(game)
    chosen = read_rule_options(rules, options, variants)
    cards = make_deal(rules.deck(chosen), seed, code, deal)
    seats = rules.seats(chosen)
    seated = bots_at(game, seats, bots)
    names = [seated[seat].name if seat in seated else "" for seat in range(seats)]
    session = GameSession(Playthrough.begin(rules, chosen, cards, names if seated else ()), seated)
    session.play_bots()
    return session


def load(path: str | PathLike[str], *, bots: Bots = None) -> GameSession[View]:
    """Load a game from a file and return it after its last move.

    The record is replayed first: if its deal, a move or the result is wrong, it is refused. Bots
    of the package play on; a bot that was a function must be passed again in `bots`, which has the
    same form as in `new`. Bots don't move before the next call of `play` or `play_bots`.
    """
    played = load_record(path)
    record = played.record
    known = find_manifest(record.game).all_bots
    if bots is None and record.seats:
        for seat, name in enumerate(record.seats):
            if name and name not in known:
                raise Refusal("bot_missing", seat=seat, bot=name)
        bots = [name or None for name in record.seats]
    return GameSession(played, bots_at(record.game, played.game.seats(record.options), bots))


def read_rule_options(
    game: AnyGame, values: dict[str, OptionValue], variants: str | Sequence[str]
) -> GameOptions:
    """Return the rule options with some values and variants."""
    names = variants.split(",") if isinstance(variants, str) else variants
    if names and not variants_of(game):
        raise Refusal("option_not_for", option="variants", game=game.name)
    rules = [read_variant(game, name) for name in names]
    refuse_exclusive(game, rules)
    for (name, _), variant in zip(rules, names, strict=True):
        if name in values:
            raise Refusal("variants_exclude", names=[variant, f"{name}={values[name]}"])
    try:
        options: GameOptions = read_options(game.Options, {**values, **dict(rules)})
    except Refusal as refusal:
        raise name_variants(game, refusal, values) from None
    return options


def make_deal(
    deck: Sequence[int], seed: str | int | None, code: str | None, deal: Cards | None
) -> Deal:
    """Return a deal from the only source that is given; by default from a new code."""
    if sum(source is not None for source in (seed, code, deal)) > 1:
        raise Refusal("two_deals", options=["seed", "code", "deal"])
    if seed is not None:
        return Seed(str(seed)).deal(deck)
    if isinstance(deal, Deal):
        return deal.source.deal(deck)
    if deal is not None:
        texts = deal.replace(",", " ").split() if isinstance(deal, str) else deal
        return Listed(tuple(read_cards(texts))).deal(deck)
    return (Code.new() if code is None else Code.read(code)).deal(deck)
