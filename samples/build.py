"""Play the finished sample events, one for every ruleset.

Run ``python samples/build.py`` after a change of what a round or the standings hold; a test
re-checks every sample. One that differs from the present one in its times only is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

from engine import RULESETS
from xlplugin.commands import demo

HERE = Path(__file__).parent
SEED = "24"


TIME = re.compile(rb"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d")
"""A time, as the log and the properties of a workbook have it."""


def without_times(path: Path) -> Mapping[str, bytes]:
    """The parts of a workbook by their names, without the times at which something was done."""
    with ZipFile(path) as file:
        return {name: TIME.sub(b"", file.read(name)) for name in file.namelist()}


def main() -> None:
    """Play every sample anew."""
    for name in RULESETS:
        played = HERE / f"{name}.xlsx"
        players = demo.play(played, name, SEED, print).players
        sample = HERE / f"{name}-{players}.xlsx"
        for old in HERE.glob(f"{name}-*.xlsx"):
            if old != sample:
                old.unlink()
        if sample.exists() and without_times(played) == without_times(sample):
            played.unlink()
        else:
            played.replace(sample)


if __name__ == "__main__":
    main()
