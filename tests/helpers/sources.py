"""Programs of the source tree itself: an installed copy of them would look at itself."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parents[2]


def program(name):
    """Give the module of a program in ``templates/``."""
    spec = spec_from_file_location(f"sources_{name}", ROOT / "templates" / f"{name}.py")
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
