"""Play the finished sample events, one for every ruleset.

Run ``python samples/build.py`` after a change of what a round or the standings hold; a test
re-checks every sample.
"""

from __future__ import annotations

from pathlib import Path

from engine import RULESETS
from xlplugin.commands import demo

HERE = Path(__file__).parent
SEED = "24"


def main() -> None:
    """Play every sample anew."""
    for name in RULESETS:
        for old in HERE.glob(f"{name}-*.xlsx"):
            old.unlink()
        path = HERE / f"{name}.xlsx"
        players = demo.play(path, name, SEED, print).players
        path.rename(HERE / f"{name}-{players}.xlsx")


if __name__ == "__main__":
    main()
