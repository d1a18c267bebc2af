"""Make the files that organizers download, from a checkout.

``.venv/bin/python templates/release.py OUT --installers``, with the Python that xlplugin is installed in
with ``[test]``, writes::

    OUT/xlplugin-VERSION-setup.exe        the setup program for Windows
    OUT/xlplugin-VERSION-macos.zip        with Set up.command
    OUT/xlplugin-VERSION.zip              for everybody else

The last one is made without ``--installers``, too, in a second and without the internet. With
``--portable`` there is ``xlplugin-VERSION-windows.zip``, what the setup program brings, to be unpacked where
it is to stay; ``--sign OPTIONS`` signs the setup program, with options of osslsigncode.
``docs/installing.md`` says what each of them does. ``OUT/xlplugin-VERSION`` is what is in the last ZIP::

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
from argparse import ArgumentParser
from pathlib import Path

try:
    from engine import RULESETS
    from xlplugin.templates.extension import extension
    from xlplugin.templates.in_lite import script, workbook_for_lite
    from xlplugin.templates.installing import (
        macos_folder,
        needs_of,
        windows_folder,
        windows_setup,
        zipped,
    )
except ImportError as error:
    sys.exit(
        f"{error}: run it with the Python that xlplugin[test] is installed in, as .venv/bin/python "
        "templates/release.py OUT"
    )

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "engine", "xlplugin", "templates", "samples")
README = HERE / "release.txt"
SCRIPTS = HERE / "lite" / "tournament.py"
INSTALLERS = HERE / "installers"
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


def installers(folder: Path, *, portable: bool, sign: str | None) -> list[Path]:
    """Write what installs the release in a folder with a double click beside it; gives the files."""
    own, needs = next(folder.glob("*.whl")), needs_of(ROOT / "pyproject.toml")
    made = []
    with tempfile.TemporaryDirectory() as place:
        windows, macos = (Path(place, f"{folder.name}-{name}") for name in ("windows", "macos"))
        windows_folder(INSTALLERS, own, needs, windows)
        made.append(
            windows_setup(INSTALLERS / "windows" / "setup.nsi", windows, folder.parent, sign)
        )
        macos_folder(INSTALLERS, own, needs, macos)
        packed = [zipped(macos), *([zipped(windows)] if portable else [])]
        made += [Path(shutil.move(each, folder.parent / each.name)) for each in packed]
    return made


def main() -> None:
    """Write the release to the folder that is named."""
    parser = ArgumentParser(description="Make the files that organizers download.")
    parser.add_argument("out", metavar="OUT", type=Path, help="where to put them")
    parser.add_argument(
        "--installers", action="store_true", help="those for Windows and macOS, too"
    )
    parser.add_argument(
        "--portable", action="store_true", help="the folder for Windows as a ZIP, too"
    )
    parser.add_argument("--sign", metavar="OPTIONS", help="of osslsigncode, for the setup program")
    asked = parser.parse_args()
    try:
        made = [release(asked.out)]
        if asked.installers:
            folder = made[0].with_suffix("")
            made += installers(folder, portable=asked.portable, sign=asked.sign)
    except RuntimeError as error:
        sys.exit(f"It could not be made.\n{error}")
    for file in made:
        sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
