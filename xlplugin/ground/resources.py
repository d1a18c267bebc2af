"""The files that travel with the program, and the folder for files where there is no desktop."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from pathlib import Path


def template(name: str) -> AbstractContextManager[Path]:
    """A workbook template as a file, for as long as the context lasts."""
    return _shipped("templates", name)


def sample(name: str) -> AbstractContextManager[Path]:
    """A sample as a file, for as long as the context lasts."""
    return _shipped("samples", name)


def rules_files() -> dict[str, bytes]:
    """The ready-made files of rules by their names, such as ``magic``, in the order of the alphabet."""
    folder = files("xlplugin.templates") / "rules"
    found = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
    return {name.removesuffix(".toml"): found[name].read_bytes() for name in sorted(found)}


def _shipped(folder: str, name: str) -> AbstractContextManager[Path]:
    return as_file(files(f"xlplugin.{folder}") / name)


def files_of_lite() -> Path | None:
    """The folder of files in xlwings Lite, which its user finds under Files in its menu."""
    folder = Path("/data")
    return folder if sys.platform == "emscripten" and folder.is_dir() else None
