"""An event that has never been saved: LibreOffice offers to save it once, with a name, and says if it cannot."""

from __future__ import annotations

import pytest

CLICKS = """
from types import SimpleNamespace
from xlplugin.doors.clicks import click
from xlplugin.hosts.libreoffice.host import LibreOfficeHost
from xlplugin.hosts.libreoffice.turns import Turn
from xlplugin.hosts.libreoffice.window import LibreOfficeWindow

class Window(LibreOfficeWindow):
    def _box(self, kind, buttons, text):
        told.append(text.partition("\\n")[0])
        return ANSWER
    def save(self, context, name):
        told.append(f"saved as {name}")

result = []
how = uno.createUnoStruct("com.sun.star.beans.PropertyValue", "AsTemplate", 0, True, 0)
opened = document.CurrentController.Frame.getCreator().loadComponentFromURL(document.URL, "_blank", 0, (how,))
turn = Turn(SimpleNamespace(start=lambda: None, stop=lambda: None))
for verb in ("standings", "pair", "pair", "pair_again"):
    told = []
    click(verb, LibreOfficeHost(opened), Window(opened.CurrentController.Frame, "xlplugin", turn))
    result.append(told)
opened.close(True)
"""
SAVES = """
from types import SimpleNamespace
from xlplugin.hosts.libreoffice.turns import Turn
from xlplugin.hosts.libreoffice.window import LibreOfficeWindow

shown = {}
picker = SimpleNamespace(
    initialize=lambda _: None, appendFilter=lambda *_: None, execute=lambda: 1,
    setTitle=lambda text: None, setCurrentFilter=lambda text: shown.update(kind=text),
    setDefaultName=lambda text: shown.update(name=text), getCurrentFilter=lambda: TYPE,
    setDisplayDirectory=lambda url: shown.update(folder=url), getSelectedFiles=lambda: [URL],
)
folders = SimpleNamespace(getSubstituteVariableValue=lambda _: "file:///documents")
made = {"com.sun.star.ui.dialogs.FilePicker": picker, "com.sun.star.util.PathSubstitution": folders}
context = SimpleNamespace(ServiceManager=SimpleNamespace(createInstanceWithContext=lambda name, _: made[name]))
turn = Turn(SimpleNamespace(start=lambda: None, stop=lambda: None))
window, said = LibreOfficeWindow(document.CurrentController.Frame, "xlplugin", turn), []
window._box = lambda kind, buttons, text: said.append(text)
window.save(context, "Spring/Cup: 2026")
result = [shown, said, document.URL]
"""
EXCEL, ODF = "Excel 2007-365 (.xlsx)", "ODF Spreadsheet (.ods)"


@pytest.mark.parametrize(("answer", "saved"), [(2, ["saved as Cup"]), (3, [])])
def test_the_first_click_that_pairs_offers_to_save(office, twins_in, tmp_path, answer, saved):
    """Once, politely, under the event's name; not where nothing was paired."""
    twins_in(tmp_path, **{"Event name": "Cup"})
    offered = "This event has never been saved: if the computer stops now, it is lost."
    nothing, paired, refused, again = office.run(lines=CLICKS.replace("ANSWER", str(answer)))
    assert paired == [offered, *saved]
    assert offered not in [*nothing, *refused, *again]


@pytest.mark.parametrize(
    ("file", "chosen", "ending"),
    [
        ("mine", EXCEL, ".xlsx"), ("mine", ODF, ".ods"), ("mine 2.0", ODF, ".ods"),
        ("mine.xlsx", EXCEL, ""), ("mine.ods", ODF, ""),
    ],
)  # fmt: skip
def test_a_name_a_folder_and_the_best_type_are_proposed(
    office, twins_in, tmp_path, file, chosen, ending
):
    """What no file may have in its name is left out; another type that is chosen is that of the file."""
    twins_in(tmp_path)
    url = (tmp_path / file).as_uri()
    lines = SAVES.replace("URL", repr(url), 1).replace("TYPE", repr(chosen))
    shown, said, saved_as = office.run(lines=lines)
    assert shown == {"kind": EXCEL, "name": "Spring Cup 2026", "folder": "file:///documents"}
    assert (said, saved_as) == ([], url + ending)
    assert (tmp_path / (file + ending)).stat().st_size > 1000


def test_what_could_not_be_saved_is_said(office, twins_in, tmp_path):
    """What was clicked is done, so that it is not said that nothing was written."""
    twins_in(tmp_path)
    (tmp_path / "file").touch()
    url = (tmp_path / "file" / "mine.xlsx").as_uri()
    lines = SAVES.replace("URL", repr(url), 1).replace("TYPE", repr(EXCEL))
    _, (said,), saved_as = office.run(lines=lines)
    assert said.startswith("It could not be saved there (")
    assert said.endswith("Save it elsewhere: File, Save As.")
    assert saved_as != url
