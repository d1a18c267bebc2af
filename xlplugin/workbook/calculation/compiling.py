"""From a tree to what works it out in any row: a chain of small functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from xlplugin.workbook.calculation.operands import (
    VALUE,
    Array,
    Element,
    Failure,
    Operand,
    Run,
    RunOperand,
    Scalar,
    Unknown,
    array_of,
    elements,
    elementwise,
    is_single,
    single,
    value_of,
)
from xlplugin.workbook.calculation.operators import OPERATORS, SIGNS, equal
from xlplugin.workbook.calculation.range_functions import RANGE_FUNCTIONS
from xlplugin.workbook.calculation.reading_values import Reading
from xlplugin.workbook.calculation.scalar_functions import SCALAR_FUNCTIONS, ScalarFunction
from xlplugin.workbook.calculation.tree import (
    Call,
    Constant,
    ErrorValue,
    Listed,
    Name,
    Node,
    Operation,
    Reference,
    Signed,
)


class Source(Protocol):
    """Where a formula stands, and what its references lead to."""

    @property
    def reading(self) -> Reading:
        """How values are read."""

    def cell(self, reference: Reference) -> Run:
        """What gives the value of a cell."""

    def area(self, reference: Reference) -> RunOperand:
        """What gives the cells of a reference."""

    def named(self, name: Name) -> RunOperand:
        """What gives the cells, or the value, of a defined name."""

    def addressed(self, text: str) -> Operand:
        """The cells of an address that is given as text."""


NEITHER = Constant(False)  # noqa: FBT003
"""What ISNUMBER and ISTEXT see in place of an error."""


class Compiler:
    """Makes functions of the parts of a formula.

    Args:
        source: where the formula stands.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._reading = source.reading
        self._runs: dict[int, Run] = {}
        self._special: dict[str, Callable[[Sequence[Node]], Run]] = {
            "AND": lambda nodes: self._all_or_any(nodes, all),
            "CHOOSE": self._choose,
            "HYPERLINK": self._hyperlink,
            "IF": self._if,
            "IFERROR": lambda nodes: self._if_error(nodes, None),
            "IFNA": lambda nodes: self._if_error(nodes, "#N/A"),
            "ISERROR": self._is_error,
            "ISREF": self._is_reference,
            "OR": lambda nodes: self._all_or_any(nodes, any),
        }

    def run(self, node: Node) -> Run:
        """What gives a part's value; where that would be several cells it is not known."""
        known = self._runs.get(id(node))
        if known is None:
            known = self._runs[id(node)] = self._new_run(node)
        return known

    def _new_run(self, node: Node) -> Run:
        match node:
            case Constant(value):
                return lambda _: value
            case ErrorValue(code):
                return lambda _: _fail(code)
            case Reference(is_cell=True):
                return self._source.cell(node)
            case Signed(sign, operand):
                part, apply, reading = self.run(operand), SIGNS[sign], self._reading
                return lambda row: apply(reading, part(row))
            case Operation():
                return self._operation(node)
            case Call():
                return self._call(node)
        several = self.operand(node)
        return lambda row: single(several(row))

    def operand(self, node: Node, *, is_array: bool = False) -> RunOperand:
        """What gives a part's cells or value.

        Args:
            node: the part.
            is_array: whether cells are worked out one by one, as in SUMPRODUCT.
        """
        match node:
            case Reference():
                return self._source.area(node)
            case Name():
                return self._source.named(node)
            case Listed(rows):
                values: list[Element] = [value for row in rows for value in row]
                listed = Array(len(rows), len(rows[0]), values, is_local=False)
                return lambda _: listed
            case Operation(sign, left, right) if is_array or _has_array(node):
                apply, reading = OPERATORS[sign], self._reading
                return self._each(
                    lambda one, two: apply(reading, one, two), (left, right), is_array=is_array
                )
            case Signed(sign, part) if is_array or _has_array(node):
                change, reading = SIGNS[sign], self._reading
                return self._each(lambda one: change(reading, one), (part,), is_array=is_array)
            case Call(name, nodes) if name in RANGE_FUNCTIONS:
                return self._of_ranges(name, nodes, is_array=is_array)
            case Call("INDIRECT", (address,)):
                text, reading = self.run(address), self._reading
                return lambda row: self._source.addressed(reading.text(text(row)))
            case Call(name, nodes) if name in SCALAR_FUNCTIONS and (is_array or _has_array(node)):
                known, reading = _taking(SCALAR_FUNCTIONS[name], nodes), self._reading
                return self._each(
                    lambda *values: known.function(reading, *values), nodes, is_array=is_array
                )
        return self.run(node)

    def _each(
        self, function: Callable[..., Scalar], nodes: Sequence[Node], *, is_array: bool
    ) -> RunOperand:
        """A function of values for every cell of the operands that are arrays."""
        parts = [self.operand(node, is_array=is_array) for node in nodes]
        reading = self._reading

        def run(row: int) -> Operand:
            operands = [part(row) for part in parts]
            if not is_array:  # cells that are not worked out one by one must be single
                operands = [o if isinstance(o, Array) else single(o) for o in operands]
            if all(map(is_single, operands)):
                return function(*operands)
            was_local, reading.is_local = reading.is_local, False
            result = elementwise(function, operands)
            assert isinstance(result, Array)
            result.is_local |= reading.is_local
            reading.is_local = was_local or result.is_local
            return result

        return run

    def _operation(self, node: Operation) -> Run:
        left, right, reading = self.run(node.left), self.run(node.right), self._reading
        if node.sign in ("=", "<>") and isinstance(node.right, Constant):
            wanted, is_not = node.right.value, node.sign == "<>"
            if isinstance(wanted, str) and wanted.isascii():
                return _compared_with(left, wanted, is_not=is_not)
        apply = OPERATORS[node.sign]
        return lambda row: apply(reading, left(row), right(row))

    def _call(self, node: Call) -> Run:
        name, nodes = node.function, node.arguments
        if name in self._special:
            return self._special[name](nodes)
        if name not in SCALAR_FUNCTIONS:
            if name in RANGE_FUNCTIONS or name == "INDIRECT":
                several = self.operand(node)
                return lambda row: single(several(row))
            raise Unknown
        function, reading = _taking(SCALAR_FUNCTIONS[name], nodes).function, self._reading
        parts = [self.run(part) for part in nodes]
        if name in ("ISNUMBER", "ISTEXT"):
            parts = [self._if_error((nodes[0], NEITHER), None)]
        if len(parts) == 1:
            only = parts[0]
            return lambda row: function(reading, only(row))
        return lambda row: function(reading, *[part(row) for part in parts])

    def _of_ranges(self, name: str, nodes: Sequence[Node], *, is_array: bool) -> RunOperand:
        known, reading = RANGE_FUNCTIONS[name], self._reading
        if len(nodes) < known.least or (known.most is not None and len(nodes) > known.most):
            raise Unknown
        kinds = known.kinds.ljust(len(nodes), known.kinds[-1])
        parts: list[RunOperand] = [
            self._criterion(node)
            if kind == "w"
            else self.run(node)
            if kind == "v"
            else self.operand(node, is_array=is_array or kind == "a")
            for kind, node in zip(kinds, nodes, strict=False)
        ]
        function = known.function
        return lambda row: function(reading, *[part(row) for part in parts])

    def _criterion(self, node: Node) -> Run:
        """A criterion; what an error as one would count is not known for sure."""
        part = self.run(node)

        def run(row: int) -> Scalar:
            try:
                return part(row)
            except Failure as failure:
                raise Unknown from failure

        return run

    # Functions that do not work out every argument, or want to see what it is

    def _if(self, nodes: Sequence[Node]) -> Run:
        _require(nodes, 2, 3)
        condition, then = self.run(nodes[0]), self.run(nodes[1])
        other: Run = self.run(nodes[2]) if len(nodes) == 3 else lambda _: False
        truth = self._reading.truth

        def run(row: int) -> Scalar:
            holds = condition(row)
            if holds is True or (holds is not False and truth(holds)):
                return then(row)
            return other(row)

        return run

    def _if_error(self, nodes: Sequence[Node], code: str | None) -> Run:
        _require(nodes, 2, 2)
        value, other = map(self.run, nodes)

        def run(row: int) -> Scalar:
            try:
                return value(row)
            except Failure as failure:
                if code not in (None, failure.code):
                    raise
            return other(row)

        return run

    def _is_error(self, nodes: Sequence[Node]) -> Run:
        _require(nodes, 1, 1)
        value = self.run(nodes[0])

        def run(row: int) -> Scalar:
            try:
                value(row)
            except Failure:
                return True
            return False

        return run

    def _is_reference(self, nodes: Sequence[Node]) -> Run:
        _require(nodes, 1, 1)
        operand = self.operand(nodes[0])

        def run(row: int) -> Scalar:
            try:
                result = operand(row)
            except Failure:
                return False
            return not (is_single(result) or isinstance(result, Array))

        return run

    def _hyperlink(self, nodes: Sequence[Node]) -> Run:
        """The name that is shown; an address that is an error is not known to do no harm."""
        _require(nodes, 1, 2)
        address, shown = self.run(nodes[0]), self.run(nodes[-1])

        def run(row: int) -> Scalar:
            try:
                address(row)
            except Failure as failure:
                raise Unknown from failure
            return shown(row)

        return run

    def _choose(self, nodes: Sequence[Node]) -> Run:
        _require(nodes, 2, None)
        index, *values = map(self.run, nodes)
        reading = self._reading

        def run(row: int) -> Scalar:
            number = int(reading.number(index(row)))
            if not 1 <= number <= len(values):
                raise Failure(VALUE)
            return values[number - 1](row)

        return run

    def _all_or_any(self, nodes: Sequence[Node], combine: Callable[[list[bool]], bool]) -> Run:
        """AND, OR: every argument is worked out; texts and blanks count where they are written out only."""
        _require(nodes, 1, None)
        parts = [self.operand(node) for node in nodes]
        reading = self._reading

        def run(row: int) -> Scalar:
            truths: list[bool] = []
            for part in parts:
                value = part(row)
                if value is None or isinstance(value, str | float | bool):
                    truths.append(reading.truth(value))
                else:
                    truths += _truths(reading, value)
            if not truths:
                raise Failure(VALUE)
            return combine(truths)

        return run


def _truths(reading: Reading, operand: Operand) -> list[bool]:
    """The truth values and numbers among cells, as conditions."""
    array = array_of(operand)
    reading.is_local |= array.is_local
    values = [*map(value_of, elements(array)), *([value_of(array.rest)] if array.left_out else [])]
    return [bool(value) for value in values if isinstance(value, bool | float)]


def _compared_with(left: Run, wanted: str, *, is_not: bool) -> Run:
    """The commonest comparison, made quickly: whether something is a certain text."""
    letters, size = wanted.lower(), len(wanted)

    def run(row: int) -> Scalar:
        value = left(row)
        if isinstance(value, str):
            if len(value) == size and value.isascii():
                return (value.lower() == letters) is not is_not
            if value.isascii():
                return is_not
        return equal(value, wanted) is not is_not

    return run


def _has_array(node: Node) -> bool:
    """Whether an array is written out in a part that works value by value."""
    match node:
        case Listed():
            return True
        case Operation(_, left, right):
            return _has_array(left) or _has_array(right)
        case Signed(_, operand):
            return _has_array(operand)
        case Call(name, nodes) if name in SCALAR_FUNCTIONS:
            return any(map(_has_array, nodes))
    return False


def _taking(function: ScalarFunction, nodes: Sequence[Node]) -> ScalarFunction:
    _require(nodes, function.least, function.most)
    return function


def _require(nodes: Sequence[Node], least: int, most: int | None) -> None:
    if len(nodes) < least or (most is not None and len(nodes) > most):
        raise Unknown


def _fail(code: str) -> Scalar:
    raise Failure(code)
