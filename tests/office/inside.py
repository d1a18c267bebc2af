"""Look into a running LibreOffice and answer, a line each: what is on its screen, what its cells have.

It runs under the Python that has ``uno``, which is not that of the tests. Nothing here presses anything:
the mouse and the keyboard do that.
"""

from __future__ import annotations

import json
import sys
import time

import uno
from com.sun.star.connection import NoConnectException


def named(kind, *names):
    """Numbers of accessibility by their names."""
    space = f"com.sun.star.accessibility.{kind}"
    return tuple(uno.getConstantByName(f"{space}.{name}") for name in names)


BUTTONS = named(
    "AccessibleRole", "PUSH_BUTTON", "TOGGLE_BUTTON", "BUTTON_DROPDOWN", "MENU_ITEM", "MENU", "TEXT"
)
BOXES = named("AccessibleRole", "DIALOG", "ALERT")
TOOLBARS = [
    f"private:resource/toolbar/addon_xlplugin.tournament.{name}" for name in ("rounds", "more")
]


def connect(address):
    """The desktop of the LibreOffice that listens there."""
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", context
    )
    while True:
        try:
            remote = resolver.resolve(f"uno:{address};urp;StarOffice.ComponentContext")
            break
        except NoConnectException:  # it is being started
            time.sleep(0.1)
    manager = remote.ServiceManager
    return [
        manager.createInstanceWithContext(name, remote)
        for name in ("com.sun.star.frame.Desktop", "com.sun.star.awt.Toolkit")
    ]


class Screen:
    """What there is to see of LibreOffice."""

    def __init__(self, address):
        self.desktop, self.toolkit = connect(address)

    @property
    def document(self):
        """The first document that has tabs."""
        every = self.desktop.Components.createEnumeration()
        while every.hasMoreElements():
            document = every.nextElement()
            if hasattr(document, "Sheets") and document.CurrentController:
                return document
        return None

    def says_what_it_shows(self):
        """Whether windows tell their parts: those of LibreOffice 26.8 do not any more."""
        return hasattr(self.document.CurrentController.Frame.ContainerWindow, "AccessibleContext")

    def tabs(self):
        """The names of all tabs that are in sight."""
        return [sheet.Name for sheet in self.document.Sheets if sheet.IsVisible]

    def rows(self, tab):
        """The values of a tab."""
        cursor = self.document.Sheets.getByName(tab).createCursor()
        cursor.gotoEndOfUsedArea(True)  # noqa: FBT003  (from the first cell on)
        return cursor.DataArray

    def shown(self, tab, cell):
        """What a cell shows."""
        return self.document.Sheets.getByName(tab).getCellRangeByName(cell).String

    def notes(self, tab):
        """The notes of a tab by their cells."""
        sheet = self.document.Sheets.getByName(tab)
        return {
            sheet.getCellByPosition(
                note.Position.Column, note.Position.Row
            ).AbsoluteName: note.String
            for note in sheet.Annotations
        }

    def select(self, tab, cell):
        """Put the cursor into a cell."""
        controller = self.document.CurrentController
        sheet = self.document.Sheets.getByName(tab)
        controller.setActiveSheet(sheet)
        controller.select(sheet.getCellRangeByName(cell))

    def path(self):
        """Where the document is saved, and whether all of it is."""
        return [self.document.URL, self.document.isModified()]

    def steps(self):
        """What can be undone, the newest first."""
        return self.document.UndoManager.getAllUndoActionTitles()

    def place(self, label, *, is_ours=False):
        """The middle of the button, entry or field with a label, or one that begins so; or of our toolbars."""
        places = {}
        for around in self._toolbars() if is_ours else self._in_front():
            for part in _below(around):
                if part.AccessibleRole in BUTTONS and part.AccessibleName.startswith(label):
                    at, size = part.LocationOnScreen, part.Size
                    middle = [at.X + size.Width // 2, at.Y + size.Height // 2]
                    places.setdefault(part.AccessibleName, middle)
        return places.get(label) or next(iter(places.values()), None)

    def _toolbars(self):
        layout = self.document.CurrentController.Frame.LayoutManager
        for name in TOOLBARS:
            if layout.isElementVisible(name):
                yield layout.getElement(name).RealInterface.AccessibleContext

    def _in_front(self):
        """The box in front, else every window."""
        windows = list(self._windows())
        return [window for window in windows if window.AccessibleRole in BOXES] or windows

    def box(self):
        """The text of the message box in front; blank for none."""
        for window in self._windows():
            if window.AccessibleRole in BOXES:
                texts = [part.AccessibleName for part in _below(window)]
                return "\n".join(text for text in texts if text)
        return ""

    def _windows(self):
        for number in range(self.toolkit.TopWindowCount):
            window = self.toolkit.getTopWindow(number)
            context = getattr(window, "AccessibleContext", None)
            if context is not None:  # it is closing, or LibreOffice's own for files
                yield context


def _below(part):
    """Everything in a part of the screen but cells, of which there are too many."""
    yield part
    if part.AccessibleChildCount < 1000:
        for number in range(part.AccessibleChildCount):
            child = part.getAccessibleChild(number)
            context = getattr(child, "AccessibleContext", None)
            if context is not None:
                yield from _below(context)


def main():
    """Answer the questions that come in."""
    screen = Screen(sys.argv[1])
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = {"value": getattr(screen, question.pop("look"))(**question)}
        except Exception as error:  # noqa: BLE001  whatever it is, the test says so
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
