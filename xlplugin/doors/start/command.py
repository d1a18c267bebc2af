"""``start``: serve the page, and open it in the user's browser."""

from __future__ import annotations

import webbrowser
from contextlib import suppress
from threading import Thread

import click

from xlplugin.commands.output import AsJson, command, print_json
from xlplugin.ground import typed
from xlplugin.ground.machine import Machine
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t


@command(
    "start",
    msg("Make and look after events on a page in your browser."),
    msg(
        "Make and look after events on a page in your browser.\n\n"
        "Choose the rules, paste the players, and the workbook is made and opened, as by the command new; "
        "recent events can be opened, looked over by doctor and check, exported, and a backup of them "
        "put back.\n\n"
        "The page is served by this computer for this computer alone, to the one browser that is opened, "
        "until the page is closed. Its address works once: it is printed where no browser can be opened, and in "
        "machine-readable output, which opens none."
    ),
    "",
)
@AsJson
def start(as_json: bool) -> None:  # noqa: FBT001
    """Serve the page until nobody needs it any more."""
    from xlplugin.doors.start.pages import Pages  # noqa: PLC0415  (--help needs none of these)
    from xlplugin.doors.start.server import Server  # noqa: PLC0415
    from xlplugin.doors.start.session import Session  # noqa: PLC0415

    pages = Pages(Machine.here())
    try:
        made = Server()
    except OSError as error:
        text = msg(
            "No page can be served on this computer: {reason}. The commands do the same, for example {command}."
        )
        instead = typed.command("new", "event.xlsx", "--ruleset", "NAME")
        raise HostError(t(text, reason=error.strerror or error, command=instead)) from None
    with made as server, suppress(KeyboardInterrupt):
        pages.session = server.session = Session(server.server_port, pages.answer)
        address = server.session.address
        if as_json:
            print_json({"address": address})
        else:
            Thread(target=_show, args=[address], daemon=True).start()
            click.echo(
                t("New tournament opens in your browser. Close there, or Ctrl+C here, ends it.")
            )
        server.serve()


def _show(address: str) -> None:
    """Open the page; a browser in a terminal may take until it is closed."""
    try:
        is_open = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        is_open = False
    if not is_open:
        click.echo(
            t(
                "No browser could be started. Open this address, which works once: {address}",
                address=address,
            )
        )
