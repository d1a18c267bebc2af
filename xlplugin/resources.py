"""The files that travel with the program: templates and samples."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


def template(name: str) -> AbstractContextManager[Path]:
    """A workbook template as a file, for as long as the context lasts."""
    return _shipped("templates", name)


def sample(name: str) -> AbstractContextManager[Path]:
    """A sample as a file, for as long as the context lasts."""
    return _shipped("samples", name)


def _shipped(folder: str, name: str) -> AbstractContextManager[Path]:
    try:
        found = files(f"xlplugin.{folder}")
    except ModuleNotFoundError:  # run from a checkout that is not installed
        found = Path(__file__).parents[1] / folder
    return as_file(found / name)
