"""Conditions of scenes: `kings == 4 and hp <= 3`, evaluated over the facts of a story.

A condition is a Python expression of comparisons, `and`, `or`, `not`, `in`, names of facts,
numbers, words in quotes and lists of these. Nothing else is accepted, so that texts can't run code.
"""

import ast
import operator
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from underdeck.chronicle.story import Facts
from underdeck.refusal import Refusal

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
MAX_NESTING = 50
"""Maximum depth of a condition, far below what the recursion of Python allows."""
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_GLUED = re.compile(r"\b\d+[^\W\d]")
"""A number glued to a word, such as `1or hp`, of which Python would warn."""
MISSING = 0
"""The value of a fact that a beat doesn't have."""


class Condition:
    """A condition that has been parsed and checked."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            if _GLUED.search(_QUOTED.sub("''", text)):
                raise SyntaxError(text)
            self._tree = ast.parse(text.strip() or "1", mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise Refusal("scene_condition", condition=text) from error
        self.facts: set[str] = set()
        """The names of the facts that it uses."""
        self.clauses = 0
        """The number of comparisons and facts, which says how specific the condition is."""
        self._check(self._tree, MAX_NESTING)
        if not text.strip():
            self.clauses = 0

    def holds(self, facts: Facts) -> bool:
        """Return whether the condition is true of these facts."""
        return bool(self._value(self._tree, facts))

    def _check(self, node: ast.expr, room: int) -> None:
        """Refuse everything but the operations of a condition, at most `room` levels of them."""
        if not room:
            raise Refusal("scene_condition", condition=self.text)
        match node:
            case ast.BoolOp(values=values):
                for value in values:
                    self._check(value, room - 1)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._check(operand, room - 1)
            case ast.Compare(left=left, ops=ops, comparators=others) if all(
                type(op) in _COMPARISONS for op in ops
            ):
                self.clauses += 1
                before = self.clauses
                for each in (left, *others):
                    self._check(each, room - 1)
                self.clauses = before
            case ast.List(elts=items) | ast.Tuple(elts=items):
                for item in items:
                    self._check(item, room - 1)
            case ast.Name(id=name):
                self.facts.add(name)
                self.clauses += 1
            case ast.Constant(value=int() | str()):
                pass
            case _:
                raise Refusal("scene_condition", condition=self.text)

    def _value(self, node: ast.expr, facts: Facts) -> Any:
        """Return the value of a part of the condition."""
        match node:
            case ast.BoolOp(op=op, values=values):
                combine = all if isinstance(op, ast.And) else any
                return combine(self._value(value, facts) for value in values)
            case ast.UnaryOp(operand=operand):
                return not self._value(operand, facts)
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compare([left, *others], ops, facts)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return [self._value(item, facts) for item in items]
            case ast.Name(id=name):
                return facts.get(name, MISSING)
            case ast.Constant(value=value):
                return value
        raise AssertionError(node)

    def _compare(self, nodes: list[ast.expr], ops: list[ast.cmpop], facts: Facts) -> bool:
        """Compare values in a chain; a comparison of a number with a word is false."""
        values = [self._value(node, facts) for node in nodes]
        try:
            return all(
                _COMPARISONS[type(op)](a, b)
                for a, op, b in zip(values, ops, values[1:], strict=False)
            )
        except TypeError:
            return False


@cache
def condition(text: str) -> Condition:
    """Return a condition; each text is parsed once."""
    return Condition(text)
