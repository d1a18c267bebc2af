"""A dialog of LibreOffice with fields to be filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import uno

from xlplugin.ground.texts import t
from xlplugin.hosts.libreoffice.cells import Uno
from xlplugin.workbook.layout import Area

MARGIN, WIDE, LINE, GAP = 8, 260, 13, 4
"""In the units of dialogs, which grow with the letters."""
NARROW, TALL = 55, 9
POSITION = 3
"""The flag that the two numbers before the size count."""
OK, CANCEL = 1, 2
"""The actions of buttons; the first is the answer of a dialog that was not cancelled, too."""


@dataclass(frozen=True)
class Field:
    """Something to be filled in: a text of some lines, one of the ``choices``, or a file of this computer."""

    label: str
    value: str = ""
    lines: int = 1
    choices: tuple[str, ...] = ()
    is_file: bool = False

    @property
    def control(self) -> str:
        """The kind of control."""
        return "ListBox" if self.choices else "FileControl" if self.is_file else "Edit"

    @property
    def properties(self) -> dict[str, Any]:
        """The properties of the control."""
        if not self.choices:
            more = self.lines > 1
            return {"Text": self.value} | ({"MultiLine": more, "VScroll": more} if more else {})
        chosen = self.choices.index(self.value) if self.value in self.choices else 0
        selected = uno.Any("[]short", (chosen,))
        return {"Dropdown": True, "StringItemList": self.choices, "SelectedItems": selected}


def filled_in(
    context: Uno, frame: Uno, title: str, fields: Mapping[str, Field]
) -> dict[str, str] | None:
    """Show a dialog over a window until it is filled in.

    Args:
        context: of the component that was clicked.
        frame: the window.
        title: of the dialog.
        fields: by name.

    Returns:
        The texts filled in, by name; ``None`` if it was cancelled.
    """

    def service(name: str) -> Uno:
        return context.ServiceManager.createInstanceWithContext(f"com.sun.star.awt.{name}", context)

    dialog, model = service("UnoControlDialog"), service("UnoControlDialogModel")
    model.Title, model.Width, model.Closeable = title, WIDE + 2 * MARGIN, True
    model.Height = _lay_out(model, fields)
    dialog.setModel(model)
    window = frame.ContainerWindow
    dialog.createPeer(window.Toolkit, window)
    around, own = window.PosSize, dialog.PosSize
    left, top = (around.Width - own.Width) // 2, (around.Height - own.Height) // 2
    dialog.setPosSize(left, top, 0, 0, POSITION)
    try:
        if dialog.execute() != OK:
            return None
        controls = {name: dialog.getControl(name) for name in fields}
        return {
            name: str(control.SelectedItem if fields[name].choices else control.Text)
            for name, control in controls.items()
        }
    finally:
        dialog.dispose()


def _lay_out(model: Uno, fields: Mapping[str, Field]) -> int:
    """Put labels, fields and buttons into a dialog, one below the other, and return its height."""
    top = MARGIN
    for name, field in fields.items():
        label, height = field.label.count("\n") * TALL + TALL, LINE + (field.lines - 1) * TALL
        place = (MARGIN, top, WIDE, label)
        _put(model, f"label {name}", "FixedText", place, Label=field.label, MultiLine=True)
        place = (MARGIN, top + label, WIDE, height)
        _put(model, name, field.control, place, **field.properties)
        top += label + height + GAP
    top += GAP
    for number, text, does in ((2, t("OK"), OK), (1, t("Cancel"), CANCEL)):
        left = MARGIN + WIDE - number * (NARROW + GAP) + GAP
        _put(
            model, f"button {does}", "Button", (left, top, NARROW, LINE + 1), Label=text,
            PushButtonType=uno.Any("short", does), DefaultButton=does == OK,
        )  # fmt: skip
    return top + LINE + 1 + MARGIN


def _put(model: Uno, name: str, kind: str, place: Area, **properties: object) -> None:
    control = model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
    control.PositionX, control.PositionY, control.Width, control.Height = place
    for key, value in properties.items():
        if isinstance(value, uno.Any):
            uno.invoke(control, "setPropertyValue", (key, value))
        else:
            setattr(control, key, value)
    model.insertByName(name, control)
