"""The table of what differs between the three Excels names tests that are there."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).parent
_spec = importlib.util.spec_from_file_location("differences", HERE / "differences.py")
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)


@pytest.mark.parametrize("difference", _module.DIFFERENCES, ids=lambda d: d.call)
def test_a_difference_has_its_test(difference):
    """What is done about it would be missed."""
    file, _, name = difference.test.partition(":")
    (path,) = [p for p in (HERE / file, HERE.parent / "xlplugin" / file) if p.exists()]
    assert f"def {name}(" in path.read_text(encoding="utf-8")
    assert all(difference)
