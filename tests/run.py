"""Set up a fresh virtual environment and run everything that must pass, on any system.

``python3 tests/run.py`` needs nothing but Python; further arguments go to pytest.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    # a module at a time on each processor, so that what it shares is made once, slow ones first
    ("pytest", "-n", "auto", "--dist", "loadscope", "--no-loadscope-reorder", *sys.argv[1:]),
)


def say(*words: str) -> None:
    """Tell how far it is."""
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


def main() -> int:
    """Install the project with its test tools, then run them all; 0 if all of them pass."""
    shutil.rmtree(ROOT / "build", ignore_errors=True)  # or modules deleted since would live on
    venv.create(HOME, with_pip=True, clear=True)
    programs = next(p for p in (HOME / "bin", HOME / "Scripts") if p.is_dir())
    install = ["pip", "install", "--quiet", "--disable-pip-version-check", f"{ROOT}[test]"]
    subprocess.run([programs / "python", "-m", *install], check=True)
    failed = []
    for check in CHECKS:
        say("==>", *check)
        # The programs themselves, not "python -m", which would put the source tree before the
        # installed package.
        program = shutil.which(check[0], path=programs)
        if subprocess.run([program, *check[1:]], cwd=ROOT, check=False).returncode:
            failed.append(check[0])
    say("Failed:" if failed else "Everything passed.", *failed)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
