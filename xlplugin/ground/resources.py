"""The files that travel with the program, and the folder for files where there is no desktop."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from xlplugin.ground.languages import ENGLISH, spoken

PARTS, MADE_OF = "parts", "made_of.json"
"""The folder of the parts that templates are put together from in LibreOffice, and the list of those of each."""


@contextmanager
def template(name: str) -> Iterator[Path]:
    """A workbook template as a file, for as long as the context lasts; made anew in another language than English."""
    parts = files("xlplugin.templates") / PARTS
    if spoken() is ENGLISH and not parts.is_dir():
        with _shipped("templates", name) as path:
            yield path
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        if parts.is_dir():
            _put_together(path, parts)
        else:
            from xlplugin.templates import build  # noqa: PLC0415  (which English does not need)

            path.write_bytes(build.built(name))
        yield path


def _put_together(path: Path, parts: Traversable) -> None:
    """A template as LibreOffice's extension has it: in parts, most of which several of them share."""
    made_of = json.loads((parts / MADE_OF).read_text("utf-8"))
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for part, number in made_of[path.name].items():
            archive.writestr(part, (parts / str(number)).read_bytes())


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
