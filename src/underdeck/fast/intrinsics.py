"""What a machine does in one instruction where Python needs several: it stands in for the functions of the same names."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

WORD, INT = ir.IntType(32), ir.IntType(64)


@intrinsic
def step(_context: Any, a: Any, b: Any, c: Any, counter: Any) -> Any:
    """sfc32.step: words of 32 bits needn't be cut to that length."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        a, b, c, counter = (builder.trunc(value, WORD) for value in args)
        word = builder.add(builder.add(a, b), counter)
        turned = builder.or_(builder.shl(c, WORD(21)), builder.lshr(c, WORD(11)))
        words = (
            builder.xor(b, builder.lshr(b, WORD(9))),
            builder.add(c, builder.shl(c, WORD(3))),
            builder.add(turned, word),
            builder.add(counter, WORD(1)),
            word,
        )
        return context.make_tuple(
            builder, signature.return_type, [builder.zext(value, INT) for value in words]
        )

    return types.UniTuple(types.int64, 5)(a, b, c, counter), code


@intrinsic
def count_of(_context: Any, cards: Any) -> Any:
    """cards.count_of: the machine counts bits."""
    return types.int64(cards), lambda _context, builder, _signature, args: builder.ctpop(args[0])


@intrinsic
def nothing(_context: Any, *parts: Any) -> Any:
    """Functions that tell what happens, to nobody: not even the words are put together."""
    return types.none(
        types.StarArgTuple.from_types(parts)
    ), lambda context, _builder, _signature, _args: context.get_dummy_value()
