"""Imports without the modules that they could do without."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import cast


@contextmanager
def leaving_out(*names: str) -> Iterator[None]:
    """Let an import of any of these modules say that it is not installed, unless it is there already."""
    left_out = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(left_out, cast("ModuleType", None)))
    try:
        yield
    finally:
        for name in left_out:
            del sys.modules[name]
