"""``show``: serve the event to the phones of the room, or publish its page into a folder."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from queue import Full, Queue
from threading import Thread

import click

from xlplugin.commands.output import AsJson, Workbook, command, opened, print_json, warn, wrong_use
from xlplugin.ground.machine import Machine
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs import codes
from xlplugin.verbs.show import INSTALL, NEEDED
from xlplugin.workbook.reading.reader import read_event

MOST_UNTOLD = 200
"""Lines that wait for the terminal."""


@command(
    "show",
    msg("Show the event on the phones of the room; players report there."),
    msg(
        "Show the event on the phones of the room: pairings, standings, the clock, a new version after "
        "every save. Players report results there where Player reports is Yes on Event.\n\n"
        "The desk opens in your browser: the address as a QR code, a projector view, what was reported. "
        "Only this computer sees the page until you open it to the local network there, or with --network. "
        "Ctrl+C ends it.\n\n"
        "With --publish the same page is written into a folder instead, after every save, for a web "
        "space of your own."
    ),
    "event.xlsx --network",
)
@Workbook
@click.option(
    "--port", type=click.IntRange(1024, 65535),
    help=msg("Port of the address. Default: that of the last time, otherwise 8765 or the next free one."),
)  # fmt: skip
@click.option("--network", is_flag=True, help=msg("Let phones in the same network see the page."))
@click.option(
    "--publish", metavar="FOLDER", type=click.Path(path_type=Path),
    help=msg("Write index.html into this folder after every save, and serve nothing."),
)  # fmt: skip
@AsJson
def show(
    file: Path,
    port: int | None,
    network: bool,  # noqa: FBT001
    publish: Path | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Serve the event until somebody ends it."""
    if publish is not None:
        if port or network or as_json:
            wrong_use("--publish goes without --port, --network and --json.")
        _publish(file, publish)
        return
    require_extra()
    host = opened(file)
    path = host.path
    from xlplugin.doors.show.running import running  # noqa: PLC0415
    from xlplugin.doors.show.serving import Showing, desk_address  # noqa: PLC0415  (--help needs none)

    if shown := running(Machine.here(), path):
        click.echo(
            t("{file} is being shown already; its desk opens in your browser.", file=path.name),
            err=as_json,
        )
        _open(desk_address(shown.kept), as_json=as_json, address=shown.address)
        return
    _begin_codes(host)
    showing = Showing(path, port=port or 0, to_phones=network, tell=Teller())

    def begun() -> None:
        room = showing.room
        if not as_json:
            _tell_where(room.address, [card.ip for card in room.cards if card.ip != room.ip])
        _open(showing.desk_address, as_json=as_json, address=room.address)

    showing.run(begun)


def require_extra() -> None:
    """Make sure that what serves is installed.

    Raises:
        HostError: it is not; the message says how to get it.
    """
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        text = msg("To show an event, {libraries} must be installed: {command}")
        raise HostError(t(text, libraries=", ".join(missing), command=INSTALL))


def _begin_codes(host: FileHost) -> None:
    """Give the players codes, if they need some; where the workbook is open, say how."""
    if not codes.are_needed(read_event(host.read())):
        return
    try:
        codes.begin(host)
    except HostError as error:
        text = msg(
            "The players have no codes yet, so nothing is received: click Player cards in the workbook, and save. "
            "({why})"
        )
        warn(t(text, why=error))


def _tell_where(address: str, others: Sequence[str]) -> None:
    """Say where phones find the page, once they do."""
    if address:
        click.echo(t("Phones find the page at {address}", address=address))
    else:
        text = msg(
            "Only this computer sees the page: open it to phones at the desk, or with --network."
        )
        click.echo(t(text))
    if address and others:
        text = msg("If phones do not: {addresses}, or see the desk.")
        click.echo(t(text, addresses=", ".join(others)))
    click.echo(t("The desk opens in your browser. Ctrl+C here, or Stop there, ends it."))


def _open(desk: str, *, as_json: bool, address: str = "") -> None:
    if as_json:
        print_json({"desk": desk, "address": address})
    else:
        Thread(target=_browse, args=[desk], daemon=True).start()


def _browse(address: str) -> None:
    """Open the desk; a browser in a terminal may take until it is closed."""
    try:
        is_open = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        is_open = False
    if not is_open:
        text = msg("No browser could be started. Open this address on this computer: {address}")
        click.echo(t(text, address=address))


class Teller:
    """Writes lines to the terminal in a thread: one that takes none, as while text is marked in it, holds nobody up."""

    def __init__(self, write: Callable[[str], None] | None = None) -> None:
        self._write = write or (lambda line: click.echo(line, err=True))
        self._lines: Queue[str] = Queue(MOST_UNTOLD)
        Thread(target=self._go_on, daemon=True, name="teller").start()

    def __call__(self, line: str) -> None:
        """Write a line as soon as it can be; the desk shows what is left out here."""
        with suppress(Full):
            self._lines.put_nowait(line)

    def _go_on(self) -> None:
        while True:
            line = self._lines.get()
            with suppress(OSError, ValueError):  # without a console there is nowhere to write to
                self._write(line)


def _publish(file: Path, folder: Path) -> None:
    """Write the page into a folder whenever the workbook is saved."""
    from xlplugin.commands.export import export  # noqa: PLC0415
    from xlplugin.commands.output import make_folder  # noqa: PLC0415

    make_folder(folder)
    output = str(folder / "index.html")
    click.get_current_context().invoke(export, file=file, kind="html", output=output, watch=True)
