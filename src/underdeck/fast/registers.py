"""A Numba type for states whose numbers are local variables, which end up in registers.

A record lies in memory: the compiler must store and load its fields all the time, because other
code could read them. Where all functions that use the state are inlined, every numeric field gets a
stack slot of its own instead, and the optimizer turns it into a register. Arrays stay in the
record, and options that are known beforehand become constants. Where rules are too long to be
inlined, numbers stay in the record, too, and only access to arrays is quicker.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import ClassVar

from llvmlite import ir
from llvmlite.ir import IRBuilder, Value
from numba.core import cgutils, types
from numba.core.base import BaseContext
from numba.core.datamodel import DataModelManager
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_getattr_generic, lower_setattr_generic
from numba.core.typing import Context, Signature, signature
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
)
from numba.extending import intrinsic, models, register_model

from underdeck.fast.intrinsics import Lowering, Values
from underdeck.options import GameOptions

INT = ir.IntType(64)


class ConstantType(types.Type):
    """A dataclass whose values are known at compile time: every field is a constant."""

    def __init__(self, value: GameOptions) -> None:
        self.values = asdict(value)
        super().__init__(name=f"Constant({value})")

    def field_type(self, name: str) -> types.Type:
        """Return the type of a field."""
        return types.boolean if isinstance(self.values[name], bool) else types.int64


@register_model(ConstantType)
class _ConstantModel(models.OpaqueModel):  # type: ignore[misc]
    """Takes no memory."""


@infer_getattr
class _ConstantFields(AttributeTemplate):  # type: ignore[misc]
    key = ConstantType

    def generic_resolve(self, kind: ConstantType, name: str) -> types.Type:
        """Return the type of a field."""
        return kind.field_type(name)


@lower_getattr_generic(ConstantType)
def _get_constant(
    context: BaseContext, _builder: IRBuilder, kind: ConstantType, _value: Value, name: str
) -> Value:
    return context.get_constant(kind.field_type(name), kind.values[name])


class ArrayType(types.Type):
    """An array of numbers in a record, without index checks or negative indices.

    Where no number is negative, unsigned ones save an instruction.
    """

    def __init__(self, bits: int, *, signed: bool) -> None:
        self.bits, self.signed = bits, signed
        super().__init__(name=f"Array({bits}, {signed})")


@register_model(ArrayType)
class _ArrayModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: DataModelManager, kind: ArrayType) -> None:
        super().__init__(manager, kind, ir.PointerType(ir.IntType(kind.bits)))


@infer_global(operator.getitem)
class _ArrayGet(AbstractTemplate):  # type: ignore[misc]
    def generic(
        self, args: tuple[types.Type, ...], _names: Mapping[str, types.Type]
    ) -> Signature | None:
        """Type `array[index]`."""
        if not isinstance(args[0], ArrayType):
            return None
        return signature(types.int64, args[0], types.int64)


@infer_global(operator.setitem)
class _ArraySet(AbstractTemplate):  # type: ignore[misc]
    def generic(
        self, args: tuple[types.Type, ...], _names: Mapping[str, types.Type]
    ) -> Signature | None:
        """Type `array[index] = value`."""
        if not isinstance(args[0], ArrayType):
            return None
        return signature(types.none, args[0], types.int64, types.int64)


@lower_builtin(operator.getitem, ArrayType, types.int64)
def _get_item(
    _context: BaseContext, builder: IRBuilder, signature: Signature, args: Values
) -> Value:
    value = builder.load(builder.gep(args[0], [args[1]]))
    if signature.args[0].bits == INT.width:
        return value
    return builder.sext(value, INT) if signature.args[0].signed else builder.zext(value, INT)


@lower_builtin(operator.setitem, ArrayType, types.int64, types.int64)
def _set_item(
    _context: BaseContext, builder: IRBuilder, signature: Signature, args: Values
) -> None:
    bits = signature.args[0].bits
    value = args[2] if bits == INT.width else builder.trunc(args[2], ir.IntType(bits))
    builder.store(value, builder.gep(args[0], [args[1]]))


class LocalState(types.Type):
    """A pointer to a record, and beside it pointers to the stack slots of its numbers."""

    in_registers: ClassVar[bool] = True

    def __init__(
        self,
        record: types.Record,
        field_names: tuple[str, ...],
        *,
        writable: bool = True,
        options: GameOptions | None = None,
        checked: bool = False,
    ) -> None:
        self.record = record
        self.writable = writable
        self.fields = {name: record.typeof(name) for name in field_names}
        self.numbers = tuple(
            name for name, kind in self.fields.items() if self.in_registers and kind == types.int64
        )
        if not checked:
            arrays = {
                name: kind
                for name, kind in self.fields.items()
                if isinstance(kind, types.NestedArray)
            }
            self.fields |= {
                name: ArrayType(kind.dtype.bitwidth, signed=not self.in_registers)
                for name, kind in arrays.items()
            }
        if options is not None:
            self.fields["options"] = ConstantType(options)
        super().__init__(name=f"{type(self).__name__}({record.name}, {self.fields}, {writable})")


class RecordState(LocalState):
    """A pointer to a record whose numbers stay in memory; its arrays are like `LocalState`'s.

    It is for rules that are too long to be inlined as a whole.
    """

    in_registers = False


@register_model(RecordState)
@register_model(LocalState)
class _LocalStateModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: DataModelManager, kind: LocalState) -> None:
        slots = [(name, types.CPointer(types.int64)) for name in kind.numbers]  # type: ignore[attr-defined]
        super().__init__(manager, kind, [("record_of_state", kind.record), *slots])


@infer_getattr
class _LocalStateFields(AttributeTemplate):  # type: ignore[misc]
    key = LocalState

    def generic_resolve(self, kind: LocalState, name: str) -> types.Type | None:
        """Return the type of a field, or None if the field isn't visible."""
        return kind.fields.get(name)


@lower_getattr_generic(LocalState)
def _get_field(
    context: BaseContext, builder: IRBuilder, kind: LocalState, value: Value, name: str
) -> Value:
    members = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    match kind.fields[name]:
        case ConstantType():
            return context.get_dummy_value()
        case ArrayType(bits=bits):
            return cgutils.get_record_member(
                builder, members.record_of_state, kind.record.offset(name), ir.IntType(bits)
            )
    if name in kind.numbers:
        return builder.load(getattr(members, name))
    read = context.get_getattr(kind.record, name)
    return read(context, builder, kind.record, members.record_of_state, name)


@lower_setattr_generic(LocalState)
def _set_field(
    context: BaseContext, builder: IRBuilder, signature: Signature, args: Values, name: str
) -> None:
    kind, value_kind = signature.args
    if not kind.writable:
        raise TypingError(f"{name} is read-only for a policy")
    members = cgutils.create_struct_proxy(kind)(context, builder, value=args[0])
    if name in kind.numbers:
        builder.store(args[1], getattr(members, name))
        return
    in_record = types.none(kind.record, value_kind)
    write = context.get_setattr(name, in_record)
    write(builder, (members.record_of_state, args[1]))


def make_loader(kind: LocalState) -> Callable[..., object]:
    """Return an intrinsic that copies a record's numbers into stack slots."""

    @intrinsic
    def load(_context: Context, record: types.Type) -> tuple[Signature, Lowering]:
        def code(
            context: BaseContext, builder: IRBuilder, _signature: Signature, args: Values
        ) -> Value:
            members = cgutils.create_struct_proxy(kind)(context, builder)
            members.record_of_state = args[0]
            for name in kind.numbers:
                slot = cgutils.alloca_once(builder, INT, name=name)
                read = context.get_getattr(kind.record, name)
                builder.store(read(context, builder, kind.record, args[0], name), slot)
                setattr(members, name, slot)
            return members._getvalue()

        return kind(record), code

    return load  # type: ignore[no-any-return]


def make_viewer(whole: LocalState, view: LocalState) -> Callable[..., object]:
    """Return an intrinsic that makes a policy's view of a state; both share their stack slots."""

    @intrinsic
    def show(_context: Context, state: types.Type) -> tuple[Signature, Lowering]:
        def code(
            context: BaseContext, builder: IRBuilder, _signature: Signature, args: Values
        ) -> Value:
            members = cgutils.create_struct_proxy(whole)(context, builder, value=args[0])
            visible = cgutils.create_struct_proxy(view)(context, builder)
            visible.record_of_state = members.record_of_state
            for name in view.numbers:
                setattr(visible, name, getattr(members, name))
            return visible._getvalue()

        return view(state), code

    return show  # type: ignore[no-any-return]
