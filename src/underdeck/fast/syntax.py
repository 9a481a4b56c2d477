"""Syntax trees of rule functions: what can be inlined, and how it is copied to another place."""

import ast
import linecache
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

NodeT = TypeVar("NodeT", bound=ast.AST)

Block = list[ast.stmt]

PURE_BUILTINS = frozenset({"abs", "bool", "int", "len", "max", "min", "range"})
PURE_METHODS = frozenset({"bit_count", "bit_length"})
UNSUITABLE = (
    ast.Lambda,
    ast.FunctionDef,
    ast.ClassDef,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.NamedExpr,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Try,
    ast.With,
    ast.Match,
    ast.Import,
    ast.ImportFrom,
    ast.Global,
    ast.Nonlocal,
    ast.Delete,
    ast.Starred,
)
"""Functions with any of these parts aren't rewritten; rules have none of them."""


@cache
def functions_of(path: str) -> Mapping[str, ast.FunctionDef]:
    """Return the undecorated functions of a file by name; none if there is no source."""
    module = ast.parse("".join(linecache.getlines(path)))
    return {
        node.name: node
        for node in module.body
        if isinstance(node, ast.FunctionDef) and not node.decorator_list
    }


def parts_of(block: Iterable[ast.AST]) -> Iterable[ast.AST]:
    """Yield all nodes of some statements."""
    return (part for statement in block for part in ast.walk(statement))


def copied(node: NodeT, values: Mapping[str, ast.expr], place: ast.expr | None = None) -> NodeT:
    """Return a copy with some variables replaced, located at another node if one is given."""
    if isinstance(node, ast.Name) and node.id in values:
        new = copied(values[node.id], {}, place)
        if isinstance(new, ast.Name):
            new.ctx = node.ctx
        return new  # type: ignore[return-value]
    same = type(node)()
    for name, part in ast.iter_fields(node):
        if isinstance(part, list):
            setattr(same, name, [copied(each, values, place) for each in part])
        else:
            is_node = isinstance(part, ast.AST)
            setattr(same, name, copied(part, values, place) if is_node else part)
    return ast.copy_location(same, place or node)


def is_pure(expression: ast.expr) -> bool:
    """Return whether an expression changes nothing, whenever it is evaluated."""
    return all(
        (isinstance(call.func, ast.Name) and call.func.id in PURE_BUILTINS)
        or (isinstance(call.func, ast.Attribute) and call.func.attr in PURE_METHODS)
        for call in ast.walk(expression)
        if isinstance(call, ast.Call)
    )


def is_cheap(expression: ast.expr) -> bool:
    """Return whether an expression may be evaluated several times."""
    if isinstance(expression, ast.Attribute):
        return isinstance(expression.value, ast.Name)
    return isinstance(expression, ast.Name | ast.Constant)


def value_of(block: Sequence[ast.stmt]) -> ast.expr | None:
    """Return the value of statements that only return one of several expressions."""
    match block:
        case [ast.Return(value=ast.expr() as value)]:
            return value
        case [ast.If(test=test, body=body, orelse=orelse), *rest] if not (orelse and rest):
            first, second = value_of(body), value_of(orelse or rest)
            return None if first is None or second is None else ast.IfExp(test, first, second)
    return None


def always_returns(block: Sequence[ast.stmt]) -> bool:
    """Return whether statements never reach their end."""
    match block:
        case [*_, ast.Return()]:
            return True
        case [*_, ast.If(body=body, orelse=orelse)]:
            return always_returns(body) and always_returns(orelse)
    return False


def without_returns(block: Sequence[ast.stmt], targets: list[ast.expr] | None) -> Block | None:
    """Rewrite returns as assignments to targets, or as the end of the statements if None.

    Statements after an `if` that returns move into its other branch. None if that isn't possible.
    """
    for index, statement in enumerate(block):
        before, after = list(block[:index]), list(block[index + 1 :])
        if isinstance(statement, ast.Return):
            if targets is None:
                return before
            value = statement.value or ast.Constant(None)
            return [*before, ast.Assign([copied(each, {}) for each in targets], value)]
        if not any(isinstance(part, ast.Return) for part in ast.walk(statement)):
            continue
        if not isinstance(statement, ast.If):
            return None
        if always_returns(statement.body):
            parts = statement.body, [*statement.orelse, *after]
        elif always_returns(statement.orelse):
            parts = [*statement.body, *after], statement.orelse
        else:
            return None
        body, orelse = (without_returns(part, targets) for part in parts)
        if body is None or orelse is None:
            return None
        return [*before, ast.If(statement.test, body or [ast.Pass()], orelse)]
    return list(block) if targets is None else None


def separate(node: ast.Assign) -> Block:
    """Assign the values of a row one by one, if none depends on a variable assigned before it."""
    match node:
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
            assigned: set[str] = set()
            for target, value in zip(targets, values, strict=True):
                names = {part.id for part in ast.walk(value) if isinstance(part, ast.Name)}
                if not isinstance(target, ast.Name) or names & assigned:
                    return [node]
                assigned.add(target.id)
            return [
                ast.copy_location(ast.Assign([target], value), node)
                for target, value in zip(targets, values, strict=True)
            ]
    return [node]


class Blocks(ast.NodeTransformer):
    """Rewrites statements, and drops those that do nothing any more."""

    def block(self, block: Sequence[ast.stmt]) -> Block:
        """Rewrite statements."""
        done: Block = []
        for statement in block:
            new = self.visit(statement)
            done += new if isinstance(new, list) else [new]
        return [statement for statement in done if not isinstance(statement, ast.Pass)]

    def visit_If(self, node: ast.If) -> ast.stmt | Block:
        """Rewrite both branches; drop those that are empty or never run."""
        test = self.visit(node.test)
        body, orelse = self.block(node.body), self.block(node.orelse)
        if isinstance(test, ast.Constant):
            return body if test.value else orelse
        if not body and not orelse and is_pure(test):
            return []
        return ast.copy_location(ast.If(test, body or [ast.Pass()], orelse), node)

    def visit_While(self, node: ast.While) -> ast.stmt:
        """Rewrite the statements of a loop."""
        test, body = self.visit(node.test), self.block(node.body) or [ast.Pass()]
        return ast.copy_location(ast.While(test, body, self.block(node.orelse)), node)

    def visit_For(self, node: ast.For) -> ast.stmt:
        """Rewrite the statements of a loop."""
        target, items = self.visit(node.target), self.visit(node.iter)
        body = self.block(node.body) or [ast.Pass()]
        return ast.copy_location(ast.For(target, items, body, self.block(node.orelse)), node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Decide comparisons of None with None: the list of events of a bulk game."""
        self.generic_visit(node)
        match node:
            case ast.Compare(ast.Constant(None), [ast.Is() | ast.IsNot()], [ast.Constant(None)]):
                return ast.copy_location(ast.Constant(isinstance(node.ops[0], ast.Is)), node)
        return node
