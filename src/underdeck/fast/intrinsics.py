"""Machine code for operations that take Python several steps; each replaces a function by name."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

WORD, INT = ir.IntType(32), ir.IntType(64)


@intrinsic
def step(_context: Any, a: Any, b: Any, c: Any, counter: Any) -> Any:
    """Replace `sfc32.step`: 32-bit arithmetic needs no masks."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        a, b, c, counter = (builder.trunc(value, WORD) for value in args)
        word = builder.add(builder.add(a, b), counter)
        rotated = builder.or_(builder.shl(c, WORD(21)), builder.lshr(c, WORD(11)))
        words = (
            builder.xor(b, builder.lshr(b, WORD(9))),
            builder.add(c, builder.shl(c, WORD(3))),
            builder.add(rotated, word),
            builder.add(counter, WORD(1)),
            word,
        )
        return context.make_tuple(
            builder, signature.return_type, [builder.zext(value, INT) for value in words]
        )

    return types.UniTuple(types.int64, 5)(a, b, c, counter), code


@intrinsic
def count_of(_context: Any, cards: Any) -> Any:
    """Replace `cards.count_of` with the instruction that counts bits."""
    return types.int64(cards), lambda _context, builder, _signature, args: builder.ctpop(args[0])


@intrinsic
def nothing(_context: Any, *args: Any) -> Any:
    """Replace functions that report events: their arguments aren't even evaluated."""
    return types.none(
        types.StarArgTuple.from_types(args)
    ), lambda context, _builder, _signature, _args: context.get_dummy_value()
