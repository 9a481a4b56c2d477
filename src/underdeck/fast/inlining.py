"""Write out called functions in place of their calls, for games that Python plays in bulk.

A call costs Python about as much as a line of a rule, and rules consist of small functions. Numba
inlines them; here they are inlined in the syntax tree. Nothing that can change a result is
rewritten:

- a call of a function that reports events is left out;
- a call of a function that only returns an expression becomes that expression;
- a call that is a statement of its own, an assigned or a returned value becomes the function's
  statements, with names of their own for its variables;
- global ints become constants.

Every other call remains a call. Functions outside the packages of the rules, such as a user's
policy, stay as they are.
"""

import ast
import builtins
import inspect
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

from underdeck.fast.syntax import (
    UNSUITABLE,
    Block,
    Blocks,
    always_returns,
    copied,
    functions_of,
    is_cheap,
    is_pure,
    parts_of,
    separate,
    value_of,
    without_returns,
)
from underdeck.fast.twin import PACKAGE, Swaps, Twin

ReturnT = TypeVar("ReturnT")

MAX_NODES = 700
"""Functions with a larger syntax tree, their inlined callees included, are called."""
CONSTANTS = int, bool
"""The types of globals that become constants."""


def inline(
    function: Callable[..., ReturnT], swaps: Swaps, silent: Collection[Callable[..., None]]
) -> Callable[..., ReturnT]:
    """Return a copy of a function with calls inlined, some functions replaced and some left out."""
    packages = {PACKAGE, package_of(function)}
    copy: Callable[..., ReturnT] = Twin(swaps, Inliner(packages, silent)).of(function)
    return copy


def package_of(function: Callable[..., object]) -> str:
    """Return the name of the outermost package of a function."""
    return function.__module__.partition(".")[0]


class Definition(NamedTuple):
    """A function that can be inlined."""

    parameters: tuple[str, ...]
    defaults: tuple[int, ...]
    assigned: frozenset[str]
    """The variables that are assigned, which may include parameters."""
    uses: Counter[str]
    """How often each name occurs."""
    body: Block
    expression: ast.expr | None
    """The value, if the function does nothing but return it."""

    def arguments(self, call: ast.Call) -> dict[str, ast.expr]:
        """Return the argument of each parameter in a call."""
        missing = len(self.parameters) - len(call.args)
        defaults = self.defaults[len(self.defaults) - missing :]
        values = [*call.args, *(ast.Constant(value) for value in defaults)]
        return dict(zip(self.parameters, values, strict=True))


class Inliner:
    """Rewrites the copies that a twin makes of functions, callees before callers."""

    def __init__(self, packages: Collection[str], silent: Collection[Callable[..., None]]) -> None:
        self.packages, self.silent = packages, silent
        self.silenced: set[str] = set()
        """The names of the functions whose calls are left out."""
        self.definitions: dict[str, Definition] = {}
        self.scope: dict[str, Any] = {}
        """The globals of all rewritten functions, under names that no variable has."""
        self._names: dict[int, str] = {}
        self._count = 0

    def __call__(self, copy: FunctionType, original: FunctionType) -> FunctionType:
        """Return the function with calls inlined, or the copy if it can't be rewritten."""
        if original in self.silent:
            self.silenced.add(self.name_of(copy, original.__name__))
            return copy
        source = self.source_of(original)
        if source is None:
            return copy
        resolver = Resolver(self, original.__code__.co_varnames, copy.__globals__)
        statements = source.body[1:] if ast.get_docstring(source) else source.body
        resolved = resolver.block([copied(statement, {}) for statement in statements])
        body = Rewriter(self).block(resolved) or [ast.Pass()]
        function = self.build(original, source, body)
        self.define(self.name_of(function, original.__name__), original, body)
        return function

    def source_of(self, function: FunctionType) -> ast.FunctionDef | None:
        """Return the syntax tree of a function if it can be rewritten."""
        code = function.__code__
        variadic = code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
        if variadic or code.co_kwonlyargcount or package_of(function) not in self.packages:
            return None
        node = functions_of(code.co_filename).get(function.__name__)
        if node is None or node.lineno != code.co_firstlineno:
            return None
        is_suitable = not any(isinstance(part, UNSUITABLE) for part in parts_of(node.body))
        return node if is_suitable else None

    def build(self, original: FunctionType, source: ast.FunctionDef, body: Block) -> FunctionType:
        """Compile the statements of a function; its lines are those of the original."""
        parameters = [ast.arg(each.arg) for each in source.args.args]
        arguments = ast.arguments([], parameters, None, [], [], None, [])
        node = ast.copy_location(ast.FunctionDef(source.name, arguments, body, []), source)
        module = ast.fix_missing_locations(ast.Module([node], []))
        made: dict[str, FunctionType] = {}
        code = compile(module, original.__code__.co_filename, "exec")
        exec(code, self.scope, made)  # noqa: S102  the program's own source
        function = made[source.name]
        function.__defaults__ = original.__defaults__
        function.__module__, function.__qualname__ = original.__module__, original.__qualname__
        return function

    def define(self, name: str, original: FunctionType, body: Block) -> None:
        """Remember a function for its callers, unless it is too long."""
        parts = list(parts_of(body))
        if len(parts) > MAX_NODES:
            return
        names = [part for part in parts if isinstance(part, ast.Name)]
        expression = value_of(body)
        self.definitions[name] = Definition(
            original.__code__.co_varnames[: original.__code__.co_argcount],
            original.__defaults__ or (),
            frozenset(part.id for part in names if isinstance(part.ctx, ast.Store)),
            Counter(part.id for part in names),
            body,
            expression if expression and is_pure(expression) else None,
        )

    def name_of(self, value: object, name: str) -> str:
        """Return the name of a global value in the common scope."""
        if id(value) not in self._names:
            self._names[id(value)] = self.new_name(name)
            self.scope[self._names[id(value)]] = value
        return self._names[id(value)]

    def new_name(self, name: str) -> str:
        """Return a name that nothing else has."""
        self._count += 1
        return f"{name.partition('__')[0]}__{self._count}"


class Resolver(Blocks):
    """Replaces global ints by their values, and other globals by names of the common scope."""

    def __init__(
        self, inliner: Inliner, variables: Collection[str], scope: Mapping[str, Any]
    ) -> None:
        self.inliner, self.variables, self.globals = inliner, variables, scope

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Resolve a global name."""
        is_builtin = node.id not in self.globals and hasattr(builtins, node.id)
        if node.id in self.variables or is_builtin:
            return node
        value = self.globals[node.id]
        if type(value) in CONSTANTS:
            return ast.copy_location(ast.Constant(value), node)
        return ast.copy_location(ast.Name(self.inliner.name_of(value, node.id), node.ctx), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Resolve the ints of a module."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Name):
            module = self.inliner.scope.get(node.value.id)
            value = getattr(module, node.attr) if isinstance(module, ModuleType) else None
            if type(value) in CONSTANTS:
                return ast.copy_location(ast.Constant(value), node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Drop the annotation of a variable."""
        if node.value is None:
            return ast.Pass()
        assigned = ast.Assign([self.visit(node.target)], self.visit(node.value))
        return ast.copy_location(assigned, node)


class Rewriter(Blocks):
    """Inlines calls."""

    def __init__(self, inliner: Inliner) -> None:
        self.inliner = inliner

    def callee(self, node: ast.expr) -> Definition | None:
        """Return the function that a call refers to, if it can be inlined."""
        match node:
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                return self.inliner.definitions.get(name)
        return None

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Inline a function that only returns an expression."""
        self.generic_visit(node)
        callee = self.callee(node)
        if callee is None or callee.expression is None:
            return node
        values = callee.arguments(node)
        is_possible = all(
            is_pure(value) and (callee.uses[name] <= 1 or is_cheap(value))
            for name, value in values.items()
        )
        return copied(callee.expression, values, node) if is_possible else node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Block:
        """Leave out reports of events; inline a function whose value isn't used."""
        match node.value:
            case ast.Call(func=ast.Name(id=name)) if name in self.inliner.silenced:
                return []
        self.generic_visit(node)
        body = self.expand(node.value, lambda body: without_returns(body, None))
        return node if body is None else body

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Block:
        """Inline a function whose value is assigned."""
        self.generic_visit(node)
        body = self.expand(node.value, lambda body: without_returns(body, node.targets))
        return separate(node) if body is None else body

    def visit_Return(self, node: ast.Return) -> ast.stmt | Block:
        """Inline a function whose value is returned."""
        self.generic_visit(node)
        if node.value is None:
            return node
        body = self.expand(node.value, lambda body: body if always_returns(body) else None)
        return node if body is None else body

    def expand(self, call: ast.expr, adapt: Callable[[Block], Block | None]) -> Block | None:
        """Return the statements of a called function, adapted to their place, or None."""
        callee = self.callee(call)
        if callee is None:
            return None
        assert isinstance(call, ast.Call)
        before: Block = []
        values: dict[str, ast.expr] = {}
        for name, argument in callee.arguments(call).items():
            is_fixed = name not in callee.assigned and isinstance(argument, ast.Name | ast.Constant)
            if is_fixed or (callee.uses[name] == 0 and is_pure(argument)):
                values[name] = argument
            else:
                values[name] = ast.Name(self.inliner.new_name(name), ast.Load())
                target = copied(ast.Name(name, ast.Store()), values, call)
                before += self.block([ast.copy_location(ast.Assign([target], argument), call)])
        for name in sorted(callee.assigned - values.keys()):
            values[name] = ast.Name(self.inliner.new_name(name), ast.Load())
        adapted = adapt([copied(part, values, call) for part in callee.body])
        return None if adapted is None else before + Tidier().block(adapted)


class Tidier(Blocks):
    """Simplifies what the arguments of a call make simpler."""

    def visit_Assign(self, node: ast.Assign) -> Block:
        """Separate the assignments of a row."""
        return separate(node)
