"""Small changes to the syntax tree of a function, a class or a table."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import partial
from typing import NamedTuple

SWAPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}  # fmt: skip


class Change(NamedTuple):
    """A small change: the line, what it does, and how it is made to a node in place."""

    line: int
    what: str
    make: Callable[[], None]


def named_in(body: Sequence[ast.stmt], name: str) -> ast.AST | None:
    """The definition or assignment of a name among statements."""
    for node in body:
        if getattr(node, "name", None) == name:
            return node
        places = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(place, ast.Name) and place.id == name for place in places):
            return node
    return None


def definition(tree: ast.Module, name: str) -> ast.AST:
    """The node of a name such as ``pair``, ``Progress.places`` or ``TRC.min_players``."""
    first, *rest = name.split(".")
    node = named_in(tree.body, first)
    for part in rest:
        if isinstance(node, ast.ClassDef):
            node = named_in(node.body, part)
        else:
            node = next(word.value for word in node.value.keywords if word.arg == part)
    if node is None:
        message = f"{name} is not defined where the rules say"
        raise LookupError(message)
    return node


def with_helpers(tree: ast.Module, node: ast.AST) -> list[ast.AST]:
    """A definition, and the private ones of the same file that it uses, and those that they use."""
    nodes, names = [node], set()
    for one in nodes:
        for part in ast.walk(one):
            if isinstance(part, ast.Name) and part.id.startswith("_") and part.id not in names:
                names.add(part.id)
                helper = named_in(tree.body, part.id)
                if isinstance(helper, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign):
                    nodes.append(helper)
    return nodes


def changes(nodes: Sequence[ast.AST]) -> Iterator[Change]:
    """Every small change that can be made inside some definitions."""
    for top in nodes:
        texts = {id(node.value) for node in ast.walk(top) if isinstance(node, ast.Expr)}
        table = isinstance(top, ast.Assign | ast.AnnAssign | ast.Tuple | ast.Constant)
        for node in _decided(top):
            if isinstance(node, ast.JoinedStr) or id(node) in texts:
                continue
            yield from _changes_of(node, table=table)
        match top:
            case ast.Assign(value=ast.Constant(value=str()) as value):
                yield Change(top.lineno, f"{value.value!r} -> other text",
                             lambda value=value: setattr(value, "value", f"{value.value}~"))  # fmt: skip


def _decided(top: ast.AST) -> Iterator[ast.AST]:
    """All nodes that decide something: neither annotations nor decorators nor messages."""
    waiting = [top]
    while waiting:
        node = waiting.pop(0)
        yield node
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list") or isinstance(
                node, ast.JoinedStr | ast.Raise | ast.Assert
            ):
                continue
            waiting += [part for part in (value if isinstance(value, list) else [value])
                        if isinstance(part, ast.AST)]  # fmt: skip


def _changes_of(node: ast.AST, *, table: bool) -> Iterator[Change]:
    line = getattr(node, "lineno", 0)
    match node:
        case ast.Compare() | ast.BoolOp() | ast.BinOp() | ast.AugAssign():
            yield from _of_operator(node)
        case ast.Constant(value=bool() as value):
            yield Change(line, f"{value} -> {not value}", lambda: setattr(node, "value", not value))
        case ast.Constant(value=int() | float() as value):
            yield Change(line, f"{value} -> {value + 1}", lambda: setattr(node, "value", value + 1))
        case ast.UnaryOp(op=ast.Not() | ast.USub()) if not isinstance(node.operand, ast.Constant):
            without = node.operand
            yield Change(line, f"{_told(node)}: without its sign", lambda: _become(node, without))
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            nothing = ast.Constant(None)
            yield Change(line, "returns nothing", lambda: setattr(node, "value", nothing))
        case ast.If() | ast.IfExp() | ast.comprehension():
            yield from _of_condition(node)
        case _:
            yield from _of_entries(node, table=table)


def _of_operator(node: ast.Compare | ast.BoolOp | ast.BinOp | ast.AugAssign) -> Iterator[Change]:
    """Less for less or equal, and for or, plus for minus."""
    ops = node.ops if isinstance(node, ast.Compare) else [node.op]
    for place, op in enumerate(ops):
        if other := SWAPPED.get(type(op)):
            what = f"{_told(node)}: {type(op).__name__} -> {other.__name__}"
            if isinstance(node, ast.Compare):
                yield Change(node.lineno, what, partial(ops.__setitem__, place, other()))
            else:
                yield Change(node.lineno, what, partial(setattr, node, "op", other()))


def _of_condition(node: ast.If | ast.IfExp | ast.comprehension) -> Iterator[Change]:
    """A condition turned round."""
    if isinstance(node, ast.comprehension):
        for place, test in enumerate(node.ifs):
            negated = ast.UnaryOp(ast.Not(), test)
            change = partial(node.ifs.__setitem__, place, negated)
            yield Change(test.lineno, f"for which not ({_told(test)})", change)
    else:
        negated = ast.UnaryOp(ast.Not(), node.test)
        what = f"not ({_told(node.test)})"
        yield Change(node.test.lineno, what, partial(setattr, node, "test", negated))


def _of_entries(node: ast.AST, *, table: bool) -> Iterator[Change]:
    """An entry left out, of a table each of them."""
    match node:
        case ast.Tuple(elts=[_, *others]) | ast.List(elts=[_, *others]) if (
            table or others
        ) and isinstance(node.ctx, ast.Load):
            for place, part in enumerate(node.elts if table else node.elts[:1]):
                yield Change(part.lineno, f"without {_told(part)}", partial(node.elts.pop, place))
        case ast.Dict() if table:
            for place, key in enumerate(node.keys):
                change = partial(_leave_out, node, place)
                yield Change(node.values[place].lineno, f"without {_told(key or node)}", change)
        case ast.Call() if table:
            for place, part in enumerate(node.args):
                if isinstance(part, ast.Name) and part.id.isupper():
                    change = partial(node.args.__setitem__, place, ast.Constant(None))
                    yield Change(part.lineno, f"{part.id} -> None", change)
            for place, word in enumerate(node.keywords):
                change = partial(node.keywords.pop, place)
                yield Change(word.value.lineno, f"without {word.arg}=", change)
        case ast.Attribute(value=ast.Name(id="Penalty" | "When" | "Special" | "Status")) if table:
            change = partial(_become, node, ast.Constant(None))
            yield Change(node.lineno, f"{_told(node)} -> None", change)


def _leave_out(table: ast.Dict, place: int) -> None:
    """Leave out an entry of a table with keys."""
    del table.keys[place], table.values[place]


def _become(node: ast.AST, other: ast.AST) -> None:
    """Turn a node into another one, where it is."""
    other = deepcopy(other)
    node.__class__ = other.__class__
    node.__dict__.clear()
    node.__dict__.update(other.__dict__)


def _told(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) < 60 else f"{text[:57]}..."
