"""A click takes no longer after the workbook was saved: LibreOffice keeps nothing of columns nobody uses."""

from __future__ import annotations

import pytest

from desktop import ROOT

PAIR = {"action": "xlplugin.verbs.pair:pair_round", "when": "2026-11-21T10:30:00+00:00"}
STANDARD = 2258
OTHER = 5001
SLOWER = 2.5
"""Without what is tested here it is 8 times as slow and more."""
WIDTHS = """
result = [[sheet.Columns.getByIndex(n).Width for n in (40, sheet.Columns.Count - 1)]
          for sheet in document.Sheets]
"""

OPENED = """
from types import SimpleNamespace

component = {"__file__": FILE}
exec(open(FILE, encoding="utf-8").read(), component)
told = [("Environment", [SimpleNamespace(Name="Model", Value=document)])]
component["Shown"](None).execute([SimpleNamespace(Name=name, Value=value) for name, value in told])
result = document.isModified()
"""
"""What the extension does whenever LibreOffice has opened a document."""


def _fastest(office):
    seconds = []
    for _ in range(2):
        done = office.click(**PAIR)
        assert "told" in done, done
        office.undo()
        seconds.append(done["seconds"])
    return min(seconds)


@pytest.fixture
def opened(new_twins):
    """An event that nothing was done to since it was opened."""
    return new_twins(players=24).office


def test_a_click_is_as_fast_after_saving_as_ods(opened, tmp_path):
    """Saved as .ods, LibreOffice would make every one of 16,384 columns on each tab, and go through them."""
    before = _fastest(opened)
    opened.save(path=str(tmp_path / "saved.ods"), stays=True)
    assert _fastest(opened) < SLOWER * before


def test_an_event_is_looked_at_as_soon_as_it_is_open(new_twins):
    """It may be saved as .ods before anything is clicked: no click is slow then. Nothing is to be saved for it."""
    office = new_twins(players=4).office
    assert any(widths != [STANDARD] * 2 for widths in office.run(lines=WIDTHS))
    file = str(ROOT / "templates" / "libreoffice" / "tournament.py")
    assert office.run(lines=OPENED.replace("FILE", repr(file))) is False
    assert all(widths == [STANDARD] * 2 for widths in office.run(lines=WIDTHS))


def test_what_somebody_did_to_empty_columns_stays(opened):
    """A width far to the right, and a tab whose empty columns are hidden; the rest is forgotten, in no step."""
    opened.run(
        lines=f"""
document.Sheets.getByName("Players").Columns.getByIndex(40).Width = {OTHER}
document.Sheets.getByName("Log").getCellRangeByPosition(20, 0, 16383, 0).Columns.IsVisible = False
document.UndoManager.clear()
"""
    )
    before = opened.run(lines=WIDTHS)
    opened.click(**PAIR)
    assert opened.undo() == []
    names = [name for name, _ in opened.tabs()[0]]
    found = dict(zip(names, opened.run(lines=WIDTHS), strict=True))
    assert found.pop("Players") == [OTHER, STANDARD]
    assert found.pop("Log") == before[names.index("Log")]
    assert all(widths == [STANDARD, STANDARD] for widths in found.values())
