"""Rows as a frame of pandas, each column with its type; errors as one kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeAlias

import click
import pandas as pd

from xlplugin.ground.problems import ERRORS, Problem, WorkbookProblems
from xlplugin.workbook.engine_errors import error_text

WHOLE, NUMBER, TEXT, FLAG, DAY = "Int64", "float64", "string", "boolean", "datetime64[ns]"
"""The types of columns. A number is a fraction where that is asked for, in a column of objects."""
Types: TypeAlias = dict[str, str]
"""Those of a frame, by the names of its columns, in their order."""
Row: TypeAlias = Mapping[str, Any]


def frame(rows: Iterable[Row], types: Types, *, exact: bool = False) -> pd.DataFrame:
    """Rows as a frame; what is blank is missing, and numbers are fractions if ``exact``."""
    rows = list(rows)

    def column(name: str, kind: str) -> pd.Series[Any]:
        values = [None if (value := row.get(name)) == "" else value for row in rows]
        if kind == NUMBER:
            numbers = [value if value is None else Fraction(value) for value in values]
            if exact:
                return pd.Series(numbers, dtype=object)
            values = [value if value is None else float(value) for value in numbers]
        elif kind == TEXT:
            values = [value if value is None else str(value) for value in values]
        return pd.Series(values, dtype=kind)

    return pd.DataFrame({name: column(name, kind) for name, kind in types.items()})


@contextmanager
def one_error() -> Iterator[None]:
    """Turn whatever the organizer, or whoever calls, can mend into one kind of error."""
    try:
        yield
    except WorkbookProblems:
        raise
    except click.UsageError as error:
        raise WorkbookProblems([Problem("", "", error.format_message(), "")]) from error
    except ERRORS as error:
        raise WorkbookProblems([Problem("", "", error_text(error), "")]) from error
