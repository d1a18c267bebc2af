"""Everything in the source tree is installed."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_folder_of_code_is_installed():
    """A room that pyproject.toml does not list is missing from the wheel."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    folders = [
        ".".join(file.parent.relative_to(ROOT).parts)
        for package in ("engine", "xlplugin")
        for file in (ROOT / package).rglob("__init__.py")
    ]
    along = {"xlplugin.samples", "xlplugin.templates"}  # their folders lie beside the packages
    assert set(listed["packages"]) - along == set(folders) - along
