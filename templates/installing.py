"""Make what installs xlplugin with a double click: for Windows a setup program or a folder, for macOS a ZIP.

Everything comes along except Python, which uv gets once: uv itself, and every library that is needed, for
the Python that uv gets and for those that may be installed where there is no internet. What is taken is
the newest that fits ``pyproject.toml``; the files ``requirements/*.txt`` in the folder name each library
with its hash, and nothing else is installed.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

GREEN = "#1c7c54"
PYTHON = "3.13"
"""The Python that uv gets: the newest of this line that it knows."""
INSTALLED = ("3.13", "3.14", "3.12")
"""Those that will do on Windows where there is no internet, the first that is found; each makes it 37 MB larger."""


@dataclass(frozen=True)
class System:
    """A system that is installed on."""

    target: str  # the name of its libraries, as ``set_up.py`` asks for them
    platform: str  # as pip names it
    for_uv: str  # as uv names it
    private: str  # the end of the name that uv has for its Python
    pythons: tuple[str, ...]

    def key(self, version: str) -> str:
        """The name that uv has for a Python of this system."""
        return f"cpython-{version}-{self.private}"


WINDOWS = System(
    "win-amd64", "win_amd64", "x86_64-pc-windows-msvc", "windows-x86_64-none", INSTALLED
)
MACOS = (
    System(
        "darwin-arm64", "macosx_11_0_arm64", "aarch64-apple-darwin", "macos-aarch64-none", (PYTHON,)
    ),
    System(
        "darwin-x86_64",
        "macosx_10_15_x86_64",
        "x86_64-apple-darwin",
        "macos-x86_64-none",
        (PYTHON,),
    ),
)


def uv() -> str:
    """The uv that is installed beside this Python."""
    return str(Path(sysconfig.get_path("scripts"), "uv"))


def run(*command: str | Path) -> str:
    """Run a program; gives its output.

    Raises:
        RuntimeError: it is not here, or it failed; the message is its own.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError as error:
        message = f"{command[0]} is not here: apt-get install nsis osslsigncode, or pip install uv"
        raise RuntimeError(message) from error
    if done.returncode:
        message = f"{command[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        raise RuntimeError(message)
    return done.stdout


def newest_python() -> str:
    """The newest Python of the line that uv knows for every system, as in ``3.13.9``."""
    every = ("--only-downloads", "--all-versions", "--all-platforms", "--all-arches")
    listed = json.loads(run(uv(), "python", "list", *every, "--output-format", "json", PYTHON))
    keys, versions = ({each[what] for each in listed} for what in ("key", "version"))
    found = [v for v in versions if {system.key(v) for system in (WINDOWS, *MACOS)} <= keys]
    return max(found, key=lambda version: [int(part) for part in version.split(".")])


def download(*options: str | Path) -> None:
    """Have pip download files that are for another system."""
    pip = (sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-deps")
    run(*pip, "--disable-pip-version-check", "--only-binary", ":all:", *options)


def bring_uv(system: System, folder: Path) -> Path:
    """Download uv for a system into a folder, in the version that is here; gives its wheel."""
    version = run(uv(), "--version").split()[1]
    download("--platform", system.platform, "--dest", folder, f"uv=={version}")
    processor = system.platform.split("_")[-1]
    return next(folder.glob(f"uv-{version}-*{processor}.whl"))


def bring_libraries(system: System, needs: Sequence[str], own: Path, program: Path) -> None:
    """Put the libraries for a system into ``program``, and what is to be installed for each Python.

    Args:
        system: what they are for.
        needs: the requirements, as in ``pyproject.toml``.
        own: the wheel of xlplugin itself.
        program: the folder; ``wheels`` and ``requirements`` in it get the files.
    """
    wheels, listed = program / "wheels", program / "requirements"
    for each in (wheels, listed):
        each.mkdir(parents=True, exist_ok=True)
    shutil.copy(own, wheels)
    for python in system.pythons:
        name = f"{system.target}-{python}"
        with tempfile.TemporaryDirectory() as place:
            asked, pinned, got = Path(place, "asked.txt"), Path(place, "pinned.txt"), Path(place)
            asked.write_text("\n".join(needs), encoding="utf-8")
            where = ("--python-platform", system.for_uv, "--python-version", python)
            only = ("--no-config", "--quiet", "--only-binary", ":all:")
            compiled = ("pip", "compile", *only, *where, "--generate-hashes", "-o", pinned, asked)
            run(uv(), *compiled)
            target = ("--platform", system.platform, "--python-version", python)
            download(*target, "--dest", got, "--require-hashes", "--requirement", pinned)
            for wheel in got.glob("*.whl"):
                shutil.copy(wheel, wheels)
            found = sorted([own, *got.glob("*.whl")], key=lambda wheel: wheel.name)
            lines = [f"{named(wheel)} --hash=sha256:{digest(wheel)}\n" for wheel in found]
            (listed / f"{name}.txt").write_text("".join(lines), encoding="ascii")
            offline = ("--offline", "--no-config", "--no-index", "--find-links", wheels)
            check = ("pip", "install", "--dry-run", "--target", got / "nowhere", *offline, *where)
            run(uv(), *check, "--require-hashes", "--requirement", listed / f"{name}.txt")


def named(wheel: Path) -> str:
    """The requirement that a wheel meets."""
    name, version = wheel.name.split("-")[:2]
    return f"{name}=={version}"


def digest(file: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def needs_of(pyproject: Path) -> list[str]:
    """What xlplugin needs, by its ``pyproject.toml``, what shows an event to phones included."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["show"]]


def put_files(source: Path, folder: Path, version: str, private: str, installed: str) -> None:
    """Copy the scripts of a system into a folder, each with the Python that it is to get, or to look for."""
    program = folder / "program"
    program.mkdir(parents=True, exist_ok=True)
    shutil.copy(source.parent / "set_up.py", program)
    (program / "version.txt").write_text(f"{version}\n", encoding="ascii")
    for script in (path for path in source.iterdir() if path.suffix in (".cmd", ".command")):
        text = script.read_text(encoding="ascii").replace("@PYTHON@", private)
        text = text.replace("@INSTALLED@", installed)
        text = text.replace("@OR@", installed.replace(" ", " or "))
        end = "\r\n" if script.suffix == ".cmd" else "\n"
        (folder / script.name).write_text(text, encoding="ascii", newline=end)
        (folder / script.name).chmod(0o755)


def windows_folder(files: Path, wheel: Path, needs: Sequence[str], folder: Path) -> None:
    """Make the folder for Windows: double-click ``Set up.cmd``, or have the setup program do it."""
    program = folder / "program"
    version = wheel.name.split("-")[1]
    put_files(files / "windows", folder, version, newest_python(), " ".join(WINDOWS.pythons))
    (program / "xlplugin.ico").write_bytes(icon())
    bring_libraries(WINDOWS, needs, wheel, program)
    with tempfile.TemporaryDirectory() as place:
        brought = bring_uv(WINDOWS, Path(place))
        with zipfile.ZipFile(brought) as archive:
            inside = next(name for name in archive.namelist() if name.endswith("/uv.exe"))
            (program / "uv.exe").write_bytes(archive.read(inside))


def windows_setup(script: Path, folder: Path, out: Path, sign: str | None = None) -> Path:
    """Make the setup program of a folder for Windows; gives it.

    Args:
        script: ``setup.nsi``.
        folder: what goes in.
        out: where the setup program goes.
        sign: options of osslsigncode, as in ``-pkcs12 FILE -readpass FILE -ts ADDRESS``.
    """
    version = (folder / "program" / "version.txt").read_text(encoding="ascii").strip()
    made = out / f"xlplugin-{version}-setup.exe"
    defined = {"VERSION": version, "FOLDER": folder.resolve(), "OUT": made.resolve()}
    if sign is not None:
        python, this = shlex.quote(sys.executable), shlex.quote(str(Path(__file__).resolve()))
        defined["SIGN"] = f"{python} {this} {shlex.quote(sign)}"
    with tempfile.TemporaryDirectory() as place:
        defined["PICTURE"] = Path(place, "picture.bmp")
        picture = _bracket().resize((120, 120))
        page = Image.new("RGB", (164, 314), GREEN)
        page.paste(picture, (22, 97), picture)
        page.save(defined["PICTURE"])
        options = [f"-D{name}={value}" for name, value in defined.items()]
        run("makensis", "-V2", "-WX", "-NOCD", *options, script)
    return made


def signed(options: str, program: Path) -> None:
    """Sign a program for Windows with osslsigncode, in its place."""
    result = program.with_name(f"{program.name}.signed")
    about = ("-h", "sha256", "-n", "xlplugin")
    run("osslsigncode", "sign", *shlex.split(options), *about, "-in", program, "-out", result)
    result.replace(program)


def macos_folder(files: Path, wheel: Path, needs: Sequence[str], folder: Path) -> None:
    """Make the folder for macOS: double-click ``Set up.command``."""
    version = wheel.name.split("-")[1]
    put_files(files / "macos", folder, version, newest_python(), " ".join(MACOS[0].pythons))
    for system in MACOS:
        bring_libraries(system, needs, wheel, folder / "program")
        bring_uv(system, folder / "program")


def zipped(folder: Path) -> Path:
    """Pack a folder, with its name and with what may be run, into a ZIP beside it; gives that."""
    packed = folder.with_name(f"{folder.name}.zip")
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, Path(folder.name, path.relative_to(folder)))
    return packed


def icon() -> bytes:
    """The icon of the programs on Windows."""
    sizes, file = (16, 24, 32, 48, 64, 256), BytesIO()
    _bracket().save(file, "ICO", sizes=[(size, size) for size in sizes], bitmap_format="bmp")
    return file.getvalue()


def _bracket() -> Image.Image:
    """A bracket of four."""
    picture = Image.new("RGBA", (512, 512))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((16, 16, 495, 495), 96, fill=GREEN)
    lines = (
        [(96, 128), (224, 128), (224, 224), (96, 224)],
        [(96, 288), (224, 288), (224, 384), (96, 384)],
        [(224, 176), (336, 176), (336, 336), (224, 336)],
        [(336, 256), (424, 256)],
    )
    for line in lines:
        draw.line(line, fill="white", width=36, joint="curve")
    return picture


if __name__ == "__main__":  # makensis signs the setup program and its uninstaller so
    signed(sys.argv[1], Path(sys.argv[2]))
