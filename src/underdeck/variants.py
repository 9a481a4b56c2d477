"""Variants: names of the rulebook for values of rule options."""

from collections.abc import Iterable, Mapping

from underdeck.game import AnyGame
from underdeck.refusal import Refusal


def variants_of(game: AnyGame) -> dict[str, tuple[str, str]]:
    """Return the variants of a game: the house rule and its value, by the variant's name."""
    return dict(getattr(game.Options, "VARIANTS", {}))


def read_variant(game: AnyGame, typed: str) -> tuple[str, str]:
    """Return a variant as a house rule: `pitch-black` is `pitch_black=on`."""
    variants = variants_of(game)
    name = typed.strip().lower().replace("_", "-")
    if name not in variants:
        raise Refusal("unknown_variant", name=typed.strip(), names=list(variants))
    return variants[name]


def refuse_exclusive(game: AnyGame, variants: Iterable[tuple[str, str]]) -> None:
    """Refuse two variants that set the same house rule to different values."""
    values: dict[str, str] = {}
    for rule, value in variants:
        if values.setdefault(rule, value) != value:
            names = [name for name, (other, _) in variants_of(game).items() if other == rule]
            raise Refusal("variants_exclude", names=names)


def name_variants(game: AnyGame, refusal: Refusal, rules: Mapping[str, object]) -> Refusal:
    """Return a refusal that names variants as they were asked for, unless they are house rules."""
    names = {
        option: variant
        for variant, (option, value) in reversed(variants_of(game).items())
        if value == "on" and option not in rules
    }
    return Refusal(
        refusal.code, **{name: names.get(str(part), part) for name, part in refusal.params.items()}
    )
