"""Run everything that must pass, on any system: ``python3 tests/run.py [--quick]``.

It needs nothing but Python. Without ``--quick`` a fresh virtual environment ``.venv`` gets the
project installed as others install it, and every test is run. With ``--quick`` the environment
``.venv-quick`` is kept, with the project linked into it, as long as ``pyproject.toml`` and this
Python stay the same; the tests marked slow are left out, and random campaigns have a tenth of
their events. What Python compiles is kept, for the many programs that the tests start. Further arguments go to pytest.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUICK = "--quick" in sys.argv
HOME = ROOT / (".venv-quick" if QUICK else ".venv")
STAMP = HOME / "made-for"
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    # a module at a time on each processor, so that what it shares is made once, slow ones first
    (
        "pytest", "-n", "auto", "--dist", "loadscope", "--no-loadscope-reorder",
        *(("-q", "-m", "not slow", "--campaign", "0.1") if QUICK else ()),
        *(argument for argument in sys.argv[1:] if argument != "--quick"),
    ),
)  # fmt: skip


def say(*words: str) -> None:
    """Tell how far it is."""
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


def programs() -> Path:
    """The folder of the environment's programs."""
    return next(p for p in (HOME / "bin", HOME / "Scripts") if p.is_dir())


def prepare() -> None:
    """Make the environment and install the project with its test tools, if that is needed."""
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest() + sys.version
    if QUICK and STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted:
        say(f"==> {HOME.name} is up to date: used as it is")
        return
    say(f"==> {HOME.name} is made, with the project and its test tools; this takes a minute or two")
    shutil.rmtree(ROOT / "build", ignore_errors=True)  # or modules deleted since would live on
    venv.create(HOME, with_pip=True, clear=True)
    project = f"{ROOT}[test]"
    subprocess.run(
        [programs() / "python", *PIP, *(["--editable"] if QUICK else []), project], check=True
    )
    STAMP.write_text(wanted, encoding="utf-8")


def processor_time() -> float:
    """The seconds of processor time that all programs started here have taken; 0 on Windows."""
    times = os.times()
    return times.children_user + times.children_system


def timed(name: str, step) -> tuple[object, str]:
    """Do a step; give what came of it, and a line of what it took."""
    wall, processor = time.monotonic(), processor_time()
    result = step()
    wall, processor = time.monotonic() - wall, processor_time() - processor
    return result, f"{name:14}{processor:8.1f} s of processor time{wall:8.1f} s"


def passes(check: tuple[str, ...]) -> bool:
    """Run one of the checks; True if it passes."""
    say("==>", *check)
    # The programs themselves, not "python -m", which would put the source tree before the
    # installed package.
    program = shutil.which(check[0], path=programs())
    environ = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    return subprocess.run([program, *check[1:]], cwd=ROOT, env=environ, check=False).returncode == 0


def main() -> int:
    """Prepare, then run all checks; 0 if all of them pass."""
    lines = [timed("environment", prepare)[1]]
    failed = []
    for check in CHECKS:
        name = " ".join(check[:2]) if check[0] == "ruff" else check[0]
        passed, line = timed(name, lambda check=check: passes(check))
        lines.append(line)
        failed += [] if passed else [name]
    say(*(f"\n{line}" for line in lines), "\n")
    say(f"Failed: {', '.join(failed)}" if failed else "Everything passed.")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
