"""A state whose numbers are local variables: where all functions that touch it are inlined, the machine keeps them in registers.

A record lies in memory, and the compiler must store and load its fields over and over, for it can't know who else looks there. Here
every field that is a number has a place of its own on the stack, which the optimizer turns into a register; rows of numbers stay in the
record, and a house that is known beforehand is no record at all.
"""

import operator
from dataclasses import asdict
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_getattr_generic, lower_setattr_generic
from numba.core.typing import signature
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
)
from numba.extending import intrinsic, models, register_model

INT = ir.IntType(64)


class Known(types.Type):
    """A dataclass whose values are known when its readers are compiled: every field is a constant."""

    def __init__(self, value: Any) -> None:
        self.values = asdict(value)
        super().__init__(name=f"Known({value})")

    def kind_of(self, name: str) -> Any:
        """The type of a field."""
        return types.boolean if isinstance(self.values[name], bool) else types.int64


@register_model(Known)
class _KnownModel(models.OpaqueModel):  # type: ignore[misc]
    """Nothing is left of it."""


@infer_getattr
class _KnownFields(AttributeTemplate):  # type: ignore[misc]
    key = Known

    def generic_resolve(self, kind: Known, name: str) -> Any:
        """The type of a field."""
        return kind.kind_of(name)


@lower_getattr_generic(Known)
def _get_known(context: Any, _builder: Any, kind: Known, _value: Any, name: str) -> Any:
    return context.get_constant(kind.kind_of(name), kind.values[name])


class Row(types.Type):
    """A row of cards, or of sets of cards, within a record: none is negative, and places are never counted from the end."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(name=f"Row({bits})")


@register_model(Row)
class _RowModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Row) -> None:
        super().__init__(manager, kind, ir.PointerType(ir.IntType(kind.bits)))


@infer_global(operator.getitem)
class _RowGet(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, _names: Any) -> Any:
        """An int at a place."""
        return signature(types.int64, args[0], types.int64) if isinstance(args[0], Row) else None


@infer_global(operator.setitem)
class _RowSet(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, _names: Any) -> Any:
        """A place, and an int."""
        return (
            signature(types.none, args[0], types.int64, types.int64)
            if isinstance(args[0], Row)
            else None
        )


@lower_builtin(operator.getitem, Row, types.int64)
def _get_place(_context: Any, builder: Any, signature: Any, args: Any) -> Any:
    value = builder.load(builder.gep(args[0], [args[1]]))
    return value if signature.args[0].bits == INT.width else builder.zext(value, INT)


@lower_builtin(operator.setitem, Row, types.int64, types.int64)
def _set_place(_context: Any, builder: Any, signature: Any, args: Any) -> None:
    bits = signature.args[0].bits
    value = args[2] if bits == INT.width else builder.trunc(args[2], ir.IntType(bits))
    builder.store(value, builder.gep(args[0], [args[1]]))


class Local(types.Type):
    """A record, and beside it the places of its numbers."""

    def __init__(
        self,
        record: types.Record,
        shown: tuple[str, ...],
        *,
        writable: bool,
        options: Any = None,
        checked: bool = False,
    ) -> None:
        self.record = record
        self.writable = writable
        self.kinds = {name: record.typeof(name) for name in shown}
        self.numbers = tuple(name for name, kind in self.kinds.items() if kind == types.int64)
        if not checked:
            rows = {
                name: kind
                for name, kind in self.kinds.items()
                if isinstance(kind, types.NestedArray)
            }
            self.kinds |= {name: Row(kind.dtype.bitwidth) for name, kind in rows.items()}
        if options is not None:
            self.kinds["options"] = Known(options)
        super().__init__(name=f"Local({record.name}, {self.kinds}, {writable})")


@register_model(Local)
class _LocalModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Local) -> None:
        places = [(name, types.CPointer(types.int64)) for name in kind.numbers]  # type: ignore[attr-defined]
        super().__init__(manager, kind, [("record_of_state", kind.record), *places])


@infer_getattr
class _LocalFields(AttributeTemplate):  # type: ignore[misc]
    key = Local

    def generic_resolve(self, kind: Local, name: str) -> Any:
        """The type of a field, if it is shown."""
        return kind.kinds.get(name)


@lower_getattr_generic(Local)
def _get(context: Any, builder: Any, kind: Local, value: Any, name: str) -> Any:
    parts = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    match kind.kinds[name]:
        case Known():
            return context.get_dummy_value()
        case Row(bits=bits):
            return cgutils.get_record_member(
                builder, parts.record_of_state, kind.record.offset(name), ir.IntType(bits)
            )
    if name in kind.numbers:
        return builder.load(getattr(parts, name))
    read = context.get_getattr(kind.record, name)
    return read(context, builder, kind.record, parts.record_of_state, name)


@lower_setattr_generic(Local)
def _set(context: Any, builder: Any, signature: Any, args: Any, name: str) -> None:
    kind, _ = signature.args
    if not kind.writable:
        raise TypingError(f"{name} is there to be looked at, not to be changed")
    parts = cgutils.create_struct_proxy(kind)(context, builder, value=args[0])
    builder.store(args[1], getattr(parts, name))


def opening(kind: Local) -> Any:
    """A function that takes a record's numbers into local variables."""

    @intrinsic
    def take(_context: Any, record: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            parts = cgutils.create_struct_proxy(kind)(context, builder)
            parts.record_of_state = args[0]
            for name in kind.numbers:
                place = cgutils.alloca_once(builder, INT, name=name)
                read = context.get_getattr(kind.record, name)
                builder.store(read(context, builder, kind.record, args[0], name), place)
                setattr(parts, name, place)
            return parts._getvalue()

        return kind(record), code

    return take


def showing(whole: Local, part: Local) -> Any:
    """A function that shows some fields of such a state, by the same places."""

    @intrinsic
    def show(_context: Any, state: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            parts = cgutils.create_struct_proxy(whole)(context, builder, value=args[0])
            shown = cgutils.create_struct_proxy(part)(context, builder)
            shown.record_of_state = parts.record_of_state
            for name in part.numbers:
                setattr(shown, name, getattr(parts, name))
            return shown._getvalue()

        return part(state), code

    return show
