"""Make the files that organizers download, from a checkout: a folder, and the same as a ZIP.

``.venv/bin/python templates/release.py OUT``, with the Python that xlplugin is installed in, writes
``OUT/xlplugin-VERSION`` and ``OUT/xlplugin-VERSION.zip``, which unpacks into a folder of its own name::

    README.txt                            what to do with the rest
    xlplugin-VERSION-py3-none-any.whl     for pip
    xlplugin-VERSION.oxt                  the extension for LibreOffice
    personal/                             for xlwings Lite, to be dropped into its files as it is
    workbooks/                            a blank workbook for each ruleset, for xlwings Lite

pip builds the wheel; nothing is left behind in the checkout.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from engine import RULESETS
    from xlplugin.templates.extension import extension
    from xlplugin.templates.in_lite import script, workbook_for_lite
except ImportError as error:
    sys.exit(
        f"{error}: run it with the Python that xlplugin is installed in, as .venv/bin/python "
        "templates/release.py OUT"
    )

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "engine", "xlplugin", "templates", "samples")
README = HERE / "release.txt"
SCRIPTS = HERE / "lite" / "tournament.py"
VERSION, LISTED = "VERSION", "RULESETS"  # in place of both


def wheel(folder: Path) -> Path:
    """Build the wheel of this checkout in a folder.

    Raises:
        RuntimeError: pip could not build it; the message is pip's.
    """
    with tempfile.TemporaryDirectory() as copied:
        for name in SOURCES:
            source, target = ROOT / name, Path(copied, name)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        pip = (sys.executable, "-P", "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check")
        command = [*pip, "--no-deps", "--wheel-dir", str(folder), copied]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise RuntimeError(done.stderr)
    return next(folder.glob("xlplugin-*.whl"))


def release(out: Path) -> Path:
    """Write the folder and the ZIP into ``out``, in place of those made before; gives the ZIP."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as built:
        made = wheel(Path(built))
        version = made.name.split("-")[1]
        folder = out / f"xlplugin-{version}"
        shutil.rmtree(folder, ignore_errors=True)
        for place in ("personal", "workbooks"):
            (folder / place).mkdir(parents=True)
        for place in (folder, folder / "personal"):
            shutil.copy(made, place)
    shutil.copy(SCRIPTS, folder / "personal")
    (folder / f"{folder.name}.oxt").write_bytes(extension())
    text = script()
    for workbook in sorted(HERE.glob("*.xlsx")):
        made_for_lite = workbook_for_lite(workbook.read_bytes(), text)
        (folder / "workbooks" / workbook.name).write_bytes(made_for_lite)
    rulesets = "\n".join(f"    {name:<20}  {each.title}" for name, each in RULESETS.items())
    text = README.read_text(encoding="ascii").replace(VERSION, version).replace(LISTED, rulesets)
    (folder / "README.txt").write_text(text, encoding="ascii", newline="\r\n")
    return Path(shutil.make_archive(str(folder), "zip", folder))


def main() -> None:
    """Write the release to the folder that is named."""
    if len(sys.argv) != 2:
        sys.exit("Say where to put it: .venv/bin/python templates/release.py OUT")
    try:
        sys.stdout.write(f"{release(Path(sys.argv[1]))}\n")
    except RuntimeError as error:
        sys.exit(f"The wheel could not be built.\n{error}")


if __name__ == "__main__":
    main()
