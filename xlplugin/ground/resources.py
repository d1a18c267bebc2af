"""The files that travel with the program, and the folder for files where there is no desktop."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory

from xlplugin.ground.languages import ENGLISH, spoken


@contextmanager
def template(name: str) -> Iterator[Path]:
    """A workbook template as a file, for as long as the context lasts; made anew in another language than English."""
    if spoken() is ENGLISH:
        with _shipped("templates", name) as path:
            yield path
        return
    from xlplugin.templates import build  # noqa: PLC0415  (which English does not need)

    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(build.built(name))
        yield path


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
