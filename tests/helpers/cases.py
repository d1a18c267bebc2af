"""Many cases of one behaviour as one test, which lists those that fail."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

MOST_SHOWN = 12


def each(names: str | Iterable[str], cases: Iterable[Any], ids: Any = None) -> Callable:
    """Run a test for every case, as ``pytest.mark.parametrize`` would, but in one test.

    The cases share the test's fixtures, so none of them may be changed by a case.

    Args:
        names: the arguments, as a list or divided by commas.
        cases: their values; a value for a single name stands alone.
        ids: how a case is called: by a function, or each by a text.
    """
    arguments = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    listed = [getattr(case, "values", case) if hasattr(case, "marks") else case for case in cases]
    listed = [
        case if len(arguments) > 1 or hasattr(original, "marks") else (case,)
        for case, original in zip(listed, cases, strict=True)
    ]
    given = None if ids is None or callable(ids) else list(ids)

    def take(function: Callable) -> Callable:
        @wraps(function)
        def test(**fixtures: Any) -> None:
            failed = {}
            for place, values in enumerate(listed):
                case = dict(zip(arguments, values, strict=True))
                try:
                    function(**fixtures, **case)
                except Exception as error:  # noqa: BLE001  (each is a failure, and the next case is tried)
                    name = given[place] if given else ", ".join(map(ids or repr, values))
                    failed[str(name)[:120]] = f"{type(error).__name__}: {error}"
            assert failed == {}, _told(failed, len(listed))

        signature = inspect.signature(function)
        rest = [p for name, p in signature.parameters.items() if name not in arguments]
        test.__signature__ = signature.replace(parameters=rest)
        return test

    assert listed, "no cases"
    return take


def _told(failed: dict[str, str], count: int) -> str:
    """The failures, the first ones with what went wrong."""
    shown = [f"[{name}]\n{what[:1500]}" for name, what in list(failed.items())[:MOST_SHOWN]]
    return "\n\n".join([f"{len(failed)} of {count} cases fail", *shown])
