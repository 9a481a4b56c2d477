"""Machine code for operations that take Python several steps; each replaces a function by name."""

from collections.abc import Callable, Sequence

from llvmlite import ir
from llvmlite.ir import IRBuilder, Value
from numba import types
from numba.core.base import BaseContext
from numba.core.typing import Context, Signature
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

WORD, INT = ir.IntType(32), ir.IntType(64)

Values = Sequence[Value]
Lowering = Callable[[BaseContext, IRBuilder, Signature, Values], Value]
"""Emits the code of a call."""


@intrinsic
def step(
    _context: Context, a: types.Type, b: types.Type, c: types.Type, counter: types.Type
) -> tuple[Signature, Lowering]:
    """Replace `sfc32.step`: 32-bit arithmetic needs no masks."""

    def code(context: BaseContext, builder: IRBuilder, signature: Signature, args: Values) -> Value:
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
def count_of(_context: Context, cards: types.Type) -> tuple[Signature, Lowering]:
    """Replace `cards.count_of` with the instruction that counts bits."""
    return types.int64(cards), lambda _context, builder, _signature, args: builder.ctpop(args[0])


@intrinsic
def nothing(_context: Context, *args: types.Type) -> tuple[Signature, Lowering]:
    """Replace functions that report events: their arguments aren't even evaluated."""
    return types.none(
        types.StarArgTuple.from_types(args)
    ), lambda context, _builder, _signature, _args: context.get_dummy_value()


def make_records(record: types.Record) -> Callable[..., object]:
    """Return an intrinsic that reads an array of bytes as records.

    Numba recognizes arrays of bytes four times as fast as arrays of records when it is called.
    """

    @intrinsic
    def records(_context: Context, memory: types.Type) -> tuple[Signature, Lowering]:
        kind = types.Array(record, 1, "C")

        def code(
            context: BaseContext, builder: IRBuilder, signature: Signature, args: Values
        ) -> Value:
            memory = make_array(signature.args[0])(context, builder, args[0])
            array = make_array(kind)(context, builder)
            size = context.get_constant(types.intp, record.size)
            populate_array(
                array,
                data=builder.bitcast(memory.data, array.data.type),
                shape=[builder.udiv(memory.nitems, size)],
                strides=[size],
                itemsize=size,
                meminfo=memory.meminfo,
            )
            return array._getvalue()

        return kind(memory), code

    return records  # type: ignore[no-any-return]
