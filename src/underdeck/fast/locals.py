"""A state whose numbers are local variables: where all functions that touch it are inlined, the machine keeps them in registers.

A record lies in memory, and the compiler must store and load its fields over and over, for it can't know who else looks there. Here
every field that is a number has a place of its own on the stack, which the optimizer turns into a register; rows of numbers stay in the
record.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, register_model


class Local(types.Type):
    """A record, and beside it the places of its numbers."""

    def __init__(self, record: types.Record, shown: tuple[str, ...], *, writable: bool) -> None:
        self.record = record
        self.writable = writable
        self.numbers = tuple(name for name in shown if record.typeof(name) == types.int64)
        self.shown = shown
        super().__init__(name=f"Local({record.name}, {shown}, {writable})")


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
        return kind.record.typeof(name) if name in kind.shown else None


@lower_getattr_generic(Local)
def _get(context: Any, builder: Any, kind: Local, value: Any, name: str) -> Any:
    parts = cgutils.create_struct_proxy(kind)(context, builder, value=value)
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
                place = cgutils.alloca_once(builder, ir.IntType(64), name=name)
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
